-- Runs the examples of a page: its blocks of Lua, with the stock interpreter and with the command. What they print must
-- be what the comments `-->` in them say.

local checks = require "checks"

local examples = {}

local root = checks.output_of("pwd"):match("[^\n]+")

local commands = {
  ["lua5.4"] = ("LUA_CPATH='%s/build/lua/?.so;;' lua5.4 -l diffable"):format(root),
  ["build/bin/diffable"] = ("'%s/build/bin/diffable'"):format(root),
}

-- Another Lua with its module, in place of both.
if os.getenv("LUA") then
  local run = "LUA_PATH='%s/Tests/TestSupport/?.lua;;' LUA_CPATH='%s/%s/?.so;;' %s -e 'diffable = require [[diffable]]'"
  commands = { [os.getenv("LUA")] = run:format(root, root, os.getenv("MODULE"), os.getenv("LUA")) }
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n") do lines[#lines + 1] = line:gsub("\t", "  "):gsub("%s+$", "") end
  return lines
end

-- What the comments in a piece of Lua say that it prints.
function examples.expected_output(code)
  local expected = {}
  for line in code:gmatch("[^\n]+") do
    local text = line:match("%-%->(.*)$")
    if text then expected[#expected + 1] = text:gsub("^ ", "") .. "\n" end
  end
  return table.concat(lines_of(table.concat(expected)), "\n")
end

local function output_of(command, code)
  local folder = os.tmpname()
  assert(os.remove(folder) and os.execute("mkdir " .. folder))
  local file <close> = assert(io.open(folder .. "/example.lua", "w"))
  file:write(code)
  file:close()
  local process <close> = assert(io.popen(("cd %s && %s example.lua 2>&1 </dev/null"):format(folder, command)))
  local output = process:read("a")
  local ok = process:close()
  os.execute("rm -r " .. folder)
  return output, ok
end

function examples.run(name, code)
  local expected = examples.expected_output(code)
  for interpreter, command in pairs(commands) do
    local output, ok = output_of(command, code)
    local says_so = not code:find("-->", 1, true) or table.concat(lines_of(output), "\n") == expected
    checks.check(ok and says_so, "%s, with %s, prints\n%sin place of\n%s", name, interpreter, output, expected)
  end
end

-- Calls `visit(section, heading, code, language)` for every block of code; `code` is nil for a heading itself.
function examples.visit(page, visit)
  local section, heading, code, language
  for line in (page .. "\n"):gmatch("([^\n]*)\n") do
    if code then
      if line == "```" then
        visit(section, heading, table.concat(code, "\n") .. "\n", language)
        code = nil
      else
        code[#code + 1] = line
      end
    elseif line:find("^```") then
      code, language = {}, line:sub(4)
    elseif line:find("^## ") then
      section, heading = line:sub(4), nil
      visit(section)
    elseif line:find("^### ") then
      heading = line:sub(5)
      visit(section, heading)
    end
  end
end

return examples
