-- Texts that nobody should send to a terminal, as identifiers and in cells of a list on the full screen.
local full_screen = require "full_screen"
local is_harmless = require "Tests.harmless"
local tmux = require "tmux"
local press = full_screen.press

-- Each as Lua has it, with what is shown in its place, and its columns where these are not its bytes.
local texts = {
  { [["a\0b"]], [[a\u{0}b]] },
  { [["\27[99;99H\27[5m\27[?47h\27[8;2;2t\27c"]], [[\u{1b}[99;99H\u{1b}[5m\u{1b}[?47h\u{1b}[8;2;2t\u{1b}c]] },
  { [["\27]0;owned\7\27]52;c;b3duZWQ=\27\\"]], [[\u{1b}]0;owned\u{7}\u{1b}]52;c;b3duZWQ=\u{1b}\]] },
  { [["\27P+q544e\27\\\27_x\27\\\27(0"]], [[\u{1b}P+q544e\u{1b}\\u{1b}_x\u{1b}\\u{1b}(0]] },
  { [["\u{9b}5m\u{9d}0;owned\u{9c}\u{85}"]], [[\u{9b}5m\u{9d}0;owned\u{9c}\u{85}]] },
  { [["\x9b5m\x9d0;owned\x9c\xff\xc0\x9b"]], [[\x9b5m\x9d0;owned\x9c\xff\xc0\x9b]] },
  { [["a\r\n\t\8\11\12\5\14\15\127"]], [[a\r\n\t\u{8}\u{b}\u{c}\u{5}\u{e}\u{f}\u{7f}]] },
  { [["\u{202e}gpj\u{2066}\u{200f}\u{61c}\u{2028}"]], [[\u{202e}gpj\u{2066}\u{200f}\u{61c}\u{2028}]] },
  { [["a\u{200b}\u{feff}\u{2060}\u{ad}b"]], "ab" },
  { [[("x"):rep(1000000)]], ("x"):rep(69) .. "…", 70 },
  { [[("界"):rep(100000)]], ("界"):rep(34) .. "…", 69 },
  -- A terminal keeps some of these marks in the column of the letter.
  { [["e" .. ("\u{301}"):rep(100000)]], "e" },
  -- To each of these it gives a column of its own: they take the row to its end.
  { [["e" .. ("\u{903}"):rep(100000)]], "e\u{903}" },
  { [["last"]], "last" },
}

local literals = {}
for number, text in ipairs(texts) do literals[number] = text[1] end

-- The numbers of the items that are chosen go to stderr; a search is for one of them.
local list = ([[
  local texts = { %s }
  local numbers = {}
  for number, text in ipairs(texts) do numbers[text] = number end
  local source = diffable.data_source{
    view = false,
    cell = function(item) return { text = item, detail = "<" .. numbers[item] .. ">" } end,
    header = function(section) return section.id end,
  }
  local function show(first, last)
    source:apply(diffable.snapshot{ { id = texts[3], items = table.move(texts, first, last, 1, {}) } })
  end
  show(1, #texts)
  diffable.run{
    source = source, hints = false,
    on_select = function(item) io.stderr:write(numbers[item], "\n") end,
    on_search = function(text) show(tonumber(text) or 1, tonumber(text) or #texts) end,
  }
]]):format(table.concat(literals, ", "))

-- A row of the list, on 80 columns.
local function row(number)
  local shown = texts[number][2]
  local detail = "<" .. number .. ">"
  if shown:find("\u{903}") then return "  " .. shown end
  return "  " .. shown .. (" "):rep(76 - (texts[number][3] or #shown) - #detail) .. detail
end

-- The last line of the screen.
local function place(number, count, search)
  local text = number .. "/" .. count
  local left = search and "  /" .. search or ""
  return left .. (" "):rep(78 - #left - #text) .. text
end

-- Waits until the screen shows these lines, but for marks that may be there or not, and what they leave no room for.
local function shows(...)
  full_screen.await(table.concat({ ... }, "\n"), function()
    return (tmux.screen():gsub("\u{301}", ""):gsub("(\u{903})[^\n]*", "%1"))
  end)
end

-- What stands between sequences that the list draws with is text, and these name places that there are.
local function is_harmless_list(bytes, columns, lines)
  local function is_own(sequence)
    local line, column = sequence:match("^(%d+);(%d+)H$")
    if line then return tonumber(line) <= lines and tonumber(column) <= columns end
    return sequence == "2J" or sequence == "2K" or sequence:find("^[01237;]+m$")
      or sequence:find("^%?7[hl]$") or sequence:find("^%?25[hl]$") or sequence:find("^%?100[026][hl]$")
      or sequence:find("^%?1049h$") or sequence:find("^%?2026[hl]$") or sequence:find("^%?2004[hl]$")
  end
  local text = bytes:gsub("\27%[([%d;?]*%a)", function(sequence) return is_own(sequence) and "" end)
  return is_harmless(text)
end

describe("a list of hostile texts on the full screen", function()
  before_each(tmux.open)
  after_each(tmux.close)

  it("shows them spelled out, each on its line, is moved about in, and leaves a sane terminal", function()
    full_screen.run(list, 80, 5)
    local title = tmux.call("display-message", "-p", "#{pane_title}")
    local header = texts[3][2]
    shows(header, row(1), row(2), row(3), place(1, #texts))
    press("Enter")
    press("Down", "Down", "Down")
    local chosen = "1\n"
    for number = 4, #texts do
      shows(row(number - 3), row(number - 2), row(number - 1), row(number), place(number, #texts))
      press("Enter", "Down")
      chosen = chosen .. number .. "\n"
    end
    press("/", "1", "3")
    shows(header, row(13), "", "", place(1, 1, "13_"))
    press("BSpace", "BSpace", "3")
    shows(header, row(3), "", "", place(1, 1, "3_"))
    press("Enter", "Enter", "/", "Escape", "Home")
    shows(header, row(1), row(2), row(3), place(1, #texts))
    press("-l", "\27[<65;1;1M\27[<65;1;1M\27[<65;1;1M\27[<65;1;1M")
    shows(row(11), row(12), row(13), row(14), place(1, #texts))
    press("Home", "q")
    assert.equal(chosen .. "3\n", full_screen.is_over(0))
    assert.equal(title, tmux.call("display-message", "-p", "#{pane_title}"))
    local sent = full_screen.sent():match("\27%[%?1049h.*\27%[%?1049l"):sub(1, -9)
    assert.is_true(#sent > 100000)
    assert.is_true(is_harmless_list(sent, 80, 5))
  end)
end)
