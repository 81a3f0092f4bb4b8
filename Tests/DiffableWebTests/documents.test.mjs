// Lists and differences as bytes, which docs/wire.md specifies.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import {
  DataSource,
  difference,
  DiffableError,
  documentName,
  memorySize,
  SectionSnapshot,
  Snapshot,
  TextView,
} from "../../build/web/diffable.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytesOf = (text) => new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));
// The beginning of a list without a name, and the levels of one with a single section.
const beginning = "89 68 6469666661626c65 01 68 736e617073686f74 f6";
const oneSection = "83000120 80 80";

const files = () =>
  new Snapshot([
    {
      id: "files",
      title: "Files",
      items: [
        { id: "docs", size: 3, expanded: true, children: ["guide", { id: "more", expanded: false, children: [1, 2] }] },
        { id: "src", tags: ["c", "lua"], expandable: true, expanded: false },
      ],
    },
  ]);

function fails(text, call) {
  assert.throws(call, (error) => {
    assert(error instanceof DiffableError, error);
    assert.strictEqual(String(error).slice(15, 15 + text.length), text);
    return true;
  });
}

// Lists

test("a list that is read is equal", () => {
  const list = files();
  const read = Snapshot.decode(list.encode());
  assert(read.equals(list));
  assert.deepStrictEqual(read.toObject(), list.toObject());
  assert.deepStrictEqual(read.item("src"), { id: "src", tags: ["c", "lua"] });
  assert.strictEqual(read.section("files").title, "Files");
  assert.strictEqual(hex(read.encode()), hex(list.encode()));
  assert.strictEqual(read.version(), list.version());
  assert(new Snapshot(JSON.parse(JSON.stringify(read))).equals(list));
});

test("a list has the bytes that the page says", () => {
  const list = new Snapshot([{ id: "fruit", items: [1, { id: 2, n: 3 }] }]);
  assert.strictEqual(
    hex(list.encode()),
    hex(bytesOf(`${beginning} ${oneSection} 83 65 6672756974 01 02 83 a0 01 a1616e03`)),
  );
});

test("a document has the name of the list", () => {
  const [list, other] = [files(), new Snapshot()];
  for (const name of ["Äpfel", "", "x".repeat(23), "x".repeat(24), "x".repeat(300), "é".repeat(40000)]) {
    const bytes = list.encode({ name });
    assert.strictEqual(documentName(bytes), name);
    assert.strictEqual(documentName(difference(other, list).encode({ name })), name);
    assert(Snapshot.decode(bytes).equals(list));
  }
  assert.strictEqual(documentName(list.encode()), undefined);
  assert.strictEqual(documentName(list.encode({ name: 7 })), "7");
  fails("INVALID_ARGUMENT: encode: a text has half of a surrogate pair", () => list.encode({ name: "\ud800" }));
  fails("MALFORMED: documentName: there is no document at byte 0", () => documentName(new Uint8Array()));
  fails("MALFORMED: documentName: there is no name at byte 20", () =>
    documentName(bytesOf(`${beginning.slice(0, -2)} 65 61`)),
  );
  fails("MALFORMED: documentName: there is no name at byte 20", () => documentName(bytesOf(beginning.slice(0, -3))));
  fails("MALFORMED: documentName: there is no name at byte 20", () =>
    documentName(bytesOf(`${beginning.slice(0, -2)} 7f`)),
  );
});

test("a section snapshot is one again", () => {
  const tree = new SectionSnapshot([{ id: "a", expanded: true, children: ["b"] }]);
  const read = Snapshot.decode(tree.encode());
  assert(read instanceof SectionSnapshot && read.equals(tree));
  const source = new DataSource();
  source.applySection(read, "s");
  assert.deepStrictEqual(source.snapshot().allItemIdentifiers(), ["a", "b"]);
});

test("a list that was read can be edited and applied, and only what differs changes", () => {
  const source = new DataSource();
  source.apply(files());
  const read = Snapshot.decode(files().encode());
  assert(source.apply(read).difference.isEmpty);
  read.updateItems({ id: "docs", size: 4 });
  const { reconfiguredItems } = source.apply(read).difference;
  assert.deepStrictEqual(
    reconfiguredItems.map(({ old, new: fresh }) => [old.size, fresh]),
    [[3, { id: "docs", size: 4 }]],
  );
  const marked = source.snapshot();
  marked.reconfigureItems("src");
  marked.replaceItems(["src"], "files");
  assert.deepStrictEqual(source.apply(marked).finalSnapshot.item("src").tags, ["c", "lua"]);
});

test("items of a key have their identifiers where the key says", () => {
  const records = [
    { name: "a", id: 5, size: 1 },
    { name: "b", size: 2 },
  ];
  const list = new Snapshot([{ id: "s", items: records }], { key: "name" });
  const read = Snapshot.decode(list.encode(), { key: "name" });
  assert(read.equals(list));
  assert.deepStrictEqual(read.each(), records);
  assert.deepStrictEqual(read.toObject(), [{ id: "s", items: records }]);
  assert.deepStrictEqual(Snapshot.decode(list.encode()).each(), [
    { id: "a", name: "a", size: 1 },
    { id: "b", name: "b", size: 2 },
  ]);
  const seen = [];
  const source = new DataSource({
    key: "name",
    cell: (item) => String(seen.push(item)),
    view: new TextView({ write() {} }),
  });
  source.apply(read);
  assert.deepStrictEqual(seen, records);
  assert.deepStrictEqual(source.item("a"), records[0]);
  const derived = source.derive({ filter: (item) => item.size === 1 && item.id === 5 });
  assert.deepStrictEqual(derived.snapshot().each(), [records[0]]);
  assert.deepStrictEqual(
    difference(new Snapshot([], { key: "name" }), read).insertedItems.map((change) => change.new),
    records,
  );
  assert.deepStrictEqual(Snapshot.decode(list.encode(), { key: (item) => item.name }).each(), records);
  fails('INVALID_ARGUMENT: decode: unknown option "kye"', () => Snapshot.decode(list.encode(), { kye: "name" }));
});

test("contents of other programs are read as they are, or as their bytes", () => {
  // [1, h'07', h'', h'a1', {"id": 9, 1: 2}]
  const read = Snapshot.decode(
    bytesOf(`${beginning} ${oneSection} 85 6173 01 02 03 04 85 01 4107 40 41a1 a2010262696409`),
  );
  assert.deepStrictEqual(read.item(1), { id: 1, bytes: new Uint8Array([7]) });
  assert.deepStrictEqual(read.item(2), { id: 2, bytes: new Uint8Array() });
  assert.deepStrictEqual(read.item(3), { id: 3, bytes: new Uint8Array([0xa1]) });
  assert.deepStrictEqual(
    read.item(4),
    new Map([
      ["id", 4],
      [1, 2],
    ]),
  );
  assert.deepStrictEqual(read.itemContent(1), new Uint8Array([7]));
  // {"a": 1(0), "b": 2(h'01'), "c": undefined, "d": 18446744073709551615, "e": 5(6), "f": 2(7), "g": 1("x"), "id": 3,
  // "__proto__": 1}
  const content =
    "a9 6161 c100 6162 c24101 6163 f7 6164 1bffffffffffffffff 6165 c506 6166 c207 6167 c16178 626964 03 695f5f70726f746f5f5f 01";
  const item = Snapshot.decode(bytesOf(`${beginning} ${oneSection} 82 6173 01 82 01 ${content}`)).item(1);
  const expected = {
    id: 1,
    a: new Date(0),
    b: 1n,
    c: null,
    d: 18446744073709551615n,
    e: 6,
    f: 7,
    g: "x",
    ["__proto__"]: 1,
  };
  assert.deepStrictEqual(item, expected);
  assert.strictEqual(Object.getPrototypeOf(item), Object.prototype);
});

test("what other programs nest deeply is read", () => {
  const nested = `a16178${"81".repeat(255)}`.slice(0, -2);
  const read = Snapshot.decode(bytesOf(`${beginning} ${oneSection} 82 6173 01 82 01 ${nested}00`));
  let value = read.item(1).x;
  for (let level = 0; level < 254; level += 1) [value] = value;
  assert.strictEqual(value, 0);
});

test("identifiers that are not UTF-8 stay as they are in what is written", () => {
  const bytes = bytesOf(`${beginning} ${oneSection} 82 6173 41ff 80`);
  assert.strictEqual(hex(Snapshot.decode(bytes).encode()), hex(bytes));
});

test("a version is equal for equal lists alone", () => {
  const list = files();
  const version = list.version();
  assert.match(version, /^[0-9a-f]{32}$/);
  assert.strictEqual(new Snapshot().version(), "0".repeat(32));
  list.collapse("docs");
  assert.notStrictEqual(list.version(), version);
  list.expand("docs");
  assert.strictEqual(list.version(), version);
  list.updateItems({ id: "docs", size: 5 });
  assert.notStrictEqual(list.version(), version);
});

// Patches

test("a patch leads to the new list", () => {
  const [old, fresh] = [files(), files()];
  fresh.updateItems({ id: "docs", size: 4 });
  fresh.deleteItems("guide");
  fresh.appendItems({ id: "new", n: 1 }, "files");
  const follower = Snapshot.decode(old.encode());
  follower.applyPatch(difference(old, fresh).encode());
  assert(follower.equals(fresh));
  assert.strictEqual(follower.version(), fresh.version());
  assert.deepStrictEqual(follower.item("docs"), { id: "docs", size: 4 });
  const before = hex(follower.encode());
  follower.applyPatch(difference(fresh, fresh).encode());
  assert.strictEqual(hex(follower.encode()), before);
});

test("a patch keeps the objects of the items that it does not change", () => {
  const [bus, train] = [
    { id: 1, title: "Bus" },
    { id: 2, title: "Train" },
  ];
  const [list, fresh] = [
    new Snapshot([{ id: "s", items: [bus, train] }]),
    new Snapshot([{ id: "s", items: [train, { ...bus, title: "Night bus" }] }]),
  ];
  list.applyPatch(difference(list, fresh).encode());
  assert.strictEqual(list.item(2), train);
  assert.deepStrictEqual(list.item(1), { id: 1, title: "Night bus" });
});

test("a patch may have the old contents", () => {
  const [old, fresh] = [files(), files()];
  fresh.updateItems({ id: "docs", size: 400 });
  const changes = difference(old, fresh);
  assert(changes.encode().length < changes.encode({ oldContents: true }).length);
  assert.strictEqual(hex(changes.encode({ oldContents: false })), hex(changes.encode()));
  old.applyPatch(changes.encode({ oldContents: true }));
  assert(old.equals(fresh));
  fails("INVALID_ARGUMENT: encode: oldContents: true or false expected", () => changes.encode({ oldContents: 1 }));
});

test("a patch of another list names both versions and changes nothing", () => {
  const [list, other] = [files(), new Snapshot(["a"])];
  const patch = difference(other, list).encode();
  fails(
    `WRONG_VERSION: applyPatch: the patch starts from version ${other.version()}, and the list has version ${list.version()}`,
    () => list.applyPatch(patch),
  );
  assert(list.equals(files()));
});

test("the snapshots of a transaction are not patched", () => {
  const { initialSnapshot, finalSnapshot, difference: changes } = new DataSource().apply(files());
  fails("INVALID_ARGUMENT: applyPatch: the snapshots of a transaction cannot be changed", () =>
    finalSnapshot.applyPatch(changes.encode()),
  );
  const list = initialSnapshot.copy();
  list.applyPatch(changes.encode());
  assert(list.equals(files()));
});

// What is refused

test("an argument is an array of bytes", () => {
  const [list, bytes] = [files(), files().encode()];
  for (const call of [(value) => Snapshot.decode(value), (value) => list.applyPatch(value), documentName]) {
    fails("INVALID_ARGUMENT: ", () => call("iGhk"));
    assert.throws(() => call("iGhk"), /argument 1: Uint8Array expected, got "iGhk"; Uint8Array\.from\(atob\(text\)/);
    assert.throws(() => call(bytes.buffer), /got an ArrayBuffer; new Uint8Array\(buffer\) is one$/);
    for (const value of [
      undefined,
      null,
      1,
      {},
      [1],
      new Float64Array(8),
      Object.create(Uint8Array.prototype),
      new DataView(bytes.buffer),
      new Proxy(bytes, {}),
    ]) {
      fails("INVALID_ARGUMENT: ", () => call(value));
    }
  }
  assert(Snapshot.decode(Buffer.from(bytes)).equals(list));
  class Short extends Uint8Array {
    get length() {
      return 1;
    }
  }
  assert(Snapshot.decode(new Short(bytes)).equals(list));
});

test("damage is named with its byte, and never read as another list", () => {
  const bytes = files().encode();
  fails("MALFORMED: decode: the document ends at byte 0", () => Snapshot.decode(new Uint8Array()));
  fails("MALFORMED: decode: there is no array at byte 0", () => Snapshot.decode(Buffer.from("text")));
  fails("MALFORMED: decode: there is a patch instead of a snapshot at byte 11", () =>
    Snapshot.decode(difference(files(), files()).encode()),
  );
  for (let size = 0; size < bytes.length; size += 1)
    fails("MALFORMED: decode: ", () => Snapshot.decode(bytes.subarray(0, size)));
  let read = 0;
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const damaged = bytes.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    let list;
    try {
      list = Snapshot.decode(damaged);
    } catch (error) {
      assert.strictEqual(error.code, "MALFORMED");
      continue;
    }
    read += 1;
    assert.strictEqual(hex(list.encode({ name: documentName(damaged) })), hex(damaged));
    // A Map is no plain object.
    try {
      list.toObject();
    } catch (error) {
      assert.match(error.message, /^item .* cannot say what is below it/);
    }
    list.dispose();
  }
  assert(read > 0);
});

test("a damaged patch changes nothing, or is another patch from the same list", () => {
  const [old, fresh] = [files(), files()];
  fresh.updateItems({ id: "docs", size: 400 });
  fresh.moveItemBefore("src", "docs");
  fresh.appendItems(["x", { id: "y", n: 1 }], "files");
  const patch = difference(old, fresh).encode({ oldContents: true });
  const list = old.copy();
  for (let size = 0; size < patch.length; size += 1)
    fails("MALFORMED: applyPatch: ", () => list.applyPatch(patch.subarray(0, size)));
  for (let bit = 0; bit < 8 * patch.length; bit += 1) {
    const damaged = patch.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    const patched = old.copy();
    try {
      patched.applyPatch(damaged);
    } catch (error) {
      assert(["MALFORMED", "WRONG_VERSION"].includes(error.code), error);
      assert(patched.equals(old));
    }
    patched.dispose();
  }
  assert(list.equals(old));
});

test("random bytes are refused, and take no memory", () => {
  let seed = 7;
  const random = (limit) => (seed = (seed * 48271) % 0x7fffffff) % limit;
  const before = memorySize();
  const head = bytesOf(beginning);
  for (let round = 0; round < 20000; round += 1) {
    const bytes = new Uint8Array(random(60)).map(() =>
      random(3) ? [0, 1, 0x80, 0x81, 0x9b, 0xbb, 0xff, 0x61][random(8)] : random(256),
    );
    const document = random(2) ? new Uint8Array([...head, ...bytes]) : bytes;
    try {
      Snapshot.decode(document).dispose();
    } catch (error) {
      assert.strictEqual(error.code, "MALFORMED");
    }
  }
  assert.strictEqual(memorySize(), before);
});

test("values that are no data are refused with their field", () => {
  const list = files();
  list.updateItems({ id: "src", inner: { tap: [() => 1] } });
  fails(
    'INVALID_ARGUMENT: encode: item "src": field "inner.tap.0" is a function, which means nothing to another program',
    () => list.encode(),
  );
  fails('INVALID_ARGUMENT: encode: item "src": field "inner.tap.0" is a function', () =>
    difference(files(), list).encode(),
  );
  difference(list, files()).encode();
  fails('INVALID_ARGUMENT: encode: item "src": field "inner.tap.0" is a function', () =>
    difference(list, files()).encode({ oldContents: true }),
  );
  fails('INVALID_ARGUMENT: encode: section "s": field "mark" is a symbol', () =>
    new Snapshot([{ id: "s", mark: Symbol("x"), items: [] }]).encode(),
  );
  class Fare {
    constructor(id) {
      Object.assign(this, { id, price: 5 });
    }
  }
  const fares = new Snapshot([{ id: "s", items: [new Fare(1)] }]);
  assert.deepStrictEqual(Snapshot.decode(fares.encode()).item(1), { id: 1, price: 5 });
});

test("objects that are content as a whole are refused", () => {
  const whole = Object.assign(new Map(), { id: 1 });
  const list = new Snapshot([{ id: "s", items: [whole, 2] }]);
  const before = new Snapshot([{ id: "s", items: [2] }]);
  fails("INVALID_ARGUMENT: encode: item 1: the content is a Map, which means nothing to another program", () =>
    list.encode(),
  );
  fails("INVALID_ARGUMENT: encode: item 1: the content is a Map", () => difference(before, list).encode());
  // Maps that were read are data, and what a patch does not have does no harm.
  const bytes = bytesOf(`${beginning} ${oneSection} 82 6173 01 82 01 a10102`);
  assert.strictEqual(hex(Snapshot.decode(bytes).encode()), hex(bytes));
  before.encode();
  const longer = list.copy();
  longer.appendItems(3, "s");
  const follower = list.copy();
  follower.applyPatch(difference(list, longer).encode());
  assert.strictEqual(follower.item(1), whole);
  for (const each of [list, longer, follower]) each.dispose();
});

// Other programs

test("the vectors of the format are read, and written again", () => {
  const folder = `${root}Tests/WireTests/vectors/`;
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  assert(names.length >= 10);
  for (const name of names) {
    const { hex: document, base, version, elements } = JSON.parse(readFileSync(folder + name, "utf8"));
    const list = Snapshot.decode(bytesOf(base ?? document));
    if (base !== undefined) list.applyPatch(bytesOf(document));
    else assert.strictEqual(hex(list.encode({ name: documentName(bytesOf(document)) })), document);
    assert.strictEqual(list.version(), version, name);
    const isTree = list instanceof SectionSnapshot;
    // JavaScript has no such identifiers. The list has them all the same.
    const isName = ([id]) => id === null || typeof id === "string" || Number.isSafeInteger(id);
    if (!elements.every(isName)) continue;
    const read = [];
    for (const section of isTree ? [null] : list.sectionIdentifiers()) {
      read.push([section, 0, false, false, section === null ? null : list.sectionContent(section)]);
      const tree = isTree ? list : list.sectionSnapshot(section);
      for (const id of tree.allItemIdentifiers())
        read.push([id, tree.levelOfItem(id) + 1, tree.isExpanded(id), tree.isExpandable(id), tree.itemContent(id)]);
    }
    assert.strictEqual(read.length, elements.length);
    for (const [index, element] of elements.entries()) {
      const content = read[index][4] && hex(read[index][4]);
      // A document has a content that is no map as a byte string.
      assert(
        content === element[4] || element[4]?.endsWith(content) || (!content && !element[4]),
        `${name}: ${content}`,
      );
      assert.deepStrictEqual(read[index].slice(0, 4), element.slice(0, 4), name);
    }
  }
});

// Where the CBOR item at an offset ends.
function endOf(bytes, offset) {
  const [major, low] = [bytes[offset] >> 5, bytes[offset] & 31];
  const start = offset + 1 + (low < 24 ? 0 : 1 << (low - 24));
  const count = low < 24 ? low : bytes.subarray(offset + 1, start).reduce((sum, byte) => 256 * sum + byte, 0);
  if (major === 2 || major === 3) return start + count;
  let end = start;
  for (let items = major === 4 ? count : major === 5 ? 2 * count : major === 6 ? 1 : 0; items > 0; items -= 1)
    end = endOf(bytes, end);
  return end;
}

// The items that a program of Tests/WireTests writes.
function items(command, ...values) {
  const { status, stdout, stderr } = spawnSync(command, values, {
    cwd: root,
    maxBuffer: 2 ** 28,
    env: { ...process.env, LUA_CPATH: `${root}build/lua/?.so` },
  });
  assert.strictEqual(status, 0, String(stderr));
  const parts = [];
  for (let start = 0, end; start < stdout.length; start = end)
    parts.push(stdout.subarray(start, (end = endOf(stdout, start))));
  return parts;
}

function follow([snapshot, version, ...rest]) {
  const list = Snapshot.decode(snapshot);
  const check = (document, digest) => {
    assert.strictEqual(hex(list.encode({ name: "random" })), hex(document));
    assert.strictEqual(list.version(), hex(digest).slice(2));
    assert.strictEqual(documentName(document), "random");
    list.each();
  };
  check(snapshot, version);
  const steps = rest.length / 3;
  for (let step = 0; step < steps; step += 1) {
    const [patch, ...next] = rest.slice(3 * step, 3 * step + 3);
    list.applyPatch(patch);
    check(...next);
  }
  list.dispose();
  return steps;
}

test("random programs in Lua are followed, and written again as the same bytes", () => {
  for (let seed = 0; seed < 12; seed += 1)
    assert.strictEqual(follow(items("lua5.4", "Tests/WireTests/program.lua", seed, 40)), 40);
});

test("random programs in C are followed, and written again as the same bytes", () => {
  mkdirSync(`${root}build/tests/wire`, { recursive: true });
  const program = `build/tests/wire/program-for-web-${process.pid}`;
  const flags = [
    "-std=c11",
    "-O1",
    "-Iinclude",
    "-o",
    program,
    "Tests/WireTests/program.c",
    "-Lbuild/lib",
    "-ldiffable",
    `-Wl,-rpath,${root}build/lib`,
  ];
  items(process.env.CC ?? "cc", ...flags);
  for (let seed = 0; seed < 12; seed += 1) assert.strictEqual(follow(items(`./${program}`, seed, 40)), 40);
});

test("Lua follows random programs in JavaScript, and writes the same bytes", () => {
  let seed = 11;
  const random = (limit) => (seed = (seed * 48271) % 0x7fffffff) % limit;
  const id = () => (random(3) ? `id ${random(40)}` : random(600) - 300);
  const value = (depth) => {
    const kind = random(depth > 2 ? 5 : 7);
    if (kind < 5)
      return [
        random(140000) - 70000,
        random(17) / 4 + 0.125,
        random(2) === 1,
        "ä".repeat(random(20)),
        Uint8Array.of(255, random(256)),
      ][kind];
    const values = Array.from({ length: random(4) + 1 }, () => value(depth + 1));
    return kind === 5 ? values : Object.fromEntries(values.map((each, index) => [`field ${(index * 7) % 30}`, each]));
  };
  const item = () => {
    if (random(3) === 0) return id();
    const made = { id: id(), title: value(1) };
    if (random(4) === 0)
      Object.assign(made, { children: [id(), { id: id(), n: value(1) }], expanded: random(2) === 1 });
    if (random(6) === 0) made.expandable = true;
    return made;
  };
  const list = new Snapshot(["first"]);
  const edits = [
    () => list.appendSections({ id: id(), title: value(1) }),
    () => list.appendItems([item(), item()], id()),
    () => list.appendItems([item(), item(), item()]),
    () => list.insertItemsBefore(item(), id()),
    () => list.updateItems({ id: id(), title: value(1) }),
    () => list.deleteItems([id(), id()]),
    () => list.moveItemAfter(id(), id()),
    () => list.moveSectionBefore(id(), id()),
    () => list.expand(id()),
    () => list.collapse(id()),
    () => list.renameItem(id(), id()),
    () => list.updateSections({ id: id(), title: value(1) }),
  ];
  // Edits that fail change nothing.
  const edit = () => {
    for (let count = random(6) + 1; count > 0; count -= 1) {
      try {
        edits[random(edits.length)]();
      } catch (error) {
        assert(error instanceof DiffableError, error);
      }
    }
  };
  const [documents, expected] = [[list.encode()], [list.encode()]];
  const follower = list.copy();
  for (let step = 0; step < 400; step += 1) {
    const old = list.copy();
    edit();
    const patch = difference(old, list).encode({ oldContents: step % 2 === 0 });
    follower.applyPatch(patch);
    assert(follower.equals(list));
    assert.strictEqual(follower.version(), list.version());
    documents.push(patch);
    expected.push(list.encode());
    const read = Snapshot.decode(list.encode());
    assert.deepStrictEqual(read.each(), list.each());
    for (const each of [old, read]) each.dispose();
  }
  assert(list.allItemIdentifiers().length > 20);
  const { status, stdout, stderr } = spawnSync("lua5.4", ["Tests/DiffableWebTests/documents_with_lua.lua"], {
    cwd: root,
    input: documents.map(hex).join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, LUA_CPATH: `${root}build/lua/?.so` },
  });
  assert.strictEqual(status, 0, stderr);
  assert.deepStrictEqual(stdout.trimEnd().split("\n"), expected.map(hex));
});

test("memory is flat over 5,000 documents", () => {
  const [old, fresh] = [files(), files()];
  fresh.updateItems({ id: "docs", size: 400 });
  const round = () => {
    const list = Snapshot.decode(old.encode());
    const changes = difference(old, fresh);
    list.applyPatch(changes.encode());
    assert.throws(() => list.applyPatch(new Uint8Array([1])));
    for (const each of [list, changes]) each.dispose();
  };
  for (let number = 0; number < 500; number += 1) round();
  const before = memorySize();
  for (let number = 0; number < 4500; number += 1) round();
  assert.strictEqual(memorySize(), before);
});
