/** diffable_lua.js exports all of diffable.js, and Lua. */
export * from "./diffable.js";

/** The fields of a cell, a header or a footer, as in docs/ndjson.md. Bytes that are not UTF-8 are { hex }. */
export interface LuaCell {
  text: string | { hex: string };
  detail?: string | { hex: string };
  secondary_text?: string | { hex: string };
  image?: string | { hex: string };
  accessory?: string;
  height?: number;
  indentation?: number;
}

export type LuaIdentifier = string | number | { hex: string };

export interface LuaRow {
  id: LuaIdentifier;
  cell: LuaCell;
  /** The level in a tree. */
  level: number;
  /** Whether the row has children, and whether they are shown. Null if the row is not in a tree. */
  disclosure: "leaf" | "collapsed" | "expanded" | null;
}

export interface LuaSection {
  id: LuaIdentifier;
  header: LuaCell | null;
  footer: LuaCell | null;
  rows: LuaRow[];
}

/** An apply, with the list after it. */
export interface LuaApply {
  /** The number of the list, from 0. */
  list: number;
  name?: string | { hex: string };
  animation: string;
  caption?: string | { hex: string };
  sections: LuaSection[];
}

export interface LuaResult {
  printed: string;
  /** The values of an expression or of a `return`, as text. */
  values: string[];
  error: string | undefined;
  applies: LuaApply[];
}

/** A state of Lua with the Lua module, but without access to files. */
export class Lua {
  /** Runs a script or an expression. An error of the script is in the result. */
  run(code: string): LuaResult;
  /** Frees the state and all that is in it. */
  close(): void;
}
