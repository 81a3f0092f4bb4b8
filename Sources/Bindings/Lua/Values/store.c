/*
 * The store of a Lua state has what all its contents share. The engine has the bytes of the contents. The store has the
 * tables that were passed as contents, so that a look-up returns the same table again; the values that contents refer
 * to; and the memory of the encoder.
 *
 * A table that is passed as a content gets a slot of a table with weak values. The number of the slot is passed to the
 * engine in the object of the content, and the engine returns it with the content. When the collector frees the table,
 * it clears the slot, and another table may get it. So a slot has a generation, which is a part of the object, too: an
 * object with an old generation stands for no table any more.
 *
 * A table that is passed again keeps its slot: a hash table maps addresses of tables to slots. A new table often has
 * the address of a collected one, and gets the slot of that one. Other free slots are found in sweeps over all slots.
 * If less than half of the slots were free in a sweep, new slots are added.
 */
#include <stdlib.h>
#include <string.h>

#include "../internal.h"

static const char store_key; /* its address is the registry key of the store */

enum { FIRST_SLOTS = 64, MANY_BYTES = 1 << 16 };

/*
 * The parts of an object, from the lowest bit: a 1; whether the item has a key; the slot; the number of the metatable;
 * the generation.
 */
#if UINTPTR_MAX > UINT32_MAX
enum { SLOT_BITS = 30, METATABLE_BITS = 8 };
#else
enum { SLOT_BITS = 18, METATABLE_BITS = 5 };
#endif
enum {
    KEY_BIT = 2,
    SLOT_SHIFT = 2,
    METATABLE_SHIFT = SLOT_SHIFT + SLOT_BITS,
    GENERATION_SHIFT = METATABLE_SHIFT + METATABLE_BITS
};

static const uintptr_t most_slots = ((uintptr_t)1 << SLOT_BITS) - 1, most_generations = UINTPTR_MAX >> GENERATION_SHIFT;

/* Memory */

void diffable_lua_make_room(lua_State *L, diffable_lua_bytes *bytes, size_t size)
{
    if (bytes->room - bytes->size >= size) {
        return;
    }
    size_t room = size > SIZE_MAX / 4 - bytes->size ? 0 : bytes->size + bytes->size / 4 + size + 256;
    char *start = room == 0 ? NULL : diffable_lua_reallocate(L, bytes->start, bytes->room, room);
    if (start == NULL) {
        luaL_error(L, "not enough memory");
    }
    bytes->start = start;
    bytes->room = room;
}

static void free_bytes(lua_State *L, diffable_lua_bytes *bytes)
{
    diffable_lua_reallocate(L, bytes->start, bytes->room, 0);
    *bytes = (diffable_lua_bytes){ NULL, 0, 0 };
}

/* Slots */

typedef struct slot {
    const void *address; /* of the table that had the slot last */
    uint32_t generation;
} slot;

static slot *slot_at(const diffable_lua_store *store, size_t number)
{
    return (slot *)(void *)store->slots.start + number - 1;
}

static size_t number_of_slots(const diffable_lua_store *store)
{
    return store->slots.size / sizeof(slot);
}

/*
 * The hash table from addresses to slots. An entry is the number of a slot, or 0 if it is empty. If the slot has
 * another address now, the entry is skipped.
 */
static uint32_t *entries_of(const diffable_lua_store *store)
{
    return (uint32_t *)(void *)store->entries.start;
}

static size_t first_entry(const diffable_lua_store *store, const void *address)
{
    return (size_t)((uint64_t)(uintptr_t)address * 0x9E3779B97F4A7C15u >> 32)
        & (store->entries.size / sizeof(uint32_t) - 1);
}

/*
 * Returns the slot of an address, or 0. The slot after the last one is tried first: a list that is passed again usually
 * has the same tables in the same order.
 */
static size_t find_address(const diffable_lua_store *store, const void *address)
{
    size_t expected = store->last_slot + 1;
    if (expected <= number_of_slots(store) && slot_at(store, expected)->address == address) {
        return expected;
    }
    if (store->entries.size == 0) {
        return 0;
    }
    const uint32_t *entries = entries_of(store);
    size_t mask = store->entries.size / sizeof *entries - 1;
    for (size_t entry = first_entry(store, address); entries[entry] != 0; entry = (entry + 1) & mask) {
        if (slot_at(store, entries[entry])->address == address) {
            return entries[entry];
        }
    }
    return 0;
}

static void add_entry(diffable_lua_store *store, size_t number)
{
    uint32_t *entries = entries_of(store);
    size_t mask = store->entries.size / sizeof *entries - 1,
           entry = first_entry(store, slot_at(store, number)->address);
    while (entries[entry] != 0) {
        entry = (entry + 1) & mask;
    }
    entries[entry] = (uint32_t)number;
    store->used_entries += 1;
}

/*
 * Sets the address of a slot, and adds it to the hash table. If that is half full, counting outdated entries, it is
 * rebuilt without them.
 */
static void add_address(lua_State *L, diffable_lua_store *store, size_t number, const void *address)
{
    slot_at(store, number)->address = address;
    if (2 * sizeof(uint32_t) * (store->used_entries + 1) <= store->entries.size) {
        add_entry(store, number);
        return;
    }
    size_t size = 2 * FIRST_SLOTS * sizeof(uint32_t);
    while (size < 4 * sizeof(uint32_t) * number_of_slots(store)) {
        size *= 2;
    }
    store->entries.size = 0;
    diffable_lua_make_room(L, &store->entries, size);
    memset(store->entries.start, 0, size);
    store->entries.size = size;
    store->used_entries = 0;
    for (size_t each = 1; each <= number_of_slots(store); each += 1) {
        if (slot_at(store, each)->address != NULL) {
            add_entry(store, each);
        }
    }
}

/* Returns the number of a free slot, counted from 1, or 0 if all numbers that fit into an object are used. */
static size_t find_slot(lua_State *L, diffable_lua_store *store, int originals)
{
    size_t number = number_of_slots(store);
    while (store->next_slot < number) {
        store->next_slot += 1;
        bool is_free = lua_rawgeti(L, originals, (lua_Integer)store->next_slot) == LUA_TNIL;
        lua_pop(L, 1);
        if (is_free) {
            store->free_in_sweep += 1;
            return store->next_slot;
        }
    }
    if (number == store->slot_limit && number > 0 && store->free_in_sweep >= number / 2) {
        store->next_slot = store->free_in_sweep = 0;
        return find_slot(L, store, originals);
    }
    if (number == store->slot_limit) {
        store->slot_limit = number == 0 ? FIRST_SLOTS : 2 * number;
        store->free_in_sweep = 0;
    }
    if (number >= most_slots) {
        return 0;
    }
    diffable_lua_make_room(L, &store->slots, sizeof(slot));
    store->slots.size += sizeof(slot);
    store->next_slot = number + 1;
    store->free_in_sweep += 1;
    *slot_at(store, store->next_slot) = (slot){ NULL, 0 };
    return store->next_slot;
}

/* Originals */

void *diffable_lua_keep_original(
    lua_State *L, diffable_lua_store *store, int originals, int table, bool has_key, uint32_t metatable)
{
    uintptr_t bits = ((uintptr_t)metatable << METATABLE_SHIFT) | (has_key ? KEY_BIT : 0) | 1;
    const void *address = diffable_lua_address(L, table);
    size_t number = find_address(store, address);
    bool is_kept = number != 0 && lua_rawgeti(L, originals, (lua_Integer)number) != LUA_TNIL;
    if (number != 0) {
        lua_pop(L, 1);
    } else {
        number = find_slot(L, store, originals);
        if (number == 0) {
            return (void *)bits;
        }
        add_address(L, store, number, address);
    }
    store->last_slot = number;
    slot *own = slot_at(store, number);
    if (!is_kept) {
        lua_pushvalue(L, table);
        lua_rawseti(L, originals, (lua_Integer)number);
        own->generation += 1;
    }
    uintptr_t generation = own->generation & most_generations;
    return (void *)(bits | (generation << GENERATION_SHIFT) | ((uintptr_t)number << SLOT_SHIFT));
}

void diffable_lua_push_original(lua_State *L, const diffable_lua_store *store, int originals, const void *object)
{
    uintptr_t bits = (uintptr_t)object;
    size_t number = (bits >> SLOT_SHIFT) & most_slots;
    bool is_current = number > 0 && number <= number_of_slots(store)
        && (slot_at(store, number)->generation & most_generations) == bits >> GENERATION_SHIFT;
    if (is_current) {
        lua_rawgeti(L, originals, (lua_Integer)number);
    } else {
        lua_pushnil(L);
    }
}

bool diffable_lua_original_has_key(const void *object)
{
    return ((uintptr_t)object & KEY_BIT) != 0;
}

uint32_t diffable_lua_metatable_of_original(const void *object)
{
    return (uint32_t)((uintptr_t)object >> METATABLE_SHIFT) & (((uint32_t)1 << METATABLE_BITS) - 1);
}

/* The store */

/* The indexes of the names of fields in the table that keeps them alive. */
enum { ID_NAME = 1 };
static const int first_name[] = { ID_NAME + 1, ID_NAME + 1 + DIFFABLE_LUA_EXCLUDED_FIELDS };
static const char *const excluded_names[2][DIFFABLE_LUA_EXCLUDED_FIELDS] = { { "children", "expanded", "expandable" },
    { "items" } };

int diffable_lua_field_near(const char *name, size_t size)
{
    static const struct {
        const char *name;
        int field;
    } known[] = {
        { "expand", DIFFABLE_LUA_EXPANDED },
        { "is_expanded", DIFFABLE_LUA_EXPANDED },
        { "isExpanded", DIFFABLE_LUA_EXPANDED },
        { "is_expandable", DIFFABLE_LUA_EXPANDABLE },
        { "isExpandable", DIFFABLE_LUA_EXPANDABLE },
    };
    /*
     * Looking up a content calls this function with the names of its fields, so most names are excluded quickly, by
     * their size.
     */
    if (size < sizeof "expand" - 1 || size > sizeof "is_expandable" - 1) {
        return -1;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i += 1) {
        if (size == strlen(known[i].name) && memcmp(name, known[i].name, size) == 0) {
            return known[i].field;
        }
    }
    for (int field = 0; field < DIFFABLE_LUA_EXCLUDED_FIELDS; field += 1) {
        const char *other = excluded_names[DIFFABLE_LUA_ITEMS][field];
        size_t other_size = strlen(other);
        bool is_as_long = size + 1 >= other_size && size <= other_size + 1;
        /* A single typo leaves the first two or the last two characters as they are. Comparing these is fast. */
        bool may_be_near = is_as_long
            && (memcmp(name, other, 2) == 0 || memcmp(name + size - 2, other + other_size - 2, 2) == 0);
        if (may_be_near && diffable_lua_edit_distance(name, other) == 1) {
            return field;
        }
    }
    return -1;
}

static void free_store(lua_State *L, void *engine, size_t size)
{
    (void)size;
    diffable_lua_store *store = engine;
    free_bytes(L, &store->list);
    free_bytes(L, &store->values);
    free_bytes(L, &store->contents);
    free_bytes(L, &store->fields);
    free_bytes(L, &store->slots);
    free_bytes(L, &store->entries);
}

static const diffable_lua_type store_type = { diffable_lua_hidden_name, "store", sizeof(diffable_lua_object),
    DIFFABLE_LUA_NAMES, 0, free_store, NULL };

/* Sets a user value of the store at `index` to a new table, which is weak if it has a mode. */
static void add_table(lua_State *L, int index, int user_value, const char *mode)
{
    lua_newtable(L);
    if (mode != NULL) {
        lua_createtable(L, 0, 1);
        lua_pushstring(L, mode);
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
    }
    lua_setiuservalue(L, index, user_value);
}

/* Stores the addresses of the names of fields. A table keeps the names alive. */
static void find_names(lua_State *L, diffable_lua_store *store, int index)
{
    lua_newtable(L);
    lua_pushliteral(L, "id");
    store->id = diffable_lua_address(L, -1);
    lua_rawseti(L, -2, ID_NAME);
    for (int role = 0; role < 2; role += 1) {
        for (int field = 0; field < DIFFABLE_LUA_EXCLUDED_FIELDS && excluded_names[role][field] != NULL; field += 1) {
            lua_pushstring(L, excluded_names[role][field]);
            store->excluded[role][field] = diffable_lua_address(L, -1);
            lua_rawseti(L, -2, first_name[role] + field);
        }
    }
    lua_setiuservalue(L, index, DIFFABLE_LUA_NAMES);
}

void diffable_lua_open_store(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &store_key) != LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    lua_pop(L, 1);
    int index = lua_gettop(L) + 1;
    memset(lua_newuserdatauv(L, store_type.size, store_type.user_values), 0, store_type.size);
    diffable_lua_make_object(L, index, &store_type, sizeof(diffable_lua_store));
    diffable_lua_store *store = ((diffable_lua_object *)lua_touserdata(L, index))->engine;
    add_table(L, index, DIFFABLE_LUA_ORIGINALS, "v");
    add_table(L, index, DIFFABLE_LUA_COPIES, "v");
    add_table(L, index, DIFFABLE_LUA_REFERENCES, "kv");
    add_table(L, index, DIFFABLE_LUA_KEPT_FOR_LIST, NULL);
    find_names(L, store, index);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &store_key);
}

diffable_lua_store *diffable_lua_push_store(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &store_key);
    const diffable_lua_object *object = lua_touserdata(L, -1);
    return object == NULL ? NULL : object->engine;
}

void diffable_lua_trim_store(lua_State *L)
{
    diffable_lua_store *store = diffable_lua_push_store(L);
    diffable_lua_bytes *all[] = { &store->list, &store->contents, &store->values };
    for (size_t i = 0; i < sizeof all / sizeof *all; i += 1) {
        if (all[i]->room > MANY_BYTES) {
            free_bytes(L, all[i]);
        }
    }
    lua_pop(L, 1);
}

void diffable_lua_push_excluded(lua_State *L, diffable_lua_role role)
{
    int top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, "names");
    if (diffable_lua_push_store(L) == NULL) {
        luaL_error(L, "the Lua state is closed");
    }
    lua_getiuservalue(L, top + 1, DIFFABLE_LUA_NAMES);
    for (int field = 0; field < DIFFABLE_LUA_EXCLUDED_FIELDS && excluded_names[role][field] != NULL; field += 1) {
        lua_rawgeti(L, top + 2, first_name[role] + field);
    }
    lua_remove(L, top + 2);
    lua_remove(L, top + 1);
}
