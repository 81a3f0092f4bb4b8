-- Draws what growth.c measured: lua5.4 growth.lua <measurements >chart.svg
local WIDTH, HEIGHT = 880, 420               -- of one chart
local LEFT, RIGHT, TOP, BOTTOM = 80, 220, 50, 60

-- One way has one colour in both charts: the first whose name is in the label.
local COLOURS = {
  { "shuffle", "#d1495b" }, { "current snapshot", "#3a9d5d" }, { "free snapshot", "#2e86ab" },
  { "new_snapshot", "#c77d0a" }, { "Heckel", "#8e6fc1" }, { "Myers", "#b5651d" }, { "in C", "#808890" },
}

local CHARTS = {
  { name = "items", title = "Time against the length of the list", axis = "items in the list" },
  {
    name = "edits",
    title = "Time against the number of edits, in 1,000,000 items",
    axis = "deletions, insertions and moves",
  },
}

local function printf(format, ...) io.write(format:format(...), "\n") end

local function log10(number) return math.log(number, 10) end

local function thousands(number)
  local text = ("%d"):format(number):reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (text:gsub("^,", ""))
end

local function colour(label)
  for _, entry in ipairs(COLOURS) do
    if label:find(entry[1], 1, true) then return entry[2] end
  end
  error("no colour for: " .. label)
end

local function time(exponent)
  local milliseconds = 10.0 ^ exponent
  if milliseconds < 0.1 then return ("%g µs"):format(milliseconds * 1000) end
  return milliseconds < 100 and ("%g ms"):format(milliseconds) or ("%g s"):format(milliseconds / 1000)
end

-- The series of each chart in the order of their first point, and the decades that hold all points.
local function read()
  for _, chart in ipairs(CHARTS) do
    CHARTS[chart.name] = chart
    chart.series, chart.x, chart.y = {}, { math.huge, -math.huge }, { math.huge, -math.huge }
  end
  local function widen(range, value)
    range[1], range[2] = math.min(range[1], math.floor(value)), math.max(range[2], math.ceil(value))
  end
  for line in io.lines() do
    local name, label, x, y = line:match("^(%w+)\t([^\t]+)\t(%d+)\t([%d.]+)$")
    local chart = assert(CHARTS[name], "no chart for: " .. line)
    local series = chart.series[label]
    if not series then
      series = { label = label, colour = colour(label) }
      chart.series[label], chart.series[#chart.series + 1] = series, series
    end
    series[#series + 1] = { log10(tonumber(x)), log10(tonumber(y)) }
    widen(chart.x, log10(tonumber(x)))
    widen(chart.y, log10(tonumber(y)))
  end
end

local function draw(chart, top)
  local function across(x) return LEFT + (x - chart.x[1]) / (chart.x[2] - chart.x[1]) * (WIDTH - LEFT - RIGHT) end
  local function down(y)
    return top + HEIGHT - BOTTOM - (y - chart.y[1]) / (chart.y[2] - chart.y[1]) * (HEIGHT - TOP - BOTTOM)
  end

  printf('<text x="%d" y="%d" class="title">%s</text>', LEFT, top + 28, chart.title)
  for x = chart.x[1], chart.x[2] do
    printf('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="grid"/>',
      across(x), down(chart.y[1]), across(x), down(chart.y[2]))
    printf('<text x="%.1f" y="%.1f" class="middle">%s</text>', across(x), down(chart.y[1]) + 20, thousands(10 ^ x))
  end
  for y = chart.y[1], chart.y[2] do
    printf('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="grid"/>',
      across(chart.x[1]), down(y), across(chart.x[2]), down(y))
    printf('<text x="%.1f" y="%.1f" class="end">%s</text>', LEFT - 8, down(y) + 4, time(y))
  end
  printf('<text x="%.1f" y="%d" class="middle">%s</text>',
    (across(chart.x[1]) + across(chart.x[2])) / 2, top + HEIGHT - 16, chart.axis)

  local labels = {}
  for index, series in ipairs(chart.series) do
    local points = {}
    for place, point in ipairs(series) do points[place] = ("%.1f,%.1f"):format(across(point[1]), down(point[2])) end
    printf('<polyline points="%s" stroke="%s"/>', table.concat(points, " "), series.colour)
    for _, point in ipairs(series) do
      printf('<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>', across(point[1]), down(point[2]), series.colour)
    end
    labels[index] = { text = series.label, colour = series.colour, y = down(series[#series][2]) }
  end
  -- Each label beside the end of its line, or as near as the one above it lets it be.
  table.sort(labels, function(left, right) return left.y < right.y end)
  local free = -math.huge
  for _, label in ipairs(labels) do
    label.y = math.max(label.y, free)
    free = label.y + 18
    printf('<text x="%d" y="%.1f" style="fill: %s">%s</text>',
      WIDTH - RIGHT + 12, label.y + 4, label.colour, label.text)
  end
end

read()
printf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">',
  WIDTH, HEIGHT * #CHARTS)
printf([[<style>
text { fill: #333 } .title { font-size: 16px; font-weight: bold }
.middle { text-anchor: middle } .end { text-anchor: end } .grid { stroke: #999; stroke-opacity: .35 }
polyline { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } }
</style>]])
for index, chart in ipairs(CHARTS) do draw(chart, (index - 1) * HEIGHT) end
printf("</svg>")
