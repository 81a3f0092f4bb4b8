-- What an apply of a tree makes of a section that is there: what was expanded stays expanded, and its content is
-- replaced.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

local function describe_files(fields)
  local docs = { id = "docs", children = { "guide", { id = "api", children = { "types" } } } }
  for name, value in pairs(fields or {}) do docs[name] = value end
  return diffable.section_snapshot{ docs, "readme" }
end

local function shown(source)
  return table.concat(source:snapshot():item_identifiers(), " ")
end

describe("a tree that is described anew", function()
  it("keeps what was expanded, at every level", function()
    local source = support.counting_source()
    source:apply_section(describe_files(), "files")
    assert.equal("docs readme", shown(source))
    source:toggle_item("docs")
    source:toggle_item("api")
    local transaction = source:apply_section(describe_files(), "files")
    assert.equal("docs guide api types readme", shown(source))
    assert.is_true(transaction.difference.is_empty)
    source:toggle_item("docs")
    source:apply_section(describe_files(), "files")
    assert.equal("docs readme", shown(source))
    assert.is_true(source:section_snapshot("files"):is_expanded("api"))
  end)

  it("expands and collapses what says so", function()
    local source = support.counting_source()
    source:apply_section(describe_files{ expanded = true }, "files")
    assert.equal("docs guide api readme", shown(source))
    source:apply_section(describe_files{ expanded = false }, "files")
    assert.equal("docs readme", shown(source))
    source:apply_section(describe_files{ expanded = true }, "files")
    local tree = describe_files()
    tree:collapse("docs")
    source:apply_section(tree, "files")
    assert.equal("docs readme", shown(source))
    tree = describe_files{ expanded = false }
    tree:keep_expansion{ "docs" }
    source:toggle_item("docs")
    source:apply_section(tree, "files")
    assert.equal("docs guide api readme", shown(source))
  end)

  it("collapses what was appended without children, as before", function()
    local source = support.counting_source()
    source:apply_section(describe_files{ expanded = true }, "files")
    local tree = diffable.section_snapshot()
    tree:append_items{ "docs", "readme" }
    tree:append_items({ "guide" }, { parent = "docs" })
    assert.is_false(tree:keeps_expansion("docs"))
    source:apply_section(tree, "files")
    assert.equal("docs readme", shown(source))
  end)

  it("keeps it in the queue as well, for the tree of that moment", function()
    local source = support.counting_source()
    source:apply_section(describe_files(), "files")
    local once = true
    source:on_apply(function()
      if once then
        once = false
        source:toggle_item("api")
        source:apply_section(describe_files(), "files")
      end
    end)
    source:toggle_item("docs")
    assert.equal("docs guide api types readme", shown(source))
  end)

  it("is what the section's tree says, which can be applied again later", function()
    local source = support.counting_source()
    source:apply_section(describe_files(), "files")
    source:toggle_item("docs")
    local expanded = source:section_snapshot("files")
    assert.is_false(expanded:keeps_expansion("docs"))
    source:toggle_item("docs")
    source:apply_section(expanded, "files")
    assert.equal("docs guide api readme", shown(source))
  end)
end)

describe("apply_section with a table", function()
  local function header_source()
    local headers = {}
    local source = support.counting_source{ header = function(section)
      headers[#headers + 1] = section
      return type(section) == "table" and (section.title or section.id) or section
    end }
    return source, headers
  end

  it("gives the section its content, and asks for the header if that differs", function()
    local source, headers = header_source()
    local groups = { id = "groups", title = "Groups" }
    source:apply_section(describe_files(), groups)
    assert.equal(groups, headers[1])
    assert.equal(groups, source:section("groups"))
    source:apply_section(describe_files(), { id = "groups", title = "Groups" })
    assert.equal(1, #headers)
    local transaction = source:apply_section(describe_files(), { id = "groups", title = "Teams" })
    assert.same({ "Groups", "Teams", 2 }, { headers[1].title, source:section("groups").title, #headers })
    local change = transaction.difference.updated_sections[1]
    assert.same({ "groups", "Groups", "Teams" }, { change.id, change.old.title, change.new.title })
    assert.equal("Groups", transaction.initial_snapshot:section("groups").title)
  end)

  it("leaves the content as it is for an identifier, and not for a table with nothing else", function()
    local source, headers = header_source()
    source:apply_section(describe_files(), { id = "groups", title = "Groups" })
    source:apply_section(diffable.section_snapshot{ "one" }, "groups")
    assert.equal("Groups", source:section("groups").title)
    assert.equal(1, #headers)
    source:apply_section(diffable.section_snapshot{ "two" }, { id = "groups" })
    assert.same({ id = "groups" }, source:section("groups"))
    assert.equal(2, #headers)
  end)

  it("keeps the content by value, and in the queue", function()
    local source = header_source()
    local groups = { id = "groups", title = "Groups" }
    source:apply_section(describe_files(), groups, { completion = function()
      source:apply_section(describe_files(), groups)
      groups.title = "Later"
    end })
    assert.equal("Groups", source:section("groups").title)
  end)

  it("gives the very table also from the queue, or one with its metatable if it was changed since", function()
    local source, headers = header_source()
    local Section = { __name = "a class of sections" }
    local groups = setmetatable({ id = "groups", title = "Groups" }, Section)
    local users = setmetatable({ id = "users", title = "Users", names = { "Ann" } }, Section)
    source:apply_section(describe_files(), "files", { completion = function()
      source:apply_section(diffable.section_snapshot{ "one" }, groups)
      source:apply_section(diffable.section_snapshot{ "two" }, users)
      users.names[1] = "Bob"
    end })
    assert.same({ "files", "groups", "users" }, source:snapshot():section_identifiers())
    assert.equal(groups, headers[2])
    assert.equal(groups, source:section("groups"))
    assert.same({ id = "users", title = "Users", names = { "Ann" } }, headers[3])
    assert.equal(Section, getmetatable(headers[3]))
    assert.equal("Users", source:section("users").title)
  end)

  it("refuses what is no section, and changes nothing", function()
    local source = header_source()
    source:apply_section(describe_files(), { id = "groups", title = "Groups" })
    local content = {}
    for _ = 1, 101 do content = { content } end
    support.fails("nested more than 100 levels deep",
      source.apply_section, source, describe_files(), { id = "groups", content = content })
    support.fails('table without "id"', source.apply_section, source, describe_files(), { title = "Groups" })
    assert.equal("Groups", source:section("groups").title)
  end)
end)
