// The texts of hostile.txt as strings. What is no UTF-8 has U+FFFD, as JavaScript gets it from a decoder.
import { readFileSync } from "node:fs";

const lines = readFileSync(new URL("hostile.txt", import.meta.url), "latin1").split("\n");

export const texts = lines.flatMap((line) => {
  const entry = /^(\d+) (.*)$/.exec(line);
  if (!entry) return [];
  const bytes = entry[2].replace(/\\x(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
  return [Buffer.from(bytes, "latin1").toString().repeat(Number(entry[1]))];
});
// Halves of pairs, which are in no UTF-8.
texts.push("\ud800", "half \udc00\ud800 pair");
