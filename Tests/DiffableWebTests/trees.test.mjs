// A snapshot holds the trees of its list: nothing that a user does to a tree loses a part of it, and undo brings
// everything back.
import assert from "node:assert";
import test from "node:test";
import { DataSource, DiffableError, History, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

function refuses(call, message) {
  assert.throws(call, (error) => {
    assert(error instanceof DiffableError, String(error));
    assert.strictEqual(String(error).slice(15, 15 + message.length), message);
    return true;
  });
}

// The list of most tests: docs (guide), src.
const files = () =>
  new Snapshot([
    { id: "f", items: [{ id: "docs", title: "docs", children: [{ id: "guide", title: "guide" }] }, "src"] },
  ]);
const opened = () => {
  const list = files();
  list.expand("docs");
  return list;
};
const shown = (list, options) => {
  const source = new DataSource({ canReorderItem: () => true, ...options });
  source.apply(list);
  return source;
};
// What a list has, as text: `docs[- guide] src`, with the sign of those that are collapsed.
const outline = (list) => {
  const text = (id) => {
    const children = list.childrenOfItem(id).map(text).join(" ");
    return `${id}${children && `[${list.isExpanded(id) ? "" : "- "}${children}]`}`;
  };
  return list
    .sectionIdentifiers()
    .map((section) => list.rootItemIdentifiers(section).map(text).join(" "))
    .join(" | ");
};
const treeOf = (source) => outline(source.snapshot());

// Undoes a transaction and does it again.
function undoAndRedo(source, transaction, before, after) {
  assert.strictEqual(treeOf(source), after);
  source.apply(transaction.initialSnapshot);
  assert.strictEqual(treeOf(source), before);
  source.apply(transaction.finalSnapshot);
  assert.strictEqual(treeOf(source), after);
  source.apply(transaction.initialSnapshot);
  assert.strictEqual(treeOf(source), before);
}

// The seven cases

test("undo of a tap gives back the tree", () => {
  const source = shown(files());
  undoAndRedo(source, source.toggleItem("docs"), "docs[- guide] src", "docs[guide] src");
  source.toggleItem("docs");
  undoAndRedo(source, source.toggleItem("docs"), "docs[guide] src", "docs[- guide] src");
  assert.strictEqual(outline(source.sectionSnapshot("f")), "docs[guide] src");
});

test("a tap on a leaf changes nothing, unless a handler gives it children", () => {
  const source = shown(files());
  const history = new History(source);
  let children;
  assert.strictEqual(source.toggleItem("src"), undefined);
  source.snapshotForExpandingParent = () => children;
  assert.strictEqual(source.toggleItem("src"), undefined);
  assert.deepStrictEqual([source.snapshot().isExpanded("src"), history.canUndo], [false, false]);
  children = new SectionSnapshot(["main"]);
  source.toggleItem("src");
  assert.deepStrictEqual([source.snapshot().childrenOfItem("src"), history.undoCaption], [["main"], "Expand"]);
  children = new SectionSnapshot(["src"]);
  refuses(
    () => source.toggleItem("docs"),
    'DUPLICATE_IDENTIFIER: snapshotForExpandingParent: item "src" is already at section "f", item 1',
  );
});

test("undo of a deletion gives back what was below the item, with its content", () => {
  const source = shown(files());
  const next = source.snapshot();
  assert.strictEqual(next.deleteItems("docs"), 2);
  const transaction = source.apply(next);
  assert.strictEqual(source.item("guide"), undefined);
  undoAndRedo(source, transaction, "docs[- guide] src", "src");
  assert.strictEqual(source.item("guide").title, "guide");
  source.toggleItem("docs");
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), ["docs", "guide", "src"]);
});

test("a drag to a place that is not there says where it may go", () => {
  const source = shown(opened());
  refuses(
    () => source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 2 }),
    'INVALID_ARGUMENT: reorderItem: item "docs" cannot go to section 0, item 2; the last place there is item 1, counted without the rows that move',
  );
});

test("a folder that is moved takes along what is below it", () => {
  const source = shown(opened());
  undoAndRedo(
    source,
    source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 1 }),
    "docs[guide] src",
    "src docs[guide]",
  );
  const list = opened();
  list.moveItemAfter("docs", "src");
  assert.strictEqual(outline(list), "src docs[guide]");
  list.moveItemBefore("docs", "src");
  assert.strictEqual(outline(list), "docs[guide] src");
  list.moveItemAfter("src", "docs");
  assert.strictEqual(outline(list), "docs[guide] src");
  refuses(
    () => list.moveItemBefore("docs", "guide"),
    'INVALID_DESTINATION: moveItemBefore: item "docs" cannot move below itself; "guide" is below it',
  );
  list.collapse("docs");
  refuses(
    () => list.moveItemAfter("docs", "guide"),
    'INVALID_DESTINATION: moveItemAfter: item "docs" cannot move below itself; "guide" is below it',
  );
  assert.strictEqual(outline(list), "docs[- guide] src");
});

test("a row that is dragged between a folder and its first child becomes its first child", () => {
  const source = shown(opened());
  undoAndRedo(
    source,
    source.reorderItem({ section: 0, item: 2 }, { section: 0, item: 1 }),
    "docs[guide] src",
    "docs[src guide]",
  );
  source.reorderItem({ section: 0, item: 2 }, { section: 0, item: 0 });
  assert.strictEqual(treeOf(source), "src docs[guide]");
});

test("a folder that is deleted from a snapshot takes along what is below it", () => {
  const source = shown(opened());
  const next = source.snapshot();
  assert.strictEqual(next.deleteItems("docs"), 2);
  undoAndRedo(source, source.apply(next), "docs[guide] src", "src");
});

test("an identifier is in one tree only", () => {
  const source = shown(files());
  const other = new SectionSnapshot([{ id: "other", children: ["guide"] }]);
  assert.throws(
    () => source.applySection(other, "g"),
    (error) => error.code === "DUPLICATE_IDENTIFIER" && error.identifier === "guide" && /"docs"/.test(error.message),
  );
  assert.strictEqual(treeOf(source), "docs[- guide] src");
  assert.strictEqual(source.indexOfSection("g"), undefined);
  const list = files();
  assert.throws(
    () => list.setSectionSnapshot(other, "g"),
    (error) => error.code === "DUPLICATE_IDENTIFIER" && error.call === "setSectionSnapshot",
  );
  assert(list.equals(files()));
});

test("an identifier that is hidden cannot be appended", () => {
  const list = files();
  const message = 'DUPLICATE_IDENTIFIER: appendItems: item "guide" is already below the collapsed item "docs"';
  refuses(() => list.appendItems("guide"), message);
  refuses(() => list.appendItems([{ id: "new", children: ["guide"] }], "f"), message);
  refuses(() => list.appendItems("guide", { parent: "src" }), message);
  refuses(
    () => new SectionSnapshot([{ id: "p", children: ["x"] }, "x"]),
    'DUPLICATE_IDENTIFIER: SectionSnapshot: item "x" ',
  );
  assert(list.equals(files()));
});

// The three about describing

test("a provider can ask how many children an item has", () => {
  const seen = [];
  const cell = (item, path, source) => {
    seen.push([item.id ?? item, source.snapshot().numberOfChildren(item)]);
    return "x";
  };
  const source = new DataSource({
    cell,
    view: { prepare: ({ cell }) => void [0, 1].map((item) => cell({ section: 0, item })), commit() {} },
  });
  source.apply(files());
  assert.deepStrictEqual(seen, [
    ["docs", 1],
    ["src", 0],
  ]);
});

test("an update sets the state of an item, and refuses children", () => {
  const list = files();
  assert.strictEqual(
    list.updateItems([
      { id: "docs", expanded: true },
      { id: "src", expandable: true },
    ]),
    0,
  );
  assert(list.isExpanded("docs") && list.isExpandable("src"));
  assert.deepStrictEqual(
    [{ ...list.item("docs") }, list.item("src"), list.reconfiguredItemIdentifiers()],
    [{ id: "docs", title: "docs" }, "src", []],
  );
  assert.strictEqual(list.updateItems({ id: "docs", expanded: false, title: "Documents" }), 1);
  assert.deepStrictEqual(
    [{ ...list.item("docs") }, list.isExpanded("docs")],
    [{ id: "docs", title: "Documents" }, false],
  );
  list.updateItems({ id: "src", expandable: false });
  assert(!list.isExpandable("src"));
  const before = list.copy();
  const [docs, many] = [
    { id: "docs", children: ["x"] },
    [
      { id: "src", title: "Source" },
      { id: "docs", children: [] },
    ],
  ];
  refuses(
    () => list.updateItems(docs),
    'INVALID_ARGUMENT: updateItems: item "docs": "children" cannot be given here; use replaceChildren',
  );
  refuses(() => list.updateItems(many), 'INVALID_ARGUMENT: updateItems: item "docs": "children"');
  refuses(
    () => list.updateItems({ id: "nobody", expanded: true }),
    'UNKNOWN_IDENTIFIER: updateItems: there is no item "nobody"',
  );
  refuses(
    () => list.updateItems({ id: "docs", expanded: 1 }),
    'INVALID_ARGUMENT: updateItems: item "docs": expanded: true or false expected, got 1',
  );
  for (const call of ["reloadItems", "reconfigureItems"]) {
    refuses(
      () => list[call](docs),
      `INVALID_ARGUMENT: ${call}: item "docs": "children" cannot be given here; use replaceChildren`,
    );
    refuses(
      () => list[call]({ id: "docs", expanded: true }),
      `INVALID_ARGUMENT: ${call}: item "docs": "expanded" cannot be given here; use updateItems, expand or collapse`,
    );
    refuses(
      () => list[call]({ id: "docs", expandable: false }),
      `INVALID_ARGUMENT: ${call}: item "docs": "expandable" cannot be given here; use updateItems or setExpandable`,
    );
  }
  for (const call of ["appendSections", "reloadSections", "reconfigureSections"]) {
    refuses(
      () => list[call]({ id: "f", children: ["x"] }),
      `INVALID_ARGUMENT: ${call}: section "f": "children" cannot be given here; use "items"`,
    );
  }
  assert(list.equals(before));
});

test("a tree that is described again keeps what was loaded and what is expanded", () => {
  const source = new DataSource({
    snapshotForExpandingParent({ id }, children) {
      if (children.numberOfItems() === 0)
        children.appendItems([{ id: `${id}/a`, title: "a", expandable: true }, `${id}/b`]);
    },
  });
  const describe = (...more) => {
    const list = source.newSnapshot();
    list.appendSections({
      id: "f",
      items: [{ id: "docs", expandable: true }, { id: "src", children: ["main"] }, ...more],
    });
    return source.apply(list);
  };
  describe();
  source.toggleItem("docs");
  source.toggleItem("docs/a");
  source.toggleItem("src");
  const all = "docs[docs/a[docs/a/a docs/a/b] docs/b] src[main]";
  assert.strictEqual(treeOf(source), all);
  assert.strictEqual(String(describe()), "no changes");
  assert.strictEqual(treeOf(source), all);
  assert.strictEqual(source.item("docs/a").title, "a");
  // What is described elsewhere is not taken back.
  describe({ id: "docs/b", title: "moved" });
  assert.strictEqual(treeOf(source), "docs[docs/a[docs/a/a docs/a/b]] src[main] docs/b");
  source.toggleItem("docs");
  describe();
  assert.strictEqual(treeOf(source), "docs[- docs/a[docs/a/a docs/a/b]] src[main]");
  // A list that says more is what it says.
  source.apply(
    new Snapshot([
      {
        id: "f",
        items: [
          { id: "docs", expanded: false, children: ["c"] },
          { id: "src", expanded: false, children: ["main"] },
        ],
      },
    ]),
  );
  assert.strictEqual(treeOf(source), "docs[- c] src[- main]");
  source.apply(new Snapshot([{ id: "f", items: ["docs", "src"] }]));
  assert.strictEqual(treeOf(source), "docs src");
});

test("what the list has is kept where it is asked for", () => {
  const source = shown(opened());
  const list = new Snapshot([{ id: "f", items: ["docs", "src", { id: "new", children: ["a"] }] }]);
  list.keepChildren(["docs", "src"]);
  list.keepExpansion("docs");
  assert.deepStrictEqual([list.keepsExpansion("docs"), list.numberOfChildren("docs")], [true, 0]);
  source.apply(list);
  assert.strictEqual(treeOf(source), "docs[guide] src new[- a]");
  assert.deepStrictEqual([source.item("guide").title, source.snapshot().keepsExpansion("docs")], ["guide", false]);
});

test("elements of a page and other content by identity have no tree", () => {
  class List {
    get [Symbol.toStringTag]() {
      return "HTMLLIElement";
    }
  }
  const element = Object.assign(new List(), { id: "li", children: ["text"], expanded: true });
  const list = new Snapshot([{ id: "s", items: [element] }]);
  assert.deepStrictEqual([list.allItemIdentifiers(), list.item("li"), list.isExpanded("li")], [["li"], element, false]);
});

// Undo and redo of the rest of what a user can do

test("undo of a move into a folder, a new name and children that are loaded", () => {
  const source = shown(files(), {
    snapshotForExpandingParent: ({ id }, children) => {
      if (id === "lib") children.appendItems({ id: "lib/a", title: "a" });
    },
  });
  const edited = (edit) => {
    const next = source.snapshot();
    edit(next);
    return source.apply(next);
  };
  undoAndRedo(
    source,
    edited((list) => list.moveItemsToParent(["src"], "docs")),
    "docs[- guide] src",
    "docs[- guide src]",
  );
  const renamed = edited((list) =>
    list.updateItems([
      { id: "docs", title: "Documents" },
      { id: "guide", title: "Guide" },
    ]),
  );
  assert.strictEqual(String(renamed), "1 item reconfigured");
  assert.strictEqual(source.item("guide").title, "Guide");
  undoAndRedo(source, renamed, "docs[- guide] src", "docs[- guide] src");
  assert.deepStrictEqual([source.item("docs").title, source.item("guide").title], ["docs", "guide"]);
  source.apply(renamed.finalSnapshot);
  assert.deepStrictEqual([source.item("docs").title, source.item("guide").title], ["Documents", "Guide"]);
  edited((list) => list.appendItems({ id: "lib", expandable: true }));
  undoAndRedo(source, source.toggleItem("lib"), "docs[- guide] src lib", "docs[- guide] src lib[lib/a]");
  assert(source.snapshot().isExpandable("lib"));
});

// Describing

test("children can be described wherever items are", () => {
  const docs = (name) => ({
    id: name,
    expanded: true,
    children: [{ id: `${name}/a`, title: "a", children: [`${name}/a/b`] }, `${name}/c`],
  });
  const list = new Snapshot([{ id: "s", items: [docs("new")] }, "t"]);
  list.appendItems(docs("appended"), "t");
  list.appendItems([docs("more"), "flat"], { section: "s" });
  list.appendItems(docs("below"), { parent: "flat" });
  list.insertItemsBefore(docs("before"), "appended");
  list.insertItemsAfter(["x", docs("after")], "more");
  list.appendSections([{ id: "u", items: [docs("section")] }]);
  list.insertSectionsBefore({ id: "first", items: [docs("first")] }, "s");
  list.insertSectionsAfter({ id: "last", items: [docs("last")] }, "u");
  const below = (name) => `${name}[${name}/a[- ${name}/a/b] ${name}/c]`;
  assert.strictEqual(
    outline(list),
    [
      below("first"),
      `${below("new")} ${below("more")} x ${below("after")} flat[- ${below("below")}]`,
      `${below("before")} ${below("appended")}`,
      below("section"),
      below("last"),
    ].join(" | "),
  );
  assert.strictEqual(list.item("below/a").title, "a");
  assert.deepStrictEqual(Object.keys(list.item("below/a")), ["id", "title"]);
  list.replaceItems([docs("replaced"), "flat", { id: "more", children: ["one", "more/c"] }], "s");
  assert.strictEqual(outline(list).split(" | ")[1], `${below("replaced")} flat[- ${below("below")}] more[one more/c]`);
  assert.strictEqual(outline(new SectionSnapshot([docs("tree")])), below("tree"));
});

test("what is described below items is added as a whole or not at all", () => {
  const list = files();
  const wrong = [
    [{ id: "a", children: [{ id: "b", children: ["c", "docs"] }] }],
    [{ id: "a", children: ["b", "b"] }],
    [{ id: "a", children: [true] }],
    [{ id: "a", expanded: "yes" }],
    [{ id: "a", expandable: 1 }],
    [{ id: "a", children: 1.5 }],
    [{ id: "a", children: null }],
  ];
  for (const items of wrong) {
    for (const call of [
      () => list.appendItems(items),
      () => list.appendItems(items, { parent: "src" }),
      () => list.insertItemsAfter(items, "guide"),
      () => list.appendSections({ id: "g", items }),
      () => list.replaceItems(["docs", ...items]),
    ])
      assert.throws(call, DiffableError);
    assert(list.equals(files()));
  }
  const itself = { id: "a", children: [] };
  itself.children.push(itself);
  refuses(() => list.appendItems(itself), 'DUPLICATE_IDENTIFIER: appendItems: item "a" ');
  assert(list.equals(files()));
});

test("a tree of 100,000 levels is described, copied and taken apart", () => {
  let item = { id: 0 };
  for (let id = 1; id < 100000; id += 1) item = { id, expanded: true, children: [item] };
  const list = new Snapshot([{ id: "s", items: [item] }]);
  assert.strictEqual(list.numberOfItems(), 100000);
  assert.strictEqual(list.levelOfItem(0), 99999);
  assert.strictEqual(list.sectionSnapshot("s").numberOfItems(), 100000);
  assert.strictEqual(list.copy().deleteItems(99998), 99999);
});

test("the place of new items is a section, or a parent", () => {
  const list = files();
  list.appendItems("a", { parent: { id: "docs" } });
  list.appendItems("b", { id: "f" });
  list.appendItems("c", { section: { id: "f" } });
  assert.strictEqual(outline(list), "docs[- guide a] src b c");
  refuses(
    () => list.appendItems("d", { parent: "nobody" }),
    'UNKNOWN_IDENTIFIER: appendItems: there is no item "nobody"',
  );
  refuses(
    () => list.appendItems("d", { section: "nobody" }),
    'UNKNOWN_IDENTIFIER: appendItems: there is no section "nobody"',
  );
  for (const place of [
    {},
    { parent: undefined },
    { section: null },
    { parent: "docs", section: "f" },
    { above: "docs" },
    [],
  ]) {
    refuses(() => list.appendItems("d", place), "INVALID_ARGUMENT: appendItems: ");
  }
  assert.strictEqual(outline(list), "docs[- guide a] src b c");
});

// Edits

test("items are replaced, and those that stay keep what is below them", () => {
  const list = opened();
  list.appendSections({ id: "g", items: ["other"] });
  list.reloadItems("guide");
  list.replaceItems(["src", "docs"], "f");
  assert.strictEqual(outline(list), "src docs[guide] | other");
  assert.deepStrictEqual(
    [list.item("docs").title, list.item("guide").title, list.reloadedItemIdentifiers()],
    ["docs", "guide", ["guide"]],
  );
  refuses(() => list.replaceItems(["docs", "guide"], "f"), 'DUPLICATE_IDENTIFIER: replaceItems: item "guide" ');
  refuses(() => list.replaceItems(["docs", "other"], "f"), 'DUPLICATE_IDENTIFIER: replaceItems: item "other" ');
  refuses(
    () => list.replaceItems([{ id: "docs", children: ["other"] }], "f"),
    'DUPLICATE_IDENTIFIER: replaceItems: item "other" ',
  );
  // What the children are described as is all that there is below an item; they keep their content, if they say none.
  list.replaceItems([{ id: "docs", title: "docs", children: ["guide", { id: "src", title: "Source" }] }], "f");
  assert.strictEqual(outline(list), "docs[guide src] | other");
  assert.deepStrictEqual([list.item("guide").title, list.item("src").title], ["guide", "Source"]);
  list.replaceItems(
    [
      { id: "docs", children: [] },
      { id: "new", expandable: true },
    ],
    "f",
  );
  assert.strictEqual(outline(list), "docs new | other");
});

test("trees are taken out of a list, and put into one", () => {
  const list = opened();
  const tree = list.sectionSnapshot("f");
  assert(tree instanceof SectionSnapshot && tree instanceof Snapshot && tree.copy() instanceof SectionSnapshot);
  assert.strictEqual(outline(tree), "docs[guide] src");
  assert.strictEqual(tree.item("guide").title, "guide");
  refuses(() => list.sectionSnapshot("nobody"), 'UNKNOWN_IDENTIFIER: sectionSnapshot: there is no section "nobody"');
  tree.appendItems({ id: "more", title: "more" }, { parent: "guide" });
  list.setSectionSnapshot(tree, "f");
  assert.strictEqual(outline(list), "docs[guide[- more]] src");
  assert.strictEqual(list.item("more").title, "more");
  const part = list.snapshotOf("docs");
  assert.strictEqual(outline(part), "guide[- more]");
  assert.strictEqual(outline(list.snapshotOf("docs", true)), "docs[guide[- more]]");
  part.clear();
  part.appendItems([{ id: "x", expanded: true, children: ["y"] }]);
  list.replaceChildren("docs", part);
  assert.strictEqual(outline(list), "docs[x[y]] src");
  list.setSectionSnapshot(new SectionSnapshot(["src", { id: "z", children: ["w"] }]), "g");
  assert.strictEqual(outline(list), "docs[x[y]] | src z[- w]");
  for (const call of [
    () => tree.appendSections("g"),
    () => tree.deleteSections(0),
    () => tree.reloadSections(0),
    () => tree.insertSectionsAfter("g", 0),
    () => tree.moveSectionBefore(0, 0),
  ])
    assert.throws(call, (error) => error.code === "INVALID_ARGUMENT" && /section snapshot/.test(error.message));
  const source = new DataSource();
  refuses(() => source.apply(tree), "INVALID_ARGUMENT: apply: this is a section snapshot; applySection applies it");
  refuses(
    () => source.applyUsingReloadData(tree),
    "INVALID_ARGUMENT: applyUsingReloadData: this is a section snapshot; applySection applies it",
  );
  refuses(() => source.applySection(list, "f"), "INVALID_ARGUMENT: applySection: argument 1: SectionSnapshot expected");
  refuses(
    () => list.setSectionSnapshot(list, "f"),
    "INVALID_ARGUMENT: setSectionSnapshot: argument 1: SectionSnapshot expected",
  );
  refuses(
    () => list.replaceChildren("docs", ["a"]),
    "INVALID_ARGUMENT: replaceChildren: argument 2: SectionSnapshot expected",
  );
});

test("items move with what is below them", () => {
  const list = opened();
  list.appendSections("g");
  list.moveItemsToSection("docs", "g");
  assert.strictEqual(outline(list), "src | docs[guide]");
  list.moveItemsToParent(["docs"], "src");
  assert.strictEqual(outline(list), "src[- docs[guide]] | ");
  assert.deepStrictEqual(
    [list.sectionContainingItem("guide"), list.isVisible("guide"), list.indexPathOfItem("guide")],
    ["f", false, undefined],
  );
  refuses(
    () => list.moveItemsToSection(["docs", "guide"], "g"),
    'DUPLICATE_IDENTIFIER: moveItemsToSection: item "guide" is below item "docs", which moves as well',
  );
  refuses(() => list.moveItemsToParent("src", "guide"), "INVALID_DESTINATION: moveItemsToParent: ");
  assert.strictEqual(outline(list), "src[- docs[guide]] | ");
});

test("hidden items are found by their identifiers", () => {
  const source = shown(files());
  const list = source.snapshot();
  assert.deepStrictEqual(
    [list.numberOfItems(), list.itemIdentifiers(), list.allItemIdentifiers()],
    [2, ["docs", "src"], ["docs", "guide", "src"]],
  );
  assert.deepStrictEqual(
    [list.indexOfItem("guide"), list.indexPathOfItem("guide"), list.containsItem("guide")],
    [undefined, undefined, true],
  );
  assert.deepStrictEqual(
    [list.parentOfItem("guide"), list.levelOfItem("guide"), list.sectionContainingItem("guide")],
    ["docs", 1, "f"],
  );
  assert.deepStrictEqual(
    [list.rootItemIdentifiers(), list.rootItemIdentifiers("f"), list.expandedItemIdentifiers()],
    [["docs", "src"], ["docs", "src"], []],
  );
  assert.deepStrictEqual(
    [list.childrenOfItem("docs"), list.numberOfChildren("docs"), list.childrenOfItem("src")],
    [["guide"], 1, []],
  );
  assert.deepStrictEqual(
    [list.item("guide").title, source.item("guide").title, source.indexPathOfItem("guide")],
    ["guide", "guide", undefined],
  );
  refuses(
    () => source.toggleItem("guide"),
    'UNKNOWN_IDENTIFIER: toggleItem: item "guide" is below the collapsed item "docs"',
  );
  refuses(
    () => list.rootItemIdentifiers("nobody"),
    'UNKNOWN_IDENTIFIER: rootItemIdentifiers: there is no section "nobody"',
  );
  for (const call of ["numberOfChildren", "childrenOfItem", "isExpandable", "snapshotOf"]) {
    refuses(() => list[call]("nobody"), `UNKNOWN_IDENTIFIER: ${call}: there is no item "nobody"`);
  }
  assert.strictEqual(String(list), '"f" (2 items, 1 hidden)\n- "docs"\n    "guide"\n  "src"');
  list.reconfigureItems({ id: "guide", title: "Guide" });
  assert.strictEqual(String(source.apply(list)), "no changes");
  assert.strictEqual(source.item("guide").title, "Guide");
});

// What callbacks see

test("a provider sees the list that is being applied", () => {
  const seen = [];
  const look = (source) => [
    treeOf(source),
    source.item("new")?.title,
    source.indexPathOfItem("new")?.item,
    source.item("guide")?.title,
  ];
  const options = {
    cell: (item, path, source) => {
      seen.push(["cell", ...look(source)]);
      return "x";
    },
    header: (section, index, source) => {
      seen.push(["header", ...look(source)]);
      return "x";
    },
    view: {
      prepare({ source, cell, supplementaryCell }) {
        cell({ section: 0, item: 0 });
        supplementaryCell("header", 0);
        seen.push(["prepare", ...look(source)]);
      },
      commit: () => seen.push(["commit", ...look(source)]),
    },
  };
  const source = new DataSource();
  source.apply(files());
  Object.assign(source, options);
  source.onApply(() => seen.push(["observer", ...look(source)]));
  const next = source.snapshot();
  next.appendItems({ id: "new", title: "New" }, { parent: "docs" });
  next.expand("docs");
  source.apply(next, { completion: () => seen.push(["completion", ...look(source)]) });
  const expected = ["docs[guide new] src", "New", 2, "guide"];
  assert.deepStrictEqual(
    seen,
    ["cell", "header", "prepare", "commit", "observer", "completion"].map((name) => [name, ...expected]),
  );
});

test("after a failure the old list is there again", () => {
  const source = shown(files());
  let inside;
  source.view = {
    prepare: ({ source }) => {
      inside = [treeOf(source), source.item("new").title];
      throw new RangeError("prepare");
    },
    commit() {},
  };
  const next = source.snapshot();
  next.appendItems({ id: "new", title: "New" }, { parent: "docs" });
  next.deleteItems("guide");
  assert.throws(() => source.apply(next), RangeError);
  assert.deepStrictEqual(inside, ["docs[- new] src", "New"]);
  assert.deepStrictEqual(
    [treeOf(source), source.item("new"), source.item("guide").title],
    ["docs[- guide] src", undefined, "guide"],
  );
  assert.throws(() => source.applySection(new SectionSnapshot([{ id: "new", title: "New" }]), "f"), RangeError);
  assert.throws(() => source.toggleItem("docs"), TypeError);
  assert.strictEqual(treeOf(source), "docs[- guide] src");
  source.view = undefined;
  assert.strictEqual(String(source.toggleItem("docs")), "1 item inserted");
});

test("an apply inside of another one begins with the list that this leaves", () => {
  const source = shown(files(), { cell: () => "x" });
  let isFirst = true;
  const results = [];
  source.view = {
    attach() {},
    commit() {},
    prepare({ source, transaction, cell }) {
      results.push(`prepare ${outline(transaction.initialSnapshot)} -> ${treeOf(source)}`);
      if (!isFirst) return;
      isFirst = false;
      results.push(source.applySection(new SectionSnapshot(["one"]), "g"), source.toggleItem("docs"));
    },
  };
  source.onApply(({ finalSnapshot }) => results.push(`observer ${outline(finalSnapshot)} = ${treeOf(source)}`));
  const next = source.snapshot();
  next.appendItems("last", "f");
  source.apply(next);
  assert.deepStrictEqual(results, [
    "prepare docs[- guide] src -> docs[- guide] src last",
    undefined,
    undefined,
    "observer docs[- guide] src last = docs[- guide] src last",
    "prepare docs[- guide] src last -> docs[- guide] src last | one",
    "observer docs[- guide] src last | one = docs[- guide] src last | one",
    "prepare docs[- guide] src last | one -> docs[guide] src last | one",
    "observer docs[guide] src last | one = docs[guide] src last | one",
  ]);
});

test("handlers of taps and drags see the old list, and didReorder the new one", () => {
  const seen = [];
  const tell = (name) => () => {
    seen.push(`${name} ${treeOf(source)}`);
    return true;
  };
  const source = shown(
    files(),
    Object.fromEntries(
      ["shouldExpandItem", "willExpandItem", "canReorderItem", "willReorder", "didReorder"].map((name) => [
        name,
        tell(name),
      ]),
    ),
  );
  source.view = { prepare: ({ source }) => void seen.push(`prepare ${treeOf(source)}`), commit() {} };
  source.toggleItem("docs");
  source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 1 });
  const [closed, open, moved] = ["docs[- guide] src", "docs[guide] src", "src docs[guide]"];
  assert.deepStrictEqual(seen, [
    `shouldExpandItem ${closed}`,
    `willExpandItem ${closed}`,
    `prepare ${open}`,
    `canReorderItem ${open}`,
    `willReorder ${open}`,
    `prepare ${moved}`,
    `didReorder ${moved}`,
  ]);
});

test("contents of hidden items stay after many applies", () => {
  const source = shown(files());
  const before = source.snapshot();
  for (let round = 0; round < 300; round += 1) {
    const next = source.snapshot();
    next.updateItems({ id: "src", round });
    source.apply(next);
  }
  assert.strictEqual(source.item("guide").title, "guide");
  source.apply(before);
  source.toggleItem("docs");
  assert.deepStrictEqual([source.item("guide").title, source.item("src")], ["guide", "src"]);
});
