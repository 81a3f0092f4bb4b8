/* Messages that say why a table cannot be content, and in which field. */
#include <string.h>

#include "../internal.h"

const char diffable_lua_contains_itself[] = "content contains itself";

void diffable_lua_add_to_place(lua_State *L, diffable_lua_encoder *encoder)
{
    if (encoder->failure != diffable_lua_contains_itself) {
        return;
    }
    char part[sizeof encoder->place / 2], rest[sizeof encoder->place];
    size_t size = 0;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tolstring(L, -2, &size) : NULL;
    if (key != NULL) {
        size = size < sizeof part - 1 ? size : sizeof part - 1;
        memcpy(part, key, size);
    } else if (lua_type(L, -2) == LUA_TNUMBER && lua_isinteger(L, -2)) {
        char digits[24];
        size_t count = 0;
        uint64_t number = (uint64_t)lua_tointeger(L, -2);
        for (; count == 0 || number > 0; number /= 10) {
            digits[count] = (char)('0' + number % 10);
            count += 1;
        }
        while (count > 0) {
            count -= 1;
            part[size] = digits[count];
            size += 1;
        }
    } else {
        part[0] = '?';
        size = 1;
    }
    memcpy(rest, encoder->place, sizeof rest);
    size_t length = strlen(rest);
    memcpy(encoder->place, part, size);
    if (length > 0 && size + 1 + length < sizeof encoder->place) {
        encoder->place[size] = '.';
        memcpy(encoder->place + size + 1, rest, length + 1);
    } else {
        encoder->place[size] = '\0';
    }
}

const char *diffable_lua_push_failure(lua_State *L, const diffable_lua_encoder *encoder)
{
    if (encoder->place[0] == '\0') {
        return encoder->failure;
    }
    diffable_lua_push_quoted(L, encoder->place, strlen(encoder->place));
    return lua_pushfstring(L, "%s, in the field %s", encoder->failure, lua_tostring(L, -1));
}
