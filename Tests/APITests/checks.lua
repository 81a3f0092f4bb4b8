-- What the tests of this folder share: counted checks, files, and recording.

local checks = { passed = 0, failed = 0 }

function checks.check(holds, message, ...)
  if holds then
    checks.passed = checks.passed + 1
  else
    checks.failed = checks.failed + 1
    io.stderr:write("FAILED: ", message:format(...), "\n")
  end
  return holds
end

function checks.read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

function checks.output_of(command)
  local process <close> = assert(io.popen(command))
  local output = process:read("a")
  assert(process:close(), command .. " failed")
  return output
end

-- Compares a text with the file where it is kept. RECORD=1 writes the file anew instead, and fails, so that what was
-- recorded is looked at before it is believed.
function checks.compare_with_record(path, text, hint)
  if os.getenv("RECORD") then
    assert(not os.getenv("CI"), "nothing is recorded under CI")
    write(path, text)
    checks.check(false, "recorded %s", path)
    return
  end
  local current = os.tmpname()
  write(current, text)
  checks.check(os.execute(("diff -u %s %s >&2"):format(path, current)), "%s is not what it should be: %s", path, hint)
  os.remove(current)
end

function checks.finish(what)
  print(("%s: %d passed, %d failed"):format(what, checks.passed, checks.failed))
  os.exit(checks.failed == 0 and checks.passed > 0)
end

return checks
