-- The transcript in the README must be a part of the real one, line by line.

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  return text
end

local shown = assert(read("README.md"):match("\n```text\n(.-)```"), "README.md shows no transcript")
local found = read("Tests/Transcripts/payment.txt"):find(shown, 1, true)
print(("README transcript: %d passed, %d failed"):format(found and 1 or 0, found and 0 or 1))
os.exit(found ~= nil)
