// Cells: what a row shows, as a plain object.
import { described, isPromise, refuse } from "./errors.js";
import { refuseUnknownName } from "./names.js";
import { memory, putText, readText, reserve, wasm, withScratch } from "./memory.js";

// The fields that are texts, with their numbers in the engine.
const texts = { text: 0, detail: 1, secondaryText: 2, image: 3, accessory: 4 };
// The fields that are whole numbers, with their numbers in the engine.
const numbers = { height: 5, indentation: 6 };

const fieldNames = [...Object.keys(texts), ...Object.keys(numbers)];

/**
 * Sets a cell of the engine to what a provider returned: a text, or an object of fields. For messages, `place` returns
 * which cell it is, and `given` is what the provider was passed.
 */
export function fillCell(cell, value, place, given) {
  const fields = typeof value === "string" ? { text: value } : value;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields) || isPromise(fields)) {
    const hint =
      value === undefined
        ? `; the provider is given ${given}, and must return it`
        : isPromise(value)
          ? "; a provider cannot wait"
          : "";
    refuse("INVALID_CELL", `${place()}: string or object expected, got ${described(value)}${hint}`);
  }
  for (const name of Object.keys(fields))
    if (!fieldNames.includes(name)) refuseUnknownName("INVALID_CELL", `${place()}: unknown field`, name, fieldNames);
  let isEmpty = true;
  for (const [name, field] of Object.entries(texts)) {
    const text = fields[name];
    if (text === undefined && name === "text" && Object.hasOwn(fields, name))
      refuse("INVALID_CELL", `${place()}: text is undefined; an empty row says text: ""`);
    if (text === undefined || text === null) continue;
    if (name !== "accessory") isEmpty = false;
    if (typeof text !== "string" && typeof text !== "number") {
      refuse("INVALID_CELL", `${place()}: ${name}: string expected, got ${described(text)}`);
    }
    withScratch(() => wasm.diffable_cell_set_text(cell, field, ...putText(String(text))));
  }
  if (isEmpty)
    refuse("INVALID_CELL", `${place()}: it has no text, detail, secondaryText or image; an empty row says text: ""`);
  for (const [name, field] of Object.entries(numbers)) {
    const number = fields[name];
    if (number === undefined || number === null) continue;
    if (!Number.isInteger(number))
      refuse("INVALID_CELL", `${place()}: ${name}: whole number expected, got ${described(number)}`);
    wasm.diffable_cell_set_number(cell, field, Math.max(-1, Math.min(number, 0x7fffffff)));
  }
}

/** Returns the fields of a cell of the engine, and frees the cell. Returns undefined for NULL. */
export function readCell(cell) {
  if (cell === 0) return undefined;
  const fields = {};
  withScratch(() => {
    const bytes = reserve(8);
    for (const [name, field] of Object.entries(texts)) {
      wasm.diffable_cell_text(bytes, cell, field);
      const [address, size] = memory().subarray(bytes >> 2);
      if (size > 0) fields[name] = readText(address, size);
    }
  });
  for (const [name, field] of Object.entries(numbers)) {
    const number = wasm.diffable_cell_number(cell, field);
    if (number !== 0) fields[name] = number;
  }
  wasm.diffable_cell_free(cell);
  return fields;
}
