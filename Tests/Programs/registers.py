"""The registers of a program: s0 to s3 hold snapshots, t0 and t1 section snapshots."""

from diffable import SectionSnapshot, Snapshot

registers = {name: Snapshot() for name in ("s0", "s1", "s2", "s3")} | {name: SectionSnapshot() for name in ("t0", "t1")}
