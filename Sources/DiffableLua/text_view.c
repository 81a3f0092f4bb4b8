/* The type `diffable.text_view`: shows a list as lines of text. */
#include "calls.h"

enum { WRITE = 1 };

static diffable_lua_text_view *push_text_view(lua_State *L)
{
    diffable_lua_text_view *view = lua_newuserdatauv(L, sizeof *view, 1);
    view->engine = NULL;
    view->call = NULL;
    luaL_setmetatable(L, DIFFABLE_LUA_TEXT_VIEW);
    return view;
}

diffable_lua_text_view *diffable_lua_check_text_view(lua_State *L, int argument)
{
    diffable_lua_text_view *view = luaL_checkudata(L, argument, DIFFABLE_LUA_TEXT_VIEW);
    luaL_argcheck(L, view->engine != NULL, argument, "text view is closed");
    return view;
}

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
 * `user_data` is the diffable_lua_text_view. It outlives the source whose apply writes, which refers to it;
 * its function stays there even when it is closed, because sources that show it go on.
 */
static diffable_status write_text(const char *bytes, size_t size, void *user_data)
{
    const diffable_lua_text_view *view = user_data;
    if (view->call == NULL) {
        return DIFFABLE_ERROR_OUTPUT_FAILED;
    }
    diffable_lua_request request = { .kind = DIFFABLE_LUA_WRITER, .bytes = bytes, .size = size };
    return diffable_lua_run(view->call, call_writer, view->call->view, &request, 0, DIFFABLE_ERROR_OUTPUT_FAILED);
}

static void make(lua_State *L, diffable_lua_text_view *view, const diffable_text_view_options *options, diffable_writer writer)
{
    diffable_error *error = NULL;
    if (diffable_text_view_new(options, writer, view, NULL, &view->engine, &error) != DIFFABLE_OK) {
        diffable_lua_raise(L, error);
    }
}

diffable_lua_text_view *diffable_lua_push_text_view(lua_State *L)
{
    diffable_lua_text_view *view = push_text_view(L);
    make(L, view, NULL, NULL);
    return view;
}

static void read_size(lua_State *L, const char *name, size_t *size)
{
    if (diffable_lua_push_option(L, 1, name, LUA_TNUMBER)) {
        int exact;
        lua_Integer number = lua_tointegerx(L, -1, &exact);
        if (!exact || number < 0) {
            luaL_argerror(L, 1, lua_pushfstring(L, "option '%s': integer from 0 on expected, got %s", name, luaL_tolstring(L, -1, NULL)));
        }
        *size = (size_t)number;
    }
}

/* diffable.text_view{ width = 60, context = 6, write = function(text) end } */
int diffable_lua_text_view_new(lua_State *L)
{
    static const char *const options_there_are[] = { "width", "context", "write", NULL };
    lua_settop(L, 1);
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    bool has_writer = false;
    if (diffable_lua_check_options(L, 1, options_there_are)) {
        read_size(L, "width", &options.width);
        read_size(L, "context", &options.context);
        has_writer = diffable_lua_push_option(L, 1, "write", LUA_TFUNCTION);
    }
    int write = lua_gettop(L);
    diffable_lua_text_view *view = push_text_view(L);
    if (has_writer) {
        lua_pushvalue(L, write);
        lua_setiuservalue(L, -2, WRITE);
    }
    make(L, view, &options, has_writer ? write_text : NULL);
    return 1;
}

static int close_text_view(lua_State *L)
{
    diffable_lua_text_view *view = luaL_checkudata(L, 1, DIFFABLE_LUA_TEXT_VIEW);
    diffable_text_view *engine = view->engine;
    view->engine = NULL;
    diffable_text_view_free(engine);
    return 0;
}

static int to_string(lua_State *L)
{
    const diffable_lua_text_view *view = luaL_checkudata(L, 1, DIFFABLE_LUA_TEXT_VIEW);
    if (view->engine == NULL) {
        lua_pushliteral(L, "(closed text view)");
    } else {
        lua_pushfstring(L, "text view: %p", view);
    }
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_text_view },
    { "__close", close_text_view },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "close", close_text_view },
    { NULL, NULL },
};

void diffable_lua_open_text_views(lua_State *L)
{
    diffable_lua_new_type(L, DIFFABLE_LUA_TEXT_VIEW, metamethods, methods, NULL);
    lua_pop(L, 1);
}
