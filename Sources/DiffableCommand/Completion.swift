/// What Tab completes: a chunk that returns `complete`. It looks at tables and metatables raw, and calls nothing.
let completion: StaticString = #"""
    local _, shared = ...
    local globals, registry = _G, debug.getregistry()
    local getmetatable, getupvalue, next, rawget, type = debug.getmetatable, debug.getupvalue, next, rawget, type
    local find, gmatch, match, rep, sub = string.find, string.gmatch, string.match, string.rep, string.sub
    local concat, max, min, sort = table.concat, math.max, math.min, table.sort

    -- The fields of the module's types, which their __index would read: whose type their values are, or that of none.
    local fields = {
      ["diffable.transaction"] = {
        initial_snapshot = "diffable.snapshot", final_snapshot = "diffable.snapshot", difference = "diffable.difference",
        animation = "", section_transactions = "",
      },
      ["diffable.difference"] = {
        is_empty = "", deleted_sections = "", inserted_sections = "", moved_sections = "", updated_sections = "",
        deleted_items = "", inserted_items = "", moved_items = "", reloaded_items = "", reconfigured_items = "",
      },
      ["diffable.data_source"] = {
        default_row_animation = "", should_expand_item = "", will_expand_item = "", should_collapse_item = "",
        will_collapse_item = "", snapshot_for_expanding_parent = "", can_reorder_item = "", will_reorder = "", did_reorder = "",
      },
    }

    -- The tables that an index of a value with this metatable reads, in order, and the fields of its type.
    local function sources(value, metatable)
      local tables, seen, fields_of_type = {}, {}, nil
      while true do
        if type(value) == "table" then
          if seen[value] then break end
          seen[value] = true
          tables[#tables + 1] = value
        end
        metatable = metatable or getmetatable(value)
        if type(metatable) ~= "table" then break end
        local index = rawget(metatable, "__index")
        local name = rawget(metatable, "__name")
        if type(name) == "string" and registry[name] == metatable and fields[name] then
          -- The module's own function keeps the methods in its second upvalue.
          local _, methods = getupvalue(index, 2)
          tables[#tables + 1] = methods
          fields_of_type = fields[name]
          break
        end
        if type(index) ~= "table" then break end
        value, metatable = index, nil
      end
      return tables, fields_of_type
    end

    -- The value of a name in a value, or else the metatable that it will have.
    local function step(value, metatable, name)
      local tables, fields_of_type = sources(value, metatable)
      if fields_of_type and fields_of_type[name] then return nil, registry[fields_of_type[name]] end
      for index = 1, #tables do
        local found = rawget(tables[index], name)
        if found ~= nil then return found end
      end
    end

    local function add(names, name, prefix)
      if type(name) == "string" and sub(name, 1, #prefix) == prefix and find(name, "^[%a_][%w_]*$") then names[name] = true end
    end

    local function candidates(line)
      local names = {}
      local command = match(line, "^%s*(%.%a*)$")
      if command then
        for _, name in next, { ".help", ".quit" } do
          if sub(name, 1, #command) == command then names[name] = true end
        end
        return command, names
      end
      -- What is behind two dots is concatenated.
      local path = match(match(line, "^.*%.%.([%w_.:]*)$") or line, "[%w_.:]*$")
      local base, separator, prefix = match(path, "^(.*)([.:])([%w_]*)$")
      local value, metatable = globals, nil
      if base then
        if not find("." .. base, "^[.:][%a_]") then return "", names end
        for name in gmatch(base, "[^.:]+") do
          value, metatable = step(value, metatable, name)
          if value == nil and metatable == nil then return "", names end
        end
      else
        prefix = path
        for word in next, shared.reserved do add(names, word, prefix) end
      end
      local tables, fields_of_type = sources(value, metatable)
      for index = 1, #tables do
        for name, member in next, tables[index] do
          if separator ~= ":" or type(member) == "function" then add(names, name, prefix) end
        end
      end
      if fields_of_type and separator == "." then
        for name in next, fields_of_type do add(names, name, prefix) end
      end
      return prefix, names
    end

    local function in_columns(names)
      local width = 0
      for index = 1, #names do width = max(width, #names[index] + 2) end
      local count, lines = max(min(80, shared.columns()) // width, 1), {}
      local height = (#names + count - 1) // count
      for index = 1, #names do
        local row = (index - 1) % height + 1
        -- No blanks at the end of a line, which might not fit.
        lines[row] = (lines[row] and lines[row] .. rep(" ", (index - row) // height * width - #lines[row]) or "") .. names[index]
      end
      return concat(lines, "\n") .. "\n"
    end

    -- Returns what to insert behind the line, or else nil and the names to choose from, nil as well where there are none.
    local function complete(line)
      if find(line, "^%s*$") then return "  " end
      local prefix, set = candidates(line)
      local names = {}
      for name in next, set do names[#names + 1] = name end
      if #names == 0 then return end
      sort(names)
      local first, last, common = names[1], names[#names], #prefix
      while common < min(#first, #last) and sub(first, 1, common + 1) == sub(last, 1, common + 1) do common = common + 1 end
      if common > #prefix then return sub(first, #prefix + 1, common) end
      if #names > 1 then return nil, in_columns(names) end
    end

    return complete
    """#
