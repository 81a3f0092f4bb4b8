-- The scripts that take data of a user, from outside. What they print without it is in Tests/Transcripts.

local folder = require "folder"
local write = folder.write

-- Returns the lines of stdout, the message on stderr, and the exit status.
local function run(arguments, input)
  local errors = write("errors", "")
  local pipe = assert(io.popen(("LUA_INIT= build/bin/diffable scripts/%s <%s 2>%s")
    :format(arguments, write("input", input or ""), errors)))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  local _, _, status = pipe:close()
  local file <close> = assert(io.open(errors))
  return lines, file:read("a"), status
end

before_each(folder.open)
after_each(folder.close)

describe("contacts.lua", function()
  it("shows the contacts of a CSV file, friends apart", function()
    local path = write("people.csv", "\u{FEFF}friend,last_name,first_name\r\n\z
      yes,Lee,\"Ann, \"\"A\"\"\"\r\n,\"St\none\",Bob\r\n")
    assert.same({
      "everyone",
      "+  Friends Contacts",
      '+    Ann, "A" Lee',
      "+  Your Contacts",
      "+    Bob St\\none",
      "=  2 sections inserted; 2 items inserted (no animation)",
    }, (run("contacts.lua " .. path)))
  end)

  it("types a text into the search, by letters of any length, and clears it", function()
    local path = write("people.csv", "first_name,last_name\nZoë,Lee\nBob\n")
    local lines = run("contacts.lua " .. path .. " oë")
    assert.same({
      "everyone",
      "+  Friends Contacts",
      "+  Your Contacts",
      "+    Zoë Lee",
      "+    Bob",
      "=  2 sections inserted; 2 items inserted (no animation)",
      "",
      'search: "o"',
      "   Friends Contacts",
      "   Your Contacts",
      "     Zoë Lee",
      "     Bob",
      "=  no changes",
      "",
      'search: "oë"',
      "   Friends Contacts",
      "   Your Contacts",
      "     Zoë Lee",
      "-    Bob",
      "=  1 item deleted",
      "",
      'search: ""',
      "   Friends Contacts",
      "   Your Contacts",
      "     Zoë Lee",
      "+    Bob",
      "=  1 item inserted",
    }, lines)
  end)

  it("shows addresses, where the file has a column of them", function()
    local path = write("people.csv", "email,first_name,last_name\nann@example.org,Ann,Lee\n,Bob,Stone\n")
    assert.same({
      "+    Ann Lee                                 ann@example.org",
      "+    Bob Stone",
    }, table.move((run("contacts.lua " .. path)), 4, 5, 1, {}))
  end)

  it("takes a text as it is, in either name", function()
    local path = write("people.csv", "first_name,last_name\nAnn,Lee.\nBob,Stone\n")
    local lines = run("contacts.lua " .. path .. " .")
    assert.same({
      'search: "."',
      "   Friends Contacts",
      "   Your Contacts",
      "     Ann Lee.",
      "-    Bob Stone",
      "=  1 item deleted",
    }, table.move(lines, 8, 13, 1, {}))
  end)

  it("says what is wrong with a file", function()
    local function message_for(text)
      local _, message, status = run("contacts.lua " .. write("people.csv", text))
      assert.equal(1, status)
      return message:match("[^\n]*")
    end
    assert.truthy(message_for("name\nAnn\n"):find("the first line names no column first_name", 1, true))
    assert.truthy(message_for(""):find("the first line names no column first_name", 1, true))
    assert.equal("diffable: row 2: a quote is not closed", message_for('first_name,last_name\n"Ann,Lee\n'))
    assert.equal("diffable: row 2: text behind a quote", message_for('first_name,last_name\n"Ann"a,Lee\n'))
    local _, message = run("contacts.lua " .. folder.path)
    assert.truthy(message:find("Is a directory", 1, true))
    _, message = run("contacts.lua " .. folder.path .. "/nobody.csv")
    assert.truthy(message:find("nobody.csv: No such file or directory", 1, true))
  end)
end)

describe("outline.lua", function()
  it("shows a directory, and reads the folders that are opened", function()
    assert(os.execute(("cd %s && mkdir -p \"tree/it's/in\" && touch tree/file 'tree/a\nb' \"tree/it's/in/deep\"")
      :format(folder.path)))
    local lines = run(([[outline.lua %s/tree "it's" "it's/in/" file]]):format(folder.path))
    assert.same({
      "+    ▸ it's/",
      "+      a\\nb",
      "+      file",
      "=  1 section inserted; 3 items inserted (no animation)",
      "",
      "a tap on it's/",
      "reading it's/",
      "     ▾ it's/",
      "+      ▸ in/",
      "       a\\nb",
      "       file",
      "=  1 item inserted",
      "",
      "a tap on it's/in/",
      "reading it's/in/",
      "     ▾ it's/",
      "       ▾ in/",
      "+          deep",
      "       a\\nb",
      "       file",
      "=  1 item inserted",
      "",
    }, table.move(lines, 1, #lines - 1, 1, {}))
  end)

  it("says that a folder cannot be read, or is not in the list", function()
    local _, message, status = run("outline.lua " .. folder.path .. "/nowhere")
    assert.truthy(message:find("cannot read ", 1, true) and message:find("/nowhere/'", 1, true))
    assert.equal(1, status)
    _, message = run("outline.lua " .. folder.path .. " nobody")
    assert.truthy(message:find('UNKNOWN_IDENTIFIER: toggle_item: there is no item "nobody/"', 1, true))
  end)
end)

describe("feed.lua -", function()
  it("inserts, updates and deletes the rows that it is told of", function()
    local lines = run("feed.lua -", table.concat({
      '{"id": "caf\\u00e9 \\"x\\"", "value": 1}',
      '{ "value" : -2.5e3 , "id":7 , "more":true}',
      '{"id": 7, "value": 8}',
      '{"deleted": true, "id": 7}',
    }, "\n"))
    assert.same({
      "=  1 section inserted (no animation)",
      '{"id": "caf\\u00e9 \\"x\\"", "value": 1}',
      '+    café "x"                                         1.0000',
      "=  1 item inserted",
      "",
      '{ "value" : -2.5e3 , "id":7 , "more":true}',
      '     café "x"                                         1.0000',
      "+    7                                            -2500.0000",
      "=  1 item inserted",
      "",
      '{"id": 7, "value": 8}',
      '     café "x"                                         1.0000',
      "~    7                                                8.0000",
      "=  1 item reconfigured",
      "",
      '{"deleted": true, "id": 7}',
      '     café "x"                                         1.0000',
      "-    7                                                8.0000",
      "=  1 item deleted",
      "",
    }, lines)
  end)

  it("drops lines that make no sense, and goes on", function()
    for line, message in pairs{
      ['{"id": 1}'] = "the value is nil",
      ['{"id": 1, "value": null}'] = "the value is nil",
      ['{"id": 1, "value": "1"}'] = "the value is 1",
      ['{"value": 1}'] = 'table without "id"',
      ['{"id": 1 "value": 1}'] = 'no JSON: "value":',
      ['{"id": 1, "value": tru}'] = "no JSON: tru",
      ['{"id": 1, "value": 0x10}'] = "no JSON: 0x10",
      ['{"id": 1, "value": 1} x'] = "no JSON: x",
      ['{"id": "\\ud83d\\ude00", "value": 1}'] = "no JSON: \\ud83d",
      ['{"id": "\\q"}'] = "no JSON: \\q",
      ['{"id": "a\\'] = "no JSON: a\\",
      ['{"id": {}}'] = "no JSON: {}}",
      ["[1]"] = "no JSON: [1]",
      [""] = "no JSON: the line ends early",
    } do
      local lines, _, status = run("feed.lua -", line .. '\n{"id": 1, "value": 1}\n')
      assert.equal(line, lines[2])
      assert.truthy(lines[3]:find("^dropped: "))
      assert.truthy(lines[3]:find(message, 1, true), lines[3])
      assert.same({ '{"id": 1, "value": 1}', "+    1                                                1.0000" },
        { lines[5], lines[6] })
      assert.equal(0, status)
    end
  end)
end)
