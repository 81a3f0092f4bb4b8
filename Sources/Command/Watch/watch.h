// The functions of the C files. Each function adds the Lua functions of its file to the table on top of the stack.
#include "../../System/CLua/lua54.h"

#include "diffable_watch.h"

// The functions of json.c, and `null`.
void diffable_watch_add_json(lua_State *L);

// The functions of documents.c.
void diffable_watch_add_documents(lua_State *L);

// The functions of processes.c.
void diffable_watch_add_processes(lua_State *L);
