"use strict";
// What the stream says as text to be read: control characters and bytes that are not UTF-8 are spelled out, as a
// text view does.

const disturbing = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu;
const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(text) {
  return text.replace(disturbing, (character) => named[character] ?? `\\u{${character.codePointAt(0).toString(16)}}`);
}

// Bytes of which some are not UTF-8.
function escapedBytes(digits) {
  const bytes = Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let start = 0; start < bytes.length;) {
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

// A text of a cell, or an identifier.
function shown(value) {
  if (value === undefined) return "";
  if (typeof value === "object") return "hex" in value ? escapedBytes(value.hex) : value.integer;
  return escaped(String(value));
}

// Integers that JavaScript would round are kept as their digits.
function parsed(line) {
  return JSON.parse(line.replace(/^(\{"event":"\w+","id":)(-?\d{16,})/, '$1{"integer":"$2"}'));
}

const accessories = { checkmark: "✓", disclosure: "›", star: "☆", "star.fill": "★", none: "" };

function accessory(value) {
  return Object.hasOwn(accessories, value) ? accessories[value] : shown(value);
}

// A count with its noun.
function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
