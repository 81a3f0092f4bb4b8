// Older nodes have no global `crypto`, which every browser has.
globalThis.crypto ??= (await import("node:crypto")).webcrypto;

