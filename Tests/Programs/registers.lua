-- The registers of a program: s0 to s3 hold snapshots, t0 and t1 section snapshots.
local diffable = require "diffable"

local registers = { t0 = diffable.section_snapshot(), t1 = diffable.section_snapshot() }
for number = 0, 3 do registers["s" .. number] = diffable.snapshot() end

return registers
