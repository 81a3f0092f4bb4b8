-- `diffable watch` of each text of Tests/TestSupport/hostile.txt: as key, text, detail, section and name of a field, as
-- JSON and as it is, in its arguments, and in what a command reports.
local hostile = require "Tests.TestSupport.hostile"
local is_harmless = require "Tests.harmless"
local support = require "support"

local function quoted(word) return "'" .. word:gsub("'", [['\'']]) .. "'" end

-- A text as a string of JSON. What is not UTF-8 has no such form; its bytes become characters.
local function json(text)
  if not utf8.len(text) then text = text:gsub("[\x80-\xff]", function(byte) return utf8.char(byte:byte()) end) end
  return '"' .. text:gsub('[%c"\\]', function(character) return ("\\u%04x"):format(character:byte()) end) .. '"'
end

local function are_harmless(...)
  for _, output in ipairs{ ... } do
    if type(output) == "number" then break end -- the status
    assert.is_true(is_harmless(output, "\n"), #output < 9999 and ("%q"):format(output) or #output .. " bytes")
  end
end

-- Two lists of each text as all that a row has; in the second one each detail is another text.
local function lists(texts)
  local first, second = {}, {}
  for number, text in ipairs(texts) do
    local row = '{"id":%s,"text":%s,"detail":%s,"section":%s}'
    local own, next_one = json(text), json(texts[number % #texts + 1])
    local id = json(text .. number)
    first[number], second[number] = row:format(id, own, own, id), row:format(id, own, next_one, id)
  end
  return ("[%s]\n[%s]\n"):format(table.concat(first, ","), table.concat(second, ","))
end

describe("diffable watch, of hostile texts,", function()
  for _, format in ipairs{ "text", "ndjson" } do
    it("writes all of them without one that is raw, as " .. format, function()
      local arguments = "--text text --detail detail --section section --format " .. format
      local output, message, status = support.run("watch " .. arguments, lists(hostile))
      assert.same({ "", 0 }, { message, status })
      are_harmless(output)
      assert.is_true(#output > 4000000)
      -- No text begins a line: as events there is the stream, two lines for each list, four for each section with its
      -- new row, and two for each row with another detail. Two texts of other bytes are the same characters in JSON.
      local _, lines = output:gsub("\n", "")
      if format == "ndjson" then assert.equal(1 + 2 * 2 + 4 * #hostile + 2 * (#hostile - 1), lines) end
    end)
  end

  it("reports the error of each, as it is, in one line", function()
    for _, text in ipairs(hostile) do
      local output, message = support.run("watch --format text",
        "[" .. text .. "]\n[[" .. text .. '],{"id":"' .. text .. '","id":2}]')
      are_harmless(output, message)
      assert.is_true(#message <= 1000, #message .. " bytes of error messages")
    end
  end)

  it("reports keys and names that are twice in a list", function()
    for _, text in ipairs(hostile) do
      local own = json(text)
      local output, message, status = support.run("watch", ("[%s,%s]\n[{%s:1,%s:2}]\n"):format(own, own, own, own))
      assert.same({ "", 1 }, { output, status })
      are_harmless(message)
      assert.equal(2, select(2, message:gsub("\n", "")))
    end
  end)

  it("reports wrong arguments", function()
    for _, text in ipairs(hostile.short) do
      local word = quoted(text:gsub("%z", ""))
      for _, option in ipairs{ "--text ", "--format ", "--" } do
        are_harmless(support.run("watch " .. option .. word, '[{"id":1}]'))
      end
    end
  end)

  it("shows what commands print and report", function()
    local path = os.tmpname()
    for _, text in ipairs(hostile.short) do
      local file = assert(io.open(path, "wb"))
      file:write("[{\"id\":", json(text), "}]\n", text)
      file:close()
      are_harmless(support.run("watch --once -- cat " .. path))
      are_harmless((support.run("watch --once -- " .. quoted("./" .. text:gsub("%z", "")))))
    end
    os.remove(path)
  end)
end)
