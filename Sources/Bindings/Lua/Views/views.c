/* The type `diffable.view`, the functions that make a view, and the default view of data sources. */
#include "../DataSources/sources.h"

#define DEFAULT_VIEW "diffable.default_view"

enum { WRITE = 1 };

static const diffable_lua_type *const type = &diffable_lua_view_type;

/* (request, view) */
static int call_writer(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, 1);
    lua_getiuservalue(L, 2, WRITE);
    lua_pushlstring(L, request->bytes, request->size);
    lua_call(L, 1, 0);
    return 0;
}

/*
 * `user_data` is the diffable_lua_view. It still exists, because the data source that writes has a reference to it. A
 * closed view keeps its function, because data sources that show it still write.
 */
static diffable_status write_text(const char *bytes, size_t size, void *user_data)
{
    const diffable_lua_view *view = user_data;
    diffable_lua_request request = { .kind = DIFFABLE_LUA_WRITER, .bytes = bytes, .size = size };
    return diffable_lua_run_view(view, call_writer, &request);
}

/*
 * Pushes a view that keeps the function of the option `write`. Stores the engine's writer in `writer`, or NULL for a
 * view on standard output.
 */
static diffable_lua_view *push_view(lua_State *L, bool has_options, diffable_writer_fn *writer)
{
    bool has_writer = has_options && diffable_lua_push_option(L, 1, "write", LUA_TFUNCTION);
    *writer = has_writer ? write_text : NULL;
    diffable_lua_view *view = (diffable_lua_view *)diffable_lua_push_object(L, type, has_writer ? lua_gettop(L) : 0);
    view->innermost = diffable_lua_innermost_call(L);
    diffable_lua_note_subject(L, -1);
    return view;
}

/* Stores the engine object of the view on top of the stack. Returns 1, or raises. */
static int finish_view(
    lua_State *L, diffable_lua_view *view, diffable_view *engine, diffable_status status, diffable_error *error)
{
    diffable_lua_attach_engine(&view->object, engine);
    diffable_lua_check_status(L, status, error);
    return 1;
}

/* Reads an option. `expected` describes its values in an error message. */
static void read_size(lua_State *L, const char *name, const char *expected, size_t *size)
{
    if (diffable_lua_push_option(L, 1, name, LUA_TNUMBER)) {
        int exact;
        lua_Integer number = lua_tointegerx(L, -1, &exact);
        if (!exact || number < 0) {
            diffable_lua_refuse(L, "option \"%s\": %s expected, got %s", name, expected, luaL_tolstring(L, -1, NULL));
        }
        *size = (size_t)number;
    }
}

static void read_width(lua_State *L, size_t *width)
{
    enum { LEAST = 20, MOST = 1000 };
    read_size(L, "width", "integer from 20 to 1,000", width);
    bool has_width = lua_type(L, -1) == LUA_TNUMBER;
    if (has_width && (*width < LEAST || *width > MOST)) {
        diffable_lua_refuse(L, "option \"width\": 20 to 1,000 columns expected, got %s", luaL_tolstring(L, -1, NULL));
    }
}

/* In Lua, 0 means no rows. In C, -1 does, and 0 is the default. */
static void read_context(lua_State *L, ptrdiff_t *context)
{
    size_t rows = SIZE_MAX;
    read_size(L, "context", "integer of at least 0", &rows);
    if (rows != SIZE_MAX) {
        *context = rows == 0 ? -1 : rows > PTRDIFF_MAX ? PTRDIFF_MAX : (ptrdiff_t)rows;
    }
}

static bool read_flag(lua_State *L, const char *name)
{
    return diffable_lua_push_option(L, 1, name, LUA_TBOOLEAN) && lua_toboolean(L, -1);
}

static void read_color(lua_State *L, diffable_color *color)
{
    static const char *const names[] = { "auto", "always", "never" }; /* in the order of diffable_color */
    if (!diffable_lua_push_option(L, 1, "color", LUA_TSTRING)) {
        return;
    }
    for (int i = 0; i < 3; i += 1) {
        if (diffable_lua_is_string(L, -1, names[i])) {
            *color = (diffable_color)i;
            return;
        }
    }
    size_t size;
    const char *name = lua_tolstring(L, -1, &size);
    diffable_lua_push_quoted(L, name, size);
    diffable_lua_refuse(L, "option \"color\": \"auto\", \"always\" or \"never\" expected, got %s", lua_tostring(L, -1));
}

/* diffable.text_view{ width = 60, context = 6, color = "auto", shows_old = false, write = function(text) end } */
int diffable_lua_text_view_new(lua_State *L)
{
    static const char *const names[] = { "width", "context", "color", "shows_old", "write", NULL };
    lua_settop(L, 1);
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    bool has_options = diffable_lua_check_options(L, 1, names);
    if (has_options) {
        read_width(L, &options.width);
        read_context(L, &options.context);
        read_color(L, &options.color);
        options.shows_old = read_flag(L, "shows_old");
    }
    diffable_writer_fn writer;
    diffable_lua_view *view = push_view(L, has_options, &writer);
    diffable_view *engine = NULL;
    diffable_error *error = NULL;
    diffable_status status = writer == NULL ? diffable_stdout_text_view_new(&options, &engine, &error)
                                            : diffable_text_view_new(&options, writer, view, NULL, &engine, &error);
    return finish_view(L, view, engine, status, error);
}

/* diffable.ndjson_view{ shows_old = false, write = function(text) end } */
int diffable_lua_ndjson_view_new(lua_State *L)
{
    static const char *const names[] = { "shows_old", "write", NULL };
    lua_settop(L, 1);
    diffable_ndjson_view_options options = DIFFABLE_NDJSON_VIEW_OPTIONS_INIT;
    bool has_options = diffable_lua_check_options(L, 1, names);
    options.shows_old = has_options && read_flag(L, "shows_old");
    diffable_writer_fn writer;
    diffable_lua_view *view = push_view(L, has_options, &writer);
    diffable_view *engine = NULL;
    diffable_error *error = NULL;
    diffable_status status = writer == NULL ? diffable_stdout_ndjson_view_new(&options, &engine, &error)
                                            : diffable_ndjson_view_new(&options, writer, view, NULL, &engine, &error);
    return finish_view(L, view, engine, status, error);
}

const char *diffable_lua_push_view_error(lua_State *L, int index)
{
    if (lua_isboolean(L, index) && !lua_toboolean(L, index)) {
        return NULL;
    }
    const diffable_lua_view *view = luaL_testudata(L, index, diffable_lua_view_name);
    if (view == NULL) {
        return lua_pushfstring(L, "view or false expected, got %s", luaL_typename(L, index));
    }
    return view->object.engine == NULL ? lua_pushfstring(L, "the view is closed") : NULL;
}

/*
 * diffable.set_default_view(view): the view of new data sources. With false they have none; with nil each of them gets
 * a text view of its own.
 */
int diffable_lua_set_default_view(lua_State *L)
{
    lua_settop(L, 1);
    const char *message = lua_isnil(L, 1) ? NULL : diffable_lua_push_view_error(L, 1);
    if (message != NULL) {
        diffable_lua_refuse(L, "%s", message);
    }
    lua_setfield(L, LUA_REGISTRYINDEX, DEFAULT_VIEW);
    return 0;
}

void diffable_lua_push_default_view(lua_State *L)
{
    if (lua_getfield(L, LUA_REGISTRYINDEX, DEFAULT_VIEW) == LUA_TNIL) {
        diffable_lua_view *view = (diffable_lua_view *)diffable_lua_push_object(L, type, 0);
        diffable_view *engine = NULL;
        diffable_error *error = NULL;
        diffable_status status = diffable_stdout_text_view_new(NULL, &engine, &error);
        finish_view(L, view, engine, status, error);
    }
}

static int close_view(lua_State *L)
{
    diffable_lua_finalize(L, diffable_lua_check_object(L, 1, type));
    return 0;
}

static int to_string(lua_State *L)
{
    const diffable_lua_view *view = (const diffable_lua_view *)diffable_lua_check_object(L, 1, type);
    if (view->object.engine == NULL) {
        lua_pushliteral(L, "(closed view)");
    } else {
        lua_pushfstring(L, "view: %p", view);
    }
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_view },
    { "__close", close_view },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const diffable_lua_function methods[] = {
    { "close", close_view, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_views(lua_State *L)
{
    static const diffable_lua_members members = { "view", methods, NULL };
    diffable_lua_new_type(L, diffable_lua_view_name, metamethods, &members, NULL);
}
