"use strict";
// Makes texts and identifiers of the stream readable. Control characters and bytes that are not UTF-8 are escaped as in
// a text view: the table is that of Escaping.swift.

const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu;
const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(text) {
  return text.replace(unprintable, (character) => named[character] ?? `\\u{${character.codePointAt(0).toString(16)}}`);
}

// Escapes bytes that are not all valid UTF-8. `digits` contains the bytes as hexadecimal digits.
function escapedBytes(digits) {
  const bytes = Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let start = 0; start < bytes.length; ) {
    let size = 1;
    let character = null;
    while (character === null && size <= 4 && start + size <= bytes.length) {
      try {
        character = decoder.decode(bytes.subarray(start, start + size));
      } catch {
        size += 1;
      }
    }
    text += character === null ? `\\x${digits.substr(2 * start, 2)}` : escaped(character);
    start += character === null ? 1 : size;
  }
  return text;
}

// Returns the text of a cell, or an identifier, as it is shown.
function shown(value) {
  if (value === undefined) return "";
  if (typeof value === "object") return "hex" in value ? escapedBytes(value.hex) : value.integer;
  return escaped(String(value));
}

// Parses an event. Identifiers of 16 digits and more, which JavaScript might round, are kept as { integer: digits }.
function parsed(line) {
  return JSON.parse(line.replace(/^(\{"event":"\w+","id":)(-?\d{16,})/, '$1{"integer":"$2"}'));
}

const accessories = { checkmark: "✓", disclosure: "›", star: "☆", "star.fill": "★", none: "" };

function accessory(value) {
  return Object.hasOwn(accessories, value) ? accessories[value] : shown(value);
}

// Returns a count with its noun: "1 item", "2 items".
function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
