/** A row of a list view. */
export interface ListRow {
  readonly kind: "item" | "header" | "footer";
  readonly identifier: Identifier;
  /** Rows far from the window have no element. */
  readonly element: HTMLElement | null;
}

/** Returns the element of an item or a section, or its text. Where `element` is given, it is updated and returned. */
export type RowProvider<Content> = (
  content: Content,
  identifier: Identifier,
  element: HTMLElement | undefined,
) => HTMLElement | string;

export interface ListViewOptions<Section, Item> {
  cell: RowProvider<Item>;
  header?: (...values: Parameters<RowProvider<Section>>) => HTMLElement | string | null | undefined;
  footer?: (...values: Parameters<RowProvider<Section>>) => HTMLElement | string | null | undefined;
  /** What assistive technology is told that the list is. The rows of a "listbox" or a "tree" can have the focus. */
  role?: "list" | "listbox" | "tree";
  /** The name of the list, for assistive technology. */
  label?: string;
  /**
   * How far above and below the window rows get elements, in pixels. The default is 400. With Infinity, all rows have
   * elements.
   */
  overscan?: number;
  /**
   * What keeps its place on the screen when rows come or go. "top" is the first visible row, and the default. "end" is
   * the end of the list while it is visible, for a chat or a log.
   */
  anchor?: "top" | "end";
  /** The header of the section at the top of the window stays in sight. */
  stickyHeaders?: boolean;
  /** The user clicked an item, or pressed Enter or Space. */
  onChoose?: (identifier: Identifier, element: HTMLElement) => void;
  /**
   * The user can select items of a "listbox": one, or several with Shift and Control. `onChoose` is called by Enter or
   * a double click then.
   */
  selection?: "single" | "multiple";
  /**
   * Other items are selected than before. The list calls it if the user selected them, or if selected items were
   * deleted.
   */
  onSelect?: (identifiers: Identifier[]) => void;
  /**
   * The text of an item for who types its first letters, in a "listbox" or a "tree". By default, it is the field
   * `text`, `title` or `name` of the item, the item itself if it is an identifier, or else the text of its element,
   * which rows far from the window do not have.
   */
  typeAhead?: (item: Item, identifier: Identifier) => string;
  /** Returns what assistive technology says about the changes of a second; undefined to say nothing. */
  announce?: (counts: { inserted: number; deleted: number; moved: number; changed: number }) => string | undefined;
  /** Items can be dragged, and moved by Alt and the arrow keys, if `canReorderItem` of the data source allows it. */
  isReorderable?: boolean;
  /** A selector: items are dragged by the element that it finds. */
  handle?: string;
  /** Rows can be dragged to the other lists of the page that have the same name of a group, and `onReceive`. */
  dragGroup?: string;
  /** A row of another list was dropped here. The page deletes the item there and inserts it here. */
  onReceive?: (drop: ReceivedRow<Item>) => void;
}

/**
 * What was dropped, and where: before the visible item at an index of a section, which is undefined if the list has no
 * sections.
 */
export interface ReceivedRow<Item> {
  identifier: Identifier;
  item: Item;
  from: DataSource<any, any>;
  section: Identifier | undefined;
  index: number;
}

/** A view of a data source whose rows are elements of a page. */
export class ListView<Section extends Element = any, Item extends Element = any> implements View<Section, Item> {
  constructor(element: HTMLElement, options: ListViewOptions<Section, Item>);
  get element(): HTMLElement;
  /**
   * The identifiers of the selected items, in order. To set it selects these items and no others, and does not call
   * `onSelect`.
   */
  get selectedItems(): Identifier[];
  set selectedItems(items: List<Element>);
  /**
   * Scrolls to an item, which may be far away, and returns its element; undefined if a hidden list has not made one.
   * Throws `UNKNOWN_IDENTIFIER` if the list does not show it.
   */
  scrollTo(item: Element): HTMLElement | undefined;
  /** The row that a node of the page is in; undefined if it is in none. */
  rowOf(node: Node | null): ListRow | undefined;
  attach(source: DataSource<Section, Item>): void;
  prepare(preparation: Preparation<Section, Item>): void;
  commit(transaction: Transaction<Section, Item>): void;
  cancel(transaction: Transaction<Section, Item>): void;
  detach(source: DataSource<Section, Item>): void;
}
