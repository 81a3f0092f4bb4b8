/*
 * Fingerprints: 64 bits that stand for what a table says. Two tables with the same keys and values, at any
 * depth and in any order of keys, have the same one, with cycles too; 1 and 1.0 differ. Functions, userdata
 * and threads count by identity, metatables not at all, and no metamethod runs.
 *
 * Tables deeper than MAX_DEPTH, and those that come after the first MAX_TABLES visits, count by identity:
 * that bounds the C stack and the time for tables that share what they contain over and over.
 *
 * All bits go through a seed that is random in each process, so that nobody can write content that passes for other content.
 */
#include <math.h>
#include <sys/random.h>

#include "hashes.h"
#include "internal.h"

enum { MAX_DEPTH = 100, MAX_TABLES = 4096 };

typedef struct table_walk {
    const void *path[MAX_DEPTH]; /* the tables that contain the one being read */
    int tables;
    const char *without;
    diffable_id *id;
    diffable_lua_keys *keys;
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

static uint64_t value_hash(lua_State *L, int index, table_walk *walk, int depth)
{
    switch (lua_type(L, index)) {
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

/* The hash of a key, which is this string. */
static uint64_t key_hash(lua_State *L, const void *string, table_walk *walk)
{
    size_t place = (uintptr_t)string / 16 % DIFFABLE_LUA_KEYS; /* what malloc returns is aligned */
    if (walk->keys->strings[place] != string) {
        walk->keys->strings[place] = string;
        walk->keys->hashes[place] = value_hash(L, -2, walk, 0);
    }
    return walk->keys->hashes[place];
}

static bool is_without(lua_State *L, const table_walk *walk, int depth)
{
    return depth == 0 && walk->without != NULL && diffable_lua_says(L, -2, walk->without);
}

/* The hash of a field, whose key and value are on top of the stack. */
static uint64_t field_hash(lua_State *L, table_walk *walk, int depth)
{
    uint64_t key;
    if (lua_type(L, -2) != LUA_TSTRING) {
        key = value_hash(L, -2, walk, depth);
    } else {
        const void *string = lua_topointer(L, -2);
        key = key_hash(L, string, walk);
        if (depth == 1 && string == walk->keys->id && !diffable_lua_to_bare_id(L, -1, walk->id)) {
            *walk->id = diffable_id_none();
        }
    }
    return mix(key * odd + value_hash(L, -1, walk, depth));
}

static uint64_t table_hash(lua_State *L, int index, table_walk *walk, int depth)
{
    const void *table = lua_topointer(L, index);
    for (int i = 0; i < depth; i += 1) {
        if (walk->path[i] == table) {
            return tagged(CYCLE, (uint64_t)(depth - i)); /* how far up, which no address tells */
        }
    }
    if (depth == MAX_DEPTH || walk->tables == MAX_TABLES) {
        return tagged(IDENTITY, (uint64_t)(uintptr_t)table);
    }
    walk->path[depth] = table;
    walk->tables += 1;
    uint64_t sum = 0; /* adding makes the order of the keys irrelevant */
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        if (!is_without(L, walk, depth)) {
            sum += field_hash(L, walk, depth + 1);
        }
        lua_pop(L, 1);
    }
    return tagged(TABLE, sum);
}

uint64_t diffable_lua_fingerprint(lua_State *L, int index, const char *without, diffable_lua_keys *keys, diffable_id *id)
{
    table_walk walk;
    walk.tables = 0;
    walk.without = without;
    walk.id = id;
    walk.keys = keys;
    *id = diffable_id_none();
    uint64_t hash = table_hash(L, index, &walk, 0);
    return hash == 0 ? odd : hash;
}
