-- Returns the main function of `diffable watch`, which returns whether all went well.
local watch, command = ...

return function(...)
  local options, message = watch.options{ ... }
  if not options then
    io.stderr:write("diffable watch: ", watch.as_line(message), "; try 'diffable watch --help'\n")
    os.exit(2)
  end
  if options.help then
    io.stdout:write(watch.usage)
    return true
  end
  if options.duration then command.set_motion_duration(options.duration) end
  local wants_stream = options.once or options.format
  if wants_stream or not watch.is_terminal(1) or os.getenv("TERM") == "dumb" then return watch.write_lists(options) end
  return watch.show_lists(options)
end
