/*
 * Fingerprints: 64-bit hashes of the contents of tables. Two tables with equal keys and values, at any depth and in any
 * order of keys, have the same fingerprint, also if they contain cycles; 1 and 1.0 differ. Functions, userdata and threads
 * are hashed by address, metatables are ignored, and no metamethod runs. The walk through a table that is handed over also packs it; see
 * pack.c.
 *
 * Content has limits on how deep tables are nested and how many are visited: these bound the C stack, the time for tables that share their
 * parts many times over, and the bytes that are packed.
 *
 * All hashes are seeded with a random number of the process, so that nobody can construct content that collides.
 */
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/random.h>

#include "internal.h"

/*
 * FIELD_ROOM: for the key and the value of a field, as many ENDs as there can be, and what is written beyond them. Strings of more than
 * SHORT_STRING bytes reserve room of their own.
 */
enum { SHORT_STRING = 32, FIELD_ROOM = 176 };

/* Hashes */

/* Mixed into each hash, so that equal bits of different kinds have different hashes. */
enum { BOOLEAN = 1, INTEGER, FLOAT, STRING, TABLE, SECTION, CYCLE, IDENTITY };

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
    const void *path[DIFFABLE_LUA_MAX_DEPTH]; /* the tables that contain the one being read */
} table_walk;

void diffable_lua_seed_fingerprints(void)
{
    uint64_t none = 0, fresh;
    if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh) {
        fresh = odd ^ (uint64_t)(uintptr_t)&fresh;
    }
    atomic_compare_exchange_strong(&seed, &none, fresh | 1);
}

/* Packing. Each function does nothing if there is no packer. */

static inline void reserve(lua_State *L, diffable_lua_packer *packer, size_t size)
{
    if (packer != NULL && (size_t)(packer->end - packer->at) < size) {
        diffable_lua_reserve_bytes(L, packer, size);
    }
}

static inline void pack_tag(diffable_lua_packer *packer, int tag)
{
    if (packer != NULL) {
        *packer->at = (char)tag;
        packer->at += 1;
    }
}

static void pack_number(diffable_lua_packer *packer, int tag, uint64_t bits)
{
    int32_t small = (int32_t)bits;
    if (packer != NULL && tag == DIFFABLE_LUA_INTEGER && (uint64_t)small == bits) {
        pack_tag(packer, DIFFABLE_LUA_SMALL_INTEGER);
        memcpy(packer->at, &small, sizeof small);
        packer->at += sizeof small;
    } else if (packer != NULL) {
        pack_tag(packer, tag);
        memcpy(packer->at, &bits, sizeof bits);
        packer->at += sizeof bits;
    }
}

static void pack_string(lua_State *L, diffable_lua_packer *packer, const char *data, size_t size)
{
    if (packer == NULL) {
        return;
    }
    if (size > SHORT_STRING) {
        reserve(L, packer, size + FIELD_ROOM);
    }
    if (size < 128) {
        pack_tag(packer, (int)(DIFFABLE_LUA_SHORT_STRING | size));
    } else {
        pack_number(packer, DIFFABLE_LUA_LONG_STRING, size);
    }
    memcpy(packer->at, data, size);
    packer->at += size;
}

/* Packs the value on top of the stack by reference, and pops it. */
static void pack_reference(lua_State *L, diffable_lua_packer *packer, int tag)
{
    uint32_t number = diffable_lua_reference(L, packer->packs, packer->tables);
    pack_tag(packer, tag);
    memcpy(packer->at, &number, sizeof number);
    packer->at += sizeof number;
}

/* Begins the fields of a table. */
static inline void pack_metatable(lua_State *L, diffable_lua_packer *packer, int table)
{
    reserve(L, packer, FIELD_ROOM);
    if (packer != NULL && lua_getmetatable(L, table)) {
        pack_reference(L, packer, DIFFABLE_LUA_METATABLE);
    }
}

/* Values */

static uint64_t table_hash(lua_State *L, int index, table_walk *walk, int depth);

static uint64_t number_hash(lua_State *L, int index, diffable_lua_packer *packer)
{
    if (lua_isinteger(L, index)) {
        uint64_t integer = (uint64_t)lua_tointeger(L, index);
        pack_number(packer, DIFFABLE_LUA_INTEGER, integer);
        return tagged(INTEGER, integer);
    }
    double number = lua_tonumber(L, index);
    uint64_t bits;
    number = isnan(number) ? (double)NAN : number;
    memcpy(&bits, &number, sizeof bits);
    pack_number(packer, DIFFABLE_LUA_FLOAT, bits);
    return tagged(FLOAT, bits);
}

static uint64_t value_hash(lua_State *L, int index, int type, table_walk *walk, int depth)
{
    diffable_lua_packer *packer = walk->all->packer;
    switch (type) {
    case LUA_TBOOLEAN: {
        bool is_true = lua_toboolean(L, index);
        pack_tag(packer, is_true ? DIFFABLE_LUA_TRUE : DIFFABLE_LUA_FALSE);
        return tagged(BOOLEAN, is_true);
    }
    case LUA_TNUMBER:
        return number_hash(L, index, packer);
    case LUA_TSTRING: {
        size_t size;
        const char *data = lua_tolstring(L, index, &size);
        pack_string(L, packer, data, size);
        return string_hash(data, size);
    }
    case LUA_TTABLE:
        return table_hash(L, lua_absindex(L, index), walk, depth);
    default:
        if (packer != NULL) {
            luaL_checkstack(L, 4, "content");
            lua_pushvalue(L, index);
            pack_reference(L, packer, DIFFABLE_LUA_REFERENCE);
        }
        return tagged(IDENTITY, (uint64_t)(uintptr_t)diffable_lua_address(L, index));
    }
}

static uint64_t field_hash(uint64_t key, uint64_t value)
{
    return mix(key * odd + value);
}

/* Keys */

static bool is_left_out(const diffable_lua_left_out *left_out, const void *field)
{
    return field != NULL && (field == left_out->fields[0] || field == left_out->fields[1] || field == left_out->fields[2]);
}

/* What a field of the table of an item or section is. */
static diffable_lua_field field_of(const diffable_lua_fingerprints *all, const void *key)
{
    return key == all->id ? DIFFABLE_LUA_IDENTIFIER : is_left_out(&all->left_out, key) ? DIFFABLE_LUA_LEFT_OUT : DIFFABLE_LUA_CONTENT;
}

/* Caches the key below the value on top of the stack. Returns NULL if it is not a string, or too long. Rarely called, so it is not to burden find_key. */
__attribute__((noinline)) static const diffable_lua_key *cache_key(lua_State *L, diffable_lua_fingerprints *all, const void *memory, size_t slot)
{
    diffable_lua_key *key = &all->keys[slot];
    size_t size;
    const char *data = lua_type(L, -2) == LUA_TSTRING ? lua_tolstring(L, -2, &size) : NULL;
    if (data == NULL || size >= sizeof key->packed) {
        return NULL;
    }
    all->cached[slot] = memory;
    key->hash = string_hash(data, size);
    key->size = 1 + size;
    key->field = field_of(all, memory);
    memset(key->packed, 0, sizeof key->packed); /* all of it is copied */
    key->packed[0] = (char)(DIFFABLE_LUA_SHORT_STRING | size);
    memcpy(key->packed + 1, data, size);
    if (all->packer != NULL) {
        key->size = diffable_lua_number_key(all->packer->packs, key->packed, key->size);
    }
    return key;
}

/*
 * Returns the key below the value on top of the stack, or NULL if it cannot be cached. A key with the address of a cached string is that
 * string, unless it is light userdata made from its address: so the type of most keys need not be read.
 */
static inline const diffable_lua_key *find_key(lua_State *L, diffable_lua_fingerprints *all)
{
    const void *memory = diffable_lua_address(L, -2);
    size_t slot = (uintptr_t)memory / 16 % DIFFABLE_LUA_KEYS; /* what malloc returns is aligned */
    return all->cached[slot] == memory && memory != NULL ? &all->keys[slot] : cache_key(L, all, memory, slot);
}

/* Packs a key that was found, or else the value below the one on top of the stack, and returns its hash. */
static inline uint64_t key_hash(lua_State *L, const diffable_lua_key *key, table_walk *walk, int depth)
{
    diffable_lua_packer *packer = walk->all->packer;
    if (key == NULL) {
        return value_hash(L, -2, lua_type(L, -2), walk, depth);
    }
    if (packer != NULL) {
        memcpy(packer->at, key->packed, sizeof key->packed); /* a copy of constant size is fastest */
        packer->at += key->size;
    }
    return key->hash;
}

static uint64_t table_hash(lua_State *L, int index, table_walk *walk, int depth)
{
    const void *table = diffable_lua_address(L, index);
    diffable_lua_packer *packer = walk->all->packer;
    for (int i = 0; i < depth; i += 1) {
        if (walk->path[i] == table) {
            pack_tag(packer, DIFFABLE_LUA_CYCLE);
            pack_tag(packer, depth - i);
            return tagged(CYCLE, (uint64_t)(depth - i)); /* the distance, which does not depend on addresses */ // mutant: cycle-address
        }
    }
    if (depth == DIFFABLE_LUA_MAX_DEPTH || walk->tables == DIFFABLE_LUA_MAX_TABLES) {
        walk->all->failure = depth == DIFFABLE_LUA_MAX_DEPTH ? "content is nested more than 100 levels deep" : "content has more than 4,096 tables";
        return 0;
    }
    luaL_checkstack(L, LUA_MINSTACK, "content");
    walk->path[depth] = table;
    walk->tables += 1;
    pack_tag(packer, DIFFABLE_LUA_TABLE);
    pack_metatable(L, packer, index);
    uint64_t sum = 0; /* a sum does not depend on the order of the keys */
    lua_pushnil(L);
    while (walk->all->failure == NULL && lua_next(L, index) != 0) {
        reserve(L, packer, FIELD_ROOM);
        uint64_t key = key_hash(L, find_key(L, walk->all), walk, depth + 1);
        sum += field_hash(key, value_hash(L, -1, lua_type(L, -1), walk, depth + 1));
        lua_pop(L, 1);
    }
    pack_tag(packer, DIFFABLE_LUA_END);
    return tagged(TABLE, sum);
}

void diffable_lua_push_left_out(lua_State *L, diffable_lua_role role, diffable_lua_left_out *left_out)
{
    static const char *const names[][DIFFABLE_LUA_FIELDS_LEFT_OUT] = { { "children", "expanded", "expandable" }, { "items" } };
    *left_out = (diffable_lua_left_out){ .role = role };
    for (size_t i = 0; i < DIFFABLE_LUA_FIELDS_LEFT_OUT && names[role][i] != NULL; i += 1) {
        lua_pushstring(L, names[role][i]);
        left_out->fields[i] = diffable_lua_address(L, -1);
    }
}

void diffable_lua_prepare_fingerprints(lua_State *L, diffable_lua_fingerprints *all, const diffable_lua_left_out *left_out)
{
    all->id = diffable_lua_address(L, ID_FIELD);
    all->left_out = *left_out;
    all->has_left_out = false;
    all->packer = NULL;
    all->failure = NULL;
    memset(all->cached, 0, sizeof all->cached);
}

uint64_t diffable_lua_fingerprint(lua_State *L, diffable_lua_fingerprints *all, int table, diffable_id *id)
{
    table_walk walk;
    walk.all = all;
    walk.tables = 1;
    walk.path[0] = diffable_lua_address(L, table);
    diffable_lua_packer *packer = all->packer;
    uint64_t sum = 0; /* does not depend on the order of the keys */
    bool is_section = all->left_out.role == DIFFABLE_LUA_SECTIONS;
    id->kind = DIFFABLE_ID_NONE;
    reserve(L, packer, FIELD_ROOM);
    pack_tag(packer, (int)all->left_out.role);
    pack_metatable(L, packer, table);
    lua_pushnil(L);
    while (all->failure == NULL && lua_next(L, table) != 0) {
        const diffable_lua_key *found = find_key(L, all);
        diffable_lua_field field = found == NULL ? DIFFABLE_LUA_CONTENT : found->field;
        if (field == DIFFABLE_LUA_LEFT_OUT) {
            all->has_left_out = true;
            lua_settop(L, -2);
            continue;
        }
        reserve(L, packer, FIELD_ROOM);
        bool is_id = field == DIFFABLE_LUA_IDENTIFIER;
        uint64_t key = key_hash(L, found, &walk, 1);
        int type = lua_type(L, -1);
        uint64_t value;
        if (type == LUA_TSTRING) { /* most values */
            size_t size;
            const char *data = lua_tolstring(L, -1, &size);
            if (is_id) {
                *id = diffable_id_bytes(data, size);
                pack_tag(packer, DIFFABLE_LUA_ID);
            } else {
                pack_string(L, packer, data, size);
            }
            value = string_hash(data, size);
        } else {
            if (is_id && !diffable_lua_to_bare_id(L, -1, id)) {
                id->kind = DIFFABLE_ID_NONE;
            }
            value = value_hash(L, -1, type, &walk, 1);
        }
        sum += field_hash(key, value);
        lua_settop(L, -2);
    }
    pack_tag(packer, DIFFABLE_LUA_END);
    return tagged(is_section ? SECTION : TABLE, sum) | DIFFABLE_LUA_REVISION_BIT;
}
