// Calls functions of the engine that may fail, and rethrows the errors of callbacks that ran inside of them.
import { callName, DiffableError } from "./errors.js";
import { memory, readCString, readId, reserve, wasm } from "./memory.js";

/** The statuses other than 0 that are not errors. */
export const [queued, refused, appliedWithError] = [1, 2, 3];

// The running calls of the engine that may call back. Each entry stores the first error that a callback threw.
const calls = [];

/** Stores an error that a callback threw, for the innermost running call. */
export function keepThrown(error) {
  const call = calls.at(-1);
  if (call && !call.hasThrown) Object.assign(call, { hasThrown: true, error });
}

/**
 * Calls a function of the engine, whose last parameter is the error, and returns the status. Must be called inside of
 * `withScratch`. If the call failed, throws the error of a callback unchanged, or else a DiffableError. If the change
 * was applied and something failed afterwards, passes the error to `later`, or throws it if there is no `later`.
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
  const error = errorAt(memory()[address >> 2], call, status >= 0);
  if (status < 0 || later === undefined) throw error;
  later(error);
  return status;
}

const callbackCodes = new Set(["PROVIDER_FAILED", "CALLBACK_FAILED", "OUTPUT_FAILED"]);

// Calls that run callbacks. If a callback calls `apply`, that call is queued, and runs before the outer call returns.
// If the queued call fails, the outer call throws the error, which names the queued call.
const callsThatRunQueued = new Set([
  "apply",
  "applySection",
  "applyUsingReloadData",
  "setItems",
  "update",
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
  "view",
]);

// These call several functions of the engine. If nothing was applied, an error of any of these functions is their own.
const callsThatEdit = new Set(["setItems", "update"]);

// Returns the error to throw for an error object of the engine, and frees the object. A message of the engine begins
// with the code. In some messages, the name of a call follows, as C spells it. `hasApplied` is whether the running call
// changed the list before something failed.
function errorAt(pointer, call, hasApplied) {
  const [, code, called, text] = /^([A-Z_]+): (?:([a-z_]+): )?([^]*)$/.exec(
    readCString(wasm.diffable_error_message(pointer)),
  );
  const id = reserve(16);
  wasm.diffable_error_identifier(id, pointer);
  const identifier = readId(id);
  wasm.diffable_error_free(pointer);
  if (call.hasThrown && callbackCodes.has(code)) return call.error;
  const isOwn = !hasApplied && callsThatEdit.has(callName());
  const isOther = called !== undefined && callsThatRunQueued.has(callName()) && !isOwn;
  return new DiffableError(
    code,
    text,
    identifier,
    isOther ? called.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()) : callName(),
  );
}
