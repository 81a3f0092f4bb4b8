/* Reads the options of derive and set. */
#include <string.h>

#include "sources.h"

const char *const diffable_lua_derivation_names[] = {
    "filter",
    "section",
    "sort",
    "section_sort",
    "limit",
    "section_limit",
    "keep_empty_sections",
    NULL,
};

/* Raises unless the value on top of the stack is a list of names of fields. */
static void check_sort_fields(lua_State *L)
{
    int names = lua_gettop(L);
    size_t count = lua_rawlen(L, names);
    for (size_t i = 1; i <= count; i += 1) {
        size_t size = 0;
        bool is_name = lua_rawgeti(L, names, (lua_Integer)i) == LUA_TSTRING;
        const char *name = is_name ? lua_tolstring(L, -1, &size) : "";
        if (!is_name || size == 0 || strcmp(name, "-") == 0) {
            diffable_lua_refuse(L,
                "option \"sort\": names of fields expected, such as { \"priority\", \"-due\" }, got %s",
                is_name ? "an empty name" : luaL_typename(L, -1));
        }
        lua_pop(L, 1);
    }
    size_t entries = 0;
    lua_pushnil(L);
    for (; lua_next(L, names) != 0; lua_pop(L, 1)) {
        entries += 1;
    }
    if (count == 0 || entries != count) {
        diffable_lua_refuse(L, "option \"sort\": a function or a list of names of fields expected, got %s",
            count == 0 ? "a table without a name" : "a list with other keys");
    }
}

/*
 * Pushes an option, and returns whether the table has it. If the option is `false`, sets `is_removed`; the caller then
 * removes the current value.
 */
static bool push_removable_option(lua_State *L, int options, const char *name, bool *is_removed)
{
    lua_pushstring(L, name);
    lua_rawget(L, options);
    *is_removed = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    return !lua_isnil(L, -1);
}

/* Reads a limit, which stays 0 if it is removed. Returns whether the table has it. */
static bool read_limit(lua_State *L, int options, const char *name, size_t *limit)
{
    bool is_removed, has_limit = push_removable_option(L, options, name, &is_removed);
    if (has_limit && !is_removed) {
        int is_integer = 0;
        lua_Integer number = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_integer) : 0;
        if (!is_integer || number < 1) {
            const char *got = lua_type(L, -1) == LUA_TNUMBER ? lua_tostring(L, -1) : luaL_typename(L, -1);
            diffable_lua_refuse(L, "option \"%s\": a positive integer expected, got %s", name, got);
        }
        *limit = (size_t)number;
    }
    lua_pop(L, 1);
    return has_limit;
}

diffable_derivation_parts diffable_lua_read_derivation(
    lua_State *L, int options, diffable_lua_source *source, diffable_derivation *derivation)
{
    diffable_derivation_parts present = 0;
    diffable_lua_derivation_functions *functions = lua_newuserdatauv(L, sizeof *functions, 1);
    int object = lua_gettop(L);
    *functions = (diffable_lua_derivation_functions){ source, false };
    lua_newtable(L);
    for (size_t i = 0; i < DIFFABLE_LUA_FUNCTION_PARTS; i += 1) {
        bool is_removed, is_sort = strcmp(diffable_lua_function_parts[i].name, "sort") == 0;
        if (!push_removable_option(L, options, diffable_lua_function_parts[i].name, &is_removed)) {
            lua_pop(L, 1);
            continue;
        }
        present |= diffable_lua_function_parts[i].part;
        if (is_removed) {
            lua_pop(L, 1);
            continue;
        }
        if (is_sort && lua_istable(L, -1)) {
            check_sort_fields(L);
            lua_newtable(L); /* a copy, which the script cannot change */
            for (lua_Integer field = 1; lua_rawgeti(L, -2, field) != LUA_TNIL; field += 1) {
                lua_rawseti(L, -2, field);
            }
            lua_pop(L, 1);
            lua_replace(L, -2);
        } else if (!diffable_lua_has_type(L, -1, LUA_TFUNCTION)) {
            diffable_lua_refuse(L, "option \"%s\": function%s expected, got %s", diffable_lua_function_parts[i].name,
                is_sort ? " or list of names of fields" : "", luaL_typename(L, -1));
        }
        lua_setfield(L, -2, diffable_lua_function_parts[i].name);
        switch (diffable_lua_function_parts[i].part) {
        case DIFFABLE_DERIVATION_FILTER: derivation->filter = diffable_lua_derivation_filter; break;
        case DIFFABLE_DERIVATION_SECTION: derivation->section = diffable_lua_derivation_section; break;
        case DIFFABLE_DERIVATION_SORT: derivation->sort = diffable_lua_derivation_sort; break;
        default: derivation->section_sort = diffable_lua_derivation_section_sort; break;
        }
    }
    lua_setiuservalue(L, object, 1);
    if (read_limit(L, options, "limit", &derivation->limit)) {
        present |= DIFFABLE_DERIVATION_LIMIT;
    }
    if (read_limit(L, options, "section_limit", &derivation->section_limit)) {
        present |= DIFFABLE_DERIVATION_SECTION_LIMIT;
    }
    if (diffable_lua_push_option(L, options, "keep_empty_sections", LUA_TBOOLEAN)) {
        present |= DIFFABLE_DERIVATION_EMPTY_SECTIONS;
        derivation->keep_empty_sections = lua_toboolean(L, -1);
    }
    lua_settop(L, object);
    derivation->user_data = functions;
    derivation->finalize = diffable_lua_end_derivation_functions;
    return present;
}
