// The views of a data source, which are objects of the program.
import { addressIfSet, addressOf } from "./callbacks.js";
import { invoke } from "./calls.js";
import { readCell } from "./cells.js";
import { described, inCall, isPromise, quoted, refuse } from "./errors.js";
import { EngineView, Handle } from "./handles.js";
import { memory, putPath, putWords, reserve, wasm, withScratch } from "./memory.js";
import { meantName } from "./names.js";
import { checked, pathIn } from "./options.js";
import { supplementaryPlace } from "./source_look_ups.js";
import { strict } from "./strict.js";
import { copyTransaction } from "./transaction.js";

const viewMethods = ["attach", "prepare", "commit", "cancel", "detach"];

/** Calls a method of a view, if there is one. */
export function callViewMethod(view, name, value) {
  const method = inCall("view", () => checked(name, view[name], "function"));
  const answer = method?.call(view, value);
  if ((name === "prepare" || name === "commit") && isPromise(answer))
    inCall("view", () => refuse("INVALID_ARGUMENT", `${name} returned a Promise; an apply cannot wait`));
}

// Refuses a view without `commit`, and async methods, which would show the changes too late.
function checkView(view) {
  const isAsync = (name) => Object.prototype.toString.call(view[name]) === "[object AsyncFunction]";
  if (view.commit === undefined) {
    const meant = Object.keys(view).find((name) => meantName(name, viewMethods) === "commit");
    refuse(
      "INVALID_ARGUMENT",
      `a view has the method "commit", which shows the changes${meant === undefined ? "" : `; this one has ${quoted(meant)}`}`,
    );
  }
  for (const name of ["prepare", "commit"])
    if (isAsync(name)) refuse("INVALID_ARGUMENT", `${name} is async; an apply cannot wait`);
}

/** Returns the views in the value of a property: one, an array of them, or none for undefined and null. */
export function viewsIn(value) {
  const views = Array.isArray(value) ? [...value] : value === undefined || value === null ? [] : [value];
  views.forEach((view, index) => {
    if (typeof view !== "object" || view === null) refuse("INVALID_ARGUMENT", `view expected, got ${described(view)}`);
    const isEngineView = Handle.is(view, EngineView);
    if (!isEngineView) checkView(view);
    if (views.length === 1) return;
    if (isEngineView)
      refuse(
        "INVALID_ARGUMENT",
        `entry ${index}: a ${described(view).replace(/^an? /, "")} is the only view of its data source; source.derive({ view }) makes another list with the same items`,
      );
    if (view.attach === undefined)
      refuse(
        "INVALID_ARGUMENT",
        `entry ${index}: one of several views has the method "attach", which shows the list that there is`,
      );
    if (views.indexOf(view) !== index) refuse("INVALID_ARGUMENT", `entry ${index}: the view is in the array twice`);
  });
  return views;
}

// Attaches views to a data source. If one fails, none is attached.
function attachViews(views, source) {
  views.forEach((view, index) => {
    try {
      callViewMethod(view, "attach", source);
    } catch (error) {
      for (const attached of views.slice(0, index)) callViewMethod(attached, "detach", source);
      throw error;
    }
  });
}

// Prepares views. If one fails, those before it are canceled. `preparations` contains the argument for each view.
function prepareViews(views, preparations) {
  views.forEach((view, index) => {
    try {
      callViewMethod(view, "prepare", preparations[index]);
    } catch (error) {
      for (let other = index - 1; other >= 0; other -= 1)
        callViewMethod(views[other], "cancel", preparations[other].transaction);
      throw error;
    }
  });
}

// Calls `commit` or `cancel` of all views, and then throws the first error.
function finishViews(views, name, transactions) {
  const errors = [];
  views.forEach((view, index) => {
    try {
      callViewMethod(view, name, transactions[index]);
    } catch (error) {
      errors.push(error);
    }
  });
  if (errors.length > 0) throw errors[0];
}

// Returns the argument of `prepare`. Its functions return cells of the new list until the preparation is over.
function preparationFor(source, preparation, transaction) {
  const read = (fn, place) =>
    withScratch(() => {
      const [places, out] = [place(), reserve(4)];
      if (preparation.pointer === undefined) refuse("INVALID_ARGUMENT", "the preparation is over");
      invoke(fn, [preparation.pointer, ...places, out]);
      return readCell(memory()[out >> 2]);
    });
  return {
    source,
    transaction,
    cell: strict("cell", (indexPath) => read(wasm.diffable_preparation_cell, () => [putPath(pathIn(1, indexPath))])),
    supplementaryCell: strict("supplementaryCell", (kind, index) =>
      read(wasm.diffable_preparation_supplementary_cell, () => supplementaryPlace(kind, index, source)),
    ),
  };
}

/**
 * Makes a view of the engine that tells all views of a data source. Views in `attached` are not attached again.
 * `callbacks` is the table of the data source.
 */
export function newViewOf(source, views, attached, callbacks) {
  let transactions;
  const key = callbacks.add((pointer, ...values) => {
    const phase = values.at(-1);
    if (phase === "prepare") {
      const changes = wasm.diffable_preparation_transaction(pointer);
      // Each view gets a transaction of its own, because a view may dispose its transaction.
      transactions = views.map(() => copyTransaction(changes, source.key));
      const preparation = { pointer };
      try {
        prepareViews(
          views,
          transactions.map((transaction) => preparationFor(source, preparation, transaction)),
        );
      } finally {
        preparation.pointer = undefined;
      }
    } else if (phase === "attach") {
      attachViews(
        views.filter((view) => !attached.includes(view)),
        source,
      );
    } else {
      finishViews(views, phase === "cancel" ? "cancel" : "commit", transactions);
    }
  });
  const out = reserve(4);
  const struct = putWords(
    20,
    addressOf("prepare"),
    addressOf("transaction"),
    addressOf("cancel"),
    addressIfSet(views[0].attach, "attach"),
  );
  invoke(wasm.diffable_view_new, [struct, key, addressOf("finalize"), out]);
  return memory()[out >> 2];
}
