-- Holds the README true: its scripts print what it says, its transcript is a part of the real one, line by line, its
-- command to compile is the one that the tests of an installation use, and what it makes can be made.

local checks = require "checks"
local examples = require "examples"

local transcript = checks.read("Tests/Transcripts/payment.txt")
local installation = checks.read("Tests/InstallTests/run")

-- Tests/DiffableTests/SnippetTests.swift compiles the code in Swift.
local snippets = checks.read("Tests/DiffableTests/SnippetTests.swift")

-- Tests/DiffableWebTests/list_examples_test.py opens the pages.
local pages = checks.read("Tests/DiffableWebTests/list_examples_test.py")

-- Tests/DiffablePythonTests/test_page.py runs the block in Python.
local python = checks.read("Tests/DiffablePythonTests/test_page.py")

local verify = {
  lua = examples.run,
  swift = function(section)
    checks.check(snippets:find('"README.md"', 1, true),
      "README.md, %s: SnippetTests.swift does not compile it", section)
  end,
  html = function(section)
    checks.check(pages:find('("README.md", "## ' .. section .. '")', 1, true),
      "README.md, %s: no test opens the page", section)
  end,
  python = function(section)
    checks.check(python:find('Path("README.md")', 1, true), "README.md, %s: test_page.py does not run it", section)
  end,
  text = function(section, text)
    checks.check(("\n" .. transcript):find("\n" .. text, 1, true), "README.md, %s: no script prints\n%s", section, text)
  end,
  sh = function(section, text)
    for line in text:gmatch("[^\n]+") do
      checks.check(installation:find(line, 1, true), "README.md, %s: Tests/InstallTests does not run %s", section, line)
    end
  end,
}

examples.visit(checks.read("README.md"), function(section, _, code, language)
  if not code then return end
  local place = section or "its head"
  if checks.check(verify[language], "README.md, %s: a block in %q, which nothing runs", place, language) then
    verify[language](place, code)
  end
end)

-- Commands stand alone, indented. What they make, there is.
for line in checks.read("README.md"):gmatch("\n    (make[^\n#]*)") do
  local dry = line:gsub("sudo ", ""):gsub("make", "MAKEFLAGS= make --dry-run --silent")
  checks.check(os.execute("(" .. dry .. ") >/dev/null"), "README.md: `%s` makes nothing", line)
end

checks.finish("README")
