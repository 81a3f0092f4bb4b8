/*
 * Fingerprints: 64-bit hashes of the contents of tables. Two tables with equal keys and values, at any depth and in any
 * order of keys, have the same fingerprint, also if they contain cycles; 1 and 1.0 differ. Functions, userdata and threads
 * are hashed by address, metatables are ignored, and no metamethod runs.
 *
 * Tables deeper than MAX_DEPTH, and those after the first MAX_TABLES visits, are hashed by address: this bounds the C
 * stack, and the time for tables that share their parts many times over.
 *
 * All hashes are seeded with a random number of the process, so that nobody can construct content that collides.
 */
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/random.h>

#include "internal.h"

enum { MAX_DEPTH = 100, MAX_TABLES = 4096 };

/* Hashes */

/* Mixed into each hash, so that equal bits of different kinds have different hashes. */
enum { NIL = 1, BOOLEAN, INTEGER, FLOAT, STRING, TABLE, CYCLE, IDENTITY };

static const uint64_t odd = 0x9E3779B97F4A7C15u;

/* 0 until the module is opened. Odd, and shared by all Lua states of the process. */
static _Atomic uint64_t seed;

static uint64_t secret(void)
{
    return atomic_load_explicit(&seed, memory_order_relaxed);
}

__extension__ typedef unsigned __int128 product;

/* Folds both halves of a product into one, as wyhash does (Wang Yi, 2019). */
static uint64_t fold(uint64_t left, uint64_t right)
{
    product both = (product)left * right;
    return (uint64_t)both ^ (uint64_t)(both >> 64);
}

static uint64_t mix(uint64_t x)
{
    return fold(x ^ 0xD6E8FEB86659FD93u, 0xA0761D6478BD642Fu);
}

static uint64_t tagged(int kind, uint64_t bits)
{
    return mix((bits ^ secret()) + odd * (uint64_t)kind);
}

static uint64_t word(const char *data)
{
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

static uint64_t half_word(const char *data)
{
    uint32_t half;
    memcpy(&half, data, sizeof half);
    return half;
}

/* The last words may overlap those before them, as in wyhash: the hash of the size keeps the result unambiguous. */
static uint64_t string_hash(const char *data, size_t size)
{
    const char *end = data + size;
    uint64_t hash = tagged(STRING, size), first = 0, last = 0;
    for (; end - data > 16; data += 16) {
        hash = fold(hash ^ word(data), word(data + 8) ^ secret());
    }
    if (size > 16) {
        first = word(end - 16);
        last = word(end - 8);
    } else if (size >= 8) {
        first = word(data);
        last = word(end - 8);
    } else if (size >= 4) {
        first = half_word(data);
        last = half_word(end - 4);
    } else if (size > 0) {
        first = (uint64_t)(unsigned char)data[0] << 16 | (uint64_t)(unsigned char)data[size / 2] << 8 | (unsigned char)end[-1];
    }
    return mix(fold(hash ^ first, last ^ secret()));
}

/* Tables */

/* The state of a walk through one table of a list and the tables that it contains. */
typedef struct table_walk {
    diffable_lua_fingerprints *all;
    int tables;
    const void *path[MAX_DEPTH]; /* the tables that contain the one being read */
} table_walk;

void diffable_lua_seed_fingerprints(void)
{
    uint64_t none = 0, fresh;
    if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh) {
        fresh = odd ^ (uint64_t)(uintptr_t)&fresh;
    }
    atomic_compare_exchange_strong(&seed, &none, fresh | 1);
}

static uint64_t table_hash(lua_State *L, int index, table_walk *walk, int depth);

static uint64_t number_hash(lua_State *L, int index)
{
    if (lua_isinteger(L, index)) {
        return tagged(INTEGER, (uint64_t)lua_tointeger(L, index));
    }
    double number = lua_tonumber(L, index);
    uint64_t bits;
    number = isnan(number) ? (double)NAN : number;
    memcpy(&bits, &number, sizeof bits);
    return tagged(FLOAT, bits);
}

static uint64_t value_hash(lua_State *L, int index, int type, table_walk *walk, int depth)
{
    switch (type) {
    case LUA_TNIL:
        return tagged(NIL, 0);
    case LUA_TBOOLEAN:
        return tagged(BOOLEAN, lua_toboolean(L, index) != 0);
    case LUA_TNUMBER:
        return number_hash(L, index);
    case LUA_TSTRING: {
        size_t size;
        const char *data = lua_tolstring(L, index, &size);
        return string_hash(data, size);
    }
    case LUA_TTABLE:
        luaL_checkstack(L, 4, "content is nested too deep");
        return table_hash(L, lua_absindex(L, index), walk, depth);
    default:
        return tagged(IDENTITY, (uint64_t)(uintptr_t)lua_topointer(L, index));
    }
}

static uint64_t field_hash(uint64_t key, uint64_t value)
{
    return mix(key * odd + value);
}

static diffable_lua_key *cached_key(diffable_lua_fingerprints *all, const void *memory)
{
    return &all->keys[(uintptr_t)memory / 16 % DIFFABLE_LUA_KEYS]; /* what malloc returns is aligned */
}

/* The hash of the key below the value on top of the stack, which is cached if it is a string. */
static uint64_t new_key_hash(lua_State *L, const void *memory, table_walk *walk, int depth)
{
    int type = lua_type(L, -2);
    uint64_t hash = value_hash(L, -2, type, walk, depth);
    if (type == LUA_TSTRING) {
        *cached_key(walk->all, memory) = (diffable_lua_key){ memory, hash };
    }
    return hash;
}

/*
 * The same for a key whose address is `memory`. A key with the address of a cached string is that string, unless it is
 * light userdata made from its address: so the type of most keys need not be read.
 */
static inline uint64_t key_hash(lua_State *L, const void *memory, table_walk *walk, int depth)
{
    const diffable_lua_key *cached = cached_key(walk->all, memory);
    return cached->memory == memory && memory != NULL ? cached->hash : new_key_hash(L, memory, walk, depth);
}

static uint64_t table_hash(lua_State *L, int index, table_walk *walk, int depth)
{
    const void *table = lua_topointer(L, index);
    for (int i = 0; i < depth; i += 1) {
        if (walk->path[i] == table) {
            return tagged(CYCLE, (uint64_t)(depth - i)); /* the distance, which does not depend on addresses */ // mutant: cycle-address
        }
    }
    if (depth == MAX_DEPTH || walk->tables == MAX_TABLES) {
        return tagged(IDENTITY, (uint64_t)(uintptr_t)table);
    }
    walk->path[depth] = table;
    walk->tables += 1;
    uint64_t sum = 0; /* a sum does not depend on the order of the keys */
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        uint64_t key = key_hash(L, lua_topointer(L, -2), walk, depth + 1);
        sum += field_hash(key, value_hash(L, -1, lua_type(L, -1), walk, depth + 1));
        lua_pop(L, 1);
    }
    return tagged(TABLE, sum);
}

void diffable_lua_prepare_fingerprints(lua_State *L, diffable_lua_fingerprints *all, const void *without)
{
    all->id = lua_topointer(L, ID_FIELD);
    all->without = without;
    memset(all->keys, 0, sizeof all->keys);
}

uint64_t diffable_lua_fingerprint(lua_State *L, diffable_lua_fingerprints *all, int table, diffable_id *id)
{
    table_walk walk;
    walk.all = all;
    walk.tables = 1;
    walk.path[0] = lua_topointer(L, table);
    uint64_t sum = 0; /* does not depend on the order of the keys */
    bool has_content = all->without == NULL; /* an item always has */
    id->kind = DIFFABLE_ID_NONE;
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        const void *field = lua_topointer(L, -2);
        if (field == all->without && field != NULL) {
            lua_settop(L, -2);
            continue;
        }
        bool is_id = field == all->id;
        int type = lua_type(L, -1);
        uint64_t value;
        if (type == LUA_TSTRING) { /* most values */
            size_t size;
            const char *data = lua_tolstring(L, -1, &size);
            if (is_id) {
                *id = diffable_id_bytes(data, size);
            }
            value = string_hash(data, size);
        } else {
            if (is_id && !diffable_lua_to_bare_id(L, -1, id)) {
                id->kind = DIFFABLE_ID_NONE;
            }
            value = value_hash(L, -1, type, &walk, 1);
        }
        has_content = has_content || !is_id;
        sum += field_hash(key_hash(L, field, &walk, 1), value);
        lua_settop(L, -2);
    }
    return has_content ? tagged(TABLE, sum) | DIFFABLE_LUA_REVISION_BIT : 0;
}
