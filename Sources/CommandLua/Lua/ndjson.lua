-- What --format=ndjson changes: standard output carries nothing but events, and `print` writes to standard error.
diffable.set_default_view(diffable.ndjson_view())

function print(...)
  local texts = table.pack(...)
  for index = 1, texts.n do texts[index] = tostring(texts[index]) end
  io.stderr:write(table.concat(texts, "\t"), "\n")
end
