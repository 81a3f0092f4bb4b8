-- Nothing that a script holds or raises reaches the terminal raw: not in errors on stderr, nor in what the REPL shows.
local hostile = require "Tests.TestSupport.hostile"
local is_harmless = require "Tests.harmless"
local support = require "support"

local texts = {
  { [["\27[2J\0behind"]], [[\u{1b}[2J\u{0}behind]] },
  { [["\u{9b}31m\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}\127"]],
    [[\u{9b}31m\u{202e}\u{2066}\u{200f}\u{61c}\u{2028}\u{7f}]] },
  { [["\x9b31m\xff"]], [[\x9b31m\xff]] },
}

local function shows(wanted, output)
  assert.is_true(is_harmless(output, "\t\n"), ("%q"):format(output))
  assert.is_truthy(output:find(wanted, 1, true), output)
end

for _, case in ipairs(texts) do
  local literal, shown = table.unpack(case)

  describe("the text " .. literal, function()
    it("is spelled out in errors of scripts", function()
      for _, script in ipairs{
        "error(" .. literal .. ")",
        "error(" .. literal .. ", 0)",
        "error(setmetatable({}, { __tostring = function() return " .. literal .. " end }))",
        "setmetatable({}, { __index = function(_, key) error(key) end })[" .. literal .. "]()",
        "diffable.data_source{ [" .. literal .. "] = 1 }",
        "diffable.snapshot{ { id = 1, items = { " .. literal .. ", " .. literal .. " } } }",
        "diffable.data_source{ cell = function() error(" .. literal .. ") end }\z
          :apply(diffable.snapshot{ { id = 1, items = { 1 } } })",
        "diffable.difference(diffable.snapshot(), setmetatable({}, { __name = " .. literal:gsub("\\0", "-") .. " }))",
      } do
        local _, errors, status = support.run("", script)
        assert.equal(1, status)
        local wanted = script:find("__name", 1, true) and shown:gsub("\\u{0}", "-") or shown
        shows(wanted, errors)
      end
    end)

    it("is spelled out by the REPL", function()
      for _, line in ipairs{
        literal, "{ " .. literal .. " }", "{ [" .. literal .. "] = 1 }",
        "setmetatable({}, { __tostring = function() return " .. literal .. " end })",
        "diffable.snapshot{ " .. literal .. " }",
        "diffable.difference(diffable.snapshot(), diffable.snapshot{ " .. literal .. " }).inserted_sections",
      } do
        local output, errors = support.run("-i", line .. "\n")
        shows(shown, output)
        assert.is_true(is_harmless(errors, "\t\n"), ("%q"):format(errors))
      end
    end)
  end)
end

describe("the texts of hostile.txt", function()
  it("are spelled out by the REPL, and in its errors", function()
    local lines = {}
    for _, text in ipairs(hostile) do
      local literal = ("%q"):format(text):gsub("\\\n", "\\n"):gsub("\r", "\\r")
      for _, line in ipairs{
        "%s", "{ [%s] = 1, %s }", "error(%s)", "error(%s, 0)", "setmetatable({}, { __name = %s })",
        "diffable.snapshot{ %s }", "_ENV[%s]()", "diffable.snapshot{ { id = 1, items = { %s, %s } } }",
        "diffable.data_source{ [%s] = 1 }", "diffable.data_source{ name = %s }",
        "setmetatable({}, { __tostring = function() return %s end })",
      } do
        lines[#lines + 1] = line:gsub("%%s", function() return literal end)
      end
    end
    local input = table.concat(lines, "\n") .. "\n"
    local output, errors = support.run("-i", input)
    for line in output:gmatch("[^\n]+") do assert.is_true(is_harmless(line, "\t"), ("%q"):format(line):sub(1, 300)) end
    for line in errors:gmatch("[^\n]+") do assert.is_true(is_harmless(line, "\t"), ("%q"):format(line):sub(1, 300)) end
    assert.is_true(#output > 100 * #lines and #output + #errors < 2 * #input)
  end)
end)
