-- The public members of the core's types, as Swift names them: { Snapshot = { ["appendItems(_:toSection:)"] = true } }.

local checks = require "checks"

local function add_members(types, text)
  local type
  local place = 1
  while place <= #text do
    local line, next_place = text:match("^([^\n]*)\n()", place)
    type = line:match("^extension ([%w.]+)") or line:match("^public [%l ]*struct (%w+)") or line:match("^public [%l ]*class (%w+)")
      or (line:find("^}") and "" or type)
    local members = type and types[type]
    local declaration = line:match("^    public ([%l ]*%l%w*)") or ""
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
return function(names)
  local types = {}
  for _, name in ipairs(names) do types[name] = {} end
  for path in checks.output_of("find Sources/DiffableEngine Sources/DiffableViews -name '*.swift' | sort"):gmatch("[^\n]+") do
    add_members(types, checks.read(path))
  end
  return types
end
