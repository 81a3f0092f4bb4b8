/* Tells somebody of the data sources that Lua makes. Part of the command alone, as terminal.c is. */
#include "diffable_lua.h"
#include "sources.h"

/* diffable.data_source{ ... } */
static int new_source(lua_State *L)
{
    const diffable_lua_watcher *watcher = lua_touserdata(L, lua_upvalueindex(2));
    diffable_lua_source_new(L);
    const diffable_lua_source *source = lua_touserdata(L, -1);
    watcher->watch(source->engine, watcher->user_data);
    return 1;
}

int diffable_lua_watch_data_sources(lua_State *L)
{
    static const luaL_Reg functions[] = { { "data_source", new_source }, { NULL, NULL } };
    lua_settop(L, 2);
    lua_pushliteral(L, "id"); /* the upvalue of every function of the module */
    lua_insert(L, 2);
    luaL_setfuncs(L, functions, 2);
    return 0;
}
