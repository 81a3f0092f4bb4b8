/**
 * @file diffable_lua.h
 * The Lua module `diffable`, for programs that embed Lua:
 *
 *     luaL_requiref(L, "diffable", luaopen_diffable, 0);
 */
#ifndef DIFFABLE_LUA_H
#define DIFFABLE_LUA_H

#ifdef __cplusplus
extern "C" {
#endif

struct diffable_data_source;
struct lua_State;

/** Opens the module: leaves its table on the stack, sets no global, and returns 1. For Lua 5.4. */
int luaopen_diffable(struct lua_State *L);

/**
 * Opens the module for the command. There, `diffable.run` shows lists on the terminal, and rows that are moving come to
 * rest before a script prints.
 */
int luaopen_diffable_with_terminal(struct lua_State *L);

/** `watch` is called with each data source that `diffable.data_source` makes, before the script gets it. */
typedef struct diffable_lua_watcher {
    void (*watch)(struct diffable_data_source *source, void *user_data);
    void *user_data;
} diffable_lua_watcher;

/**
 * A Lua function that installs a watcher. Its arguments are the table of the module, and a light userdata that points
 * to a diffable_lua_watcher. The watcher must outlive the state.
 */
int diffable_lua_watch_data_sources(struct lua_State *L);

#ifdef __cplusplus
}
#endif

#endif /* DIFFABLE_LUA_H */
