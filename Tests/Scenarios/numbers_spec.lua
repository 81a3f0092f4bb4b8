-- Every scenario is told, and told once.

it("numbers from 1 to 81 are those of the tests", function()
  local times = {}
  for path in assert(io.popen("ls Tests/Scenarios/*_spec.lua")):lines() do
    for line in io.lines(path) do
      local number = line:match('^ *it%("(%d%d): ')
      if number then times[number] = (times[number] or 0) + 1 end
    end
  end
  local once = {}
  for number = 1, 81 do once[("%02d"):format(number)] = 1 end
  assert.same(once, times)
end)
