// `diffable watch` shows lists that it reads as JSON or tables, `diffable follow` lists that it reads as documents, and
// `diffable pick` lines of text. `watch` and `follow` are written in Lua with the public module. They use C for what
// Lua lacks: readers of JSON and of documents, and processes. `pick` only reads its command line in Lua.

struct lua_State;

// Runs one of these commands. This is a lua_CFunction with the arguments (command, subcommand, ...), which returns
// whether the command succeeded. `command` is the table that the Lua files of the command share, `subcommand` is
// "watch", "follow" or "pick", and the other arguments are those of the command line.
int diffable_watch(struct lua_State *L);
