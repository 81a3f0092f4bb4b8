-- Holds the README true: its scripts run, its transcript is a part of the real one, line by line, and its command to
-- compile is the one that the tests of an installation use.

local checks = require "checks"
local examples = require "examples"

local transcript = checks.read("Tests/Transcripts/payment.txt")
local installation = checks.read("Tests/InstallTests/run")

local verify = {
  lua = examples.run,
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
checks.finish("README")
