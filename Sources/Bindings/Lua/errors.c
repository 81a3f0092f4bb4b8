/*
 * Error messages. They all have the form "file.lua:3: CODE: call: what is wrong; what would be right". Text from
 * outside is escaped, and errors of the engine become errors of Lua.
 */
#include <stdarg.h>
#include <string.h>

#include "internal.h"

/* Texts of up to this many bytes are escaped on the C stack. */
enum { SHORT = 256 };

static void push_escaped(lua_State *L, const char *data, size_t size, bool quoted)
{
    char text[SHORT];
    size_t length = diffable_escape(data, size, quoted, text, sizeof text);
    if (length <= sizeof text) {
        lua_pushlstring(L, text, length);
    } else {
        char *escaped = lua_newuserdatauv(L, length, 0);
        diffable_escape(data, size, quoted, escaped, length);
        lua_pushlstring(L, escaped, length);
        lua_remove(L, -2);
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

/* Errors as objects */

static const char error_key; /* the registry key of their metatable */

bool diffable_lua_is_error(lua_State *L, int index)
{
    if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) {
        return false;
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
    bool answer = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return answer;
}

/* Returns the size of the name of a call and the separator ": " at the start of a text, or 0 if there is no name. */
static size_t size_of_call(const char *text)
{
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
    return size > 0 && strncmp(text + size, ": ", 2) == 0 ? size + 2 : 0;
}

void diffable_lua_make_error(lua_State *L, size_t position_size, int identifier)
{
    if (!diffable_lua_shows_error_objects(L)) {
        return;
    }
    size_t size;
    const char *text = lua_tolstring(L, -1, &size), *code = text + position_size, *separator = strstr(code, ": ");
    const char *message = separator == NULL ? code : separator + 2;
    message += size_of_call(message);
    lua_createtable(L, 1, 3);
    lua_pushlstring(L, code, separator == NULL ? 0 : (size_t)(separator - code));
    lua_setfield(L, -2, "code");
    lua_pushlstring(L, message, size - (size_t)(message - text));
    lua_setfield(L, -2, "message");
    if (identifier != 0) {
        lua_pushvalue(L, identifier);
        lua_setfield(L, -2, "identifier");
    }
    lua_insert(L, -2);
    lua_rawseti(L, -2, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
    lua_setmetatable(L, -2);
}

void diffable_lua_make_error_like(lua_State *L, int index)
{
    static const char *const fields[] = { "code", "message", "identifier" };
    lua_createtable(L, 1, 3);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i += 1) {
        lua_pushstring(L, fields[i]);
        lua_pushvalue(L, -1);
        lua_rawget(L, index);
        lua_rawset(L, -3);
    }
    lua_insert(L, -2);
    lua_rawseti(L, -2, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key);
    lua_setmetatable(L, -2);
}

/*
 * Whether the function at this level of the call stack is one that raises errors: a function of the module, or `error`.
 */
static bool raises(lua_State *L, int level)
{
    lua_Debug frame;
    int top = lua_gettop(L);
    if (!lua_getstack(L, level, &frame) || lua_getinfo(L, "f", &frame) == 0) {
        return false;
    }
    bool answer = lua_iscfunction(L, -1) && lua_getupvalue(L, -1, 1) != NULL && lua_type(L, -1) == LUA_TSTRING
        && strcmp(lua_tostring(L, -1), "id") == 0;
    lua_settop(L, top + 1);
    lua_getglobal(L, "error");
    answer = answer || lua_rawequal(L, -1, -2);
    lua_settop(L, top);
    return answer;
}

/*
 * tostring(error). The message handler of the program `lua` prints this text without adding a traceback. So if the
 * caller is a message handler, which means that the error is just being raised, the text includes the traceback.
 */
static int error_to_string(lua_State *L)
{
    if (!diffable_lua_is_error(L, 1) || lua_rawgeti(L, 1, 1) != LUA_TSTRING) {
        lua_pushliteral(L, "(changed error)");
        return 1;
    }
    lua_Debug handler;
    if (DIFFABLE_LUA_OMITS_TRACEBACK && lua_getstack(L, 1, &handler) && lua_getinfo(L, "S", &handler) != 0
        && *handler.what == 'C' && raises(L, 2)) {
        diffable_lua_push_with_traceback(L, lua_tostring(L, -1), 2);
    }
    return 1;
}

static int concatenate(lua_State *L)
{
    lua_settop(L, 2);
    luaL_tolstring(L, 1, NULL);
    luaL_tolstring(L, 2, NULL);
    lua_concat(L, 2);
    return 1;
}

/*
 * error:match(...) and the other string functions as methods of an error. They work on its text. The upvalue is the
 * name of the function.
 */
static int call_string_function(lua_State *L)
{
    if (diffable_lua_is_error(L, 1)) {
        lua_rawgeti(L, 1, 1);
        lua_replace(L, 1);
    }
    lua_pushliteral(L, "");
    luaL_getmetafield(L, -1, "__index");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_gettable(L, -2);
    lua_insert(L, 1);
    lua_pop(L, 2);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static void open_error_objects(lua_State *L)
{
    static const char *const of_strings[] = { "byte", "find", "gmatch", "gsub", "len", "lower", "match", "rep",
        "reverse", "sub", "upper" };
    lua_createtable(L, 0, 4);
    lua_pushliteral(L, "diffable.error");
    lua_setfield(L, -2, "__name");
    lua_pushcfunction(L, error_to_string);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, concatenate);
    lua_setfield(L, -2, "__concat");
    lua_newtable(L);
    for (size_t i = 0; i < sizeof of_strings / sizeof *of_strings; i += 1) {
        lua_pushstring(L, of_strings[i]);
        lua_pushcclosure(L, call_string_function, 1);
        lua_setfield(L, -2, of_strings[i]);
    }
    lua_setfield(L, -2, "__index");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
}

/* Refusals */

/*
 * Returns the name of the running function, without the colon of a method. Returns NULL for metamethods and for
 * functions that do not belong to the module.
 */
static const char *name_of_call(lua_State *L)
{
    const char *name = lua_tostring(L, CALL_NAME);
    if (name == NULL || strncmp(name, "__", 2) == 0) {
        return NULL;
    }
    return name + (*name == ':');
}

static bool is_method(lua_State *L)
{
    const char *name = lua_tostring(L, CALL_NAME);
    return name != NULL && *name == ':';
}

int diffable_lua_raise_at(lua_State *L, int level, diffable_status status, int identifier)
{
    int message = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, "a message");
    luaL_where(L, level);
    const char *where = lua_tostring(L, -1), *code = diffable_status_name(status), *call = name_of_call(L);
    lua_pushfstring(
        L, "%s%s: %s%s%s", where, code, call == NULL ? "" : call, call == NULL ? "" : ": ", lua_tostring(L, message));
    diffable_lua_make_error(L, strlen(where), identifier);
    return lua_error(L);
}

int diffable_lua_refuse_identifier(lua_State *L, diffable_status code, int identifier, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return diffable_lua_raise_at(L, 1, code, identifier);
}

int diffable_lua_refuse_code(lua_State *L, diffable_status code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return diffable_lua_raise_at(L, 1, code, 0);
}

int diffable_lua_refuse(lua_State *L, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return diffable_lua_raise_at(L, 1, DIFFABLE_ERROR_INVALID_ARGUMENT, 0);
}

int diffable_lua_refuse_argument(lua_State *L, int argument, const char *message)
{
    int number = argument - is_method(L);
    return diffable_lua_refuse(L, "argument %d: %s", number, message);
}

/* Returns what messages call a value: the __name in its metatable, or the name of its type. May push a value. */
static const char *push_type_name(lua_State *L, int index)
{
    if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
        return lua_tostring(L, -1);
    }
    return luaL_typename(L, index);
}

/* Pushes a hint for a method of the module that was passed in place of its result. */
static const char *push_method_hint(lua_State *L, int argument)
{
    bool is_method = lua_iscfunction(L, argument) && lua_getupvalue(L, argument, 2) != NULL
        && lua_type(L, -1) == LUA_TSTRING && *lua_tostring(L, -1) == ':';
    return is_method ? lua_pushfstring(L, "; are parentheses missing, as in x%s()?", lua_tostring(L, -1)) : "";
}

int diffable_lua_refuse_type(lua_State *L, int argument, const char *expected)
{
    const char *hint = push_method_hint(L, argument), *got = push_type_name(L, argument);
    if (argument > 1 || !is_method(L)) {
        return diffable_lua_refuse_argument(
            L, argument, lua_pushfstring(L, "%s expected, got %s%s", expected, got, hint));
    }
    return diffable_lua_refuse(L,
        "%s expected before the colon, got %s; methods are called with a colon, as in x:%s(...)", expected, got,
        name_of_call(L));
}

bool diffable_lua_has_type(lua_State *L, int index, int type)
{
    if (lua_type(L, index) == type) {
        return true;
    }
    bool is_callable = type == LUA_TFUNCTION && luaL_getmetafield(L, index, "__call") != LUA_TNIL;
    lua_pop(L, is_callable);
    return is_callable;
}

void diffable_lua_check_type(lua_State *L, int argument, int type)
{
    if (!diffable_lua_has_type(L, argument, type)) {
        diffable_lua_refuse_type(L, argument, lua_typename(L, type));
    }
}

lua_Integer diffable_lua_check_integer(lua_State *L, int argument)
{
    int exact;
    lua_Integer integer = lua_tointegerx(L, argument, &exact);
    if (lua_type(L, argument) == LUA_TNUMBER && !exact) {
        diffable_lua_refuse_argument(
            L, argument, lua_pushfstring(L, "integer expected, got %f", lua_tonumber(L, argument)));
    } else if (lua_type(L, argument) != LUA_TNUMBER) {
        diffable_lua_refuse_type(L, argument, "integer");
    }
    return integer;
}

/* Errors of the engine */
void diffable_lua_push_error_text(lua_State *L, const diffable_error *error)
{
    static const char *const names[] = { ": insert_tree: ", ": insert_items: ", ": move_items: " };
    const char *message = diffable_error_message_from_one(error), *code_end = message + strcspn(message, ":"),
               *call = NULL;
    lua_Debug frame;
    size_t size = 0;
    int top = lua_gettop(L);
    for (size_t i = 0; i < sizeof names / sizeof *names; i += 1) {
        size = strncmp(code_end, names[i], strlen(names[i])) == 0 ? strlen(names[i]) : size;
    }
    if (size > 0 && lua_getstack(L, 1, &frame) && lua_getinfo(L, "f", &frame) != 0
        && lua_getupvalue(L, -1, DIFFABLE_LUA_UPVALUES) != NULL) {
        call = lua_tostring(L, -1);
    }
    lua_pushlstring(L, message, call == NULL ? strlen(message) : (size_t)(code_end - message));
    if (call != NULL) {
        lua_pushfstring(L, ": %s: %s", call + (*call == ':'), code_end + size);
        lua_concat(L, 2);
    }
    lua_insert(L, top + 1);
    lua_settop(L, top + 1);
}

/* Pushes the identifier that an error is about, or nil if there is none. User code cannot free the error. */
static void push_identifier(lua_State *L, diffable_id id)
{
    if (id.kind == DIFFABLE_ID_INTEGER) {
        lua_pushinteger(L, id.integer);
    } else if (id.kind == DIFFABLE_ID_BYTES) {
        lua_pushlstring(L, id.bytes.data, id.bytes.size);
    } else {
        lua_pushnil(L);
    }
}

void diffable_lua_finish_error(lua_State *L, const diffable_error *error, int count)
{
    int where = lua_gettop(L) - count + 1;
    size_t position_size = lua_rawlen(L, where);
    lua_concat(L, count);
    push_identifier(L, diffable_error_identifier(error));
    lua_insert(L, where);
    diffable_lua_make_error(L, position_size, where);
    lua_remove(L, where);
}

static int push_message(lua_State *L)
{
    luaL_where(L, 2); /* level 0 is this function, 1 is the function of the module, and 2 is the script */
    diffable_lua_push_error_text(L, lua_touserdata(L, 1));
    diffable_lua_finish_error(L, lua_touserdata(L, 1), 2);
    return 1;
}

void diffable_lua_open_errors(lua_State *L)
{
    diffable_lua_keep_function(L, push_message);
    open_error_objects(L);
}

void diffable_lua_push_error(lua_State *L, diffable_error *error)
{
    /* Making a string may raise for lack of memory, and the error must be freed even then. */
    diffable_lua_push_function(L, push_message);
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
