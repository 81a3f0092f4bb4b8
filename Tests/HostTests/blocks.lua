-- Writes the examples of docs/hosts.md into a folder: the code of each section under the name of its file, and beside
-- it, in a file `.expected`, what it prints.
package.path = "Tests/DocsTests/?.lua;Tests/APITests/?.lua"
local checks = require "checks"
local examples = require "examples"

local folder = ...
local names = {
  ["Neovim"] = "neovim.lua", ["LÖVE"] = "love.lua", ["OpenResty"] = "nginx.conf", ["A program in C"] = "app.c",
}

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

examples.visit(checks.read("docs/hosts.md"), function(section, _, code)
  local name = code and names[section]
  if not name then return end
  names[section] = nil
  write(folder .. "/" .. name, code)
  write(folder .. "/" .. name .. ".expected", examples.expected_output(code))
end)
assert(not next(names), "docs/hosts.md has no example for " .. tostring(next(names)))
