-- Loaded for --format=ndjson. Lists are shown as events. Everything else that is written to standard output goes to
-- standard error.
local ndjson_view = diffable.ndjson_view
local view = ndjson_view()
diffable.set_default_view(view)

-- A second stream on standard output would be mixed with the first one.
rawset(diffable, "ndjson_view", function(...)
  local options, own = ..., ndjson_view(...)
  return options and options.write and own or view
end)
