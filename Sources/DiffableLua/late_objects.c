/*
 * Objects that a finalizer makes while the state is being closed. Lua takes their memory without a word: it calls no
 * finalizer that was set after the closing began. So what finalizers make is kept in a table, which is itself finalized
 * in the end and then does what Lua left out. That the state is not being closed shows when objects are made again
 * outside of finalizers: then they are let go.
 */
#include "internal.h"

static const char late_objects;

/* Nobody tells whether a state is being closed. But while a finalizer runs the collector answers nothing. */
static bool is_in_finalizer(lua_State *L)
{
    return lua_gc(L, LUA_GCCOUNT) < 0;
}

/* Empties the table on top of the stack. */
static void let_go(lua_State *L)
{
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, -4);
    }
}

void diffable_lua_set_type(lua_State *L, const char *type)
{
    luaL_setmetatable(L, type);
    bool is_table = lua_rawgetp(L, LUA_REGISTRYINDEX, &late_objects) == LUA_TTABLE;
    if (is_table && is_in_finalizer(L)) {
        lua_pushvalue(L, -2);
        lua_pushboolean(L, true);
        lua_rawset(L, -3);
    } else if (is_table) {
        let_go(L);
    } else {
        luaL_error(L, "the Lua state is closed");
    }
    lua_pop(L, 1);
}

/* (table): the last finalizer of the module, since the table is older than all objects. */
static int collect_late_objects(lua_State *L)
{
    lua_pushboolean(L, false);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &late_objects);
    lua_pushnil(L);
    while (lua_next(L, 1) != 0) {
        lua_pop(L, 1);
        luaL_callmeta(L, -1, "__gc");
        lua_settop(L, 2);
    }
    return 0;
}

void diffable_lua_open_late_objects(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &late_objects) == LUA_TNIL) {
        lua_newtable(L);
        lua_createtable(L, 0, 1);
        lua_pushcfunction(L, collect_late_objects);
        lua_setfield(L, -2, "__gc");
        lua_setmetatable(L, -2);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &late_objects);
    }
    lua_pop(L, 1);
}
