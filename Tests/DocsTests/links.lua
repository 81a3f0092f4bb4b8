-- Checks the links of Markdown pages: `[text](path#heading)`, relative to the page.

local slug = require "slug"

local function read(path)
  local file = io.open(path)
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text or "" -- a folder opens, but has nothing to read
end

local function has_heading(text, name)
  for heading in ("\n" .. text):gmatch("\n#+ ([^\n]+)") do
    if slug(heading) == name then return true end
  end
  return false
end

local checked, broken = 0, 0
for _, page in ipairs(arg) do
  local text = assert(read(page), page .. " is not there")
  local folder = page:match("^(.*/)") or ""
  for target in text:gmatch("%]%(([^)%s]+)%)") do
    if not target:find("^%a+:") then
      checked = checked + 1
      local path, heading = target:match("^([^#]*)#?(.*)$")
      local linked = path == "" and text or read(folder .. path)
      if not linked or (heading ~= "" and not has_heading(linked, heading)) then
        broken = broken + 1
        io.stderr:write(page, ": the link to ", target, " leads nowhere\n")
      end
    end
  end
end
print(("links: %d passed, %d failed"):format(checked - broken, broken))
os.exit(broken == 0 and checked > 0)
