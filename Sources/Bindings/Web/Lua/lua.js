// Lua in the page. A `Lua` object is a state of Lua with the module `diffable`. It reports what scripts apply to their
// lists.
import { refuse, refuseArgument } from "../errors.js";
import { imports } from "../engine.js";
import { putText, readText, wasm, withScratch } from "../memory.js";
import { applyEvents } from "../List/list_events.js";
import { makeStrict } from "../strict.js";

// In the order of `enum output` in lua.c.
const outputs = ["printed", "events", "values", "errors"];
const emptyOutput = () => ({ printed: [], events: [], values: [], errors: [] });
let luaOutput = emptyOutput();
imports.diffable.lua = (kind, address, size) => void luaOutput[outputs[kind]].push(readText(address, size));

// Lua imports functions of WASI for files and the time. The page provides neither, so each of them returns the error 8,
// "bad file descriptor".
imports.wasi_snapshot_preview1 = new Proxy({}, { get: () => () => 8 });

/** A state of Lua. */
export class Lua {
  #state = wasm.diffable_web_lua_new();
  #lists = [];

  constructor() {
    if (this.#state === 0) refuse("LIMIT_EXCEEDED", "the engine has no memory left");
  }

  /** Runs a script or an expression, and returns what it printed, its values, its error, and its applies. */
  run(code) {
    if (typeof code !== "string") refuseArgument(1, "string", code);
    if (this.#state === 0) refuse("INVALID_ARGUMENT", "the state is closed");
    luaOutput = emptyOutput();
    withScratch(() => wasm.diffable_web_lua_run(this.#state, ...putText(code)));
    const { printed, events, values, errors } = luaOutput;
    return { printed: printed.join(""), values, error: errors[0], applies: this.#applies(events.join("")) };
  }

  // Returns the applies in a text of NDJSON events, each with the sections of its list after the apply.
  #applies(ndjson) {
    const applies = [];
    let events = [];
    for (const line of ndjson.split("\n").filter(Boolean)) {
      const event = JSON.parse(line);
      if (event.event === "apply") {
        applies.push(event);
        events = [];
      } else if (event.event === "applied") {
        const sections = applyEvents(this.#lists[event.list] ?? [], events);
        this.#lists[event.list] = sections;
        applies.at(-1).sections = sections;
      } else {
        events.push(event);
      }
    }
    return applies;
  }

  /** Frees the state and all that is in it. */
  close() {
    if (this.#state !== 0) wasm.diffable_web_lua_close(this.#state);
    this.#state = 0;
  }
}

makeStrict(Lua);
