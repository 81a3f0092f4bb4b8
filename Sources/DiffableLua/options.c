/* Tables of options: every name is known, every value has its type. */
#include "internal.h"

bool diffable_lua_check_options(lua_State *L, int argument, const char *const names[])
{
    if (lua_isnoneornil(L, argument)) {
        return false;
    }
    luaL_checktype(L, argument, LUA_TTABLE);
    lua_pushnil(L);
    while (lua_next(L, argument) != 0) {
        const char *const *name = names;
        while (*name != NULL && !diffable_lua_says(L, -2, *name)) {
            name += 1;
        }
        if (*name == NULL) {
            lua_pushvalue(L, -2);
            luaL_argerror(L, argument, lua_pushfstring(L, "unknown option '%s'", diffable_lua_push_shown(L, -1)));
        }
        lua_pop(L, 1);
    }
    return true;
}

bool diffable_lua_push_option(lua_State *L, int argument, const char *name, int type)
{
    lua_pushstring(L, name);
    int actual = lua_rawget(L, argument);
    if (actual != type && actual != LUA_TNIL) {
        luaL_argerror(L, argument, lua_pushfstring(L, "option '%s': %s expected, got %s", name, lua_typename(L, type), luaL_typename(L, -1)));
    }
    return actual == type;
}

bool diffable_lua_to_animation(lua_State *L, int index, diffable_row_animation *animation)
{
    for (int i = 0; diffable_row_animation_name((diffable_row_animation)i) != NULL; i += 1) {
        if (diffable_lua_says(L, index, diffable_row_animation_name((diffable_row_animation)i))) {
            *animation = (diffable_row_animation)i;
            return true;
        }
    }
    return false;
}

const char *diffable_lua_push_animation_message(lua_State *L, int index)
{
    size_t size;
    const char *shown = luaL_tolstring(L, index, &size);
    diffable_lua_push_quoted(L, shown, size);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (int i = 0; diffable_row_animation_name((diffable_row_animation)i) != NULL; i += 1) {
        luaL_addstring(&buffer, i == 0 ? "" : ", ");
        luaL_addstring(&buffer, diffable_row_animation_name((diffable_row_animation)i));
    }
    luaL_pushresult(&buffer);
    return lua_pushfstring(L, "unknown row animation %s (there are: %s)", lua_tostring(L, -2), lua_tostring(L, -1));
}
