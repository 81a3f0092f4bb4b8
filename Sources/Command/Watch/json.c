// Reads JSON values, one after the other, from chunks that may end anywhere. YAJL parses the text, and this file
// converts its events to Lua values:
//
//   object, array     a table; that of an array has a metatable
//   integer           an integer, or a string of its digits if it has more than 64 bits, so that no digit is lost
//   other number      a table that contains its digits, for the same reason; see `digits`
//   string, boolean   a string or a boolean
//   null              a light userdata
#include "watch.h"

#include <stdbool.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#define READER "diffable.json_reader"
#define ARRAY "diffable.json_array"
#define NUMBER "diffable.json_number"

enum { MAX_DEPTH = 100 };

// The indexes of the stack while a chunk is parsed. Above OPEN are the open arrays and objects, the outermost first. If
// an object has a key whose value is still being read, that key is above the object.
enum { SELF = 1, CHUNK, VALUES, MESSAGE, ARRAY_METATABLE, OPEN = ARRAY_METATABLE };

typedef struct {
    yajl_handle parser;
    lua_State *L;
    int depth;
    // For each open container, the number of elements so far if it is an array, or -1 if it is an object.
    lua_Integer counts[MAX_DEPTH];
    // The number of bytes of the current chunk up to and including the last bracket that opened a container. 0 if the
    // chunk has no such bracket.
    size_t opened_at;
    // The line in which the current chunk begins, counted from 0, and the number of bytes before the chunk in that
    // line.
    lua_Integer line, column;
} reader;

static int fail(reader *self, const char *message)
{
    lua_pushstring(self->L, message);
    lua_replace(self->L, MESSAGE);
    return 0;
}

// Adds the value on top of the stack to its container, or to the values if it is not in one. Like all callbacks,
// returns 1 to continue, or 0 after an error.
static int add(reader *self)
{
    lua_State *L = self->L;
    if (self->depth == 0) {
        if (!lua_istable(L, -1)) {
            return fail(self, "a list is an array, not a single value");
        }
        lua_rawseti(L, VALUES, (lua_Integer)lua_rawlen(L, VALUES) + 1);
    } else if (self->counts[self->depth - 1] >= 0) {
        lua_rawseti(L, -2, self->counts[self->depth - 1] += 1);
    } else {
        lua_rawset(L, -3);
    }
    return 1;
}

static int on_null(void *context)
{
    reader *self = context;
    lua_pushlightuserdata(self->L, NULL);
    return add(self);
}

static int on_boolean(void *context, int value)
{
    reader *self = context;
    lua_pushboolean(self->L, value);
    return add(self);
}

static int on_number(void *context, const char *text, size_t size)
{
    reader *self = context;
    lua_pushlstring(self->L, text, size);
    const bool is_integer = memchr(text, '.', size) == NULL && memchr(text, 'e', size) == NULL
        && memchr(text, 'E', size) == NULL;
    if (is_integer || self->depth == 0) {
        // Lua converts the digits of an integer that has more than 64 bits to a float. Then the string is kept.
        lua_stringtonumber(self->L, lua_tostring(self->L, -1));
        lua_remove(self->L, lua_isinteger(self->L, -1) ? -2 : -1);
    } else {
        lua_createtable(self->L, 1, 0);
        lua_insert(self->L, -2);
        lua_rawseti(self->L, -2, 1);
        luaL_setmetatable(self->L, NUMBER);
    }
    return add(self);
}

static int on_string(void *context, const unsigned char *text, size_t size)
{
    reader *self = context;
    lua_pushlstring(self->L, (const char *)text, size);
    return add(self);
}

static int open_container(reader *self, lua_Integer count)
{
    if (self->depth == MAX_DEPTH) {
        return fail(self, "more than 100 levels of arrays and objects");
    }
    lua_newtable(self->L);
    if (count == 0) {
        lua_pushvalue(self->L, ARRAY_METATABLE);
        lua_setmetatable(self->L, -2);
    }
    self->opened_at = yajl_get_bytes_consumed(self->parser);
    self->counts[self->depth] = count;
    self->depth += 1;
    return 1;
}

static int on_start_array(void *context)
{
    return open_container(context, 0);
}

static int on_start_object(void *context)
{
    return open_container(context, -1);
}

static int on_end(void *context)
{
    reader *self = context;
    self->depth -= 1;
    return add(self);
}

static int on_key(void *context, const unsigned char *text, size_t size)
{
    reader *self = context;
    lua_State *L = self->L;
    lua_pushlstring(L, (const char *)text, size);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) != LUA_TNIL) {
        lua_pushfstring(L, "an object has the name \"%s\" twice", lua_tostring(L, -2));
        lua_replace(L, MESSAGE);
        return 0;
    }
    lua_pop(L, 1);
    return 1;
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_start_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_end,
    .yajl_start_array = on_start_array,
    .yajl_end_array = on_end,
};

// Resets the parser, but not the line and the column.
static void begin(lua_State *L, reader *self)
{
    if (self->parser != NULL) {
        yajl_free(self->parser);
    }
    self->depth = 0;
    self->parser = yajl_alloc(&callbacks, NULL, self);
    if (self->parser == NULL) {
        luaL_error(L, "not enough memory");
    }
    yajl_config(self->parser, yajl_allow_multiple_values, 1);
    yajl_config(self->parser, yajl_allow_partial_values, 1);
}

static void advance(reader *self, const char *text, size_t size)
{
    const char *end = text + size;
    for (const char *newline; (newline = memchr(text, '\n', (size_t)(end - text))) != NULL; text = newline + 1) {
        self->line += 1;
        self->column = 0;
    }
    self->column += end - text;
}

// Pushes an error message with the position of the last byte that was read.
static void push_message(lua_State *L, const reader *self, const char *message, size_t size)
{
    lua_pushfstring(L, "line %I, column %I: ", self->line + 1, self->column);
    lua_pushlstring(L, message, size);
    lua_concat(L, 2);
}

// Pushes the error message of YAJL, without the newline and the full stop at its end.
static void push_parser_message(lua_State *L, reader *self)
{
    unsigned char *message = yajl_get_error(self->parser, 0, NULL, 0);
    const char *text = message == NULL ? "not enough memory" : (const char *)message;
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '.')) {
        size -= 1;
    }
    push_message(L, self, text, size);
    yajl_free_error(self->parser, message);
}

// Pushes the error message that a callback has stored.
static void push_callback_message(lua_State *L, const reader *self)
{
    size_t size;
    const char *message = lua_tolstring(L, MESSAGE, &size);
    push_message(L, self, message, size);
}

// Returns the bytes of the chunk (argument 2) from the index `first` (argument 3, 1 by default) on, and their number.
static const char *check_rest(lua_State *L, size_t *size)
{
    const char *text = luaL_checklstring(L, 2, size);
    const lua_Integer first = luaL_optinteger(L, 3, 1);
    luaL_argcheck(L, first >= 1 && (size_t)first <= *size + 1, 3, "not in the chunk");
    *size -= (size_t)first - 1;
    return text + (first - 1);
}

// reader:feed(chunk, first): reads a chunk from its byte `first` on. Returns an array of the values that end in it, an
// error message or nil, and the number of bytes that were read. After an error, the reader expects a new value after
// these bytes. If the error is a bracket at the beginning of a line, that bracket is not read, so it can begin the new
// value.
static int feed(lua_State *L)
{
    reader *self = luaL_checkudata(L, 1, READER);
    size_t size;
    const char *text = check_rest(L, &size);
    lua_settop(L, CHUNK);
    lua_newtable(L);
    lua_pushnil(L);
    luaL_getmetatable(L, ARRAY);
    luaL_checkstack(L, 2 * MAX_DEPTH + LUA_MINSTACK, NULL);
    lua_getiuservalue(L, SELF, 1);
    const int open = lua_gettop(L);
    const lua_Integer count = (lua_Integer)lua_rawlen(L, open);
    for (lua_Integer i = 1; i <= count; i += 1) {
        lua_rawgeti(L, open, i);
    }
    lua_remove(L, open);
    self->L = L;
    self->opened_at = 0;
    const yajl_status status = yajl_parse(self->parser, (const unsigned char *)text, size);
    size_t used = size;
    if (status != yajl_status_ok) {
        used = yajl_get_bytes_consumed(self->parser);
        const size_t before = used > 0 ? used - 1 : 0;
        advance(self, text, before);
        const bool begins_line = self->column == 0;
        advance(self, text + before, used - before);
        if (lua_isnil(L, MESSAGE)) {
            push_parser_message(L, self);
        } else {
            push_callback_message(L, self);
        }
        lua_replace(L, MESSAGE);
        // If a value was not closed, YAJL reports an error at the first byte of the next value. Read that byte again.
        if (begins_line && used > 0 && used != self->opened_at && (text[before] == '[' || text[before] == '{')) {
            used = before;
            self->column = 0;
        }
        lua_settop(L, OPEN);
        begin(L, self);
    } else {
        advance(self, text, size);
    }
    const int last = lua_gettop(L) - OPEN;
    lua_createtable(L, last, 0);
    lua_insert(L, OPEN + 1);
    for (int i = last; i > 0; i -= 1) {
        lua_rawseti(L, OPEN + 1, i);
    }
    lua_setiuservalue(L, SELF, 1);
    lua_settop(L, MESSAGE);
    lua_pushinteger(L, (lua_Integer)used);
    return 3;
}

// reader:skip(chunk, first, count): skips `count` bytes of a chunk, and only counts their lines.
static int skip(lua_State *L)
{
    reader *self = luaL_checkudata(L, 1, READER);
    size_t size;
    const char *text = check_rest(L, &size);
    const lua_Integer count = luaL_checkinteger(L, 4);
    luaL_argcheck(L, count >= 0 && (size_t)count <= size, 4, "not in the chunk");
    advance(self, text, (size_t)count);
    return 0;
}

// reader:finish(): call it at the end of the input. Returns an error message if the input ended inside a value, or nil.
// The reader is reset, to line 1.
static int finish(lua_State *L)
{
    reader *self = luaL_checkudata(L, 1, READER);
    lua_settop(L, SELF);
    if (self->depth > 0) {
        const char message[] = "the input ended inside a list";
        push_message(L, self, message, sizeof message - 1);
    } else {
        // A number at the end of the input ends only here.
        lua_settop(L, OPEN);
        self->L = L;
        if (yajl_complete_parse(self->parser) == yajl_status_ok) {
            lua_pushnil(L);
        } else if (lua_isnil(L, MESSAGE)) {
            push_parser_message(L, self);
        } else {
            push_callback_message(L, self);
        }
    }
    lua_newtable(L);
    lua_setiuservalue(L, SELF, 1);
    begin(L, self);
    self->line = self->column = 0;
    return 1;
}

static int collect(lua_State *L)
{
    reader *self = luaL_checkudata(L, 1, READER);
    if (self->parser != NULL) {
        yajl_free(self->parser);
        self->parser = NULL;
    }
    return 0;
}

static int new_reader(lua_State *L)
{
    reader *self = lua_newuserdatauv(L, sizeof *self, 1);
    memset(self, 0, sizeof *self);
    luaL_setmetatable(L, READER);
    begin(L, self);
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    return 1;
}

// is_array(value): returns whether a value is a table that was read from an array.
static int is_array(lua_State *L)
{
    lua_settop(L, 1);
    luaL_getmetatable(L, ARRAY);
    lua_pushboolean(L, lua_istable(L, 1) && lua_getmetatable(L, 1) && lua_rawequal(L, -1, 2));
    return 1;
}

// digits(value): returns the digits of a number that is not an integer, or nil for any other value.
static int digits(lua_State *L)
{
    lua_settop(L, 1);
    luaL_getmetatable(L, NUMBER);
    if (lua_istable(L, 1) && lua_getmetatable(L, 1) && lua_rawequal(L, -1, 2)) {
        lua_rawgeti(L, 1, 1);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

// as_array(table): marks a table as an array, and returns it.
static int as_array(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    luaL_setmetatable(L, ARRAY);
    return 1;
}

void diffable_watch_add_json(lua_State *L)
{
    static const luaL_Reg methods[] = { { "feed", feed }, { "skip", skip }, { "finish", finish }, { "__gc", collect },
        { NULL, NULL } };
    luaL_newmetatable(L, READER);
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    luaL_newmetatable(L, ARRAY);
    luaL_newmetatable(L, NUMBER);
    lua_pop(L, 3);
    lua_pushcfunction(L, new_reader);
    lua_setfield(L, -2, "json_reader");
    lua_pushcfunction(L, is_array);
    lua_setfield(L, -2, "is_array");
    lua_pushcfunction(L, digits);
    lua_setfield(L, -2, "digits");
    lua_pushcfunction(L, as_array);
    lua_setfield(L, -2, "as_array");
    lua_pushlightuserdata(L, NULL);
    lua_setfield(L, -2, "null");
}
