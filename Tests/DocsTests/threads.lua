-- The table of docs/threads.md, and its tests in Tests/DiffableCTests, which `make test-threads` runs under
-- ThreadSanitizer: each cell that lets two threads run has a test, and each test a cell.

local checks = require "checks"
local check = checks.check

local answers = { yes = true, refused = true, no = false, ["–"] = false }

local function cells_of(line)
  local cells = {}
  for cell in line:gmatch("|([^|\n]+)") do cells[#cells + 1] = cell:match("^%s*(.-)%s*$") end
  return cells
end

local tested, count = {}, 0
for _, name in ipairs { "thread_cells_test.c", "thread_views_test.c" } do
  for row, column in checks.read("Tests/DiffableCTests/" .. name):gmatch('CELL%("(.-)", "(.-)", [%w_]+%),') do
    tested[row .. ": " .. column] = true
    count = count + 1
  end
end
check(count > 0, "there are no tests of cells")

local columns
for line in checks.read("docs/threads.md"):gmatch("[^\n]+") do
  if line:find("^| object that two threads use") then
    columns = cells_of(line)
  elseif columns and line:find("^|%-") then
    check(#cells_of(line) == #columns, "docs/threads.md: a table with two widths")
  elseif columns and line:find("^|") then
    local cells = cells_of(line)
    check(#cells == #columns, "docs/threads.md: the row %s has %d cells", cells[1], #cells)
    for index = 2, #cells do
      local name, answer = cells[1] .. ": " .. columns[index], answers[cells[index]]
      check(answer ~= nil, "docs/threads.md: %s is answered by %s", name, cells[index])
      check((answer or false) == (tested[name] or false), "docs/threads.md: %s: %s", name,
        tested[name] and "has a test, and is not allowed" or "has no test")
      tested[name] = nil
    end
  end
end
check(columns, "docs/threads.md has no table of what may run beside what")
for name in pairs(tested) do check(false, "%s is tested, and is no cell of docs/threads.md", name) end

checks.finish("threads")
