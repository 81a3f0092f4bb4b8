-- What the scenarios share: a data source with these options, on a screen of 30 columns, and a function that returns
-- what was printed there since it was last asked.
local diffable = require "diffable"
local support = require "Tests.DiffableLuaTests.support"

return function(options)
  local view, written = support.recorder{ width = 30 }
  options.view = view
  return diffable.data_source(options), function()
    local text = table.concat(written)
    support.clear(written)
    return text
  end
end
