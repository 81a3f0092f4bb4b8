-- What --format=ndjson changes: lists are shown as events. Everything else that is written to standard output goes to standard error.
local module = diffable
local ndjson_view = module.ndjson_view
local view = ndjson_view()
module.set_default_view(view)

-- A second stream on standard output would be mixed with the first one.
function module.ndjson_view(options)
  if type(options) ~= "table" or options.write == nil then
    ndjson_view(options):close() -- refuses wrong options
    return view
  end
  return ndjson_view(options)
end
