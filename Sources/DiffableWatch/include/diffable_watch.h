// `diffable watch`: lists out of JSON. It is Lua on the public module; what Lua lacks is C: a reader of JSON, and processes.

struct lua_State;

// Runs `diffable watch`: a lua_CFunction (command, ...) that returns whether all went well. `command` is the table that the Lua
// files of the command share. The arguments are those after "watch".
int diffable_watch(struct lua_State *L);
