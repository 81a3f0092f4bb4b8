// The calls of each class, with the sorts of their arguments. `?` marks an argument that may be left out.
const ofSnapshots = {
  appendSections: ["sections"],
  insertSectionsBefore: ["sections", "section"],
  insertSectionsAfter: ["sections", "section"],
  deleteSections: ["sectionIds", "mustExist?"],
  moveSectionBefore: ["section", "section"],
  moveSectionAfter: ["section", "section"],
  reloadSections: ["sectionIds"],
  reconfigureSections: ["sectionIds"],
  appendItems: ["treeItems", "place?"],
  prependItems: ["treeItems", "place?"],
  insertItemsAt: ["treeItems", "index", "section?"],
  updateSections: ["sectionIds"],
  renameItem: ["id", "id"],
  replaceItems: ["treeItems", "section?"],
  insertItemsBefore: ["treeItems", "id"],
  insertItemsAfter: ["treeItems", "id"],
  deleteItems: ["ids", "mustExist?"],
  clear: [],
  moveItemBefore: ["id", "id"],
  moveItemAfter: ["id", "id"],
  moveItemsToSection: ["ids", "section"],
  moveItemsToParent: ["ids", "id"],
  reloadItems: ["elements"],
  reconfigureItems: ["elements"],
  updateItems: ["updates"],
  expand: ["ids"],
  collapse: ["ids"],
  keepExpansion: ["ids"],
  keepChildren: ["ids"],
  setExpandable: ["ids", "flag"],
  replaceChildren: ["id", "SectionSnapshot"],
  setSectionSnapshot: ["SectionSnapshot", "section"],
  sectionSnapshot: ["section"],
  snapshotOf: ["id", "flag?"],
  isExpanded: ["id"],
  isExpandable: ["id"],
  keepsExpansion: ["id"],
  isVisible: ["id"],
  levelOfItem: ["id"],
  parentOfItem: ["id"],
  numberOfChildren: ["id"],
  childrenOfItem: ["id"],
  allItemIdentifiers: [],
  expandedItemIdentifiers: [],
  rootItemIdentifiers: ["section?"],
  itemIdentifiers: ["section?"],
  numberOfItems: ["section?"],
  indexOfSection: ["section"],
  indexOfItem: ["id"],
  indexPathOfItem: ["id"],
  sectionContainingItem: ["id"],
  containsItem: ["id"],
  containsSection: ["section"],
  sectionAt: ["index"],
  itemAt: ["path"],
  item: ["id"],
  section: ["section"],
  itemContent: ["id"],
  sectionContent: ["section"],
  each: ["section?"],
  toObject: [],
  toJSON: [],
  encode: ["encodeOptions?"],
  version: [],
  applyPatch: ["bytes"],
  copy: [],
  equals: ["Snapshot"],
  toString: [],
  dispose: [],
};

const ofSources = {
  apply: ["Snapshot", "options?"],
  applyUsingReloadData: ["Snapshot", "reloadOptions?"],
  applySection: ["SectionSnapshot", "section", "options?"],
  update: ["edit", "options?"],
  setItems: ["treeItems", "itemsOptions?"],
  toJSON: [],
  toggleItem: ["id"],
  reorderItem: ["path", "path"],
  lastTransaction: [],
  onApply: ["fn"],
  snapshot: [],
  newSnapshot: [],
  sectionSnapshot: ["section"],
  itemAt: ["path"],
  indexPathOfItem: ["id"],
  sectionAt: ["index"],
  indexOfSection: ["section"],
  item: ["id"],
  section: ["section"],
  cellAt: ["path", "failed?"],
  supplementaryCell: ["kind", "index", "failed?"],
  render: ["failed?"],
  derive: ["derivation?"],
  toString: [],
  dispose: [],
};

export const calls = {
  Snapshot: ofSnapshots,
  SectionSnapshot: ofSnapshots,
  DataSource: ofSources,
  DerivedList: { ...ofSources, set: ["parts"], hold: [], release: [], pending: [] },
  Transaction: { dispose: [], toString: [], toJSON: [] },
  Difference: { steps: [], encode: ["encodeOptions?"], dispose: [], toString: [], toJSON: [] },
  TextView: { dispose: [] },
  Publisher: { message: ["version?"], version: [], dispose: [] },
  Follower: { receive: ["bytes"], version: [], dispose: [] },
  History: { undo: [], redo: [], group: ["caption", "fn"], clear: [], dispose: [] },
};

/** Properties that may be set, with the sorts of their values. */
export const properties = {
  cell: "provider",
  cells: "providers",
  header: "provider",
  footer: "provider",
  supplementary: "providers",
  view: "view",
  defaultRowAnimation: "animation",
  shouldExpandItem: "fn",
  willExpandItem: "fn",
  shouldCollapseItem: "fn",
  willCollapseItem: "fn",
  snapshotForExpandingParent: "children",
  canReorderItem: "yes",
  willReorder: "fn",
  didReorder: "fn",
  refreshesHeaders: "flag",
  strict: "flag",
};

/** Properties that may be read. */
export const getters = {
  Snapshot: ["isDisposed"],
  SectionSnapshot: ["isDisposed"],
  TextView: ["isDisposed"],
  DataSource: [...Object.keys(properties), "key", "isApplying", "isDisposed"],
  DerivedList: [...Object.keys(properties), "isHeld", "key", "isDisposed"],
  Transaction: [
    "initialSnapshot",
    "finalSnapshot",
    "difference",
    "animation",
    "usesReloadData",
    "caption",
    "sectionTransactions",
  ],
  Difference: [
    "deletedSections",
    "insertedSections",
    "movedSections",
    "updatedSections",
    "deletedItems",
    "insertedItems",
    "movedItems",
    "reloadedItems",
    "reconfiguredItems",
    "isEmpty",
  ],
  Publisher: ["isDisposed"],
  Follower: ["isDisposed"],
  History: ["canUndo", "canRedo", "undoCaption", "redoCaption", "isDisposed"],
};

/** How each sort of argument is made. */
export const sorts = {
  sections: (values) => values.sections(),
  section: (values) => values.section(),
  sectionIds: (values) => values.choices.list(2, () => values.section()),
  elements: (values) => values.elements(),
  treeItems: (values) => values.treeItems(),
  updates: (values) => values.updates(),
  place: (values) =>
    values.choices.of([
      () => values.section(),
      () => ({ section: values.section() }),
      () => ({ parent: values.id() }),
    ])(),
  id: (values) => values.id(),
  ids: (values) => values.ids(),
  index: (values) => values.choices.below(5),
  path: (values) => values.path(),
  flag: (values) => values.choices.percent(50),
  mustExist: () => ({ mustExist: true }),
  kind: (values) => values.choices.of(["header", "footer", "badge"]),
  caption: (values) => values.choices.of([undefined, "", "caption"]),
  encodeOptions: (values) => ({ name: values.choices.of(["", "list", 7]) }),
  bytes: (values) => values.document(),
  version: (values) => values.choices.of(values.versions) ?? "0".repeat(32),
  keep: (values) => ({ keep: 1 + values.choices.below(3) }),
  historyOptions: (values) => ({ limit: 1 + values.choices.below(3) }),
  animation: (values) => values.choices.of(["automatic", "fade", "none"]),
  options: (values) => ({
    caption: "caption",
    animation: "left",
    animatingDifferences: values.choices.percent(50),
    completion: () => values.user.act(),
  }),
  itemsOptions: (values) => ({ caption: "caption", section: values.section(), completion: () => values.user.act() }),
  edit: (values) => (draft) => {
    values.user.act();
    if (values.choices.percent(50)) draft.appendItems(values.treeItems());
  },
  reloadOptions: (values) => ({ caption: "caption", completion: () => values.user.act() }),
  keyOptions: (values) => ({
    key: values.choices.of([
      "id",
      "version",
      () => {
        values.user.act();
        return values.id();
      },
    ]),
  }),
  sourceOptions: (values) => ({
    view: sorts.view(values),
    cells: sorts.providers(values),
    header: sorts.provider(values),
  }),
  // What a function of a derived list returns is of every sort. Often it depends on the item alone, as it must.
  derivationFunction: (values, answer) => {
    const seed = values.choices.below(5);
    return (content) => {
      values.user.act();
      return values.choices.percent(92)
        ? answer(String(content?.id ?? content).length + (content?.version ?? 0) + seed)
        : values.hostile();
    };
  },
  parts: (values) => {
    const { choices } = values;
    const options = {};
    const add = (name, make) => {
      if (choices.percent(40)) options[name] = choices.percent(15) ? null : make();
    };
    add("filter", () => sorts.derivationFunction(values, (number) => number % 3 > 0));
    add("section", () =>
      sorts.derivationFunction(values, (number) =>
        number % 2 ? `group ${number % 3}` : { id: number % 3, size: number },
      ),
    );
    add("sort", () =>
      choices.percent(30)
        ? ["-version", "id"]
        : sorts.derivationFunction(values, (number) => [number % 2, "key ".repeat(number % 9)]),
    );
    if (options.section) add("sectionSort", () => sorts.derivationFunction(values, (number) => -number));
    add("limit", () => 1 + choices.below(4));
    add("sectionLimit", () => 1 + choices.below(3));
    if (choices.percent(20)) options.keepEmptySections = choices.percent(50);
    return options;
  },
  derivation: (values) => ({ ...sorts.parts(values), ...(values.choices.percent(50) && sorts.sourceOptions(values)) }),
  sources: (values) =>
    values.choices.list(3, () =>
      values.choices.percent(90) ? values.object(values.choices.of(["DataSource", "DerivedList"])) : values.hostile(),
    ),
  viewOptions: (values) => ({ write: () => values.user.act(), width: 20 + values.choices.below(40) }),
  fn: (values) => () => {
    values.user.act();
    return values.choices.percent(80);
  },
  failed: (values) => () => values.user.act(),
  yes: () => () => true,
  children: (values) => (item, tree) => {
    values.user.act();
    if (values.choices.percent(20)) return values.hostile();
    return values.choices.percent(50) ? undefined : tree;
  },
  provider: (values) => () => {
    values.user.act();
    return values.choices.percent(85) ? { text: "text", detail: values.choices.below(9), height: 1 } : values.hostile();
  },
  providers: (values) => ({ k: sorts.provider(values), badge: sorts.provider(values) }),
  view: (values) => {
    if (values.choices.percent(30)) return values.object("TextView");
    return {
      attach: () => values.user.act(),
      prepare(preparation) {
        values.user.keep(preparation);
        values.user.act();
      },
      commit: () => values.user.act(),
      cancel: () => values.user.act(),
      detach: () => values.user.act(),
    };
  },
  Snapshot: (values) => values.object("Snapshot"),
  SectionSnapshot: (values) => values.object("SectionSnapshot"),
  DataSource: (values) => values.object("DataSource"),
};
