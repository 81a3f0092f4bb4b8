import { addressFor, addressOf, CallbackTable } from "./callbacks.js";
import { fillCell, readCell } from "./cells.js";
import { Contents } from "./contents.js";
import { identifier } from "./elements.js";
import { appliedWithError, invoke, queued } from "./calls.js";
import { described, refuse, refuseArgument } from "./errors.js";
import { Adopted, Handle } from "./handles.js";
import {
  indexOrNone, keepText, memory, putId, putPath, putText, putWords, readCString, readId, readNumber, readPath, reserve, wasm, withScratch,
  writeFlag,
} from "./memory.js";
import { animationNumber, animations, checkFunction, checkNames } from "./options.js";
import { SectionSnapshot, treeRevisions } from "./section_snapshot.js";
import { Snapshot } from "./snapshot.js";
import { SourceLookUps } from "./source_look_ups.js";
import { TextView } from "./text_view.js";
import { Transaction } from "./transaction.js";

const sectionHandlers = ["shouldExpandItem", "willExpandItem", "shouldCollapseItem", "willCollapseItem", "snapshotForExpandingParent"];
const dragHandlers = ["canReorderItem", "willReorder", "didReorder"];
const handlers = [...sectionHandlers, ...dragHandlers];
const fields = ["cell", "cells", "header", "footer", "supplementary", "defaultRowAnimation", ...handlers, "view"];
const applyOptions = ["animatingDifferences", "animation", "caption", "completion"];

/** Holds the current list, applies snapshots to it, and tells its view. */
export class DataSource extends SourceLookUps {
  #callbacks = new CallbackTable();
  #contents = new Contents();
  #key;
  #cell;
  #cells = {};
  #supplementary = {};
  #handlers = {};
  #view;
  #lastTransaction;

  constructor(options) {
    checkNames("DataSource", 1, options, [...fields, "key"]);
    super(wasm.diffable_data_source_new(), wasm.diffable_data_source_free);
    this.#key = options?.key ?? "id";
    const address = this.#address("DataSource");
    const kind = this.#callbacks.add((item, revision) => this.#kind(readNumber(revision)));
    wasm.diffable_data_source_set_kind_provider(address, addressOf("kind"), kind, addressOf("finalize"));
    const supplementary = this.#callbacks.add((name, place, index, cell) => this.#fillSupplementary(readCString(name), place, index, cell));
    wasm.diffable_data_source_set_supplementary_provider(address, addressOf("supplementary"), supplementary, addressOf("finalize"));
    for (const name of fields) if (options?.[name] !== undefined) this[name] = options[name];
  }

  /** What look-ups need. */
  static parts(source) {
    return { contents: source.#contents, key: source.#key };
  }

  #address(call) {
    return Handle.address(this, call);
  }

  // Contents

  #content(revision, id) {
    return this.#contents.get(revision) ?? id;
  }

  #item(pointer) {
    const id = readId(pointer);
    return this.#content(wasm.diffable_web_revision_in_source(this.#address("item"), pointer), id);
  }

  // The data source has all contents of its list, of the trees of its sections, and of snapshots that wait to be applied.
  #take(contents, revisions) {
    if (contents !== this.#contents) this.#contents.take(contents, revisions());
  }

  // When nothing is being applied, those of the list and the trees are all that is needed.
  #tidy() {
    if (!this.#contents.isCrowded || this.isApplying) return;
    const list = this.snapshot();
    const revisions = Snapshot.revisions(list, "apply");
    for (const section of list.sectionIdentifiers()) {
      const tree = withScratch(() => wasm.diffable_data_source_section_snapshot(this.#address("apply"), putId(section)));
      for (const revision of treeRevisions(tree)) revisions.push(revision);
      wasm.diffable_section_snapshot_free(tree);
    }
    list.dispose();
    this.#contents = this.#contents.compacted(revisions);
  }

  // Providers

  #kind(revision) {
    const kind = this.#contents.field(revision, "kind");
    return typeof kind === "string" && Object.hasOwn(this.#cells, kind) ? keepText(kind) : 0;
  }

  get cell() { return this.#cell; }

  set cell(provider) {
    checkFunction("cell", provider);
    this.#cell = provider;
    const key = provider ? this.#callbacks.add((...values) => this.#fillCell(this.#cell, ...values)) : 0;
    const source = this.#address("cell");
    wasm.diffable_data_source_set_cell_provider(source, addressFor(provider, "cell"), key, addressFor(provider, "finalize"));
  }

  get cells() { return this.#cells; }

  set cells(providers) {
    for (const kind of Object.keys(this.#cells)) this.#registerCells(kind, undefined);
    this.#cells = { ...providers };
    for (const kind of Object.keys(this.#cells)) {
      checkFunction(`cells.${kind}`, this.#cells[kind]);
      this.#registerCells(kind, this.#cells[kind]);
    }
    Object.freeze(this.#cells);
  }

  #registerCells(kind, provider) {
    const key = provider ? this.#callbacks.add((...values) => this.#fillCell(provider, ...values)) : 0;
    const addresses = [addressFor(provider, "cell"), key, addressFor(provider, "finalize")];
    wasm.diffable_data_source_register_cell_provider(this.#address("cells"), keepText(kind), ...addresses);
  }

  #fillCell(provider, item, revision, path, cell) {
    const id = readId(item);
    const indexPath = readPath(path);
    const value = provider(this.#content(readNumber(revision), id), indexPath, this);
    fillCell(cell, value, () => `cell: item ${JSON.stringify(id)} at section ${indexPath.section}, item ${indexPath.item}`);
  }

  #fillSupplementary(kind, place, index, cell) {
    const provider = Object.hasOwn(this.#supplementary, kind) ? this.#supplementary[kind] : undefined;
    const id = readId(place);
    const value = provider?.(this.#content(readNumber(place + 16), id), index, this);
    if (value !== undefined && value !== null) fillCell(cell, value, () => `${kind}: section ${JSON.stringify(id)} at ${index}`);
  }

  get supplementary() { return this.#supplementary; }

  set supplementary(providers) {
    const { header, footer } = this.#supplementary;
    for (const [kind, provider] of Object.entries(providers ?? {})) checkFunction(`supplementary.${kind}`, provider);
    this.#supplementary = providers ? { header, footer, ...providers } : {};
  }

  get header() { return this.#supplementary.header; }
  set header(provider) { this.#setSupplementary("header", provider); }
  get footer() { return this.#supplementary.footer; }
  set footer(provider) { this.#setSupplementary("footer", provider); }

  #setSupplementary(kind, provider) {
    checkFunction(kind, provider);
    this.#supplementary[kind] = provider ?? undefined;
  }

  /** The field of an item that is its identifier, or a function that returns it. */
  get key() { return this.#key; }

  // Handlers

  /** Sets one of the handlers. They are properties of their names. */
  static setHandler(source, name, handler) {
    checkFunction(name, handler);
    source.#handlers[name] = handler ?? undefined;
    const call = (...values) => source.#handle(values.at(-1), ...values);
    const [names, set] = sectionHandlers.includes(name)
      ? [sectionHandlers, wasm.diffable_data_source_set_section_snapshot_handlers]
      : [dragHandlers, wasm.diffable_data_source_set_reordering_handlers];
    withScratch(() => {
      const addresses = names.map((each) => addressFor(source.#handlers[each], each));
      const struct = putWords(4 + 4 * names.length, ...addresses);
      invoke(name, set, [source.#address(name), struct, source.#callbacks.add(call), addressOf("finalize")]);
    });
  }

  static handler(source, name) {
    return source.#handlers[name];
  }

  #handle(name, pointer, second) {
    const handler = this.#handlers[name];
    switch (name) {
      case "shouldExpandItem": case "shouldCollapseItem": case "canReorderItem": {
        const answer = handler(this.#item(pointer));
        return writeFlag(second, Boolean(answer));
      }
      case "willExpandItem": case "willCollapseItem": return void handler(this.#item(pointer));
      case "snapshotForExpandingParent": return this.#expand(handler, pointer, second);
      default: return void handler(this.#transaction(wasm.diffable_transaction_copy(pointer)));
    }
  }

  #expand(handler, pointer, tree) {
    const children = new SectionSnapshot(new Adopted(wasm.diffable_section_snapshot_copy(tree), this.#contents, this.#key));
    const answer = handler(this.#item(pointer), children) ?? children;
    if (!(answer instanceof SectionSnapshot)) refuse("INVALID_ARGUMENT", `snapshotForExpandingParent: SectionSnapshot expected, got ${described(answer)}`);
    this.#take(SectionSnapshot.contents(answer), () => SectionSnapshot.revisions(answer, "snapshotForExpandingParent"));
    withScratch(() => {
      const addresses = [tree, Handle.address(answer, "snapshotForExpandingParent")];
      invoke("snapshotForExpandingParent", wasm.diffable_section_snapshot_assign, addresses);
    });
    children.dispose();
  }

  // Views

  get view() { return this.#view; }

  set view(view) {
    if (this.isApplying) refuse("INVALID_ARGUMENT", "view: it cannot be set while a callback of the data source runs");
    const isView = typeof view === "object" && view !== null;
    if (!isView && view !== undefined && view !== null && view !== false) refuseArgument("view", 1, "view", view);
    const old = this.#view;
    if (isView && view === old) return;
    if (isView) view.attach?.(this);
    withScratch(() => {
      const isText = view instanceof TextView;
      const address = !isView ? 0 : isText ? Handle.address(view, "view") : this.#newView(view);
      try {
        invoke("view", wasm.diffable_data_source_set_view, [this.#address("view"), address]);
      } finally {
        if (!isText) wasm.diffable_view_free(address);
      }
    });
    this.#view = isView ? view : undefined;
    old?.detach?.(this);
  }

  #newView(view) {
    let transaction;
    const key = this.#callbacks.add((pointer, ...values) => {
      const phase = values.at(-1);
      if (phase === "prepare") {
        transaction = this.#transaction(wasm.diffable_transaction_copy(wasm.diffable_preparation_transaction(pointer)));
        view.prepare?.(this.#preparation(pointer, transaction));
      } else {
        view[phase === "cancel" ? "cancel" : "commit"]?.(transaction);
      }
    });
    const out = reserve(4);
    const struct = putWords(16, addressOf("prepare"), addressOf("transaction"), addressOf("cancel"));
    invoke("view", wasm.diffable_view_new, [struct, key, addressOf("finalize"), out]);
    return memory()[out >> 2];
  }

  #preparation(pointer, transaction) {
    const read = (call, fn, place) => withScratch(() => {
      const out = reserve(4);
      invoke(call, fn, [pointer, ...place(), out]);
      return readCell(memory()[out >> 2]);
    });
    return {
      source: this,
      transaction,
      cell: (indexPath) => read("cell", wasm.diffable_preparation_cell, () => [putPath(indexPath)]),
      supplementaryCell: (kind, index) =>
        read("supplementaryCell", wasm.diffable_preparation_supplementary_cell, () => [putText(String(kind))[0], indexOrNone(index)]),
    };
  }

  // Applies

  #transaction(address) {
    return new Transaction(address, this.#contents, this.#key);
  }

  #change(call, fn, put) {
    let failure;
    this.#lastTransaction = undefined;
    const transaction = withScratch(() => {
      const out = reserve(4);
      memory()[out >> 2] = 0;
      const status = invoke(call, fn, [this.#address(call), ...put(), out], (error) => failure = { error });
      const address = memory()[out >> 2];
      const transaction = address === 0 ? undefined : this.#transaction(address);
      if (status !== queued) this.#lastTransaction = status === appliedWithError ? transaction : undefined;
      return transaction;
    });
    this.#tidy();
    if (failure) throw failure.error;
    return transaction;
  }

  // Puts the options of an apply into scratch memory.
  #options(call, options, names, sectionRevision = 0) {
    checkNames(call, names === applyOptions ? 2 : 3, options, applyOptions);
    const { animatingDifferences = true, animation, caption, completion } = options ?? {};
    checkFunction(`${call}: completion`, completion);
    const number = animation === undefined ? -1 : animationNumber(call, animation);
    const [text, size] = caption === undefined ? [0, 0] : putText(String(caption));
    const key = completion ? this.#callbacks.add((pointer) => void completion(this.#transaction(wasm.diffable_transaction_copy(pointer)))) : 0;
    return putWords(
      40, animatingDifferences ? 1 : 0, number, addressFor(completion, "transaction"), key, addressFor(completion, "finalize"), text, size,
      sectionRevision | 0, sectionRevision / 2 ** 32);
  }

  #apply(call, fn, snapshot, options) {
    if (!(snapshot instanceof Snapshot)) refuseArgument(call, 1, "Snapshot", snapshot);
    this.#take(Snapshot.contents(snapshot), () => Snapshot.revisions(snapshot, call));
    return this.#change(call, fn, () => [Handle.address(snapshot, call), this.#options(call, options, applyOptions)]);
  }

  apply(snapshot, options) {
    return this.#apply("apply", wasm.diffable_data_source_apply, snapshot, options);
  }

  applyUsingReloadData(snapshot, options) {
    return this.#apply("applyUsingReloadData", wasm.diffable_data_source_apply_using_reload_data, snapshot, options);
  }

  applySection(tree, section, options) {
    const call = "applySection";
    if (!(tree instanceof SectionSnapshot)) refuseArgument(call, 1, "SectionSnapshot", tree);
    const id = identifier(section, call, 2);
    this.#take(SectionSnapshot.contents(tree), () => SectionSnapshot.revisions(tree, call));
    const revision = typeof section === "object" ? this.#contents.add(section, new Set(["items"])) : 0;
    const put = () => [Handle.address(tree, call), putId(id), this.#options(call, options, undefined, revision)];
    return this.#change(call, wasm.diffable_data_source_apply_section, put);
  }

  toggleItem(item) {
    const id = identifier(item, "toggleItem", 1, this.#key);
    return this.#change("toggleItem", wasm.diffable_data_source_toggle_item, () => [putId(id)]);
  }

  reorderItem(from, to) {
    return this.#change("reorderItem", wasm.diffable_data_source_reorder_item, () => [putPath(from), putPath(to)]);
  }

  /** The transaction of the last apply, tap or drag, if it took place and then threw an error. */
  lastTransaction() {
    return this.#lastTransaction;
  }

  /** Adds a function that is called after each apply, and returns a function that removes it. */
  onApply(observer) {
    if (typeof observer !== "function") refuseArgument("onApply", 1, "function", observer);
    const key = this.#callbacks.add((pointer) => void observer(this.#transaction(wasm.diffable_transaction_copy(pointer))));
    const token = wasm.diffable_data_source_add_observer(this.#address("onApply"), addressOf("transaction"), key, addressOf("finalize"));
    return () => wasm.diffable_data_source_remove_observer(this.#address("onApply"), token) === 1;
  }

  get defaultRowAnimation() {
    return animations[wasm.diffable_data_source_default_row_animation(this.#address("defaultRowAnimation"))];
  }

  set defaultRowAnimation(name) {
    const call = "defaultRowAnimation";
    const number = animationNumber(call, name);
    withScratch(() => invoke(call, wasm.diffable_data_source_set_default_row_animation, [this.#address(call), number]));
  }

  /** Whether an apply is running, so that another one would be queued. */
  get isApplying() {
    return wasm.diffable_data_source_is_applying(this.#address("isApplying")) === 1;
  }

  /** Frees the data source now. Its callbacks are not called any more. */
  dispose() {
    if (this.isDisposed) return;
    if (this.isApplying) refuse("INVALID_ARGUMENT", "dispose: a callback of the data source runs");
    const view = this.#view;
    super.dispose();
    view?.detach?.(this);
  }
}

for (const name of handlers) {
  Object.defineProperty(DataSource.prototype, name, {
    get() { return DataSource.handler(this, name); },
    set(handler) { DataSource.setHandler(this, name, handler); },
  });
}
