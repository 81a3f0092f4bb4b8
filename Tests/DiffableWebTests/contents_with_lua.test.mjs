// Contents in Lua and in JavaScript: both write the same bytes, and each reads those of the other one.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Snapshot } from "../../build/web/diffable.js";
import { decoded, encoded } from "./sources.mjs";

const vectors = JSON.parse(readFileSync(new URL("../TestSupport/contents.json", import.meta.url), "utf8"));
const evaluated = (text) => (0, eval)(text);

// The lines that the program in Lua prints, in columns.
function lua(args, input = "") {
  const file = fileURLToPath(new URL("contents_with_lua.lua", import.meta.url));
  const modules = `${fileURLToPath(new URL("../../build/lua/", import.meta.url))}?.so`;
  const { status, stdout, stderr } = spawnSync("lua5.4", [file, ...args.map(String)], {
    input,
    encoding: "utf8",
    env: { ...process.env, LUA_CPATH: modules },
    maxBuffer: 2 ** 28,
  });
  assert.strictEqual(status, 0, stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
}

test("both write the vectors", () => {
  for (const { js, hex } of vectors) {
    assert.strictEqual(encoded(evaluated(js)).hex, hex, js);
    assert.deepStrictEqual(decoded(hex), evaluated(js));
  }
  const written = lua(["write"], vectors.map((vector) => vector.lua).join("\n"));
  for (const [index, { hex, lua: text }] of vectors.entries()) assert.deepStrictEqual(written[index], [hex, hex], text);
});

test("a snapshot returns the bytes of a content", () => {
  const snapshot = new Snapshot([{ id: "fares", title: "Fares", items: [{ id: "bus", stops: [1, 2] }, "train"] }]);
  const bytes = snapshot.itemContent("bus");
  assert.strictEqual(Buffer.from(bytes).toString("hex"), "a16573746f7073820102");
  bytes.fill(0);
  assert.deepStrictEqual(snapshot.item("bus").stops, [1, 2]);
  assert.strictEqual(Buffer.from(snapshot.sectionContent("fares")).toString("hex"), "a1657469746c65654661726573");
  assert.deepStrictEqual(
    [snapshot.itemContent("train"), snapshot.itemContent("nobody"), snapshot.sectionContent("none")],
    [undefined, undefined, undefined],
  );
});

test("JavaScript reads what Lua writes", () => {
  for (const [hex, text] of lua(["random", 5, 3000])) {
    const expected = evaluated(text);
    assert.deepStrictEqual(decoded(hex), expected);
    assert.strictEqual(encoded(expected).hex, hex);
    assert.strictEqual(encoded(decoded(hex)).hex, hex);
  }
});

test("Lua reads what JavaScript writes", () => {
  let seed = 3;
  const random = (limit) => (seed = (seed * 48271) % 0x7fffffff) % limit;
  const integers = [
    0,
    23,
    24,
    255,
    256,
    65535,
    65536,
    2 ** 32,
    2 ** 53 - 1,
    1 - 2 ** 53,
    2n ** 53n,
    -(2n ** 53n),
    2n ** 63n - 1n,
    1n - 2n ** 63n,
  ];
  const floats = [0.5, -0.1, 1e300, -1e-320, 2 ** -24, 65504.5, 2 ** 53, 2 ** 60, Infinity, -Infinity, NaN];
  const texts = ["", "a", "é水😀", "x".repeat(24), "é".repeat(200), "\0", "1", "\\\"'"];
  const inLua = (text) =>
    `"${[...new TextEncoder().encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}"`;
  const floatInLua = (number) =>
    Number.isNaN(number)
      ? "0/0"
      : Math.abs(number) === Infinity
        ? `${Math.sign(number)}/0`
        : `${number}e0`.replace(/e(.*)e0/, "e$1");
  // A value and how Lua writes it.
  const make = (depth) => {
    const kind = random(depth > 3 ? 5 : 7);
    if (kind === 0) {
      const integer = random(2) ? integers[random(integers.length)] : random(140000) - 70000;
      return [integer, `${integer}`];
    }
    if (kind === 1) {
      const float = random(2) ? floats[random(floats.length)] : random(2000) - 999.5;
      return [float, floatInLua(float)];
    }
    if (kind === 2) return random(2) ? [true, "true"] : [false, "false"];
    if (kind === 3) {
      const text = texts[random(texts.length)];
      return [text, inLua(text)];
    }
    if (kind === 4)
      return [Uint8Array.of(255, random(256)), ""].map((bytes, index, [all]) =>
        index === 0 ? bytes : `"${[...all].map((byte) => `\\${byte}`.padEnd(2)).join("")}"`,
      );
    const entries = Array.from({ length: random(4) + (kind === 6 ? 1 : 0) }, (_, index) => [
      texts[random(texts.length)] + index,
      ...make(depth + 1),
    ]);
    if (kind === 5) return [entries.map(([, value]) => value), `{ ${entries.map(([, , text]) => text).join(", ")} }`];
    return [
      Object.fromEntries(entries),
      `{ ${entries.map(([name, , text]) => `[${inLua(name)}] = ${text}`).join(", ")} }`,
    ];
  };
  const contents = Array.from({ length: 3000 }, () => make(0)).map(([value, text]) => [
    { v: value },
    `{ v = ${text} }`,
  ]);
  const written = lua(["write"], contents.map(([, text]) => text).join("\n"));
  for (const [index, [content, text]] of contents.entries()) {
    const { hex } = encoded(content);
    assert.deepStrictEqual(written[index], [hex, hex], text);
  }
});

test("JavaScript reads what only Lua has", () => {
  // 1.0, -0.0, keys that are not strings, and references.
  assert.deepStrictEqual(decoded("a16176f93c00"), { v: 1 });
  assert.strictEqual(encoded(decoded("a16176f98000")).hex, "a1617600");
  assert.deepStrictEqual(decoded("a16176a20102f501"), {
    v: new Map([
      [1, 2],
      [true, 1],
    ]),
  });
  assert.deepStrictEqual(decoded("a16176d9ea6007"), { v: undefined });
});
