-- Writes the list of a data source as documents, for --publish. Sets `command.publish` and `command.publish_first`.
local command = ...

-- Writes the list of a data source after its next apply, and then each change of the list.
function command.publish(source)
  -- Nobody asks for an earlier version: a reader that comes late reads the file from its beginning.
  local publisher, version = diffable.publisher(source, { keep = 1 }), nil
  source:on_apply(function()
    local document = publisher:message(version)
    if not document then return end
    version = publisher:version()
    local message = command.write_published(document)
    if message then error("cannot write what is published: " .. message, 0) end
  end)
end

-- Publishes the first data source that a script makes.
function command.publish_first()
  local data_source = diffable.data_source
  rawset(diffable, "data_source", function(...)
    local source = data_source(...)
    rawset(diffable, "data_source", data_source)
    command.publish(source)
    return source
  end)
end
