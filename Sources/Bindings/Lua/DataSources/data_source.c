/* The type `diffable.data_source`: its constructor, its fields and methods, and its look-ups in the current list. */
#include "sources.h"

static const diffable_lua_type *const type = &diffable_lua_source_type;

/* Shows the list in the default view. */
static void set_default_view(lua_State *L, diffable_lua_source *source, int index)
{
    diffable_lua_push_default_view(L);
    const char *message = diffable_lua_push_view_error(L, lua_gettop(L));
    if (message != NULL) {
        diffable_lua_refuse(L, "the default view: %s", message);
    }
    const diffable_lua_view *view = lua_touserdata(L, -1);
    if (view != NULL) {
        diffable_error *error = NULL;
        diffable_status status = diffable_data_source_set_view(source->object.engine, view->object.engine, &error);
        diffable_lua_check_status(L, status, error);
        lua_setiuservalue(L, index, DIFFABLE_LUA_SOURCE_VIEW);
    }
}

static const char strict_key; /* the registry key of a boolean: whether new data sources are strict */

/* diffable.strict(is_strict) */
int diffable_lua_set_strict(lua_State *L)
{
    diffable_lua_check_type(L, 1, LUA_TBOOLEAN);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &strict_key);
    return 0;
}

/* Raises for names that belong to another call, such as `on_key`, which is an option of diffable.run. */
static void refuse_options(lua_State *L)
{
    lua_pushnil(L);
    while (lua_type(L, 1) == LUA_TTABLE && lua_next(L, 1) != 0) {
        const char *hint = diffable_lua_push_option_hint(L, lua_gettop(L) - 1);
        if (hint != NULL) {
            diffable_lua_refuse(L, "unknown option %s", hint);
        }
        lua_pop(L, 1);
    }
    lua_settop(L, 1);
}

/*
 * Raises if the script has set diffable.strict to a boolean, which replaced the function. The last upvalue of each
 * function of the module is the table of the module.
 */
static void refuse_assigned_strict(lua_State *L)
{
    lua_getfield(L, lua_upvalueindex(DIFFABLE_LUA_UPVALUES + 2), "strict");
    if (lua_type(L, -1) == LUA_TBOOLEAN) {
        diffable_lua_refuse(L, "diffable.strict is a function, and was set to a boolean; call diffable.strict(%s)",
            lua_toboolean(L, -1) ? "true" : "false");
    }
    lua_pop(L, 1);
}

/* diffable.data_source{ ... }; the options are the fields of a data source that can be set */
int diffable_lua_source_new(lua_State *L)
{
    refuse_assigned_strict(L);
    lua_settop(L, 1);
    refuse_options(L);
    bool has_options = diffable_lua_check_options(L, 1, diffable_lua_source_fields);
    diffable_lua_source *source = diffable_lua_push_source(L);
    diffable_lua_attach_engine(&source->object, diffable_data_source_new());
    lua_pushliteral(L, "view");
    diffable_lua_finish_source(L, has_options && lua_rawget(L, 1) != LUA_TNIL);
    return 1;
}

diffable_lua_source *diffable_lua_push_source(lua_State *L)
{
    diffable_lua_source *source = (diffable_lua_source *)diffable_lua_push_object(L, type, 0);
    int index = lua_gettop(L);
    source->innermost = diffable_lua_innermost_call(L);
    static const int tables[] = { DIFFABLE_LUA_SOURCE_OBSERVERS, DIFFABLE_LUA_SOURCE_HANDLERS };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i += 1) {
        lua_newtable(L);
        lua_setiuservalue(L, index, tables[i]);
    }
    return source;
}

void diffable_lua_finish_source(lua_State *L, bool has_view)
{
    enum { OPTIONS = 1, SOURCE };
    diffable_lua_source *source = lua_touserdata(L, SOURCE);
    diffable_lua_set_tree_handlers(source, false);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &strict_key);
    source->is_strict = lua_toboolean(L, -1);
    diffable_data_source_set_strict(source->object.engine, source->is_strict);
    if (!has_view) {
        set_default_view(L, source, SOURCE);
    }
    if (lua_istable(L, OPTIONS)) {
        diffable_lua_set_source_options(L);
    }
    lua_settop(L, SOURCE);
}

/* Disconnects the source at 1 from its origins. Creates no Lua object. */
static void leave_origins(lua_State *L)
{
    int top = lua_gettop(L);
    if (lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_ORIGINS) == LUA_TTABLE) {
        for (lua_Integer i = 1; lua_rawgeti(L, top + 1, i) == LUA_TUSERDATA; i += 1) {
            if (lua_getiuservalue(L, -1, DIFFABLE_LUA_SOURCE_DERIVED) == LUA_TTABLE) {
                lua_pushnil(L);
                lua_rawsetp(L, -2, lua_touserdata(L, 1));
            }
            lua_settop(L, top + 1);
        }
    }
    lua_settop(L, top);
}

static int close_source(lua_State *L)
{
    const diffable_lua_source *source = (const diffable_lua_source *)diffable_lua_check_object(L, 1, type);
    if (source->call != NULL || diffable_data_source_is_applying(source->object.engine)) {
        return diffable_lua_refuse(L, "the data source is in use; close it when its callback is over");
    }
    leave_origins(L);
    return diffable_lua_close(L, type);
}

/*
 * Unlike close_source, does not check whether a call is running. A data source is collected during a call only if
 * os.exit closes the state in a callback, and then that call never continues.
 */
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
    if (!diffable_lua_is_source_field(L, 2)) {
        lua_pushvalue(L, 2);
        lua_gettable(L, METHOD_TABLE); /* raises */
    }
    diffable_lua_check_source(L, 1);
    return diffable_lua_push_source_field(L);
}

static int set_field(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    if (!diffable_lua_is_source_field(L, 2)) {
        diffable_lua_push_methods(L, diffable_lua_source_name);
        lua_pushvalue(L, 2);
        if (lua_rawget(L, -2) != LUA_TNIL) {
            const char *name = lua_tostring(L, 2);
            return diffable_lua_refuse(
                L, "a data source has no field to set \"%s\"; it is a method, as in source:%s(...)", name, name);
        }
        lua_settop(L, 3);
        const char *hint = diffable_lua_push_option_hint(L, 2);
        if (hint != NULL) {
            return diffable_lua_refuse(L, "a data source has no field to set %s", hint);
        }
        diffable_lua_push_names(L, diffable_lua_source_fields);
        return diffable_lua_refuse(
            L, "%s", diffable_lua_push_unknown(L, "a data source has no field to set", 2, 4, NULL));
    }
    return diffable_lua_set_source_field(L);
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
    lua_Integer items = (lua_Integer)diffable_snapshot_number_of_items(snapshot, NULL);
    diffable_snapshot_free(snapshot);
    lua_pushfstring(L, "data source (%I %s, %I %s)", sections, sections == 1 ? "section" : "sections", items,
        items == 1 ? "item" : "items");
    return 1;
}

/* Look-ups */

static int snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    diffable_lua_object *result = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_share_key(L, 1, -1);
    diffable_lua_share_kept(L, 1, -1);
    diffable_lua_attach_engine(result, diffable_data_source_snapshot(diffable_lua_check_source(L, 1)));
    return 1;
}

static int last_transaction(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_LAST_TRANSACTION);
    return 1;
}

/* Pushes an empty snapshot that shares identifiers with the source. */
static int new_snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    diffable_lua_object *result = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_share_key(L, 1, -1);
    diffable_lua_share_kept(L, 1, -1);
    diffable_lua_attach_engine(result, diffable_data_source_new_snapshot(diffable_lua_check_source(L, 1)));
    return 1;
}

/*
 * Pushes a snapshot of the current list. The caller reads the snapshot, and then releases it. The caller must not read
 * from the data source instead: creating Lua objects may run finalizers, and these may apply another list.
 */
static diffable_lua_object *push_current(lua_State *L)
{
    diffable_lua_object *list = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_attach_engine(list, diffable_data_source_snapshot(diffable_lua_check_source(L, 1)));
    return list;
}

static int section_snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_check_id(L, 2);
    lua_settop(L, 2);
    diffable_lua_object *result = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_share_key(L, 1, -1);
    diffable_lua_share_kept(L, 1, -1);
    diffable_lua_object *list = push_current(L);
    diffable_lua_attach_engine(result, diffable_snapshot_section_snapshot(list->engine, diffable_lua_check_id(L, 2)));
    diffable_lua_release(L, list);
    if (result->engine == NULL) {
        return diffable_lua_refuse_unknown(L, "section", diffable_lua_check_id(L, 2));
    }
    lua_settop(L, 3);
    return 1;
}

static int item_at(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    diffable_lua_object *list = push_current(L);
    diffable_lua_push_id(L, diffable_snapshot_item_at(list->engine, path));
    diffable_lua_release(L, list);
    return 1;
}

static int index_path_of_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    diffable_lua_check_source(L, 1);
    diffable_lua_check_id(L, 2);
    diffable_lua_object *list = push_current(L);
    diffable_index_path path = diffable_snapshot_index_path_of_item(list->engine, diffable_lua_check_id(L, 2));
    diffable_lua_release(L, list);
    if (path.section < 0) {
        diffable_lua_refuse_if_absent_look_alike(L, 2);
    }
    diffable_lua_push_index_path(L, path);
    return 1;
}

static int section_at(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    ptrdiff_t index = diffable_lua_index_from_lua(diffable_lua_check_integer(L, 2));
    diffable_lua_object *list = push_current(L);
    diffable_lua_push_id(L, index < 0 ? (diffable_id){ 0 } : diffable_snapshot_section_at(list->engine, (size_t)index));
    diffable_lua_release(L, list);
    return 1;
}

static int index_of_section(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_check_id(L, 2);
    diffable_lua_object *list = push_current(L);
    ptrdiff_t index = diffable_snapshot_index_of_section(list->engine, diffable_lua_check_id(L, 2));
    diffable_lua_release(L, list);
    if (index < 0) {
        diffable_lua_refuse_if_look_alike(L, "section", diffable_lua_check_id(L, 2));
    }
    diffable_lua_push_index(L, index);
    return 1;
}

static int item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    diffable_lua_check_source(L, 1);
    diffable_lua_check_id(L, 2);
    diffable_lua_object *list = push_current(L);
    diffable_id id = diffable_lua_check_id(L, 2);
    bool is_there = diffable_snapshot_contains_item(list->engine, id);
    if (is_there) {
        diffable_lua_push_content(L, diffable_snapshot_item_content(list->engine, id), id, DIFFABLE_LUA_ITEMS);
    }
    diffable_lua_release(L, list);
    if (!is_there) {
        diffable_lua_refuse_if_look_alike(L, "item", id);
        lua_pushnil(L);
    }
    return 1;
}

static int section(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_check_id(L, 2);
    diffable_lua_object *list = push_current(L);
    diffable_id id = diffable_lua_check_id(L, 2);
    bool is_there = diffable_lua_contains_section(list->engine, id);
    if (is_there) {
        diffable_lua_push_content(L, diffable_snapshot_section_content(list->engine, id), id, DIFFABLE_LUA_SECTIONS);
    }
    diffable_lua_release(L, list);
    if (!is_there) {
        diffable_lua_refuse_if_look_alike(L, "section", id);
        lua_pushnil(L);
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

static const diffable_lua_function methods[] = {
    { "close", close_source, 0, 0, NULL },
    { "snapshot", snapshot, 0, 0, NULL },
    { "new_snapshot", new_snapshot, 0, 0, NULL },
    { "section_snapshot", section_snapshot, 1, 0, NULL },
    { "item_at", item_at, 1, 0, "an index path is one table, such as { section = 1, item = 2 }" },
    { "index_path_of_item", index_path_of_item, 1, 0, NULL },
    { "section_at", section_at, 1, 0, NULL },
    { "index_of_section", index_of_section, 1, 0, NULL },
    { "item", item, 1, 0, NULL },
    { "section", section, 1, 0, NULL },
    { "apply", diffable_lua_source_apply, 2, 1, "no options" },
    { "apply_using_reload_data", diffable_lua_source_apply_using_reload_data, 2, 1, "no options" },
    { "apply_section", diffable_lua_source_apply_section, 3, 1, "no options" },
    { "toggle_item", diffable_lua_source_toggle_item, 1, 0, NULL },
    { "reorder_item", diffable_lua_source_reorder_item, 2, 0,
        "an index path is one table, such as { section = 1, item = 2 }" },
    { "on_apply", diffable_lua_source_on_apply, 1, 0, NULL },
    { "last_transaction", last_transaction, 0, 0, NULL },
    { "cell_at", diffable_lua_source_cell_at, 1, 0, "an index path is one table, such as { section = 1, item = 2 }" },
    { "supplementary_cell", diffable_lua_source_supplementary_cell, 2, 0, NULL },
    { "render", diffable_lua_source_render, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_sources(lua_State *L)
{
    static const diffable_lua_members members = { "data source", methods, diffable_lua_source_fields };
    diffable_lua_new_type(L, diffable_lua_source_name, metamethods, &members, index_source);
}
