// The words of programs, and how calls end.
import { DiffableError } from "../../build/web/diffable.js";

const lines = [];
export const print = (line) => void lines.push(line);
export const printed = () => lines.map((line) => `${line}\n`).join("");

export function identifier(word) {
  if (word === undefined || word === "-") return undefined;
  return /^-?\d+$/.test(word) ? Number(word) : word.replace(/^'/, "");
}

// Only what is framed has a provider of its own. Every version has a kind, because updateItems leaves fields that it is
// not given.
const kinds = { 1: "plain", 2: "plain", 3: "odd", 4: "framed" };

// "7@2" as the object that is its content, "7" as the bare identifier.
function element(word) {
  const [, name, version] = /^(.*)@(\d+)$/.exec(word) ?? [];
  return name === undefined
    ? identifier(word)
    : { id: identifier(name), version: Number(version), kind: kinds[version] };
}

export const elements = (word) => (word === "-" ? [] : word.split(",").map(element));

export function token(content) {
  if (typeof content === "object") return `${token(content.id)}@${content.version}`;
  return typeof content === "number" || /^[a-zA-Z]/.test(content) ? String(content) : `'${content}`;
}

export const tokens = (list, toToken = token) => list.map((one) => toToken(one)).join(" ");

// What a look-up returns, and `otherwise` where it throws that there is no such identifier, or only one that looks like
// it.
export function found(look, otherwise) {
  try {
    return look();
  } catch (error) {
    if (error.code !== "UNKNOWN_IDENTIFIER") throw error;
    return otherwise;
  }
}

// What may be missing, as programs spell it.
export const optional = (id) => (id === undefined ? "-" : token(id));

export function path(word) {
  const [section, item] = word.split(".").map(Number);
  return { section, item };
}

export const place = (path) => `${path.section}.${path.item}`;

// The errors whose messages are the same in all languages, but for the names of calls.
const hasCommonMessage = new Set([
  "INVALID_ARGUMENT",
  "DUPLICATE_IDENTIFIER",
  "UNKNOWN_IDENTIFIER",
  "NO_SECTIONS",
  "INVALID_DESTINATION",
]);

// Prints an error as its code and its message, after what happened nevertheless. `name` is what the message calls the
// call; undefined for what it does.
export function failed(error, done, name) {
  if (error?.code === undefined || error.code.startsWith?.("ERR_")) throw error;
  if (error instanceof DiffableError && !String(error).startsWith(`DiffableError: ${error.code}: `)) throw error;
  let message = "";
  if (hasCommonMessage.has(error.code)) {
    message = String(error)
      .slice(`DiffableError: ${error.code}`.length)
      .replace(
        /argument \d: SectionSnapshot expected, got a Snapshot; .*$/,
        "a section snapshot expected, got a snapshot of a list",
      )
      .replace(/; (without a section, the last one is meant|there is no item .*; are the arguments swapped\?)$/, "")
      .replace(/([a-z])([A-Z])/g, (_, before, after) => `${before}_${after.toLowerCase()}`)
      .replace(/^(: apply_section: ).* expected, .*/, "$1this is a snapshot of a list; apply applies it");
    if (name) message = message.replace(/^: [a-z_]+:/, `: ${name}:`);
  }
  print(`${done ? `${done} with ` : ""}error ${error.code}${message}`);
}

// A call returns what it says, and passes the error of an apply that a provider called to its argument.
export function reply(call, name) {
  let later;
  let result;
  try {
    result = call((error) => (later = { error }));
  } catch (error) {
    return failed(error, undefined, name);
  }
  const done = result === undefined ? "ok" : `ok ${result}`;
  if (later) failed(later.error, done);
  else print(done);
}
