-- The payment screen: sections that come and go, one after the other and at once.
local diffable = require "diffable"
local screen = require "Tests.Scenarios.screen"
local support = require "Tests.DiffableLuaTests.support"

local fare = { id = "paymentDetail1", kind = "detail", title = "Fare", price = "37.50", currency = "$" }
local total = { id = "paymentDetail5", kind = "detail", title = "Total", price = "40.00", currency = "$" }
local paymentDetail6 = { id = "paymentDetail6", kind = "detail", title = "Night fare", price = "37.50", currency = "$" }
local card = { id = "card", kind = "option", title = "Credit card", selected = true }
local cash = { id = "cash", kind = "option", title = "Cash", selected = false }
local method = { id = "method", kind = "method", title = "Credit card" }
local options = { id = "options", title = "Payment Options" }

local function payment_source()
  return screen{
    cells = {
      detail = function(item) return { text = item.title, detail = item.currency .. item.price } end,
      option = function(item) return { text = item.title, accessory = item.selected and "checkmark" or "none" } end,
      method = function(item) return { text = "Pay with", detail = item.title } end,
      link = function(item) return { text = item.title, accessory = "disclosure" } end,
    },
    header = function(section) return section.title end,
  }
end

local function first_response()
  return diffable.snapshot{
    { id = "breakdown", title = "Payment Breakdown", items = { fare, total } },
    { id = "current", title = "Current Method", items = { method } },
  }
end

-- The snapshot with one more section, which has one link.
local function with_section(snapshot, id, title)
  local result = snapshot:copy()
  result:append_sections{ id = id, title = title }
  result:append_items({ id = id .. "Link", kind = "link", title = "Add" }, id)
  return result
end

describe("payment screen", function()
  it("21: has three sections with rows of three kinds", function()
    local source, printed = payment_source()
    local snapshot = first_response()
    snapshot:insert_sections_after(options, "breakdown")
    snapshot:append_items({ card, cash }, "options")
    source:apply(snapshot, { animating_differences = false })
    assert.equal([[
+  Payment Breakdown
+    Fare               $37.50
+    Total              $40.00
+  Payment Options
+    Credit card             ✓
+    Cash
+  Current Method
+    Pay with      Credit card
=  3 sections inserted; 5 items inserted (no animation)
]], printed())

    -- The user selects an option.
    snapshot:reconfigure_items{
      { id = "card", kind = "option", title = "Credit card", selected = false },
      { id = "cash", kind = "option", title = "Cash", selected = true },
      { id = "method", kind = "method", title = "Cash" },
    }
    source:apply(snapshot)
    assert.equal([[
   Payment Breakdown
     Fare               $37.50
     Total              $40.00
   Payment Options
~    Credit card
~    Cash                    ✓
   Current Method
~    Pay with             Cash
=  3 items reconfigured
]], printed())
    -- A row of a kind that nobody can show is named.
    snapshot:append_items({ id = "map", kind = "map" }, "options")
    support.fails([[NO_PROVIDER: no cell provider for kind "map" of item "map" at section 2, item 3]],
                  source.apply, source, snapshot)
    assert.is_false(source:snapshot():contains_item("map"))
  end)

  it("22: has sections before items", function()
    local snapshot = diffable.snapshot()
    support.fails("NO_SECTIONS: append_items", snapshot.append_items, snapshot, { fare, total })
    snapshot:append_sections("breakdown")
    support.fails([[UNKNOWN_IDENTIFIER: append_items: there is no section "options"]],
                  snapshot.append_items, snapshot, { card }, "options")
    assert.equal(0, #snapshot)
    snapshot:append_items({ fare, total }, "breakdown")
    assert.equal([["breakdown" (2 items)
  "paymentDetail1"
  "paymentDetail5"]], tostring(snapshot))
  end)

  it("23: gets Payment Options from the left, between the two sections there are", function()
    local source, printed = payment_source()
    source:apply(first_response())
    printed()
    local snapshot = source:snapshot()
    snapshot:insert_sections_after(options, "breakdown")
    snapshot:append_items({ card, cash }, "options")
    local transaction = source:apply(snapshot, { animation = "left" })
    assert.equal([[
   Payment Breakdown
     Fare               $37.50
     Total              $40.00
+  Payment Options
+    Credit card             ✓
+    Cash
   Current Method
     Pay with      Credit card
=  1 section inserted; 2 items inserted (left)
]], printed())
    local inserted = transaction.difference.inserted_sections
    assert.same({ 1, "options", 2, source:section("options") },
      { #inserted, inserted[1].id, inserted[1].to, inserted[1].new })
    assert.equal("left", transaction.animation)
  end)

  it("24: is the same from an edited snapshot and from one built anew", function()
    local function second_response(source)
      local snapshot = source:new_snapshot()
      snapshot:append_sections{
        { id = "breakdown", title = "Payment Breakdown" }, options, { id = "current", title = "Current Method" },
      }
      snapshot:append_items({ fare, total }, "breakdown")
      snapshot:append_items({ card, cash }, "options")
      snapshot:append_items({ method }, "current")
      return snapshot
    end
    local function edited(source)
      local snapshot = source:snapshot()
      snapshot:insert_sections_before(options, "current")
      snapshot:append_items({ card, cash }, "options")
      return snapshot
    end
    local seen = {}
    for i, make in ipairs{ edited, second_response } do
      local source, printed = payment_source()
      source:apply(first_response())
      printed()
      local transaction = source:apply(make(source))
      seen[i] = { text = printed(), change = tostring(transaction), list = tostring(source:snapshot()) }
    end
    assert.equal("1 section inserted; 2 items inserted", seen[1].change)
    assert.same(seen[1], seen[2])
  end)

  it("25: animates by default_row_animation, from the next apply on", function()
    local source, printed = payment_source()
    assert.equal("automatic", source.default_row_animation)
    assert.equal("automatic", source:apply(first_response()).animation)
    printed()
    source.default_row_animation = "fade"
    assert.equal("", printed())
    local snapshot = source:snapshot()
    snapshot:delete_sections("current")
    source:apply(snapshot)
    assert.equal([[
   Payment Breakdown
     Fare               $37.50
     Total              $40.00
-  Current Method
-    Pay with      Credit card
=  1 section deleted; 1 item deleted (fade)
]], printed())
    assert.is_false((pcall(function() source.default_row_animation = "sideways" end)))
    assert.equal("fade", source.default_row_animation)
  end)

  it("26: gets the coupon from the left, and in its completion the payment types from the right", function()
    local source, printed = payment_source()
    source:apply(first_response())
    printed()
    local log = {}
    local with_coupon = with_section(source:snapshot(), "coupon", "Coupon")
    source:apply(with_coupon, { animation = "left", completion = function(transaction)
      log[#log + 1] = transaction.animation .. ": " .. tostring(transaction)
      local with_types = with_section(source:snapshot(), "types", "Payment Types")
      source:apply(with_types, { animation = "right", completion = function(following)
        log[#log + 1] = following.animation .. ": " .. tostring(following)
      end })
      log[#log + 1] = "queued"
    end })
    assert.same({ "left: 1 section inserted; 1 item inserted", "queued", "right: 1 section inserted; 1 item inserted" },
      log)
    local before = [[
   Payment Breakdown
     Fare               $37.50
     Total              $40.00
   Current Method
     Pay with      Credit card
]]
    assert.equal(before .. "+  Coupon\n+    Add                     ›\n=  1 section inserted; 1 item inserted (left)\n"
                 .. before .. "   Coupon\n     Add                     ›\n+  Payment Types\n"
                 .. "+    Add                     ›\n=  1 section inserted; 1 item inserted (right)\n", printed())
  end)

  it("27: gets both at once, and stays consistent", function()
    local source = payment_source()
    local log = {}
    source:on_apply(function(transaction)
      log[#log + 1] = transaction.animation .. ": "
        .. table.concat(transaction.final_snapshot:section_identifiers(), " ")
    end)
    -- Both are issued while the first response is being applied, and neither waits for the other.
    source:apply(first_response(), { completion = function()
      local coupon = with_section(source:snapshot(), "coupon", "Coupon")
      assert.is_nil(source:apply(coupon, { animation = "left" }))
      assert.is_nil(source:apply(with_section(coupon, "types", "Payment Types"), { animation = "right" }))
      assert.equal(2, source:snapshot():number_of_sections())
    end })
    assert.same(
      { "automatic: breakdown current", "left: breakdown current coupon", "right: breakdown current coupon types" },
      log)

    -- Two that both start from the old list: the later one is what the list is in the end.
    source:apply(first_response(), { completion = function()
      source:apply(with_section(source:snapshot(), "coupon", "Coupon"))
      source:apply(with_section(source:snapshot(), "types", "Payment Types"))
    end })
    assert.equal("breakdown current types", table.concat(source:snapshot():section_identifiers(), " "))
  end)

  it("28: loses its first item and gets paymentDetail6 in one apply", function()
    local source, printed = payment_source()
    source:apply(first_response())
    printed()
    local snapshot = source:snapshot()
    local paymentDetail1 = snapshot:item("paymentDetail1")
    snapshot:delete_items(snapshot:item_identifiers()[1])
    snapshot:append_items({ paymentDetail6 }, "breakdown")
    local difference = source:apply(snapshot).difference
    assert.equal([[
   Payment Breakdown
-    Fare               $37.50
     Total              $40.00
+    Night fare         $37.50
   Current Method
     Pay with      Credit card
=  1 item deleted, 1 inserted
]], printed())
    assert.same({ { id = "paymentDetail1", from = { section = 1, item = 1 }, old = paymentDetail1 } },
      difference.deleted_items)
    assert.same({ { id = "paymentDetail6", to = { section = 1, item = 2 }, new = paymentDetail6 } },
      difference.inserted_items)
  end)
end)
