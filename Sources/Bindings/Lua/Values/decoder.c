/*
 * Decodes contents to tables. A content is a map in CBOR, written by the encoder of this module, by the library in
 * another language, or by any other program.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "../internal.h"

/* A content with arrays, maps or tags that are nested more deeply is not decoded. */
enum { MAX_DEPTH = 256 };

/* Moves `at` past a CBOR data item. Returns false if the item does not end at or before `end`, or cannot be decoded. */
static bool skip(const unsigned char **at, const unsigned char *end, int depth)
{
    if (*at == end || depth > MAX_DEPTH) {
        return false;
    }
    int major = **at >> 5, low = **at & 31, size = low < 24 ? 0 : 1 << (low - 24);
    *at += 1;
    if (low > 27 || end - *at < size) {
        return false;
    }
    uint64_t number = low < 24 ? (uint64_t)low : 0;
    for (; size > 0; size -= 1) {
        number = number << 8 | **at;
        *at += 1;
    }
    if (major == 2 || major == 3) {
        if (number > (uint64_t)(end - *at)) {
            return false;
        }
        *at += number;
    }
    if (major == 6 && (number == DIFFABLE_LUA_TAG_REFERENCE || number == DIFFABLE_LUA_TAG_METATABLE)) {
        return false;
    }
    uint64_t items = major == 4 || major == 6 ? (major == 6 ? 1 : number) : major == 5 ? number : 0;
    for (uint64_t i = 0; i < items; i += 1) {
        if (!skip(at, end, depth + 1) || (major == 5 && !skip(at, end, depth + 1))) {
            return false;
        }
    }
    return true;
}

bool diffable_lua_is_map(const char *bytes, size_t size)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + size;
    return size > 0 && *at >> 5 == 5 && skip(&at, end, 1) && at == end;
}

typedef struct decoder {
    lua_State *L;
    const unsigned char *at;
    int references; /* the index of the table of references */
} decoder;

static uint64_t read_bits(decoder *all, int bytes)
{
    uint64_t bits = 0;
    for (; bytes > 0; bytes -= 1) {
        bits = bits << 8 | *all->at;
        all->at += 1;
    }
    return bits;
}

/* Reads the head of a CBOR data item: its major type and the size of its argument. Returns the argument. */
static uint64_t read_head(decoder *all, int *major, int *size)
{
    int head = *all->at, low = head & 31;
    all->at += 1;
    *major = head >> 5;
    *size = low < 24 ? 0 : 1 << (low - 24);
    return low < 24 ? (uint64_t)low : read_bits(all, *size);
}

static double half_to_double(uint64_t bits)
{
    uint64_t exponent = bits >> 10 & 31, fraction = bits & 0x3FF;
    double number = exponent == 0 ? (double)fraction / 16777216 : (double)(fraction | 0x400) / 1024;
    for (uint64_t i = 15; exponent != 0 && i < exponent; i += 1) {
        number *= 2;
    }
    for (uint64_t i = exponent; exponent != 0 && i < 15; i += 1) {
        number /= 2;
    }
    if (exponent == 31) {
        number = fraction == 0 ? (double)INFINITY : (double)NAN;
    }
    return (bits & 0x8000) != 0 ? -number : number;
}

static void push_simple(lua_State *L, uint64_t bits, int size)
{
    if (size == 2) {
        lua_pushnumber(L, (lua_Number)half_to_double(bits));
    } else if (size == 4) {
        uint32_t low = (uint32_t)bits;
        float number;
        memcpy(&number, &low, sizeof number);
        lua_pushnumber(L, (lua_Number)number);
    } else if (size == 8) {
        double number;
        memcpy(&number, &bits, sizeof number);
        lua_pushnumber(L, (lua_Number)number);
    } else {
        lua_pushboolean(L, bits == 21);
    }
}

void diffable_lua_set_metatable_of_copy(lua_State *L, int table)
{
    int metatable = lua_gettop(L);
    bool fits = lua_type(L, metatable) == LUA_TTABLE;
    static const char *const names[] = { "__gc", "__mode" };
    for (int i = 0; fits && i < 2; i += 1) {
        lua_pushstring(L, names[i]);
        fits = lua_rawget(L, metatable) == LUA_TNIL;
        lua_settop(L, metatable);
    }
    if (fits) {
        lua_pushvalue(L, metatable);
        lua_setmetatable(L, table);
    }
    lua_settop(L, metatable - 1);
}

static void push_value(decoder *all);

static int table_size(uint64_t count)
{
    return count < INT_MAX / 2 ? (int)count : INT_MAX / 2;
}

static void push_array(decoder *all, uint64_t count)
{
    lua_createtable(all->L, table_size(count), 0);
    for (uint64_t i = 1; i <= count; i += 1) {
        push_value(all);
        lua_rawseti(all->L, -2, (lua_Integer)i);
    }
}

static void read_fields(decoder *all, uint64_t count)
{
    for (uint64_t i = 0; i < count; i += 1) {
        push_value(all);
        push_value(all);
        bool is_nan = lua_type(all->L, -2) == LUA_TNUMBER && !lua_rawequal(all->L, -2, -2);
        if (lua_isnil(all->L, -2) || is_nan) { /* a reference is nil if a finalizer has closed the list meanwhile */
            lua_pop(all->L, 2);
        } else {
            lua_rawset(all->L, -3);
        }
    }
}

/* Pushes the value of a data item with a tag. */
static void push_tagged(decoder *all, uint64_t tag)
{
    lua_State *L = all->L;
    int major, size;
    if (tag != DIFFABLE_LUA_TAG_REFERENCE
        && tag != DIFFABLE_LUA_TAG_METATABLE) { /* the tag of a date, for instance, is ignored */
        push_value(all);
        return;
    }
    if (tag == DIFFABLE_LUA_TAG_REFERENCE) {
        lua_rawgeti(L, all->references, (lua_Integer)read_head(all, &major, &size));
        return;
    }
    read_head(all, &major, &size); /* the head of the array */
    lua_Integer metatable = (lua_Integer)read_head(all, &major, &size);
    push_value(all);
    lua_rawgeti(L, all->references, metatable);
    diffable_lua_set_metatable_of_copy(L, lua_gettop(L) - 1);
}

static void push_value(decoder *all)
{
    lua_State *L = all->L;
    int major, size;
    uint64_t number = read_head(all, &major, &size);
    luaL_checkstack(L, LUA_MINSTACK, "content");
    switch (major) {
    case 0:
    case 1:
        if (number > INT64_MAX) { /* outside the range of an integer in Lua */
            lua_pushnumber(L, major == 0 ? (lua_Number)number : -1 - (lua_Number)number);
        } else {
            lua_pushinteger(L, (lua_Integer)(major == 0 ? number : ~number));
        }
        break;
    case 2:
    case 3:
        lua_pushlstring(L, (const char *)all->at, (size_t)number);
        all->at += number;
        break;
    case 4: push_array(all, number); break;
    case 5:
        lua_createtable(L, 0, table_size(number));
        read_fields(all, number);
        break;
    case 6: push_tagged(all, number); break;
    default: push_simple(L, number, size);
    }
}

void diffable_lua_decode(lua_State *L, const char *bytes, int id, int references)
{
    decoder all = { L, (const unsigned char *)bytes, references };
    int major, size;
    uint64_t count = read_head(&all, &major, &size);
    lua_createtable(L, 0, table_size(count + 1));
    if (id != 0) {
        lua_pushliteral(L, "id");
        lua_pushvalue(L, id);
        lua_rawset(L, -3);
    }
    read_fields(&all, count);
}
