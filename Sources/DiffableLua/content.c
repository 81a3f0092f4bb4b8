/*
 * A content table is the Lua table that a script passes for an item or a section. Contents map revisions to content tables. A revision
 * is the fingerprint of its content table, so it stands for one content, and snapshots that are copied from one another share their
 * contents. Entries that no list uses are kept at first. When there are too many, the snapshot that is edited moves to new contents,
 * which have only the entries of that snapshot.
 *
 * Contents are a userdata with one Lua table as its user value. The content tables of the lists that a snapshot is made of are in the
 * array part of this table. The array has room for them and never grows, so storing to it allocates nothing. They are stored there while
 * a list is read, and counted when the edit has succeeded. Their revisions are in the userdata, with a hash table that is filled when
 * an entry is first looked up: most snapshots are applied without that. All other entries have their revision as key, which is no
 * position.
 */
#include <string.h>

#include "internal.h"

/* PIECE: how many identifiers are read at once. SLACK: how many unused entries even a short list may have. MAX_CAPACITY: of an array. */
enum { PIECE = 128, SLACK = 1024, MAX_CAPACITY = 1 << 24 };

enum { TABLES = 1 }; /* the user value that is the Lua table */

typedef struct contents {
    size_t entries;     /* content tables, in the array and outside */
    size_t hidden;      /* items that are hidden in the trees of a data source */
    uint32_t count;     /* positions of the array in use */
    uint32_t indexed;   /* how many of these are in the hash table */
    uint32_t capacity;
    uint32_t mask;
    uint64_t revisions[]; /* 0 for a position without a table. Followed by the slots, which are positions from 1; 0 marks an empty one. */
} contents;

static contents *contents_at(lua_State *L, int index)
{
    return lua_touserdata(L, index);
}

static uint32_t *slots_of(contents *all)
{
    return (uint32_t *)(all->revisions + all->capacity);
}

void diffable_lua_new_contents(lua_State *L, size_t capacity)
{
    capacity = capacity <= MAX_CAPACITY ? capacity : 0;
    size_t slots = capacity == 0 ? 0 : 4;
    while (slots < capacity * 2) {
        slots *= 2;
    }
    contents *all = lua_newuserdatauv(L, sizeof *all + capacity * sizeof *all->revisions + slots * sizeof(uint32_t), 1);
    *all = (contents){ .capacity = (uint32_t)capacity, .mask = (uint32_t)slots - 1 };
    lua_createtable(L, (int)capacity, 0);
    lua_setiuservalue(L, -2, TABLES);
}

/* Returns the slot of a revision, or else the empty slot for it. A revision is itself a seeded hash: its low bits are the first slot. */
static uint32_t slot_of(contents *all, uint64_t revision)
{
    const uint32_t *slots = slots_of(all);
    uint32_t slot = (uint32_t)revision & all->mask;
    while (slots[slot] != 0 && all->revisions[slots[slot] - 1] != revision) {
        slot = (slot + 1) & all->mask;
    }
    return slot;
}

/* Fills the hash table. Of equal revisions the last one counts. */
static void index_array(contents *all)
{
    uint32_t *slots = slots_of(all);
    if (all->indexed == 0) {
        memset(slots, 0, ((size_t)all->mask + 1) * sizeof *slots);
    }
    for (; all->indexed < all->count; all->indexed += 1) {
        uint64_t revision = all->revisions[all->indexed];
        if (revision != 0) {
            slots[slot_of(all, revision)] = all->indexed + 1;
        }
    }
}

/* Returns the key of a revision in the Lua table: its position in the array, or else itself. */
static lua_Integer key_of(contents *all, uint64_t revision)
{
    if (all->indexed < all->count) {
        index_array(all);
    }
    uint32_t position = all->count == 0 ? 0 : slots_of(all)[slot_of(all, revision)];
    return position != 0 ? (lua_Integer)position : (lua_Integer)revision;
}

bool diffable_lua_push_content(lua_State *L, int index, uint64_t revision)
{
    contents *all = contents_at(L, index);
    lua_getiuservalue(L, index, TABLES);
    bool found = lua_rawgeti(L, -1, key_of(all, revision)) != LUA_TNIL;
    lua_remove(L, -2);
    if (!found) {
        lua_pop(L, 1);
    }
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

/* Lists */

size_t diffable_lua_most_contents(lua_State *L, int list)
{
    size_t count = 0;
    if (lua_type(L, list) == LUA_TTABLE) {
        count = lua_rawgeti(L, list, 1) == LUA_TTABLE ? (size_t)lua_rawlen(L, list) : 0;
        lua_pop(L, 1);
    }
    return count;
}

void diffable_lua_make_room(lua_State *L, int argument, int list)
{
    int top = lua_gettop(L);
    size_t count = diffable_lua_most_contents(L, list);
    lua_getiuservalue(L, argument, DIFFABLE_LUA_CONTENTS);
    const contents *own = contents_at(L, -1);
    if (count > 0 && own != NULL && own->entries == 0 && own->capacity < count) {
        diffable_lua_new_contents(L, count);
        /* A finalizer may have filled the contents, or closed the snapshot. */
        lua_getiuservalue(L, argument, DIFFABLE_LUA_CONTENTS);
        own = contents_at(L, -1);
        if (own != NULL && own->entries == 0) {
            lua_pushvalue(L, top + 2);
            lua_setiuservalue(L, argument, DIFFABLE_LUA_CONTENTS);
        }
    }
    lua_settop(L, top);
}

void diffable_lua_reserve_contents(lua_State *L, int index, diffable_lua_list *list)
{
    const contents *all = contents_at(L, index);
    if (all != NULL && !list->single && all->capacity - all->count >= list->count) {
        lua_getiuservalue(L, index, TABLES);
        list->tables = lua_gettop(L);
        list->first = (lua_Integer)all->count + 1;
    }
}

/*
 * An edit adds the missing entries before it calls the engine. This fails if there is no memory. After the engine succeeded, the edit
 * counts those that are in the array, or replaces equal content tables by those of the list, which cannot fail. So a failed edit
 * changes nothing that a script can see.
 */
void diffable_lua_add_contents(lua_State *L, int index, diffable_lua_list *list)
{
    if (list->revisions == NULL) {
        return;
    }
    contents *all = contents_at(L, index);
    if (list->tables != 0) {
        memcpy(all->revisions + all->count, list->revisions, list->count * sizeof *all->revisions);
        return;
    }
    lua_getiuservalue(L, index, TABLES);
    for (size_t i = 0; i < list->count; i += 1) {
        if (!diffable_lua_push_entry_content(L, list, i)) {
            continue;
        }
        lua_Integer key = key_of(all, list->revisions[i]);
        if (lua_rawgeti(L, -2, key) != LUA_TNIL) {
            list->renews = list->renews || !lua_rawequal(L, -1, -2); // mutant: same-fingerprint
            lua_pop(L, 2);
        } else {
            lua_pop(L, 1);
            lua_rawseti(L, -2, key);
            all->entries += 1;
        }
    }
    lua_pop(L, 1);
}

static void count_stored(lua_State *L, int index, const diffable_lua_list *list)
{
    contents *all = contents_at(L, index);
    uint32_t end = all->count + (uint32_t)list->count;
    for (; all->count < end; all->count += 1) {
        all->entries += all->revisions[all->count] != 0;
    }
}

static void renew_contents(lua_State *L, int index, const diffable_lua_list *list)
{
    contents *all = contents_at(L, index);
    lua_getiuservalue(L, index, TABLES);
    for (size_t i = 0; i < list->count; i += 1) {
        if (diffable_lua_push_entry_content(L, list, i)) {
            lua_rawseti(L, -2, key_of(all, list->revisions[i]));
        }
    }
    lua_pop(L, 1);
}

int diffable_lua_finish_list(lua_State *L, diffable_lua_list *list, int contents, diffable_status status, diffable_error *error)
{
    if (status == DIFFABLE_OK && list->tables != 0 && list->revisions != NULL) {
        count_stored(L, contents, list);
    } else if (status == DIFFABLE_OK && list->renews) {
        renew_contents(L, contents, list);
    }
    diffable_lua_free_list(L, list);
    return diffable_lua_check_status(L, status, error);
}

/* Live contents: the entries that a list uses, which are copied to new contents */

void diffable_lua_set_hidden_contents(lua_State *L, int contents, size_t hidden)
{
    contents_at(L, contents)->hidden = hidden;
}

bool diffable_lua_contents_have_grown(lua_State *L, int contents, size_t live)
{
    const struct contents *all = contents_at(L, contents);
    return all->entries > 2 * (live + all->hidden) + SLACK;
}

/* Copies the entry of a revision from `contents`, or else from `other`, to the contents at `live`. */
static void carry(lua_State *L, int contents, int other, int live, uint64_t revision)
{
    if (revision == 0) {
        return;
    }
    if (diffable_lua_push_content(L, live, revision)) {
        lua_pop(L, 1);
    } else if (diffable_lua_push_content(L, contents, revision) || (other != 0 && diffable_lua_push_content(L, other, revision))) {
        lua_getiuservalue(L, live, TABLES);
        lua_insert(L, -2);
        lua_rawseti(L, -2, (lua_Integer)revision);
        lua_pop(L, 1);
        contents_at(L, live)->entries += 1;
    }
}

typedef size_t (*lister)(const diffable_snapshot *, size_t, diffable_id *, size_t);
typedef uint64_t (*revision_of)(const diffable_snapshot *, diffable_id);

static void carry_list(lua_State *L, int contents, int other, int live, const diffable_snapshot *snapshot, lister list, revision_of revision)
{
    diffable_id ids[PIECE];
    size_t read = PIECE;
    for (size_t first = 0; read == PIECE; first += read) {
        read = list(snapshot, first, ids, PIECE);
        for (size_t i = 0; i < read; i += 1) {
            carry(L, contents, other, live, revision(snapshot, ids[i]));
        }
    }
}

void diffable_lua_fill_live_contents(lua_State *L, int contents, int other, int live, const diffable_snapshot *snapshot)
{
    carry_list(L, contents, other, live, snapshot, diffable_snapshot_section_identifiers, diffable_snapshot_revision_of_section);
    carry_list(L, contents, other, live, snapshot, diffable_snapshot_item_identifiers, diffable_snapshot_revision_of_item);
}

void diffable_lua_carry_tree_contents(lua_State *L, int contents, int other, int live, const diffable_section_snapshot *tree, const diffable_id *ids, size_t count)
{
    for (size_t i = 0; i < count; i += 1) {
        carry(L, contents, other, live, diffable_section_snapshot_revision_of_item(tree, ids[i]));
    }
}
