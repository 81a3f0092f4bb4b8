local diffable = require "diffable"
local support = require "support"

describe("supplementary cells", function()
  local function source_with(supplementary, options)
    local source = diffable.data_source{
      view = false,
      cell = function() return "row" end,
      supplementary = supplementary,
      header = options and options.header,
    }
    source:apply(diffable.snapshot{ { id = "inbox", unread = 3, items = { 1 } }, "sent" })
    return source
  end

  it("are of any kind, and get the content, the index and the source", function()
    local given = {}
    local source
    source = source_with{
      badge = function(...)
        given[#given + 1] = table.pack(...)
        local section = ...
        return section ~= "sent" and { text = section.unread .. " new", accessory = "star" } or nil
      end,
    }
    assert.same({ text = "3 new", accessory = "star" }, source:supplementary_cell("badge", 1))
    assert.is_nil(source:supplementary_cell("badge", 2))
    assert.same({ id = "inbox", unread = 3 }, given[1][1])
    assert.same({ n = 3, "sent", 2, source }, given[2])
  end)

  it("are nil of a kind without a provider", function()
    assert.is_nil(source_with{}:supplementary_cell("badge", 1))
    assert.is_nil(source_with(nil):supplementary_cell("header", 1))
  end)

  it("may be headers and footers, for which there are options as well", function()
    local written = {}
    local source = diffable.data_source{
      view = diffable.text_view{ write = function(text) written[#written + 1] = text end },
      cell = function() return "row" end,
      header = function() return "top" end,
      supplementary = { footer = function() return "end" end },
    }
    source:apply(diffable.snapshot{ { id = 1, items = { 1 } } })
    assert.matches("%+  top\n%+    row\n%+  end\n", written[1])
    assert.equal("end", source:supplementary_cell("footer", 1).text)
    support.fails('INVALID_ARGUMENT: data_source: option "header": "supplementary" has a header as well; '
      .. "leave out one of the two", function() source_with({ header = print }, { header = print }) end)
  end)

  it("are those that were given, whatever becomes of the table", function()
    local providers = { badge = function() return "first" end }
    local source = source_with(providers)
    providers.badge = nil
    assert.equal("first", source:supplementary_cell("badge", 1).text)
  end)

  it("name what is wrong", function()
    local source = source_with{
      badge = function() return { title = "x" } end,
      banner = function() error("boom") end,
    }
    local function message(...) return select(2, pcall(source.supplementary_cell, source, ...)) end
    local unknown = 'INVALID_CELL: badge of section "inbox" at 1: unknown cell field "title": '
      .. 'did you mean "text"%? %(.*%)'
    assert.matches(unknown, message("badge", 1))
    assert.matches(': boom %(in the banner provider for section "sent" at 2%)\n\t', message("banner", 2))
    assert.matches("INVALID_ARGUMENT: supplementary_cell: there is no section at 3", message("badge", 3))
    assert.matches("INVALID_ARGUMENT: supplementary_cell: there is no section", message("badge", 0))
    assert.matches("INVALID_ARGUMENT: supplementary_cell: there is no section", message("badge", math.mininteger))
    assert.matches("integer expected, got 1.5$", message("badge", 1.5))
    assert.matches("string expected, got number", message(1, 1))
    assert.matches("a kind has no zeros", message("bad\0ge", 1))
    assert.matches("integer expected, got no value", message("badge"))
    assert.matches('option "supplementary": function expected for kind "badge", got string',
      select(2, pcall(source_with, { badge = "x" })))
    assert.matches('option "supplementary": string expected as a kind, got number',
      select(2, pcall(source_with, { print })))
  end)

  it("show what they were in a text view that shows what was", function()
    local title, written = "one", nil
    local view = diffable.text_view{ width = 30, shows_old = true, write = function(text) written = text end }
    local source = diffable.data_source{ view = view, cell = function(item) return item end,
      header = function() return { text = title, detail = "d" .. title } end }
    source:apply(diffable.snapshot{ { id = "s", items = { "a" } } })
    title = "two"
    local snapshot = source:snapshot()
    snapshot:reconfigure_sections{ "s" }
    source:apply(snapshot)
    assert.equal("~  one -> two     done -> dtwo\n     a\n=  1 section updated\n", written)
  end)
end)
