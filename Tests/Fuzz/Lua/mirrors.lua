-- Lists that are kept a second time, by the steps that their source tells of.
local mirrors = {}

-- Applies one step of a difference to a mirror: an array of { id =, items }.
function mirrors.replay(mirror, step)
  local name, of = step.kind:match("^(%a+)_(%a+)$")
  for offset = 0, step.count - 1 do
    local function row(path) return of == "sections" and mirror or mirror[path.section] end
    local function place(path) return of == "sections" and path or path.item end
    if name == "delete" then
      table.remove(row(step.from), place(step.from))
    elseif name == "insert" then
      local id = step.ids[offset + 1]
      table.insert(row(step.to), place(step.to) + offset, of == "sections" and { id = id } or id)
    elseif name == "move" then
      local within = of == "sections" or step.from.section == step.to.section
      local from, to = place(step.from), place(step.to)
      if within and from < to then
        to = to + step.count - 1
      else
        from = within and from + offset or from
        to = to + offset
      end
      table.insert(row(step.to), to, table.remove(row(step.from), from))
    end
  end
end

-- Raises if a snapshot is not its mirror, or an item has the content of another. `found` has identifiers that key
-- functions returned.
function mirrors.check(snapshot, mirror, found)
  local sections = snapshot:section_identifiers()
  assert(#sections == #mirror, "the list has other sections than its steps make")
  for i, section in ipairs(sections) do
    local items = snapshot:item_identifiers(section)
    assert(section == mirror[i].id and #items == #mirror[i], "a section is another than its steps make")
    for j, item in ipairs(items) do
      assert(item == mirror[i][j], "an item is another than its steps make")
      local content = snapshot:item(item)
      local is_own = content == item or rawget(content, "id") == item
        or rawget(content, "uuid") == item or rawget(content, "title") == item
      assert(is_own or found[item], "an item has the content of another")
    end
  end
end

return mirrors
