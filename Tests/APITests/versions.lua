-- There is one version, wherever it stands.

local checks = require "checks"
local check, read, output_of = checks.check, checks.read, checks.output_of

local version = assert(read("include/diffable.h"):match('#define DIFFABLE_VERSION "([%d.]+)"'))

local function is(place, found)
  check(found == version, "%s says %s, and include/diffable.h %s", place, found, version)
end

is("Sources/DiffableEngine/Version.swift",
  read("Sources/DiffableEngine/Version.swift"):match('version: StaticString = "(.-)"'))
is("docs/diffable.1", read("docs/diffable.1"):match('^%.TH DIFFABLE 1 "" "Diffable ([%d.]+)"'))
is("docs/diffable-watch.1", read("docs/diffable-watch.1"):match('^%.TH DIFFABLE\\%-WATCH 1 "" "Diffable ([%d.]+)"'))
is("docs/diffable-follow.1", read("docs/diffable-follow.1"):match('^%.TH DIFFABLE\\%-FOLLOW 1 "" "Diffable ([%d.]+)"'))
is("docs/diffable-pick.1", read("docs/diffable-pick.1"):match('^%.TH DIFFABLE\\%-PICK 1 "" "Diffable ([%d.]+)"'))
is("CHANGELOG.md", read("CHANGELOG.md"):match("\n## [^\n]-(%d[%d.]*%d)"))
for _, package in ipairs{ "diffable", "diffable-terminal" } do
  local path = ("build/lib/pkgconfig/%s.pc"):format(package)
  is(path, read(path):match("\nVersion: ([%d.]+)\n"))
end
is("diffable --version", output_of("build/bin/diffable --version"):match("^Diffable ([%d.]+), Lua 5%.4"))
is("_VERSION of the Lua module",
  output_of([[LUA_CPATH='build/lua/?.so' lua5.4 -e 'print(require "diffable"._VERSION)']])
    :match("^diffable ([%d.]+)\n$"))

-- The names of the packages that people install.
for _, page in ipairs{ "README.md", "docs/python.md" } do
  local names = 0
  for name, found in read(page):gmatch("(diffable[-_](%d+%.%d+%.%d+)[%w_.-]*)") do
    names = names + 1
    is(page .. ", " .. name, found)
  end
  check(names > 0, "%s names no package", page)
end

-- The page about stability names files by the version or its first number, a version of symbols, and the glibc that
-- the wheel is for as well.
local stability = read("docs/stability.md")
is("docs/stability.md, the file of the library", stability:match("`libdiffable%.so%.(%d+%.[%d.]+)`"))
is("docs/stability.md, the version of symbols", stability:match("`DIFFABLE_PRIVATE_([%d.]+)`"))
for name, found in stability:gmatch("(libdiffable[%w-]*%.so%.(%d[%d.]*))") do
  check(found == version or found == version:match("^%d+"),
    "docs/stability.md names %s, and the version is %s", name, version)
end
local glibc = read("packaging/wheel.py"):match("manylinux_(%d+_%d+)"):gsub("_", ".")
check(stability:find("need glibc " .. glibc .. " ", 1, true), "docs/stability.md does not say glibc %s", glibc)
check(stability:find("manylinux_" .. glibc:gsub("%.", "_"), 1, true), "docs/stability.md names another wheel")

local rockspec = output_of("ls *.rockspec"):match("^(%S+)\n$")
if check(rockspec, "there is not one rockspec") then
  is("the name of " .. rockspec, rockspec:match("^diffable%-([%d.]+)%-%d+%.rockspec$"))
  local specification = {}
  assert(loadfile(rockspec, "t", specification))()
  is(rockspec, specification.version:match("^([%d.]+)%-%d+$"))
  check(rockspec == ("diffable-%s.rockspec"):format(specification.version),
    "%s is of %s", rockspec, specification.version)
  is("the tag of " .. rockspec, specification.source.tag:match("^v([%d.]+)$"))
end

-- The library that runs is asked by Tests/DiffableCTests/version_test.c; here is what the loader asks for.
local soname = output_of("readelf -d build/lib/libdiffable.so"):match("SONAME.-%[libdiffable%.so%.(%d+)%]")
check(soname == version:match("^%d+"), "the SONAME ends in %s, and the version is %s", soname, version)

-- The man page has the options of --help.
local options, described = {}, {}
for option in output_of("build/bin/diffable --help"):gmatch("\n  (%-[%w-]*)") do options[option] = true end
local manual_options = read("docs/diffable.1"):match("\n%.SH OPTIONS\n(.-)\n%.SH"):gsub("\\%-", "-")
for option in manual_options:gmatch("\n%.BI? (%-[%w-]*)") do
  described[option] = true
end
for option in pairs(options) do check(described[option], "docs/diffable.1 lacks the option %s", option) end
for option in pairs(described) do check(options[option], "diffable --help lacks the option %s", option) end

checks.finish("versions")
