-- Holds the direction of the flow: a module imports only modules below it, and its C files include only their headers.

local checks = require "checks"
local check = checks.check

-- Each module with those it may know, in the order of the flow.
local modules = {
  { name = "CLibc", knows = {} },
  { name = "CTerminal", knows = {} },
  { name = "CEdit", knows = {} },
  { name = "CLua", knows = {} },
  { name = "DiffableEngine", knows = { "CLibc" } },
  { name = "DiffableViews", knows = { "DiffableEngine" } },
  { name = "Diffable", knows = { "CLibc", "DiffableEngine", "DiffableViews" } },
  { name = "DiffableMemory", knows = { "CLibc", "DiffableEngine" } },
  { name = "DiffableC", knows = { "CLibc", "CDiffable", "DiffableEngine", "DiffableViews" } },
  { name = "DiffableTerminal", knows = { "CLibc", "CDiffable", "CTerminal", "DiffableEngine", "DiffableViews", "DiffableC" } },
  { name = "DiffableLua", knows = { "CLua", "CDiffable" } },
  { name = "DiffableWeb", knows = { "CLua", "CDiffable" } },
  { name = "DiffablePython", knows = {} },
  { name = "DiffablePage", knows = {} },
  { name = "DiffableWatch", knows = { "CLua" } },
  { name = "CommandLua", knows = { "CLua" } },
  { name = "DiffableCommand", knows = { "CLibc", "CEdit", "CLua", "CTerminal", "DiffableEngine", "DiffableViews", "DiffableC",
    "DiffableTerminal", "DiffableLua", "DiffablePage", "DiffableWatch", "CommandLua" } },
}
-- The headers by which C files of one module know another.
local headers = { ["diffable.h"] = "CDiffable", ["diffable_terminal.h"] = "CDiffable", ["lua54.h"] = "CLua", ["lua.h"] = "CLua",
  ["lauxlib.h"] = "CLua", ["lualib.h"] = "CLua", ["CTerminal.h"] = "CTerminal", ["diffable_lua.h"] = "DiffableLua",
  ["diffable_page.h"] = "DiffablePage", ["command_lua.h"] = "CommandLua",
  ["diffable_watch.h"] = "DiffableWatch" }

-- Modules of the standard library, which every module may know.
local standard = { Synchronization = true }

local order = {}
for index, module in ipairs(modules) do order[module.name] = index end

for _, module in ipairs(modules) do
  local knows = { [module.name] = true }
  for _, name in ipairs(module.knows) do
    check(name == "CDiffable" or order[name] < order[module.name], "%s may not know %s, which comes after it", module.name, name)
    knows[name] = true
  end
  local folder = "Sources/" .. module.name
  for path in checks.output_of(("find %s -name '*.swift' -o -name '*.[ch]' | sort"):format(folder)):gmatch("[^\n]+") do
    local text = "\n" .. checks.read(path)
    for name in text:gmatch("\n[%w@_ ]*import ([%w_]+)") do
      check(knows[name] or standard[name], "%s imports %s, and %s may not know it", path, name, module.name)
    end
    for name in text:gmatch('\n#include ["<]([^">]+)[">]') do
      local other = headers[name:match("[^/]+$")]
      check(not other or knows[other], "%s includes %s, and %s may not know %s", path, name, module.name, other)
    end
  end
end

for folder in checks.output_of("ls Sources"):gmatch("[^\n]+") do
  check(order[folder], "Sources/%s is in no place of the flow: name it in Tests/APITests/modules.lua", folder)
end

checks.finish("direction of the flow")
