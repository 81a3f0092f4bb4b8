-- fuzz SECONDS | fuzz replay SEED: random programs, each in a process of its own, for so long; or one of them once
-- more.
local program = require "program"

local function run(seed)
  local status = host.fork(program, seed)
  if status ~= 0 then
    print(("fuzz: the program with seed %d ended with status %d; once more: Tests/Fuzz/Lua/run replay %d")
      :format(seed, status, seed))
    os.exit(1, true)
  end
end

if ... == "replay" then
  run(assert(math.tointeger(tonumber((select(2, ...))))))
  print("fuzz: nothing found")
else
  local seed, count, stop = host.random(), 0, os.time() + tonumber((...))
  while os.time() < stop do
    run(seed + count)
    count = count + 1
  end
  print(("fuzz: %d programs from seed %d on, nothing found"):format(count, seed))
end
