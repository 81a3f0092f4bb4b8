/** A row of a list view. */
export interface ListRow {
  readonly kind: "item" | "header" | "footer";
  readonly identifier: Identifier;
  /** Null if the row is far from the window. */
  readonly element: HTMLElement | null;
}

/**
 * Returns the element of an item or a section, or its text. If `element` is given, it is the element of the row: update
 * and return it, or return another element, which replaces it.
 */
export type RowProvider<Content> = (
  content: Content,
  identifier: Identifier,
  element: HTMLElement | undefined,
) => HTMLElement | string;

export interface ListViewOptions<Section, Item> {
  cell: RowProvider<Item>;
  header?: (...values: Parameters<RowProvider<Section>>) => HTMLElement | string | null | undefined;
  footer?: (...values: Parameters<RowProvider<Section>>) => HTMLElement | string | null | undefined;
  /**
   * The ARIA role of the list. The rows of a "listbox" or a "tree" can have the focus. So can those of a "list" with
   * `onChoose` or `isReorderable`.
   */
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
  /** Keeps the header of the section at the top of the window in sight. */
  stickyHeaders?: boolean;
  /** Called when the user clicks an item, or presses Enter or Space on it. */
  onChoose?: (identifier: Identifier, element: HTMLElement) => void;
  /**
   * Lets the user select items of a "listbox": one, or several with Shift and Control. `onChoose` is then called for
   * Enter and double clicks.
   */
  selection?: "single" | "multiple";
  /**
   * Called when the selection changed because the user selected items, or because selected items were deleted.
   */
  onSelect?: (identifiers: Identifier[]) => void;
  /**
   * Returns the text of an item for type-ahead, in a "listbox" or a "tree". By default, it is the field `text`, `title`
   * or `name` of the item, the item itself if it is an identifier, or else the text of its element, which rows far from
   * the window do not have.
   */
  typeAhead?: (item: Item, identifier: Identifier) => string;
  /** Returns what screen readers announce about the changes of one second, or undefined to announce nothing. */
  announce?: (counts: { inserted: number; deleted: number; moved: number; changed: number }) => string | undefined;
  /** Items can be dragged, and moved by Alt and the arrow keys, if `canReorderItem` of the data source allows it. */
  isReorderable?: boolean;
  /** A CSS selector. Items are dragged by the element in the row that matches it. */
  handle?: string;
  /** Rows can be dragged to other lists of the page that have the same `dragGroup`, and `onReceive`. */
  dragGroup?: string;
  /** Called when a row of another list was dropped here. It must delete the item there and insert it here. */
  onReceive?: (drop: ReceivedRow<Item>) => void;
}

/**
 * The item that was dropped, and where: before the visible item at `index` of `section`, or at the end of the section
 * if there is no such item. `section` is undefined if the list has no sections.
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
   * The identifiers of the selected items, in order. Setting it selects these items and no others, and does not call
   * `onSelect`.
   */
  get selectedItems(): Identifier[];
  set selectedItems(items: List<Element>);
  /**
   * Scrolls to an item, however far away it is, and returns its element. Returns undefined if the list is hidden and
   * has not made the element. Throws `UNKNOWN_IDENTIFIER` if the list does not show it.
   */
  scrollTo(item: Element): HTMLElement | undefined;
  /** Returns the row that contains a node of the page, or undefined. */
  rowOf(node: Node | null): ListRow | undefined;
  attach(source: DataSource<Section, Item>): void;
  prepare(preparation: Preparation<Section, Item>): void;
  commit(transaction: Transaction<Section, Item>): void;
  cancel(transaction: Transaction<Section, Item>): void;
  detach(source: DataSource<Section, Item>): void;
}
