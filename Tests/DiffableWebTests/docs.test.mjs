// The examples of the pages: each block of JavaScript runs, and prints what follows `// -->`.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import test from "node:test";
import { format } from "node:util";
import * as diffable from "../../build/web/diffable.js";

const pages = ["web", "derived"].map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8"));
const AsyncFunction = (async () => {}).constructor;

for (const [, heading, block] of pages.join("\n").matchAll(/^#+ ([^\n]*)\n(?:(?!^#)[^])*?^```js\n([^]*?)^```/gm)) {
  test(heading, async () => {
    const printed = [];
    const print = {
      log: (...values) =>
        void printed.push(
          ...format(...values)
            .replace(/\n$/, "")
            .split("\n"),
        ),
    };
    const expected = [...block.matchAll(/\/\/ --> ?(.*)$/gm)].map(([, line]) => line);
    assert(expected.length > 0);
    const code = block.replace(/^import \{[^}]*\} from "(\.\/diffable\.js|diffable\/init)";$/m, "");
    await new AsyncFunction(...Object.keys(diffable), "console", `{${code}}`)(...Object.values(diffable), print);
    assert.deepStrictEqual(printed, expected);
  });
}

test("the pages have examples", () => {
  assert.deepStrictEqual(
    pages.map((page) => page.match(/^```js$/gm).length >= 2),
    [true, true],
  );
});
