-- Finds the lines that mutants change, by the names that the sources give them, and makes the changes.

local marks = {}

local mark = "// mutant: "

local function lines_of(path)
  local lines = {}
  for line in io.lines(path) do lines[#lines + 1] = line end
  return lines
end

-- All names in Sources, each with the files and lines that carry it. A mark alone on its line stands for the next line.
function marks.read()
  local found = {}
  local pipe <close> = assert(io.popen("grep -rlF '" .. mark .. "' Sources"))
  for path in pipe:lines() do
    local lines = lines_of(path)
    for number, line in ipairs(lines) do
      local code, name = line:match("^(.-)" .. mark .. "(%S+)$")
      if name then
        local is_alone = not code:find("%S")
        found[name] = found[name] or {}
        table.insert(found[name], { file = path, line = is_alone and number + 1 or number })
      elseif line:find(mark, 1, true) then
        error(("%s:%d: a mark is `%sname` at the end of a line"):format(path, number, mark), 0)
      end
    end
  end
  return found
end

-- What its line becomes with the change of a mutant, or nil and what is wrong.
local function changed(mutant, line)
  local indent, code = line:match("^(%s*)(.-)%s*$")
  local to = mutant.to or ""
  if not mutant.from then
    code = to
  else
    local first, last = code:find(mutant.from, 1, true)
    if not first then return nil, "has no longer: " .. mutant.from end
    if code:find(mutant.from, last + 1, true) then return nil, "has more than once: " .. mutant.from end
    code = code:sub(1, first - 1) .. to .. code:sub(last + 1)
  end
  return indent .. code
end

-- The one line of a mutant, and the text of its file with the change made; or nil and what is wrong.
function marks.apply(mutant, found)
  local marked = found[mutant.name] or {}
  if #marked ~= 1 then return nil, ("is in Sources %d times, not once"):format(#marked) end
  local at = marked[1]
  local lines = lines_of(at.file)
  local line = lines[at.line]:gsub("%s*" .. mark .. "%S+$", "")
  local new, wrong = changed(mutant, line)
  if not new then return nil, ("%s:%d %s"):format(at.file, at.line, wrong) end
  if new == line then return nil, ("%s:%d is not changed"):format(at.file, at.line) end
  lines[at.line] = new
  return at, table.concat(lines, "\n") .. "\n"
end

return marks
