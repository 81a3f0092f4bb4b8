-- `--publish` and `diffable follow`, with real processes, files and pipes.

local support = require "support"

local folder, names
-- The processes in the background.
local running = {}

local function path(name)
  names[#names + 1] = folder .. "/" .. name
  return names[#names]
end

local function write(name, text)
  local file_path = path(name)
  local file = assert(io.open(file_path, "wb"))
  file:write(text)
  file:close()
  return file_path
end

local function read(file_path)
  local file = assert(io.open(file_path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function plain(output) return (output:gsub("=[^\n]*\n", ""):gsub("  +", "  "):gsub(" *\n", "\n")) end

-- What `diffable follow` prints, without the lines that count changes.
local function follow(arguments, input)
  local output, message, status = support.run("follow " .. arguments, input)
  return plain(output), message, status
end

local prelude = [[
local source = diffable.data_source{ view = false, name = "list" }
local function apply(...) source:apply(diffable.snapshot{ { id = "s", title = "Section", items = { ... } } }) end
]]

-- Runs a script, and returns the documents that it publishes, as the name of a file.
local function publish(text, name)
  local file = path(name or "published")
  local output, message, status = support.run(("--publish=%s %s"):format(file, write("script.lua", prelude .. text)))
  assert.same({ "", "", 0 }, { output, message, status })
  return file
end

-- The sizes of the items of CBOR in a text, which Python counts.
local function sizes(file)
  local pipe = assert(io.popen(([[python3 - %s <<'END'
import sys
sys.path.insert(0, "Tests/WireTests")
data, at, sizes = open(sys.argv[1], "rb").read(), 0, []
def skip(at):
    major, low = data[at] >> 5, data[at] & 31
    count = 0 if low < 24 else 1 << (low - 24)
    number = low if low < 24 else int.from_bytes(data[at + 1 : at + 1 + count], "big")
    at += 1 + count
    if major in (2, 3):
        return at + number
    for _ in range(number if major == 4 else 2 * number if major == 5 else 1 if major == 6 else 0):
        at = skip(at)
    return at
while at < len(data):
    end = skip(at)
    sizes.append(str(end - at))
    at = end
print(" ".join(sizes))
END]]):format(file)))
  local found = {}
  for size in pipe:read("a"):gmatch("%d+") do found[#found + 1] = tonumber(size) end
  pipe:close()
  return found
end

-- Waits until a file has what a pattern finds, and returns all that it has.
local function wait_for(file_path, pattern)
  for _ = 1, 200 do
    local text = read(file_path)
    if text:find(pattern) then return text end
    os.execute("sleep 0.05")
  end
  error("no " .. pattern .. " in " .. read(file_path))
end

-- Starts `diffable follow` in the background. Returns the file that has its output, and its process id.
local function start_following(arguments)
  local output = write("output" .. #names, "")
  local pipe = assert(io.popen(
    ("build/bin/diffable follow %s >%s 2>&1 </dev/null & echo $!"):format(arguments, output)))
  local process = pipe:read("n")
  pipe:close()
  running[process] = true
  return output, process
end

local function stop(process, signal)
  running[process] = nil
  os.execute(("kill -%s %d; while kill -0 %d 2>/dev/null; do sleep 0.02; done")
    :format(signal or "TERM", process, process))
end

before_each(function()
  folder, names = os.tmpname(), {}
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
end)
after_each(function()
  for process in pairs(running) do stop(process) end
  os.execute("rm -r " .. folder)
end)

describe("--publish", function()
  it("writes the list, and then each change of it, to a file", function()
    local file = publish[[
apply(1, 2, 3)
apply(1, 2, 3)
apply(3, 1, 2)
]]
    local documents = sizes(file)
    assert.equal(2, #documents) -- an apply that changes nothing is none
    assert.equal("+  Section\n+  3\n+  1\n+  2\n", (follow("--once " .. file)))
  end)

  it("publishes the first data source alone, with its name", function()
    local file = publish[[
local other = diffable.data_source{ view = false }
other:apply(diffable.snapshot{ "other" })
apply("a")
local derived = source:derive{ view = false }
]]
    local script = ([[local _, name = diffable.decode(io.open('%s', 'rb'):read('a')); assert(name == 'list')]])
      :format(file)
    local _, message, status = support.run(('-e "%s"'):format(script))
    assert.same({ "", 0 }, { message, status })
  end)

  it("drops what a file has", function()
    local file = publish("apply(1, 2, 3) for i = 1, 50 do apply(i) end", "twice")
    local longer = #read(file)
    assert.equal(file, publish("apply('a')", "twice"))
    assert.is_true(#read(file) < longer)
    assert.equal("+  Section\n+  a\n", (follow("--once " .. file)))
  end)

  it("writes to standard output alone, and what the script shows goes to standard error", function()
    local script = write("script.lua", [[
print("printed")
local source = diffable.data_source{ cell = function(id) return tostring(id) end }
source:apply(diffable.snapshot{ { id = "s", items = { 1, 2 } } })
]])
    local pipe = assert(io.popen(("build/bin/diffable --publish=- %s 2>%s | build/bin/diffable follow -")
      :format(script, path("errors"))))
    assert.equal("+  s\n+  1\n+  2\n", plain(pipe:read("a")))
    assert.is_true(pipe:close())
    assert.matches("^printed\n%+    1\n", read(folder .. "/errors"))
  end)

  it("says why it cannot write", function()
    local script = write("script.lua", prelude .. "apply(1) print('not reached')")
    local output, message, status = support.run("--publish=/no/folder " .. script)
    assert.same({ "", "diffable: cannot write /no/folder: No such file or directory\n", 1 },
      { output, message, status })
    output, message, status = support.run("--publish=/dev/full " .. script)
    assert.same({ "", 1 }, { output, status })
    assert.matches("cannot write what is published: No space left on device", message, 1, true)
    for arguments, expected in pairs{
      ["--publish"] = "'--publish' needs the name of a file",
      ["--publish="] = "'--publish' needs the name of a file",
      ["--publish script.lua"] = "'--publish' needs the name of a file, and 'script.lua' is that of a script",
      ["--publish=- --format=ndjson"] = "'--publish -' and '--format ndjson' both need standard output",
    } do
      output, message, status = support.run(arguments)
      assert.same({ "", "diffable: " .. expected .. "; try 'diffable --help'\n", 2 }, { output, message, status })
    end
  end)

  it("of watch writes what rows show, and not what they showed before", function()
    local file = path("watched")
    local input = '[{"id":1,"n":5},{"id":2,"n":3}]\n[{"id":2,"n":4},{"id":1,"n":5}]\n[{"id":2,"n":4},{"id":1,"n":5}]\n'
    local _, message, status = support.run("watch --detail n --publish " .. file, input)
    assert.same({ "", 0 }, { message, status })
    assert.equal(2, #sizes(file))
    assert.equal("+  2  4\n+  1  5\n", (follow("--once " .. file)))
  end)
end)

describe("diffable follow", function()
  it("shows a field of the items, or their identifiers", function()
    local file = publish('apply({ id = 1, title = "One", price = 2.5, tags = { "a" } }, \z
      { id = 2, name = "Two", detail = "d" }, "three")')
    assert.equal("+  Section\n+  One\n+  Two  d\n+  three\n", (follow("--once " .. file)))
    assert.equal("+  Section\n+  One 1  2.5\n+  2\n+  three\n",
      (follow("--once --text .title --text .id --detail .price " .. file)))
  end)

  it("follows a file that grows, and shows each change", function()
    local file = write("published", "")
    local output, process = start_following(file)
    local script = write("script.lua", prelude .. [[
apply(1, 2)
io.stdout:write("first\n"):flush()
io.read()
apply(2, 1)
]])
    local pipe = assert(io.popen(("build/bin/diffable --publish=%s %s >%s"):format(file, script, path("said")), "w"))
    wait_for(output, "2 items inserted")
    pipe:write("\n")
    pipe:close()
    wait_for(output, "1 item moved")
    stop(process)
    assert.equal("+  Section\n+  1\n+  2\n  Section\n  2\n>  1\n", plain(read(output)))
  end)

  it("shows a list that was written before at once", function()
    local file = publish("for i = 1, 100 do apply(i, i + 1) end")
    assert.equal("+  Section\n+  100\n+  101\n", (follow("--once " .. file)))
    local output, process = start_following(file)
    wait_for(output, "2 items inserted")
    stop(process)
    assert.equal("+  Section\n+  100\n+  101\n", plain(read(output)))
  end)

  it("goes on with what another writer writes to the file", function()
    local file = publish("apply(1, 2, 3) apply(1, 3, 4, 5)")
    local output, process = start_following(file)
    wait_for(output, "4 items inserted")
    publish("apply(1, 3)") -- shorter
    wait_for(output, "2 items deleted")
    publish("for i = 1, 40 do apply(i, i + 1, i + 2) end") -- longer
    wait_for(output, "%+    42\n")
    stop(process)
    local text, message, status = follow("--once " .. file)
    assert.same({ "+  Section\n+  40\n+  41\n+  42\n", "", 0 }, { text, message, status })
  end)

  it("says that other bytes follow the list, and ends", function()
    local file = publish("apply(1, 2) apply(2, 1)")
    write("published", read(file) .. "garbage")
    for _, option in ipairs{ "", "--once " } do
      local output, message, status = support.run("follow " .. option .. file, nil, "timeout 20")
      assert.equal("+  Section\n+  2\n+  1\n", plain(output))
      assert.same({ "diffable follow: " .. file .. ": there is no document of a list\n", 1 }, { message, status })
    end
  end)

  it("waits for the rest of a document that a writer did not end", function()
    local file = publish("apply(1, 2) apply(2, 1)")
    local whole = read(file)
    local first = sizes(file)[1]
    write("published", whole:sub(1, -5))
    local text, message, status = follow("--once " .. file)
    local error_message = "diffable follow: %s ends in the middle of a document\n"
    assert.same({ "+  Section\n+  1\n+  2\n", error_message:format(file), 1 }, { text, message, status })
    local output, process = start_following(file)
    wait_for(output, "2 items inserted")
    local added = assert(io.open(file, "ab"))
    added:write(whole:sub(-4))
    added:close()
    wait_for(output, "1 item moved")
    stop(process)
    -- Standard input has an end.
    text, message, status = follow("-", whole:sub(1, first + 3))
    assert.same({ "+  Section\n+  1\n+  2\n", error_message:format("standard input"), 1 }, { text, message, status })
  end)

  it("shows the list of a script that overwrites the file with as many bytes", function()
    local file = publish("apply('a', 'b', 'c')", "rewritten")
    local output, process = start_following(file)
    wait_for(output, "%+ +c\n")
    local size = #read(file)
    assert.equal(file, publish("apply('c', 'd', 'a')", "rewritten"))
    assert.equal(size, #read(file))
    wait_for(output, "%+ +d\n")
    stop(process)
  end)

  it("reads what a writer wrote that was killed", function()
    local file = write("killed", "")
    local script = write("script.lua", prelude .. [[
local items = {}
for i = 1, 1000000 do
  items[(i - 1) % 500 + 1] = i
  source:apply(diffable.snapshot{ { id = "s", items = items } })
end
]])
    local pipe = assert(io.popen(("build/bin/diffable --publish=%s %s >/dev/null 2>&1 </dev/null & echo $!")
      :format(file, script)))
    local process = pipe:read("n")
    pipe:close()
    local output, follower = start_following(file .. " --format ndjson")
    wait_for(output, '"sections":1')
    os.execute("sleep 0.3")
    stop(process, "KILL")
    local documents = #sizes(file) -- the last one may be cut
    assert.is_true(documents > 1)
    local text, message, status = follow("--once " .. file)
    assert.matches("^%+  s\n%+  %d+\n", text)
    assert.is_true(status == 0 and message == "" or message:find("ends in the middle of a document", 1, true) ~= nil)
    stop(follower)
  end)

  it("ends with the writer of a pipe", function()
    local pipe_path = path("pipe")
    assert(os.execute("mkfifo " .. pipe_path))
    local output = start_following(pipe_path)
    publish("apply(1) apply(1, 2)", "pipe")
    wait_for(output, "\n")
    os.execute("sleep 0.2")
    assert.matches("%+  1\n%+?  ?2?\n?", plain(read(output)))
  end)

  it("writes events", function()
    local output, message, status = support.run("follow --once --format=ndjson " .. publish("apply(1)"))
    assert.same({ "", 0 }, { message, status })
    assert.matches('"cell":{"text":"1"}', output, 1, true)
    assert.matches('"cell":{"text":"Section"}', output, 1, true)
  end)

  it("says what is wrong", function()
    local empty, other = write("empty", ""), write("other", "[1, 2]")
    for arguments, expected in pairs{
      [""] = { "the name of a file expected; try 'diffable follow --help'", 2 },
      ["a b"] = { "one file expected, got 'a' and 'b'; try 'diffable follow --help'", 2 },
      ["--key=.id a"] = { "unrecognized option '--key=.id'; try 'diffable follow --help'", 2 },
      ["/no/file"] = { "/no/file: No such file or directory", 1 },
      ["--once " .. empty] = { empty .. " has no list", 1 },
      ["--once " .. other] = { other .. ": there is no document of a list", 1 },
      ["-- " .. folder] = { folder .. ": Is a directory", 1 },
      ["-"] = { "standard input has no list", 1 },
    } do
      local output, message, status = support.run("follow " .. arguments)
      assert.same({ "", "diffable follow: " .. expected[1] .. "\n", expected[2] }, { output, message, status })
    end
    local usage = support.run("follow --help")
    assert.matches("usage: diffable follow [options] file", usage, 1, true)
  end)

  it("refuses bytes that are no document, and numbers that no document has", function()
    local ones = ("\xff"):rep(7)
    for _, bytes in ipairs{ "\x9f", "\x89\xfb", "\x9b\xff" .. ones, "\x89\x9b\x00" .. ones, "\x82\x01\x02", "\x01" } do
      local output, message, status = support.run("follow --once " .. write("bytes", bytes))
      assert.same({ "", 1 }, { output, status })
      assert.matches("^diffable follow: [^\n]+\n$", message)
    end
  end)
end)
