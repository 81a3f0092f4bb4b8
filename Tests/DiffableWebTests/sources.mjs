// The parts of the module that need no engine: the encoder of contents, and what is meant by a wrong name.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";

// Files that end in .js are modules in a folder that says so.
const folder = new URL(`../../build/tests/sources-${process.pid}/`, import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("package.json", folder), '{ "type": "module" }');
for (const name of ["cbor", "errors", "memory", "names"])
  copyFileSync(new URL(`../../Sources/Bindings/Web/${name}.js`, import.meta.url), new URL(`${name}.js`, folder));
const cbor = await import(new URL("cbor.js", folder));
export const { meantName } = await import(new URL("names.js", folder));
const memory = await import(new URL("memory.js", folder));
process.on("exit", () => rmSync(folder, { recursive: true }));
memory.setEngine({ memory: new WebAssembly.Memory({ initial: 64 }) });

/** The bytes of a content in hexadecimal, and what they are decoded as. */
export function encoded(content, omitted) {
  return cbor.withOutput((start) => {
    const extras = cbor.encode(content, omitted);
    const size = cbor.endOfOutput() - start;
    cbor.copyOutput(start, start + size, 0);
    return { hex: Buffer.from(memory.memoryBytes().slice(0, size)).toString("hex"), copy: cbor.decode(start, extras) };
  });
}

/** What bytes of another process are decoded as. */
export function decoded(hex) {
  return cbor.withOutput((start) => {
    const bytes = Buffer.from(hex, "hex");
    cbor.appendPart(bytes, 0, bytes.length);
    return cbor.decode(start);
  });
}
