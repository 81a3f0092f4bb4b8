-- What the test of the page looks at step by step: every kind of change, two lists, and text that would like to be
-- more.
local diffable = require "diffable"

local function list(name)
  return diffable.data_source{
    name = name,
    cell = function(item)
      return {
        text = item.text, detail = item.detail, secondary_text = item.second, image = item.image,
        accessory = item.accessory,
      }
    end,
    header = function(section) return section.title end,
    footer = function(section) return section.note end,
  }
end

local fruit, hostile = list("Fruit market"), list("<b>\27[31m\xff")
local apple = { id = "apple", text = "Apple", detail = "1.50" }
local pear = { id = "pear", text = "Pear", detail = "12.00", second = "from the garden", accessory = "checkmark" }
local plum = { id = 3, text = "Plum", detail = "0.75", accessory = "disclosure" }
local fig = { id = "fig", text = "Figs", image = "*" }

print("The market opens")
fruit:apply(diffable.snapshot{
  { id = "today", title = "Today", note = "Until six", items = { apple, pear } },
  { id = "tomorrow", title = "Tomorrow", items = { plum } },
}, { animating_differences = false })

print()
print("What is printed gives way to a caption")
local snapshot = fruit:snapshot()
snapshot:insert_items_before(fig, "apple")
snapshot:move_item_after("pear", 3)
fruit:apply(snapshot, { animation = "left", caption = "Figs from the left, and the pear waits" })

print("The apple goes to the right, and plums are dear")
snapshot = fruit:snapshot()
snapshot:delete_items("apple")
snapshot:reconfigure_items{ { id = 3, text = "Plum", detail = "2.75" } }
fruit:apply(snapshot, { animation = "right" })

print("</script><script>broken = 1</script>")
hostile:apply(diffable.snapshot{
  { id = 1, title = "<!--<script>", items = {
    { id = "</script><script>broken = 2</script>", text = "</script><img src=x onerror='broken = 3'>" },
    { id = math.mininteger, text = "line\nfeed \27[31m nul\0" },
    { id = 9007199254740993, text = "\u{2028}\u{202E}&amp;" },
    { id = "\xff", text = "half \xe2\x82 \u{FEFF}\u{6771}" }, { id = "empty", text = "" },
  } },
})

print("Everything anew")
fruit:apply_using_reload_data(fruit:snapshot())
