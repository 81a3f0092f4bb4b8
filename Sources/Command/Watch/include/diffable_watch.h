// `diffable watch`: lists out of JSON. `diffable follow`: lists out of documents. Both are Lua on the public module;
// what Lua lacks is C: readers of JSON and of documents, and processes.

struct lua_State;

// Runs either of them: a lua_CFunction (command, word, ...) that returns whether all went well. `command` is the table
// that the Lua files of the command share. The arguments are those after the word "watch" or "follow".
int diffable_watch(struct lua_State *L);
