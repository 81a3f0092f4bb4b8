/*
 * A content table is the Lua table that a script passes for an item or a section. A contents table is a Lua table that maps revisions
 * to content tables. A revision is the fingerprint of its content table, so it stands for one content, and snapshots that are copied
 * from one another share one contents table. Entries that no list uses are kept at first. When there are too many, the snapshot that
 * is edited moves to a new contents table, which has only the entries of that snapshot.
 *
 * If the first list of a contents table is long, its entries are in an array. Adding to the array takes half as long as adding to a Lua
 * table, whose memory cannot be prefetched. The array has room for the list and never grows, so adding to it allocates nothing and
 * runs no finalizer. Later entries are in the Lua table.
 */
#include <string.h>

#include "internal.h"

/*
 * COUNT: the key of the number of entries; a revision is never 0. PIECE: how many identifiers are read at once. SLACK: how many unused
 * entries even a short list may have. AHEAD: how many entries ahead slots are prefetched. MAX_CAPACITY: the most entries of an array.
 */
enum { COUNT = 0, PIECE = 128, SLACK = 1024, AHEAD = 16, MAX_CAPACITY = 1 << 24 };

/* Their addresses are keys of a contents table: of the number of items hidden in the trees of a data source, and of the array. */
static const char hidden_key, array_key;

/* The array */

enum { ARRAY_TABLES = 1 }; /* the user value of the array: a Lua table of its content tables, by position */

/* The revisions of the content tables, in their order, with a hash table from revision to position: open addressing, linear probing. */
typedef struct content_array {
    uint32_t count, capacity;
    size_t mask;
    uint32_t *slots;      /* a position from 1; 0 marks an empty slot */
    uint64_t revisions[]; /* followed by the slots */
} content_array;

static void push_array(lua_State *L, uint32_t capacity)
{
    size_t slots = 1;
    while (slots < (size_t)capacity * 2) {
        slots *= 2;
    }
    lua_createtable(L, (int)capacity, 0);
    content_array *array = lua_newuserdatauv(L, sizeof *array + capacity * sizeof *array->revisions + slots * sizeof *array->slots, 1);
    array->count = 0;
    array->capacity = capacity;
    array->mask = slots - 1;
    array->slots = (uint32_t *)(array->revisions + capacity);
    memset(array->slots, 0, slots * sizeof *array->slots);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, ARRAY_TABLES);
}

/* Returns the slot of a revision, or else the empty slot for it. A revision is itself a seeded hash: its low bits are the first slot. */
static size_t slot_of(const content_array *array, uint64_t revision)
{
    size_t slot = revision & array->mask;
    while (array->slots[slot] != 0 && array->revisions[array->slots[slot] - 1] != revision) {
        slot = (slot + 1) & array->mask;
    }
    return slot;
}

/* Returns the position of a revision, from 1; 0 if the array is NULL or lacks it. */
static lua_Integer find(const content_array *array, uint64_t revision)
{
    return array == NULL ? 0 : array->slots[slot_of(array, revision)];
}

/* Returns the position of the new revision; 0 if there is no room. */
static lua_Integer append(content_array *array, uint64_t revision)
{
    if (array == NULL || array->count == array->capacity) {
        return 0;
    }
    array->revisions[array->count] = revision;
    array->count += 1;
    array->slots[slot_of(array, revision)] = array->count;
    return array->count;
}

/* Contents */

/* A contents table whose array was looked up, for several accesses. */
typedef struct open_contents {
    int table, tables; /* stack indexes of the contents table, and of the content tables of the array */
    bool only_array;   /* all entries are in the array */
    content_array *array; /* NULL where there is none */
} open_contents;

/* Pushes one value, the content tables of the array; nil if there is no array. */
static open_contents open_array(lua_State *L, int contents)
{
    open_contents result = { .table = lua_absindex(L, contents), .tables = lua_gettop(L) + 1 };
    lua_rawgetp(L, contents, &array_key);
    result.array = lua_touserdata(L, -1);
    if (result.array != NULL) {
        lua_getiuservalue(L, -1, ARRAY_TABLES);
        lua_replace(L, result.tables);
    }
    return result;
}

static bool push_content(lua_State *L, const open_contents *contents, uint64_t revision)
{
    lua_Integer position = find(contents->array, revision);
    if (position != 0) {
        lua_rawgeti(L, contents->tables, position);
    } else if (contents->only_array) {
        return false;
    } else if (lua_rawgeti(L, contents->table, (lua_Integer)revision) == LUA_TNIL) {
        lua_pop(L, 1);
        return false;
    }
    return true;
}

/* Pops a content table and stores it at a position of the array; if the position is 0, in the Lua table under the revision. */
static void set_content(lua_State *L, const open_contents *contents, lua_Integer position, uint64_t revision)
{
    if (position != 0) {
        lua_rawseti(L, contents->tables, position);
    } else {
        lua_rawseti(L, contents->table, (lua_Integer)revision);
    }
}

static lua_Integer count_of(lua_State *L, int contents)
{
    lua_rawgeti(L, contents, COUNT);
    lua_Integer count = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return count;
}

static void set_count(lua_State *L, int contents, lua_Integer count)
{
    lua_pushinteger(L, count);
    lua_rawseti(L, contents, COUNT);
}

void diffable_lua_new_contents(lua_State *L, size_t capacity)
{
    lua_newtable(L);
    int contents = lua_gettop(L);
    set_count(L, contents, 0);
    if (capacity > 0 && capacity <= MAX_CAPACITY) {
        push_array(L, (uint32_t)capacity);
        lua_rawsetp(L, contents, &array_key);
    }
}

bool diffable_lua_push_content(lua_State *L, int contents, uint64_t revision)
{
    open_contents all = open_array(L, contents);
    bool found = push_content(L, &all, revision);
    lua_remove(L, all.tables);
    return found;
}

int diffable_lua_push_element(lua_State *L, bool exists, uint64_t revision, diffable_id id)
{
    lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    if (!exists) {
        lua_pushnil(L);
    } else if (revision == 0 || !diffable_lua_push_content(L, lua_gettop(L), revision)) {
        diffable_lua_push_id(L, id);
    }
    return 1;
}

/*
 * An edit adds the missing entries before it calls the engine. This fails if there is no memory. After the engine succeeded, the edit
 * replaces equal content tables by those of the list, which cannot fail. So a failed edit changes nothing that a script can see.
 */
void diffable_lua_add_contents(lua_State *L, int contents, diffable_lua_list *list)
{
    if (list->revisions == NULL) {
        return;
    }
    lua_Integer count = count_of(L, contents);
    open_contents all = open_array(L, contents);
    all.only_array = all.array != NULL ? count == all.array->count : count == 0;
    for (size_t i = 0; i < list->count; i += 1) {
        if (all.array != NULL && i + AHEAD < list->count) {
            __builtin_prefetch(&all.array->slots[list->revisions[i + AHEAD] & all.array->mask]);
        }
        if (!diffable_lua_push_entry_content(L, list, i)) {
            continue;
        }
        if (push_content(L, &all, list->revisions[i])) {
            list->renews = list->renews || !lua_rawequal(L, -1, -2); // mutant: same-fingerprint
            lua_pop(L, 2);
        } else {
            lua_Integer position = append(all.array, list->revisions[i]);
            all.only_array = all.only_array && position != 0;
            set_content(L, &all, position, list->revisions[i]);
            count += 1;
        }
    }
    lua_pop(L, 1);
    set_count(L, contents, count);
}

static void renew_contents(lua_State *L, int contents, const diffable_lua_list *list)
{
    if (!list->renews) {
        return;
    }
    open_contents all = open_array(L, contents);
    for (size_t i = 0; i < list->count; i += 1) {
        if (diffable_lua_push_entry_content(L, list, i)) {
            set_content(L, &all, find(all.array, list->revisions[i]), list->revisions[i]);
        }
    }
    lua_pop(L, 1);
}

int diffable_lua_finish_list(lua_State *L, diffable_lua_list *list, int contents, diffable_status status, diffable_error *error)
{
    if (status == DIFFABLE_OK && contents != 0) {
        renew_contents(L, contents, list);
    }
    diffable_lua_free_list(L, list);
    return diffable_lua_check_status(L, status, error);
}

void diffable_lua_reserve_contents(lua_State *L, int argument, int list)
{
    int top = lua_gettop(L);
    if (lua_type(L, list) == LUA_TTABLE && lua_rawgeti(L, list, 1) == LUA_TTABLE && lua_rawlen(L, list) > DIFFABLE_LUA_FEW) {
        lua_getiuservalue(L, argument, DIFFABLE_LUA_CONTENTS);
        if (count_of(L, top + 2) == 0) {
            diffable_lua_new_contents(L, lua_rawlen(L, list));
            /* A finalizer may have filled the contents, or closed the snapshot. */
            if (lua_getiuservalue(L, argument, DIFFABLE_LUA_CONTENTS) == LUA_TTABLE && count_of(L, top + 4) == 0) {
                lua_pushvalue(L, top + 3);
                lua_setiuservalue(L, argument, DIFFABLE_LUA_CONTENTS);
            }
        }
    }
    lua_settop(L, top);
}

/* Live contents: the entries that a list uses, which are copied to a new contents table */

void diffable_lua_set_hidden_contents(lua_State *L, int contents, size_t hidden)
{
    contents = lua_absindex(L, contents);
    lua_pushinteger(L, (lua_Integer)hidden);
    lua_rawsetp(L, contents, &hidden_key);
}

bool diffable_lua_contents_have_grown(lua_State *L, int contents, size_t live)
{
    lua_rawgetp(L, contents, &hidden_key);
    live += (size_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return (size_t)count_of(L, contents) > 2 * live + SLACK;
}

/* Copies the entry of a revision from `contents`, or else from `other`, to the table at `live`. Returns how many entries it added. */
static lua_Integer carry(lua_State *L, int contents, int other, int live, uint64_t revision)
{
    if (revision == 0) {
        return 0;
    }
    if (diffable_lua_push_content(L, live, revision)) {
        lua_pop(L, 1);
        return 0;
    }
    if (diffable_lua_push_content(L, contents, revision) || (other != 0 && diffable_lua_push_content(L, other, revision))) {
        lua_rawseti(L, live, (lua_Integer)revision);
        return 1;
    }
    return 0;
}

typedef size_t (*lister)(const diffable_snapshot *, size_t, diffable_id *, size_t);
typedef uint64_t (*revision_of)(const diffable_snapshot *, diffable_id);

static lua_Integer carry_list(lua_State *L, int contents, int other, int live, const diffable_snapshot *snapshot, lister list, revision_of revision)
{
    diffable_id ids[PIECE];
    lua_Integer count = 0;
    size_t read = PIECE;
    for (size_t first = 0; read == PIECE; first += read) {
        read = list(snapshot, first, ids, PIECE);
        for (size_t i = 0; i < read; i += 1) {
            count += carry(L, contents, other, live, revision(snapshot, ids[i]));
        }
    }
    return count;
}

void diffable_lua_fill_live_contents(lua_State *L, int contents, int other, int live, const diffable_snapshot *snapshot)
{
    lua_Integer count = carry_list(L, contents, other, live, snapshot, diffable_snapshot_section_identifiers, diffable_snapshot_revision_of_section);
    count += carry_list(L, contents, other, live, snapshot, diffable_snapshot_item_identifiers, diffable_snapshot_revision_of_item);
    set_count(L, live, count);
}

void diffable_lua_carry_tree_contents(lua_State *L, int contents, int other, int live, const diffable_section_snapshot *tree, const diffable_id *ids, size_t count)
{
    lua_Integer number = count_of(L, live);
    for (size_t i = 0; i < count; i += 1) {
        number += carry(L, contents, other, live, diffable_section_snapshot_revision_of_item(tree, ids[i]));
    }
    set_count(L, live, number);
}
