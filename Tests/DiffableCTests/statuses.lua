-- Writes a library in C that stands between a program and libdiffable: it adds the name of each error that a function
-- returns to the file that the variable STATUSES names.
local header = require "header"

print[[
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include <diffable.h>

static diffable_status noted(diffable_status status)
{
    static bool is_noted[64];
    if (status < 0 && status > -64 && !is_noted[-status]) {
        is_noted[-status] = true;
        FILE *file = fopen(getenv("STATUSES"), "a");
        if (file == NULL) {
            abort();
        }
        fprintf(file, "%s\n", diffable_status_name(status));
        fclose(file);
    }
    return status;
}]]

for _, section in ipairs(header.read("include/diffable.h").sections) do
  for _, entry in ipairs(section.entries) do
    if entry.kind == "function" and entry.signature.result == "diffable_status" then
      local names = {}
      for parameter in entry.signature.parameters:gmatch("[^,]+") do names[#names + 1] = parameter:match("[%w_]+$") end
      print(([[

diffable_status %s(%s)
{
    diffable_status (*next)(%s);
    *(void **)&next = dlsym(RTLD_NEXT, "%s");
    return noted(next(%s));
}]]):format(entry.name, entry.signature.parameters, entry.signature.parameters, entry.name, table.concat(names, ", ")))
    end
  end
end
