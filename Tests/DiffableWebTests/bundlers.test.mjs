// The ways in which a program loads the engine: with and without `init`, from bundlers, and from CommonJS.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../build/web/", import.meta.url));
const folder = fileURLToPath(new URL("../../build/tests/bundles/", import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}node_modules`, { recursive: true });
symlinkSync(web, `${folder}node_modules/diffable`);

const run = (command, ...values) =>
  execFileSync(command, values, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const put = (name, text) => writeFileSync(`${folder}${name}`, text);
const use = `
  const source = new DataSource();
  source.apply(new Snapshot([{ id: "a", items: [1, 2] }]));
  console.log(source.snapshot().numberOfItems());
`;
const [waiting, explicit] = [
  `import { DataSource, Snapshot } from "diffable";${use}`,
  `import { DataSource, init, Snapshot } from "diffable/init";`,
];

// Each address is a module of its own, with an engine of its own.
let copies = 0;
const fresh = () => import(`../../build/web/diffable.init.js?${(copies += 1)}`);
const bytes = readFileSync(`${web}diffable.wasm`);

test("before init, a call says that the engine is not loaded", async () => {
  const { init, Snapshot, version } = await fresh();
  for (const call of [() => new Snapshot(), version]) {
    assert.throws(call, {
      code: "INVALID_ARGUMENT",
      message: "the engine is not loaded yet; await init() before the first call",
    });
  }
  await init();
  await init();
  assert.strictEqual(new Snapshot(["a"]).numberOfSections(), 1);
});

test("init takes bytes, a compiled module, responses of any type, promises and addresses", async () => {
  const type = (name) => ({ headers: { "Content-Type": name } });
  const sources = [
    bytes,
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    new WebAssembly.Module(bytes),
    Promise.resolve(bytes),
    new Response(bytes),
    new Response(bytes, type("text/plain")),
    new Response(bytes, type("application/wasm")),
    Promise.resolve(new Response(bytes)),
    new URL("../../build/web/diffable.wasm", import.meta.url),
    `data:application/wasm;base64,${bytes.toString("base64")}`,
  ];
  for (const source of sources) {
    const { init, Snapshot } = await fresh();
    await init(source);
    assert.strictEqual(new Snapshot(["a"]).numberOfSections(), 1);
  }
});

test("init that fails can be called again", async () => {
  const { init, Snapshot } = await fresh();
  await assert.rejects(init(new Response("", { status: 404, statusText: "Not Found" })), /: 404 Not Found$/);
  await assert.rejects(init(new Uint8Array(8)), WebAssembly.CompileError);
  await assert.rejects(init(5), {
    message: "argument 1: address, Response, bytes or WebAssembly.Module expected, got 5",
  });
  await Promise.all([init(), init()]);
  assert.strictEqual(new Snapshot(["a"]).numberOfSections(), 1);
});

test("the minified module has the same exports, the same names in messages, and waits", async () => {
  const [whole, small] = await Promise.all([
    import("../../build/web/diffable.js"),
    import("../../build/web/diffable.min.js"),
  ]);
  assert.deepStrictEqual(Object.keys(small), Object.keys(whole));
  for (const [name, value] of Object.entries(whole))
    if (/^class /.test(String(value))) assert.strictEqual(small[name].name, value.name);
  const [one, other] = [new small.Snapshot(["a"]), new small.DataSource()];
  assert.throws(() => one.appendItem(1), {
    message: 'a Snapshot has no member "appendItem": did you mean "appendItems"?',
  });
  assert.throws(() => one.apply(), {
    message: 'a Snapshot has no member "apply"; a DataSource has it: call it on the data source',
  });
  assert.throws(() => new whole.DataSource().apply(one), {
    message:
      "argument 1: Snapshot expected, got a Snapshot; it belongs to another copy of the module, or is a proxy of one",
  });
  other.dispose();
  assert.throws(() => other.snapshot(), { message: "the DataSource was disposed" });
});

test("esbuild bundles the module that waits, without the modules of node", () => {
  put("waiting.mjs", waiting);
  run(
    "esbuild",
    "waiting.mjs",
    "--bundle",
    "--format=esm",
    "--minify",
    "--outfile=esbuild/waiting.mjs",
    "--log-level=warning",
  );
  cpSync(`${web}diffable.wasm`, `${folder}esbuild/diffable.wasm`);
  assert.strictEqual(run("node", "esbuild/waiting.mjs"), "2\n");
});

test("esbuild bundles scripts and CommonJS, with the engine in them", () => {
  put("explicit.mjs", `${explicit}\nimport engine from "diffable/diffable.wasm";\ninit(engine).then(() => {${use}});`);
  for (const [format, name] of [
    ["iife", "script.cjs"],
    ["cjs", "module.cjs"],
  ]) {
    run(
      "esbuild",
      "explicit.mjs",
      "--bundle",
      `--format=${format}`,
      "--loader:.wasm=binary",
      `--outfile=esbuild/${name}`,
      "--log-level=error",
    );
    assert.strictEqual(run("node", `esbuild/${name}`), "2\n");
  }
});

test("esbuild copies the engine beside the bundle, where init is told of it", () => {
  put(
    "file.mjs",
    `${explicit}\nimport engine from "diffable/diffable.wasm";\nawait init(new URL(engine, import.meta.url));${use}`,
  );
  run(
    "esbuild",
    "file.mjs",
    "--bundle",
    "--format=esm",
    "--loader:.wasm=file",
    "--outdir=esbuild",
    "--out-extension:.js=.mjs",
    "--log-level=warning",
  );
  assert.strictEqual(run("node", "esbuild/file.mjs"), "2\n");
});

test("a bundle has nothing of a module that it does not use", () => {
  put("unused.mjs", 'import { Snapshot } from "diffable";\nimport { init } from "diffable/init";\nconsole.log(1);');
  assert(run("esbuild", "unused.mjs", "--bundle", "--format=esm", "--log-level=error").length < 100);
});

test("Rollup bundles the module", () => {
  put("rollup.mjs", waiting.replace('"diffable"', '"./node_modules/diffable/diffable.js"'));
  run("rollup", "rollup.mjs", "--format=es", "--file=rollup/rollup.mjs", "--silent");
  cpSync(`${web}diffable.wasm`, `${folder}rollup/diffable.wasm`);
  assert.strictEqual(run("node", "rollup/rollup.mjs"), "2\n");
  put(
    "script.mjs",
    `import { DataSource, init, Snapshot } from "./node_modules/diffable/diffable.init.js";\nglobalThis.start = (engine) => init(engine).then(() => {${use}});`,
  );
  run("rollup", "script.mjs", "--format=iife", "--file=rollup/script.cjs", "--silent");
  const start =
    "require('./rollup/script.cjs'); start(require('fs').readFileSync('node_modules/diffable/diffable.wasm'))";
  assert.strictEqual(run("node", "-e", start), "2\n");
});

// webpack of Debian is a package for Debian's node. This tells any other node where the modules are.
const withDebian = {
  NODE_PATH: "/usr/share/nodejs:/usr/lib/nodejs",
  NODE_OPTIONS: `--require ${folder}debian.cjs`,
};
const webpack = "/usr/bin/webpack";

test("webpack bundles the module, and copies the engine", { skip: !existsSync(webpack) && "no webpack" }, () => {
  put(
    "debian.cjs",
    `
    const variables = { ...process.config.variables, node_relative_path: "share/nodejs:lib/nodejs", node_prefix: "/usr" };
    Object.defineProperty(process, "config", { value: { ...process.config, variables } });
  `,
  );
  put("webpack.mjs", waiting);
  put("webpack-init.mjs", `${explicit}\ninit().then(() => {${use}});`);
  const configure = (name, output, more) => `({
    mode: "production", entry: "./${name}.mjs", target: "node",
    output: { path: __dirname + "/webpack", filename: "${output}", ${more.includes("outputModule") ? 'module: true, chunkFormat: "module"' : ""} }, experiments: { ${more} },
  })`;
  // Version 5.83 and later need no topLevelAwait.
  put(
    "webpack.config.cjs",
    `module.exports = [
    ${configure("webpack", "waiting.mjs", "outputModule: true, topLevelAwait: true")},
    ${configure("webpack-init", "init.mjs", "outputModule: true")},
  ];`,
  );
  execFileSync(webpack, ["--config", "webpack.config.cjs"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...withDebian },
  });
  const files = readdirSync(`${folder}webpack`);
  assert.strictEqual(files.filter((file) => file.endsWith(".wasm")).length, 1);
  for (const name of ["waiting.mjs", "init.mjs"]) assert.strictEqual(run("node", `webpack/${name}`), "2\n");
});

test("the engine is where bundlers look for it", () => {
  // webpack and Vite find this expression, and copy the file.
  for (const name of ["diffable.js", "diffable.init.js", "diffable.min.js"]) {
    assert.match(
      readFileSync(`${web}${name}`, "utf8"),
      /new URL\(\s*"\.\/diffable\.wasm",\s*import\.meta\.url\)/,
      name,
    );
  }
});

test("CommonJS imports it", () => {
  for (const name of ["diffable", "diffable/min"]) {
    put("common.cjs", `import("${name}").then(({ DataSource, Snapshot }) => {${use}});`);
    assert.strictEqual(run("node", "common.cjs"), "2\n");
  }
  const { version, exports } = JSON.parse(readFileSync(`${web}package.json`, "utf8"));
  put("version.cjs", "console.log(require('diffable/package.json').version)");
  assert.strictEqual(run("node", "version.cjs"), `${version}\n`);
  const files = Object.values(exports).flatMap((each) => (typeof each === "string" ? each : Object.values(each)));
  assert.deepStrictEqual(
    files.filter((file) => !existsSync(`${web}${file}`)),
    [],
  );
});
