/* Identifiers and texts as messages and outlines show them: data, never terminal commands. */
#include <string.h>

#include "internal.h"

/* The length of the well-formed UTF-8 sequence at `bytes`, and what it encodes; 0 where there is none. */
static size_t decode(const unsigned char *bytes, size_t size, uint32_t *scalar)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xC2 ? 0 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : bytes[0] < 0xF5 ? 4 : 0;
    if (length == 0 || length > size) {
        return 0;
    }
    *scalar = length == 1 ? bytes[0] : bytes[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i += 1) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
        *scalar = *scalar << 6 | (bytes[i] & 0x3F);
    }
    bool is_surrogate = *scalar >= 0xD800 && *scalar <= 0xDFFF;
    return *scalar < least[length] || *scalar > 0x10FFFF || is_surrogate ? 0 : length;
}

/* Control characters, line separators, and marks that turn the direction of text: what the core escapes as well. */
static bool is_control(uint32_t scalar)
{
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) || (scalar >= 0x2028 && scalar <= 0x202E)
        || (scalar >= 0x2066 && scalar <= 0x2069) || scalar == 0x200E || scalar == 0x200F || scalar == 0x061C;
}

static void add_escape(luaL_Buffer *buffer, uint32_t value, bool is_scalar)
{
    static const char digits[] = "0123456789abcdef";
    char hex[8];
    size_t count = 0;
    do {
        hex[count] = digits[value & 15];
        count += 1;
        value >>= 4;
    } while (value != 0 || (!is_scalar && count < 2));
    luaL_addstring(buffer, is_scalar ? "\\u{" : "\\x");
    while (count > 0) {
        count -= 1;
        luaL_addchar(buffer, hex[count]);
    }
    if (is_scalar) {
        luaL_addchar(buffer, '}');
    }
}

/* `data` must stay alive by itself: a finalizer may run while the buffer grows. */
static void push_escaped(lua_State *L, const char *data, size_t size, bool in_quotes)
{
    const unsigned char *bytes = (const unsigned char *)data;
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    luaL_addstring(&buffer, in_quotes ? "\"" : "");
    for (size_t i = 0; i < size;) {
        uint32_t scalar = 0;
        size_t length = decode(bytes + i, size - i, &scalar);
        if (length == 0) {
            add_escape(&buffer, bytes[i], false);
            length = 1;
        } else if (scalar == '\n' || scalar == '\r' || scalar == '\t') {
            luaL_addchar(&buffer, '\\');
            luaL_addchar(&buffer, scalar == '\n' ? 'n' : scalar == '\r' ? 'r' : 't');
        } else if (is_control(scalar)) {
            add_escape(&buffer, scalar, true);
        } else {
            if (in_quotes && (scalar == '"' || scalar == '\\')) {
                luaL_addchar(&buffer, '\\');
            }
            luaL_addlstring(&buffer, data + i, length);
        }
        i += length;
    }
    luaL_addstring(&buffer, in_quotes ? "\"" : "");
    luaL_pushresult(&buffer);
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
