/*
 * The functions that are kept for a derivation. They are in a table, the user value of a userdata. The engine gets the
 * address of that userdata as `user_data`. The source keeps each userdata as long as the engine may call its functions,
 * which is until the engine finalizes the user data.
 */
#include "sources.h"

const diffable_lua_function_part diffable_lua_function_parts[] = {
    { "filter", DIFFABLE_DERIVATION_FILTER },
    { "section", DIFFABLE_DERIVATION_SECTION },
    { "sort", DIFFABLE_DERIVATION_SORT },
    { "section_sort", DIFFABLE_DERIVATION_SECTION_SORT },
};

void diffable_lua_add_derivation_functions(lua_State *L, int source, int object)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    lua_pushvalue(L, object);
    lua_rawsetp(L, -2, lua_touserdata(L, object));
    lua_pop(L, 1);
}

/*
 * Only notes the fact, because the engine may finalize functions when no Lua object can be used: in the middle of an
 * apply, or when the data source is collected.
 */
void diffable_lua_end_derivation_functions(void *user_data)
{
    diffable_lua_derivation_functions *functions = user_data;
    functions->is_finalized = true;
}

void diffable_lua_remove_finalized_functions(lua_State *L, int source)
{
    int table = lua_gettop(L) + 1;
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_FUNCTIONS);
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        const diffable_lua_derivation_functions *functions = lua_touserdata(L, -1);
        if (functions->is_finalized) {
            lua_pushnil(L);
            lua_rawsetp(L, table, functions);
        }
    }
    lua_settop(L, table - 1);
}
