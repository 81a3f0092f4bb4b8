/*
 * The options of diffable.data_source, which are also fields of the data source. This file checks, sets and reads them.
 * A function named set_... sets a field to the value at VALUE. A value from the table of options is never nil.
 */
#include <string.h>

#include "sources.h"

/*
 * The stack of the functions below. OWNER is the table of options, or the data source whose field is set. Messages say
 * "option" in the first case, and "field" in the second.
 */
enum { OWNER = 1, SOURCE, NAME, VALUE };

const char *const diffable_lua_source_fields[] = {
    "key",
    "cells",
    "cell",
    "supplementary",
    "header",
    "footer",
    "default_row_animation",
    "refreshes_headers",
    "strict",
    "name",
    "view",
    "should_expand_item",
    "will_expand_item",
    "should_collapse_item",
    "will_collapse_item",
    "snapshot_for_expanding_parent",
    "can_reorder_item",
    "will_reorder",
    "did_reorder",
    NULL,
};

bool diffable_lua_is_source_field(lua_State *L, int name)
{
    const char *const *known = diffable_lua_source_fields;
    while (*known != NULL && !diffable_lua_is_string(L, name, *known)) {
        known += 1;
    }
    return *known != NULL;
}

/* Raises for a value that a field cannot have. */
static int refuse(lua_State *L, const char *name, const char *message)
{
    return diffable_lua_refuse(L, "%s \"%s\": %s", lua_istable(L, OWNER) ? "option" : "field", name, message);
}

/*
 * Raises for `function source:cell(item)`: providers and handlers are called without the data source before their first
 * argument.
 */
static void refuse_method(lua_State *L, const char *name)
{
    static const char *const first_arguments[] = { "item", "section", "transaction" };
    const char *first = diffable_lua_parameter_name(L, VALUE, 1), *second = diffable_lua_parameter_name(L, VALUE, 2);
    for (size_t i = 0; first != NULL && second != NULL && i < sizeof first_arguments / sizeof *first_arguments;
        i += 1) {
        if (strcmp(first, "self") == 0 && strcmp(second, first_arguments[i]) == 0) {
            refuse(L, name,
                lua_pushfstring(L,
                    "a function with %s as its first parameter expected, got one with self before it; define it with a "
                    "dot, as in "
                    "function source.%s(%s), and pass a method as function(...) return object:%s(...) end",
                    second, name, second, name));
        }
    }
}

/* Raises if the value at VALUE is neither nil nor of the type. Returns whether it is not nil. */
static bool check_value(lua_State *L, const char *name, int type)
{
    if (type == LUA_TFUNCTION) {
        refuse_method(L, name);
    }
    bool has_value = !lua_isnil(L, VALUE);
    if (has_value && !diffable_lua_has_type(L, VALUE, type)) {
        const char *or_nil = lua_istable(L, OWNER) ? "" : " or nil";
        refuse(L, name,
            lua_pushfstring(L, "%s%s expected, got %s", lua_typename(L, type), or_nil, luaL_typename(L, VALUE)));
    }
    return has_value;
}

/*
 * Providers. The engine gets a callback only if a provider is set. The callback looks up the Lua function each time it
 * runs.
 */

static void connect_providers(lua_State *L)
{
    static const int user_values[] = { DIFFABLE_LUA_SOURCE_CELL, DIFFABLE_LUA_SOURCE_CELLS,
        DIFFABLE_LUA_SOURCE_SUPPLEMENTARY };
    bool is_set[3];
    for (int i = 0; i < 3; i += 1) {
        is_set[i] = lua_getiuservalue(L, SOURCE, user_values[i]) != LUA_TNIL;
        lua_pop(L, 1);
    }
    diffable_lua_set_providers(lua_touserdata(L, SOURCE), is_set[0] || is_set[1], is_set[2]);
}

/* Pushes a checked copy of the table at VALUE, which maps kinds to providers; nil if there is none. */
static void push_providers(lua_State *L, const char *name, bool strings_only)
{
    if (!check_value(L, name, LUA_TTABLE)) {
        lua_pushnil(L);
        return;
    }
    lua_newtable(L);
    int copy = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, VALUE) != 0) {
        if (strings_only && lua_type(L, -2) != LUA_TSTRING) {
            refuse(L, name, lua_pushfstring(L, "string expected as a kind, got %s", luaL_typename(L, -2)));
        }
        if (!diffable_lua_has_type(L, -1, LUA_TFUNCTION)) {
            const char *got = luaL_typename(L, -1);
            lua_pushvalue(L, -2);
            const char *kind = diffable_lua_push_escaped(L, -1);
            refuse(L, name, lua_pushfstring(L, "function expected for kind \"%s\", got %s", kind, got));
        }
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, copy);
    }
}

static void set_cells(lua_State *L, const char *name)
{
    push_providers(L, name, false);
    if (lua_istable(L, VALUE) && lua_rawlen(L, VALUE) == 1) {
        refuse(L, name,
            "table from kinds to functions expected, got a list of one; \"cell\" is the provider of all other items");
    }
    lua_setiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CELLS);
    connect_providers(L);
}

static void set_cell(lua_State *L, const char *name)
{
    check_value(L, name, LUA_TFUNCTION);
    lua_pushvalue(L, VALUE);
    lua_setiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CELL);
    connect_providers(L);
}

static void set_supplementary(lua_State *L, const char *name)
{
    push_providers(L, name, true);
    lua_setiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY);
    connect_providers(L);
}

/* `header` and `footer` are short for supplementary.header and supplementary.footer. */
static void set_edge(lua_State *L, const char *name)
{
    check_value(L, name, LUA_TFUNCTION);
    if (lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY);
        connect_providers(L);
    }
    lua_pushvalue(L, NAME);
    if (lua_istable(L, OWNER) && lua_rawget(L, -2) != LUA_TNIL) {
        refuse(L, name, lua_pushfstring(L, "\"supplementary\" has a %s as well; leave out one of the two", name));
    }
    lua_settop(L, VALUE);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY);
    lua_insert(L, NAME);
    lua_rawset(L, NAME);
}

/* Other fields */

static void set_animation(lua_State *L, const char *name)
{
    diffable_row_animation animation;
    if (lua_istable(L, OWNER)) {
        check_value(L, name, LUA_TSTRING);
    }
    if (!diffable_lua_to_animation(L, VALUE, &animation)) {
        refuse(L, name, diffable_lua_push_animation_message(L, VALUE));
    }
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_set_default_row_animation(
        diffable_lua_check_source(L, SOURCE), animation, &error);
    diffable_lua_check_status(L, status, error);
}

/* Returns the boolean at VALUE. */
static bool check_boolean(lua_State *L, const char *name)
{
    if (lua_type(L, VALUE) != LUA_TBOOLEAN) {
        refuse(L, name, lua_pushfstring(L, "boolean expected, got %s", luaL_typename(L, VALUE)));
    }
    return lua_toboolean(L, VALUE);
}

static void set_refreshes_headers(lua_State *L, const char *name)
{
    bool refreshes_headers = check_boolean(L, name);
    diffable_data_source_set_refreshes_headers(diffable_lua_check_source(L, SOURCE), refreshes_headers);
}

static void set_strict(lua_State *L, const char *name)
{
    diffable_lua_source *source = lua_touserdata(L, SOURCE);
    source->is_strict = check_boolean(L, name);
    diffable_data_source_set_strict(diffable_lua_check_source(L, SOURCE), source->is_strict);
}

static void set_name(lua_State *L, const char *name)
{
    size_t size = 0;
    const char *text = check_value(L, name, LUA_TSTRING) ? lua_tolstring(L, VALUE, &size) : NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_set_name(diffable_lua_check_source(L, SOURCE), text, size, &error);
    diffable_lua_check_status(L, status, error);
}

/*
 * The view cannot be replaced during a call into the source, because the current view has a pointer to that call; see
 * callbacks.c.
 */
static void set_view(lua_State *L, const char *name)
{
    const diffable_lua_source *source = lua_touserdata(L, SOURCE);
    const char *message = lua_isnil(L, VALUE) ? NULL : diffable_lua_push_view_error(L, VALUE);
    if (message != NULL) {
        refuse(L, name, message);
    }
    bool is_used = source->call != NULL || diffable_data_source_is_applying(source->object.engine);
    if (is_used || source->is_shown_by_run) {
        refuse(L, name,
            is_used ? "the data source is in use; set it when its callback is over"
                    : "diffable.run shows the data source; set it afterwards");
    }
    const diffable_lua_view *view = lua_touserdata(L, VALUE);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_set_view(
        diffable_lua_check_source(L, SOURCE), view == NULL ? NULL : view->object.engine, &error);
    diffable_lua_check_status(L, status, error);
    if (view == NULL) {
        lua_pushnil(L);
    } else {
        lua_pushvalue(L, VALUE);
    }
    lua_setiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_VIEW);
}

static void set_handler(lua_State *L, const char *name)
{
    check_value(L, name, LUA_TFUNCTION);
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_HANDLERS);
    lua_pushvalue(L, VALUE);
    lua_setfield(L, -2, name);
    if (strcmp(name, "can_reorder_item") == 0) {
        diffable_lua_set_drag_handlers(lua_touserdata(L, SOURCE), !lua_isnil(L, VALUE));
    } else if (strcmp(name, "snapshot_for_expanding_parent") == 0) {
        diffable_lua_set_tree_handlers(lua_touserdata(L, SOURCE), !lua_isnil(L, VALUE));
    }
}

static void set_key(lua_State *L, const char *name)
{
    if (!lua_istable(L, OWNER)) {
        refuse(L, name, "it cannot be set later; give it to diffable.data_source");
    }
    const char *message = diffable_lua_push_new_key(L, VALUE);
    if (message != NULL) {
        refuse(L, name, message);
    }
    lua_setiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_KEY);
}

/* All fields */

/* The fields that are not handlers. If `user_value` is not 0, the field is read from that user value. */
static const struct field {
    const char *name;
    void (*set)(lua_State *L, const char *name);
    int user_value;
} others[] = {
    { "key", set_key, 0 },
    { "cells", set_cells, DIFFABLE_LUA_SOURCE_CELLS },
    { "cell", set_cell, DIFFABLE_LUA_SOURCE_CELL },
    { "supplementary", set_supplementary, DIFFABLE_LUA_SOURCE_SUPPLEMENTARY },
    { "header", set_edge, 0 },
    { "footer", set_edge, 0 },
    { "default_row_animation", set_animation, 0 },
    { "refreshes_headers", set_refreshes_headers, 0 },
    { "strict", set_strict, 0 },
    { "name", set_name, 0 },
    { "view", set_view, DIFFABLE_LUA_SOURCE_VIEW },
    { NULL, set_handler, 0 },
};

static const struct field *field_at(lua_State *L, int name)
{
    const struct field *field = others;
    while (field->name != NULL && !diffable_lua_is_string(L, name, field->name)) {
        field += 1;
    }
    return field;
}

void diffable_lua_set_source_options(lua_State *L)
{
    for (const char *const *name = diffable_lua_source_fields; *name != NULL; name += 1) {
        lua_settop(L, SOURCE);
        lua_pushstring(L, *name);
        lua_pushvalue(L, NAME);
        if (lua_rawget(L, OWNER) != LUA_TNIL) {
            field_at(L, NAME)->set(L, *name);
        }
    }
    lua_settop(L, SOURCE);
}

int diffable_lua_set_source_field(lua_State *L)
{
    lua_pushvalue(L, OWNER);
    lua_insert(L, SOURCE);
    field_at(L, NAME)->set(L, lua_tostring(L, NAME));
    return 0;
}

int diffable_lua_push_source_field(lua_State *L)
{
    const struct field *field = field_at(L, 2);
    if (field->set == set_animation) {
        lua_pushstring(L,
            diffable_row_animation_name(diffable_data_source_default_row_animation(diffable_lua_check_source(L, 1))));
    } else if (field->set == set_refreshes_headers) {
        lua_pushboolean(L, diffable_data_source_refreshes_headers(diffable_lua_check_source(L, 1)));
    } else if (field->set == set_strict) {
        lua_pushboolean(L, ((const diffable_lua_source *)lua_touserdata(L, 1))->is_strict);
    } else if (field->set == set_name) {
        diffable_bytes name = diffable_data_source_name(diffable_lua_check_source(L, 1));
        if (name.size == 0) {
            lua_pushnil(L);
        } else {
            lua_pushlstring(L, name.data, name.size);
        }
    } else if (field->set == set_key) {
        diffable_lua_push_key_value(L, 1);
    } else if (field->user_value != 0) {
        lua_getiuservalue(L, 1, field->user_value);
    } else if (lua_getiuservalue(
                   L, 1, field->name != NULL ? DIFFABLE_LUA_SOURCE_SUPPLEMENTARY : DIFFABLE_LUA_SOURCE_HANDLERS)
        == LUA_TTABLE) {
        lua_pushvalue(L, 2);
        lua_rawget(L, -2);
    }
    return 1;
}
