/*
 * The functions that are kept for a derivation. They are in a table, the user value of a userdata. The engine gets the
 * address of that userdata as `user_data`. The source keeps each userdata as long as the engine may call its functions.
 */
#include "sources.h"

const diffable_lua_function_part diffable_lua_function_parts[] = {
    { "filter", DIFFABLE_DERIVATION_FILTER },
    { "section", DIFFABLE_DERIVATION_SECTION },
    { "sort", DIFFABLE_DERIVATION_SORT },
    { "section_sort", DIFFABLE_DERIVATION_SECTION_SORT },
};

void diffable_lua_add_derivation_functions(lua_State *L, int source, int object, diffable_derivation_parts present)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    int table = lua_gettop(L);
    lua_pushvalue(L, object);
    lua_rawsetp(L, table, lua_touserdata(L, object));
    for (size_t i = 0; i < DIFFABLE_LUA_FUNCTION_PARTS; i += 1) {
        if ((present & diffable_lua_function_parts[i].part) == 0) {
            continue;
        }
        if (lua_getfield(L, table, diffable_lua_function_parts[i].name) == LUA_TNIL) {
            lua_pop(L, 1);
            lua_newtable(L);
            lua_pushvalue(L, -1);
            lua_setfield(L, table, diffable_lua_function_parts[i].name);
        }
        lua_pushvalue(L, object);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
        lua_pop(L, 1);
    }
    lua_settop(L, table - 1);
}

/* Removes the userdata at `index` of the list on top of the stack. Creates no Lua object. */
static void remove_functions(lua_State *L, int table, lua_Integer index)
{
    lua_rawgeti(L, -1, index);
    diffable_lua_derivation_functions *functions = lua_touserdata(L, -1);
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_rawseti(L, -2, index);
    functions->uses -= 1;
    if (functions->uses == 0) {
        lua_pushnil(L);
        lua_rawsetp(L, table, functions);
    }
}

void diffable_lua_keep_or_remove_new_functions(
    lua_State *L, int source, diffable_derivation_parts present, bool has_succeeded)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    int table = lua_gettop(L);
    for (size_t i = 0; i < DIFFABLE_LUA_FUNCTION_PARTS; i += 1) {
        if ((present & diffable_lua_function_parts[i].part) == 0) {
            continue;
        }
        lua_getfield(L, table, diffable_lua_function_parts[i].name);
        lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
        if (!has_succeeded) {
            remove_functions(L, table, count);
        } else if (count > 1) {
            for (lua_Integer index = 1; index < count; index += 1) {
                remove_functions(L, table, index);
            }
            lua_rawgeti(L, -1, count);
            lua_rawseti(L, -2, 1);
            lua_pushnil(L);
            lua_rawseti(L, -2, count);
        }
        lua_pop(L, 1);
    }
    lua_settop(L, table - 1);
}
