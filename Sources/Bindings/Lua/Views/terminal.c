/*
 * What the command adds to the Lua module: lists on the terminal, functions of the standard library that first play
 * pending motion to its end, and a way to watch new data sources.
 */
#include "diffable_lua.h"
#include "../DataSources/sources.h"

/*
 * Motion: functions of the standard library that write, read or wait are replaced by functions that first play pending
 * motion to its end.
 */

static int call_original(lua_State *L)
{
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int settle_first(lua_State *L)
{
    diffable_lua_ignore(diffable_motion_settle(NULL));
    return call_original(L);
}

/*
 * Calls the iterator that `lines` returned. The iterator has upvalues of its own, which only `lua_call` keeps; a call
 * of its C function would lose them.
 */
static int read_line(lua_State *L)
{
    diffable_lua_ignore(diffable_motion_settle(NULL));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static int lines_settling(lua_State *L)
{
    int count = call_original(L);
    int iterator = lua_gettop(L) - count + 1;
    lua_pushvalue(L, iterator);
    lua_pushcclosure(L, read_line, 1);
    lua_replace(L, iterator);
    return count;
}

/*
 * Replaces the function `name` in the table on top of the stack, unless it was replaced before. The original must not
 * have upvalues: `call_original` calls its C function, which would not find them.
 */
static void replace(lua_State *L, const char *name, lua_CFunction function)
{
    if (lua_getfield(L, -1, name) != LUA_TFUNCTION || lua_tocfunction(L, -1) == function) {
        lua_pop(L, 1);
        return;
    }
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
}

static void replace_all(lua_State *L, const char *const names[])
{
    for (int i = 0; names[i] != NULL; i += 1) {
        replace(L, names[i], settle_first);
    }
}

static void settle_before_io(lua_State *L)
{
    static const char *const globals[] = { "print", "warn", "dofile", "loadfile", NULL };
    static const char *const of_io[] = { "write", "read", "close", "popen", NULL };
    static const char *const of_files[] = { "write", "read", "close", "flush", NULL };
    static const char *const of_os[] = { "execute", "exit", NULL };
    lua_pushglobaltable(L);
    replace_all(L, globals);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    if (lua_getfield(L, -1, LUA_IOLIBNAME) == LUA_TTABLE) {
        replace_all(L, of_io);
        replace(L, "lines", lines_settling);
    }
    if (lua_getfield(L, -2, LUA_OSLIBNAME) == LUA_TTABLE) {
        replace_all(L, of_os);
    }
    if (luaL_getmetatable(L, LUA_FILEHANDLE) == LUA_TTABLE && lua_getfield(L, -1, "__index") == LUA_TTABLE) {
        replace_all(L, of_files);
        replace(L, "lines", lines_settling);
    }
    lua_settop(L, 0);
}

int luaopen_diffable_with_terminal(lua_State *L)
{
    static const diffable_lua_function functions[] = {
        { "run", diffable_lua_run_list, 1, 0, NULL },
        { "set_status", diffable_lua_set_status, 1, 0, NULL },
        { "set_title", diffable_lua_set_title, 1, 0, NULL },
        { "terminal_is_available", diffable_lua_terminal_is_available, 0, 0, NULL },
        { NULL, NULL, 0, 0, NULL },
    };
    settle_before_io(L);
    luaopen_diffable(L);
    diffable_lua_set_functions(L, functions);
    return 1;
}

/* Its address is the registry key under which the watcher of data sources is stored. */
static const char watcher_key;

/* diffable.data_source{ ... } */
static int new_watched_source(lua_State *L)
{
    diffable_lua_source_new(L);
    const diffable_lua_source *source = lua_touserdata(L, -1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &watcher_key);
    const diffable_lua_watcher *watcher = lua_touserdata(L, -1);
    lua_pop(L, 1);
    watcher->watch(source->object.engine, watcher->user_data);
    return 1;
}

int diffable_lua_watch_data_sources(lua_State *L)
{
    static const diffable_lua_function functions[] = { { "data_source", new_watched_source, 1, 1, "no options" },
        { NULL, NULL, 0, 0, NULL } };
    lua_settop(L, 2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &watcher_key);
    diffable_lua_set_functions(L, functions);
    return 0;
}
