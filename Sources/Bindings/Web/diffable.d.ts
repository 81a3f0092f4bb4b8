// Types of diffable.js, which docs/web.md explains. The module exports only what is exported here.
/// <reference lib="esnext.disposable" />
export {};

/** Names a section or an item: a string, or a whole number. `1` and `"1"` differ. */
export type Identifier = string | number;
/**
 * A section or an item as it is passed to a call: an identifier, or an object that has an identifier and is the
 * content.
 */
export type Element = Identifier | object;
/** One entry, or several. */
export type List<Entry> = Entry | Iterable<Entry>;
/** The field of items that is their identifier, or a function that returns it. */
export type Key<Item> = string | ((item: Item) => Identifier);
/** An item as it is passed to an edit, with the items below it. */
export type Described<Item> = Item | (Item extends object ? Item & Levels<Item> : { id: Item } & Levels<Item>);
/** The fields of an item that are not part of its content. */
export interface Levels<Item> {
  /** The items below this item. */
  children?: Iterable<Described<Item>>;
  /**
   * Whether the children are visible. If this is left out, an item with children keeps the state that it has in the
   * list of the data source.
   */
  expanded?: boolean;
  /**
   * Whether the item is shown as a parent. If this is true and `children` is left out, the item keeps the children that
   * it has in the list of the data source.
   */
  expandable?: boolean;
}
/** An item in an update: its identifier, or an object with the fields that change. */
export type Update<Item> = Identifier | (Partial<Item> & { expanded?: boolean; expandable?: boolean });
/** Where items are appended or prepended: in a section, or below a parent. */
export type Place = Element | { section: Element } | { parent: Element };
/** A section with its items. */
export type SectionWithItems<Section, Item> =
  | Section
  | (Section extends object
      ? Section & { items?: Iterable<Described<Item>> }
      : { id: Section; items?: Iterable<Described<Item>> });
/** A section as `toObject` returns it. */
export type SectionObject<Section, Item> = (Section extends object ? Section : { id: Section }) & {
  items: Described<Item>[];
};
// Prevents the type from being inferred from this place.
type Given<Type> = [Type][Type extends unknown ? 0 : never];
// The types of a section and of its items, inferred from their description.
type SectionIn<Given> = Given extends object ? Omit<Given, "items"> : Given extends Identifier ? Given : never;
type ItemIn<Given> = Given extends object
  ? Omit<Given, keyof Levels<unknown>>
  : Given extends Identifier
    ? Given
    : never;
type ItemsIn<Given> = Given extends { items?: Iterable<infer Item extends Element> } ? ItemIn<Item> : never;
type OrAny<Type> = [Type] extends [never] ? any : Type;

export interface IndexPath {
  section: number;
  item: number;
}

export type RowAnimation = "automatic" | "fade" | "right" | "left" | "top" | "bottom" | "middle" | "none";

export type ErrorCode =
  | "INVALID_ARGUMENT"
  | "DUPLICATE_IDENTIFIER"
  | "UNKNOWN_IDENTIFIER"
  | "NO_SECTIONS"
  | "INVALID_DESTINATION"
  | "NO_PROVIDER"
  | "PROVIDER_FAILED"
  | "INVALID_CELL"
  | "CALLBACK_FAILED"
  | "OUTPUT_FAILED"
  | "LIMIT_EXCEEDED"
  | "APPLY_LOOP"
  | "STALE_SNAPSHOT"
  | "MALFORMED"
  | "WRONG_VERSION";

/**
 * Thrown if a call fails. The printed error contains its code and its call. `message` contains neither, so a program
 * can show it.
 */
export class DiffableError extends Error {
  constructor(code: ErrorCode, message: string, identifier?: Identifier, call?: string);
  code: ErrorCode;
  /** The name of the call that failed. */
  call: string | undefined;
  /** The identifier that the error is about. */
  identifier: Identifier | undefined;
}

/** The base of the classes whose instances stand for objects of the engine. */
declare abstract class Handle {
  /** Whether the object was freed. */
  readonly isDisposed: boolean;
  /** Frees the object now. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * A whole list: sections in order, and the items of each section, with the items below them. Index paths and counts
 * refer to visible items. An item below a collapsed one is hidden, but can be found by its identifier.
 */
export interface Snapshot<Section extends Element = any, Item extends Element = any> extends Handle {
  appendSections(sections: List<SectionWithItems<Section, Item>>): void;
  insertSectionsBefore(sections: List<SectionWithItems<Section, Item>>, anchor: Element): void;
  insertSectionsAfter(sections: List<SectionWithItems<Section, Item>>, anchor: Element): void;
  deleteSections(sections: List<Element>, options?: { mustExist?: boolean }): number;
  moveSectionBefore(section: Element, anchor: Element): void;
  moveSectionAfter(section: Element, anchor: Element): void;
  reloadSections(sections: List<Identifier | Section>): void;
  reconfigureSections(sections: List<Identifier | Section>): void;
  /** Merges fields into the contents of sections, and returns how many contents changed. */
  updateSections(sections: List<Identifier | Partial<Section>>): number;
  appendItems(items: List<Described<Item>>, place?: Place): void;
  prependItems(items: List<Described<Item>>, place?: Place): void;
  /**
   * Inserts items before the visible item at an index of a section, as siblings of that item. If the index is the
   * number of visible items, inserts them at the end of the section.
   */
  insertItemsAt(items: List<Described<Item>>, index: number, section?: Element): void;
  /**
   * Replaces the roots of a section by these items. Items that are roots of the section already keep the items below
   * them, unless `children` are given.
   */
  replaceItems(items: List<Identifier | Described<Item>>, section?: Element): void;
  insertItemsBefore(items: List<Described<Item>>, anchor: Element): void;
  insertItemsAfter(items: List<Described<Item>>, anchor: Element): void;
  /** Deletes items and everything below them. Returns the number of all deleted items. */
  deleteItems(items: List<Element>, options?: { mustExist?: boolean }): number;
  /**
   * Deletes all items and all sections; of a section snapshot, all items. Returns the number of deleted items, hidden
   * ones included.
   */
  clear(): number;
  moveItemBefore(item: Element, anchor: Element): void;
  moveItemAfter(item: Element, anchor: Element): void;
  moveItemsToSection(items: List<Element>, section: Element): void;
  moveItemsToParent(items: List<Element>, parent: Element): void;
  reloadItems(items: List<Identifier | Item>): void;
  reconfigureItems(items: List<Identifier | Item>): void;
  updateItems(items: List<Update<Item>>): number;
  /**
   * Gives an item another identifier. Its row stays. If `renamed` is an object, its fields are merged into the content.
   */
  renameItem(item: Element, renamed: Update<Item>): void;
  expand(items: List<Element>): void;
  collapse(items: List<Element>): void;
  /** At an apply, the items become expanded or collapsed as they are in the list of the data source. */
  keepExpansion(items: List<Element>): void;
  /**
   * At an apply, each of the items that has no children gets the children that it has in the list of the data source.
   */
  keepChildren(items: List<Element>): void;
  setExpandable(items: List<Element>, isExpandable: boolean): void;
  /** Replaces everything below an item. */
  replaceChildren(parent: Element, children: SectionSnapshot<Item>): void;
  /** Replaces the items of a section by those of a section snapshot. A section that does not exist is appended. */
  setSectionSnapshot(tree: SectionSnapshot<Item>, section: Element): void;
  /** Returns the items of a section. */
  sectionSnapshot(section: Element): SectionSnapshot<Item>;
  /** Returns the items below an item. */
  snapshotOf(parent: Element, includingParent?: boolean): SectionSnapshot<Item>;
  isExpanded(item: Element): boolean;
  isExpandable(item: Element): boolean;
  keepsExpansion(item: Element): boolean;
  isVisible(item: Element): boolean;
  levelOfItem(item: Element): number;
  parentOfItem(item: Element): Identifier | undefined;
  numberOfChildren(item: Element): number;
  childrenOfItem(item: Element): Identifier[];
  /** Returns all items, hidden ones too, each parent before its children. */
  allItemIdentifiers(): Identifier[];
  expandedItemIdentifiers(): Identifier[];
  rootItemIdentifiers(section?: Element): Identifier[];
  sectionIdentifiers(): Identifier[];
  itemIdentifiers(section?: Element): Identifier[];
  numberOfSections(): number;
  numberOfItems(section?: Element): number;
  indexOfSection(section: Element): number | undefined;
  indexOfItem(item: Element): number | undefined;
  indexPathOfItem(item: Element): IndexPath | undefined;
  sectionContainingItem(item: Element): Identifier | undefined;
  containsItem(item: Element): boolean;
  containsSection(section: Element): boolean;
  sectionAt(index: number): Identifier | undefined;
  itemAt(indexPath: IndexPath): Identifier | undefined;
  /**
   * Returns the contents of the visible items of a section, or of all sections, in order. For an item without content,
   * the array contains its identifier.
   */
  each(section?: Element): Item[];
  /** Iterates over the contents of all visible items, in order. */
  [Symbol.iterator](): Iterator<Item>;
  item(item: Element): Item | undefined;
  section(section: Element): Section | undefined;
  /** Returns the content as CBOR, or undefined if there is none. */
  itemContent(item: Element): Uint8Array | undefined;
  sectionContent(section: Element): Uint8Array | undefined;
  reloadedItemIdentifiers(): Identifier[];
  reconfiguredItemIdentifiers(): Identifier[];
  reloadedSectionIdentifiers(): Identifier[];
  reconfiguredSectionIdentifiers(): Identifier[];
  /** Returns the list as plain objects, with everything below the items. `new Snapshot` can read them. */
  toObject(): SectionObject<Section, Item>[];
  /** Like `toObject`, for `JSON.stringify`. */
  toJSON(key?: string): any[];
  /**
   * Returns the whole list as bytes, in the format of docs/wire.md. Throws if a content has a function or another value
   * that is not data.
   */
  encode(options?: { name?: string | number }): Uint8Array;
  /**
   * Returns 32 hexadecimal digits. Equal lists have the same version. Lists that differ have different versions, unless
   * somebody made them collide on purpose.
   */
  version(): string;
  /**
   * Changes the list to the new list of a patch, which `encode` of a difference returned. Throws `WRONG_VERSION` if the
   * patch starts from another list.
   */
  applyPatch(bytes: Uint8Array): void;
  copy(): Snapshot<Section, Item>;
  equals(other: unknown): boolean;
  toString(): string;
}

/** The types of a list are those that its context expects, or else they are inferred from the sections and items. */
export interface SnapshotConstructor {
  new (sections?: readonly [], options?: { key?: Key<any> }): Snapshot<any, any>;
  new <Section extends Element = never, Item extends Element = any>(
    sections?: List<SectionWithItems<Given<Section>, Given<Item>>>,
    options?: { key?: Key<Given<Item>> },
  ): Snapshot<Section, Item>;
  new <Entry>(sections: List<Entry>, options?: { key?: Key<any> }): Snapshot<SectionIn<Entry>, OrAny<ItemsIn<Entry>>>;
  readonly prototype: Snapshot<any, any>;
  /** Returns a list with one section, "main" by default. */
  of(items: readonly [], options?: { section?: Element; key?: Key<any> }): Snapshot<any, any>;
  of<Item extends Element = never, Section extends Element = any>(
    items: List<Described<Given<Item>>>,
    options?: { section?: Section; key?: Key<Given<Item>> },
  ): Snapshot<Section, Item>;
  of<Entry>(items: List<Entry>, options?: { section?: Element; key?: Key<any> }): Snapshot<any, ItemIn<Entry>>;
  /**
   * Reads the bytes that `encode` returned, here or in another program. Returns a `SectionSnapshot` if a section
   * snapshot was encoded.
   */
  decode<Section extends Element = any, Item extends Element = any>(
    bytes: Uint8Array,
    options?: { key?: Key<Item> },
  ): Snapshot<Section, Item>;
}
export const Snapshot: SnapshotConstructor;

/** The items of one section, with the items below them. It can be taken out of a snapshot, and put into one. */
export class SectionSnapshot<Item extends Element = any> extends Snapshot<any, Item> {
  constructor(items?: List<Described<Given<Item>>>, options?: { key?: Key<Given<Item>> });
  toObject(): any[];
  copy(): SectionSnapshot<Item>;
  #private;
}

/** One change. `from` is in the old list, and `to` in the new one. */
export interface Change<Content, Place> {
  id: Identifier;
  /** The identifier that a renamed item has in the old list. Other changes do not have this field. */
  oldId?: Identifier;
  from?: Place;
  to?: Place;
  /** Whether an item was deleted or inserted with its section. */
  withSection?: true;
  /** The contents in the old and the new list, if there are any. */
  old?: Content;
  new?: Content;
}

/**
 * A change of consecutive elements. Indexes refer to the list after all earlier steps, except `final`, which refers to
 * the new list.
 */
export type Step =
  | StepOf<"deleteSections" | "insertSections" | "moveSections" | "updateSections", number>
  | StepOf<"deleteItems" | "insertItems" | "moveItems" | "reloadItems" | "reconfigureItems", IndexPath>;

export interface StepOf<Kind, Place> {
  kind: Kind;
  count: number;
  ids: Identifier[];
  from?: Place;
  /** Where the elements are inserted. For a move, this refers to the list without the elements of this step. */
  to?: Place;
  /** The place of the first element in the new list. */
  final?: Place;
}

/** The changes between two snapshots, with the fewest possible moves. */
export class Difference<Section = any, Item = any> extends Handle {
  private constructor();
  readonly deletedSections: readonly Change<Section, number>[];
  readonly insertedSections: readonly Change<Section, number>[];
  readonly movedSections: readonly Change<Section, number>[];
  readonly updatedSections: readonly Change<Section, number>[];
  readonly deletedItems: readonly Change<Item, IndexPath>[];
  readonly insertedItems: readonly Change<Item, IndexPath>[];
  readonly movedItems: readonly Change<Item, IndexPath>[];
  readonly reloadedItems: readonly Change<Item, IndexPath>[];
  readonly reconfiguredItems: readonly Change<Item, IndexPath>[];
  readonly isEmpty: boolean;
  steps(): Step[];
  /**
   * Returns a patch as bytes, which leads from the old list to the new one. `oldContents` adds the contents that are no
   * longer in the new list.
   */
  encode(options?: { name?: string | number; oldContents?: boolean }): Uint8Array;
  /** The description, for `JSON.stringify`. */
  toJSON(key?: string): string;
  toString(): string;
}

/** The changes of one section in one apply. */
export interface SectionTransaction<Item extends Element> {
  section: Identifier;
  initialSnapshot: SectionSnapshot<Item>;
  finalSnapshot: SectionSnapshot<Item>;
  difference: Difference<never, Item>;
}

/** One apply: the list before it, the list after it, and what changed. */
export class Transaction<Section extends Element = any, Item extends Element = any> extends Handle {
  private constructor();
  readonly initialSnapshot: Snapshot<Section, Item>;
  readonly finalSnapshot: Snapshot<Section, Item>;
  readonly difference: Difference<Section, Item>;
  readonly animation: RowAnimation;
  readonly usesReloadData: boolean;
  readonly caption: string | undefined;
  readonly sectionTransactions: SectionTransaction<Item>[];
  /** The conflicts of an apply with the option `rebase`. Empty for any other apply. */
  readonly conflicts: readonly Conflict<Section, Item>[];
  /** The description, for `JSON.stringify`. */
  toJSON(key?: string): string;
  dispose(): void;
  toString(): string;
}

/** What a row shows in a text view. */
export interface Cell {
  text?: string;
  detail?: string;
  secondaryText?: string;
  image?: string;
  accessory?: string;
  height?: number;
  indentation?: number;
}

/** A cell as a provider returns it. A field that is null counts as left out. */
export type CellFields = { [Name in keyof Cell]: Cell[Name] | null };

export type CellProvider<Section extends Element, Item extends Element> = (
  item: Item,
  indexPath: IndexPath,
  source: DataSource<Section, Item>,
) => string | CellFields;
export type SupplementaryProvider<Section extends Element, Item extends Element> = (
  section: Section,
  index: number,
  source: DataSource<Section, Item>,
) => string | CellFields | null | undefined;

/** The apply that a view prepares for, and functions that return the new cells. */
export interface Preparation<Section extends Element, Item extends Element> {
  source: DataSource<Section, Item>;
  transaction: Transaction<Section, Item>;
  cell(indexPath: IndexPath): Cell;
  supplementaryCell(kind: string, sectionIndex: number): Cell | undefined;
}

/** Shows the list of a data source. */
export interface View<Section extends Element = any, Item extends Element = any> {
  attach?(source: DataSource<Section, Item>): void;
  prepare?(preparation: Preparation<Section, Item>): void;
  commit(transaction: Transaction<Section, Item>): void;
  cancel?(transaction: Transaction<Section, Item>): void;
  detach?(source: DataSource<Section, Item>): void;
}

/** Shows lists as lines of text with signs for the changes. */
export class TextView extends Handle {
  constructor(options: {
    write(text: string): void;
    width?: number;
    context?: number;
    color?: "never" | "always";
    showsOld?: boolean;
  });
}

export interface Handlers<Section extends Element, Item extends Element> {
  shouldExpandItem?: (item: Item) => boolean;
  willExpandItem?: (item: Item) => void;
  shouldCollapseItem?: (item: Item) => boolean;
  willCollapseItem?: (item: Item) => void;
  snapshotForExpandingParent?: (item: Item, children: SectionSnapshot<Item>) => SectionSnapshot<Item> | void;
  canReorderItem?: (item: Item) => boolean;
  willReorder?: (transaction: Transaction<Section, Item>) => void;
  didReorder?: (transaction: Transaction<Section, Item>) => void;
}

export interface DataSourceOptions<Section extends Element, Item extends Element> extends Handlers<Section, Item> {
  cell?: CellProvider<Section, Item>;
  /** Cell providers by the field `kind` of items. */
  cells?: Record<string, CellProvider<Section, Item>>;
  header?: SupplementaryProvider<Section, Item>;
  footer?: SupplementaryProvider<Section, Item>;
  supplementary?: Record<string, SupplementaryProvider<Section, Item>>;
  /** A view, or several that each have `attach`. */
  view?: View<Section, Item> | TextView | readonly View<Section, Item>[];
  key?: Key<Item>;
  defaultRowAnimation?: RowAnimation;
  /**
   * Whether the header and the footer of a section are shown again if its items are inserted, deleted, or moved in or
   * out.
   */
  refreshesHeaders?: boolean;
  /**
   * Whether an apply refuses a snapshot that was taken from the data source before another apply. Such a snapshot would
   * undo the changes of that apply.
   */
  strict?: boolean;
}

export interface ApplyOptions<Section extends Element, Item extends Element> {
  animatingDifferences?: boolean;
  animation?: RowAnimation;
  caption?: string;
  completion?: (transaction: Transaction<Section, Item>) => void;
}

/** The options of an apply of a whole snapshot. */
export interface SnapshotApplyOptions<Section extends Element, Item extends Element>
  extends ApplyOptions<Section, Item> {
  /** Merges the edits of the snapshot with the applies since the snapshot was taken from the data source. */
  rebase?: boolean;
}

/**
 * A section or an item that the two sides of a merge changed in ways that do not fit together. It is in the merged
 * list.
 */
export interface Conflict<Section extends Element = any, Item extends Element = any> {
  kind: "changed" | "inserted" | "deleted" | "deletedParent" | "moved" | "cycle" | "renamed";
  id: Identifier;
  isSection: boolean;
  /** The section or item in each of the three lists. If it is not in a list, the field is missing. */
  base?: Section | Item | Identifier;
  mine?: Section | Item | Identifier;
  theirs?: Section | Item | Identifier;
}

/** The options of an apply that reloads, which has no animation. */
export type ReloadOptions<Section extends Element, Item extends Element> = Pick<
  ApplyOptions<Section, Item>,
  "caption" | "completion"
>;

/** Called with the error of an apply that a provider called. Without this function, the call throws the error. */
export type Failed = (error: unknown) => void;

/** Holds the current list, applies snapshots to it, and tells its view. */
export class DataSource<Section extends Element = any, Item extends Element = any> extends Handle {
  constructor(options?: DataSourceOptions<Section, Item>);
  cell: CellProvider<Section, Item> | undefined;
  cells: Record<string, CellProvider<Section, Item>>;
  header: SupplementaryProvider<Section, Item> | undefined;
  footer: SupplementaryProvider<Section, Item> | undefined;
  supplementary: Record<string, SupplementaryProvider<Section, Item>>;
  view: View<Section, Item> | TextView | readonly View<Section, Item>[] | undefined;
  readonly key: Key<Item>;
  defaultRowAnimation: RowAnimation;
  refreshesHeaders: boolean;
  strict: boolean;
  shouldExpandItem: Handlers<Section, Item>["shouldExpandItem"];
  willExpandItem: Handlers<Section, Item>["willExpandItem"];
  shouldCollapseItem: Handlers<Section, Item>["shouldCollapseItem"];
  willCollapseItem: Handlers<Section, Item>["willCollapseItem"];
  snapshotForExpandingParent: Handlers<Section, Item>["snapshotForExpandingParent"];
  canReorderItem: Handlers<Section, Item>["canReorderItem"];
  willReorder: Handlers<Section, Item>["willReorder"];
  didReorder: Handlers<Section, Item>["didReorder"];
  /** Returns undefined if the apply was queued. */
  apply(
    snapshot: Snapshot<Section, Item>,
    options?: SnapshotApplyOptions<Section, Item>,
  ): Transaction<Section, Item> | undefined;
  applyUsingReloadData(
    snapshot: Snapshot<Section, Item>,
    options?: ReloadOptions<Section, Item>,
  ): Transaction<Section, Item> | undefined;
  /**
   * Calls a function that edits a snapshot of the current list, and applies the snapshot. Returns undefined if the
   * apply was queued.
   */
  update(
    change: (draft: Snapshot<Section, Item>) => void,
    options?: SnapshotApplyOptions<Section, Item>,
  ): Transaction<Section, Item> | undefined;
  /**
   * Replaces the items of a list with one section, as if the list were described anew. Returns undefined if the apply
   * was queued.
   */
  setItems(
    items: List<Described<Item>>,
    options?: ApplyOptions<Section, Item> & { section?: Section | Identifier },
  ): Transaction<Section, Item> | undefined;
  applySection(
    tree: SectionSnapshot<Item>,
    section: Section | Identifier,
    options?: ApplyOptions<Section, Item>,
  ): Transaction<Section, Item> | undefined;
  /** Returns undefined if a handler refused it, if the item has nothing to show, or if the apply was queued. */
  toggleItem(item: Element): Transaction<Section, Item> | undefined;
  /**
   * Moves an item with everything below it, as for a user's drag. `to` is its index path in the list without these
   * rows. Returns undefined if the item may not be dragged, or if the apply was queued.
   */
  reorderItem(from: IndexPath, to: IndexPath): Transaction<Section, Item> | undefined;
  /**
   * Returns the transaction of the last apply, tap or drag if it changed the list and then threw an error. Returns
   * undefined otherwise.
   */
  lastTransaction(): Transaction<Section, Item> | undefined;
  /**
   * Calls a function after each apply. Returns a function that removes this observer, and that returns whether the
   * observer was still there.
   */
  onApply(observer: (transaction: Transaction<Section, Item>) => void): () => boolean;
  /** Whether an apply would be queued now, because an apply or another call that runs callbacks is running. */
  readonly isApplying: boolean;
  /** Returns a list that is computed from this one, and follows its changes. */
  derive<Own extends Element = Section>(
    options?: Derivation<Own, Item> & FollowerOptions<Own, Item>,
  ): DerivedList<Own, Item>;
  /** Returns the current list or, while an apply prepares, the list that is being applied. */
  snapshot(): Snapshot<Section, Item>;
  newSnapshot(): Snapshot<Section, Item>;
  sectionSnapshot(section: Element): SectionSnapshot<Item>;
  itemAt(indexPath: IndexPath): Identifier | undefined;
  indexPathOfItem(item: Element): IndexPath | undefined;
  sectionAt(index: number): Identifier | undefined;
  indexOfSection(section: Element): number | undefined;
  item(item: Element): Item | undefined;
  section(section: Element): Section | undefined;
  cellAt(indexPath: IndexPath, failed?: Failed): Cell;
  supplementaryCell(kind: string, index: number, failed?: Failed): Cell | undefined;
  render(failed?: Failed): string;
  /** Returns the current list as plain objects, for `JSON.stringify`. */
  toJSON(key?: string): any[];
  dispose(): void;
  toString(): string;
}

/**
 * One of the values that items are sorted by. Numbers and dates come before strings, strings before booleans, and all of
 * these before null and undefined. Strings are compared by their code points.
 */
export type SortValue = number | bigint | string | boolean | Date | null | undefined;
/** The values by which a list is sorted. They are compared in turn. */
export type SortKey = SortValue | readonly SortValue[];
/**
 * The name of a field of the items. A `-` before the name reverses the order. An item without content has only the
 * field `id`.
 */
export type SortField<Item> = Item extends object ? (keyof Item & string) | `-${keyof Item & string}` : "id" | "-id";
/**
 * The result of a filter. An item is in the list if the result is truthy. This type excludes a Promise, which would
 * always be truthy.
 */
export type FilterAnswer = boolean | number | string | null | undefined | readonly unknown[];

/**
 * How a list is derived from another one. `filter` is called once for each item that is new or renamed, or whose
 * content changed. `section` and `sort` are then called for each of these items that is in the list. The result of each
 * function must depend only on its argument. In `set`, null removes a part.
 */
export interface Derivation<Section extends Element, Item extends Element> {
  /** Returns whether an item is in the list. In a tree, an item is also in the list if any item below it is. */
  filter?: ((item: Item) => FilterAnswer) | null;
  /** Returns the section of an item that has no parent. Without this function, the sections are those of the origin. */
  section?: ((item: Item) => Section) | null;
  /**
   * Returns the key by which an item is sorted. An array of field names sorts by these fields. Without `sort`, and if
   * keys are equal, items are in the order of the origin.
   */
  sort?: ((item: Item) => SortKey) | readonly SortField<Item>[] | null;
  /**
   * Returns the key by which a section that `section` returned is sorted. Without this function, sections are in the
   * order of their first items.
   */
  sectionSort?: ((section: Section) => SortKey) | null;
  /** The maximum number of items in the list, and in each section. In a tree, only items without a parent count. */
  limit?: number | null;
  sectionLimit?: number | null;
  /** Whether a section of the origin is kept even if none of its items is in the list. */
  keepEmptySections?: boolean;
}

/**
 * The options of a list that follows others. There is no `key`, because the list has the key of the list that it
 * follows, or of the first of them.
 */
export type FollowerOptions<Section extends Element, Item extends Element> = Omit<
  DataSourceOptions<Section, Item>,
  "key"
>;

/** How many items `release` of a held list will insert, delete and move. */
export interface PendingChanges {
  inserted: number;
  deleted: number;
  moved: number;
}

/**
 * A list that is computed from the list of another data source, its origin, and follows its changes. It is read-only:
 * changes are made in the origin.
 */
export class DerivedList<Section extends Element = any, Item extends Element = any> extends DataSource<Section, Item> {
  private constructor();
  /**
   * Replaces parts of the derivation, or removes those that are null, in one apply with the fewest changes. Returns
   * undefined if the apply was queued.
   */
  set(derivation: Derivation<Section, Item>): Transaction<Section, Item> | undefined;
  /** Until `release`, contents are updated in place and deleted items disappear, but no row moves or appears. */
  hold(): void;
  /** Shows the changes that waited, in one apply with the fewest changes. Returns undefined if the apply was queued. */
  release(): Transaction<Section, Item> | undefined;
  readonly isHeld: boolean;
  /** Counts the items that wait. All counts are 0 if the list is not held. */
  pending(): PendingChanges;
}

/**
 * Returns a list with the sections of several lists, one list after the other, which follows them all. It is read-only.
 */
export function concat<Section extends Element = any, Item extends Element = any>(
  sources: List<DataSource<Section, Item>>,
  options?: FollowerOptions<Section, Item>,
): DataSource<Section, Item>;

/** Undoes and redoes the changes of a data source from now on: applies, taps and drags. */
export class History<Section extends Element = any, Item extends Element = any> extends Handle {
  /** `limit` is the number of changes that can be undone: a whole number above 0, by default 100. */
  constructor(source: DataSource<Section, Item>, options?: { limit?: number });
  /** Returns undefined if there is nothing to undo, or if the apply was queued. */
  undo(): Transaction<Section, Item> | undefined;
  redo(): Transaction<Section, Item> | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The caption of the apply or group that `undo` undoes. */
  readonly undoCaption: string | undefined;
  readonly redoCaption: string | undefined;
  /** Calls a function, and returns what it returns. All of its changes are undone together. It must not be async. */
  group<Result>(caption: string | undefined, body: () => Result): Result;
  /** Forgets all changes. The list stays as it is. */
  clear(): void;
}

/**
 * Makes the messages that bring copies of the list of a data source up to date, whichever version they have. It knows
 * nothing of connections: the program sends the messages.
 */
export class Publisher<Section extends Element = any, Item extends Element = any> extends Handle {
  /**
   * `keep` is how many earlier lists the publisher keeps: a whole number above 0, by default 100. For an older list,
   * `message` returns the whole list instead of a patch.
   */
  constructor(source: DataSource<Section, Item>, options?: { keep?: number });
  /**
   * Returns the message for somebody whose list has `version`, or who has no list if `version` is undefined. Returns
   * undefined if the current list has `version`.
   */
  message(version?: string): Uint8Array | undefined;
  /** The version of the current list. */
  version(): string;
  #private;
}

/**
 * Applies the messages of a publisher to a data source. After each message with a new version, the data source has the
 * list of that version, even if something else has changed its list in between.
 */
export class Follower<Section extends Element = any, Item extends Element = any> extends Handle {
  constructor(source: DataSource<Section, Item>);
  /**
   * Applies a message, in one apply. Returns undefined if the follower has that version already, or if the apply was
   * queued. Throws `WRONG_VERSION` if earlier messages are missing.
   */
  receive(bytes: Uint8Array): Transaction<Section, Item> | undefined;
  /** The version of the list that was received last. */
  version(): string;
  #private;
}

/** Returns the name of the list in a document, which is a list or a patch. */
export function documentName(bytes: Uint8Array): string | undefined;
/** The content of an item or a section that another program has written, if it is not a map. */
export interface OpaqueContent {
  id: Identifier;
  bytes: Uint8Array;
}

/** Returns the difference between two snapshots. */
export function difference<Section extends Element, Item extends Element>(
  old: Snapshot<Section, Item>,
  fresh: Snapshot<Section, Item>,
): Difference<Section, Item>;
/** Merges two lists that were edited separately, starting from a common one, `base`. */
export function merge<Section extends Element, Item extends Element>(
  base: Snapshot<Section, Item>,
  mine: Snapshot<Section, Item>,
  theirs: Snapshot<Section, Item>,
): { snapshot: Snapshot<Section, Item>; conflicts: readonly Conflict<Section, Item>[] };
/** Returns the version of the engine. */
export function version(): string;
/** Returns the size of the engine's memory in bytes. */
export function memorySize(): number;
/** The values from which the engine can be loaded. */
export type EngineSource = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
/**
 * Loads the engine, once: by default from the file beside the module. Importing `diffable.js` has done this already.
 */
export function init(source?: EngineSource | Promise<EngineSource>): Promise<void>;
