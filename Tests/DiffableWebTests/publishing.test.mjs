// Publishers and followers.
import assert from "node:assert";
import test from "node:test";
import {
  DataSource,
  DiffableError,
  difference,
  documentName,
  Follower,
  Publisher,
  Snapshot,
  TextView,
} from "../../build/web/diffable.js";

const list = (...items) => new Snapshot([{ id: "fares", items }]);

function fails(text, call) {
  assert.throws(call, (error) => {
    assert(error instanceof DiffableError, error);
    assert.strictEqual(String(error).slice(15, 15 + text.length), text);
    return true;
  });
}

function pair(options) {
  const [source, copy] = [new DataSource(), new DataSource(options)];
  return { source, copy, publisher: new Publisher(source), follower: new Follower(copy) };
}

test("a follower has the list of the publisher", () => {
  const printed = [];
  const { source, copy, publisher, follower } = pair({
    cell: (item) => item.title,
    view: new TextView({ write: (text) => void printed.push(text) }),
  });
  const send = () => {
    const document = publisher.message(follower.version());
    return document && follower.receive(document);
  };
  assert.strictEqual(send(), undefined);
  source.apply(list({ id: 1, title: "Bus" }, { id: 2, title: "Tram" }));
  assert.strictEqual(String(send()), "1 section inserted; 2 items inserted");
  assert(copy.snapshot().equals(source.snapshot()));
  source.apply(list({ id: 2, title: "Tram" }, { id: 1, title: "Night bus" }));
  assert.strictEqual(String(send()), "1 item moved, 1 reconfigured");
  assert.deepStrictEqual(copy.item(1), { id: 1, title: "Night bus" });
  assert.strictEqual(follower.version(), publisher.version());
  assert.strictEqual(publisher.version(), source.snapshot().version());
  assert.strictEqual(publisher.message(follower.version()), undefined);
  assert.match(printed.join(""), /Night bus/);
});

test("many applies are one patch, and an unknown version gets the list", () => {
  const { source, copy, publisher, follower } = pair();
  source.apply(list("bus", "tram"));
  follower.receive(publisher.message());
  for (let price = 0; price < 500; price += 1) source.apply(list("tram", `fare ${price}`, "bus"));
  const patch = publisher.message(follower.version());
  assert(patch.length < 120);
  assert.strictEqual(String(follower.receive(patch)), "1 item inserted, 1 moved");
  assert.strictEqual(follower.receive(patch), undefined);
  const whole = publisher.message("0123456789abcdef".repeat(2));
  assert(Snapshot.decode(whole).equals(source.snapshot()));
  assert.strictEqual(documentName(whole), undefined);
  copy.apply(list("other"));
  source.apply(list("tram"));
  follower.receive(publisher.message(follower.version()));
  assert(copy.snapshot().equals(source.snapshot()));
});

test("lists that are forgotten are sent whole", () => {
  const source = new DataSource();
  const publisher = new Publisher(source, { keep: 1 });
  source.apply(list("a"));
  const first = publisher.version();
  for (const item of ["b", "c"]) {
    source.apply(list(item));
    publisher.version();
  }
  assert(Snapshot.decode(publisher.message(first)).equals(source.snapshot()));
  fails("INVALID_ARGUMENT: Publisher: keep: whole number above 0 expected", () => new Publisher(source, { keep: 0 }));
});

test("what does not fit is refused and changes nothing", () => {
  const { source, copy, publisher, follower } = pair();
  source.apply(list("bus"));
  const version = publisher.version();
  source.apply(list("bus", "tram"));
  const patch = publisher.message(version);
  fails("WRONG_VERSION: receive: the patch starts from version ", () => follower.receive(patch));
  fails("MALFORMED: receive: ", () => follower.receive(new Uint8Array(3)));
  fails("INVALID_ARGUMENT: receive: argument 1: Uint8Array expected, got undefined", () => follower.receive());
  for (const wrong of [null, 3, "", "x".repeat(32), "0".repeat(31), "A".repeat(32)])
    fails("INVALID_ARGUMENT: message: argument 1: version of 32 hexadecimal digits", () => publisher.message(wrong));
  fails(
    "INVALID_ARGUMENT: Publisher: argument 1: DataSource expected, got a Snapshot",
    () => new Publisher(source.snapshot()),
  );
  fails("INVALID_ARGUMENT: Follower: argument 1: DataSource expected, got undefined", () => new Follower());
  fails("INVALID_ARGUMENT: Follower: the list is derived", () => new Follower(copy.derive({ limit: 1 })));
  assert.strictEqual(copy.snapshot().numberOfSections(), 0);
  follower.receive(publisher.message(follower.version()));
  assert(copy.snapshot().equals(source.snapshot()));
});

test("values that are no data are named", () => {
  const { source, publisher } = pair();
  source.apply(list({ id: 1, tap: () => 1 }));
  fails('INVALID_ARGUMENT: message: item 1: field "tap" is a function', () => publisher.message());
});

test("a derived list is published, and a callback may receive", () => {
  const { source, copy, follower } = pair();
  const open = source.derive({ filter: (item) => !item.done, sort: ["title"] });
  const publisher = new Publisher(open);
  open.onApply(() => follower.receive(publisher.message(follower.version())));
  source.apply(list({ id: 1, title: "b" }, { id: 2, title: "a", done: true }, { id: 3, title: "a" }));
  assert.deepStrictEqual(copy.snapshot().itemIdentifiers(), [3, 1]);
  const other = new Follower(copy);
  assert.strictEqual(other.version(), follower.version());
  let queued = "not called";
  copy.onApply(() => {
    queued ??= follower.receive(new Snapshot().encode());
  });
  queued = undefined;
  source.apply(list({ id: 1, title: "c" }));
  assert.strictEqual(queued, undefined);
  assert.strictEqual(copy.snapshot().numberOfSections(), 0);
});

test("both are freed", () => {
  const { source, publisher, follower } = pair();
  for (const handle of [publisher, follower]) handle.dispose();
  fails("INVALID_ARGUMENT: message: the Publisher was disposed", () => publisher.message());
  fails("INVALID_ARGUMENT: receive: the Follower was disposed", () => follower.receive(new Snapshot().encode()));
  source.dispose();
});

test("random lists are followed by readers that miss messages", () => {
  let seed = 5;
  const random = (limit) => (seed = (seed * 48271) % 0x7fffffff) % limit;
  const source = new DataSource();
  const publisher = new Publisher(source, { keep: 5 });
  const readers = Array.from({ length: 4 }, () => new DataSource()).map((copy) => ({
    copy,
    follower: new Follower(copy),
  }));
  let late;
  for (let step = 0; step < 400; step += 1) {
    const next = source.snapshot();
    if (next.numberOfSections() === 0) next.appendSections(["s", { id: "t", n: 1 }]);
    const ids = next.itemIdentifiers();
    if (random(2)) next.appendItems({ id: `id ${step}`, n: random(9) }, random(2) ? "s" : "t");
    if (ids.length > 10 || random(4) === 0) next.deleteItems(ids.slice(0, random(3)));
    if (ids.length > 3) next.moveItemAfter(ids[2], ids[ids.length - 1] === ids[2] ? ids[0] : ids[ids.length - 1]);
    source.apply(next);
    for (const { copy, follower } of readers) {
      if (random(3)) continue;
      const document = publisher.message(follower.version());
      if (document === undefined) continue;
      if (late) {
        // A message of another reader does harm to none.
        try {
          follower.receive(late);
        } catch (error) {
          assert.strictEqual(error.code, "WRONG_VERSION");
        }
      }
      late = document;
      const current = publisher.message(follower.version());
      if (current !== undefined) follower.receive(current);
      assert(copy.snapshot().equals(source.snapshot()));
      assert.strictEqual(follower.version(), publisher.version());
    }
  }
  assert(difference(source.snapshot(), readers[0].copy.snapshot()) !== undefined);
});

test("a content that is kept by reference in one list costs others nothing", () => {
  let reads = 0;
  const [source, other] = [new DataSource(), new DataSource()];
  const publisher = new Publisher(source);
  other.apply(list(Object.assign(new Map(), { id: 1 })));
  source.apply(
    list({
      id: 1,
      get title() {
        reads += 1;
        return "Bus";
      },
    }),
  );
  reads = 0;
  const message = publisher.message();
  assert.strictEqual(reads, 0);
  // It is still refused in its own list, and bytes that look like one are not.
  fails("INVALID_ARGUMENT: message: item 1: the content is a Map", () => new Publisher(other).message());
  const bytes = Uint8Array.of(0xd9, 0xea, 0x60, 5);
  assert.deepStrictEqual(Snapshot.decode(list({ id: 1, bytes }).encode()).item(1).bytes, bytes);
  assert(Snapshot.decode(message).equals(source.snapshot()));
});
