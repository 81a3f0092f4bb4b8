// Lists that are derived from others. A page that needs none can be built without this file: see web.mk.
import { addressIfSet, addressOf, CallbackTable } from "./callbacks.js";
import { copyOutput, endOfOutput, withOutput } from "./cbor_output.js";
import { encode } from "./content_encoder.js";
import { formOf } from "./content_forms.js";
import { kindOf, readContent } from "./contents.js";
import { DataSource } from "./data_source.js";
import { identifier, listOf } from "./elements.js";
import { invoke } from "./calls.js";
import { described, inCall, isPromise, placeText, quoted, refuse, refuseArgument } from "./errors.js";
import { Adopted, adoptedAddress, Handle } from "./handles.js";
import { keep, memory, putText, putWords, readId, reserve, wasm, withScratch, writeFlag, writeId } from "./memory.js";
import { oneLetterOff } from "./names.js";
import { checked, readOptions } from "./options.js";
import { followerOptions, readSourceOptions } from "./source_options.js";
import { addMethods, makeStrict, strict } from "./strict.js";

// The parts of a derivation, with their numbers in the engine.
const functionParts = { filter: 1, section: 2, sort: 4, sectionSort: 8 };
const limitParts = { limit: 16, sectionLimit: 32 };
const emptySectionsPart = 64;
const derivationOptions = {
  filter: "any",
  section: "any",
  sort: "any",
  sectionSort: "any",
  limit: "any",
  sectionLimit: "any",
  keepEmptySections: "boolean",
};
const derivationSize = 40;

// Reading a derivation

// Sorts by the values of fields. Checks the first item that lacks a field: if it has a field whose name differs by one
// letter, the name is probably misspelt. Names of up to three letters are not checked, because they are often that
// similar.
class SortFields {
  #fields;
  #key;

  constructor(names, key) {
    this.#fields = names.map((name) => {
      const isReversed = name.startsWith("-");
      return { name: isReversed ? name.slice(1) : name, isReversed, isChecked: false };
    });
    this.#key = key;
  }

  append(key, content, id) {
    for (const field of this.#fields)
      appendSortPart(key, this.#read(field, content, id), field.isReversed, ` in the field ${quoted(field.name)}`);
  }

  #read(field, content, id) {
    const { name } = field;
    if (typeof content !== "object") return name === "id" || name === this.#key ? id : undefined;
    const value = content[name];
    if (value === undefined && !field.isChecked) {
      const meant = name.length < 4 ? undefined : oneLetterOff(name, Object.keys(content));
      if (meant !== undefined)
        refuse("INVALID_ARGUMENT", `there is no field ${quoted(name)} to sort by: did you mean ${quoted(meant)}?`, id);
      field.isChecked = true;
    }
    return value;
  }
}

// Returns the function that is called for a part of the derivation. `sort` may also be an array of names of fields.
function readFunction(name, value, key) {
  const isSort = name === "sort" || name === "sectionSort";
  if (name === "sort" && Array.isArray(value)) {
    const isName = (field) => typeof field === "string" && field !== "" && field !== "-";
    const wrong = value.findIndex((field) => !isName(field));
    if (value.length === 0) refuse("INVALID_ARGUMENT", "sort: the array has no name of a field");
    if (wrong >= 0)
      refuse(
        "INVALID_ARGUMENT",
        `sort: names of fields expected, such as ["priority", "-due"], got ${described(value[wrong])} at ${wrong}`,
      );
    const fields = new SortFields(value, key);
    return (content, id, key) => fields.append(key, content, id);
  }
  if (typeof value !== "function") {
    const expected = `function${name === "sort" ? " or array of names of fields" : ""} expected`;
    const hint = value === false ? "; null removes it" : "";
    refuse("INVALID_ARGUMENT", `${name}: ${expected}, got ${described(value)}${hint}`);
  }
  if ((isSort || name === "filter") && value.length > 1)
    refuse(
      "INVALID_ARGUMENT",
      `${name}: the function has ${value.length} parameters; it is given one element, and returns ${isSort ? "what to sort it by" : "whether the list has it"}`,
    );
  if (isSort) return (content, id, key) => appendSortKey(key, value(content));
  return name === "filter"
    ? (content, id, passes) => writeFlag(passes, filterAnswer(value(content)))
    : (content, id, place, contentPlace) => writeSection(value(content), place, contentPlace);
}

// Reads the parts of a derivation from an object of options. A part that is null will be removed.
function readDerivation(options, key) {
  let parts = 0;
  const functions = {};
  for (const [name, part] of Object.entries(functionParts)) {
    if (options[name] === undefined) continue;
    parts |= part;
    if (options[name] !== null) functions[name] = readFunction(name, options[name], key);
  }
  const limits = { limit: 0, sectionLimit: 0 };
  for (const [name, part] of Object.entries(limitParts)) {
    if (options[name] === undefined) continue;
    parts |= part;
    if (options[name] !== null) limits[name] = checked(name, options[name], "limit");
  }
  if (options.keepEmptySections !== undefined) parts |= emptySectionsPart;
  return { parts, functions, limits, keepEmptySections: options.keepEmptySections === true };
}

// Puts a derivation into scratch memory. The engine finalizes its functions even if the call fails.
function putDerivation({ functions, limits, keepEmptySections }, callbacks, itemKey) {
  const addresses = Object.keys(functionParts).map((name) => addressIfSet(functions[name], name));
  const key = callbacks.add((pointer, content, third, fourth, name) => {
    const id = readId(pointer);
    const contentKey = name === "sectionSort" ? "id" : itemKey;
    inCall(name, () => functions[name](readContent(content, id, contentKey) ?? id, id, third, fourth));
  });
  return putWords(
    derivationSize,
    ...addresses,
    limits.limit,
    limits.sectionLimit,
    keepEmptySections ? 1 : 0,
    key,
    addressOf("finalize"),
  );
}

// Reading what functions return

function refusePromise(value) {
  if (isPromise(value)) refuse("INVALID_ARGUMENT", "the function returned a Promise; an apply cannot wait");
}

function filterAnswer(value) {
  refusePromise(value);
  return Boolean(value);
}

const resultPlace = () => "the result";

// Writes the section that a function returned, and its content.
function writeSection(value, idAddress, contentAddress) {
  refusePromise(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isObject ? value.id === undefined : value === undefined || value === null) {
    const hint = isObject ? " without it" : value === undefined ? "; does the function lack a return?" : "";
    refuse(
      "INVALID_ARGUMENT",
      `${resultPlace()}: a section expected, as an identifier or an object with "id", got ${described(value)}${hint}`,
    );
  }
  const id = identifier(value, resultPlace);
  withOutput((start) => {
    if (isObject && encode(checkedSection(value), kindOf(true).omitted) !== undefined) {
      refuse(
        "INVALID_ARGUMENT",
        `section ${quoted(id)}: it has a function, or an object of a class; a section of a derived list is made of plain data`,
        id,
      );
    }
    const end = endOfOutput();
    const bytes = keep(end - start + (typeof id === "string" ? id.length * 3 : 0) + 1);
    writeId(idAddress, id, bytes + end - start);
    if (!isObject) return;
    copyOutput(start, end, bytes);
    memory().set([bytes, end - start, 0, 0], contentAddress >> 2);
  });
}

function checkedSection(section) {
  if (section.items !== undefined)
    refuse(
      "INVALID_ARGUMENT",
      'the section has a field "items"; a section of a derived list gets its items from the origin',
    );
  return section;
}

// Appends what a function returned to a key: one part, or an array of them.
function appendSortKey(key, value) {
  refusePromise(value);
  if (!Array.isArray(value)) return appendSortPart(key, value, false, "");
  for (let index = 0; index < value.length; index += 1) appendSortPart(key, value[index], false, ` at ${index}`);
}

function appendSortPart(key, value, isReversed, where) {
  const reversed = isReversed ? 1 : 0;
  switch (typeof value) {
    case "undefined":
      return wasm.diffable_sort_key_add_none(key, reversed);
    case "boolean":
      return wasm.diffable_sort_key_add_boolean(key, value ? 1 : 0, reversed);
    case "number":
      return wasm.diffable_sort_key_add_double(key, value, reversed);
    // A lone surrogate has no encoding in UTF-8, so it is replaced.
    case "string":
      return withScratch(() =>
        wasm.diffable_sort_key_add_string(key, ...putText(value.replace(/\p{Surrogate}/gu, "\ufffd")), reversed),
      );
    case "bigint":
      if (BigInt.asIntN(64, value) !== value)
        refuse("INVALID_ARGUMENT", `a bigint of at most 64 bits expected as a sort key${where}, got ${value}`);
      return wasm.diffable_sort_key_add_integer(key, value, reversed);
    default:
      if (value === null) return wasm.diffable_sort_key_add_none(key, reversed);
      if (typeof value === "object" && formOf(value) === "date")
        return wasm.diffable_sort_key_add_double(key, Date.prototype.getTime.call(value), reversed);
      return refuse(
        "INVALID_ARGUMENT",
        `a number, string, boolean, Date, null or undefined expected as a sort key${where}, got ${described(value)}`,
      );
  }
}

// Derived lists

// Calls a function of the engine that makes a data source, and returns its address.
function makeSource(fn, put) {
  return withScratch(() => {
    const out = reserve(4);
    memory()[out >> 2] = 0;
    const free = () => wasm.diffable_data_source_free(memory()[out >> 2]);
    invoke(fn, [...put(), out], (error) => {
      free();
      throw error;
    });
    return memory()[out >> 2];
  });
}

/** A list that is computed from the list of another data source, and follows its changes. */
export class DerivedList extends DataSource {
  #functions;

  constructor(adopted, functions) {
    adoptedAddress(adopted, "DerivedList", "derive of a data source makes one");
    super(adopted);
    this.#functions = functions;
  }

  /** Replaces parts of the derivation, or removes those that are null, in one apply. */
  set(options) {
    if (options === undefined) refuseArgument(1, "object of options", options);
    const derivation = readDerivation(readOptions(1, options, derivationOptions), this.key);
    const put = () => [derivation.parts, putDerivation(derivation, this.#functions, this.key)];
    return DataSource.change(this, wasm.diffable_data_source_set_derivation, put);
  }

  /** Keeps the rows where they are, until `release`. */
  hold() {
    withScratch(() => void invoke(wasm.diffable_data_source_hold, [Handle.address(this)]));
  }

  /** Shows the changes that waited, in one apply. */
  release() {
    return DataSource.change(this, wasm.diffable_data_source_release);
  }

  get isHeld() {
    return wasm.diffable_data_source_is_held(Handle.address(this)) === 1;
  }

  /** Returns how many items `release` will insert, delete and move. */
  pending() {
    return withScratch(() => {
      const out = putWords(16, 0, 0, 0);
      invoke(wasm.diffable_data_source_pending, [Handle.address(this), out]);
      const [inserted, deleted, moved] = memory().subarray((out >> 2) + 1);
      return { inserted, deleted, moved };
    });
  }
}

makeStrict(DerivedList);

addMethods(DataSource, {
  derive(options) {
    const { key } = this;
    const read = readSourceOptions(options, 1, { ...derivationOptions, ...followerOptions });
    const derivation = readDerivation(read, key);
    if (derivation.functions.sectionSort && !derivation.functions.section) {
      refuse(
        "INVALID_ARGUMENT",
        'sectionSort: it needs "section"; without that, the sections are those of the origin, in its order',
      );
    }
    const functions = new CallbackTable();
    const address = makeSource(wasm.diffable_data_source_derive, () => [
      Handle.address(this),
      putDerivation(derivation, functions, key),
    ]);
    return DataSource.connect(new DerivedList(new Adopted(address, key), functions), read, [this]);
  },
});

/** A data source that has the sections of several lists, one list after the other, and follows them all. */
export const concat = strict("concat", (sources, options) => {
  const origins = listOf(sources, 1);
  origins.forEach((source, index) => {
    if (!Handle.is(source, DataSource)) refuseArgument(() => `${placeText(1)}, entry ${index}`, "DataSource", source);
  });
  const read = readSourceOptions(options, 2, followerOptions);
  const address = makeSource(wasm.diffable_data_source_concat, () => [
    putWords(...origins.map((source) => Handle.address(source))),
    origins.length,
  ]);
  return DataSource.connect(new DataSource(new Adopted(address, origins[0].key)), read, origins);
});
