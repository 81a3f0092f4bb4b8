-- The payment screen: a tutorial, to be read from top to bottom.
--
-- Describe what the list should be (a snapshot), apply it, and see what changed. Every apply below prints
-- the whole list, with a sign at each row that changed:  + inserted   - deleted   > moved   ~ updated

local diffable = require "diffable"

-- ITEMS. An item is an identifier, or a table with the field `id`. The id identifies the row. All other fields are its
-- content, and you choose their names. Only `kind` has a meaning: it chooses the cell provider.

local detail_1 = { id = "payment_detail_1", kind = "detail", title = "Fare", price = "30.00", currency = "$" }
local detail_2 = { id = "payment_detail_2", kind = "detail", title = "Tolls", price = "2.50", currency = "$" }
local detail_3 = { id = "payment_detail_3", kind = "detail", title = "Service fee", price = "3.00", currency = "$" }
local detail_4 = { id = "payment_detail_4", kind = "detail", title = "Taxes", price = "4.50", currency = "$" }
local detail_5 = { id = "payment_detail_5", kind = "detail", title = "Total", price = "40.00", currency = "$" }
local detail_6 = { id = "payment_detail_6", kind = "detail", title = "Night fare", price = "30.00", currency = "$" }

local card = { id = "card", kind = "option", title = "Credit card", selected = true }
local wallet = { id = "wallet", kind = "option", title = "Wallet", selected = false }
local cash = { id = "cash", kind = "option", title = "Cash", selected = false }

local current_method = { id = "current_method", kind = "method", title = "Credit card" }

local coupon = { id = "coupon", kind = "link", title = "Add a coupon" }
local personal = { id = "personal", kind = "link", title = "Personal" }
local business = { id = "business", kind = "link", title = "Business" }

-- SECTIONS are named in the same way.

local breakdown_section = { id = "breakdown", title = "Payment Breakdown" }
local options_section = { id = "options", title = "Payment Options" }
local method_section = { id = "method", title = "Current Method" }
local coupon_section = { id = "coupons", title = "Coupon" }
local types_section = { id = "types", title = "Payment Types" }

-- THE DATA SOURCE owns the list. Its cell providers return what a row of each kind shows. Its header provider returns
-- the text above a section. The list is shown on standard output.

local source = diffable.data_source{
  cells = {
    detail = function(item)
      return { text = item.title, detail = item.currency .. item.price }
    end,
    option = function(item)
      return { text = item.title, accessory = item.selected and "checkmark" or "none" }
    end,
    method = function(item)
      return { text = "Pay with", detail = item.title }
    end,
    link = function(item)
      return { text = item.title, accessory = "disclosure" }
    end,
  },
  header = function(section)
    return section.title
  end,
}

-- 1. A snapshot says what the list should be. Sections are appended first, then their items.

print("1. The first response: two sections, shown at once")

local snapshot = diffable.snapshot()
snapshot:append_sections{ breakdown_section, method_section }
snapshot:append_items({ detail_1, detail_2, detail_3, detail_4, detail_5 }, "breakdown")
snapshot:append_items(current_method, "method")
source:apply(snapshot, { animating_differences = false })

-- 2. To change the list, take a snapshot of it, edit the snapshot, and apply it. Nothing changes before the apply.

print()
print("2. The second response: Payment Options slide in from the left, between the two")

snapshot = source:snapshot()
snapshot:insert_sections_before(options_section, "method")
snapshot:append_items({ card, wallet, cash }, "options")
source:apply(snapshot, { animation = "left" })

-- 3. A completion is called when its apply is done. An apply inside it is queued, so the changes come one after the
-- other.

print()
print("3. A coupon from the left, and after it the payment types from the right")

snapshot = source:snapshot()
snapshot:append_sections(coupon_section)
snapshot:append_items(coupon, "coupons")
source:apply(snapshot, {
  animation = "left",
  completion = function()
    print()
    local following = source:snapshot()
    following:append_sections(types_section)
    following:append_items({ personal, business }, "types")
    source:apply(following, { animation = "right" })
  end,
})

-- 4. A snapshot may be edited any number of times before it is applied. An apply returns a transaction, which lists the
-- changes.

print()
print("4. The first detail goes, payment_detail_6 comes")

snapshot = source:snapshot()
snapshot:insert_items_before(detail_6, "payment_detail_1")
snapshot:delete_items("payment_detail_1")
local transaction = source:apply(snapshot)

for _, change in ipairs(transaction.difference.deleted_items) do
  print("deleted " .. change.id .. " from row " .. change.from.item .. " of section " .. change.from.section)
end
for _, change in ipairs(transaction.difference.inserted_items) do
  print("inserted " .. change.id .. " at row " .. change.to.item .. " of section " .. change.to.section)
end

-- 5. An item with the same id and other content is updated: its row stays where it is. `update_items` takes only the
-- fields that change.

print()
print("5. New titles for the details 4 and 5")

snapshot = source:snapshot()
snapshot:update_items{
  { id = "payment_detail_4", title = "Taxes and fees" },
  { id = "payment_detail_5", title = "Total to pay" },
}
source:apply(snapshot)

-- 6. Instead of editing, you can describe the whole list anew, and the engine computes the difference. Here the
-- customer chooses the wallet: two options and the current method get other content. `source:item` returns the current
-- content of an item.

print()
print("6. Another option is selected")

snapshot = diffable.snapshot{
  { id = "breakdown", title = "Payment Breakdown",
    items = { detail_6, detail_2, detail_3, source:item("payment_detail_4"), source:item("payment_detail_5") } },
  { id = "options", title = "Payment Options",
    items = {
      { id = "card", kind = "option", title = "Credit card", selected = false },
      { id = "wallet", kind = "option", title = "Wallet", selected = true },
      cash,
    } },
  { id = "method", title = "Current Method",
    items = { { id = "current_method", kind = "method", title = "Wallet" } } },
  { id = "coupons", title = "Coupon", items = { coupon } },
  { id = "types", title = "Payment Types", items = { personal, business } },
}
source:apply(snapshot)

-- 7. Two applies in a row can have different animations, and on a terminal their rows move at the same time. Deleting a
-- section also deletes its items.

print()
print("7. The coupon leaves to the left, and the payment types to the right, at the same time")

snapshot = source:snapshot()
snapshot:delete_sections("coupons")
source:apply(snapshot, { animation = "left" })
snapshot:delete_sections("types")
source:apply(snapshot, { animation = "right" })

-- 8. The default animation can be set at any time. It is used from the next apply on.

print()
print("8. From now on rows fade: the tolls are gone")

source.default_row_animation = "fade"
snapshot:delete_items("payment_detail_2")
source:apply(snapshot)

-- 9. If a call breaks a rule, it raises an error that explains it, and changes nothing. (The message begins with the
-- line of the script, which the pattern removes.)

print()
print("9. The same detail a second time")

local ok, message = pcall(function()
  snapshot:append_items(detail_5, "breakdown")
end)
print("appended: " .. tostring(ok))
print((message:gsub("^[^ ]+:%d+: ", "")))
print("the snapshot is what it was: " .. tostring(snapshot == source:snapshot()))
