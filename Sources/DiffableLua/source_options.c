/* diffable.data_source{ ... }: how a data source is made. */
#include <string.h>

#include "calls.h"

/* Sets a user value of the source at `source` to the option `name`; returns whether it is there. */
static bool keep_function(lua_State *L, int source, const char *name, int user_value)
{
    bool found = diffable_lua_push_option(L, 1, name, LUA_TFUNCTION);
    lua_setiuservalue(L, source, user_value);
    return found;
}

/* Pushes the providers of an option by kind; nil without one. They are copied: what was checked here stays what it is. */
static bool push_providers(lua_State *L, const char *option, bool strings_only)
{
    if (!diffable_lua_push_option(L, 1, option, LUA_TTABLE)) {
        return false;
    }
    int providers = lua_gettop(L);
    lua_newtable(L);
    lua_pushnil(L);
    while (lua_next(L, providers) != 0) {
        if (strings_only && lua_type(L, -2) != LUA_TSTRING) {
            luaL_argerror(L, 1, lua_pushfstring(L, "option '%s': string expected as a kind, got %s", option, luaL_typename(L, -2)));
        }
        if (lua_type(L, -1) != LUA_TFUNCTION) {
            const char *type = luaL_typename(L, -1);
            lua_pushvalue(L, -2);
            const char *kind = diffable_lua_push_shown(L, -1);
            luaL_argerror(L, 1, lua_pushfstring(L, "option '%s': function expected for kind '%s', got %s", option, kind, type));
        }
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, providers + 1);
    }
    lua_remove(L, providers);
    return true;
}

static bool keep_cells(lua_State *L, int source)
{
    bool found = push_providers(L, "cells", false);
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_CELLS);
    return found;
}

/* `header` and `footer` are short for those kinds in `supplementary`. */
static bool keep_supplementary(lua_State *L, int source)
{
    static const char *const edges[] = { "header", "footer" };
    bool found = push_providers(L, "supplementary", true);
    if (!found) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    int providers = lua_gettop(L);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i += 1) {
        if (diffable_lua_push_option(L, 1, edges[i], LUA_TFUNCTION)) {
            if (lua_getfield(L, providers, edges[i]) != LUA_TNIL) {
                luaL_argerror(L, 1, lua_pushfstring(L, "option '%s': 'supplementary' has one as well", edges[i]));
            }
            lua_pop(L, 1);
            lua_setfield(L, providers, edges[i]);
            found = true;
        }
        lua_settop(L, providers);
    }
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY);
    return found;
}

static void keep_handlers(lua_State *L, int source)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_HANDLERS);
    int handlers = lua_gettop(L);
    for (const char *const *name = diffable_lua_handler_names; *name != NULL; name += 1) {
        lua_pushstring(L, *name);
        diffable_lua_push_option(L, 1, *name, LUA_TFUNCTION);
        lua_rawset(L, handlers);
    }
    lua_pop(L, 1);
}

/* Sets the view that the option names, none for false, the default one where there is no option. */
static void keep_view(lua_State *L, int source)
{
    lua_pushnil(L);
    if (lua_istable(L, 1)) {
        lua_pushliteral(L, "view");
        lua_rawget(L, 1);
        lua_replace(L, -2);
    }
    const char *place = "option 'view': ";
    if (lua_isnil(L, -1)) {
        diffable_lua_push_default_view(L);
        place = "the default view: ";
    }
    if (diffable_lua_check_view_or_false(L, -1, place) != NULL) {
        lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_VIEW);
    }
}

/* Hands the engine the callbacks that are needed. What keeps them alive is in place. */
static void connect(lua_State *L, diffable_lua_source *source, int index, bool has_cells, bool has_supplementary)
{
    lua_getiuservalue(L, index, DIFFABLE_LUA_SOURCE_VIEW);
    const diffable_lua_view *view = lua_touserdata(L, -1);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_on_apply(source->engine, diffable_lua_adopt_contents, source, NULL, &error);
    if (status == DIFFABLE_OK) {
        status = diffable_lua_set_handlers(source, &error);
    }
    if (status == DIFFABLE_OK && has_cells) {
        status = diffable_data_source_set_cell_provider(source->engine, diffable_lua_provide_cell, source, NULL, &error);
    }
    if (status == DIFFABLE_OK && has_supplementary) {
        status = diffable_data_source_set_supplementary_provider(source->engine, diffable_lua_provide_supplementary, source, NULL, &error);
    }
    if (status == DIFFABLE_OK && view != NULL) {
        status = diffable_data_source_set_view(source->engine, view->engine, &error);
    }
    if (status != DIFFABLE_OK) {
        diffable_lua_raise(L, error);
    }
}

/* diffable.data_source{ cells =, cell =, supplementary =, header =, footer =, default_row_animation =, view =, and the handlers } */
int diffable_lua_source_new(lua_State *L)
{
    static const char *const there_are[] = {
        "cells", "cell", "supplementary", "header", "footer", "default_row_animation", "view", "should_expand_item", "will_expand_item", "should_collapse_item",
        "will_collapse_item", "snapshot_for_expanding_parent", "can_reorder_item", "will_reorder", "did_reorder", NULL,
    };
    lua_settop(L, 1);
    bool has_options = diffable_lua_check_options(L, 1, there_are);
    diffable_lua_source *source = lua_newuserdatauv(L, sizeof *source, DIFFABLE_LUA_SOURCE_VALUES);
    memset(source, 0, sizeof *source);
    source->first = 1;
    diffable_lua_set_type(L, DIFFABLE_LUA_DATA_SOURCE);
    int index = 2;
    diffable_lua_new_contents(L, 0);
    lua_setiuservalue(L, index, DIFFABLE_LUA_SOURCE_CONTENTS);
    static const int tables[] = { DIFFABLE_LUA_SOURCE_OBSERVERS, DIFFABLE_LUA_SOURCE_HANDLERS, DIFFABLE_LUA_SOURCE_TREES, DIFFABLE_LUA_SOURCE_QUEUE };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i += 1) {
        lua_newtable(L);
        lua_setiuservalue(L, index, tables[i]);
    }
    source->engine = diffable_data_source_new();
    bool has_cells = false, has_supplementary = false;
    if (has_options) {
        keep_handlers(L, index);
        has_cells = keep_cells(L, index);
        has_cells = keep_function(L, index, "cell", DIFFABLE_LUA_SOURCE_CELL) || has_cells;
        has_supplementary = keep_supplementary(L, index);
        diffable_row_animation animation;
        if (diffable_lua_push_option(L, 1, "default_row_animation", LUA_TSTRING)) {
            if (!diffable_lua_to_animation(L, -1, &animation)) {
                luaL_argerror(L, 1, diffable_lua_push_animation_message(L, -1));
            }
            diffable_data_source_set_default_row_animation(source->engine, animation, NULL);
        }
    }
    keep_view(L, index);
    connect(L, source, index, has_cells, has_supplementary);
    lua_settop(L, index);
    return 1;
}
