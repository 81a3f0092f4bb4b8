-- The search that each list has.
local full_screen = require "full_screen"
local tmux = require "tmux"
local shows, press, run = full_screen.shows, full_screen.press, full_screen.run
local is_over, last = full_screen.is_over, full_screen.last

-- Two sections of fruits and roots, and what is chosen on stderr.
local function garden(options)
  return ([[
    local colors = { Apple = "red", Carrot = "orange" }
    local source = diffable.data_source{
      view = false,
      cell = function(item) return { text = item, detail = colors[item] } end,
      header = function(section) return section.id end,
    }
    source:apply(diffable.snapshot{
      { id = "Fruits", items = { "Apple", "Pear", "Plum" } }, { id = "Nuts", items = { "Hazel" } },
      { id = "Roots", items = { "Carrot", "Parsnip" } },
    })
    diffable.run{ source = source, hints = false, on_select = function(item) io.stderr:write(item, ";") end, %s }
  ]]):format(options or "")
end

-- The rows that are found, and the last line.
local function found(left, right, ...)
  local lines = { ... }
  for index = #lines + 1, 9 do lines[index] = "" end
  lines[10] = last(32, left, right)
  return lines
end

-- All rows, and the last line.
local function all(left, right)
  return found(left, right, "Fruits", "  Apple                    red", "  Pear", "  Plum", "Nuts", "  Hazel", "Roots",
    "  Carrot                orange", "  Parsnip")
end

describe("a search", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("shows the rows whose cells have the letters in this order, in sections, and counts them", function()
    run(garden(), 32, 10)
    shows(all("", "1/6"))
    press("/", "p", "r")
    shows(found("/pr_", "1/2 of 6", "Fruits", "  Pear", "Roots", "  Parsnip"))
    press("BSpace", "l")
    shows(found("/pl_", "1/2 of 6", "Fruits", "  Apple                    red", "  Plum"))
    press("q")
    shows(found("/plq_", "no matches"))
    press("C-u", "o", "g")
    shows(found("/og_", "1/1 of 6", "Roots", "  Carrot                orange"))
    press("C-u")
    shows(all("/_", "1/6"))
  end)

  it("keeps the rows after Enter, among which keys select and choose, and Escape brings the others back", function()
    run(garden(), 32, 10)
    press("/", "r", "Enter")
    shows(found("/r", "1/4 of 6", "Fruits", "  Apple                    red", "  Pear", "Roots",
      "  Carrot                orange", "  Parsnip"))
    press("End", "Up", "Up", "Enter", "Down", "Enter", "Escape")
    shows(all("", "5/6"))
    press("Enter", "q")
    assert.equal("Pear;Carrot;Carrot;", is_over(0))
  end)

  it("chooses what it found where keys arrive at once", function()
    run(garden(), 32, 10)
    shows(all("", "1/6"))
    press("-l", "/parsn\r\rq")
    assert.equal("Parsnip;", is_over(0))
  end)

  it("heeds the case where a term has a capital, and matches each term", function()
    run(garden(), 32, 10)
    press("/", "A")
    shows(found("/A_", "1/1 of 6", "Fruits", "  Apple                    red"))
    press("C-w", "r", "Space", "p")
    shows(found("/r p_", "1/3 of 6", "Fruits", "  Apple                    red", "  Pear", "Roots", "  Parsnip"))
  end)

  it("is a line that can be edited", function()
    run(garden(), 32, 10)
    press("/", "z", "p", "a", "r", "Home", "DC", "End", "x", "BSpace")
    shows(found("/par_", "1/2 of 6", "Fruits", "  Pear", "Roots", "  Parsnip"))
    press("Left", "BSpace", "s")
    shows(found("/psr", "no matches"))
    press("C-a", "r", "Space", "C-e", "BSpace")
    shows(found("/r ps_", "1/1 of 6", "Roots", "  Parsnip"))
    press("C-w", "C-w", "y")
    shows(found("/y_", "no matches"))
    press("Enter", "q")
    is_over(0)
    assert.truthy(full_screen.sent():find("\27%[0;1;36m"))
  end)

  it("shows the end of a text that is longer than the line", function()
    run(garden(), 24, 4)
    press("-l", "/abcdefghijkl")
    shows{ "", "", "", "  efghijkl_ no matches" }
    press("Home")
    shows{ "", "", "", "  /abcdefgh no matches" }
  end)

  it("holds for the lists that are applied meanwhile", function()
    run(garden([[on_key = function(key)
      if key ~= "f2" then return end
      local snapshot = source:snapshot()
      snapshot:delete_items("Pear")
      snapshot:append_items({ "Poppy", "Parsley" }, "Nuts")
      source:apply(snapshot, { animating_differences = false })
    end]]), 32, 10)
    press("/", "p", "a", "Down", "F2")
    shows(found("/pa_", "2/2 of 7", "Nuts", "  Parsley", "Roots", "  Parsnip"))
    press("Enter", "q")
    is_over(0)
  end)

  it("says so where a cell fails, and keeps the rows until the text changes", function()
    run([[
      local fails = true
      local source = diffable.data_source{ view = false, cell = function(item)
        if item == 9 and fails then error("no cell", 0) end
        return "row " .. item
      end }
      source:apply(diffable.snapshot{ { id = "s", items = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } } })
      diffable.run{ source = source, hints = false, on_key = function(key) fails = fails and key ~= "down" end }
    ]], 20, 4)
    press("/", "9")
    shows{ "  row 1", "  row 2", "  row 3", last(20, "no cell (in…", "1/9") }
    press("Down", "BSpace", "9")
    shows{ "  row 9", "", "", last(20, "/9_", "1/1 of 9") }
    press("Enter", "q")
    is_over(0)
  end)

  it("finds letters that are not ASCII, and nothing raw", function()
    run([[
      local source = diffable.data_source{ view = false, cell = function(item) return item end }
      source:apply(diffable.snapshot{ { id = "s", items = { "Ärger", "日本", "a\27b" } } })
      diffable.run{ source = source, hints = false }
    ]], 30, 5)
    press("/", "ä", "R")
    shows{ "", "", "", "", last(30, "/äR_", "no matches") }
    press("BSpace", "r")
    shows{ "  Ärger", "", "", "", last(30, "/är_", "1/1 of 3") }
    press("C-u", "本")
    shows{ "  日本", "", "", "", last(29, "/本_", "1/1 of 3") }
    press("C-u", "b")
    shows{ [[  a\u{1b}b]], "", "", "", last(30, "/b_", "1/1 of 3") }
    press("Enter", "q")
    is_over(0)
  end)

  it("shows some of 100,000 rows at once", function()
    run([[
      local items = {}
      for i = 1, 100000 do items[i] = i end
      local source = diffable.data_source{ view = false, cell = function(item) return "row " .. item end }
      source:apply(diffable.snapshot{ { id = "s", items = items } })
      diffable.run{ source = source, hints = false }
    ]], 40, 4)
    press("-l", "/99999")
    shows{ "  row 99999", "", "", last(40, "/99999_", "1/1 of 100000") }
    press("Enter", "q")
    is_over(0)
  end)
end)

describe("the keys of a list", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("are shown by ? until the next key, which does nothing else", function()
    run(garden("on_accessory = print"), 48, 12)
    press("?")
    shows{
      "  ↑ ↓ j k click select a row", "  PgUp PgDn     select one a page away",
      "  g G Home End  select the first, the last", "  Enter         choose the row, as two clicks do",
      "  a             tap the accessory", "  ← → Space     collapse, expand, toggle",
      "  /             search", "  Esc           end the search, or leave",
      "  Ctrl-L        draw the screen again", "  q             leave", "", "  any key: back to the list",
    }
    press("q")
    full_screen.await("1/6", function() return tmux.screen():match("[^ ]*$") end)
    press("q")
    is_over(0)
  end)

  it("are also those of less, and Escape leaves a search and then the list", function()
    run(garden(), 32, 10)
    press("G", "k")
    shows(all("", "5/6"))
    press("g", "j", "j")
    shows(all("", "3/6"))
    press("/", "j", "Enter")
    shows(found("/j", "no matches"))
    press("Escape")
    shows(all("", "1/6"))
    press("Escape")
    is_over(0)
  end)
end)
