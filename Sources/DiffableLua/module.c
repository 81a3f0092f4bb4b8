/* The module table and what all types have in common. */
#include "diffable_lua.h"
#include "sources.h"

void diffable_lua_set_functions(lua_State *L, const luaL_Reg *functions)
{
    lua_pushliteral(L, "id");
    luaL_setfuncs(L, functions, 1);
}

void diffable_lua_new_type(lua_State *L, const char *type, const luaL_Reg *metamethods, const luaL_Reg *methods, lua_CFunction index)
{
    luaL_newmetatable(L, type);
    diffable_lua_set_functions(L, metamethods);
    /* Scripts get the name in place of the metatable: nobody may call __gc on an object in use. */
    lua_pushstring(L, type);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    diffable_lua_set_functions(L, methods);
    if (index != NULL) {
        lua_pushliteral(L, "id");
        lua_pushvalue(L, -2);
        lua_pushcclosure(L, index, 2);
        lua_remove(L, -2);
    }
    lua_setfield(L, -2, "__index");
}

/* What shows lists on a terminal is part of the command, and would be a sixth of the module. */
static int refuse_to_run(lua_State *L)
{
    return luaL_error(L, "diffable.run is there in the command alone: run the script with `diffable`");
}

static int deny_terminal(lua_State *L)
{
    lua_pushboolean(L, false);
    return 1;
}

static const luaL_Reg functions[] = {
    { "snapshot", diffable_lua_snapshot_new },
    { "section_snapshot", diffable_lua_section_snapshot_new },
    { "data_source", diffable_lua_source_new },
    { "text_view", diffable_lua_text_view_new },
    { "ndjson_view", diffable_lua_ndjson_view_new },
    { "set_default_view", diffable_lua_set_default_view },
    { "difference", diffable_lua_difference_new },
    { "run", refuse_to_run },
    { "terminal_is_available", deny_terminal },
    { NULL, NULL },
};

int luaopen_diffable(lua_State *L)
{
    luaL_checkversion(L);
    diffable_lua_seed_fingerprints();
    diffable_lua_open_late_objects(L);
    diffable_lua_open_buffers(L);
    diffable_lua_open_snapshots(L);
    diffable_lua_open_section_snapshots(L);
    diffable_lua_open_differences(L);
    diffable_lua_open_transactions(L);
    diffable_lua_open_views(L);
    diffable_lua_open_sources(L);
    luaL_newlibtable(L, functions);
    diffable_lua_set_functions(L, functions);
    lua_pushfstring(L, "diffable %s", diffable_version());
    lua_setfield(L, -2, "_VERSION");
    return 1;
}
