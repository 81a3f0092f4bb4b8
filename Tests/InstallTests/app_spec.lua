local diffable = require "diffable"

describe("the installed module", function()
  it("is the module", function()
    assert.equal(2, #diffable.snapshot{ { id = "fruit", items = { "apple", "pear" } } })
  end)
end)
