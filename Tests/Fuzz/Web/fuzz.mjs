// Fuzzing of the module for pages: each seed is a program of calls. `fuzz.mjs SECONDS` runs new ones, `fuzz.mjs --runs
// COUNT [FIRST]` so many, and `fuzz.mjs --seed SEED` shows one. Needs node's option --expose-gc.
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { memorySize } from "../../../build/fuzz/diffable_web.mjs";
import { load } from "./engine.mjs";
import { execute } from "./program.mjs";

const again = (seed) => `to have it again: node --expose-gc Tests/Fuzz/Web/fuzz.mjs --seed ${seed}`;

// A program that does not end is stopped by another thread.
const now = new Int32Array(new SharedArrayBuffer(4));
new Worker(
  `
  const { workerData } = require("node:worker_threads");
  let [last, since] = [-1, Date.now()];
  setInterval(() => {
    const seed = Atomics.load(workerData, 0);
    if (seed !== last) [last, since] = [seed, Date.now()];
    if (seed < 0 || Date.now() - since < 60000) return;
    require("node:fs").writeSync(2, "fuzz: seed " + seed + " does not end\\n");
    process.kill(process.pid, "SIGKILL");
  }, 1000);
`,
  { eval: true, workerData: now },
).unref();

function run(seed, log) {
  Atomics.store(now, 0, seed);
  try {
    execute(seed, log);
  } catch (error) {
    console.error(`fuzz: ${error.message}\n${error.cause?.stack ?? error.stack}\n${again(seed)}`);
    process.exit(1);
  }
}

await load();
const [first, second, third] = process.argv.slice(2);
if (first === "--seed") {
  run(Number(second), (...words) =>
    console.log(
      ...words.map((word) =>
        typeof word === "string"
          ? word
          : inspect(word, { depth: 3, breakLength: Infinity, getters: false }).slice(0, 200),
      ),
    ),
  );
  console.log("fuzz: no finding");
} else {
  // Stack traces cost more than what they belong to. The seed has them.
  Error.stackTraceLimit = 0;
  const kept = readFileSync(new URL("seeds", import.meta.url), "utf8")
    .split("\n")
    .map((line) => parseInt(line, 10))
    .filter((seed) => seed >= 0);
  for (const seed of kept) run(seed);
  const [runLimit, end] =
    first === "--runs" ? [Number(second), Infinity] : [Infinity, Date.now() + 1000 * Number(first)];
  let seed = third === undefined ? Date.now() % 1e9 : Number(third);
  const begin = seed;
  let memory;
  let count = 0;
  for (; count < runLimit && Date.now() < end; count += 1, seed += 1) {
    run(seed);
    if (count % 5000 !== 4999) continue;
    gc();
    memory ??= [memorySize(), process.memoryUsage().heapUsed];
    const [engine, heap] = [memorySize() - memory[0], process.memoryUsage().heapUsed - memory[1]];
    if (engine > 8 << 20 || heap > 16 << 20) {
      console.error(
        `fuzz: the engine has grown by ${engine} bytes, and JavaScript by ${heap}, from seed ${begin} to ${seed}`,
      );
      process.exit(1);
    }
    await new Promise(setImmediate);
  }
  console.log(
    `fuzz: ${kept.length} kept and ${count} new programs in JavaScript from seed ${begin}, no finding; ${memorySize() >> 10} KB`,
  );
}
process.exit(0);
