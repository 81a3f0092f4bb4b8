// What the C files of the module share: each function adds its own to the table on top of the stack.
#include "../../System/CLua/lua54.h"

#include "diffable_watch.h"

// Adds `json_reader`, `is_array`, `as_array` and `null`.
void diffable_watch_add_json(lua_State *L);

// Adds what is in documents.c.
void diffable_watch_add_documents(lua_State *L);

// Adds what is in processes.c.
void diffable_watch_add_processes(lua_State *L);
