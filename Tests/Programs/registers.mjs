// The registers of a program: s0 to s3 hold snapshots, t0 and t1 section snapshots.
import { SectionSnapshot, Snapshot } from "../../build/web/diffable.js";

export const registers = {};
for (const name of ["s0", "s1", "s2", "s3"]) registers[name] = new Snapshot();
for (const name of ["t0", "t1"]) registers[name] = new SectionSnapshot();
