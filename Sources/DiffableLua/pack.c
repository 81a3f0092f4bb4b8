/*
 * Packed contents: what tables contained when they were handed over, as bytes. The walk that computes a fingerprint packs as well; see
 * fingerprint.c.
 *
 * An entry begins with a byte of flags. Then come the keys and values of the table, up to END. Numbers are 8 bytes in the order of the
 * processor, and may begin at any address. A table inside a table is packed by value; inside itself it is packed as the distance back to
 * where it began. An identifier that is a string is not packed, because the engine has it.
 *
 * Functions, userdata, threads and metatables are kept by reference: the bytes have a number, and the Lua table of the contents has the
 * value at the key -number, and -number at the value. A table that is unpacked gets the metatable of the one that was packed, unless that
 * has __gc or __mode: a finalizer must not run for a copy, and nothing else keeps the tables in a copy alive.
 */
#include <string.h>

#include "internal.h"

/* Memory */

/*
 * The memory is one block: the revisions, the starts, the bytes. LARGE_WASTE: less is not given back. A block of the same size as the last
 * one is what malloc has at hand, so short lists reuse the memory of those before them.
 */
enum { ENTRY_SIZE = sizeof(uint64_t) + sizeof(size_t), LARGE_WASTE = 1024 };

static size_t grown(size_t size, size_t needed)
{
    size_t more = size + size / 2;
    return more > needed ? more : needed;
}

/* Returns false if there is no memory. */
static bool resize(lua_State *L, diffable_lua_packs *packs, size_t capacity, size_t room)
{
    char *block = diffable_lua_reallocate(L, packs->revisions, diffable_lua_size_of_packs(packs), capacity * ENTRY_SIZE + room);
    if (block == NULL) {
        return false;
    }
    char *starts = block + capacity * sizeof *packs->revisions, *bytes = block + capacity * ENTRY_SIZE;
    if (capacity != packs->capacity) { /* entries are added before bytes are written, so all bytes are counted */
        memmove(bytes, block + packs->capacity * ENTRY_SIZE, packs->size);
        memmove(starts, block + packs->capacity * sizeof *packs->revisions, packs->count * sizeof *packs->starts);
    }
    packs->revisions = (uint64_t *)(void *)block;
    packs->starts = (size_t *)(void *)starts;
    packs->bytes = bytes;
    packs->capacity = capacity;
    packs->room = room;
    return true;
}

/* Makes room for so many more entries, and for so many bytes behind those that are used. */
static void reserve(lua_State *L, diffable_lua_packs *packs, size_t count, size_t used, size_t size)
{
    size_t capacity = packs->capacity, room = packs->room;
    bool fits = count <= UINT32_MAX - packs->count && size <= SIZE_MAX / 4 - used; /* positions are 32-bit numbers in content.c */
    if (capacity - packs->count < count) {
        capacity = grown(capacity, packs->count + count);
    }
    if (room - used < size) {
        room = grown(room, used + size);
    }
    if (!fits || ((capacity > packs->capacity || room > packs->room) && !resize(L, packs, capacity, room))) {
        luaL_error(L, "not enough memory");
    }
}

void diffable_lua_begin_packing(lua_State *L, diffable_lua_packer *packer, size_t count, size_t size)
{
    diffable_lua_packs *packs = packer->packs;
    reserve(L, packs, count, packs->size, size);
    packer->at = packs->bytes + packs->size;
    packer->end = packs->bytes + packs->room;
}

void diffable_lua_reserve_bytes(lua_State *L, diffable_lua_packer *packer, size_t size)
{
    diffable_lua_packs *packs = packer->packs;
    size_t used = (size_t)(packer->at - packs->bytes);
    reserve(L, packs, 0, used, size);
    packer->at = packs->bytes + used;
    packer->end = packs->bytes + packs->room;
}

size_t diffable_lua_size_of_packs(const diffable_lua_packs *packs)
{
    return packs->capacity * ENTRY_SIZE + packs->room;
}

void diffable_lua_trim_packs(lua_State *L, diffable_lua_packs *packs)
{
    size_t waste = packs->room - packs->size;
    if (waste > LARGE_WASTE && waste > packs->size / 8) {
        resize(L, packs, packs->capacity, packs->size);
    }
}

void diffable_lua_free_packs(lua_State *L, diffable_lua_packs *packs)
{
    diffable_lua_reallocate(L, packs->revisions, diffable_lua_size_of_packs(packs), 0);
    memset(packs, 0, sizeof *packs);
}

/* References */

uint32_t diffable_lua_reference(lua_State *L, diffable_lua_packs *packs, int tables)
{
    lua_pushvalue(L, -1);
    lua_Integer number = 0;
    if (lua_rawget(L, tables) == LUA_TNUMBER) {
        number = -lua_tointeger(L, -1);
        lua_pop(L, 2);
        return (uint32_t)number;
    }
    lua_pop(L, 1);
    number = packs->references + 1;
    if (number > UINT32_MAX) {
        luaL_error(L, "not enough memory");
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, tables, -number);
    lua_pushinteger(L, -number);
    lua_rawset(L, tables);
    packs->references = number;
    return (uint32_t)number;
}

static void push_reference(lua_State *L, const char *number, int tables)
{
    uint32_t bits;
    memcpy(&bits, number, sizeof bits);
    lua_rawgeti(L, tables, -(lua_Integer)bits);
}

/* Returns how long a value is, without the values in it if it is a table. */
static size_t size_of_value(const char *value)
{
    switch ((unsigned char)*value) {
    case DIFFABLE_LUA_END:
    case DIFFABLE_LUA_FALSE:
    case DIFFABLE_LUA_TRUE:
    case DIFFABLE_LUA_ID:
    case DIFFABLE_LUA_TABLE:
        return 1;
    case DIFFABLE_LUA_INTEGER:
    case DIFFABLE_LUA_FLOAT:
        return 1 + sizeof(uint64_t);
    case DIFFABLE_LUA_CYCLE:
        return 2;
    case DIFFABLE_LUA_REFERENCE:
    case DIFFABLE_LUA_METATABLE:
        return 1 + sizeof(uint32_t);
    case DIFFABLE_LUA_LONG_STRING: {
        size_t size;
        memcpy(&size, value + 1, sizeof size);
        return 1 + sizeof size + size;
    }
    default:
        return 1 + ((size_t)(unsigned char)*value - DIFFABLE_LUA_SHORT_STRING);
    }
}

/* Gives the references in an entry that was copied the numbers that they have in their new contents. */
static void translate_references(lua_State *L, char *entry, const char *end, int from_tables, diffable_lua_packs *to, int to_tables)
{
    for (char *value = entry + 1; value < end; value += size_of_value(value)) {
        if (*value == DIFFABLE_LUA_REFERENCE || *value == DIFFABLE_LUA_METATABLE) {
            push_reference(L, value + 1, from_tables);
            uint32_t number = diffable_lua_reference(L, to, to_tables);
            memcpy(value + 1, &number, sizeof number);
        }
    }
}

static size_t end_of_entry(const diffable_lua_packs *packs, size_t position)
{
    return position + 1 < packs->count ? packs->starts[position + 1] : packs->size;
}

void diffable_lua_copy_pack(lua_State *L, const diffable_lua_packs *from, size_t position, int from_tables, diffable_lua_packs *to, int to_tables)
{
    size_t start = from->starts[position], size = end_of_entry(from, position) - start;
    diffable_lua_packer packer = { .packs = to };
    diffable_lua_begin_packing(L, &packer, 1, size);
    memcpy(packer.at, from->bytes + start, size);
    if (*packer.at & DIFFABLE_LUA_HAS_REFERENCES) {
        translate_references(L, packer.at, packer.at + size, from_tables, to, to_tables);
    }
    lua_rawseti(L, to_tables, (lua_Integer)to->count + 1);
    to->revisions[to->count] = from->revisions[position];
    to->starts[to->count] = to->size;
    to->count += 1;
    to->size += size;
}

/* Unpacking */

/* Making a Lua value may run finalizers, and they may hand over more: so the bytes may move. */
typedef struct unpacker {
    lua_State *L;
    const diffable_lua_packs *packs;
    size_t offset;
    int tables, id;
    int path[DIFFABLE_LUA_MAX_DEPTH]; /* the indexes of the tables that contain the one being made */
} unpacker;

static void push_table(unpacker *all, int depth);

/* Pushes the value at the offset, and moves the offset to the next one. */
static void push_value(unpacker *all, int depth)
{
    lua_State *L = all->L;
    const char *value = all->packs->bytes + all->offset;
    size_t size = size_of_value(value);
    all->offset += size;
    switch ((unsigned char)*value) {
    case DIFFABLE_LUA_FALSE:
    case DIFFABLE_LUA_TRUE:
        lua_pushboolean(L, *value == DIFFABLE_LUA_TRUE);
        break;
    case DIFFABLE_LUA_INTEGER: {
        lua_Integer integer;
        memcpy(&integer, value + 1, sizeof integer);
        lua_pushinteger(L, integer);
        break;
    }
    case DIFFABLE_LUA_FLOAT: {
        lua_Number number;
        memcpy(&number, value + 1, sizeof number);
        lua_pushnumber(L, number);
        break;
    }
    case DIFFABLE_LUA_LONG_STRING:
        lua_pushlstring(L, value + 1 + sizeof size, size - 1 - sizeof size);
        break;
    case DIFFABLE_LUA_ID:
        lua_pushvalue(L, all->id);
        break;
    case DIFFABLE_LUA_TABLE:
        push_table(all, depth);
        break;
    case DIFFABLE_LUA_CYCLE:
        lua_pushvalue(L, all->path[depth - value[1]]);
        break;
    case DIFFABLE_LUA_REFERENCE:
        push_reference(L, value + 1, all->tables);
        break;
    default:
        lua_pushlstring(L, value + 1, size - 1);
    }
}

static bool has_field(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    bool found = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return found;
}

static void set_metatable(unpacker *all, int table)
{
    lua_State *L = all->L;
    push_reference(L, all->packs->bytes + all->offset + 1, all->tables);
    all->offset += 1 + sizeof(uint32_t);
    int metatable = lua_gettop(L);
    if (!has_field(L, metatable, "__gc") && !has_field(L, metatable, "__mode")) {
        lua_setmetatable(L, table);
    }
    lua_settop(L, table);
}

/* Pushes the table whose keys and values begin at the offset. */
static void push_table(unpacker *all, int depth)
{
    lua_State *L = all->L;
    luaL_checkstack(L, LUA_MINSTACK, "content");
    lua_newtable(L);
    int table = all->path[depth] = lua_gettop(L);
    bool has_metatable = all->packs->bytes[all->offset] == DIFFABLE_LUA_METATABLE;
    size_t metatable = all->offset;
    all->offset += has_metatable ? 1 + sizeof(uint32_t) : 0;
    while (all->packs->bytes[all->offset] != DIFFABLE_LUA_END) {
        push_value(all, depth + 1);
        push_value(all, depth + 1);
        lua_rawset(L, table);
    }
    size_t end = all->offset + 1;
    if (has_metatable) {
        all->offset = metatable;
        set_metatable(all, table);
    }
    all->offset = end;
}

void diffable_lua_unpack(lua_State *L, const diffable_lua_packs *packs, size_t position, int tables, int id)
{
    unpacker all = { .L = L, .packs = packs, .offset = packs->starts[position] + 1, .tables = tables, .id = id };
    push_table(&all, 0);
}
