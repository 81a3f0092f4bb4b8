-- Holds the direction of the flow: a module imports only modules below it, and its C files include only their headers.

local checks = require "checks"
local check = checks.check

-- Each module with its folder, if that is not named after it, and with those it may know, in the order of the flow.
local modules = {
  { name = "CLibc", folder = "System/CLibc", knows = {} },
  { name = "CTerminal", folder = "System/CTerminal", knows = {} },
  { name = "CProcess", folder = "System/CProcess", knows = {} },
  { name = "CEdit", folder = "System/CEdit", knows = {} },
  { name = "CLua", folder = "System/CLua", knows = {} },
  { name = "DiffableEngine", knows = { "CLibc" } },
  { name = "DiffableViews", knows = { "DiffableEngine" } },
  { name = "Diffable", knows = { "CLibc", "DiffableEngine", "DiffableViews" } },
  { name = "DiffableMemory", folder = "System/DiffableMemory", knows = { "CLibc", "DiffableEngine" } },
  { name = "DiffableC", knows = { "CLibc", "CDiffable", "DiffableEngine", "DiffableViews" } },
  {
    name = "DiffableTerminal",
    knows = { "CLibc", "CDiffable", "CTerminal", "DiffableEngine", "DiffableViews", "DiffableC" },
  },
  { name = "DiffableLua", folder = "Bindings/Lua", knows = { "CLua", "CDiffable" } },
  { name = "DiffableWeb", folder = "Bindings/Web", knows = { "CLua", "CDiffable" } },
  { name = "DiffablePython", folder = "Bindings/Python", knows = {} },
  { name = "DiffablePage", folder = "Command/Recording", knows = {} },
  { name = "DiffableWatch", folder = "Command/Watch", knows = { "CLua", "CProcess" } },
  {
    name = "DiffablePick",
    folder = "Command/Pick",
    knows = { "CLibc", "CProcess", "DiffableEngine", "DiffableViews", "DiffableTerminal" },
  },
  { name = "CommandLua", folder = "Command/Scripts", knows = { "CLua" } },
  {
    name = "DiffableCommand",
    folder = "Command/Main",
    knows = { "CLibc", "CEdit", "CLua", "CTerminal", "DiffableEngine", "DiffableViews", "DiffableC",
              "DiffableTerminal", "DiffableLua", "DiffablePage", "DiffableWatch", "DiffablePick",
              "CommandLua" },
  },
}
-- The headers by which C files of one module know another.
local headers = {
  ["diffable.h"] = "CDiffable", ["diffable_terminal.h"] = "CDiffable", ["lua54.h"] = "CLua", ["lua.h"] = "CLua",
  ["lauxlib.h"] = "CLua", ["lualib.h"] = "CLua", ["CTerminal.h"] = "CTerminal", ["CProcess.h"] = "CProcess",
  ["diffable_lua.h"] = "DiffableLua",
  ["diffable_page.h"] = "DiffablePage", ["command_lua.h"] = "CommandLua", ["diffable_watch.h"] = "DiffableWatch",
}

-- Modules of the standard library, which every module may know.
local standard = { Synchronization = true }

local order = {}
for index, module in ipairs(modules) do order[module.name] = index end

for _, module in ipairs(modules) do
  local knows = { [module.name] = true }
  for _, name in ipairs(module.knows) do
    check(name == "CDiffable" or order[name] < order[module.name],
      "%s may not know %s, which comes after it", module.name, name)
    knows[name] = true
  end
  local folder = "Sources/" .. (module.folder or module.name)
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

local folders = { System = true, Bindings = true, Command = true }
for _, module in ipairs(modules) do folders[module.folder or module.name] = true end
for folder in checks.output_of("cd Sources && ls -d * System/* Bindings/* Command/*"):gmatch("[^\n]+") do
  check(folders[folder], "Sources/%s is in no place of the flow: name it in Tests/APITests/modules.lua", folder)
end

checks.finish("direction of the flow")
