-- Compiles the examples in the pages about C, each as the body of a function that has what the text supposes, or, if it
-- begins with "static", as a function of its own.

local checks = require "checks"

local frame = [[
#include <stdio.h>
#include <stdlib.h>
#include <diffable.h>
%s
void hand_over(diffable_snapshot *next);
void %s(diffable_data_source *source, const diffable_snapshot *current, diffable_snapshot *snapshot,
    diffable_snapshot *next, diffable_id *ids, size_t count, diffable_id section)
{
    (void)source, (void)current, (void)snapshot, (void)next, (void)ids, (void)count, (void)section;
    {
%s
    }
}
]]

for _, page in ipairs{ "conventions", "errors", "threads", "content", "publishing" } do
  for example in checks.read("docs/" .. page .. ".md"):gmatch("\n```c\n(.-)\n```\n") do
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    local is_function = example:find("^static ")
    file:write(frame:format(is_function and example or "", page, is_function and "" or example))
    file:close()
    local command = "cc -x c -std=c99 -pedantic -Wall -Wextra -Werror -Wno-unused-variable -Wno-unused-but-set-variable"
      .. " -Wno-unused-function -Wno-unused-parameter"
    local compiles = os.execute(("%s -Iinclude -fsyntax-only %s"):format(command, path))
    checks.check(compiles, "docs/%s.md: an example does not compile:\n%s", page, example)
    os.remove(path)
  end
end

checks.finish("pages about C")
