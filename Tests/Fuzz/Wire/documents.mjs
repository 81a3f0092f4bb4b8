// Documents that may be anything, read by the module for pages: `documents.mjs COUNT [SEED]`. Documents of random lists
// and of the steps between them are damaged, and read as a list, as a patch and by a follower. What is read is written
// as the same bytes again. What is refused has a documented reason, and changes nothing. In the end the engine has as
// much memory as in the beginning.
import assert from "node:assert";
import {
  DataSource,
  DiffableError,
  difference,
  documentName,
  Follower,
  memorySize,
  SectionSnapshot,
  Snapshot,
} from "../../../build/web/diffable.js";
import { Choices } from "../Web/choices.mjs";

const [count, firstSeed] = process.argv.slice(2).map(Number);
const seed = firstSeed || Date.now() % 1e9;
const choices = new Choices(seed);
Error.stackTraceLimit = 0;

const values = [
  0,
  23,
  24,
  1.5,
  -7,
  2 ** 40,
  "",
  "é",
  "x".repeat(30),
  null,
  true,
  [1, [2]],
  { a: { b: [] } },
  new Uint8Array([1, 0xa1]),
];
const identifiers = [..."abcdefgh", ...Array(16).keys(), -1, 2 ** 50];

function elements(from, depth) {
  return from.map((id) => {
    const item = { id, ...(choices.percent(50) && { v: choices.of(values) }) };
    if (depth > 0 && choices.percent(20))
      Object.assign(item, { expanded: choices.percent(50), children: elements([`${id}.1`, `${id}.2`], depth - 1) });
    return choices.percent(30) && !item.children ? id : item;
  });
}

function randomList() {
  const shuffled = [...identifiers].sort(() => choices.below(3) - 1);
  return new Snapshot(
    ["s", "t", 3].slice(0, choices.below(4)).map((id) => ({
      id,
      ...(choices.percent(30) && { title: choices.of(values) }),
      items: elements(shuffled.splice(0, choices.below(9)), 2),
    })),
  );
}

// Bytes that documents are made of come more often than others.
const likely = [
  0, 1, 2, 0x17, 0x18, 0x1b, 0x20, 0x40, 0x41, 0x5b, 0x60, 0x61, 0x7f, 0x80, 0x81, 0x83, 0x89, 0x9b, 0x9f, 0xa0, 0xa1,
  0xbb, 0xc2, 0xf4, 0xf5, 0xf6, 0xf7, 0xf9, 0xfb, 0xff,
];
const anyByte = () => (choices.percent(60) ? choices.of(likely) : choices.below(256));

function damaged(document) {
  const bytes = [...document];
  for (let round = choices.below(4); round >= 0; round -= 1) {
    const at = choices.below(bytes.length + 1);
    const size = choices.below(5);
    switch (choices.below(6)) {
      case 0:
        bytes[Math.min(at, bytes.length - 1)] ^= 1 << choices.below(8);
        break;
      case 1:
        bytes.splice(at, size);
        break;
      case 2:
        bytes.splice(at, 0, ...Array.from({ length: size }, anyByte));
        break;
      case 3:
        bytes.splice(at, 0, ...bytes.slice(choices.below(bytes.length + 1)).slice(0, 12));
        break;
      case 4:
        bytes.splice(at);
        break;
      default:
        if (at < bytes.length) bytes[at] = anyByte();
    }
    if (bytes.length === 0) bytes.push(anyByte());
  }
  return new Uint8Array(bytes);
}

// What the call returns, or undefined if it is refused with a reason that the page has.
function tried(codes, call) {
  try {
    return call();
  } catch (error) {
    assert(error instanceof DiffableError && codes.includes(error.code), error);
    if (error.code === "MALFORMED") assert.match(error.message, /at byte \d+|byte \d+/);
    return undefined;
  }
}

const bases = [];
const documents = []; // of each base: lists, and the steps from it to another list
for (let number = 0; number < 40; number += 1) {
  const [before, after] = [randomList(), randomList()];
  const step = difference(before, after);
  const tree = new SectionSnapshot(elements(identifiers.slice(0, 9), 3));
  bases.push(before);
  documents.push([
    before.encode(),
    after.encode({ name: "n" }),
    step.encode(),
    step.encode({ oldContents: true, name: "" }),
    tree.encode(),
  ]);
}
const sources = bases.map((base) => {
  const source = new DataSource();
  source.apply(base.copy());
  return source;
});

const read = { list: 0, patch: 0, received: 0 };
function execute() {
  const number = choices.below(bases.length);
  const whole = choices.of(choices.percent(90) ? documents[number] : choices.of(documents));
  const document = choices.percent(95) ? damaged(whole) : whole;
  const base = bases[number];
  switch (choices.below(3)) {
    case 0: {
      const list = tried(["MALFORMED"], () => Snapshot.decode(document));
      if (!list) break;
      read.list += 1;
      assert.deepStrictEqual(list.encode({ name: documentName(document) }), document);
      list.dispose();
      break;
    }
    case 1: {
      const list = base.copy();
      if (tried(["MALFORMED", "WRONG_VERSION", "INVALID_ARGUMENT"], () => list.applyPatch(document) ?? true))
        read.patch += 1;
      else assert(list.equals(base));
      list.dispose();
      break;
    }
    default: {
      const follower = new Follower(sources[number]);
      const version = follower.version();
      const transaction = tried(["MALFORMED", "WRONG_VERSION", "INVALID_ARGUMENT"], () => follower.receive(document));
      if (transaction) {
        read.received += 1;
        const list = sources[number].snapshot();
        assert.strictEqual(follower.version(), list.version());
        list.dispose();
        transaction.dispose();
        sources[number].apply(base).dispose();
      } else assert.strictEqual(follower.version(), version);
      follower.dispose();
    }
  }
}

let memory;
for (let execution = 0; execution < count; execution += 1) {
  try {
    execute();
  } catch (error) {
    console.error(`documents: execution ${execution} of seed ${seed}: ${error.stack ?? error}`);
    process.exit(1);
  }
  if (execution % 20000 !== 19999) continue;
  memory ??= memorySize();
  assert(memorySize() - memory < 1 << 20, `the engine has grown by ${memorySize() - memory} bytes`);
}
assert(count < 10000 || Object.values(read).every((number) => number > 0), JSON.stringify(read));
console.log(
  `documents: ${count} from seed ${seed}, no finding; read ${read.list} lists, ${read.patch} patches, received ${read.received}`,
);
