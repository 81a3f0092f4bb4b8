/*
 * The tables of functions, methods and metamethods. Each function knows its name, for messages. Arguments that a
 * function would ignore are refused before it is called.
 */
#include <string.h>

#include "internal.h"

/* Arguments */

/*
 * The upvalues of functions and methods, in addition to those that every function has: the entry of the function in its
 * array, and the table that contains the function.
 */
#define FUNCTION lua_upvalueindex(DIFFABLE_LUA_UPVALUES + 1)
#define OWNER lua_upvalueindex(DIFFABLE_LUA_UPVALUES + 2)

static int refuse_surplus(lua_State *L, const diffable_lua_function *function, int got)
{
    bool has_options = function->optional > 0 && strcmp(function->hint, "no options") == 0;
    const char *hint = has_options ? "the options are one table, the last argument"
        : function->optional == 0  ? function->hint
                                   : NULL;
    const char *separator = hint == NULL ? "" : "; ";
    hint = hint == NULL ? "" : hint;
    if (function->most == 0) {
        return diffable_lua_refuse(L, "no arguments expected, got %d%s%s", got, separator, hint);
    }
    const char *bound = function->optional > 0 ? "at most " : "", *plural = function->most == 1 ? "" : "s";
    return diffable_lua_refuse(
        L, "%s%d argument%s expected, got %d%s%s", bound, function->most, plural, got, separator, hint);
}

/*
 * Raises if more arguments are passed than the function accepts, or nil for an optional one. The first `before`
 * arguments, which are the object before a colon, do not count.
 */
static inline const diffable_lua_function *check_arguments(lua_State *L, int before)
{
    const diffable_lua_function *function = lua_touserdata(L, FUNCTION);
    if (lua_type(L, before) != LUA_TUSERDATA && before > 0) {
        return function; /* which raises, because the value before the colon is not an object */
    }
    int count = lua_gettop(L) - before;
    if (count > function->most) {
        refuse_surplus(L, function, count);
    }
    for (int argument = function->most - function->optional + 1; argument <= count; argument += 1) {
        if (lua_type(L, before + argument) == LUA_TNIL) {
            diffable_lua_refuse(
                L, "argument %d: nil is no value for it; leave it out for %s", argument, function->hint);
        }
    }
    return function;
}

static int call_function(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TTABLE && lua_rawequal(L, 1, OWNER)) {
        const diffable_lua_function *function = lua_touserdata(L, FUNCTION);
        diffable_lua_refuse(
            L, "functions of the module are called with a dot and not a colon, as in diffable.%s(...)", function->name);
    }
    return check_arguments(L, 0)->function(L);
}

static int call_method(lua_State *L)
{
    return check_arguments(L, 1)->function(L);
}

static int call_edit(lua_State *L)
{
    const diffable_lua_function *edit = check_arguments(L, 1);
    if (diffable_lua_check_object(L, 1, &diffable_lua_snapshot_type)->is_read_only) {
        diffable_lua_refuse(
            L, "the snapshot belongs to a transaction, and cannot be edited; copy() returns one that can");
    }
    return edit->function(L);
}

/* Functions */

/*
 * Adds functions to the table on top of the stack. `call` checks the arguments of each function and calls it. The name
 * of a function in CALL_NAME begins with `before_name`.
 */
static void set_functions(
    lua_State *L, const diffable_lua_function *functions, const char *before_name, lua_CFunction call)
{
    for (; functions->name != NULL; functions += 1) {
        lua_pushliteral(L, "id");
        lua_pushfstring(L, "%s%s", before_name, functions->name);
        lua_pushlightuserdata(L, (void *)(uintptr_t)functions);
        lua_pushvalue(L, -4);
        lua_pushcclosure(L, call, DIFFABLE_LUA_UPVALUES + 2);
        lua_setfield(L, -2, functions->name);
    }
}

void diffable_lua_set_functions(lua_State *L, const diffable_lua_function *functions)
{
    set_functions(L, functions, "", call_function);
}

/* The number of arguments of a metamethod is not checked, because Lua calls it and may pass more than it uses. */
static void set_metamethods(lua_State *L, const luaL_Reg *metamethods)
{
    for (; metamethods->name != NULL; metamethods += 1) {
        lua_pushliteral(L, "id");
        lua_pushstring(L, metamethods->name);
        lua_pushcclosure(L, metamethods->func, DIFFABLE_LUA_UPVALUES);
        lua_setfield(L, -2, metamethods->name);
    }
}

void diffable_lua_new_type(lua_State *L, const char *type, const luaL_Reg *metamethods,
    const diffable_lua_members *members, lua_CFunction index)
{
    luaL_newmetatable(L, type);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, type); /* found faster than by name */
    diffable_lua_push_refuse_assignment(L, members->noun);
    lua_setfield(L, -2, "__newindex");
    diffable_lua_install_pairs_error(L, members->noun);
    /* This may replace __newindex and __pairs: some types have their own. */
    set_metamethods(L, metamethods);
    /*
     * getmetatable returns the name instead of the metatable, so that no script can call __gc on an object that is in
     * use.
     */
    lua_pushstring(L, type);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    set_functions(L, members->methods, ":", call_method);
    diffable_lua_install_member_check(L, members->noun, members->fields);
    if (index != NULL) {
        lua_pushliteral(L, "id");
        lua_pushliteral(L, "__index");
        lua_pushvalue(L, -3);
        lua_pushcclosure(L, index, DIFFABLE_LUA_UPVALUES + 1);
        lua_remove(L, -2);
    }
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

static void add_methods(lua_State *L, const char *type, const diffable_lua_function *methods, lua_CFunction call)
{
    diffable_lua_push_methods(L, type);
    set_functions(L, methods, ":", call);
    lua_pop(L, 1);
}

void diffable_lua_add_methods(lua_State *L, const char *type, const diffable_lua_function *methods)
{
    add_methods(L, type, methods, call_method);
}

void diffable_lua_add_edits(lua_State *L, const char *type, const diffable_lua_function *edits)
{
    add_methods(L, type, edits, call_edit);
}
