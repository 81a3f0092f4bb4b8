// What `make web` leaves: sizes, imports, the inlined variant, and the types.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import * as diffable from "../../build/web/diffable.js";

const read = (name, encoding) => readFileSync(new URL(`../../build/web/${name}`, import.meta.url), encoding);

test("the minified module and the engine take less than 362 KB compressed", () => {
  const size =
    gzipSync(read("diffable.wasm"), { level: 9 }).length + gzipSync(read("diffable.min.js"), { level: 9 }).length;
  assert(size < 362000, `${size} bytes`);
});

test("the page about the module says how large the files are", () => {
  const page = readFileSync(new URL("../../docs/web.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(diffable\.[a-z.]+)` \|.*\| (\d+) KB \|$/gm)];
  assert.strictEqual(rows.length, 5);
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const sum = rows.slice(0, 2).reduce((all, [, , size]) => all + Number(size), 0);
  assert.strictEqual(
    readme.match(/leaves `diffable.min.js` and `diffable.wasm` in build\/web: (\d+) KB compressed/)[1],
    String(sum),
  );
  for (const [, name, size] of rows) {
    const bytes = gzipSync(read(name), { level: 9 }).length;
    assert(Math.abs(bytes / 1000 - Number(size)) <= 1 + size / 50, `${name}: ${size} KB in the page, ${bytes} bytes`);
  }
});

test("a page is built without the parts that it does not need", async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const parts = ["DERIVED", "DOCUMENTS", "MERGING", "HISTORY", "TEXT", "LISTS"].map((name) => `${name}=no`);
  execFileSync(
    "make",
    [
      "--no-print-directory",
      "WEB_OUT=build/tests/web_small",
      ...parts,
      "build/tests/web_small/diffable.js",
      "build/tests/web_small/diffable.min.js",
    ],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const small = await import("../../build/tests/web_small/diffable.js");
  const missing = [
    "concat",
    "DerivedList",
    "documentName",
    "Follower",
    "History",
    "ListView",
    "merge",
    "Publisher",
    "TextView",
  ];
  assert.deepStrictEqual(
    Object.keys(small),
    Object.keys(diffable).filter((name) => !missing.includes(name)),
  );
  const source = new small.DataSource();
  source.setItems([{ id: 1, title: "Bus", children: [2] }]);
  source.update((draft) => draft.updateItems({ id: 1, title: "Tram" }));
  assert.strictEqual(source.item(1).title, "Tram");
  const size = (name) => gzipSync(readFileSync(`${root}build/tests/web_small/${name}`), { level: 9 }).length;
  assert(size("diffable.wasm") + size("diffable.min.js") < 207000);
});

test("the engine imports callbacks, the release of objects, and random numbers only", () => {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(read("diffable.wasm")));
  assert.deepStrictEqual(
    imports.map(({ module, name }) => `${module}.${name}`),
    ["diffable.call", "diffable.random", "diffable.release"],
  );
});

test("the engine has at most 2 GB, so that no address is a negative number", () => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(read("diffable.wasm")), {
    diffable: { call: () => 0, random: () => {}, release: () => {} },
  });
  assert.throws(() => exports.memory.grow(2 ** 31 / 65536), RangeError);
});

test("the inlined variant is a script that works without files", () => {
  const context = vm.createContext({
    WebAssembly,
    crypto,
    TextDecoder,
    TextEncoder,
    atob,
    FinalizationRegistry,
    WeakRef,
    URL,
  });
  vm.runInContext(read("diffable.inline.js", "utf8"), context);
  assert.deepStrictEqual(
    Object.keys(context.diffable).sort(),
    Object.keys(diffable)
      .filter((name) => name !== "init")
      .sort(),
  );
  const items = vm.runInContext(
    `{
    const source = new diffable.DataSource();
    source.apply(new diffable.Snapshot([{ id: "s", items: [{ id: 1, title: "Bus" }] }]));
    JSON.stringify(source.snapshot().item(1));
  }`,
    context,
  );
  assert.strictEqual(items, '{"id":1,"title":"Bus"}');
});

// The members of a class that a program may call.
function members(type) {
  const names = new Set();
  for (
    let prototype = type.prototype;
    prototype && prototype !== Object.prototype && prototype !== Error.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    for (const name of Object.getOwnPropertyNames(prototype)) names.add(name);
  }
  names.delete("constructor");
  return names;
}

test("the types name what there is", () => {
  const types = read("diffable.d.ts", "utf8");
  const bodies = new Map();
  for (const [, name, base, body] of types.matchAll(
    /^(?:export class|export interface|declare abstract class) (\w+)(?:<[^{]*?>)?(?: extends (\w+)(?:<[^{]*?>)?)? \{\n(.*?)^\}/gms,
  )) {
    const inherited = bodies.get(base) ?? [];
    const own = [...body.matchAll(/^ {2}(?:readonly |get |set )?(\w+)\??[(:<]/gm)].map(([, member]) => member);
    bodies.set(
      name,
      [...inherited, ...own].filter((member) => member !== "constructor"),
    );
  }
  for (const [, name] of types.matchAll(/^export (?:class|function) (\w+)/gm)) assert(name in diffable, name);
  for (const [name, value] of Object.entries(diffable)) {
    if (typeof value !== "function" || !/^class /.test(Function.prototype.toString.call(value))) {
      assert.match(types, new RegExp(`^export function ${name}[(<]`, "m"));
      continue;
    }
    if (name === "DiffableError") continue;
    assert.deepStrictEqual([...new Set(bodies.get(name))].sort(), [...members(value)].sort(), name);
  }
});
