rockspec_format = "3.0"
package = "diffable"
version = "0.2.0-1"

-- `luarocks make` builds the checkout that it is run in and fetches nothing: the address is for publishing.
source = {
  url = "git+file://.",
  tag = "v0.2.0",
}

description = {
  summary = "An engine for lists that change",
  detailed = [[
Describe what a list should be: sections, and items named by unique identifiers. Diffable works out the smallest set of
changes from what the list is now, and carries it to a view.]],
  license = "MIT",
  labels = { "diff", "list", "ui" },
}

dependencies = { "lua >= 5.1, < 5.5" }

build = {
  type = "make",
  build_target = "lua-rock",
  build_variables = { LUA_INCDIR = "$(LUA_INCDIR)" },
  install_pass = false,
  install = { lib = { diffable = "build/lua/rock/diffable.so" } },
}
