-- `diffable watch` where standard output is not a terminal.

local support = require "support"

-- What `diffable watch` prints and reports for some input, and its status.
local function watch(arguments, input, environment) return support.run("watch " .. arguments, input, environment) end

-- Its text without the line that counts the changes.
local function text(arguments, input)
  local output, message, status = watch(arguments, input)
  assert.same({ "", 0 }, { message, status })
  return (output:gsub("=[^\n]*\n", ""):gsub("  +", "  "))
end

local function message_of(arguments, input)
  local output, message, status = watch(arguments, input)
  assert.equal(1, status)
  return (message:gsub("^diffable watch: ", ""):gsub("\n$", "")), output
end

describe("diffable watch, of a stream", function()
  it("writes each list as its changes, and what changed beside what it was", function()
    local input = '[{"id":1,"cpu":82},{"id":2,"cpu":3}]\n\z
      [{"id":2,"cpu":3},{"id":1,"cpu":91}]\n\z
      [{"id":2,"cpu":3},{"id":1,"cpu":91}]\n'
    local output, message, status = watch("--detail cpu", input)
    assert.same({ "", 0 }, { message, status })
    assert.equal([[
+    1                                                    82
+    2                                                     3
=  1 section inserted; 2 items inserted
     2                                                     3
>~   1                                              82 -> 91
=  1 item moved, 1 reconfigured
     2                                                     3
     1                                                    91
=  no changes
]], output)
  end)

  it("shows columns that have neither a visible name nor a text", function()
    assert.equal("+  1  \n", text("--once --input csv --key id", "id,\u{200B},c\n1,,\n"))
  end)

  it("shows what a text was, and a detail that came or went", function()
    local input = '[{"id":1,"t":"a","d":1},{"id":2,"d":1}]\z
      [{"id":1,"t":"b"},{"id":2,"d":1}]\z
      [{"id":1,"t":"b","d":2},{"id":2,"d":1}]'
    assert.equal("+  a  1\n+  1\n~  a -> b  1 -> (none)\n  1\n~  b  (none) -> 2\n  1\n",
      text("--text t --detail d", input))
  end)

  it("takes arrays over several lines, and without a newline between them", function()
    assert.equal("+  1\n+  2\n  1\n-  2\n  1\n+  3\n", text("", "[\n  1,\n  2\n]\n[1][\n1,3]"))
  end)

  it("takes chunks that end anywhere", function()
    local path = support.script([[
import os
for byte in '[{"id":"\\u00e9\\ud83d\\ude00","n":-12.50e1,"t":true,"u":null}]\n[{"id":"\u00e9","n":123456}]'.encode():
    os.write(1, bytes([byte]))
]])
    local pipe = assert(io.popen("python3 " .. path .. " | build/bin/diffable watch --detail n --format=ndjson"))
    local output = pipe:read("a")
    pipe:close()
    os.remove(path)
    assert.truthy(output:find('"cell":{"text":"é😀","detail":"-12.50e1"}', 1, true))
    assert.truthy(output:find('"cell":{"text":"é","detail":"123456"}', 1, true))
  end)

  it("writes a list as soon as it is there", function()
    local pipe = assert(io.popen(
      "{ echo '[1]'; sleep 1; echo '[2]'; } | build/bin/diffable watch | while read -r line; do date +%s.%N; done"))
    local first, last = pipe:read("n"), nil
    for line in pipe:lines() do last = tonumber(line) or last end
    pipe:close()
    assert.truthy(last - first > 0.5)
  end)

  it("stops after the first list with --once", function()
    assert.equal("+  1\n", text("--once", "[1]\n[2]\n[\n"))
    assert.equal("line 1, column 2: parse error: unallowed token at this point in JSON text",
      (message_of("--once", "[,]\n[2]\n")))
  end)

  it("stops after the first row with --once", function()
    assert.equal("+  1\n", text("--once", '{"id":1}\n{"id":2}\n{\n'))
    assert.equal("+  1  x\n", text("--once --follow 9", "a\nx\ny\n"))
  end)

  it("writes nothing for no input", function()
    assert.same({ "", "", 0 }, { watch("", "") })
    assert.same({ "", "", 0 }, { watch("", " \n\n") })
  end)

  it("writes events with --format=ndjson, before or after the word", function()
    local events = '{"event":"stream","schema":"diffable-ndjson-1","indexes_from":0}\n\z
      {"event":"apply","list":0,"animation":"automatic"}\n'
      .. '{"event":"insert_section","id":"s","to":0}\n{"event":"header","id":"s","at":0,"cell":{"text":"s"}}\n'
      .. '{"event":"insert_item","id":7,"to":{"section":0,"item":0,"section_id":"s"}}\n'
      .. '{"event":"cell","id":7,"at":{"section":0,"item":0,"section_id":"s"},"cell":{"text":"7"}}\n'
      .. '{"event":"applied","list":0,"sections":1,"items":1}\n'
    local input = '[{"id":7,"s":"s"}]'
    assert.same({ events, "", 0 }, { watch("--section s --format ndjson", input) })
    assert.same({ events, "", 0 }, { support.run("--format=ndjson watch --section s", input) })
  end)

  it("is not a script, and a script of this name is run by its path", function()
    assert.same({ "", "diffable: cannot open ./watch: No such file or directory\n", 1 }, { support.run("./watch") })
  end)

  it("is proposed if its name is misspelt", function()
    local message = "diffable: cannot open wach: No such file or directory; did you mean 'diffable watch'?\n"
    assert.same({ "", message, 1 }, { support.run("wach") })
    assert.same({ "", "diffable: cannot open nonsense: No such file or directory\n", 1 }, { support.run("nonsense") })
  end)
end)

describe("diffable watch, of rows", function()
  it("reads paths with names, indexes and quoted names", function()
    local row = '[{"a":{"b c":[[1,{"d.e":"x"}],"last"]}}]'
    assert.equal("+  last  x\n", text([[--key '.a["b c"][-1]' --detail '.a."b c"[0][1]["d.e"]']], row))
    assert.equal("+  last\n", text([[--key 'a.b c[1]']], row))
  end)

  it("knows rows that are no objects by themselves", function()
    assert.equal("+  b\n+  1\n+  a\n", text("", '["b",1,"a"]'))
  end)

  it("keeps all digits of a number", function()
    assert.equal("+  12345  7.10\n+  12345678901234567890123  1e400\n",
      text("--detail n", '[{"id":12345,"n":7.10},{"id":"12345678901234567890123","n":1e400}]'))
    assert.equal("+  9223372036854775807\n+  -9223372036854775808\n+  9223372036854775808\n",
      text("--key k", '[{"k":9223372036854775807},{"k":-9223372036854775808},{"k":9223372036854775808}]'))
  end)

  it("joins several keys, texts and details, and shows any value", function()
    local input = '[{"n":"a","m":1,"list":[1,"x",null,[true]],"object":{"a":1},"nothing":null}]'
    assert.equal("+  a 1  1, x, , true  {1 field}\n",
      text("--key n --key m --text n --text m --detail list --detail object", input))
    local output = watch("--key n --key m --format=ndjson", input)
    assert.truthy(output:find('"id":"a/1"', 1, true))
  end)

  it("shows nothing for what is missing or null", function()
    assert.equal("+  1\n+  2  x\n+\n",
      text("--text t --detail d", '[{"id":1,"t":1,"d":null},{"id":2,"t":2,"d":"x"},{"id":3,"t":null}]'))
  end)

  it("groups rows by sections, in the order in which they come, and first those without a section", function()
    assert.equal("+  4\n+  b\n+  1\n+  3\n+  7\n+  2\n",
      text("--section s", '[{"id":1,"s":"b"},{"id":4},{"id":2,"s":7},{"id":3,"s":"b"}]'):gsub("%+    ", "+  "))
  end)

  it("sorts by numbers, texts and what is missing, up and down, and keeps the order of equal rows", function()
    local input = '[{"id":1,"n":10},{"id":2,"n":"x"},{"id":3},{"id":4,"n":9.5},{"id":5,"n":"10"},{"id":6,"n":"a"}]'
    assert.equal("+  4\n+  1\n+  5\n+  6\n+  2\n+  3\n", text("--sort n", input))
    assert.equal("+  2\n+  6\n+  1\n+  5\n+  4\n+  3\n", text("--sort=-n", input))
    assert.equal("+  4\n+  5\n+  1\n+  6\n+  2\n+  3\n", text("--sort n --sort -id", input))
  end)

  it("finds the array in an object", function()
    local input = '{"kind":"List","items":[{"metadata":{"name":"a"}}]}{"items":[]}'
    assert.equal("+  a\n-  a\n", text("--rows .items --key .metadata.name", input))
    assert.equal("list 1: an array expected at .kind, got a string", (message_of("--rows kind", '{"kind":"List"}')))
    assert.equal("list 1: a list is an array, not an object; \z
      --rows names the array in an object, or its values with []",
      (message_of("--input json", "{}")))
  end)
end)

describe("diffable watch, of rows one after the other,", function()
  it("appends objects, or updates those with the same key", function()
    assert.equal("+  1  a\n  1  a\n+  2  b\n~  1  a -> c\n  2  b\n",
      text("--detail d", '{"id":1,"d":"a"}\n{"id":2,"d":"b"}\n{"id":1,"d":"c"}\n'))
  end)

  it("keeps rows with the key n beside row n, which has none", function()
    assert.equal("+  2\n  2\n+  2\n", text("", '{"id":2}\n{"n":1}\n'))
    assert.equal("+  1\n  1\n+  1\n  1\n  1\n+  1\n", text("", '{"n":1}\n{"id":1}\n{"id":"1"}\n'))
    local message, output = message_of("", '{"n":1}\n{"id":"#1"}\n{"id":"#2"}\n{"n":1}\n')
    assert.equal('row 2: the key "#1" is that of a row without a key', message)
    assert.equal("1#24", output:gsub("=[^\n]*\n", ""):gsub("\n +[^\n]*", ""):gsub("[+ \n]", ""))
  end)

  it("numbers those without a key", function()
    assert.equal("+  x\n  x\n+  y\n", text("--text t", '{"t":"x"}\n{"t":"y"}\n'))
  end)

  it("takes any value of JSON as a row with --input lines", function()
    assert.equal("+  x\n  x\n+  z\n", text("--input lines --text '[0]'", '["x","y"]\n["z"]\n'))
  end)

  it("keeps the last ones with --follow", function()
    assert.equal("+  1\n  1\n+  2\n-  1\n  2\n+  3\n", text("--follow 2", '{"id":1}{"id":2}{"id":3}'))
    assert.equal("+  1  a\n  1  a\n+  2  b\n-  1  a\n  2  b\n+  3  c\n", text("--follow 2", "name\na\nb\nc\n"))
  end)

  it("puts them into their sections, and shows those that meet a condition", function()
    assert.equal("+  s\n+  1\n+  2\n  s\n  1\n  2\n  s\n  1\n  2\n  s\n  1\n+  4\n",
      text("--section s --where 'n != 0'", '{"id":1,"s":"s"}{"id":2}{"id":3,"n":0}{"id":4,"s":"s","n":1}')
        :gsub("([+ ])    ", "%1  "))
  end)

  it("knows a number from a text with the same digits", function()
    assert.equal("+  3  a\n  3  a\n+  3  b\n~  3  a -> c\n  3  b\n",
      text("--detail d", '{"id":"3","d":"a"}\n{"id":3,"d":"b"}\n{"id":"3","d":"c"}\n'))
    assert.equal("+  1\n  1\n+  0\n+  2\n",
      (text("--section s", '{"id":1}\n{"id":2,"s":"0"}\n'):gsub("([+ ])    ", "%1  ")))
    assert.equal("+  2\n  2\n+  2\n", (text("", '{"id":"2"}\n{"t":"x"}\n')))
    assert.equal("+  1\n  1\n-  1\n", text("--where on", '{"id":"1","on":1}\n{"id":1}\n{"id":"1"}\n'))
  end)

  it("moves a row whose section has changed, and removes a section without rows", function()
    local input = '{"id":"a","s":"run"}\n{"id":"b","s":"run"}\n{"id":"a","s":"done"}\n{"id":"b","s":"done"}\n'
    assert.equal("  run\n  b\n+  done\n>  a\n-  run\n  done\n  a\n>  b\n",
      (text("--section s", input):gsub("([+> -])    ", "%1  "):match("%+  b\n(.*)")))
  end)

  it("shows nothing for a value that has disappeared", function()
    assert.equal("+  a  1\n~  a  1 -> (none)\n~  a  (none) -> 2\n",
      text("--detail n", '{"id":"a","n":1}{"id":"a"}{"id":"a","n":2}'))
  end)

  it("takes a row that comes back for a new one with --follow", function()
    local input = '{"id":1,"on":1}{"id":2,"on":1}{"id":1}{"id":1,"on":1}{"id":3,"on":1}'
    assert.equal("-  2\n  1\n+  3\n", text("--follow 2 --where on", input):match("%-  2.*"))
    assert.equal("-  1\n  2\n+  3\n-  2\n-  3\n+  4\n+  5\n-  4\n  5\n+  6\n",
      text("--follow 2", '[1,2]\n{"id":3}[4,5]{"id":6}'):match("%-  1.*"))
  end)

  it("says which row is wrong, and goes on", function()
    local message, output = message_of("--key k", '{"k":1}\n{"id":2}\n{"k":3}\n')
    assert.equal("row 2: a string or an integer expected at .k, the key, got nothing", message)
    assert.truthy(output:find("+    3\n", 1, true))
  end)
end)

describe("diffable watch, of tables,", function()
  it("reads CSV with a header, quotes, and newlines in fields", function()
    assert.equal('+  a,"b"  x\\ny\n+  c\n', text("--key k --detail 'v w'", 'k,v w\r\n"a,""b""","x\ny"\r\nc,\r\n'))
    assert.equal("line 3: 2 fields expected, as in the header, got 3", (message_of("", "a,b\n1,2\n1,2,3\n")))
    assert.equal("line 4: 2 fields expected, as in the header, got 3", (message_of("", "\n\na\tb\n1\t2\t3\n")))
    assert.equal("line 2: a quote is not closed", (message_of("", 'a,b\n1,"2\n')))
    assert.equal("line 2: a comma expected after a quoted field", (message_of("", 'a,b\n"1"x,2\n')))
    assert.equal('the header has the name "a" twice', (message_of("", "a,a\n1,2\n")))
  end)

  it("show all columns but the one of --key", function()
    assert.equal("+  init  1  5\n", text("--key cmd", "pid,cmd,cpu\n1,init,5\n"))
  end)

  it("reads TSV, and the form that it is told of", function()
    assert.equal("+  1  x,y\n", text("--key a --detail b", "a\tb\n1\tx,y\n"))
    assert.equal("+  1\n", text("--input tsv --key a,b", "a,b\n1\n"))
  end)

  -- What the programs print, with the fields that are wanted.
  local tables = {
    ["ps aux"] = { "--detail %CPU --detail COMMAND --sort -%CPU", [[
USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root         1  0.4  0.0  47788 15408 ?        SLl  Nov26   3:09 /sbin/init --a b
ann      40123 12.5  0.1 123456789 998877 pts/0 R+  10:00   0:01 vi
]], "+  40123  12.5  vi\n+  1  0.4  /sbin/init --a b\n" },
    ["df"] = { "--key 'Mounted on' --detail Size --sort -Size", [[
Filesystem                         Size  Used Avail Use% Mounted on
tmpfs                              512M     0  512M   0% /run
/dev/mapper/a-very-long-name-of-it 1.5G   22G   73G  24% /mnt/a b
]], "+  /mnt/a b  1.5G\n+  /run  512M\n" },
    ["ss"] = { "--key 'Local Address:Port' --detail Process", [[
State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
LISTEN 0      128          0.0.0.0:22        0.0.0.0:*    users:sshd,1,3
LISTEN 0      128          0.0.0.0:80        0.0.0.0:*
]], '+  0.0.0.0:22  users:sshd,1,3\n+  0.0.0.0:80\n' },
    ["docker ps"] = { "--key NAMES --detail STATUS --detail PORTS", [[
CONTAINER ID   IMAGE          COMMAND                  CREATED       STATUS       PORTS                NAMES
3f4e8a1b2c3d   nginx:latest   "/docker-entrypoint.…"   2 hours ago   Up 2 hours   0.0.0.0:80->80/tcp   web
9a8b7c6d5e4f   postgres:15    "docker-entrypoint.s…"   3 hours ago   Up 3 hours                        db
]], "+  web  Up 2 hours  0.0.0.0:80->80/tcp\n+  db  Up 3 hours\n" },
    ["kubectl get pods"] = { "--detail STATUS --sort AGE", [[
NAME     READY   STATUS    RESTARTS      AGE
web-6d   1/1     Running   0             5d3h
db-0     0/1     Pending   2 (3m ago)    12s
]], "+  db-0  Pending\n+  web-6d  Running\n" },
    ["lsblk"] = { "--detail MOUNTPOINTS --sort -SIZE", [[
NAME  MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS
zram0 253:0    0    9G  0 disk
vda   254:0    0  256G  0 disk /
]], "+  vda  /\n+  zram0\n" },
    ["ps"] = { "--key PID --detail CMD", [[
    PID TTY          TIME CMD
   1234 pts/0    00:00:03 tmux: server
1234567 ?        00:00:00 sh
]], "+  1234  tmux: server\n+  1234567  sh\n" },
    ["ps -eo pid,%cpu,args"] = { "--detail %CPU --detail COMMAND", [[
    PID %CPU COMMAND
      1  0.4 init --a b
     22 12.5 vi
]], "+  1  0.4  init --a b\n+  22  12.5  vi\n" },
    ["vmstat"] = { "", [[
procs -----------memory---------- ---swap-- -----io---- -system-- -------cpu-------
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st gu
 2  0      0 196220  96280 840848    0    0    27   289  933   10 20  4 76  0  0  0
]], "+  1  2  0  0  196220  96280  840848  0  0  27  289  933  10  20  4  76  0  0  0\n" },
    ["vmstat -a 1"] = { "--detail id --detail inact", [[
procs -----------memory---------- ---swap-- -----io---- -system-- -------cpu-------
 r  b   swpd   free  inact active   si   so    bi    bo   in   cs us sy id wa st gu
 2  0      0 196220  96280 840848    0    0    27   289  933   10 20  4 76  0  0  0
procs -----------memory---------- ---swap-- -----io---- -system-- -------cpu-------
 r  b   swpd   free  inact active   si   so    bi    bo   in   cs us sy id wa st gu
 2  0      0 196220  96281 840848    0    0    27   289  933   10 20  4 77  0  0  0
]], "+  1  76  96280\n+  2  77  96281\n" },
    ["free"] = { "--detail free", [[
               total        used        free
Mem:        24684092     1137100    19922140
Swap:              0           0           0
]], "+  Mem:  19922140\n+  Swap:  0\n" },
  }

  for name, case in pairs(tables) do
    it("reads the columns of " .. name, function()
      assert.equal(case[3], (text(case[1], case[2]):gsub(" +\n", "\n")))
      local path = support.script(case[2])
      assert.equal((watch(case[1], case[2])), (watch(case[1] .. " --once -- cat " .. path)))
      os.remove(path)
    end)
  end

  it("ignores a byte order mark", function()
    for arguments, input in pairs{
      [""] = '[{"id":1,"d":2}]', ["--input json"] = '[{"id":1,"d":2}]',
      ["--input csv"] = "id,d\n1,2\n", ["--follow 9"] = "id,d\n1,2\n",
    } do
      local path = support.script("\xef\xbb\xbf" .. input)
      assert.equal("+  1  2\n", text("--key id --detail d " .. arguments, "\xef\xbb\xbf" .. input))
      if not arguments:find("follow") then
        assert.equal("+  1  2\n", text("--once --key id --detail d " .. arguments .. " -- cat " .. path))
      end
      os.remove(path)
    end
    local pipe = assert(io.popen("{ printf '\\357'; sleep 0.2; printf '\\273\\277[1]'; } \z
      | build/bin/diffable watch --diff-only"))
    assert.equal("+    1\n", pipe:read("L"))
    pipe:close()
    assert.matches("^line 1", (message_of("--input json", "\xef")))
  end)

  it("passes the lines of a header that come again with --follow", function()
    local input = "procs ---memory--- --swap--\n r  swpd\n 1  8\n r  swpd\n\z
      procs ---memory--- --swap--\n r  swpd\n 2  9\n"
    assert.equal("+  1  1  8\n  1  1  8\n+  2  2  9\n", text("--follow 9", input))
  end)

  it("takes no row for the header with --follow", function()
    local message, output = message_of("--follow 9", "a,a\nb,c\n1,2\n")
    assert.same({ 'the header has the name "a" twice', "" }, { message, output })
  end)

  it("shows all columns, and knows rows by one whose values differ", function()
    assert.equal("+  b  x  10\n+  c  x  9\n", (text("", "kind  name  n\nx b 10\nx c 9\n")))
    assert.equal("+  1  x  x\n+  2  x  x\n", (text("", "a b\nx x\nx x\n")))
  end)

  it("shows values in columns, numbers at the right, and none for programs", function()
    local input = '[{"id":1,"a":"x","b":9},{"id":2,"a":"xyz","b":1024},{"id":3,"b":"1.5"}]'
    local expected = "+    1                                             x       9\n"
      .. "+    2                                             xyz  1024\n"
      .. "+    3                                                   1.5\n"
    assert.equal(expected, (watch("--detail a --detail b", input):gsub("=.*", "")))
    assert.truthy(watch("--detail a --detail b --format ndjson", input):find('"detail":"x  9"', 1, true))
  end)
end)

describe("diffable watch, of wide fields,", function()
  it("cuts those that take more than 40 columns of the screen", function()
    local row = '[{"id":1,"a":"%s","b":1}]'
    for field, wanted in pairs{
      [("x"):rep(41)] = ("x"):rep(39) .. "…", [("x"):rep(40)] = ("x"):rep(40), [("日"):rep(21)] = ("日"):rep(19) .. "…",
      [("日"):rep(20)] = ("日"):rep(20), [("e\u{301}"):rep(41)] = ("e\u{301}"):rep(39) .. "…",
    } do
      assert.equal("+  1  " .. wanted .. "  1\n", text("--detail a --detail b", row:format(field)))
    end
  end)

  it("publishes a stream of rows in a time that grows like it", function()
    local function seconds(count)
      local rows = {}
      for number = 1, count do rows[number] = ('{"id":%d,"a":1,"b":2}'):format(number) end
      local input = support.script(table.concat(rows, "\n"))
      local command = "build/bin/diffable watch --detail a --detail b --publish /dev/null --diff-only"
      local pipe = assert(io.popen(("bash -c 'TIMEFORMAT=%%U; time %s <%s >/dev/null' 2>&1"):format(command, input)))
      local time = tonumber(pipe:read("a"))
      pipe:close()
      os.remove(input)
      return time
    end
    local time = seconds(2000)
    assert.truthy(time < 10 * seconds(500) + 1, time)
  end)
end)

describe("diffable watch --where", function()
  local input = '[{"id":1,"cpu":9,"s":{"p":"Running"}},{"id":2,"cpu":"10%","s":{"p":"Pending"}},{"id":3,"on":true}]'
  local function ids(condition)
    local found = {}
    for id in text("--where " .. condition, input):gmatch("%+  (%d)\n") do found[#found + 1] = id end
    return table.concat(found, " ")
  end

  it("compares numbers and texts, and combines conditions", function()
    for condition, expected in pairs{
      ["'cpu > 9'"] = "2", ["'cpu>=9'"] = "1 2", ["'cpu < 10'"] = "1", ["'cpu <= 10'"] = "1 2", ["'cpu == 9.0'"] = "1",
      [ [['s.p == "Running"']] ] = "1", [ [['s.p != Running']] ] = "2 3",
      [ [['s.p ~ "end"']] ] = "2", [ [['s.p !~ end']] ] = "1 3", ["on"] = "3", ["'not on'"] = "1 2",
      ["'cpu > 5 and not (s.p = Pending or on)'"] = "1", ["'on or cpu > 9 and s.p ~ P'"] = "2 3",
      ["'cpu > 5' --where 's.p ~ R'"] = "1", [ [[".[\"cpu\"] > 9"]] ] = "2",
    } do
      assert.equal(expected, ids(condition))
    end
  end)

  it("says what is wrong with a condition", function()
    for condition, wanted in pairs{
      [""] = "a path such as .status.phase expected, got nothing in ''",
      ["a >"] = "a value expected, got nothing in 'a >'",
      ["a => 1"] = "'=>' is no operator; those are == != < <= > >= ~ !~ in 'a => 1'",
      ["(a"] = "')' expected, got nothing in '(a'",
      ["a b"] = "the end expected, got 'b' in 'a b'",
      ["> 1"] = "a path such as .status.phase expected, got '>' in '> 1'",
      ['a == "x'] = "a quote is not closed in 'a == \"x'",
      ["a..b > 1"] = "a path such as .status.phase expected, got 'a..b' in 'a..b > 1'",
    } do
      local message = "diffable watch: '--where': " .. wanted .. "; try 'diffable watch --help'\n"
      assert.same({ "", message, 2 }, { watch("--where '" .. condition .. "'") })
    end
  end)
end)

describe("diffable watch, of what it writes,", function()
  it("writes only what changed with --diff-only", function()
    assert.equal("+    1\n+    2\n=  1 section inserted; 2 items inserted\n-    2\n=  1 item deleted\n",
      (watch("--diff-only", "[1,2][1,2][1]")))
  end)

  it("writes the time above each list with --timestamps", function()
    local time = "@  %d%d%d%d%-%d%d%-%d%d %d%d:%d%d:%d%d\n"
    local output = watch("--timestamps --diff-only", "[1][1][2]")
    assert.matches("^" .. time .. "%+    1\n=[^\n]*\n" .. time .. "%-    1\n%+    2\n=[^\n]*\n$", output)
    assert.matches('"caption":"%d%d%d%d%-%d%d%-%d%d %d%d:%d%d:%d%d"', (watch("--timestamps --format ndjson", "[1]")))
  end)

  it("ends at the first change, or the first error", function()
    assert.equal("+  1\n  1\n-  1\n+  2\n", text("--exit-on-change", "[1][1][2][3]"))
    local message, output = message_of("--exit-on-error", "[1]\n[1,,]\n[2]")
    assert.matches("^line 2", message)
    assert.falsy(output:find("2", 1, true))
  end)

  it("rings the bell at each change", function()
    assert.equal("\a\a", select(2, watch("--bell", "[1][1][2][3]")))
  end)
end)

describe("diffable watch, of what is wrong,", function()
  it("names missing and double keys, and keeps the last good list", function()
    local message, output = message_of("--key pid", '[{"pid":1}]\n[{"pid":2},{"pid":null}]\n\z
      [{"pid":7},{},{"pid":7}]\n[{"pid":3}]')
    assert.equal("list 2: row 2: a string or an integer expected at .pid, the key, got nothing\n"
      .. "diffable watch: list 3: row 2: a string or an integer expected at .pid, the key, got nothing", message)
    assert.equal("+    1\n=  1 section inserted; 1 item inserted\n-    1\n+    3\n=  1 item deleted, 1 inserted\n",
      output)
    assert.equal('list 1: rows 1 and 3 have the same key "a\\n"',
      (message_of("--sort=-n", '[{"id":"a\\n","n":1},{"id":2},{"id":"a\\n"}]')))
    assert.equal("list 1: row 1: a string or an integer expected at .id, the key, got an object",
      (message_of("", '[{"id":{}}]')))
    assert.equal("list 1: row 1: a string or an integer expected at ., the key, got a boolean",
      (message_of("", '[true]')))
    assert.equal("list 1: row 2: a string or an integer expected at .id, the key, got the number 1.50",
      (message_of("", '[{"id":"1.5"},{"id":1.50}]')))
  end)

  it("names line and column of bad JSON, and goes on with the next line that begins a list", function()
    for input, wanted in pairs{
      ["[1,,2]"] = "line 1, column 4: parse error: unallowed token at this point in JSON text",
      ["[NaN]"] = "line 1, column 2: lexical error: invalid char in json text",
      ["[1e5,\n-]"] = "line 2, column 1: lexical error: malformed number, a digit is required after the minus sign",
      ['["\xff"]'] = "line 1, column 3: lexical error: invalid bytes in UTF8 string",
      ['["\1"]'] = "line 1, column 2: lexical error: invalid character inside string",
      ['[{"a":1,"b":2,"a":3}]'] = 'line 1, column 17: an object has the name "a" twice',
      ["5 "] = "line 1, column 1: a list is an array, not a single value",
      ["[/"] = "line 1, column 1: lexical error: probable comment found in input text, comments are not enabled",
      [("["):rep(101)] = "line 1, column 101: more than 100 levels of arrays and objects",
    } do
      local message, output = message_of("", '["before"]\n' .. input .. '\n  garbage }\n["after"]')
      wanted = wanted:gsub("line (%d)", function(line) return "line " .. line + 1 end)
      assert.equal(wanted, message)
      assert.truthy(output:find("+    after", 1, true))
    end
  end)

  it("goes on with a list that begins where the one before it is not closed", function()
    local message, output = message_of("", '[{"id":1}\n[{"id":2}]\n[{"id":3}]')
    assert.equal("line 2, column 1: parse error: after array element, I expect ',' or ']'", message)
    assert.truthy(output:find("+    2\n", 1, true) and output:find("+    3\n", 1, true))
  end)

  it("reports an input that ends inside a list", function()
    assert.equal("line 2, column 4: the input ended inside a list", (message_of("", '[1]\n[1,2')))
    assert.equal("line 1, column 2: lexical error: invalid string in json text", (message_of("--input json", 'nu')))
    assert.equal("line 1, column 2: a list is an array, not a single value", (message_of("--input json", '12')))
  end)

  it("says why it cannot read", function()
    local pipe = assert(io.popen("build/bin/diffable watch </ 2>&1; echo $?"))
    assert.equal("diffable watch: standard input: Is a directory\n1\n", pipe:read("a"))
    pipe:close()
  end)

  it("warns of paths that no row has", function()
    assert.same({ "+\n=  1 section inserted; 1 item inserted\n\n=  no changes\n",
      "diffable watch: no row has .nmae, which --text names\n", 0 },
      { watch("--text nmae", '[{"id":1,"name":"a"}]\n[{"id":1}]') })
    assert.same({ "=  1 section inserted\n", "", 0 }, { watch("--text nmae", "[]") })
    assert.equal("diffable watch: no row has .sate, which --where names\n",
      select(2, watch("--where 'n > 0 and sate == up'", '[{"id":1,"state":"up","n":1}]')))
    assert.same({ "", 0 }, { select(2, watch("--where 'not error and state != down'", '[{"id":1}]')) })
  end)

  it("does not warn of columns of a table that are empty", function()
    local containers = "NAMES   PORTS   STATUS\nweb             Up\ndb              Up 2 h\n"
    for _, arguments in ipairs{ "", "--detail PORTS --sort PORTS", "--where 'PORTS == 80'" } do
      assert.same({ "", 0 }, { select(2, watch(arguments, containers)) })
    end
    assert.equal("diffable watch: no row has .PORT, which --detail names\n",
      select(2, watch("--detail PORT", containers)))
  end)

  it("spells out what a terminal would obey", function()
    local output, message = watch("--section s --detail d",
      '[{"id":"a\\u001b[2J","s":"\\u0007","d":"\\u0000\\n\\u202e"}]')
    assert.equal("", message)
    assert.falsy(output:gsub("\n", ""):find("%c"))
    assert.falsy(output:find("\u{202e}", 1, true))
    output, message = watch("", '["\\u001b[2J","\\u001b[2J"]\n[{"\\u001b":1,"\\u001b":2}]')
    assert.equal("", output)
    assert.falsy(message:gsub("\n", ""):find("%c"))
  end)

  it("takes a text of a megabyte, and lone surrogates", function()
    local long = ("x"):rep(1 << 20)
    assert.equal(#long + 4, #text("", '["' .. long .. '"]'))
    assert.equal("+  a?b\n", text("", '["a\\ud800b"]'))
  end)
end)

describe("diffable watch, of a command,", function()
  it("shows its list, from its arguments and without its input", function()
    assert.equal("+  a b\n", text("--once -- printf '[\"%s\"]' 'a b'"))
    assert.equal("+  1\n", text("--once -- sh -c 'cat; echo [1]'", "[2]"))
  end)

  it("takes objects one after the other as rows", function()
    assert.equal("+  1\n+  2\n", text([[--once -- printf '{"id":1}\n{"id":2}\n']]))
  end)

  it("runs it again", function()
    local path = os.tmpname()
    local pipe = assert(io.popen((
      "echo 0 >%s; build/bin/diffable watch --every 0.1 -- \z
        sh -c 'read -r n <%s; n=$((n + 1)); echo $n >%s; echo [$n]' | head -n 3"
    ):format(path, path, path)))
    local output = pipe:read("a")
    pipe:close()
    os.remove(path)
    assert.equal("+    1\n=  1 section inserted; 1 item inserted\n-    1\n", output)
  end)

  for _, signal in ipairs{ "INT", "TERM", "HUP" } do
    it("is ended with what it has started by SIG" .. signal, function()
      local path = os.tmpname()
      local job = ([[
        env --default-signal build/bin/diffable watch -- sh -c 'sleep 1000 & echo $! $$ >%s.new; mv %s.new %s; wait' &
        until test -s %s; do sleep 0.02; done
        kill -%s $!
        wait $!
        echo $?
        kill -0 $(cat %s) 2>&1 | grep -c "No such process"
      ]]):format(path, path, path, path, signal, path)
      -- A shell lets a job ignore SIGINT, unless it controls jobs.
      local pipe = assert(io.popen("bash -mc " .. "'" .. job:gsub("'", "'\\''") .. "' 2>/dev/null"))
      assert.equal(({ INT = 130, TERM = 143, HUP = 129 })[signal] .. "\n2\n", pipe:read("a"))
      pipe:close()
      os.remove(path)
    end)
  end

  it("says what failed, and ends with 1", function()
    assert.equal("./nowhere-at-all: No such file or directory", (message_of("--once -- ./nowhere-at-all")))
    assert.equal("sh: status 3", (message_of("--once -- sh -c 'echo [1]; exit 3'")))
    assert.equal("sh: Terminated", (message_of("--once -- sh -c 'kill $$'")))
    assert.equal("true: it printed no list", (message_of("--once -- true")))
    assert.equal("sh: ended after 0.3 s (--timeout)", (message_of("--once --timeout 0.3 -- sh -c 'sleep 1000; echo'")))
    assert.equal("echo: it printed more than one list", (message_of("--once -- echo '[1][2]'")))
    assert.equal("echo: line 1, column 2: the input ended inside a list", (message_of("--once -- echo -n '[1'")))
    assert.equal("why\ndiffable watch: sh: status 1", (message_of("--once -- sh -c 'echo why >&2; exit 1'")))
  end)
end)

describe("diffable watch, of its options,", function()
  it("shows them with --help", function()
    local output, message, status = watch("--help")
    assert.truthy(output:find("^usage: diffable watch "))
    assert.same({ "", 0 }, { message, status })
    assert.equal(output, (watch("-h")))
    for line in output:gmatch("[^\n]+") do assert.truthy(#line <= 122) end
  end)

  it("shows the version with --version, as the command does", function()
    local version = { support.run("--version") }
    assert.same(version, { watch("--version") })
    assert.same(version, { support.run("follow --version") })
  end)

  it("takes the beginning of an option, if no other one begins so", function()
    assert.equal("+  1  x\n", text("--det d --onc", '[{"id":1,"d":"x"}][2]'))
    local message = "diffable watch: '--s' is short for --save, --section, --sort; try 'diffable watch --help'\n"
    assert.same({ "", message, 2 }, { watch("--s x") })
  end)

  it("refuses what is misused, and ends with 2", function()
    for arguments, wanted in pairs{
      ["--nonsense"] = "unrecognized option '--nonsense'",
      ["-x"] = "unrecognized option '-x'",
      ["file.json"] = "'file.json' is not an option; a command follows '--'",
      ["--key"] = "'--key' needs a value",
      ["--key=a..b"] = "'--key': a path like .metadata.name expected, got 'a..b'",
      ["--key="] = "'--key': a path like .metadata.name expected, got ''",
      ["--sort 'a[x]'"] = "'--sort': a path like .metadata.name expected, got 'a[x]'",
      ["--section a --section b"] = "'--section' is given twice",
      ["--every 2"] = "'--every' is for a command, after '--'",
      ["--timeout 2"] = "'--timeout' is for a command, after '--'",
      ["--follow 2 -- true"] = "'--follow' is for rows of standard input, and not for a command",
      ["--follow 0"] = "'--follow': a number of rows expected, got '0'",
      ["--input xml"] = "'--input': auto, json, lines, csv, tsv or columns expected, got 'xml'",
      ["--every 0 -- true"] = "'--every': 0.1 seconds to 1000000 expected, got '0'",
      ["--every nan -- true"] = "'--every': 0.1 seconds to 1000000 expected, got 'nan'",
      ["--format xml"] = "'--format': text or ndjson expected, got 'xml'",
      ["--once=yes"] = "'--once' has no value",
      ["--"] = "a command expected after '--'",
    } do
      assert.same({ "", "diffable watch: " .. wanted .. "; try 'diffable watch --help'\n", 2 }, { watch(arguments) })
    end
  end)
end)
