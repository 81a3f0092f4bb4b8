-- The payment breakdown: what a list may hold, and the errors where UIKit dies.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local function detail_cell(item) return { text = item.title, detail = item.currency .. item.price } end

local function detail(id, title, price)
  return { id = id, title = title, price = price, currency = "$" }
end

-- What an append of these items to the section `main` raises; nothing was appended.
local function append_error(items)
  local snapshot = diffable.snapshot{ "main" }
  local message = support.error_of(function() snapshot:append_items(items, "main") end)
  assert.equal(0, #snapshot)
  return (message:gsub("^[^ ]+:%d+: ", ""))
end

describe("payment rules", function()
  it("12: a row cannot be deleted beside the list, so the numbers of rows always agree", function()
    local source, printed = screen{ cell = function(item) return item end }
    source:apply(diffable.snapshot{ { id = "main", items = { "Fare", "Tolls", "Total" } } })
    printed()

    -- UIKit: "Invalid update: invalid number of rows in section 0". Here a row goes by an apply only, ...
    local snapshot = source:snapshot()
    assert.equal(1, snapshot:delete_items("Tolls"))
    assert.equal(3, source:snapshot():number_of_items("main"))
    assert.equal("     Fare\n     Tolls\n     Total\n", source:render())
    assert.equal("", printed())

    -- ... which counts for itself, ...
    local transaction = source:apply(snapshot)
    assert.equal("     Fare\n-    Tolls\n     Total\n=  1 item deleted\n", printed())
    assert.equal(3 - #transaction.difference.deleted_items, source:snapshot():number_of_items("main"))

    -- ... to delete what is gone does nothing, and a row behind the end is an error.
    assert.equal(0, snapshot:delete_items("Tolls"))
    assert.is_nil(source:item_at{ section = 1, item = 3 })
    support.fails("INVALID_ARGUMENT: cell_at: there is no row at section 1, item 3",
      source.cell_at, source, { section = 1, item = 3 })
  end)

  it("13: a data source takes snapshots, and ids are integers or strings", function()
    local source = diffable.data_source{ view = false }
    support.fails("snapshot expected, got table", source.apply, source, { { id = "main", items = { 1 } } })
    support.fails("apply: this is a section snapshot; apply_section applies it",
      source.apply, source, diffable.section_snapshot())
    support.fails("integer or string expected, got 0.5", diffable.snapshot, { { id = 0.5 } })

    -- Ids of both types share a list: 1 is not "1".
    local snapshot = diffable.snapshot{ { id = "main", items = { 1, "1" } } }
    assert.equal("1 section inserted; 2 items inserted", tostring(source:apply(snapshot)))
    assert.same({ 1, "1" }, source:snapshot():item_identifiers())
    support.fails([[UNKNOWN_IDENTIFIER: append_items: there is no section 1]],
                  function() diffable.snapshot{ "1" }:append_items("x", 1) end)
  end)

  it("14: the breakdown is one section, shown at once", function()
    local output, ok = support.run([[
      local diffable = require "diffable"
      local source = diffable.data_source{
        cell = function(item) return { text = item.title, detail = item.currency .. item.price } end,
      }
      local snapshot = diffable.snapshot()
      snapshot:append_sections("main")
      snapshot:append_items{
        { id = "1", title = "Fare", price = "37.50", currency = "$" },
        { id = "2", title = "Tolls", price = "2.50", currency = "$" },
        { id = "3", title = "Total", price = "40.00", currency = "$" },
      }
      source:apply(snapshot, { animating_differences = false })
    ]])
    assert.equal([[
+    Fare                                             $37.50
+    Tolls                                             $2.50
+    Total                                            $40.00
=  1 section inserted; 3 items inserted (no animation)
]], output)
    assert.is_true(ok)
  end)

  it("15: an item without an id is rejected", function()
    assert.matches('INVALID_ARGUMENT: append_items: item 2: table without "id"',
                   append_error{ detail("1", "Fare", "37.50"), { title = "Total", price = "40.00", currency = "$" } })
    assert.matches('item 1: "id": string or integer expected, got boolean', append_error{ { id = true } })
    assert.matches('item 1: string, integer or table with "id" expected, got function', append_error{ print })
  end)

  it("16: paymentDetail5 equal to paymentDetail4 is an error, in one call and in two", function()
    local paymentDetail4 = detail("Total 40.00", "Total", "40.00")
    local paymentDetail5 = detail("Total 40.00", "Total", "40.00")
    -- UIKit: "Fatal: supplied item identifiers are not unique."
    assert.equal([[DUPLICATE_IDENTIFIER: append_items: item "Total 40.00" is in the call twice, at 1 and 2]],
                 append_error{ paymentDetail4, paymentDetail5 })

    local snapshot = diffable.snapshot{ { id = "main", items = { paymentDetail4 } } }
    support.fails([[DUPLICATE_IDENTIFIER: append_items: item "Total 40.00" is already at section "main", item 1]],
                  snapshot.append_items, snapshot, paymentDetail5)
    assert.equal(1, #snapshot)

    -- Where nobody catches the error, the script ends with it.
    local output, ok = support.run([[
      local diffable = require "diffable"
      local snapshot = diffable.snapshot{ "main" }
      snapshot:append_items{ "Total", "Total" }
      print "not reached"
    ]])
    assert.matches([[:3: DUPLICATE_IDENTIFIER: append_items: item "Total" is in the call twice, at 1 and 2]],
      output, 1, true)
    assert.is_nil(output:find("not reached"))
    assert.is_false(ok)
  end)

  it("17: the id alone says which row it is, whatever the three ways to hash and compare were", function()
    local function list(...) return diffable.snapshot{ { id = "main", items = { ... } } } end
    local function change(old, new) return tostring(diffable.difference(list(old), list(new))) end
    local function by_all_fields(serialNumber, title) return { id = serialNumber .. title, title = title } end
    local function by_serial_number(serialNumber, title) return { id = serialNumber, title = title } end

    -- All fields in the id: a changed row is another row.
    assert.equal("1 item deleted, 1 inserted", change(by_all_fields("A1", "Fare"), by_all_fields("A1", "Fee")))
    assert.is_true(pcall(list, by_all_fields("A1", "Fare"), by_all_fields("A1", "Fee")))

    -- The serial number as id, and the rest as content: both other ways, and a changed row is an update.
    assert.equal("1 item reconfigured", change(by_serial_number("A1", "Fare"), by_serial_number("A1", "Fee")))
    support.fails([[item "A1" is in the call twice]],
      list, by_serial_number("A1", "Fare"), by_serial_number("A1", "Fee"))
    assert.equal("no changes", change(by_serial_number("A1", "Fare"), by_serial_number("A1", "Fare")))
  end)

  it("18: an id of its own lets two equal details in", function()
    local source, printed = screen{ cell = detail_cell }
    source:apply(diffable.snapshot{
      { id = "main", items = { detail("4", "Total", "40.00"), detail("5", "Total", "40.00") } },
    })
    assert.equal([[
+    Total              $40.00
+    Total              $40.00
=  1 section inserted; 2 items inserted
]], printed())
  end)

  it("19: rows compared by their title are duplicates, and the error names the title", function()
    local function by_title(model) return { id = model.title, serialNumber = model.id, price = model.price } end
    -- UIKit lists PaymentDetailsModel(id: "5", title: "Total", price: "40.00", currency: "$").
    assert.equal([[DUPLICATE_IDENTIFIER: append_items: item "Total" is in the call twice, at 2 and 3]],
                 append_error{ by_title(detail("1", "Fare", "37.50")), by_title(detail("4", "Total", "39.00")),
                               by_title(detail("5", "Total", "40.00")) })
    -- No method of the items' own decides that two ids are one.
    local lawless = { __eq = function() return true end }
    local snapshot = diffable.snapshot{ { id = "main", items = {
      setmetatable(detail("4", "Total", "40.00"), lawless), setmetatable(detail("5", "Total", "40.00"), lawless) } } }
    assert.same({ "4", "5" }, snapshot:item_identifiers())
  end)

  it("20: an id is unique in the whole snapshot, equal contents and section ids do not matter", function()
    support.fails([[DUPLICATE_IDENTIFIER: append_items: item "4" is already at section "main", item 1]],
      diffable.snapshot, {
        { id = "main", items = { detail("4", "Total", "40.00") } },
        { id = "other", items = { detail("4", "Tip", "1.00") } },
      })
    support.fails([[DUPLICATE_IDENTIFIER: append_sections: section "main" is in the call twice, at 1 and 2]],
                  diffable.snapshot, { "main", "main" })
    local snapshot = diffable.snapshot{
      { id = "main", items = { "main", detail("4", "Total", "40.00"), detail("5", "Total", "40.00") } },
    }
    assert.same({ "main", "4", "5" }, snapshot:item_identifiers("main"))
  end)
end)
