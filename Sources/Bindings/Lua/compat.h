/*
 * Provides the functions of the API of Lua 5.4 that the module uses in 5.1, LuaJIT, 5.2 and 5.3. It is a part of
 * internal.h, and the only file of the module that depends on the version of Lua. docs/lua.md lists what is missing in
 * other versions.
 *
 * LuaJIT counts as 5.1. Both look for modules in the same folder, so a module that is compiled for one must run in the
 * other.
 *
 * DIFFABLE_LUA_ON_PATH is defined if the headers on the compiler's path are those of the Lua that the module is
 * compiled for.
 */
#ifndef DIFFABLE_LUA_COMPAT_H
#define DIFFABLE_LUA_COMPAT_H

#include <limits.h>
#include <stdbool.h>

#ifdef DIFFABLE_LUA_ON_PATH
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#else
#include "../../System/CLua/lua54.h"
#endif

/* Whether Lua limits how deeply calls from C are nested. LuaJIT does not. */
enum { DIFFABLE_LUA_LIMITS_CALLS = LUA_VERSION_NUM > 501 };

/* ------------------------------------------------------------------------------------------- The collector */

/*
 * Lets the collector do as much work as if Lua had allocated this many bytes. May run finalizers. Does nothing if the
 * collector is not running: in a finalizer, where the manual forbids lua_gc, or after a script has stopped it.
 */
static inline void diffable_lua_advance_collector(lua_State *L, size_t bytes)
{
#if LUA_VERSION_NUM >= 502
    if (lua_gc(L, LUA_GCISRUNNING, 0) == 1) {
        lua_gc(L, LUA_GCSTEP, (int)(bytes / 1024 < INT_MAX / 2048 ? bytes / 1024 : INT_MAX / 2048));
    }
#else
    /*
     * In 5.1, a step of lua_gc would restart a collector that a script has stopped, and would ignore the pause between
     * cycles. So garbage of that size is allocated instead.
     */
    enum { GARBAGE = 1 << 14 };
    for (; bytes >= GARBAGE; bytes -= GARBAGE) {
        lua_newuserdata(L, GARBAGE);
        lua_pop(L, 1);
    }
#endif
}

/* ------------------------------------------------------------------------- Functions that must not allocate */

/*
 * C functions without upvalues, and light userdata, are also pushed where nothing may raise. In 5.1 and LuaJIT, pushing
 * a C function allocates a closure. So diffable_lua_keep_function makes the closure when the module is opened and
 * stores it in the registry, and diffable_lua_push_function pushes it.
 *
 * LuaJIT keeps a list of the memory regions that light userdata point into, and allocates memory when it adds a region.
 * diffable_lua_admit_pointers adds the region of the C stack in advance.
 */
#if LUA_VERSION_NUM >= 502
#define diffable_lua_push_function(L, function) lua_pushcfunction(L, function)
#define diffable_lua_keep_function(L, function) ((void)(L))
#define diffable_lua_admit_pointers(L) ((void)(L))
#else
static inline void diffable_lua_push_function(lua_State *L, lua_CFunction function)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)function);
    lua_rawget(L, LUA_REGISTRYINDEX);
}

static inline void diffable_lua_keep_function(lua_State *L, lua_CFunction function)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)function);
    lua_pushcfunction(L, function);
    lua_rawset(L, LUA_REGISTRYINDEX);
}

static inline void diffable_lua_admit_pointers(lua_State *L)
{
    lua_pushlightuserdata(L, &(int){ 0 });
    lua_pop(L, 1);
}
#endif

/* ------------------------------------------------------------------------------------------------- Strings */

/*
 * Whether lua_pushlstring copies the bytes before the collector runs. Before 5.3 the collector runs first, and a
 * finalizer may free the bytes.
 */
enum { DIFFABLE_LUA_COPIES_FIRST = LUA_VERSION_NUM >= 503 };

/* Returns the address of a value, including a string, or NULL if the value has no address. */
static inline const void *diffable_lua_address(lua_State *L, int index)
{
#if LUA_VERSION_NUM >= 504
    return lua_topointer(L, index);
#else
    return lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : lua_topointer(L, index);
#endif
}

/*
 * Pushes a traceback that begins at a level. The caller needs only its first line, so before 5.3 that line is made
 * here: luaL_traceback of 5.2 takes minutes if the stack has overflowed.
 */
static inline void diffable_lua_push_traceback(lua_State *L, int level)
{
#if LUA_VERSION_NUM >= 503
    luaL_traceback(L, L, NULL, level);
#else
    lua_Debug frame;
    if (!lua_getstack(L, level, &frame)) {
        lua_pushliteral(L, "");
        return;
    }
    lua_getinfo(L, "Snl", &frame);
    lua_pushfstring(L, frame.currentline > 0 ? "\n\t%s:%d:" : "\n\t%s:", frame.short_src, frame.currentline);
    if (*frame.namewhat != '\0') {
        lua_pushfstring(L, " in function '%s'", frame.name);
    } else if (*frame.what == 'm') {
        lua_pushliteral(L, " in main chunk");
    } else if (*frame.what == 'L') {
        lua_pushfstring(L, " in function <%s:%d>", frame.short_src, frame.linedefined);
    } else {
        lua_pushliteral(L, " in ?");
    }
    lua_concat(L, 2);
#endif
}

/*
 * Returns the name of a parameter of the function at `index`. Returns NULL if the function has no such parameter, if
 * the value is not a function, or if this version of Lua does not tell the names.
 */
static inline const char *diffable_lua_parameter_name(lua_State *L, int index, int number)
{
#if LUA_VERSION_NUM >= 502
    lua_pushvalue(L, index);
    const char *name = lua_isfunction(L, -1) ? lua_getlocal(L, NULL, number) : NULL;
    lua_pop(L, 1);
    return name;
#else
    (void)L, (void)index, (void)number;
    return NULL;
#endif
}

/*
 * Whether the program `lua` shows errors that are objects. The program of 5.1 prints "(error object is not a string)"
 * instead. LuaJIT, which counts as 5.1 here, calls __tostring, as later versions do.
 */
static inline bool diffable_lua_shows_error_objects(lua_State *L)
{
#if LUA_VERSION_NUM >= 502
    (void)L;
    return true;
#else
    lua_pushliteral(L, "jit");
    lua_rawget(L, LUA_GLOBALSINDEX);
    bool answer = lua_type(L, -1) == LUA_TTABLE;
    lua_pop(L, 1);
    return answer;
#endif
}

/* Whether the program `lua` prints only the text that __tostring of an error returns, without adding a traceback. */
enum { DIFFABLE_LUA_OMITS_TRACEBACK = LUA_VERSION_NUM >= 502 };

/* Pushes a text, followed, except in 5.1, by a traceback that begins at a level. */
static inline void diffable_lua_push_with_traceback(lua_State *L, const char *text, int level)
{
#if LUA_VERSION_NUM >= 502
    luaL_traceback(L, L, text, level);
#else
    (void)level;
    lua_pushstring(L, text);
#endif
}

/*
 * Writes a message with Lua's warning system. Before 5.4, calls the global function `warn` instead, if there is one.
 * May run user code.
 */
static inline void diffable_lua_warn(lua_State *L, const char *message)
{
#if LUA_VERSION_NUM >= 504
    lua_warning(L, message, 0);
#else
    lua_getglobal(L, "warn");
    if (lua_type(L, -1) == LUA_TFUNCTION) {
        lua_pushstring(L, message);
        lua_call(L, 1, 0);
    } else {
        lua_pop(L, 1);
    }
#endif
}

/* ------------------------------------------------------------------------------------------- Before 5.4 */

#if LUA_VERSION_NUM < 504

/*
 * Before 5.4, a userdata has only one user value. Here that is an array of the user values; in 5.1, the environment is
 * the array. In 5.1, the environment of a userdata without user values is the table of globals.
 */
static inline void *diffable_lua_new_userdata(lua_State *L, size_t size, int user_values)
{
    void *memory = lua_newuserdata(L, size);
    if (user_values > 0) {
        lua_createtable(L, user_values, 0); /* with room for all, so that setting a user value never allocates */
#if LUA_VERSION_NUM == 501
        lua_setfenv(L, -2);
#else
        lua_setuservalue(L, -2);
#endif
    }
    return memory;
}

static inline int diffable_lua_get_user_value(lua_State *L, int index, int number)
{
#if LUA_VERSION_NUM == 501
    lua_getfenv(L, index);
#else
    lua_getuservalue(L, index);
#endif
    if (lua_type(L, -1) != LUA_TTABLE) { /* a foreign userdata */
        lua_pop(L, 1);
        lua_pushnil(L);
        return LUA_TNONE;
    }
    lua_rawgeti(L, -1, number);
    lua_replace(L, -2);
    return lua_type(L, -1);
}

static inline void diffable_lua_set_user_value(lua_State *L, int index, int number)
{
#if LUA_VERSION_NUM == 501
    lua_getfenv(L, index);
#else
    lua_getuservalue(L, index);
#endif
    lua_insert(L, -2);
    lua_rawseti(L, -2, number);
    lua_pop(L, 1);
}

#define lua_newuserdatauv diffable_lua_new_userdata
#define lua_getiuservalue diffable_lua_get_user_value
#define lua_setiuservalue diffable_lua_set_user_value
#endif

/* ------------------------------------------------------------------------------------------- Before 5.3 */

#if LUA_VERSION_NUM < 503

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * Before 5.3, Lua has no integers. A number counts as an integer if it is whole and between -2^53 and 2^53, where
 * doubles represent every integer. -0.0 does not count, so that a copy of content keeps its sign.
 */
static inline bool diffable_lua_is_integer(lua_State *L, int index)
{
    lua_Number number = lua_tonumber(L, index);
    return number >= -9007199254740992.0 && number <= 9007199254740992.0 && number == (lua_Number)(lua_Integer)number
        && !(number == 0 && 1 / number < 0);
}

static inline lua_Integer diffable_lua_to_integer(lua_State *L, int index, int *is_integer)
{
    lua_Number number = lua_tonumber(L, index);
    bool exact = number >= -9223372036854775808.0 && number < 9223372036854775808.0
        && number == (lua_Number)(lua_Integer)number && lua_isnumber(L, index);
    if (is_integer != NULL) {
        *is_integer = exact;
    }
    return exact ? (lua_Integer)number : 0;
}

/* Pushes the next conversion of a format, or the text before it, as a string. Returns the rest of the format. */
static inline const char *diffable_lua_push_piece(lua_State *L, const char *format, va_list *arguments)
{
    if (*format != '%') {
        size_t size = strcspn(format, "%");
        lua_pushlstring(L, format, size);
        return format + size;
    }
    switch (format[1]) {
    case 's': lua_pushstring(L, va_arg(*arguments, const char *)); break;
    case 'd': lua_pushfstring(L, "%d", va_arg(*arguments, int)); break;
    case 'I': {
        char digits[24];
        snprintf(digits, sizeof digits, "%lld", (long long)va_arg(*arguments, lua_Integer));
        lua_pushstring(L, digits);
        break;
    }
    case 'f': lua_pushfstring(L, "%f", va_arg(*arguments, lua_Number)); break;
    case 'p': lua_pushfstring(L, "%p", va_arg(*arguments, void *)); break;
    default: lua_pushliteral(L, "%");
    }
    return format + 2;
}

/* Before 5.3, lua_pushvfstring does not support %I. */
static inline const char *diffable_lua_push_format_list(lua_State *L, const char *format, va_list arguments)
{
    va_list rest;
    va_copy(rest, arguments);
    lua_pushliteral(L, "");
    while (*format != '\0') {
        format = diffable_lua_push_piece(L, format, &rest);
        lua_concat(L, 2);
    }
    va_end(rest);
    return lua_tostring(L, -1);
}

static inline const char *diffable_lua_push_format(lua_State *L, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *result = diffable_lua_push_format_list(L, format, arguments);
    va_end(arguments);
    return result;
}

/* As in 5.3, these return the type of the value that they push. */
static inline int diffable_lua_get_field(lua_State *L, int index, const char *name)
{
    lua_getfield(L, index, name);
    return lua_type(L, -1);
}

static inline int diffable_lua_raw_get(lua_State *L, int index)
{
    lua_rawget(L, index);
    return lua_type(L, -1);
}

static inline int diffable_lua_raw_get_index(lua_State *L, int index, lua_Integer position)
{
    lua_rawgeti(L, index, (int)position);
    return lua_type(L, -1);
}

static inline int diffable_lua_get_metafield(lua_State *L, int index, const char *name)
{
    return luaL_getmetafield(L, index, name) ? lua_type(L, -1) : LUA_TNIL;
}

static inline int diffable_lua_absolute_index(lua_State *L, int index)
{
    return index > 0 || index <= LUA_REGISTRYINDEX ? index : lua_gettop(L) + 1 + index;
}

static inline int diffable_lua_raw_get_address(lua_State *L, int index, const void *address)
{
    index = diffable_lua_absolute_index(L, index);
    lua_pushlightuserdata(L, (void *)(uintptr_t)address);
    return diffable_lua_raw_get(L, index);
}

static inline void diffable_lua_raw_set_address(lua_State *L, int index, const void *address)
{
    index = diffable_lua_absolute_index(L, index);
    lua_pushlightuserdata(L, (void *)(uintptr_t)address);
    lua_insert(L, -2);
    lua_rawset(L, index);
}

static inline int diffable_lua_new_named_metatable(lua_State *L, const char *name)
{
    int is_new = luaL_newmetatable(L, name);
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
    return is_new;
}

/* Pushes the text that tostring returns for a value. */
static inline const char *diffable_lua_to_text(lua_State *L, int index, size_t *size)
{
    lua_pushvalue(L, index);
    if (luaL_callmeta(L, -1, "__tostring")) {
        if (lua_type(L, -1) != LUA_TSTRING) {
            luaL_error(L, "'__tostring' must return a string");
        }
    } else if (lua_type(L, -1) == LUA_TNUMBER || lua_type(L, -1) == LUA_TSTRING) {
        lua_pushvalue(L, -1);
    } else if (lua_type(L, -1) == LUA_TBOOLEAN) {
        lua_pushstring(L, lua_toboolean(L, -1) ? "true" : "false");
    } else if (lua_type(L, -1) == LUA_TNIL) {
        lua_pushliteral(L, "nil");
    } else {
        const void *address = lua_topointer(L, -1);
        bool is_named = diffable_lua_get_metafield(L, -1, "__name") == LUA_TSTRING;
        const char *kind = is_named ? lua_tostring(L, -1) : luaL_typename(L, -1);
        lua_pushfstring(L, "%s: %p", kind, address);
        if (is_named) {
            lua_remove(L, -2);
        }
    }
    lua_remove(L, -2);
    return lua_tolstring(L, -1, size);
}

#undef luaL_getmetatable
#define luaL_getmetatable(L, name) diffable_lua_get_field(L, LUA_REGISTRYINDEX, name)
#define luaL_getmetafield diffable_lua_get_metafield
#define luaL_newmetatable diffable_lua_new_named_metatable
#define luaL_tolstring diffable_lua_to_text
#define lua_getfield diffable_lua_get_field
#define lua_isinteger diffable_lua_is_integer
#define lua_pushfstring diffable_lua_push_format
#define lua_pushvfstring diffable_lua_push_format_list
#define lua_rawget diffable_lua_raw_get
#define lua_rawgeti diffable_lua_raw_get_index
#define lua_rawgetp diffable_lua_raw_get_address
#define lua_rawseti(L, index, position) (lua_rawseti)(L, index, (int)(position))
#define lua_rawsetp diffable_lua_raw_set_address
#undef lua_tointeger
#define lua_tointeger(L, index) diffable_lua_to_integer(L, index, NULL)
#undef lua_tointegerx
#define lua_tointegerx diffable_lua_to_integer
#endif

/* ------------------------------------------------------------------------------------- 5.1 and LuaJIT */

#if LUA_VERSION_NUM == 501

#undef LUA_OK
#define LUA_OK 0
#define lua_rawlen lua_objlen
#define lua_absindex diffable_lua_absolute_index
#undef luaL_checkversion
#define luaL_checkversion(L) ((void)(L))

static inline void *diffable_lua_test_userdata(lua_State *L, int index, const char *type)
{
    void *memory = lua_touserdata(L, index);
    if (memory == NULL || !lua_getmetatable(L, index)) {
        return NULL;
    }
    luaL_getmetatable(L, type);
    bool is_same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return is_same ? memory : NULL;
}

#define luaL_testudata diffable_lua_test_userdata
#endif

#endif /* DIFFABLE_LUA_COMPAT_H */
