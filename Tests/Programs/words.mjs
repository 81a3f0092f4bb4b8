// The words of programs, and how calls end.
import { DiffableError } from "../../build/web/diffable.js";

const lines = [];
export const print = (line) => void lines.push(line);
export const printed = () => lines.map((line) => `${line}\n`).join("");

export function identifier(word) {
  if (word === undefined || word === "-") return undefined;
  return /^-?\d+$/.test(word) ? Number(word) : word.replace(/^'/, "");
}

// What is odd has a kind, and no provider of its own.
const kinds = { 3: "odd", 4: "framed" };

// "7@2" as the object that is its content, "7" as the bare identifier.
function element(word) {
  const [, name, version] = /^(.*)@(\d+)$/.exec(word) ?? [];
  return name === undefined ? identifier(word) : { id: identifier(name), version: Number(version), kind: kinds[version] };
}

export const elements = (word) => word === "-" ? [] : word.split(",").map(element);

export function token(content) {
  if (typeof content === "object") return `${token(content.id)}@${content.version}`;
  return typeof content === "number" || /^[a-zA-Z]/.test(content) ? String(content) : `'${content}`;
}

export const tokens = (list, toToken = token) => list.map((one) => toToken(one)).join(" ");

// What may be missing, as programs spell it.
export const optional = (id) => id === undefined ? "-" : token(id);

export function path(word) {
  const [section, item] = word.split(".").map(Number);
  return { section, item };
}

export const place = (path) => `${path.section}.${path.item}`;

const namesCulprit = new Set(["DUPLICATE_IDENTIFIER", "UNKNOWN_IDENTIFIER", "INVALID_DESTINATION"]);

// Prints an error as its code, with the identifier that it is about, after what happened nevertheless.
export function failed(error, done) {
  if (error?.code === undefined || error.code.startsWith?.("ERR_")) throw error;
  const culprit = namesCulprit.has(error.code) ? ` ${token(error.identifier)}` : "";
  if (error instanceof DiffableError && !error.message.startsWith(`${error.code}: `)) throw error;
  print(`${done ? `${done} with ` : ""}error ${error.code}${culprit}`);
}

// A call returns what it says, and passes the error of an apply that a provider called to its argument.
export function reply(call) {
  let later;
  let result;
  try {
    result = call((error) => later = { error });
  } catch (error) {
    return failed(error);
  }
  const done = result === undefined ? "ok" : `ok ${result}`;
  if (later) failed(later.error, done);
  else print(done);
}
