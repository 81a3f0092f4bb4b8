import { addressIfSet, addressOf, CallbackTable } from "./callbacks.js";
import { fillCell } from "./cells.js";
import { withOutput } from "./cbor_output.js";
import { contentSize, kindOf, readContent } from "./contents.js";
import { Elements, identifier } from "./elements.js";
import { appliedWithError, invoke, queued } from "./calls.js";
import { described, inCall, isPromise, quoted, refuse, refuseArgument } from "./errors.js";
import { noticeFreshReferences } from "./fresh_references.js";
import { Adopted, EngineView, Handle } from "./handles.js";
import {
  keepText,
  memory,
  putId,
  putPath,
  putText,
  putWords,
  readCString,
  readId,
  readPath,
  reserve,
  wasm,
  withScratch,
} from "./memory.js";
import { animations, checked, copyFunctions, optionsOfApplies, pathIn, readApplyOptions, rebasing } from "./options.js";
import { SectionSnapshot } from "./section_snapshot.js";
import { mainSection, Snapshot } from "./snapshot.js";
import { connectHandlers, handlers } from "./source_handlers.js";
import { SourceLookUps } from "./source_look_ups.js";
import { followerOptions, readSourceOptions } from "./source_options.js";
import { makeStrict, strict } from "./strict.js";
import { copyTransaction, Transaction } from "./transaction.js";
import { callViewMethod, newViewOf, viewsIn } from "./views.js";

const optionsSize = 44;
// Checks the value that a property is set to: a function, null or undefined. Returns the function, or undefined.
const checkedFunction = (value, name) => checked(name, value ?? undefined, "function");

// Checks the value that a property is set to: true or false. Returns it as a number.
const checkedFlag = (flag) => (checked(undefined, flag ?? null, "boolean") ? 1 : 0);

/** Holds the current list, applies snapshots to it, and tells its view. */
export class DataSource extends SourceLookUps {
  #callbacks = new CallbackTable();
  #cell;
  #cells = copyFunctions();
  #supplementary = copyFunctions();
  #handlers = {};
  #view;
  #views = [];
  #failedKind;
  #lastTransaction;
  #isStrict = false;
  // A data source and its followers refer to each other, so that none is collected before the other.
  #origins = [];
  #followers = new Set();
  #isFollower = false;

  constructor(...values) {
    const adopted = values[0] instanceof Adopted ? values[0] : undefined;
    const options = adopted ? {} : strict("DataSource", (given) => readSourceOptions(given))(...values);
    super(adopted ? adopted.key : (options.key ?? "id"), adopted?.address);
    const address = Handle.address(this);
    const kind = this.#callbacks.add((item, content) => this.#kind(item, content));
    wasm.diffable_data_source_set_kind_provider(address, addressOf("kind"), kind, addressOf("finalize"));
    const supplementary = this.#callbacks.add((name, place, index, cell) =>
      this.#fillSupplementary(readCString(name), place, index, cell),
    );
    wasm.diffable_data_source_set_supplementary_provider(
      address,
      addressOf("supplementary"),
      supplementary,
      addressOf("finalize"),
    );
    this.#setOptions(options);
  }

  #setOptions(options) {
    for (const name of Object.keys(followerOptions)) if (options[name] !== undefined) this[name] = options[name];
  }

  /** Sets the options of a new data source that follows others. */
  static connect(source, options, origins) {
    try {
      source.#setOptions(options);
    } catch (error) {
      source.dispose();
      throw error;
    }
    source.#origins = origins;
    source.#isFollower = true;
    for (const origin of origins) origin.#followers.add(source);
    return source;
  }

  /** Whether a data source was made as one that follows others. */
  static isFollower(source) {
    return source.#isFollower;
  }

  // Only the JavaScript side is disconnected here. The engine ends the connection itself when either data source is
  // freed.
  #disconnect() {
    for (const origin of this.#origins) origin.#followers.delete(this);
    this.#origins = [];
    for (const follower of this.#followers) follower.#disconnect();
  }

  // Providers

  // A kind provider cannot report an error to the engine. So an error of a getter is stored, and thrown when the engine
  // asks for the cell, which it does next.
  #kind(item, content) {
    if (Object.keys(this.#cells).length === 0) return 0;
    try {
      const kind = readContent(content, readId(item), this.key)?.kind;
      // Pass on a kind without a provider too, so that the engine's error can name it.
      const isNeeded =
        typeof kind === "string"
        && (Object.hasOwn(this.#cells, kind) || (this.#cell === undefined && !kind.includes("\0")));
      return isNeeded ? keepText(kind) : 0;
    } catch (error) {
      this.#failedKind = { error };
      return 0;
    }
  }

  get cell() {
    return this.#cell;
  }

  set cell(provider) {
    checkedFunction(provider);
    const source = Handle.address(this);
    this.#cell = provider ?? undefined;
    const key = provider ? this.#callbacks.add((...values) => this.#fillCell(this.#cell, ...values)) : 0;
    wasm.diffable_data_source_set_cell_provider(
      source,
      addressIfSet(provider, "cell"),
      key,
      addressIfSet(provider, "finalize"),
    );
  }

  get cells() {
    return this.#cells;
  }

  set cells(providers) {
    const cells = copyFunctions(providers);
    for (const kind of Object.keys(cells)) keepText(kind);
    for (const kind of Object.keys(this.#cells)) this.#registerCells(kind, undefined);
    this.#cells = cells;
    for (const kind of Object.keys(cells)) this.#registerCells(kind, cells[kind]);
  }

  #registerCells(kind, provider) {
    const [source, name] = [Handle.address(this), keepText(kind)];
    const key = provider ? this.#callbacks.add((...values) => this.#fillCell(provider, ...values)) : 0;
    wasm.diffable_data_source_register_cell_provider(
      source,
      name,
      addressIfSet(provider, "cell"),
      key,
      addressIfSet(provider, "finalize"),
    );
  }

  #fillCell(provider, item, content, path, cell) {
    const id = readId(item);
    const indexPath = readPath(path);
    const failed = this.#failedKind;
    this.#failedKind = undefined;
    if (failed) throw failed.error;
    const value = provider(readContent(content, id, this.key) ?? id, indexPath, this);
    const place = () => `item ${quoted(id)} at section ${indexPath.section}, item ${indexPath.item}`;
    inCall("cell", () => fillCell(cell, value, place, "(item, indexPath, source)"));
  }

  #fillSupplementary(kind, place, index, cell) {
    const provider = Object.hasOwn(this.#supplementary, kind) ? this.#supplementary[kind] : undefined;
    const [section, content] = [memory()[place >> 2], memory()[(place >> 2) + 1]];
    const id = readId(section);
    const value = provider?.(readContent(content, id) ?? id, index, this);
    if (value !== undefined && value !== null)
      inCall(kind, () => fillCell(cell, value, () => `section ${quoted(id)} at ${index}`, "(section, index, source)"));
  }

  get supplementary() {
    return this.#supplementary;
  }

  set supplementary(providers) {
    const { header, footer } = this.#supplementary;
    const all = copyFunctions(providers);
    this.#supplementary = providers ? copyFunctions({ header, footer, ...all }) : all;
  }

  get header() {
    return this.#supplementary.header;
  }
  set header(provider) {
    this.#setSupplementary("header", provider);
  }
  get footer() {
    return this.#supplementary.footer;
  }
  set footer(provider) {
    this.#setSupplementary("footer", provider);
  }

  #setSupplementary(kind, provider) {
    checkedFunction(provider);
    this.#supplementary = copyFunctions({ ...this.#supplementary, [kind]: provider ?? undefined });
  }

  // Handlers

  /** Sets a handler. Each handler is also a property of the data source, defined at the end of this file. */
  static setHandler(source, name, handler) {
    checkedFunction(handler);
    Handle.address(source);
    source.#handlers[name] = handler ?? undefined;
    connectHandlers(source, name, source.#handlers, source.#callbacks);
  }

  static handler(source, name) {
    return source.#handlers[name];
  }

  // Views

  get view() {
    return this.#view;
  }

  set view(view) {
    if (this.isApplying) refuse("INVALID_ARGUMENT", "it cannot be set while a callback of the data source runs");
    const [views, old] = [viewsIn(view), this.#views];
    if (views.length > 0 && view === this.#view) return;
    const oldView = this.#view;
    let failure;
    // Set first, because applies that `attach` calls run before the engine returns.
    this.#views = views;
    this.#view = Array.isArray(view) ? Object.freeze([...views]) : views[0];
    try {
      withScratch(() => {
        const isOwn = Handle.is(views[0], EngineView);
        const address =
          views.length === 0 ? 0 : isOwn ? Handle.address(views[0]) : newViewOf(this, views, old, this.#callbacks);
        try {
          invoke(wasm.diffable_data_source_set_view, [Handle.address(this), address], (error) => (failure = { error }));
        } finally {
          if (!isOwn) wasm.diffable_view_free(address);
        }
      });
    } catch (error) {
      [this.#views, this.#view] = [old, oldView];
      throw error;
    }
    for (const each of old) if (!views.includes(each)) callViewMethod(each, "detach", this);
    if (failure) throw failure.error;
  }

  // Applies

  // A program may go on editing a snapshot that it has applied. So the snapshot remembers, as the base of its next
  // apply, what was applied. If a callback disposed the snapshot or the data source, there is nothing to do.
  #noteApplied(snapshot, transaction) {
    if (!this.isDisposed && !snapshot.isDisposed)
      wasm.diffable_snapshot_set_base(Handle.address(snapshot), Handle.address(this), transaction);
  }

  #change(fn, put, address = Handle.address(this), snapshot = undefined) {
    let failure;
    this.#lastTransaction = undefined;
    const transaction = withScratch(() => {
      const out = reserve(4);
      memory()[out >> 2] = 0;
      const status = invoke(fn, [address, ...put(), out], (error) => (failure = { error }));
      const made = memory()[out >> 2];
      if (made !== 0 && snapshot) this.#noteApplied(snapshot, made);
      const transaction = made === 0 ? undefined : new Transaction(new Adopted(made, this.key));
      if (status !== queued) this.#lastTransaction = status === appliedWithError ? transaction : undefined;
      return transaction;
    });
    if (failure) throw failure.error;
    return transaction;
  }

  // Puts the options of an apply into scratch memory. The last four words are the content of a section. They are zero
  // here; `applySection` fills them.
  #putOptions({ animation, caption, completion }) {
    const [text, size] = caption === undefined ? [0, 0] : putText(caption);
    const key = completion ? this.#callbacks.add((pointer) => void completion(copyTransaction(pointer, this.key))) : 0;
    const words = [addressIfSet(completion, "transaction"), key, addressIfSet(completion, "finalize"), text, size];
    return putWords(optionsSize, animation, ...words, 0, 0, 0, 0);
  }

  #apply(fn, snapshot, options, spec) {
    if (!Handle.is(snapshot, Snapshot)) refuseArgument(1, "Snapshot", snapshot);
    // Read the options before using the snapshot, because their getters may edit or dispose it.
    const how = readApplyOptions(2, options, spec);
    return this.#applySnapshot(fn, snapshot, how);
  }

  #applySnapshot(fn, snapshot, how) {
    if (Handle.is(snapshot, SectionSnapshot))
      refuse("INVALID_ARGUMENT", "this is a section snapshot; applySection applies it");
    const [call, base] = how.rebase ? [rebasing.engineFunction(), [0]] : [fn, []];
    const transaction = this.#change(
      call,
      () => [...base, Handle.address(snapshot), this.#putOptions(how)],
      undefined,
      snapshot,
    );
    if (transaction !== undefined && !transaction.isDisposed) noticeFreshReferences(transaction);
    return transaction;
  }

  /**
   * Calls a function of the engine that changes the list of a data source. `address` is the first argument, and `put`
   * returns the others.
   */
  static change(source, fn, put = () => [], address = Handle.address(source)) {
    Handle.address(source);
    return source.#change(fn, put, address);
  }

  apply(snapshot, options) {
    return this.#apply(wasm.diffable_data_source_apply, snapshot, options, optionsOfApplies.snapshot);
  }
  applyUsingReloadData(snapshot, options) {
    return this.#apply(wasm.diffable_data_source_apply_using_reload_data, snapshot, options, optionsOfApplies.reload);
  }

  /** Passes a snapshot of the current list to `change`, which edits it, and applies the result. */
  update(change, options) {
    if (typeof change !== "function") refuseArgument(1, "function", change);
    const how = readApplyOptions(2, options, optionsOfApplies.snapshot);
    const draft = this.snapshot();
    try {
      const answer = change(draft);
      if (isPromise(answer))
        refuse(
          "INVALID_ARGUMENT",
          "argument 1: the function returned a Promise; await first, and call update with what it gives",
        );
      // In other libraries, this function returns the new list, so people try that here.
      const isList = typeof answer === "object" && answer !== null && answer !== draft;
      if (isList)
        refuse(
          "INVALID_ARGUMENT",
          `argument 1: the function returned ${described(answer)}, which would be ignored; edit the draft that it is given, or use setItems`,
        );
      return this.#applySnapshot(wasm.diffable_data_source_apply, draft, how);
    } finally {
      draft.dispose();
    }
  }

  /** Replaces the list by one section with these items. */
  setItems(items, options) {
    if (Handle.is(items, Snapshot)) refuseArgument(1, "a list", items, "apply takes a snapshot");
    const how = readApplyOptions(2, options, optionsOfApplies.items);
    const [old, next] = [this.snapshot(), this.newSnapshot()];
    try {
      const sections = old.sectionIdentifiers();
      const section = how.section ?? (sections.length === 0 ? mainSection : old.section(sections[0]));
      const name = identifier(section, "section");
      if (section.items !== undefined && how.section !== undefined)
        refuse("INVALID_ARGUMENT", 'section: "items" cannot be given here; they are argument 1');
      const others = sections.filter((id) => id !== name);
      if (others.length > 0) {
        const names =
          others.length > 1
            ? `the sections ${others.slice(0, 3).map(quoted).join(", ")}`
            : `the section ${quoted(others[0])}`;
        refuse(
          "INVALID_ARGUMENT",
          `the list has ${names}, which would be deleted; setItems is for a list of one section, and update edits any list`,
        );
      }
      Snapshot.fillSection(next, section, items);
      return this.#applySnapshot(wasm.diffable_data_source_apply, next, how);
    } finally {
      old.dispose();
      next.dispose();
    }
  }

  applySection(tree, section, options) {
    if (!Handle.is(tree, SectionSnapshot)) refuseArgument(1, "SectionSnapshot", tree);
    const how = readApplyOptions(3, options, optionsOfApplies.section);
    const visit = (id, { items }) =>
      items === undefined
      || refuse("INVALID_ARGUMENT", `section ${quoted(id)}: "items" cannot be given here; the tree has them`, id);
    return withOutput(() => {
      const elements = new Elements([section], { place: 2, key: "id", kind: kindOf(true), visit });
      return this.#change(wasm.diffable_data_source_apply_section, () => {
        const [address, place, options] = [Handle.address(tree), putId(elements.ids[0]), this.#putOptions(how)];
        const [, content] = elements.put();
        if (content !== 0)
          memory().copyWithin((options + optionsSize - contentSize) >> 2, content >> 2, (content + contentSize) >> 2);
        return [address, place, options];
      });
    });
  }

  toggleItem(item) {
    const id = identifier(item, 1, this.key);
    return this.#change(wasm.diffable_data_source_toggle_item, () => [putId(id)]);
  }

  reorderItem(from, to) {
    const paths = [pathIn(1, from), pathIn(2, to)];
    return this.#change(wasm.diffable_data_source_reorder_item, () => paths.map(putPath));
  }

  /** The transaction of the last apply, tap or drag, if it took place and then threw an error. */
  lastTransaction() {
    return this.#lastTransaction;
  }

  /** Adds a function that is called after each apply, and returns a function that removes it. */
  onApply(observer) {
    if (typeof observer !== "function") refuseArgument(1, "function", observer);
    const source = Handle.address(this);
    const key = this.#callbacks.add((pointer) => void observer(copyTransaction(pointer, this.key)));
    const token = wasm.diffable_data_source_add_observer(source, addressOf("transaction"), key, addressOf("finalize"));
    return strict(
      "onApply",
      () => !this.isDisposed && wasm.diffable_data_source_remove_observer(Handle.address(this), token) === 1,
    );
  }

  get defaultRowAnimation() {
    return animations[wasm.diffable_data_source_default_row_animation(Handle.address(this)) - 1];
  }

  set defaultRowAnimation(name) {
    const number = animations.indexOf(checked(undefined, name ?? null, animations)) + 1;
    withScratch(() => invoke(wasm.diffable_data_source_set_default_row_animation, [Handle.address(this), number]));
  }

  /** Whether a section whose items came or went shows its header and footer again. */
  get refreshesHeaders() {
    return wasm.diffable_data_source_refreshes_headers(Handle.address(this)) === 1;
  }
  set refreshesHeaders(flag) {
    wasm.diffable_data_source_set_refreshes_headers(Handle.address(this), checkedFlag(flag));
  }

  /** Whether an apply refuses a snapshot that would undo another apply. */
  get strict() {
    return this.#isStrict;
  }

  set strict(flag) {
    wasm.diffable_data_source_set_strict(Handle.address(this), checkedFlag(flag));
    this.#isStrict = flag;
  }

  /** Whether an apply would be queued now, because an apply or another call that runs callbacks is running. */
  get isApplying() {
    return wasm.diffable_data_source_is_applying(Handle.address(this)) === 1;
  }

  /** Frees the data source now. Its callbacks are not called any more. */
  dispose() {
    if (this.isDisposed) return;
    if (this.isApplying) refuse("INVALID_ARGUMENT", "a callback of the data source runs");
    super.dispose();
    this.#disconnect();
    for (const view of this.#views) callViewMethod(view, "detach", this);
  }
}

for (const name of handlers) {
  Object.defineProperty(DataSource.prototype, name, {
    get() {
      return DataSource.handler(this, name);
    },
    set(handler) {
      DataSource.setHandler(this, name, handler);
    },
    configurable: true,
  });
}
makeStrict(DataSource);

// In other libraries, handlers are assigned to properties named `on...`. Assigning to this method throws an error that
// says how to call it.
const { value: onApply } = Object.getOwnPropertyDescriptor(DataSource.prototype, "onApply");
Object.defineProperty(DataSource.prototype, "onApply", {
  get: () => onApply,
  set() {
    refuse("INVALID_ARGUMENT", "onApply is a method: call source.onApply(observer)");
  },
  configurable: true,
});
