/* The type `diffable.data_source`: its fields, how it is shown and closed. source_options.c makes one. */
#include "calls.h"

diffable_lua_source *diffable_lua_check_source(lua_State *L, int argument)
{
    diffable_lua_source *source = luaL_checkudata(L, argument, DIFFABLE_LUA_DATA_SOURCE);
    luaL_argcheck(L, source->engine != NULL, argument, "data source is closed");
    return source;
}

static void let_go(lua_State *L, diffable_lua_source *source)
{
    diffable_data_source *engine = source->engine;
    source->engine = NULL;
    diffable_data_source_free(engine);
    for (int value = 1; value <= DIFFABLE_LUA_SOURCE_VALUES; value += 1) {
        lua_pushnil(L);
        lua_setiuservalue(L, 1, value);
    }
}

static int close_source(lua_State *L)
{
    diffable_lua_source *source = luaL_checkudata(L, 1, DIFFABLE_LUA_DATA_SOURCE);
    luaL_argcheck(L, !source->busy, 1, "data source is in use and cannot be closed");
    let_go(L, source);
    return 0;
}

/* In the middle of a call only where the whole state is closed in it, by os.exit: then nothing returns. */
static int collect_source(lua_State *L)
{
    let_go(L, luaL_checkudata(L, 1, DIFFABLE_LUA_DATA_SOURCE));
    return 0;
}

/* Upvalue 2 is the table of methods. */
static int index_source(lua_State *L)
{
    lua_settop(L, 2);
    if (diffable_lua_says(L, 2, "default_row_animation")) {
        const diffable_lua_source *source = diffable_lua_check_source(L, 1);
        lua_pushstring(L, diffable_row_animation_name(diffable_data_source_default_row_animation(source->engine)));
    } else if (diffable_lua_is_handler(L, 2)) {
        diffable_lua_check_source(L, 1);
        lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_HANDLERS);
        lua_pushvalue(L, 2);
        lua_rawget(L, -2);
    } else {
        lua_rawget(L, lua_upvalueindex(2));
    }
    return 1;
}

static int set_handler(lua_State *L)
{
    if (!lua_isnil(L, 3) && lua_type(L, 3) != LUA_TFUNCTION) {
        return luaL_error(L, "'%s': function or nil expected, got %s", lua_tostring(L, 2), luaL_typename(L, 3));
    }
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_HANDLERS);
    lua_insert(L, 2);
    lua_rawset(L, 2);
    return 0;
}

static int set_field(lua_State *L)
{
    diffable_lua_source *source = diffable_lua_check_source(L, 1);
    if (diffable_lua_is_handler(L, 2)) {
        return set_handler(L);
    }
    if (!diffable_lua_says(L, 2, "default_row_animation")) {
        return luaL_error(L, "a data source has no field '%s' to set", diffable_lua_push_shown(L, 2));
    }
    diffable_row_animation animation;
    if (!diffable_lua_to_animation(L, 3, &animation)) {
        return luaL_error(L, "%s", diffable_lua_push_animation_message(L, 3));
    }
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_set_default_row_animation(source->engine, animation, &error);
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}

static int to_string(lua_State *L)
{
    const diffable_lua_source *source = luaL_checkudata(L, 1, DIFFABLE_LUA_DATA_SOURCE);
    if (source->engine == NULL) {
        lua_pushliteral(L, "(closed data source)");
        return 1;
    }
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source->engine);
    lua_Integer sections = (lua_Integer)diffable_snapshot_number_of_sections(snapshot);
    lua_Integer items = (lua_Integer)diffable_snapshot_number_of_items(snapshot);
    diffable_snapshot_free(snapshot);
    lua_pushfstring(L, "data source (%I %s, %I %s)", sections, sections == 1 ? "section" : "sections", items, items == 1 ? "item" : "items");
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", collect_source },
    { "__close", close_source },
    { "__newindex", set_field },
    { "__tostring", to_string },
    { NULL, NULL },
};

void diffable_lua_open_sources(lua_State *L)
{
    static const luaL_Reg methods[] = {
        { "apply", diffable_lua_source_apply },
        { "apply_using_reload_data", diffable_lua_source_apply_using_reload_data },
        { "apply_section", diffable_lua_source_apply_section },
        { "toggle_item", diffable_lua_source_toggle_item },
        { "reorder_item", diffable_lua_source_reorder_item },
        { "on_apply", diffable_lua_source_on_apply },
        { "cell", diffable_lua_source_cell },
        { "supplementary_cell", diffable_lua_source_supplementary_cell },
        { "render", diffable_lua_source_render },
        { "close", close_source },
        { NULL, NULL },
    };
    diffable_lua_new_type(L, DIFFABLE_LUA_DATA_SOURCE, metamethods, methods, index_source);
    lua_getfield(L, -1, "__index");
    lua_getupvalue(L, -1, 2);
    diffable_lua_set_functions(L, diffable_lua_source_lookups);
    lua_pop(L, 3);
}
