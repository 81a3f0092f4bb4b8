-- A folder for the files of a test, at `path` while it is open.
local folder = {}

function folder.open()
  local pipe <close> = assert(io.popen("mktemp -d"))
  folder.path = pipe:read()
end

function folder.close()
  assert(os.execute("rm -r " .. folder.path))
end

-- Writes a file, and returns its path.
function folder.write(name, text)
  local path = folder.path .. "/" .. name
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
  return path
end

function folder.read(name)
  local file <close> = assert(io.open(folder.path .. "/" .. name, "rb"))
  return file:read("a")
end

return folder
