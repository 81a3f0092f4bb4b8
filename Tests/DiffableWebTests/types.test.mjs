// The types, as TypeScript reads them with all that --strict checks.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

test("TypeScript infers the types of lists, and refuses wrong items", () => {
  const folder = path("build/tests/types");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/node_modules/diffable`, { recursive: true });
  cpSync(path("Tests/DiffableWebTests/types.ts"), `${folder}/types.ts`);
  // The compiler of Debian is older than `Symbol.dispose`.
  const types = readFileSync(path("build/web/diffable.d.ts"), "utf8").replace(
    '/// <reference lib="esnext.disposable" />',
    "declare global { interface SymbolConstructor { readonly dispose: unique symbol } }",
  );
  writeFileSync(`${folder}/node_modules/diffable/index.d.ts`, types);
  const { stdout, status } = spawnSync(
    "tsc",
    ["--strict", "--noEmit", "--target", "es2022", "--moduleResolution", "node", "types.ts"],
    { cwd: folder, encoding: "utf8" },
  );
  assert.strictEqual(stdout, "");
  assert.strictEqual(status, 0);
});
