// Lists as plain objects.
import assert from "node:assert";
import test from "node:test";
import {
  DataSource,
  difference,
  Follower,
  History,
  Publisher,
  SectionSnapshot,
  Snapshot,
} from "../../build/web/diffable.js";

test("each returns contents in order", () => {
  const bus = { id: 1, title: "Bus" };
  const snapshot = new Snapshot([
    { id: "a", items: [bus, { id: 2, title: "Tram", children: [{ id: 3 }] }] },
    { id: "b", items: ["x"] },
  ]);
  const titles = [];
  for (const item of snapshot.each("a")) titles.push(item.title);
  assert.deepStrictEqual(titles, ["Bus", "Tram"]);
  assert.strictEqual(snapshot.each()[0], bus);
  assert.deepStrictEqual(snapshot.each("b"), ["x"]);
  assert.throws(() => snapshot.each("c"), { code: "UNKNOWN_IDENTIFIER", call: "each" });
  // The loop may edit the list.
  for (const { id } of snapshot.each("a")) snapshot.deleteItems(id);
  assert.deepStrictEqual(snapshot.each(), ["x"]);
});

const outline = () =>
  new Snapshot([
    {
      id: "shop",
      title: "Shop",
      items: [
        {
          id: 1,
          title: "Fruit",
          expanded: true,
          children: [
            { id: 2, title: "Apple" },
            { id: 3, children: ["deep"], expanded: false },
          ],
        },
        { id: 4, title: "Milk", expandable: true, children: [], expanded: false },
        "Bread",
      ],
    },
    { id: "empty", items: [] },
  ]);

test("what copies, sends or compares the fields of an object is refused", () => {
  const [list, other] = [outline(), outline()];
  const text = (name, cure) => ({
    name: "DiffableError",
    code: "INVALID_ARGUMENT",
    message: `a ${name} has no fields to copy, to send or to compare; use ${cure}`,
  });
  const copies = [
    (one) => structuredClone(one),
    (one) => new MessageChannel().port1.postMessage({ one }),
    (one) => ({ ...one }),
    (one) => Object.assign({}, one),
    (one) => new Snapshot([{ id: "a", items: [{ id: 1, one }] }]),
  ];
  for (const copy of copies) assert.throws(() => copy(list), text("Snapshot", "its encode() or toObject()"));
  assert.throws(() => structuredClone(difference(list, other)), text("Difference", "its encode() or steps()"));
  assert.throws(() => assert.deepStrictEqual(list, other), text("Snapshot", "its encode() or toObject()"));
  assert.deepStrictEqual([list], [list]);
  const source = new DataSource();
  assert.deepStrictEqual(source.apply(list), source.apply(other));
  const itsList = "the snapshot().encode() of its data source";
  for (const [one, cure] of [
    [source, "its snapshot().encode()"],
    [new History(source), itsList],
    [new Follower(source), itsList],
    [new Publisher(source), "its message()"],
  ])
    assert.throws(() => structuredClone({ one }), text(one.constructor.name, cure));
  other.updateItems({ id: 2, title: "Pear" });
  assert(!list.equals(other));
  assert.deepStrictEqual(list.toObject(), outline().toObject());
  assert.throws(() => assert.deepStrictEqual(list.toObject(), other.toObject()), /Pear/);
  assert.deepStrictEqual(structuredClone(list.toObject()), list.toObject());
});

test("a list becomes objects that are read again", () => {
  const objects = outline().toObject();
  assert.deepStrictEqual(objects, [
    {
      id: "shop",
      title: "Shop",
      items: [
        {
          id: 1,
          title: "Fruit",
          expanded: true,
          children: [
            { id: 2, title: "Apple" },
            { id: 3, children: ["deep"], expanded: false },
          ],
        },
        { id: 4, title: "Milk", expandable: true, children: [], expanded: false },
        "Bread",
      ],
    },
    { id: "empty", items: [] },
  ]);
  assert(new Snapshot(objects).equals(outline()));
  assert(new Snapshot(JSON.parse(JSON.stringify(objects))).equals(outline()));
  const tree = outline().sectionSnapshot("shop");
  assert.deepStrictEqual(tree.toObject(), objects[0].items);
  assert(new SectionSnapshot(tree.toObject()).equals(tree));
});

test("an item that keeps its expansion does not say whether it is expanded", () => {
  const source = new DataSource();
  source.apply(new Snapshot([{ id: "s", items: [{ id: 1, expanded: true, children: [2] }] }]));
  const [
    {
      items: [item],
    },
  ] = new Snapshot([{ id: "s", items: [{ id: 1, children: [2, 3] }] }]).toObject();
  assert.deepStrictEqual(item, { id: 1, children: [2, 3] });
  source.apply(new Snapshot([{ id: "s", items: [item] }]));
  assert.deepStrictEqual(source.snapshot().itemIdentifiers(), [1, 2, 3]);
});

test("the identifier is in the field that the list has it in", () => {
  const snapshot = new Snapshot([{ id: "s", items: [{ uuid: 1, title: "A" }, 2] }], { key: "uuid" });
  snapshot.appendItems(3, { parent: 2 });
  const objects = snapshot.toObject();
  assert.deepStrictEqual(objects, [
    {
      id: "s",
      items: [
        { uuid: 1, title: "A" },
        { uuid: 2, children: [3], expanded: false },
      ],
    },
  ]);
  // An identifier that has to say more than that becomes an object.
  assert.strictEqual(String(difference(snapshot, new Snapshot(objects, { key: "uuid" }))), "1 item reconfigured");
});

test("objects whose identifier a function finds get no other field", () => {
  const key = (item) => item.fare?.number ?? item;
  const snapshot = new Snapshot(
    [{ id: "s", items: [{ fare: { number: 1 }, children: [{ fare: { number: 2 } }] }, "none"] }],
    { key },
  );
  const objects = snapshot.toObject();
  assert.deepStrictEqual(objects, [
    { id: "s", items: [{ fare: { number: 1 }, children: [{ fare: { number: 2 } }] }, "none"] },
  ]);
  assert(new Snapshot(objects, { key }).equals(snapshot));
});

test("objects that are content by identity stay what they are", () => {
  const map = Object.assign(new Map(), { id: "map" });
  const snapshot = new Snapshot([{ id: "s", items: [map] }]);
  assert.strictEqual(snapshot.toObject()[0].items[0], map);
  snapshot.appendItems("below", { parent: "map" });
  assert.throws(() => snapshot.toObject(), {
    code: "INVALID_ARGUMENT",
    message: 'item "map" cannot say what is below it, because it is no plain object',
  });
});

test("a tree may be as deep as it likes", () => {
  const snapshot = new Snapshot("s");
  snapshot.appendItems(0, "s");
  for (let id = 1; id < 2000; id += 1) snapshot.appendItems(id, { parent: id - 1 });
  let [
    {
      items: [item],
    },
  ] = snapshot.toObject();
  for (let id = 0; id < 1999; id += 1) [item] = item.children;
  assert.strictEqual(item, 1999);
});
