/*
 * Rows that are to move do so before a script writes, reads or waits: the functions of the standard library by which it
 * may, do that first. The command has it; no other program has its library changed.
 */
#include "motion.h"

static int original(lua_State *L)
{
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int settle_first(lua_State *L)
{
    diffable_motion_settle(NULL);
    return original(L);
}

/* What `lines` returns has values of its own. */
static int read_line(lua_State *L)
{
    diffable_motion_settle(NULL);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static int lines(lua_State *L)
{
    int count = original(L);
    int iterator = lua_gettop(L) - count + 1;
    lua_pushvalue(L, iterator);
    lua_pushcclosure(L, read_line, 1);
    lua_replace(L, iterator);
    return count;
}

/* Replaces the function `name` of the table on top; once. (It has no values of its own.) */
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

void diffable_lua_settle_before_output(lua_State *L)
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
        replace(L, "lines", lines);
    }
    if (lua_getfield(L, -2, LUA_OSLIBNAME) == LUA_TTABLE) {
        replace_all(L, of_os);
    }
    if (luaL_getmetatable(L, LUA_FILEHANDLE) == LUA_TTABLE && lua_getfield(L, -1, "__index") == LUA_TTABLE) {
        replace_all(L, of_files);
        replace(L, "lines", lines);
    }
    lua_settop(L, 0);
}
