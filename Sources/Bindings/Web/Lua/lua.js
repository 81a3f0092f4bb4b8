// Lua in the page. A state has the Lua module, and tells what became of its lists.
import { refuse, refuseArgument } from "../errors.js";
import { imports } from "../engine.js";
import { putText, readText, wasm, withScratch } from "../memory.js";
import { applyEvents } from "../List/list_events.js";
import { makeStrict } from "../strict.js";

// In the order of lua.c.
const outputs = ["printed", "events", "values", "errors"];
const emptyOutput = () => ({ printed: [], events: [], values: [], errors: [] });
let luaOutput = emptyOutput();
imports.diffable.lua = (kind, address, size) => void luaOutput[outputs[kind]].push(readText(address, size));

// Lua asks for files and for the time. There are none: each call returns an error, "bad file descriptor".
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

  // The applies of some events, each with its list as it was then.
  #applies(lines) {
    const applies = [];
    let events = [];
    for (const line of lines.split("\n").filter(Boolean)) {
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
