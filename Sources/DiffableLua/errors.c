/* Engine errors become Lua errors. */
#include "internal.h"

static int push_message(lua_State *L)
{
    const diffable_error *error = lua_touserdata(L, 1);
    luaL_where(L, 2); /* 0 is this function, 1 the one of the module, 2 the script */
    lua_pushstring(L, diffable_error_message_from_one(error));
    lua_concat(L, 2);
    return 1;
}

void diffable_lua_push_error(lua_State *L, diffable_error *error)
{
    /* Making a string may raise for lack of memory, and the error must be freed even then. */
    lua_pushcfunction(L, push_message);
    lua_pushlightuserdata(L, error);
    lua_pcall(L, 1, 1, 0);
    diffable_error_free(error);
}

int diffable_lua_raise(lua_State *L, diffable_error *error)
{
    lua_settop(L, 0);
    diffable_lua_push_error(L, error);
    return lua_error(L);
}
