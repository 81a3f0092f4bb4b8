-- What a list shows beside its rows: previews, headers that stay, a scrollbar; and rows on a wide terminal.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local shows, press, run = full_screen.shows, full_screen.press, full_screen.run
local is_over, last = full_screen.is_over, full_screen.last

-- Two sections of rows, and a list that is run with some options.
local function rows(options)
  return ([[
    local first, second = {}, {}
    for i = 1, 12 do first[i], second[i] = i, 12 + i end
    local source = diffable.data_source{
      view = false,
      cell = function(item) return { text = "row " .. item, detail = "$" .. item } end,
      header = function(section) return "Section " .. section.id end,
    }
    source:apply(diffable.snapshot{ { id = 1, items = first }, { id = 2, items = second } })
    diffable.run{ source = source, hints = false, %s }
  ]]):format(options or "")
end

-- A row that ends two columns before so many.
local function row(number, columns)
  local left, right = "  row " .. number, "$" .. number
  return left .. (" "):rep(columns - 2 - #left - #right) .. right
end

describe("the preview of a list", function()
  before_each(tmux.open)
  after_each(tmux.close)

  local preview = [[
    preview = function(item)
      io.stderr:write(item, ";")
      if item == 2 then error("no preview", 0) end
      if item == 3 then return 3 end
      if item == 4 then return end
      return "about " .. item .. "\n\tone\27[2J\n" .. ("long "):rep(50)
    end,
    on_key = function(key)
      if key ~= "r" then return end
      local snapshot = source:snapshot()
      snapshot:reload_items(1)
      source:apply(snapshot)
    end,
  ]]

  local function beside(number, right, columns)
    local left = row(number, columns // 2)
    return left .. (" "):rep(columns // 2 - #left) .. "│" .. (right and " " .. right or "")
  end

  it("is at the right of a wide terminal, where a failure is shown on the last line", function()
    run(rows(preview), 80, 6)
    local function screen(status, number, ...)
      local header = "Section 1" .. (" "):rep(31) .. "│" .. (... and " " .. (...) or "")
      shows{
        header, beside(1, select(2, ...), 80), beside(2, select(3, ...), 80), beside(3, nil, 80), beside(4, nil, 80),
        last(80, status, number .. "/24"),
      }
    end
    screen("", 1, "about 1", [[        one\u{1b}[2J]], ("long "):rep(7) .. "l…")
    press("Down")
    screen("no preview", 2)
    press("Down")
    screen("INVALID_ARGUMENT: run: string or nothing expected as the result of pre…", 3)
    press("Down")
    screen("", 4)
    press("q")
    assert.equal("1;2;3;4;", is_over(0))
  end)

  it("is asked for where another row is selected, or the selected one changes", function()
    run(rows(preview), 80, 6)
    local function asks(expected)
      full_screen.await(expected, function() return folder.read("errors") end)
    end
    asks("1;")
    press("x", "Down")
    asks("1;2;")
    press("Up")
    asks("1;2;1;")
    press("r")
    asks("1;2;1;1;")
    press("Down")
    asks("1;2;1;1;2;")
    press("r", "q")
    assert.equal("1;2;1;1;2;", is_over(0))
  end)

  it("is below the rows of a narrow terminal, and not there on a low one", function()
    run(rows(preview), 40, 8)
    local above = { "Section 1", row(1, 40), row(2, 40) }
    shows{
      above[1], above[2], above[3], ("─"):rep(40),
      "  about 1", [[          one\u{1b}[2J]], "  " .. ("long "):rep(7) .. "…", last(40, "", "1/24"),
    }
    tmux.call("resize-window", "-x", "40", "-y", "5")
    shows{ above[1], above[2], above[3], row(3, 40), last(40, "", "1/24") }
    press("q")
    is_over(0)
  end)
end)

describe("a long list", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("keeps the header of a section on the first line while its rows scroll", function()
    run(rows(), 30, 9)
    press("Down", "Down", "Down", "Down", "Down", "Down", "Down", "Down", "Down")
    shows{
      "Section 1", row(4, 30), row(5, 30), row(6, 30), row(7, 30), row(8, 30), row(9, 30), row(10, 30),
      last(30, "", "10/24"),
    }
    press("Up", "Up", "Up", "Up", "Up", "Up", "Up")
    shows{
      "Section 1", row(3, 30), row(4, 30), row(5, 30), row(6, 30), row(7, 30), row(8, 30), row(9, 30),
      last(30, "", "3/24"),
    }
    press("End")
    shows{
      "Section 2", row(18, 30), row(19, 30), row(20, 30), row(21, 30), row(22, 30), row(23, 30), row(24, 30),
      last(30, "", "24/24"),
    }
    press("q")
    is_over(0)
  end)

  it("has a scrollbar in the last column", function()
    run(rows(), 30, 9)
    shows{
      "Section 1", row(1, 30), row(2, 30), row(3, 30), row(4, 30), row(5, 30), row(6, 30), row(7, 30),
      last(30, "", "1/24"),
    }
    -- The thumb is dim and in reverse: two lines at the top, and at the end two at the bottom.
    local function thumb()
      local found = {}
      for line in tmux.call("capture-pane", "-p", "-e"):gmatch("([^\n]*)\n") do
        found[#found + 1] = line:find("\27%[2;?7?m *$") and "#" or "."
      end
      return table.concat(found):sub(1, 8)
    end
    full_screen.await("##......", thumb)
    press("End")
    full_screen.await("......##", thumb)
    press("q")
    is_over(0)
  end)
end)

describe("a wide terminal", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("shows details near their texts, also in a text view", function()
    run(rows(), 200, 30)
    full_screen.await(row(1, 99), function() return tmux.screen():match("\n([^\n]*$1)\n") end)
    press("q")
    is_over(0)
    tmux.start('sh -c \'build/bin/diffable -e "diffable.data_source{ \z
      cell = function() return { text = \\"x\\", detail = \\"\\$9\\" } end }'
      .. [[:apply(diffable.snapshot{ { id = 1, items = { 1 } } })"; read _']], 200, 6)
    full_screen.await("+    x" .. (" "):rep(92) .. "$9", function() return tmux.screen():match("^[^\n]*") end)
  end)
end)
