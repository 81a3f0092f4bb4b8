-- `diffable pick` without a terminal: the order of matches, fields, null bytes, statuses, and wrong command lines.
local support = require "support"

-- What `diffable pick` writes, reports and returns for some lines.
local function pick(arguments, input) return support.run("pick " .. arguments, input) end

local function filtered(arguments, input)
  local output, message = pick(arguments, input)
  assert.equal("", message)
  return output
end

describe("diffable pick --filter", function()
  it("writes the lines that match, the best first: \z
    word beginnings, camelCase, and letters side by side count", function()
    assert.equal("foobar\nfoo-bar\n", filtered("-f foob", "foo-bar\nfoobar\nbar\n"))
    assert.equal("fuzzy-finder\nfuzzyfinder\nfuzzy-blurry-finder\n",
      filtered("-f ff", "fuzzy-blurry-finder\nfuzzyfinder\nfuzzy-finder\n"))
    assert.equal("src/ListWindow.swift\nsrc/allworks.swift\n",
      filtered("--filter lw", "src/allworks.swift\nsrc/ListWindow.swift\n"))
    assert.equal("fo-bar\nfoob-r\n", filtered("-fbr", "foob-r\nfo-bar\nx\n"))
  end)

  it("puts the shorter of two lines with the same score first, and then the earlier one", function()
    assert.equal("b a\nc a\nb a b\n", filtered("-f \"^a | 'a\"", "b a b\nb a\nc a\n"))
    assert.equal("c a\nb a\nb a b\n", filtered("--tac -f a", "b a b\nb a\nc a\n"))
    assert.equal("b a b\nb a\nc a\n", filtered("--no-sort -f a", "b a b\nb a\nc a\n"))
  end)

  it("has the extended syntax", function()
    local lines = "apple pie\nApple\npineapple\npie\n"
    assert.equal("pie\napple pie\n", filtered("-f 'pie$'", lines))
    assert.equal("Apple\napple pie\n", filtered("-f '^app'", lines))
    assert.equal("Apple\n", filtered("-f A", lines))
    assert.equal("Apple\npineapple\n", filtered("-f 'app !pie'", lines))
    assert.equal("Apple\npie\n", filtered("-f '^pie | ^apple$'", lines))
    assert.equal("a | b\n", filtered("-f '|'", "a | b\nc\n"))
    assert.equal("apple pie\n", filtered([[-f "le\ p"]], lines))
    assert.equal("", (pick([[-f "'ape"]], lines)))
    assert.equal("apple pie\n", filtered([[-e -f "'ali"]], lines))
    assert.equal("", (pick([[-e -f "ali"]], lines)))
  end)

  it("searches in fields", function()
    assert.equal("bob ann\n", filtered("-n 2 -f ann", "ann bob\nbob ann\n"))
    assert.equal("c:ann:x\n", filtered("--delimiter : --nth=2,3.. -f ann", "ann:b\nc:ann:x\n"))
    assert.equal("b:ann\n", filtered("--delimiter : --nth=-1 -f ann", "ann:b\nb:ann\n"))
    assert.equal("a b\n", filtered("-n -1 -f b$", "b a\na b\n"))
  end)

  it("reads and writes null bytes, and takes colors out", function()
    assert.equal("a\nb\0", filtered("--read0 --print0 -f a", "a\nb\0c\0"))
    assert.equal("red\n", filtered("--ansi -f red", "\27[31mr\27[1med\27[0m\n"))
    assert.equal("red\nplain\n", filtered("--ansi -f ''", "\27[31mred\27[\nplain\n"))
  end)

  it("returns 0, and 1 if nothing matches", function()
    local _, _, status = pick("-f a", "a\n")
    assert.equal(0, status)
    local output
    output, _, status = pick("-f x", "a\n")
    assert.same({ "", 1 }, { output, status })
  end)

  it("returns 2 if it cannot write", function()
    local _, _, status = os.execute("echo a | LUA_INIT= build/bin/diffable pick -f a >/dev/full 2>/dev/null")
    assert.equal(2, status)
  end)

  it("takes the lines of a command", function()
    assert.equal("two\n", filtered("-f tw -- printf 'one\\ntwo\\n'"))
    local _, message, status = pick("-f a -- /no/such/command")
    assert.same({ "diffable pick: /no/such/command cannot be started\n", 2 }, { message, status })
  end)

  it("returns 2 if the command fails, with the lines that match", function()
    for _, output in ipairs{ "ab\n", "" } do
      local command = ("'printf \"%s\"; echo no >&2; exit 3'"):format(output:gsub("\n", "\\n"))
      assert.same({ output, "no\ndiffable pick: the command failed\n", 2 }, { pick("-f a -- sh -c " .. command) })
    end
    local _, message, status = pick("-f a -- sh -c 'echo a; kill -KILL $$'")
    assert.same({ "diffable pick: the command failed\n", 2 }, { message, status })
  end)
end)

describe("diffable pick without a list", function()
  it("chooses the only match with --select-1", function()
    assert.equal("bar\n", filtered("--select-1 --query ba", "foo\nbar\n"))
    assert.equal("bar\n", filtered("-1q ba", "foo\nbar"))
  end)

  it("leaves with 1 if nothing matches with --exit-0", function()
    local output, message, status = pick("-0 -q x", "foo\n")
    assert.same({ "", "", 1 }, { output, message, status })
    output, message, status = pick("-10", "")
    assert.same({ "", "", 1 }, { output, message, status })
  end)

  it("reports what a command that failed reported last", function()
    assert.same({ "", "diffable pick: the command failed: no\n", 1 },
      { pick("-0 -- sh -c 'echo first >&2; echo no >&2; exit 3'") })
  end)
end)

describe("the command line of diffable pick", function()
  it("has unambiguous abbreviations", function()
    assert.equal("b\n", filtered("--filt b", "a\nb\n"))
    local _, message, status = pick("--pr x", "")
    assert.equal("diffable pick: '--pr' is short for --preview, --print0, --prompt; try 'diffable pick --help'\n",
      message)
    assert.equal(2, status)
  end)

  for arguments, problem in pairs{
    ["--nth 0"] = "'--nth': a field such as 2, -1 or 2.. expected, got '0'", ["-n"] = "'-n' needs a value",
    ["--multi=1"] = "'--multi' has no value",
    ["-x"] = "unrecognized option '-x'", ["--what"] = "unrecognized option '--what'",
    ["file"] = "'file' is not an option; a command follows '--'", ["--"] = "a command expected after '--'",
    ["--height 0"] = "'--height': a number of lines or a percentage expected, got '0'",
    ["--height 101%"] = "'--height': a number of lines or a percentage expected, got '101%'",
    ["--bind a"] = "'--bind': key:action expected, got 'a'", ["--bind a:b"] = "'--bind': 'b' is not an action",
    ["--bind a:up,nokey:up"] = "'--bind': 'nokey' is not a key",
    ["--bind ctrl-f13:up"] = "'--bind': 'ctrl-f13' is not a key",
    ["--bind ctrl-C:up"] = "'--bind': 'ctrl-C' cannot be bound",
    ["--bind a:up,"] = "'--bind': key:action expected, got ''",
    ["--reload-every 1"] = "'--reload-every' is for a command, after '--'",
    ["--id 1"] = "'--id' is for a command, after '--'",
    ["--reload-every 0 -- ls"] = "'--reload-every': 0.1 seconds to 1000000 expected, got '0'",
  } do
    it("refuses " .. arguments, function()
      local output, message, status = pick(arguments, "a\n")
      assert.same({ "", "diffable pick: " .. problem .. "; try 'diffable pick --help'\n", 2 },
        { output, message, status })
    end)
  end

  it("has a help text and a version", function()
    assert.truthy(pick("--help", ""):find("^usage: diffable pick"))
    assert.truthy(pick("--version", ""):find("^Diffable %d"))
    local _, message = support.run("pik", "")
    assert.truthy(message:find("did you mean 'diffable pick'?", 1, true))
  end)
end)
