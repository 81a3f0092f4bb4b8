/* Identifiers and texts as messages and outlines show them: data, never terminal commands. */
#include <string.h>

#include "internal.h"

enum { SHORT = 256 };

/* `data` must stay alive by itself: making a string may run finalizers. */
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

const char *diffable_lua_push_shown(lua_State *L, int index)
{
    size_t size;
    const char *data = luaL_tolstring(L, index, &size);
    push_escaped(L, data, size, false);
    lua_remove(L, -2);
    return lua_tostring(L, -1);
}

bool diffable_lua_says(lua_State *L, int index, const char *word)
{
    if (lua_type(L, index) != LUA_TSTRING) {
        return false;
    }
    size_t size;
    const char *data = lua_tolstring(L, index, &size);
    return size == strlen(word) && memcmp(data, word, size) == 0;
}

void diffable_lua_push_quoted_id(lua_State *L, diffable_id id)
{
    diffable_lua_push_id(L, id);
    if (id.kind == DIFFABLE_ID_BYTES) {
        size_t size;
        const char *data = lua_tolstring(L, -1, &size);
        diffable_lua_push_quoted(L, data, size);
        lua_remove(L, -2);
    } else {
        lua_tostring(L, -1); /* an integer becomes its digits */
    }
}
