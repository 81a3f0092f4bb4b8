/*
 * A content table is the Lua table that a script passes for an item or a section. Contents map revisions to content tables. A revision
 * is the fingerprint of its content table, so it stands for one content, and snapshots that are copied from one another share their
 * contents. What a table contained when it was handed over is packed as well. While a table still contains that, the content is
 * the table itself. Once a script has changed it, a copy is unpacked when somebody asks for the content.
 *
 * Contents are a userdata with one Lua table as its user value. The content tables of the lists that are handed over are in the array part of the
 * Lua table, and their packs in the memory that the userdata owns, both in the order in which they were handed over. They are stored there while
 * a list is read, and counted when the edit has succeeded, so a failed edit changes nothing that a script can see. A hash table from
 * revisions to positions is filled when an entry is first looked up: most snapshots are applied without that.
 *
 * Entries that no list uses are kept at first. When there are too many, the snapshot that is edited moves to new contents, which have only
 * the entries of that snapshot.
 */
#include <string.h>

#include "internal.h"

/*
 * SLACK: how many unused entries even a short list may have, while they take less than
 * MANY_BYTES. MAX_CAPACITY: of an array that is made in advance.
 */
enum { SLACK = 1024, MANY_BYTES = 1 << 18, MAX_CAPACITY = 1 << 24 };

/* The user values: the Lua table, and a table with weak values that maps positions to copies, or nil. */
enum { TABLES = 1, COPIES };

typedef struct contents {
    diffable_lua_packs packs;
    size_t entries;       /* those that have content */
    bool may_keep_children; /* whether `keep_children` was called for a snapshot with these contents */
    size_t indexed;       /* how many entries are in the hash table */
    size_t number_of_slots;
    uint32_t *slots;      /* positions from 1; 0 marks an empty one */
    diffable_id *ids;     /* NULL but while entries are copied */
    size_t number_of_ids;
} contents;

static void free_contents(lua_State *L, void *engine, size_t size)
{
    (void)size;
    contents *all = engine;
    diffable_lua_free_packs(L, &all->packs);
    diffable_lua_reallocate(L, all->slots, all->number_of_slots * sizeof *all->slots, 0);
    diffable_lua_reallocate(L, all->ids, all->number_of_ids * sizeof *all->ids, 0);
}

static const diffable_lua_type contents_type = { diffable_lua_hidden_name, "contents", sizeof(diffable_lua_object), COPIES, 0, free_contents, NULL };

/* An object, with a finalizer, only once it has an entry: most lists of bare identifiers never do. */
void diffable_lua_new_contents(lua_State *L, size_t capacity)
{
    memset(lua_newuserdatauv(L, contents_type.size, contents_type.user_values), 0, contents_type.size);
    lua_createtable(L, capacity <= MAX_CAPACITY ? (int)capacity : 0, 0);
    lua_setiuservalue(L, -2, TABLES);
}

/* Returns NULL for no contents, for those that never had an entry, and for those whose finalizer ran. */
static contents *contents_at(lua_State *L, int index)
{
    const diffable_lua_object *object = lua_touserdata(L, index);
    return object == NULL ? NULL : object->engine;
}

/* The same, but makes contents that never had an entry ready for the first. */
static contents *open_contents(lua_State *L, int index)
{
    const diffable_lua_object *object = lua_touserdata(L, index);
    if (object != NULL && object->type == NULL) {
        diffable_lua_make_object(L, index, &contents_type, sizeof(contents));
    }
    return contents_at(L, index);
}

/* Counts the memory of contents for the collector. */
static void hold_contents(lua_State *L, int index)
{
    const contents *all = contents_at(L, index);
    diffable_lua_object *object = lua_touserdata(L, index);
    size_t bytes = diffable_lua_size_of_packs(&all->packs) + all->number_of_slots * sizeof *all->slots;
    diffable_lua_own(object, object->engine);
    diffable_lua_hold_entries(object, bytes / DIFFABLE_LUA_BYTES_OF_ENTRY);
}

/* The hash table */

/* Returns the slot of a revision, or else the empty slot for it. A revision is itself a seeded hash: its low bits are the first slot. */
static size_t slot_of(const contents *all, uint64_t revision)
{
    size_t mask = all->number_of_slots - 1, slot = (size_t)revision & mask;
    while (all->slots[slot] != 0 && all->packs.revisions[all->slots[slot] - 1] != revision) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

static void make_slots(lua_State *L, contents *all)
{
    size_t number = 4;
    while (number < all->packs.capacity * 2) {
        number *= 2;
    }
    uint32_t *slots = diffable_lua_reallocate(L, NULL, 0, number * sizeof *slots);
    if (slots == NULL) {
        luaL_error(L, "not enough memory");
    }
    diffable_lua_reallocate(L, all->slots, all->number_of_slots * sizeof *all->slots, 0);
    memset(slots, 0, number * sizeof *slots);
    all->slots = slots;
    all->number_of_slots = number;
    all->indexed = 0;
}

/* Fills the hash table. Of equal revisions the last one counts. Raises if there is no memory. */
static void index_contents(lua_State *L, contents *all)
{
    if (all->number_of_slots < all->packs.count * 2) {
        make_slots(L, all);
    }
    for (; all->indexed < all->packs.count; all->indexed += 1) {
        uint64_t revision = all->packs.revisions[all->indexed];
        if (revision != 0) {
            all->slots[slot_of(all, revision)] = (uint32_t)all->indexed + 1;
        }
    }
}

/* Returns the position of a revision, from 1, or 0. Raises if there is no memory. */
static size_t position_of(lua_State *L, contents *all, uint64_t revision)
{
    if (all == NULL || all->packs.count == 0 || revision == 0) {
        return 0;
    }
    if (all->indexed < all->packs.count) {
        index_contents(L, all);
    }
    return all->slots[slot_of(all, revision)];
}

/* Look-ups */

bool diffable_lua_has_revision(lua_State *L, int table, uint64_t revision, const diffable_lua_left_out *left_out)
{
    int top = lua_gettop(L);
    diffable_lua_fingerprints fingerprints;
    diffable_id id;
    diffable_lua_prepare_fingerprints(L, &fingerprints, left_out);
    bool result = diffable_lua_fingerprint(L, &fingerprints, table, &id) == revision && fingerprints.failure == NULL; // mutant: changed-table
    lua_settop(L, top);
    return result;
}

/* Whether the value on top of the stack is a table that is the content of an entry. The items of a section are not content. */
static bool is_content(lua_State *L, const contents *all, size_t position)
{
    int table = lua_gettop(L);
    if (lua_type(L, table) != LUA_TTABLE) {
        return false;
    }
    uint64_t revision = all->packs.revisions[position - 1];
    diffable_lua_role role = (diffable_lua_role)all->packs.bytes[all->packs.starts[position - 1]];
    diffable_lua_left_out left_out;
    diffable_lua_push_left_out(L, role, &left_out);
    bool has_items = false;
    if (role == DIFFABLE_LUA_SECTIONS) {
        lua_pushvalue(L, table + 1);
        has_items = lua_rawget(L, table) != LUA_TNIL;
    }
    bool result = !has_items && diffable_lua_has_revision(L, table, revision, &left_out);
    lua_settop(L, table);
    return result;
}

/* Pushes the table of copies, which is made when it is first needed. */
static void push_copies(lua_State *L, int index)
{
    if (lua_getiuservalue(L, index, COPIES) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "v");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, index, COPIES);
    }
}

bool diffable_lua_push_content(lua_State *L, int index, uint64_t revision, diffable_id id)
{
    contents *all = contents_at(L, index);
    size_t position = position_of(L, all, revision);
    if (position == 0) {
        return false;
    }
    luaL_checkstack(L, LUA_MINSTACK, "content");
    diffable_lua_push_id(L, id); /* first: user code that runs later might free it */
    lua_getiuservalue(L, index, TABLES);
    int tables = lua_gettop(L);
    lua_rawgeti(L, tables, (lua_Integer)position);
    if (!is_content(L, all, position)) {
        lua_settop(L, tables);
        push_copies(L, index);
        lua_rawgeti(L, tables + 1, (lua_Integer)position);
        if (!is_content(L, all, position)) {
            diffable_lua_unpack(L, &all->packs, position - 1, tables, tables - 1);
            lua_pushvalue(L, -1);
            lua_rawseti(L, tables + 1, (lua_Integer)position);
        }
    }
    lua_replace(L, tables - 1);
    lua_settop(L, tables - 1);
    return true;
}

static bool push_changed(lua_State *L, int index, uint64_t revision, const diffable_lua_left_out *left_out)
{
    size_t position = position_of(L, contents_at(L, index), revision);
    if (position == 0) {
        return false;
    }
    lua_getiuservalue(L, index, TABLES);
    bool is_table = lua_rawgeti(L, -1, (lua_Integer)position) == LUA_TTABLE;
    lua_remove(L, -2);
    if (is_table && !diffable_lua_has_revision(L, lua_gettop(L), revision, left_out)) {
        return true;
    }
    lua_pop(L, 1);
    return false;
}

int diffable_lua_push_element(lua_State *L, bool exists, uint64_t revision, diffable_id id)
{
    lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    if (!exists) {
        lua_pushnil(L);
    } else if (revision == 0 || !diffable_lua_push_content(L, lua_gettop(L), revision, id)) {
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
    if (count > 1 && count <= MAX_CAPACITY && lua_type(L, -1) == LUA_TUSERDATA) {
        lua_createtable(L, (int)count, 0);
        const contents *all = contents_at(L, top + 1);
        if (all == NULL || all->packs.count == 0) {
            lua_setiuservalue(L, top + 1, TABLES);
        }
    }
    lua_settop(L, top);
}

static diffable_lua_packs *open_packs(lua_State *L, int index)
{
    contents *all = open_contents(L, index);
    return all == NULL ? NULL : &all->packs;
}

void diffable_lua_reserve_contents(lua_State *L, int index, diffable_lua_list *list)
{
    static const diffable_lua_content_store store = { open_packs, push_changed };
    if (lua_type(L, index) == LUA_TUSERDATA) {
        lua_getiuservalue(L, index, TABLES);
        list->tables = lua_gettop(L);
        list->contents = index;
        list->store = &store;
    }
}

static void count_list(lua_State *L, int index, const diffable_lua_list *list)
{
    contents *all = contents_at(L, index);
    for (size_t i = 0; i < list->count; i += 1) {
        all->entries += all->packs.revisions[all->packs.count + i] != 0;
    }
    all->packs.count += list->count;
    all->packs.size = list->end;
    if (list->count > all->packs.count / 2) { /* most lists are handed over at once, and are not followed by edits */
        diffable_lua_trim_packs(L, &all->packs);
    }
    hold_contents(L, index);
}

int diffable_lua_finish_list(lua_State *L, diffable_lua_list *list, int contents, diffable_status status, diffable_error *error)
{
    if (status == DIFFABLE_OK && list->packs != NULL && list->revisions != NULL) {
        count_list(L, contents, list);
    }
    diffable_lua_free_list(L, list);
    return diffable_lua_check_edit(L, status, error);
}

bool diffable_lua_have_references(lua_State *L, int index)
{
    const contents *all = contents_at(L, index);
    return all != NULL && all->packs.references > 0;
}

/* Live contents: the entries that a list uses, which are copied to other contents */

bool diffable_lua_may_keep_children(lua_State *L, int index)
{
    const contents *all = contents_at(L, index);
    return all != NULL && all->may_keep_children;
}

void diffable_lua_set_may_keep_children(lua_State *L, int index)
{
    contents *all = open_contents(L, index);
    if (all != NULL) {
        all->may_keep_children = true;
    }
}

bool diffable_lua_contents_have_grown(lua_State *L, int index, const diffable_snapshot *snapshot)
{
    const contents *all = contents_at(L, index);
    if (all == NULL) {
        return false;
    }
    size_t most = 2 * (diffable_snapshot_number_of_all_items(snapshot) + diffable_snapshot_number_of_sections(snapshot));
    return all->entries > most + SLACK || (all->entries > most && all->packs.size > MANY_BYTES);
}

/* Copies the entry of a revision, unless the contents at `to` have it. */
static void copy_entry(lua_State *L, int from, int to, uint64_t revision)
{
    contents *source = contents_at(L, from), *target = contents_at(L, to);
    size_t position = position_of(L, source, revision);
    if (position == 0 || position_of(L, target, revision) != 0) {
        return;
    }
    luaL_checkstack(L, LUA_MINSTACK, "contents");
    lua_getiuservalue(L, from, TABLES);
    lua_getiuservalue(L, to, TABLES);
    int tables = lua_gettop(L) - 1;
    lua_rawgeti(L, tables, (lua_Integer)position);
    diffable_lua_copy_pack(L, &source->packs, position - 1, tables, &target->packs, tables + 1);
    lua_settop(L, tables - 1);
    target->entries += 1;
}

/* Makes room to read identifiers into, which the contents own while entries are copied. */
static void resize_ids(lua_State *L, contents *all, size_t count)
{
    diffable_id *ids = diffable_lua_reallocate(L, all->ids, all->number_of_ids * sizeof *ids, count * sizeof *ids);
    if (ids == NULL && count > 0) {
        luaL_error(L, "not enough memory");
    }
    all->ids = ids;
    all->number_of_ids = count;
}

void diffable_lua_copy_contents(lua_State *L, int from, int to, const diffable_snapshot *snapshot, const diffable_snapshot *except)
{
    const contents *source = contents_at(L, from);
    contents *all = source == NULL || lua_rawequal(L, from, to) ? NULL : open_contents(L, to);
    if (all == NULL) {
        return;
    }
    all->may_keep_children = all->may_keep_children || source->may_keep_children;
    size_t sections = diffable_snapshot_number_of_sections(snapshot), items = diffable_snapshot_number_of_all_items(snapshot);
    resize_ids(L, all, sections + items);
    diffable_snapshot_section_identifiers(snapshot, 0, all->ids, sections);
    diffable_snapshot_all_item_identifiers(snapshot, 0, all->ids + sections, items);
    for (size_t i = 0; i < sections; i += 1) {
        copy_entry(L, from, to, diffable_lua_section_revision(snapshot, all->ids[i]));
    }
    for (size_t i = sections; i < sections + items; i += 1) {
        if (except == NULL || !diffable_snapshot_contains_item(except, all->ids[i])) {
            copy_entry(L, from, to, diffable_lua_item_revision(snapshot, all->ids[i]));
        }
    }
    resize_ids(L, all, 0);
    hold_contents(L, to);
}
