-- lua5.4 lua_lines.lua EXECUTED FOLDER: for each Lua file of a folder its name, its lines of code, and those that were
-- not executed. With -v, which lines those are. EXECUTED is what lua_lines.c writes.
local verbose = table.remove(arg, arg[1] == "-v" and 1 or #arg + 1)
local executed_path, wanted = table.unpack(arg)

local function contents(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function output_lines(command)
  return assert(io.popen(command)):lines()
end

-- The numbers of lines that Lua has instructions for. A line of nothing but the end of a block has none that count.
local function code_lines(path)
  local texts, numbers, is_code = {}, {}, {}
  for text in io.lines(path) do texts[#texts + 1] = text end
  for row in output_lines(("luac5.4 -l -l -p '%s'"):format(path)) do
    local number, name = row:match("^%s*%d+%s+%[(%d+)%]%s+(%u%w+)")
    number = math.tointeger(number)
    local is_end = number and (texts[number]:match("^%s*end[%s,;)}]*$") or texts[number]:match("^%s*else%s*$"))
    if number and name ~= "VARARGPREP" and not is_end then is_code[number] = true end
  end
  for number in pairs(is_code) do numbers[#numbers + 1] = number end
  table.sort(numbers)
  return numbers
end

local executed = contents(executed_path)
local number = 0
-- The files in the order in which Tests/Coverage/run numbers them.
for path in output_lines("LC_ALL=C ls Sources/Command/*/Lua/*.lua") do
  number = number + 1
  if path:sub(1, #wanted + 1) == wanted .. "/" then
    local lines, missed = code_lines(path), {}
    for _, line in ipairs(lines) do
      if executed:byte(1000 * number + line + 1) ~= 1 then missed[#missed + 1] = line end
    end
    print(path:match("[^/]+/[^/]+$"), #lines, #missed, verbose and table.concat(missed, " ") or "")
  end
end
assert(number > 0, "no Lua file is found")
