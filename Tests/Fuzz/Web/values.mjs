// Arguments: right ones, and values of every other sort. Those with code of the user's run `user.act()`, which may
// throw, edit, or dispose.
import { DataSource, SectionSnapshot, Snapshot, TextView } from "../../../build/fuzz/diffable_web.mjs";

const names = [
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  -1,
  2 ** 53 - 1,
  "a",
  "b",
  "c",
  "d",
  "1",
  "",
  "\0",
  "é€😀",
  "__proto__",
  "x".repeat(300),
];
const sectionNames = ["s", "t", "u", 1, "a"];

const deep = (levels) => {
  let value = { id: 1 };
  for (let level = 0; level < levels; level += 1) value = { id: 1, value };
  return value;
};
const cycle = { id: 2 };
cycle.self = [cycle];
class Fare {
  #price = 5;
  constructor(id) {
    this.id = id;
  }
  get price() {
    return this.#price;
  }
}
// Longer than the scratch memory that is kept, in bytes.
const huge = "é".repeat(25000);

const plain = [
  undefined,
  null,
  true,
  false,
  NaN,
  -0,
  Infinity,
  -Infinity,
  1.5,
  2 ** 53,
  -(2 ** 31),
  2 ** 32,
  1e300,
  10n,
  Symbol("symbol"),
  Symbol.iterator,
  "\ud800",
  "a\udc00b",
  "\0",
  huge,
  {},
  [],
  [[]],
  [,],
  [1, , 2],
  [undefined],
  new Array(5),
  () => 1,
  function () {},
  new Fare(1),
  new Fare("b"),
  new Date(5),
  new Date(NaN),
  Object.create(Date.prototype, { id: { value: 1, enumerable: true } }),
  new Map([[1, 2]]),
  new Set(["a", 2]),
  new WeakMap(),
  /x/,
  Object.create(null),
  new String("a"),
  new Number(1),
  new Uint8Array(3),
  new Float64Array([1, 2.5]),
  deep(50),
  deep(150),
  cycle,
  { id: 1, items: 5 },
  { id: "s", items: [1, 1] },
  { id: "s", items: null },
  { id: 1, children: 7 },
  { id: 1, children: [1] },
  { id: 1, expanded: 1 },
  { id: {} },
  { id: [] },
  { id: null },
  { id: 1.5 },
  { id: 1n },
  { id: "\udfff" },
  { id: 1, [Symbol.iterator]: 5 },
  { [Symbol.iterator]: null, length: 2 },
  { id: 4, toString: 5 },
  { id: 5, kind: "k" },
  { id: 6, kind: "\ud800" },
  { id: 7, then: 1, constructor: 2, ["__proto__"]: 3 },
  { section: 0, item: 0 },
  { section: -1, item: 1.5 },
  { section: "0", item: 0n },
  { section: NaN },
  { section: 2 ** 31, item: 0 },
  Object.create(Snapshot.prototype),
  Object.create(SectionSnapshot.prototype),
  Object.create(DataSource.prototype),
  Object.create(TextView.prototype),
  Object.assign([1, 2], { map: 5, forEach: undefined, filter: null, some: 7 }),
  { get: 1 },
  { write: 5 },
  { prepare: 5, commit: "x" },
  { attach: 1 },
  { animation: "up" },
  { caption: Object.create(null) },
  { caption: Symbol("x") },
  { animatingDifferences: [] },
  { completion: 5 },
  { unknown: 1 },
  { write() {}, width: 10n },
  { write() {}, width: Symbol("x") },
  { write() {}, width: -5, context: 1e9 },
  { write() {}, width: NaN, context: {} },
  { cell: 5 },
  { cells: { k: 5 } },
  { cells: { "\ud800": () => "x" } },
  { supplementary: { header: 5 } },
  { supplementary: "ab" },
  { key: {} },
  { key: Symbol("x") },
  { text: {} },
  { text: 10n },
  { text: "\ud800" },
  { text: "x", height: 1.5 },
  { text: "x", height: -5, indentation: 2 ** 40 },
  { image: "\0", detail: 5 },
];

/** Makes arguments for one execution. */
export class Values {
  constructor(choices, user) {
    this.choices = choices;
    this.user = user;
    // Names of objects, which calls are made on: the program puts them there.
    this.documents = [];
    this.versions = [];
    this.kept = {
      Snapshot: [],
      SectionSnapshot: [],
      DataSource: [],
      DerivedList: [],
      TextView: [],
      Transaction: [],
      Difference: [],
      History: [],
      Publisher: [],
      Follower: [],
    };
  }

  id() {
    return this.choices.of(names);
  }
  section() {
    return this.choices.of(sectionNames);
  }
  element(id = this.id()) {
    return this.choices.percent(50) ? id : { id, version: this.choices.below(3) };
  }
  elements() {
    return this.choices.list(3, () => this.element());
  }
  ids() {
    return this.choices.list(3, () => this.id());
  }

  sections() {
    return this.choices.list(2, () => {
      const id = this.section();
      return this.choices.percent(40)
        ? id
        : { id, version: 1, ...(this.choices.percent(70) && { items: this.treeItems() }) };
    });
  }

  treeItems(depth = 0) {
    return this.choices.list(3 - depth, () => {
      const item = this.element();
      if (typeof item !== "object") return item;
      if (depth < 2 && this.choices.percent(50)) item.children = this.treeItems(depth + 1);
      if (this.choices.percent(20)) item.expanded = this.choices.percent(50);
      if (this.choices.percent(20)) item.expandable = this.choices.percent(50);
      return item;
    });
  }

  updates() {
    return this.elements().map((item) => {
      if (typeof item !== "object") return item;
      const state = {
        ...(this.choices.percent(30) && { expanded: this.choices.percent(50) }),
        ...(this.choices.percent(30) && { expandable: this.choices.percent(50) }),
      };
      return this.choices.percent(40) ? { id: item.id, ...state } : { ...item, ...state };
    });
  }

  path() {
    return { section: this.choices.below(4), item: this.choices.below(5) };
  }
  object(name) {
    return this.choices.of(this.kept[name]);
  }

  /** The bytes of a list or a patch, which may have been damaged. */
  document() {
    const { choices } = this;
    const bytes = new Uint8Array(choices.of(this.documents) ?? [0x89]);
    if (choices.percent(25)) bytes[choices.below(bytes.length)] = choices.below(256);
    return choices.percent(10) ? bytes.subarray(0, choices.below(bytes.length)) : bytes;
  }

  /** A value of any sort. */
  hostile() {
    const { choices } = this;
    if (choices.percent(50)) return choices.of(plain);
    return choices.of(acting)(this);
  }
}

// Values whose code is the user's.
const acting = [
  // It is another one each time that it is read.
  (values) => {
    let count = 0;
    return {
      id: values.id(),
      get more() {
        return (count += 1) % 2 ? 1 : this;
      },
    };
  },
  (values) => ({
    get id() {
      values.user.act();
      return values.id();
    },
  }),
  (values) => ({
    id: values.id(),
    get title() {
      values.user.act();
      return values.choices.of(plain);
    },
  }),
  (values) => ({
    id: values.section(),
    get items() {
      values.user.act();
      return values.choices.percent(80) ? values.elements() : values.hostile();
    },
  }),
  (values) => ({
    id: values.section(),
    items: [
      values.element(),
      {
        id: values.id(),
        get title() {
          values.user.act();
          return 1;
        },
      },
    ],
  }),
  (values) => ({
    id: values.id(),
    get children() {
      values.user.act();
      return values.treeItems(1);
    },
    get expanded() {
      values.user.act();
      return true;
    },
  }),
  (values) => ({
    id: values.id(),
    children: [
      {
        id: values.id(),
        get title() {
          values.user.act();
          return 1;
        },
      },
    ],
  }),
  (values) => ({
    id: values.id(),
    toString() {
      values.user.act();
      return "text";
    },
    valueOf() {
      values.user.act();
      return 5;
    },
  }),
  (values) => ({
    get section() {
      values.user.act();
      return 0;
    },
    get item() {
      values.user.act();
      return 0;
    },
  }),
  (values) =>
    new Proxy(
      { id: values.id(), title: 1 },
      {
        get(target, name) {
          values.user.act();
          return target[name];
        },
        ownKeys(target) {
          values.user.act();
          return Reflect.ownKeys(target);
        },
        getPrototypeOf(target) {
          values.user.act();
          return Reflect.getPrototypeOf(target);
        },
      },
    ),
  (values) =>
    new Proxy([values.element(), values.element()], {
      get(target, name) {
        values.user.act();
        return target[name];
      },
    }),
  (values) => new Proxy(values.object(values.choices.of(Object.keys(values.kept))) ?? {}, {}),
  (values) => ({
    *[Symbol.iterator]() {
      for (let count = values.choices.below(4); count > 0; count -= 1) {
        values.user.act();
        yield values.element();
      }
    },
  }),
  // A list that its own elements change while it is read.
  (values) => {
    const list = values.elements();
    list.push(
      {
        id: values.id(),
        get title() {
          list.splice(values.choices.below(3), 2, values.hostile());
          values.user.act();
          return 1;
        },
      },
      values.element(),
    );
    return list;
  },
  (values) => {
    const list = values.elements();
    list.push(
      {
        id: values.id(),
        get children() {
          list.length = 0;
          return [];
        },
      },
      values.id(),
      values.id(),
    );
    return list;
  },
  // Content whose class has an accessor that throws, and which is kept by identity.
  (values) => {
    const content = Object.create({
      get kind() {
        values.user.act();
        return "k";
      },
      [Symbol.toStringTag]: "Fare",
    });
    return Object.assign(content, { id: values.id() });
  },
  (values) =>
    values.choices.of(
      Object.values(values.kept)
        .flat()
        .filter((object) => object?.isDisposed),
    ),
  (values) => values.object(values.choices.of(Object.keys(values.kept))),
  (values) => () => {
    values.user.act();
    return values.choices.percent(50) ? values.id() : values.hostile();
  },
  (values) => ({
    write() {
      values.user.act();
    },
    get width() {
      values.user.act();
      return 30;
    },
  }),
  (values) => ({
    get animation() {
      values.user.act();
      return "fade";
    },
    get caption() {
      values.user.act();
      return "caption";
    },
    completion() {
      values.user.act();
    },
  }),
  (values) => ({
    get mustExist() {
      values.user.act();
      return true;
    },
  }),
  (values) => values.choices.list(3, () => values.hostile()),
  (values) => [values.element(), values.hostile()],
];
