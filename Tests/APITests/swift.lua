-- The public members of the types of some modules, as Swift names them: { Snapshot = { ["appendItems(_:toSection:)"] =
-- true } }.

local checks = require "checks"

local function add_members(types, text)
  local type, nested
  local place = 1
  while place <= #text do
    local line, next_place = text:match("^([^\n]*)\n()", place)
    line = line:gsub("^( *)@exclusivity%(unchecked%) ", "%1")
    type = line:match("^extension ([%w.]+)")
      or line:match("^public [%l ]*struct (%w+)")
      or line:match("^public [%l ]*class (%w+)")
      or (line:find("^}") and "" or type)
    nested = line:match("^    public struct (%w+)") or (not line:find("^    }") and nested or nil)
    local members = types[nested or type or ""]
    local declaration = line:match(nested and "^        public ([%l ]*%l%w*)" or "^    public ([%l ]*%l%w*)") or ""
    local kind, name = declaration:match("(%l+) ([%w]+)$")
    local bare = declaration:match("%f[%w]init$") or declaration:match("%f[%w]subscript$")
    if bare then kind, name = "func", bare end
    if members and kind == "func" then
      local labels = {}
      local parameters = text:match("%b()", place):sub(2, -2):gsub("%b()", ""):gsub("%b[]", "")
      for parameter in parameters:gmatch("[^,]+") do labels[#labels + 1] = parameter:match("^%s*([%w_]+)") .. ":" end
      members[name .. "(" .. table.concat(labels) .. ")"] = true
    elseif members and (kind == "var" or kind == "let") then
      members[name] = true
    end
    place = next_place
  end
end

-- `names` are the types wanted.
-- `folders` are those of the engine and its views, if none are named.
return function(names, folders)
  local types = {}
  for _, name in ipairs(names) do types[name] = {} end
  folders = folders or "Sources/DiffableEngine Sources/DiffableViews"
  for path in checks.output_of("find " .. folders .. " -name '*.swift' | sort"):gmatch("[^\n]+") do
    add_members(types, checks.read(path))
  end
  return types
end
