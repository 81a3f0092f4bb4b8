-- `diffable watch` on a terminal.
local folder = require "folder"
local full_screen = require "full_screen"
local tmux = require "tmux"
local press, is_over = full_screen.press, full_screen.is_over

-- Waits for a screen whose last line, if it has nothing but a number, also names keys.
local function shows(lines)
  local last = lines[#lines]
  local hint = #last > 30 and "  p pause  h hold  ? keys" or "  p pause  ? keys"
  if last:find("^ +[^ ]+$") then lines[#lines] = hint .. last:sub(#hint + 1) end
  full_screen.shows(lines)
end

local pipe

local function send(text)
  pipe:write(text)
  pipe:flush()
end

describe("diffable watch on a terminal", function()
  before_each(function()
    tmux.open()
    assert(os.execute("mkfifo " .. folder.path .. "/input"))
  end)
  after_each(function()
    if pipe then pipe:close() end
    pipe = nil
    tmux.close()
  end)

  local function start(arguments, rows)
    -- A pipe that is opened to be read and written does not wait for its other end.
    pipe = assert(io.open(folder.path .. "/input", "r+"))
    full_screen.start(("watch --no-title %s <%s/input"):format(arguments, folder.path), 30, rows or 6)
  end

  it("refuses to read a list from the keyboard", function()
    local job = folder.write("job.sh",
      ("cd %s/..; LUA_INIT= build/bin/diffable watch 2>%s/errors; echo status $?; read _")
        :format(tmux.execute("realpath Tests"):gsub("\n", ""), folder.path))
    tmux.start("sh " .. job, 40, 4)
    full_screen.shows{ "status 2" }
    assert.equal("diffable watch: standard input is a terminal; \z
      a list comes out of a pipe, or from a command after '--'; "
      .. "try 'diffable watch --help'\n", folder.read("errors"))
  end)

  it("shows the lists of a pipe, and what changed beside what it was, until the next one", function()
    start("--key pid --text name --detail cpu")
    shows{ "", "", "", "", "", "  waiting for a list     0/0" }
    send('[{"pid":1,"name":"one","cpu":82},{"pid":2,"name":"two","cpu":3}]\n')
    shows{ "  one                     82", "  two                      3", "", "", "", "                         1/2" }
    send('[{"pid":2,"name":"two","cpu":3},{"pid":1,"name":"one","cpu":91}]\n')
    shows{ "  two                      3", "  one               82 -> 91", "", "", "", "                         1/2" }
    send('[{"pid":2,"name":"two","cpu":4},{"pid":1,"name":"one","cpu":91}]\n')
    shows{ "  two                 3 -> 4", "  one                     91", "", "", "", "                         1/2" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("shows in another color what changed", function()
    start("--text t")
    send('[{"id":1,"t":"a"},{"id":2,"t":"b"}]')
    shows{ "  a", "  b", "", "", "", "                         1/2" }
    send('[{"id":1,"t":"a"},{"id":2,"t":"c"}]')
    shows{ "  a", "  b -> c", "", "", "", "                         1/2" }
    press("q")
    is_over(0)
    assert.truthy(full_screen.sent():find("\27%[[%d;]*;33m%-> c") or full_screen.sent():find("\27%[[%d;]*;33m%->"))
  end)

  it("finds what rows show, and not what they were", function()
    start("--detail status")
    send('[{"id":1,"status":"Pending"}]')
    shows{ "  1                  Pending", "", "", "", "", "                         1/1" }
    send('[{"id":1,"status":"Running"}]')
    shows{ "  1       Pending -> Running", "", "", "", "", "                         1/1" }
    press("/", "P", "e", "n", "d", "Enter")
    shows{ "", "", "", "", "", "  /Pend           no matches" }
    press("Escape")
    shows{ "  1       Pending -> Running", "", "", "", "", "                         1/1" }
    press("/", "R", "u", "n", "Enter")
    shows{ "  1       Pending -> Running", "", "", "", "", "  /Run              1/1 of 1" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("leaves out what a long text was", function()
    start("--text t")
    send(('[{"id":1,"t":"%s"}]'):format(("x"):rep(41)))
    shows{ "  " .. ("x"):rep(25) .. "…", "", "", "", "", "                         1/1" }
    send('[{"id":1,"t":"b"}]')
    shows{ "  b", "", "", "", "", "                         1/1" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("keeps the last good list, and says what is wrong until a good one comes", function()
    start("")
    send("[1]\n")
    shows{ "  1", "", "", "", "", "                         1/1" }
    send("[1,1]\n")
    shows{ "  1", "", "", "", "", "  rows 1 and 2 have the… 1/1" }
    press("x")
    shows{ "  1", "", "", "", "", "  rows 1 and 2 have the… 1/1" }
    send("[2\n[3]\n")
    shows{ "  3", "", "", "", "", "                         1/1" }
    send("]\n")
    shows{ "  3", "", "", "", "", "  line 5, column 1: par… 1/1" }
    press("q")
    assert.equal("", is_over(1))
  end)

  -- Others inherit the pipe from this process, so only a file ends.
  local function start_with(text, arguments)
    full_screen.start(("watch --no-title %s <%s"):format(arguments, folder.write("list.json", text)), 30, 6)
  end

  it("stays when the input ends, and takes keys", function()
    start_with("[1,2,3]", "--sort=-.")
    shows{ "  3", "  2", "  1", "", "", "  the input has ended    1/3" }
    press("Down")
    shows{ "  3", "  2", "  1", "", "", "  the input has ended    2/3" }
    press("C-c")
    is_over(130)
  end)

  it("says when the input ends inside a list", function()
    start_with("[1]\n[2", "")
    shows{ "  1", "", "", "", "", "  line 2, column 2: the… 1/1" }
    press("q")
    assert.equal("", is_over(1))
  end)

  it("keeps an error if the input ends after it", function()
    start_with("[1]\n[2,,]\n", "")
    shows{ "  1", "", "", "", "", "  line 2, column 4: par… 1/1" }
    press("x")
    shows{ "  1", "", "", "", "", "  line 2, column 4: par… 1/1" }
    press("q")
    assert.equal("", is_over(1))
  end)

  for name, ending in pairs{
    ["q"] = function() press("q") return 0 end,
    ["^C"] = function() press("C-c") return 130 end,
    ["SIGTERM"] = function(process) os.execute("kill -TERM " .. process) return 143 end,
    ["SIGHUP"] = function(process) os.execute("kill -HUP " .. process) return 129 end,
  } do
    it("ends a command that still runs, and what it has started, at " .. name, function()
      local script = folder.write("run.sh", ([[
        cd %s
        sleep 1000 & echo $! >started
        sh -c 'trap "" TERM; while :; do sleep 1; done' & echo $! >>started
        echo $$ >>started
        echo $PPID >watch
        mv started all
        wait
      ]]):format(folder.path))
      full_screen.start("watch --no-title -- sh " .. script, 40, 4)
      local path = folder.path .. "/all"
      local all = tmux.wait(function() return os.rename(path, path) and folder.read("all") end,
        function(text) return text end)
      local processes = {}
      for process in all:gmatch("%d+") do processes[#processes + 1] = process end
      assert.equal(3, #processes)
      for _, process in ipairs(processes) do assert.truthy(os.execute("kill -0 " .. process)) end
      is_over(ending(folder.read("watch")))
      for _, process in ipairs(processes) do assert.falsy(os.execute("kill -0 " .. process .. " 2>/dev/null")) end
    end)
  end

  it("searches, and keeps the list as it is", function()
    start("--text t")
    send('[{"id":1,"t":"apple"},{"id":2,"t":"Pear"}]')
    shows{ "  apple", "  Pear", "", "", "", "                         1/2" }
    press("/", "p", "r", "Enter")
    shows{ "  Pear", "", "", "", "", "  /pr               1/1 of 2" }
    send('[{"id":1,"t":"apple"},{"id":2,"t":"Pear"},{"id":3,"t":"pearl"}]')
    shows{ "  Pear", "  pearl", "", "", "", "  /pr               1/2 of 3" }
    press("p")
    shows{ "  Pear", "  pearl", "", "", "", "  paused            1/2 of 3" }
    send('[{"id":3,"t":"pearl"}]')
    press("p")
    shows{ "  pearl", "", "", "", "", "  /pr               1/1 of 1" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("runs a command again and again, says why it fails until it succeeds, and ends with 1", function()
    local script = folder.write("count.sh", ([[
cd %s
if [ -e fail ]; then echo "no luck" >&2; exit 7; fi
cat list
]]):format(folder.path))
    folder.write("list", "[1]")
    full_screen.start("watch --no-title --every 0.1 -- sh " .. script, 40, 4)
    shows{ "  1", "", "", "                                   1/1" }
    folder.write("fail", "")
    shows{ "  1", "", "", "  sh: status 7: no luck            1/1" }
    press("x")
    shows{ "  1", "", "", "  sh: status 7: no luck            1/1" }
    folder.write("list", "[2]")
    os.remove(folder.path .. "/fail")
    shows{ "  2", "", "", "                                   1/1" }
    press("q")
    assert.equal("", is_over(1))
  end)

  it("runs a command now with r", function()
    local script = folder.write("count.sh", ("cd %s; echo >>count; echo \"[$(wc -l <count)]\""):format(folder.path))
    full_screen.start("watch --no-title --every 1000 -- sh " .. script, 40, 4)
    shows{ "  1", "", "", "                                   1/1" }
    press("r")
    shows{ "  2", "", "", "                                   1/1" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("sends nothing raw", function()
    start("--section s --detail d", 8)
    send('[{"id":"a\\u001b[31mb","s":"\\u0007","d":"\\u0000\\n"}]\n["\\u001b[2J","\\u001b[2J"]\n')
    shows{ "\\u{7}", "  a\\u{1b}[31mb       \\u{0}\\n", "", "", "", "", "", '  rows 1 and 2 have the… 1/1' }
    press("q")
    is_over(1)
    local sent = full_screen.sent()
    assert.falsy(sent:find("\27[31m", 1, true) or sent:find("\7", 1, true) or sent:find("\0", 1, true))
  end)

  -- Waits for a title, with TIME for the time, and one blank for several.
  local function title(expected)
    full_screen.await(expected, function()
      return (tmux.screen():match("^[^\n]*"):gsub("%d%d:%d%d:%d%d$", "TIME"):gsub(" +", " "))
    end)
  end

  local function has(pattern)
    local screen = tmux.wait(tmux.screen, function(text) return text:find(pattern) end)
    assert.matches(pattern, screen)
  end

  it("has a title with the state of the list, and columns with their names", function()
    pipe = assert(io.open(folder.path .. "/input", "r+"))
    full_screen.start(("watch --detail n --detail .s.name <%s/input"):format(folder.path), 60, 8)
    send('[{"id":1,"n":8,"s":{"name":"up"}},{"id":2,"n":1024,"s":{"name":"down"}}]')
    title("standard input 2 rows TIME")
    has("\n +n  name\n  1 +8  up\n  2 +1024  down\n")
    send('[{"id":2,"n":1024,"s":{"name":"down"}},{"id":1,"n":9,"s":{"name":"up"}},{"id":3,"s":{"name":"x"}}]')
    title("standard input +1 >1 ~1 3 rows TIME")
    has("\n  2 +1024  down\n  1 +9  up\n  3 +x\n")
    send('[{"id":3,"s":{"name":"x"}}]')
    title("standard input -2 1 row TIME")
    press("q")
    assert.equal("", is_over(0))
  end)

  it("names columns by the last fields of their paths", function()
    pipe = assert(io.open(folder.path .. "/input", "r+"))
    local paths = [[--detail '.l["app.k/name"]' --detail 'p.q[0][1]' --detail '[0]']]
    full_screen.start(("watch %s <%s/input"):format(paths, folder.path), 60, 8)
    send('[{"id":1,"l":{"app.k/name":"web"},"p":{"q":[[7,8]]}}]')
    has("\n +app%.k/name  q%[0%]%[1%]  %[0%]\n  1 +web +8")
    press("q")
    assert.equal("", is_over(0))
  end)

  it("says how long a command has been running, also at r, and ends it with --timeout", function()
    local script = folder.write("run.sh",
      ("cd %s; if [ -e second ]; then sleep 1000; fi; >second; echo [1]"):format(folder.path))
    full_screen.start("watch --every 0.5 --timeout 3 -- sh " .. script, 100, 6)
    has("run.sh  every 0.5 s +running 2 s ")
    press("r")
    has("it has been running for 2 s")
    has("sh: ended after 3 s %(%-%-timeout%)")
    has("%d s old  1 row")
    press("q")
    assert.equal("", is_over(1))
  end)

  it("lets rows wait with h, while their values change", function()
    start("--detail n")
    send('[{"id":1,"n":1},{"id":2,"n":2}]')
    shows{ "  1                        1", "  2                        2", "", "", "", "                         1/2" }
    press("h")
    send('[{"id":3,"n":3},{"id":2,"n":5},{"id":1,"n":1}]')
    shows{ "  1                        1", "  2                   2 -> 5", "", "", "", "                         1/2" }
    press("h")
    shows{
      "  3                        3", "  2                        5", "  1                        1", "", "",
      "                         1/3",
    }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("holds from the first list on with --hold, and says what waits", function()
    pipe = assert(io.open(folder.path .. "/input", "r+"))
    full_screen.start(("watch --hold <%s/input"):format(folder.path), 60, 8)
    send("[1,2]")
    title("standard input held 2 rows TIME")
    send("[2,1,3]")
    title("standard input held +1 >1 3 rows TIME")
    press("q")
    assert.equal("", is_over(0))
  end)

  it("appends rows that come one after the other, and keeps them while it is paused", function()
    start("--follow 3")
    send('{"id":1}\n{"id":2}\n')
    shows{ "  1", "  2", "", "", "", "                         1/2" }
    press("p")
    shows{ "  1", "  2", "", "", "", "  paused                 1/2" }
    send('{"id":3}\n')
    send('{"id":4}\n')
    press("p")
    shows{ "  2", "  3", "  4", "", "", "                         1/3" }
    press("q")
    assert.equal("", is_over(0))
  end)

  it("takes a list and the rows behind it, which come together", function()
    start("")
    send('{"id":7}\n[1,2]\n{"id":3}\n')
    shows{ "  1", "  2", "  3", "", "", "                         1/3" }
    send('[,]\n{"id":4}\n{"n":1}\n')
    shows{ "  1", "  2", "  3", "  4", "  4", "                         1/5" }
    press("q")
    assert.equal("", is_over(1))
  end)

  it("says after a pause what was wrong with the rows that came meanwhile", function()
    start("--key k")
    send('{"k":1}\n')
    shows{ "  1", "", "", "", "", "                         1/1" }
    press("p")
    shows{ "  1", "", "", "", "", "  paused                 1/1" }
    send('{"id":2}\n{"k":3}\n')
    os.execute("sleep 0.3")
    press("p")
    shows{ "  1", "  3", "", "", "", "  row 2: a string or an… 1/2" }
    press("q")
    assert.equal("", is_over(1))
  end)

  it("leaves at the first change with --exit-on-change, and at the first error with --exit-on-error", function()
    start("--exit-on-change")
    send("[1]")
    shows{ "  1", "", "", "", "", "                         1/1" }
    send("[1]")
    send("[2]")
    assert.equal("", is_over(0))
    pipe:close()
    start("--exit-on-error")
    send("[1]")
    shows{ "  1", "", "", "", "", "                         1/1" }
    send("[1,,]")
    assert.equal("", is_over(1))
  end)
end)
