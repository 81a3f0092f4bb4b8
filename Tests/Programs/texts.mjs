// Prints what a view wrote. Which rows moved is a matter of choice, and where deleted ones are shown depends on it:
// where anything moved, the signs of moves are left out, and behind the text come how many rows had one, and what was
// deleted, sorted.
import { print } from "./words.mjs";

export function printText(text) {
  const lines = text.split("\n").slice(0, -1);
  const moves = lines.some((line) => line.startsWith(">"));
  const deleted = [];
  let moved = 0;
  for (const line of lines) {
    if (moves && line.startsWith("-")) {
      deleted.push(line);
      continue;
    }
    if (/^>.. /s.test(line)) moved += 1;
    print(`|${line.replace(/^>(.)/s, "$1 ")}`);
  }
  if (!moves) return;
  print(`|> ${moved}`);
  // By bytes, as in C and Lua.
  const bytes = (line) => Buffer.from(line);
  for (const line of deleted.sort((left, right) => Buffer.compare(bytes(left), bytes(right)))) print(`|${line}`);
}
