-- Publishers and followers: what somebody must receive, and what receiving it does.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"
local fails = support.fails

local function list(...) return diffable.snapshot{ { id = "A", items = { ... } } } end

local function source_of(...)
  local source = diffable.data_source{ view = false }
  if ... then source:apply(list(...)) end
  return source
end

local function is_snapshot(document) return document:byte(1) == 0x89 end

describe("a publisher", function()
  it("answers with the whole list, with a patch, or with nothing", function()
    local source = source_of("a", "b")
    source.name = "letters"
    local publisher = diffable.publisher(source)
    local whole = publisher:message()
    local read, name = diffable.decode(whole)
    assert.is_true(read == source:snapshot())
    assert.equal("letters", name)
    local version = publisher:version()
    assert.equal(version, source:snapshot():version())
    assert.is_nil(publisher:message(version))
    source:apply(list("b", "c"))
    local patch = publisher:message(version)
    assert.is_false(is_snapshot(patch))
    read:apply_patch(patch)
    assert.is_true(read == source:snapshot())
    assert.equal(publisher:message(), publisher:message(("0"):rep(32)))
    assert.is_true(is_snapshot(publisher:message()))
  end)

  it("leads over many applies with one difference", function()
    local source = source_of(1, 2, 3)
    local publisher = diffable.publisher(source)
    local before, version = source:snapshot(), publisher:version()
    for i = 4, 500 do source:apply(list(i, 1, 2, i + 1000, 3)) end
    source:apply(list(2, 3, 4))
    assert.equal(diffable.difference(before, source:snapshot()):encode(), publisher:message(version))
  end)

  it("keeps as many lists as it is told", function()
    local source = source_of()
    local publisher = diffable.publisher(source, { keep = 2 })
    local versions = {}
    for i = 1, 5 do
      source:apply(list(i))
      versions[i] = publisher:version()
    end
    local kinds = {}
    for i = 1, 4 do kinds[i] = is_snapshot(publisher:message(versions[i])) end
    assert.same({ true, true, false, false }, kinds)
  end)

  it("publishes a derived list", function()
    local origin = source_of(1, 2, 3, 4)
    local even = origin:derive{ view = false, filter = function(item) return item % 2 == 0 end }
    local publisher, follower = diffable.publisher(even), diffable.follower(source_of())
    follower:receive(publisher:message(follower:version()))
    origin:apply(list(6, 1, 2, 4))
    assert.equal("1 item inserted", tostring(follower:receive(publisher:message(follower:version()))))
    assert.equal(publisher:version(), follower:version())
  end)

  it("publishes no list that may still be undone", function()
    local source, seen = source_of("a", "b"), {}
    local publisher, old = diffable.publisher(source), nil
    local function see(name) seen[#seen + 1] = name .. (publisher:version() == old and " old" or " new") end
    source.can_reorder_item = function() return true end
    source.will_reorder = function() see("will") end
    source.did_reorder = function()
      see("did")
      assert.is_nil(publisher:message(old))
    end
    source:on_apply(function() see("observer") end)
    local passes = false
    local derived = source:derive{ view = false, filter = function(item)
      see("filter " .. item)
      assert(passes or item ~= "c", "no c")
      return true
    end }
    local other = diffable.publisher(derived)
    derived:on_apply(function() seen[#seen + 1] = "derived " .. tostring(other:message(other:version())) end)
    old, seen = publisher:version(), {}
    source:reorder_item({ section = 1, item = 1 }, { section = 1, item = 2 })
    assert.same({ "will old", "did old", "observer new", "derived nil" }, seen)
    old, seen = publisher:version(), {}
    assert.is_false(pcall(source.apply, source, list("b", "a", "c")))
    assert.same({ "filter c old" }, seen)
    assert.equal(old, publisher:version())
    passes = true
    source:apply(list("b", "a", "c"))
    assert.same({ "filter c old", "filter c old", "observer new", "derived nil" }, seen)
  end)

  it("names the field that is not data", function()
    local source = source_of{ id = "x", call = print }
    local publisher = diffable.publisher(source)
    fails('INVALID_ARGUMENT: message: item "x": field "call" is a function, which means nothing to another program',
      publisher.message, publisher)
  end)

  it("refuses what is no version, source or number", function()
    local source = source_of("a")
    local publisher = diffable.publisher(source)
    fails('message: argument 1: version expected, which is a string of 32 hexadecimal digits, got "x"',
      publisher.message, publisher, "x")
    fails("version expected, which is a string of 32 hexadecimal digits", publisher.message, publisher, ("g"):rep(32))
    fails("message: argument 1: string expected, got number", publisher.message, publisher, 1)
    fails('publisher: option "keep": a positive integer expected, got 0', diffable.publisher, source, { keep = 0 })
    fails('publisher: option "keep": a positive integer expected, got 1.5', diffable.publisher, source, { keep = 1.5 })
    fails("publisher: argument 1: data source expected, got table", diffable.publisher, {})
    assert.equal("publisher", tostring(publisher))
    publisher:close()
    assert.equal("(closed publisher)", tostring(publisher))
    fails("closed", publisher.version, publisher)
  end)

  it("is of no use when its data source was closed", function()
    local source = source_of("a")
    local publisher = diffable.publisher(source)
    source:close()
    fails("closed", publisher.message, publisher)
    fails("closed", publisher.version, publisher)
  end)
end)

describe("a follower", function()
  it("has the list of a publisher, and gives the transactions", function()
    local source, seen = source_of{ id = "a", n = 1 }, {}
    local copy = source_of()
    local publisher, follower = diffable.publisher(source), diffable.follower(copy)
    assert.equal(("0"):rep(32), follower:version())
    copy:on_apply(function(transaction)
      seen[#seen + 1] = tostring(transaction) .. tostring(follower:version() == publisher:version())
    end)
    assert.equal("1 section inserted; 1 item inserted",
      tostring(follower:receive(publisher:message(follower:version()))))
    assert.equal(1, copy:item("a").n)
    source:apply(list({ id = "a", n = 2 }, "b"))
    local patch = publisher:message(follower:version())
    assert.equal("1 item inserted, 1 reconfigured", tostring(follower:receive(patch)))
    assert.is_nil(follower:receive(patch))
    assert.is_nil(follower:receive(publisher:message()))
    assert.equal(2, copy:item("a").n)
    assert.same({ "1 section inserted; 1 item insertedtrue", "1 item inserted, 1 reconfiguredtrue" }, seen)
  end)

  it("refuses a patch for another version, and what is no document", function()
    local source = source_of("a")
    local publisher, follower = diffable.publisher(source), diffable.follower(source_of("a", "b"))
    local version = publisher:version()
    source:apply(list("a", "c"))
    local mine = follower:version()
    local ok, raised = pcall(follower.receive, follower, publisher:message(version))
    assert.is_false(ok)
    local expected = "WRONG_VERSION: receive: the patch starts from version %s, and the list has version %s"
    assert.equal(expected:format(version, mine), tostring(raised))
    assert.equal(mine, follower:version())
    fails("MALFORMED: receive: the document ends at byte 1", follower.receive, follower, "")
    fails("receive: argument 1: string expected, got nil", follower.receive, follower, nil)
    local tree = diffable.section_snapshot{ "a" }:encode()
    fails("INVALID_ARGUMENT: receive: the document has the tree of one section, and no list",
      follower.receive, follower, tree)
    follower:receive(publisher:message(mine))
    assert.equal(publisher:version(), follower:version())
  end)

  it("replaces what else changed the list, and resumes from the list that there is", function()
    local source = source_of("a", "b")
    local publisher = diffable.publisher(source)
    local copy = source_of("a", "b")
    local follower = diffable.follower(copy)
    assert.is_nil(publisher:message(follower:version()))
    copy:apply(list("z"))
    source:apply(list("a", "b", "c"))
    local patch = publisher:message(follower:version())
    assert.is_false(is_snapshot(patch))
    follower:receive(patch)
    assert.is_true(copy:snapshot() == source:snapshot())
  end)

  it("keeps its list if a provider fails", function()
    local source, fail = source_of("a"), true
    local copy = diffable.data_source{
      view = diffable.text_view{ write = function() end },
      cell = function(item)
        if fail then error("not now") end
        return item
      end,
    }
    local publisher, follower = diffable.publisher(source), diffable.follower(copy)
    local version = follower:version()
    fails("not now", follower.receive, follower, publisher:message())
    assert.equal(version, follower:version())
    fail = false
    follower:receive(publisher:message(version))
    assert.equal(publisher:version(), follower:version())
  end)

  it("queues what it receives in a callback", function()
    local source, copy = source_of("a"), source_of()
    local publisher, follower = diffable.publisher(source), diffable.follower(copy)
    local first = publisher:message()
    local version = publisher:version()
    source:apply(list("a", "b"))
    local second, remove = publisher:message(version)
    remove = copy:on_apply(function()
      remove()
      assert.is_nil(follower:receive(second))
      follower:close()
    end)
    follower:receive(first)
    assert.is_true(copy:snapshot() == source:snapshot())
    assert.equal("(closed follower)", tostring(follower))
  end)

  it("cannot be one of a derived list", function()
    local derived = source_of("a"):derive{ view = false }
    fails("the list is derived from another one, and cannot be changed; make a follower of that one",
      diffable.follower, derived)
  end)

  it("lets others derive lists from its own", function()
    local source, copy = source_of(3, 1, 2), source_of()
    local publisher, follower = diffable.publisher(source), diffable.follower(copy)
    local sorted = copy:derive{ view = false, sort = function(item) return item end }
    follower:receive(publisher:message())
    source:apply(list(3, 0, 2))
    follower:receive(publisher:message(follower:version()))
    assert.same({ 0, 2, 3 }, sorted:snapshot():item_identifiers())
  end)

  it("is collected with its data source", function()
    local weak = setmetatable({}, { __mode = "v" })
    do
      local source = source_of("a")
      weak.source, weak.follower, weak.publisher = source, diffable.follower(source), diffable.publisher(source)
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(weak))
  end)
end)
