/* The type `diffable.data_source`: how one is made, its fields, and its look-ups in the current list. */
#include "sources.h"

static const diffable_lua_type *const type = &diffable_lua_source_type;

/* Sets a user value of the source at `source` to the option `name`; returns whether the table has it. */
static bool keep_function(lua_State *L, int source, const char *name, int user_value)
{
    bool found = diffable_lua_push_option(L, 1, name, LUA_TFUNCTION);
    lua_setiuservalue(L, source, user_value);
    return found;
}

/* Pushes a checked copy of an option that maps kinds to providers; pushes nil and returns false where there is none. */
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
            diffable_lua_refuse(L, "option \"%s\": string expected as a kind, got %s", option, luaL_typename(L, -2));
        }
        if (lua_type(L, -1) != LUA_TFUNCTION) {
            const char *got = luaL_typename(L, -1);
            lua_pushvalue(L, -2);
            const char *kind = diffable_lua_push_escaped(L, -1);
            diffable_lua_refuse(L, "option \"%s\": function expected for kind \"%s\", got %s", option, kind, got);
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

/* `header` and `footer` are short for these kinds in `supplementary`. */
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
                diffable_lua_refuse(L, "option \"%s\": \"supplementary\" has one as well; leave out one of them", edges[i]);
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

/* Sets the view: that of the option, none for false, the default view where there is no option. */
static void keep_view(lua_State *L, int source)
{
    lua_pushnil(L);
    if (lua_istable(L, 1)) {
        lua_pushliteral(L, "view");
        lua_rawget(L, 1);
        lua_replace(L, -2);
    }
    const char *prefix = "option \"view\": ";
    if (lua_isnil(L, -1)) {
        diffable_lua_push_default_view(L);
        prefix = "the default view: ";
    }
    if (diffable_lua_check_view_or_false(L, -1, prefix) != NULL) {
        lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_VIEW);
    }
}

/* Gives the engine the callbacks and the view. What they use is in the user values already. */
static void connect(lua_State *L, diffable_lua_source *source, int index, bool has_cells, bool has_supplementary)
{
    lua_getiuservalue(L, index, DIFFABLE_LUA_SOURCE_VIEW);
    const diffable_lua_view *view = lua_touserdata(L, -1);
    diffable_error *error = NULL;
    diffable_lua_observe_contents(source);
    diffable_status status = diffable_lua_set_providers(source, has_cells, has_supplementary, &error);
    if (status == DIFFABLE_OK && view != NULL) {
        status = diffable_data_source_set_view(source->object.engine, view->object.engine, &error);
    }
    diffable_lua_check_status(L, status, error);
}

static const char *const option_names[] = {
    "cells", "cell", "supplementary", "header", "footer", "default_row_animation", "view", "should_expand_item", "will_expand_item", "should_collapse_item",
    "will_collapse_item", "snapshot_for_expanding_parent", "can_reorder_item", "will_reorder", "did_reorder", NULL,
};

/* diffable.data_source{ cells =, cell =, supplementary =, header =, footer =, default_row_animation =, view =, and the handlers } */
int diffable_lua_source_new(lua_State *L)
{
    lua_settop(L, 1);
    bool has_options = diffable_lua_check_options(L, 1, option_names);
    diffable_lua_source *source = (diffable_lua_source *)diffable_lua_push_object(L, type, 0);
    int index = 2;
    diffable_lua_new_contents(L, 0);
    lua_setiuservalue(L, index, DIFFABLE_LUA_SOURCE_CONTENTS);
    static const int tables[] = { DIFFABLE_LUA_SOURCE_OBSERVERS, DIFFABLE_LUA_SOURCE_HANDLERS, DIFFABLE_LUA_SOURCE_TREES, DIFFABLE_LUA_SOURCE_QUEUE };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i += 1) {
        lua_newtable(L);
        lua_setiuservalue(L, index, tables[i]);
    }
    diffable_lua_own(&source->object, diffable_data_source_new());
    bool has_cells = false, has_supplementary = false;
    if (has_options) {
        keep_handlers(L, index);
        has_cells = keep_cells(L, index);
        has_cells = keep_function(L, index, "cell", DIFFABLE_LUA_SOURCE_CELL) || has_cells;
        has_supplementary = keep_supplementary(L, index);
        diffable_row_animation animation;
        if (diffable_lua_push_option(L, 1, "default_row_animation", LUA_TSTRING)) {
            if (!diffable_lua_to_animation(L, -1, &animation)) {
                diffable_lua_refuse(L, "option \"default_row_animation\": %s", diffable_lua_push_animation_message(L, -1));
            }
            diffable_data_source_set_default_row_animation(source->object.engine, animation, NULL);
        }
    }
    keep_view(L, index);
    connect(L, source, index, has_cells, has_supplementary);
    lua_settop(L, index);
    return 1;
}

static int close_source(lua_State *L)
{
    const diffable_lua_source *source = (const diffable_lua_source *)diffable_lua_check_object(L, 1, type);
    if (source->busy) {
        return diffable_lua_refuse(L, "the data source is in use; close it when its callback is over");
    }
    return diffable_lua_close(L, type);
}

/* During a call only where os.exit closes the whole state in a callback: then nothing returns to that call. */
static int collect_source(lua_State *L)
{
    return diffable_lua_close(L, type);
}

static int index_source(lua_State *L)
{
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, METHOD_TABLE) != LUA_TNIL) {
        return 1;
    }
    if (diffable_lua_is_string(L, 2, "default_row_animation")) {
        lua_pushstring(L, diffable_row_animation_name(diffable_data_source_default_row_animation(diffable_lua_check_source(L, 1))));
    } else if (diffable_lua_is_handler(L, 2)) {
        diffable_lua_check_source(L, 1);
        lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_HANDLERS);
        lua_pushvalue(L, 2);
        lua_rawget(L, -2);
    } else {
        lua_pushvalue(L, 2);
        lua_gettable(L, METHOD_TABLE); /* raises */
    }
    return 1;
}

static int set_handler(lua_State *L)
{
    if (!lua_isnil(L, 3) && lua_type(L, 3) != LUA_TFUNCTION) {
        return diffable_lua_refuse(L, "field \"%s\": function or nil expected, got %s", lua_tostring(L, 2), luaL_typename(L, 3));
    }
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_HANDLERS);
    lua_insert(L, 2);
    lua_rawset(L, 2);
    return 0;
}

/* The names of all fields: the handlers and the animation. */
enum { FIELDS = 16 };
static void list_fields(const char *fields[FIELDS])
{
    const char *const *handler = diffable_lua_handler_names;
    while (*handler != NULL) {
        *fields++ = *handler++;
    }
    *fields++ = "default_row_animation";
    *fields = NULL;
}

static int set_field(lua_State *L)
{
    diffable_data_source *engine = diffable_lua_check_source(L, 1);
    if (diffable_lua_is_handler(L, 2)) {
        return set_handler(L);
    }
    if (!diffable_lua_is_string(L, 2, "default_row_animation")) {
        lua_settop(L, 3);
        const char *fields[FIELDS];
        list_fields(fields);
        diffable_lua_push_names(L, fields);
        return diffable_lua_refuse(L, "%s", diffable_lua_push_unknown(L, "a data source has no field to set", 2, 4, NULL));
    }
    diffable_row_animation animation;
    if (!diffable_lua_to_animation(L, 3, &animation)) {
        return diffable_lua_refuse(L, "field \"default_row_animation\": %s", diffable_lua_push_animation_message(L, 3));
    }
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_set_default_row_animation(engine, animation, &error);
    return diffable_lua_check_status(L, status, error);
}

static int to_string(lua_State *L)
{
    const diffable_lua_object *source = diffable_lua_check_object(L, 1, type);
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

/* Look-ups */

/* Pushes a snapshot of the current list with its contents. */
static int snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    diffable_lua_object *result = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_own(result, diffable_data_source_snapshot(diffable_lua_check_source(L, 1)));
    diffable_lua_push_source_contents(L, 1, result->engine);
    lua_setiuservalue(L, 2, DIFFABLE_LUA_CONTENTS);
    return 1;
}

/* Pushes an empty snapshot that shares identifiers and contents with the source. */
static int new_snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_CONTENTS);
    diffable_lua_object *result = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 2);
    diffable_lua_own(result, diffable_data_source_new_snapshot(diffable_lua_check_source(L, 1)));
    return 1;
}

/* Pushes the tree of a section with its contents. */
static int section_snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_check_id(L, 2);
    lua_settop(L, 2);
    diffable_lua_object *result = diffable_lua_push_object(L, &diffable_lua_section_snapshot_type, 0);
    const diffable_data_source *engine = diffable_lua_check_source(L, 1);
    diffable_lua_own(result, diffable_data_source_section_snapshot(engine, diffable_lua_check_id(L, 2)));
    diffable_lua_push_tree_contents(L, 1, result->engine);
    lua_setiuservalue(L, 3, DIFFABLE_LUA_CONTENTS);
    return 1;
}

static int item_at(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    diffable_lua_push_id(L, diffable_data_source_item_at(diffable_lua_check_source(L, 1), path));
    return 1;
}

static int index_path_of_item(lua_State *L)
{
    const diffable_data_source *source = diffable_lua_check_source(L, 1);
    diffable_lua_push_index_path(L, diffable_data_source_index_path_of_item(source, diffable_lua_check_id(L, 2)));
    return 1;
}

static int section_at(lua_State *L)
{
    const diffable_data_source *source = diffable_lua_check_source(L, 1);
    ptrdiff_t index = diffable_lua_index_from_lua(diffable_lua_check_integer(L, 2));
    diffable_lua_push_id(L, index < 0 ? diffable_id_none() : diffable_data_source_section_at(source, (size_t)index));
    return 1;
}

static int index_of_section(lua_State *L)
{
    const diffable_data_source *source = diffable_lua_check_source(L, 1);
    diffable_lua_push_index(L, diffable_data_source_index_of_section(source, diffable_lua_check_id(L, 2)));
    return 1;
}

static int item(lua_State *L)
{
    const diffable_data_source *engine = diffable_lua_check_source(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_data_source_index_path_of_item(engine, id).section < 0) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_source_content(L, 1, diffable_data_source_revision_of_item(engine, id), id);
    }
    return 1;
}

static int section(lua_State *L)
{
    const diffable_data_source *engine = diffable_lua_check_source(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_data_source_index_of_section(engine, id) < 0) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_source_content(L, 1, diffable_data_source_revision_of_section(engine, id), id);
    }
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", collect_source },
    { "__close", close_source },
    { "__newindex", set_field },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "close", close_source },
    { "snapshot", snapshot },
    { "new_snapshot", new_snapshot },
    { "section_snapshot", section_snapshot },
    { "item_at", item_at },
    { "index_path_of_item", index_path_of_item },
    { "section_at", section_at },
    { "index_of_section", index_of_section },
    { "item", item },
    { "section", section },
    { "apply", diffable_lua_source_apply },
    { "apply_using_reload_data", diffable_lua_source_apply_using_reload_data },
    { "apply_section", diffable_lua_source_apply_section },
    { "toggle_item", diffable_lua_source_toggle_item },
    { "reorder_item", diffable_lua_source_reorder_item },
    { "on_apply", diffable_lua_source_on_apply },
    { "last_transaction", diffable_lua_source_last_transaction },
    { "cell_at", diffable_lua_source_cell_at },
    { "supplementary_cell", diffable_lua_source_supplementary_cell },
    { "render", diffable_lua_source_render },
    { NULL, NULL },
};

void diffable_lua_open_sources(lua_State *L)
{
    const char *fields[FIELDS];
    list_fields(fields);
    const diffable_lua_members members = { "data source", methods, fields };
    diffable_lua_new_type(L, diffable_lua_source_name, metamethods, &members, index_source);
}
