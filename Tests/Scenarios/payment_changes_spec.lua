-- The payment breakdown: what shows when the same rows come again with other titles.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local function detail(id, title, price)
  return { id = id, title = title, price = price, currency = "$" }
end

local function detail_cell(item) return { text = item.title, detail = item.currency .. item.price } end

local function main(items) return diffable.snapshot{ { id = "main", items = items } } end

-- The breakdown is on the screen, then this list is applied. Returns what that printed, and its transaction.
local function change(old, new, cell)
  local source, printed = screen{ cell = cell or detail_cell }
  source:apply(main(old))
  printed()
  local transaction = source:apply(main(new))
  return printed(), transaction
end

describe("payment changes", function()
  it("29: new titles under the same ids are seen", function()
    -- In UIKit, where == is by id, nothing visibly changes.
    local text, transaction = change({ detail("4", "Taxes", "4.50"), detail("5", "Total", "40.00") },
                                     { detail("4", "VAT", "4.50"), detail("5", "Sum", "40.00") })
    assert.equal("~    VAT                 $4.50\n~    Sum                $40.00\n=  2 items reconfigured\n", text)
    assert.equal("Sum", transaction.final_snapshot:item("5").title)
    assert.equal("Total", transaction.initial_snapshot:item("5").title)

    -- That behaviour is to be had as well: an id alone, and nothing to compare.
    local titles = { "Taxes", "Total" }
    local source, printed = screen{ cell = function(index) return titles[index] end }
    source:apply(main{ 1, 2 })
    titles = { "VAT", "Sum" }
    printed()
    source:apply(main{ 1, 2 })
    assert.equal("     Taxes\n     Total\n=  no changes\n", printed())
  end)

  it("30: a new price shows, and the provider runs for that row only", function()
    local asked = {}
    local text = change({ detail("4", "Taxes", "4.50"), detail("5", "Total", "40.00") },
                        { detail("4", "Taxes", "4.50"), detail("5", "Total", "41.00") },
                        function(item) asked[#asked + 1] = item.id; return detail_cell(item) end)
    assert.equal("     Taxes               $4.50\n~    Total              $41.00\n=  1 item reconfigured\n", text)
    assert.same({ "4", "5", "5" }, asked)
  end)

  it("31: the row changes where it stands, unless its id changes: then it is deleted and inserted", function()
    local text, transaction = change({ detail("5", "Total", "40.00") }, { detail("5", "Sum", "40.00") })
    assert.equal("~    Sum                $40.00\n=  1 item reconfigured\n", text)
    local path = { section = 1, item = 1 }
    assert.same(
      { { id = "5", from = path, to = path, old = detail("5", "Total", "40.00"), new = detail("5", "Sum", "40.00") } },
      transaction.difference.reconfigured_items)
    assert.same({}, transaction.difference.deleted_items)

    -- What UIKit does where == is by all fields.
    text = change({ detail("5 Total", "Total", "40.00") }, { detail("5 Sum", "Sum", "40.00") })
    assert.equal("-    Total              $40.00\n+    Sum                $40.00\n=  1 item deleted, 1 inserted\n",
      text)
  end)

  it("32: all fields count as content, at any depth, and as the id where the id is made of them", function()
    local function model(discount)
      return { id = "5", title = "Total", price = "40.00", currency = "$", coupon = { discount } }
    end
    local text = change({ model(5) }, { model(5) })
    assert.equal("     Total              $40.00\n=  no changes\n", text)
    text = change({ model(5) }, { model(6) })
    assert.equal("~    Total              $40.00\n=  1 item reconfigured\n", text)

    local function synthesised(title, price) return detail(title .. "|" .. price, title, price) end
    support.fails([[item "Total|40.00" is in the call twice, at 1 and 2]], main,
                  { synthesised("Total", "40.00"), synthesised("Total", "40.00") })
    assert.same({ "Total|40.00", "Total|41.00" },
                main{ synthesised("Total", "40.00"), synthesised("Total", "41.00") }:item_identifiers())
  end)

  it("33: ids are told apart by their bytes, whatever they hash to, and equal ones are one", function()
    -- All of these have one hash where it is made like that of Java's strings.
    local ids = { "" }
    for _ = 1, 8 do
      local longer = {}
      for _, id in ipairs(ids) do
        longer[#longer + 1] = id .. "Aa"
        longer[#longer + 1] = id .. "BB"
      end
      ids = longer
    end
    local snapshot = main(ids)
    assert.equal(256, #snapshot)
    for index, id in ipairs(ids) do assert.equal(index, snapshot:index_of_item(id)) end

    local joined = table.concat({ "payment", "Detail", "4" })
    support.fails([[item "paymentDetail4" is in the call twice]], main, { "paymentDetail4", joined })
    support.fails("item 3 is in the call twice", main, { 3, 3.0 })
  end)

  it("34: a row is inserted, a row is deleted, and a whole section", function()
    local source, printed = screen{ cell = detail_cell, header = function(section) return section.id end }
    source:apply(main{ detail("1", "Fare", "37.50"), detail("5", "Total", "40.00") })
    printed()

    local snapshot = source:snapshot()
    snapshot:insert_items_after(detail("2", "Tolls", "2.50"), "1")
    source:apply(snapshot)
    assert.equal([[
   main
     Fare               $37.50
+    Tolls               $2.50
     Total              $40.00
=  1 item inserted
]], printed())

    assert.equal(1, snapshot:delete_items("1"))
    source:apply(snapshot)
    assert.equal([[
   main
-    Fare               $37.50
     Tolls               $2.50
     Total              $40.00
=  1 item deleted
]], printed())

    assert.equal(1, snapshot:delete_sections("main"))
    source:apply(snapshot)
    assert.equal([[
-  main
-    Tolls               $2.50
-    Total              $40.00
=  1 section deleted; 2 items deleted
]], printed())
    assert.equal("(empty)", tostring(source:snapshot()))
  end)

  it("35: ten badges fold to five at a tap, and unfold at the next", function()
    local source, printed = screen{ cell = function(badge) return "Badge " .. badge end }
    local unfolded = true
    local function badges()
      local items = {}
      for badge = 1, unfolded and 10 or 5 do items[badge] = badge end
      return main(items)
    end
    local function tap()
      unfolded = not unfolded
      local transaction = source:apply(badges())
      return tostring(transaction), #source:snapshot()
    end
    source:apply(badges())
    printed()
    local function rows(sign, from, to)
      local lines = {}
      for badge = from, to do lines[#lines + 1] = sign .. "    Badge " .. badge .. "\n" end
      return table.concat(lines)
    end
    for _ = 1, 3 do
      assert.same({ "5 items deleted", 5 }, { tap() })
      assert.equal(rows(" ", 1, 5) .. rows("-", 6, 10) .. "=  5 items deleted\n", printed())
      assert.same({ "5 items inserted", 10 }, { tap() })
      assert.equal(rows(" ", 1, 5) .. rows("+", 6, 10) .. "=  5 items inserted\n", printed())
    end
  end)

  it("36: an item is a table, so a reference: a change in it shows when it is reloaded or handed over again", function()
    local total = detail("5", "Total", "40.00")
    local source, printed = screen{ cell = detail_cell }
    source:apply(main{ total })
    printed()

    total.price = "41.00"
    assert.is_true(source:apply(source:snapshot()).difference.is_empty)
    assert.equal("     Total              $40.00\n=  no changes\n", printed())

    local snapshot = source:snapshot()
    snapshot:reload_items("5")
    source:apply(snapshot)
    assert.equal("~    Total              $41.00\n=  1 item reloaded\n", printed())

    total.price = "42.00"
    source:apply(main{ total })
    assert.equal("~    Total              $42.00\n=  1 item reconfigured\n", printed())
    assert.equal(total, source:item("5"))

    -- Another id in the same table names another row.
    total.id = "6"
    snapshot:append_items(total)
    assert.same({ "5", "6" }, snapshot:item_identifiers())
  end)
end)
