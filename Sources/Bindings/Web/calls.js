// Calls of the engine that may fail, and what callbacks inside of them throw.
import { callName, DiffableError } from "./errors.js";
import { memory, readCString, readId, reserve, wasm } from "./memory.js";

/** The statuses that are no error and not zero. */
export const [queued, refused, appliedWithError] = [1, 2, 3];

// What callbacks threw. Each call of the engine that may call back has an entry for the first of them.
const calls = [];

/** Keeps what a callback threw, for the call that called it. */
export function keepThrown(error) {
  const call = calls.at(-1);
  if (call && !call.hasThrown) Object.assign(call, { hasThrown: true, error });
}

/**
 * Calls a function of the engine, whose last parameter is the error, inside of `withScratch`. Returns its status, and
 * throws where it failed: what a callback threw, as it is, or else a DiffableError. `later` is given what failed after
 * the call did what it says.
 */
export function invoke(fn, args, later) {
  const address = reserve(4);
  memory()[address >> 2] = 0;
  const call = { hasThrown: false, error: undefined };
  calls.push(call);
  let status;
  try {
    status = fn(...args, address);
  } finally {
    calls.pop();
  }
  if (status >= 0 && status !== appliedWithError) return status;
  const error = errorAt(memory()[address >> 2], call);
  if (status < 0 || later === undefined) throw error;
  later(error);
  return status;
}

const callbackCodes = new Set(["PROVIDER_FAILED", "CALLBACK_FAILED", "OUTPUT_FAILED"]);

// Calls that run callbacks, in which applies are called that are queued. These may fail, and then it is they that the
// message names.
const runningOthers = new Set([
  "apply",
  "applySection",
  "applyUsingReloadData",
  "toggleItem",
  "reorderItem",
  "undo",
  "redo",
  "receive",
  "cellAt",
  "supplementaryCell",
  "render",
  "derive",
  "set",
  "release",
]);

// The error of an error object, which is freed. The engine's messages begin with the name of a call, as C spells it.
function errorAt(pointer, call) {
  const [, code, called, text] = /^([A-Z_]+): (?:([a-z_]+): )?([^]*)$/.exec(
    readCString(wasm.diffable_error_message(pointer)),
  );
  const id = reserve(16);
  wasm.diffable_error_identifier(id, pointer);
  const identifier = readId(id);
  wasm.diffable_error_free(pointer);
  if (call.hasThrown && callbackCodes.has(code)) return call.error;
  const isOther = called !== undefined && runningOthers.has(callName());
  return new DiffableError(
    code,
    text,
    identifier,
    isOther ? called.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()) : callName(),
  );
}
