-- Errors of callbacks while a list is shown: the list stays, and its last line says what went wrong.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local shows, press, run, is_over = full_screen.shows, full_screen.press, full_screen.run, full_screen.is_over

-- Three rows, and a list that is run with some options.
local function rows(fields, options)
  return ([[
    local source = diffable.data_source{ view = false, cell = function(item) return { text = "row " .. item } end }
    %s
    source:apply(diffable.snapshot{ { id = "s", items = { 1, 2, 3 } } })
    diffable.run{ source = source, hints = false, %s }
  ]]):format(fields, options)
end

-- The screen with a status and the number of the selected row. `width` is that of the status in columns.
local function with_status(status, number, width)
  local place = (number or 1) .. "/3"
  local left = status == "" and "" or "  " .. status
  return { "  row 1", "  row 2", "  row 3", left .. (" "):rep(58 - (width and width + 2 or #left) - #place) .. place }
end

describe("an error while a list is shown", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("of a drag leaves the row where it was, and is shown until the next key", function()
    run(rows([[
      source.can_reorder_item = function() return true end
      source.will_reorder = function() error("up next is full", 0) end
    ]], ""), 60, 4)
    press("S-Down")
    shows(with_status("up next is full (in will_reorder)"))
    press("Down")
    shows(with_status("", 2))
    press("q")
    assert.equal("", is_over(0))
  end)

  it("of any function is shown: one line, escaped, cut at the edge", function()
    run(rows("", [[
      on_select = function() error("no \27[2J\nselect", 0) end,
      on_search = function() error({}) end,
      on_key = function(key)
        if key == "x" then error(setmetatable({}, { __tostring = function() return "a value" end })) end
        if key == "y" then error(("long "):rep(100000), 0) end
        if key == "z" then return 1 end
        if key == "w" then error(setmetatable({}, { __tostring = error })) end
      end,
    ]]), 60, 4)
    press("Enter")
    shows(with_status([[no \u{1b}[2J]]))
    press("x")
    shows(with_status("a value"))
    press("y")
    shows(with_status(("long "):rep(10) .. "l…", 1, 52))
    press("z")
    full_screen.await("  INVALID_ARGUMENT", function() return tmux.screen():match("  INVALID_ARGUMENT") end)
    press("w")
    shows(with_status("(an error without a message)"))
    press("/", "s")
    full_screen.await("  table:", function() return tmux.screen():match("  table:") end)
    press("Enter", "q")
    assert.equal("", is_over(0))
  end)

  it("of a provider leaves the rows that are shown", function()
    run([[
      local source = diffable.data_source{
        view = false,
        cell = function(item) return item == 9 and error("no nine", 0) or { text = "row " .. item } end,
      }
      source:apply(diffable.snapshot{ { id = "s", items = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } } })
      diffable.run{ source = source, hints = false }
    ]], 60, 4)
    local message = "  no nine (in the cell provider for item 9 at section…"
    press("End")
    shows{ "  row 1", "  row 2", "  row 3", message .. " 1/9" }
    press("Down")
    shows{ "  row 1", "  row 2", "  row 3", (" "):rep(55) .. "2/9" }
    tmux.call("resize-window", "-y", "11")
    shows{ "  row 1", "  row 2", "  row 3", "", "", "", "", "", "", "", message .. " 2/9" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("is raised if no row could be shown at all, with the screen given back", function()
    local script = folder.write("script.lua", [[
      local source = diffable.data_source{ view = false, cell = function() error("no cell", 0) end }
      source:apply(diffable.snapshot{ { id = "s", items = { 1 } } })
      print(pcall(diffable.run, { source = source }))
    ]])
    tmux.start(("sh -c 'build/bin/diffable %s; read _'"):format(script), 80, 12)
    full_screen.await("false\tno cell (in the cell provider for item 1", function()
      return (tmux.screen():gsub("^false +", "false\t"):match("^false\tno cell %(in the cell provider for item 1"))
    end)
    assert.equal(full_screen.as_before, full_screen.modes())
  end)

  it("is raised if the list cannot go on, with the screen given back", function()
    run(rows("", "on_key = function() source:close() end"))
    press("x")
    assert.truthy(is_over(1):find("run: the data source is closed", 1, true), folder.read("errors"))
  end)
end)
