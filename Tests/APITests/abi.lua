-- The binary interface as a list of lines, compared with the one that is kept: what a program that was compiled against
-- the header takes for granted. A line that is gone or another is a break; a new line is not.

local header = require "header"
local checks = require "checks"

local parsed = header.read_all()
local lines = {}
local function add(format, ...)
  lines[#lines + 1] = format:format(...)
end

local function add_signature(entry)
  add("%s %s: %s (%s)", entry.kind, entry.name, entry.signature.result, table.concat(entry.signature.types, ", "))
end

-- The compiler says what numbers and layouts are: a program that prints them.
local program = { "#include <stdio.h>", "#include <diffable_terminal.h>", "int main(void)", "{" }
local function ask(format, expression)
  program[#program + 1] = ('    printf("%s\\n", (long)(%s));'):format(format, expression)
end

header.each(parsed, "opaque", function(entry) add("opaque %s", entry.name) end)
header.each(parsed, "callback", add_signature)
header.each(parsed, "inline", add_signature)
header.each(parsed, "function", add_signature)
header.each(parsed, "enum", function(entry)
  ask(("enum %s: %%ld bytes"):format(entry.name), ("sizeof(%s)"):format(entry.name))
  for _, enumerator in ipairs(entry.enumerators) do ask(("    %s = %%ld"):format(enumerator), enumerator) end
end)
header.each(parsed, "struct", function(entry)
  ask(("struct %s: %%ld bytes"):format(entry.name), ("sizeof(%s)"):format(entry.name))
  for _, field in ipairs(entry.fields) do
    local member = ("((%s *)0)->%s"):format(entry.name, field.name)
    ask(("    %s at %%ld,"):format(field.name), ("offsetof(%s, %s)"):format(entry.name, field.name))
    ask(("        %%ld bytes, %s"):format(field.type), ("sizeof(%s)"):format(member))
  end
end)
program[#program + 1] = "    return 0;\n}\n"

local folder = os.tmpname()
os.remove(folder)
assert(os.execute("mkdir " .. folder))
local file <close> = assert(io.open(folder .. "/abi.c", "w"))
file:write(table.concat(program, "\n"))
file:close()
local layouts = checks.output_of(("cc -Iinclude -o %s/abi %s/abi.c && %s/abi"):format(folder, folder, folder))
os.execute("rm -r " .. folder)

table.sort(lines)
local function soname(library)
  return checks.output_of("readelf -d build/lib/" .. library):match("SONAME.-%[(.-)%]")
end
local dump = ("%s\n%s\n\n%s\n\n%s"):format(
  soname("libdiffable.so"), soname("libdiffable-terminal.so"),
  table.concat(lines, "\n"), (layouts:gsub(",\n%s+", ", ")))
checks.compare_with_record("Tests/APITests/abi.txt", dump, "additions are recorded with `make record`; "
  .. "what breaks a line raises DIFFABLE_VERSION_MAJOR and is told in CHANGELOG.md")
checks.finish("binary interface")
