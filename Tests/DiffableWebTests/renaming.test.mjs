// Items that get another identifier.
import assert from "node:assert";
import test from "node:test";
import { DataSource, difference, Snapshot } from "../../build/web/diffable.js";

const chat = () =>
  new Snapshot([
    {
      id: "chat",
      items: [
        { id: 1, text: "Hello" },
        { id: "draft", text: "Hi", state: "sending", expanded: true, children: ["photo"] },
        3,
      ],
    },
  ]);

const printed = (call) => {
  try {
    return call();
  } catch (error) {
    return String(error).slice("DiffableError: ".length);
  }
};

test("a renamed item keeps its place, its content and what is below it", () => {
  const snapshot = chat();
  snapshot.renameItem("draft", 2);
  assert.deepStrictEqual(snapshot.itemIdentifiers(), [1, 2, "photo", 3]);
  assert.deepStrictEqual(snapshot.item(2), { id: 2, text: "Hi", state: "sending" });
  assert.strictEqual(snapshot.item("draft"), undefined);
  assert(snapshot.isExpanded(2));
  snapshot.renameItem(3, "three");
  assert.strictEqual(snapshot.item("three"), "three");
});

test("its change names the earlier identifier, and others have none", () => {
  const source = new DataSource();
  source.apply(chat());
  const next = source.snapshot();
  next.renameItem("draft", 2);
  next.updateItems({ id: 1, text: "Hello!" });
  next.moveItemAfter(2, 3);
  const { reconfiguredItems, movedItems, deletedItems, insertedItems } = source.apply(next).difference;
  assert.deepStrictEqual([deletedItems, insertedItems], [[], []]);
  assert.deepStrictEqual(
    reconfiguredItems.map(({ id, oldId }) => [id, oldId]),
    [
      [1, undefined],
      [2, "draft"],
    ],
  );
  assert(!("oldId" in reconfiguredItems[0]));
  const renamed = reconfiguredItems[1];
  assert.deepStrictEqual(
    [renamed.old.id, renamed.new.id, renamed.new.text, renamed.from, renamed.to],
    ["draft", 2, "Hi", { section: 0, item: 1 }, { section: 0, item: 2 }],
  );
  for (const { id, oldId } of movedItems) assert.strictEqual(oldId, id === 2 ? "draft" : undefined);
  assert.strictEqual(String(difference(chat(), chat())), "no changes");
});

test("an object brings fields along", () => {
  const snapshot = chat();
  snapshot.renameItem("draft", { id: 2, state: "sent", expanded: false });
  assert.deepStrictEqual({ ...snapshot.item(2) }, { id: 2, text: "Hi", state: "sent" });
  assert.deepStrictEqual(snapshot.itemIdentifiers(), [1, 2, 3]);
  snapshot.renameItem(3, { id: "three", text: "Three" });
  assert.strictEqual(snapshot.item("three").text, "Three");
});

test("a content that has its identifier in another field gets the new one", () => {
  const snapshot = new Snapshot([{ id: "s", items: [{ uuid: "a", text: "A" }, "b"] }], { key: "uuid" });
  snapshot.renameItem("a", 7);
  snapshot.renameItem({ uuid: "b" }, { uuid: 8 });
  assert.deepStrictEqual(
    snapshot.each().map((item) => ({ ...item })),
    [{ uuid: 7, text: "A" }, { uuid: 8 }],
  );
  const made = new Snapshot([{ id: "s", items: [{ name: "a", text: "A" }, "b"] }], { key: (item) => item.name });
  assert.strictEqual(
    printed(() => made.renameItem("a", "c")),
    "INVALID_ARGUMENT: renameItem: argument 2: an object expected, because a function returns the identifier",
  );
  made.renameItem("a", { name: "c" });
  made.renameItem("b", "d");
  assert.deepStrictEqual(made.itemIdentifiers(), ["c", "d"]);
  assert.deepStrictEqual({ ...made.item("c") }, { name: "c", text: "A" });
});

test("what is wrong with a name is said, and changes nothing", () => {
  const snapshot = chat();
  for (const [call, message] of [
    [
      () => snapshot.renameItem("draft", 3),
      'DUPLICATE_IDENTIFIER: renameItem: item 3 is already at section "chat", item 3',
    ],
    [() => snapshot.renameItem("1", 2), 'UNKNOWN_IDENTIFIER: renameItem: there is no item "1", but there is 1'],
    [
      () => snapshot.renameItem(1),
      'INVALID_ARGUMENT: renameItem: argument 2: string, whole number or object with "id" expected, got undefined',
    ],
    [
      () => snapshot.renameItem("draft", { id: 2, children: [4] }),
      'INVALID_ARGUMENT: renameItem: item 2: "children" cannot be given here; use replaceChildren',
    ],
    [() => snapshot.rename, 'INVALID_ARGUMENT: a Snapshot has no member "rename": did you mean "renameItem"?'],
  ])
    assert.strictEqual(printed(call), message);
  snapshot.renameItem(1, 1);
  assert(snapshot.equals(chat()));
});
