/* Messages: text from outside is escaped, and engine errors become Lua errors. */
#include "internal.h"

enum { SHORT = 256 };

static void push_escaped(lua_State *L, const char *data, size_t size, bool quoted)
{
    char text[SHORT];
    size_t length = diffable_escape(data, size, quoted, text, sizeof text);
    if (length <= sizeof text) {
        lua_pushlstring(L, text, length);
    } else {
        luaL_Buffer buffer;
        diffable_escape(data, size, quoted, luaL_buffinitsize(L, &buffer, length), length);
        luaL_pushresultsize(&buffer, length);
    }
}

void diffable_lua_push_quoted(lua_State *L, const char *data, size_t size)
{
    push_escaped(L, data, size, true);
}

const char *diffable_lua_push_escaped(lua_State *L, int index)
{
    size_t size;
    const char *data = luaL_tolstring(L, index, &size);
    push_escaped(L, data, size, false);
    lua_remove(L, -2);
    return lua_tostring(L, -1);
}

static int push_message(lua_State *L)
{
    const diffable_error *error = lua_touserdata(L, 1);
    luaL_where(L, 2); /* 0 is this function, 1 the one of the module, 2 the script */
    lua_pushstring(L, diffable_error_message_from_one(error));
    lua_concat(L, 2);
    return 1;
}

void diffable_lua_push_error(lua_State *L, diffable_error *error)
{
    /* Making a string may raise for lack of memory, and the error must be freed even then. */
    lua_pushcfunction(L, push_message);
    lua_pushlightuserdata(L, error);
    lua_pcall(L, 1, 1, 0);
    diffable_error_free(error);
}

int diffable_lua_raise(lua_State *L, diffable_error *error)
{
    lua_settop(L, 0);
    diffable_lua_push_error(L, error);
    return lua_error(L);
}

int diffable_lua_check_status(lua_State *L, diffable_status status, diffable_error *error)
{
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}
