-- Returns the main function of `diffable watch`, `diffable follow` and `diffable pick`. It returns whether the command
-- succeeded. After `pick` has run, and after an error in the command line, it ends the process instead.
local watch, command = ...

return function(subcommand, ...)
  local function misuse(message)
    io.stderr:write("diffable ", subcommand, ": ", watch.as_line(message), "; try 'diffable ", subcommand, " --help'\n")
    os.exit(2)
  end
  local options, message
  if subcommand == "pick" then
    options, message = watch.pick_options{ ... }
  else
    options, message = watch.options(subcommand, { ... })
  end
  if not options then
    return misuse(message)
  end
  if options.help then
    io.stdout:write(watch.usages[subcommand])
    return true
  end
  if options.version then
    io.stdout:write(command.version, "\n")
    return true
  end
  if subcommand == "watch" and not options.command and not options.play and watch.is_terminal(0) then
    return misuse("standard input is a terminal; a list comes out of a pipe, or from a command after '--'")
  end
  if subcommand == "pick" then
    if #options.command == 0 and watch.is_terminal(0) then
      return misuse("standard input is a terminal; lines come out of a pipe, or from a command after '--'")
    end
    os.exit(command.pick(options), true)
  end
  if options.duration then command.set_motion_duration(options.duration) end
  if subcommand == "follow" then return watch.follow_list(options) end
  if options.publish then
    message = command.open_published(options.publish)
    if message then
      io.stderr:write("diffable watch: cannot write ", watch.as_line(options.publish .. ": " .. message), "\n")
      return false
    end
  end
  message = watch.open_histories(options)
  if message then
    io.stderr:write("diffable watch: ", watch.as_line(message), "\n")
    return false
  end
  local wants_stream = options.once or options.format
  if wants_stream or not watch.is_terminal(1) or os.getenv("TERM") == "dumb" then return watch.write_lists(options) end
  return watch.show_lists(options)
end
