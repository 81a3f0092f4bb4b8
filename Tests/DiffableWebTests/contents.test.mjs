// Contents as bytes: the encoding, with the examples of RFC 8949, and the objects that contents were passed as.
import assert from "node:assert";
import test from "node:test";
import { DataSource, difference, SectionSnapshot, Snapshot } from "../../build/web/diffable.js";
import { encoded } from "./sources.mjs";

// A content is an object, so the examples are entries of an array.
const entry = (value) => {
  const { hex, copy } = encoded([value]);
  assert.strictEqual(hex.slice(0, 2), "81");
  return { hex: hex.slice(2), copy: copy[0] };
};

test("the examples of RFC 8949, appendix A", () => {
  const examples = [
    [0, "00"],
    [1, "01"],
    [10, "0a"],
    [23, "17"],
    [24, "1818"],
    [25, "1819"],
    [100, "1864"],
    [1000, "1903e8"],
    [1000000, "1a000f4240"],
    [1000000000000, "1b000000e8d4a51000"],
    [18446744073709551616n, "c249010000000000000000"],
    [-18446744073709551617n, "c349010000000000000000"],
    [-1, "20"],
    [-10, "29"],
    [-100, "3863"],
    [-1000, "3903e7"],
    [1.1, "fb3ff199999999999a"],
    [1.5, "f93e00"],
    [3.4028234663852886e38, "fa7f7fffff"],
    [1.0e300, "fb7e37e43c8800759c"],
    [5.960464477539063e-8, "f90001"],
    [0.00006103515625, "f90400"],
    [-4.1, "fbc010666666666666"],
    [Infinity, "f97c00"],
    [NaN, "f97e00"],
    [-Infinity, "f9fc00"],
    [false, "f4"],
    [true, "f5"],
    [null, "f6"],
    [new Date(1363896240000), "c11a514b67b0"],
    [new Date(1363896240500), "c1fb41d452d9ec200000"],
    [new Uint8Array(), "40"],
    [Uint8Array.of(1, 2, 3, 4), "4401020304"],
    ["", "60"],
    ["a", "6161"],
    ["IETF", "6449455446"],
    ['"\\', "62225c"],
    ["\u00fc", "62c3bc"],
    ["\u6c34", "63e6b0b4"],
    ["\ud800\udd51", "64f0908591"],
    [[], "80"],
    [[1, 2, 3], "83010203"],
    [[1, [2, 3], [4, 5]], "8301820203820405"],
    [Array.from({ length: 25 }, (_, index) => index + 1), "98190102030405060708090a0b0c0d0e0f101112131415161718181819"],
    [{}, "a0"],
    [{ a: 1, b: [2, 3] }, "a26161016162820203"],
    [["a", { b: "c" }], "826161a161626163"],
    [{ a: "A", b: "B", c: "C", d: "D", e: "E" }, "a56161614161626142616361436164614461656145"],
  ];
  for (const [value, hex] of examples) {
    const found = entry(value);
    assert.strictEqual(found.hex, hex);
    assert.deepStrictEqual(found.copy, value);
  }
});

test("numbers have their shortest form", () => {
  const examples = [
    [-0, "00"],
    [2 ** 53 - 1, "1b001fffffffffffff"],
    [1 - 2 ** 53, "3b001ffffffffffffe"],
    [2 ** 53, "fa5a000000"],
    [65504.5, "fa477fe080"],
    [2 ** -25, "fa33000000"],
    [2 ** -24 * 3, "f90003"],
    [2 ** -24 * 1.5, "fa33c00000"],
    [2 ** -14 * 1.5, "f90600"],
    [0.1, "fb3fb999999999999a"],
    [0n, "c240"],
    [-1n, "c340"],
    [255n, "c241ff"],
    [-257n, "c3420100"],
    [1e-320, "fb00000000000007e8"],
    [5.5, "f94580"],
    [65535, "19ffff"],
    [65536, "1a00010000"],
    [2 ** 32, "1b0000000100000000"],
  ];
  for (const [value, hex] of examples) {
    const found = entry(value);
    assert.strictEqual(found.hex, hex);
    assert.strictEqual(found.copy, value + (typeof value === "bigint" ? 0n : 0));
  }
});

test("fields are sorted by the bytes of their names, which are of any length and language", () => {
  assert.strictEqual(encoded({ aa: 1, b: 2, "": 3, a: 4 }).hex, "a4" + "6003" + "616104" + "616202" + "62616101");
  const names = [
    "z",
    "aa",
    "é",
    "水",
    "\ud83d\ude00",
    "x".repeat(23),
    "y".repeat(24),
    "w".repeat(300),
    "0",
    "10",
    "2",
    "__proto__",
    "constructor",
    "\ud800",
    "",
  ];
  const shuffled = (list) =>
    list
      .map((name) => [Math.random(), name])
      .sort()
      .map(([, name]) => name);
  const made = (list) => {
    const object = {};
    for (const name of list) Object.defineProperty(object, name, { value: [name, { [name]: 1 }], enumerable: true });
    return object;
  };
  const { hex, copy } = encoded(made(names));
  assert.deepStrictEqual(Object.keys(copy).sort(), Object.keys(made(names)).sort());
  assert.deepStrictEqual({ ...copy }, { ...made(names) });
  for (let turn = 0; turn < 50; turn += 1) assert.strictEqual(encoded(made(shuffled(names))).hex, hex);
});

test("fields that are undefined or omitted are left out, however many there are", () => {
  for (const count of [0, 1, 22, 23, 24, 25, 255, 256, 300]) {
    const names = Array.from({ length: count }, (_, index) => `field${index}`);
    const plain = Object.fromEntries(names.map((name) => [name, name]));
    const more = Object.fromEntries([
      ...names.map((name) => [name, name]),
      ...Array.from({ length: 30 }, (_, index) => [`none${index}`, undefined]),
      ["id", 5],
    ]);
    assert.strictEqual(encoded(more, new Set(["id"])).hex, encoded(plain).hex);
  }
  assert.strictEqual(entry([undefined, , null]).hex, "83f6f6f6");
});

test("texts with half of a surrogate pair are kept as they are", () => {
  assert.strictEqual(entry("a\ud800").hex, "d9ea62440061d800");
  for (const text of [
    "\ud800",
    "\udc00x",
    "x\udfff".repeat(100),
    "\ud83d\ude00\ud83d",
    "é".repeat(70),
    "x".repeat(70),
    "水".repeat(300),
    "x".repeat(70000),
  ]) {
    assert.strictEqual(entry(text).copy, text);
  }
  assert.notStrictEqual(entry("\ud800").hex, entry("\ufffd").hex);
});

test("a date is exact to the millisecond", () => {
  const times = [0, -1, 1, 999, 8.64e15, -8.64e15, 8.64e15 - 1, 4398046511104001, 4503599627370497, NaN];
  for (let turn = 0; turn < 20000; turn += 1)
    times.push(Math.round((Math.random() - 0.5) * 2 * 8.64e15), Math.round((Math.random() - 0.5) * 1e13));
  for (const time of times) assert.strictEqual(entry(new Date(time)).copy.getTime(), new Date(time).getTime());
  for (const time of times)
    assert.notStrictEqual(entry(new Date(time)).hex, entry(new Date(time === 8.64e15 ? time - 1 : time + 1 || 5)).hex);
});

test("random contents are equal if their bytes are", () => {
  let seed = 7;
  const random = (limit) => (seed = (seed * 48271) % 0x7fffffff) % limit;
  const values = [
    () => random(3),
    () => -random(70000),
    () => random(9) / 8,
    () => random(2) === 0,
    () => null,
    () => "a".repeat(random(30)),
    () => "é".repeat(random(3)),
    () => BigInt(random(300)),
  ];
  const make = (depth) => {
    const kind = random(depth > 2 ? 8 : 11);
    if (kind < 8) return values[kind]();
    const list = Array.from({ length: random(4) }, () => make(depth + 1));
    return kind === 8 ? list : Object.fromEntries(list.map((value) => ["k".repeat(random(3)) + random(3), value]));
  };
  for (let turn = 0; turn < 3000; turn += 1) {
    const content = { content: make(0) };
    const { hex, copy } = encoded(content);
    assert.deepStrictEqual(copy, content);
    assert.strictEqual(encoded(copy).hex, hex);
  }
});

test("a list that is described anew with a few changes has the contents that it is described with", () => {
  let seed = 11;
  const random = (limit) => (seed = (seed * 48271) % 0x7fffffff) % limit;
  const source = new DataSource();
  let rows = Array.from({ length: 40 }, (_, id) => ({ id, title: `row ${id}`, price: id % 3, done: undefined }));
  for (let turn = 0; turn < 300; turn += 1) {
    rows = rows.map((row) =>
      random(20) === 0
        ? { ...row, price: [random(3), NaN, null, [1]][random(4)], done: [undefined, true][random(2)] }
        : { ...row },
    );
    if (random(3) === 0) rows.splice(random(rows.length), random(3));
    if (random(3) === 0)
      rows.splice(
        random(rows.length),
        0,
        { id: 100 + turn, title: "new", price: 0 },
        { id: 1000 + turn, price: 0, title: "new" },
      );
    if (random(5) === 0) rows.reverse();
    const snapshot = source.newSnapshot();
    snapshot.appendSections({ id: "s", items: rows });
    source.apply(snapshot).dispose();
    for (const row of rows) {
      const found = { ...source.item(row.id) };
      if (found.done === undefined) delete found.done;
      const expected = { ...row };
      if (expected.done === undefined) delete expected.done;
      assert.deepStrictEqual(found, expected);
    }
  }
});

test("an item is the very object that was passed, or else a frozen copy", () => {
  const source = new DataSource();
  const [bus, train] = [{ id: "bus", price: 1, stops: ["a"] }, { id: "train" }];
  source.apply(new Snapshot([{ id: "fares", title: "Fares", items: [bus, train, "tram"] }]));
  const list = source.snapshot();
  assert.strictEqual(source.item("bus"), bus);
  assert.strictEqual(list.item("train"), train);
  assert.deepStrictEqual([list.item("tram"), list.item("nobody")], ["tram", undefined]);
  // A section with items is not its content.
  assert.deepStrictEqual(source.section("fares"), { id: "fares", title: "Fares" });
  bus.stops.push("b");
  const copy = source.item("bus");
  assert.deepStrictEqual(copy, { id: "bus", price: 1, stops: ["a"] });
  assert(Object.isFrozen(copy) && Object.isFrozen(copy.stops));
  bus.stops.pop();
  assert.strictEqual(source.item("bus"), bus);
  bus.id = "other";
  assert.deepStrictEqual(source.item("bus"), copy);
  bus.id = "bus";
  bus.self = bus;
  assert.deepStrictEqual(source.item("bus"), copy);
  // The copy is described again, and nothing changes.
  list.replaceItems([copy, train, "tram"], "fares");
  assert(difference(source.snapshot(), list).isEmpty);
});

test("a copy is the same object each time it is read", () => {
  const items = () => [{ id: 1, day: new Date(0), children: [2], expanded: true }, { id: 3 }];
  const source = new DataSource();
  source.apply(new Snapshot([{ id: "fares", title: "Fares", items: items() }]));
  const list = source.snapshot();
  const copy = list.item(1);
  assert.deepStrictEqual(copy, { id: 1, day: new Date(0) });
  assert(list.item(1) === copy && source.item(1) === copy && list.each()[0] === copy);
  assert.strictEqual(source.section("fares"), list.section("fares"));
  // The same content again, also after it was another one.
  source.setItems(items(), { section: "fares" });
  assert.strictEqual(source.item(1), copy);
  source.update((draft) => draft.updateItems({ id: 1, day: new Date(1) }));
  const other = source.item(1);
  assert.deepStrictEqual(other, { id: 1, day: new Date(1) });
  source.apply(list);
  assert.strictEqual(source.item(1), copy);
  // A date is the only part of a copy that can be changed.
  copy.day.setTime(5);
  assert.deepStrictEqual(source.item(1), { id: 1, day: new Date(0) });
  source.update((draft) => draft.renameItem(1, 4));
  assert.deepStrictEqual([list.item(1).id, source.item(4).id, source.item(4) === source.item(4)], [1, 4, true]);
});

test("a copy is the same object even if its class has a field of a tree", () => {
  class Folder {
    constructor(id) {
      this.id = id;
    }
    get children() {
      return [`${this.id}.1`];
    }
  }
  const list = new Snapshot([{ id: "s", items: [new Folder(1)] }]);
  assert(list.item(1) instanceof Folder && list.item(1) === list.item(1));
});

test("objects with a key keep their field id, and lists with different keys exchange contents", () => {
  const item = { uuid: "b7", id: 9, name: "Bus" };
  const snapshot = new Snapshot([{ id: "s", items: [item] }], { key: "uuid" });
  const source = new DataSource();
  source.apply(snapshot);
  assert.strictEqual(source.item("b7"), item);
  item.name = "Train";
  assert.deepStrictEqual(source.item("b7"), { uuid: "b7", id: 9, name: "Bus" });
  const other = new DataSource({ key: "uuid" });
  const car = { id: 5, name: "Car" };
  other.apply(new Snapshot([{ id: "s", items: [car] }]));
  assert.strictEqual(other.item(5), car);
  car.name = "Bike";
  assert.deepStrictEqual(other.item(5), { id: 5, name: "Car" });
});

test("copies have the classes of all objects in a content", () => {
  class Price {
    constructor(value) {
      this.value = value;
    }
    get text() {
      return `${this.value} €`;
    }
  }
  class Fare {
    constructor(id) {
      this.id = id;
      this.prices = [new Price(1), { low: new Price(0) }, Object.create(null)];
    }
  }
  const fare = new Fare(1);
  const snapshot = new Snapshot([{ id: "s", items: [fare] }]);
  fare.more = 1;
  const copy = snapshot.item(1);
  assert(copy instanceof Fare && !("more" in copy));
  assert.deepStrictEqual(
    [copy.prices[0].text, copy.prices[1].low.text, Object.getPrototypeOf(copy.prices[2])],
    ["1 €", "0 €", null],
  );
  // Classes do not count.
  assert(
    snapshot.equals(new Snapshot([{ id: "s", items: [{ id: 1, prices: [{ value: 1 }, { low: { value: 0 } }, {}] }] }])),
  );
});

test("values that are kept by reference are those of the copy, too", () => {
  const [act, map, symbol] = [() => 1, new Map(), Symbol("x")];
  const item = { id: 1, act, inner: [map, { symbol }], bytes: Uint8Array.of(1, 2) };
  const snapshot = new Snapshot([{ id: "s", items: [item] }]);
  item.more = 1;
  const copy = snapshot.item(1);
  assert(copy.act === act && copy.inner[0] === map && copy.inner[1].symbol === symbol);
  assert.deepStrictEqual(copy.bytes, Uint8Array.of(1, 2));
  const same = snapshot.copy();
  same.updateItems({ id: 1, act });
  assert(same.equals(snapshot));
  same.updateItems({ id: 1, act: () => 1 });
  assert(!same.equals(snapshot));
});

test("what a content refers to is released when no list has the content", async () => {
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const count = 200;
  const weak = [];
  const make = () =>
    Array.from({ length: count }, (_, id) => {
      const item = { id, act: () => id, map: new Map([[id, id]]) };
      weak.push(new WeakRef(item), new WeakRef(item.act), new WeakRef(item.map));
      return item;
    });
  const alive = () => weak.filter((each) => each.deref() !== undefined).length;
  const source = new DataSource();
  // Functions keep what is around them, so the lists are made in one of their own.
  const apply = () => {
    const snapshot = new Snapshot([{ id: "s", items: make() }]);
    source.apply(snapshot).dispose();
    snapshot.dispose();
    const tree = new SectionSnapshot(make());
    tree.dispose();
    assert.throws(() => source.snapshot().appendItems([...make(), { id: "new" }, 0]), /DUPLICATE/);
  };
  apply();
  await settled();
  assert.strictEqual(alive(), 3 * count);
  const empty = source.newSnapshot();
  source.apply(empty).dispose();
  empty.dispose();
  source.dispose();
  await settled();
  assert.strictEqual(alive(), 0);
});
