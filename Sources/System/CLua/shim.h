// Lua's API for Swift, which does not import Lua's macros: here they are functions.
#include "lua54.h"

static inline void diffable_lua_pop(lua_State *L, int count)
{
    lua_settop(L, -count - 1);
}

static inline const char *diffable_lua_tostring(lua_State *L, int index)
{
    return lua_tolstring(L, index, NULL);
}

static inline int diffable_lua_pcall(lua_State *L, int arguments, int results, int handler)
{
    return lua_pcallk(L, arguments, results, handler, 0, NULL);
}

static inline int diffable_lua_registry(void)
{
    return LUA_REGISTRYINDEX;
}

static inline const char *diffable_lua_release(void)
{
    return LUA_RELEASE;
}
