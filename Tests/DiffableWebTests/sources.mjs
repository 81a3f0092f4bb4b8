// The parts of the module that need no engine: the encoder of contents, and what is meant by a wrong name.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";

// Files that end in .js are modules in a folder that says so.
const folder = new URL(`../../build/tests/sources-${process.pid}/`, import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("package.json", folder), '{ "type": "module" }');
for (const name of ["cbor_output", "content_decoder", "content_encoder", "content_forms", "errors", "memory", "names"])
  copyFileSync(new URL(`../../Sources/Bindings/Web/${name}.js`, import.meta.url), new URL(`${name}.js`, folder));
const output = await import(new URL("cbor_output.js", folder));
const { encode } = await import(new URL("content_encoder.js", folder));
const { decode } = await import(new URL("content_decoder.js", folder));
export const { meantName } = await import(new URL("names.js", folder));
const memory = await import(new URL("memory.js", folder));
process.on("exit", () => rmSync(folder, { recursive: true }));
memory.setEngine({ memory: new WebAssembly.Memory({ initial: 64 }) });

/** The bytes of a content in hexadecimal, and what they are decoded as. */
export function encoded(content, omitted) {
  return output.withOutput((start) => {
    const extras = encode(content, omitted);
    const size = output.endOfOutput() - start;
    output.copyOutput(start, start + size, 0);
    return { hex: Buffer.from(memory.memoryBytes().slice(0, size)).toString("hex"), copy: decode(start, extras) };
  });
}

/** What bytes of another process are decoded as. */
export function decoded(hex) {
  return output.withOutput((start) => {
    const bytes = Buffer.from(hex, "hex");
    output.appendPart(bytes, 0, bytes.length);
    return decode(start);
  });
}
