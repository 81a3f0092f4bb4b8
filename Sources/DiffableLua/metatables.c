/* The tables of functions, methods and metamethods. Each function knows its name, which messages begin with. */
#include "internal.h"

static void set_functions(lua_State *L, const luaL_Reg *functions, const char *before_name)
{
    for (; functions->name != NULL; functions += 1) {
        lua_pushliteral(L, "id");
        lua_pushfstring(L, "%s%s", before_name, functions->name);
        lua_pushcclosure(L, functions->func, DIFFABLE_LUA_UPVALUES);
        lua_setfield(L, -2, functions->name);
    }
}

void diffable_lua_set_functions(lua_State *L, const luaL_Reg *functions)
{
    set_functions(L, functions, "");
}

static void set_methods(lua_State *L, const luaL_Reg *methods)
{
    set_functions(L, methods, ":");
}

void diffable_lua_new_metatable(lua_State *L, const char *type, const luaL_Reg *metamethods)
{
    luaL_newmetatable(L, type);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, type); /* found faster than by name */
    diffable_lua_set_functions(L, metamethods);
}

void diffable_lua_new_type(lua_State *L, const char *type, const luaL_Reg *metamethods, const diffable_lua_members *members, lua_CFunction index)
{
    diffable_lua_new_metatable(L, type, metamethods);
    /* getmetatable returns the name instead of the metatable, because no script may call __gc on an object in use. */
    lua_pushstring(L, type);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    set_methods(L, members->methods);
    diffable_lua_refuse_other_members(L, members->noun, members->fields);
    if (index != NULL) {
        lua_pushliteral(L, "id");
        lua_pushliteral(L, "__index");
        lua_pushvalue(L, -3);
        lua_pushcclosure(L, index, DIFFABLE_LUA_UPVALUES + 1);
        lua_remove(L, -2);
    }
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

void diffable_lua_push_methods(lua_State *L, const char *type)
{
    int top = lua_gettop(L);
    luaL_getmetatable(L, type);
    if (lua_getfield(L, -1, "__index") == LUA_TFUNCTION) {
        lua_getupvalue(L, -1, DIFFABLE_LUA_UPVALUES + 1);
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

void diffable_lua_add_methods(lua_State *L, const char *type, const luaL_Reg *methods)
{
    diffable_lua_push_methods(L, type);
    set_methods(L, methods);
    lua_pop(L, 1);
}
