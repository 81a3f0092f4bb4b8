/*
 * Packed contents: what tables contained when they were handed over, as bytes. The walk that computes a fingerprint packs as well; see
 * fingerprint.c.
 *
 * An entry begins with the role of its table (diffable_lua_role) as a byte. Then come the keys and values of the table, up to END.
 * Numbers are 4 or 8 bytes in the order of the processor, and may begin at any address. A table inside a table is packed by value; inside
 * itself it is packed as the distance back to where it began. An identifier that is a string is not packed, because the engine has it. The
 * first few strings that are keys have numbers, and take one byte in each entry: to write to memory that was not in use costs more than all
 * else about packing.
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
    unsigned char tag = (unsigned char)*value;
    switch (tag) {
    case DIFFABLE_LUA_SMALL_INTEGER:
        return 1 + sizeof(int32_t);
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
        return tag < DIFFABLE_LUA_SHORT_STRING ? 1 : 1 + (size_t)tag - DIFFABLE_LUA_SHORT_STRING;
    }
}

/* Keys */

size_t diffable_lua_number_key(diffable_lua_packs *packs, char *key, size_t size)
{
    int number = 0;
    while (number < packs->number_of_keys && memcmp(packs->keys[number], key, size) != 0) {
        number += 1;
    }
    if (number == DIFFABLE_LUA_NUMBERED_KEYS) {
        return size;
    }
    if (number == packs->number_of_keys) {
        memcpy(packs->keys[number], key, size);
        packs->number_of_keys += 1;
    }
    *key = (char)(DIFFABLE_LUA_NUMBERED_KEY | number);
    return 1;
}

/* Copying */

/* Copies a value to another packs, where a key has another number, or none, and a reference has another number. */
static void copy_value(lua_State *L, const diffable_lua_packs *from, size_t offset, int from_tables, diffable_lua_packer *packer)
{
    const char *value = from->bytes + offset;
    if ((unsigned char)*value < DIFFABLE_LUA_SHORT_STRING && *value & DIFFABLE_LUA_NUMBERED_KEY) {
        char key[DIFFABLE_LUA_KEY_SIZE];
        const char *spelled = from->keys[*value & ~DIFFABLE_LUA_NUMBERED_KEY];
        memcpy(key, spelled, size_of_value(spelled));
        size_t size = diffable_lua_number_key(packer->packs, key, size_of_value(spelled));
        diffable_lua_reserve_bytes(L, packer, size);
        memcpy(packer->at, key, size);
        packer->at += size;
        return;
    }
    size_t size = size_of_value(value);
    diffable_lua_reserve_bytes(L, packer, size);
    memcpy(packer->at, value, size);
    if (*value == DIFFABLE_LUA_REFERENCE || *value == DIFFABLE_LUA_METATABLE) {
        push_reference(L, value + 1, from_tables);
        uint32_t number = diffable_lua_reference(L, packer->packs, packer->tables);
        memcpy(packer->at + 1, &number, sizeof number);
    }
    packer->at += size;
}

static size_t end_of_entry(const diffable_lua_packs *packs, size_t position)
{
    return position + 1 < packs->count ? packs->starts[position + 1] : packs->size;
}

void diffable_lua_copy_pack(lua_State *L, const diffable_lua_packs *from, size_t position, int from_tables, diffable_lua_packs *to, int to_tables)
{
    size_t start = from->starts[position], end = end_of_entry(from, position);
    diffable_lua_packer packer = { .packs = to, .tables = to_tables };
    diffable_lua_begin_packing(L, &packer, 1, end - start);
    *packer.at = from->bytes[start];
    packer.at += 1;
    for (size_t offset = start + 1; offset < end; offset += size_of_value(from->bytes + offset)) {
        copy_value(L, from, offset, from_tables, &packer);
    }
    lua_rawseti(L, to_tables, (lua_Integer)to->count + 1);
    to->revisions[to->count] = from->revisions[position];
    to->starts[to->count] = to->size;
    to->count += 1;
    to->size = (size_t)(packer.at - to->bytes);
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

static void push_string(lua_State *L, const char *value)
{
    bool is_long = *value == DIFFABLE_LUA_LONG_STRING;
    size_t header = is_long ? 1 + sizeof(size_t) : 1;
    diffable_lua_push_bytes(L, value + header, size_of_value(value) - header);
}

/* Pushes the value at the offset, and moves the offset to the next one. */
static void push_value(unpacker *all, int depth)
{
    lua_State *L = all->L;
    const char *value = all->packs->bytes + all->offset;
    int32_t small;
    lua_Integer integer;
    lua_Number number;
    all->offset += size_of_value(value);
    switch ((unsigned char)*value) {
    case DIFFABLE_LUA_FALSE:
    case DIFFABLE_LUA_TRUE:
        lua_pushboolean(L, *value == DIFFABLE_LUA_TRUE);
        break;
    case DIFFABLE_LUA_SMALL_INTEGER:
        memcpy(&small, value + 1, sizeof small);
        lua_pushinteger(L, small);
        break;
    case DIFFABLE_LUA_INTEGER:
        memcpy(&integer, value + 1, sizeof integer);
        lua_pushinteger(L, integer);
        break;
    case DIFFABLE_LUA_FLOAT:
        memcpy(&number, value + 1, sizeof number);
        lua_pushnumber(L, number);
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
    default: {
        bool is_key = (unsigned char)*value < DIFFABLE_LUA_SHORT_STRING && *value & DIFFABLE_LUA_NUMBERED_KEY;
        push_string(L, is_key ? all->packs->keys[*value & ~DIFFABLE_LUA_NUMBERED_KEY] : value);
    }
    }
}

static bool has_field(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    bool found = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return found;
}

void diffable_lua_set_metatable_of_copy(lua_State *L, int table)
{
    int metatable = lua_gettop(L);
    if (!has_field(L, metatable, "__gc") && !has_field(L, metatable, "__mode")) {
        lua_pushvalue(L, metatable);
        lua_setmetatable(L, table);
    }
    lua_settop(L, metatable - 1);
}

static void set_metatable(unpacker *all, int table)
{
    push_reference(all->L, all->packs->bytes + all->offset + 1, all->tables);
    all->offset += 1 + sizeof(uint32_t);
    diffable_lua_set_metatable_of_copy(all->L, table);
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
