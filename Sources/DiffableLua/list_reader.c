/* Lists of identifiers, with or without content: Lua arrays, or one entry by itself. */
#include <string.h>

#include "internal.h"

/*
 * BATCH: how many entries are on the stack at once. LONG: the entries of a longer list do not fit in the cache, so they are prefetched.
 * MANY: a longer list is searched for holes before anything else. BYTES_OF_ENTRY: how many an entry takes packed, about, in addition to
 * what is reserved for a field.
 */
enum { BATCH = 32, LONG = 4096, MANY = 1 << 20, CACHE_LINE = 64, ENTRY_LINES = 3, BYTES_OF_ENTRY = 48, BYTES_OF_LIST = 192 };

int diffable_lua_push_entry(lua_State *L, const diffable_lua_list *list, size_t position)
{
    if (!list->single) {
        return lua_rawgeti(L, list->index, (lua_Integer)position + 1);
    }
    lua_pushvalue(L, list->index);
    return lua_type(L, -1);
}

static bool is_section(const diffable_lua_list *list)
{
    return list->left_out.role == DIFFABLE_LUA_SECTIONS;
}

/* Raises a complaint, with the place of the list before it if the list is a part of the argument. */
static void refuse_list(lua_State *L, const diffable_lua_list *list, const char *complaint)
{
    if (list->owner == 0 && list->single) {
        diffable_lua_refuse_argument(L, list->argument, complaint);
    } else if (list->owner == 0) {
        diffable_lua_refuse(L, "%s", complaint);
    } else if (list->owner > 0) {
        diffable_lua_refuse(L, "section %I, %s", (lua_Integer)list->owner, complaint);
    }
    diffable_id parent = diffable_id_none();
    diffable_lua_to_item(L, (int)-list->owner, &parent);
    diffable_lua_push_quoted_id(L, parent);
    diffable_lua_refuse(L, "children of %s, %s", lua_tostring(L, -1), complaint);
}

/* Raises for the value at `entry`, which is no entry, or has no content that can be kept. */
static void refuse_entry(lua_State *L, const diffable_lua_list *list, size_t position, int entry, const char *failure)
{
    const char *complaint = failure;
    if (failure == NULL) {
        complaint = list->key == 0 ? diffable_lua_push_id_complaint(L, entry) : diffable_lua_push_key_complaint(L, list->key, entry);
    }
    if (list->single && list->owner > 0) {
        complaint = lua_pushfstring(L, "items: %s", complaint);
    } else if (!list->single) {
        const char *role = is_section(list) ? "section" : "item";
        complaint = lua_pushfstring(L, "%s %I: %s", role, diffable_lua_index_to_lua((ptrdiff_t)position), complaint);
    }
    refuse_list(L, list, complaint);
}

/*
 * How many entries a table has. Lua may count one with holes as 2^31 with 32 entries in it. So where many are counted, the first hole is
 * searched for, and the hole is the last entry, which is refused when it is read.
 */
static size_t count_entries(lua_State *L, int index)
{
    size_t count = (size_t)lua_rawlen(L, index);
    if (count <= MANY) {
        return count;
    }
    for (size_t i = 1; i < count; i += 1) {
        bool is_hole = lua_rawgeti(L, index, (lua_Integer)i) == LUA_TNIL;
        lua_pop(L, 1);
        if (is_hole) {
            return i;
        }
    }
    return count;
}

void diffable_lua_measure_list(lua_State *L, int index, diffable_lua_list *list)
{
    list->index = index;
    list->single = lua_type(L, index) != LUA_TTABLE;
    if (!list->single) {
        lua_pushvalue(L, ID_FIELD);
        list->single = lua_rawget(L, index) != LUA_TNIL;
        lua_pop(L, 1);
    }
    list->count = list->single ? 1 : count_entries(L, index);
}

/* Pushes the key of the items, if there is one. Whether the value is itself the only entry depends on it. */
static void push_key(lua_State *L, diffable_lua_list *list)
{
    list->key = diffable_lua_push_key(L, 1) ? lua_gettop(L) : 0;
    if (list->key != 0 && lua_type(L, list->index) == LUA_TTABLE) {
        list->single = diffable_lua_is_item(L, list->key, list->index);
        list->count = list->single ? 1 : count_entries(L, list->index);
    }
}

void diffable_lua_measure_items(lua_State *L, int index, diffable_lua_list *list)
{
    int top = lua_gettop(L);
    diffable_lua_measure_list(L, index, list);
    push_key(L, list);
    lua_settop(L, top);
}

/* Calls the key function for all tables of the list. */
static void call_key(lua_State *L, const diffable_lua_list *list)
{
    for (size_t i = 0; list->key != 0 && lua_type(L, list->key) == LUA_TTABLE && i < list->count; i += 1) {
        diffable_lua_push_entry(L, list, i);
        diffable_lua_call_key(L, list->key, list->key + 1);
        lua_settop(L, list->key);
    }
}

void diffable_lua_begin_list(lua_State *L, int index, int argument, ptrdiff_t owner, diffable_lua_role role, diffable_lua_list *list)
{
    list->argument = argument;
    list->owner = owner;
    list->left_out.role = role;
    list->ids = list->few_ids;
    list->revisions = NULL;
    list->engine_contents = NULL;
    list->marked = NULL;
    list->has_left_out = false;
    list->store = NULL;
    list->contents = 0;
    list->packs = NULL;
    list->end = 0;
    list->buffer = NULL;
    diffable_lua_measure_list(L, index, list);
    list->key = 0;
    if (!is_section(list)) {
        push_key(L, list);
        call_key(L, list);
    }
    const char *complaint = NULL;
    if (list->count > INT32_MAX) {
        complaint = lua_pushfstring(L, "%I entries are more than a list can have", (lua_Integer)list->count);
    } else if (list->count == 0) {
        lua_pushnil(L);
        if (lua_next(L, index) != 0) { /* an item whose `id` was forgotten looks like an empty list */
            complaint = list->key == 0 ? "list or table with \"id\" expected, got a table with neither" : diffable_lua_push_key_complaint(L, list->key, index);
        }
    }
    if (complaint != NULL && owner == 0) {
        diffable_lua_refuse_argument(L, argument, complaint);
    } else if (complaint != NULL) {
        refuse_list(L, list, lua_pushfstring(L, "items: %s", complaint));
    }
    if (list->count > DIFFABLE_LUA_FEW) {
        size_t size = sizeof *list->ids + sizeof *list->revisions + sizeof *list->engine_contents;
        list->buffer = diffable_lua_push_buffer(L);
        if (!diffable_lua_resize_buffer(L, list->buffer, list->count * size)) {
            luaL_error(L, "not enough memory");
        }
        list->ids = list->buffer->engine;
    }
    luaL_checkstack(L, BATCH + LUA_MINSTACK, "a list");
    list->names = lua_gettop(L) + 1;
    diffable_lua_push_left_out(L, role, &list->left_out);
}

/* Prefetches the value on top of the stack. Most entries extend into the next cache lines. */
static void prefetch_entry(lua_State *L)
{
    const char *memory = diffable_lua_address(L, -1);
    for (int line = 0; memory != NULL && line < ENTRY_LINES; line += 1) {
        __builtin_prefetch(memory + line * CACHE_LINE);
    }
}

static __attribute__((noinline)) uint64_t read_keyed_entry(lua_State *L, int key, diffable_id *id, int entry, int type, diffable_lua_fingerprints *fingerprints)
{
    bool has_content = type == LUA_TTABLE && fingerprints != NULL;
    uint64_t revision = has_content ? diffable_lua_fingerprint(L, fingerprints, entry, id) : 0;
    if (!diffable_lua_to_keyed_id(L, key, entry, id)) {
        id->kind = DIFFABLE_ID_NONE;
    }
    return revision;
}

/* Reads an entry, with its content unless `fingerprints` is NULL. Returns its revision: 0 without content. */
static uint64_t read_entry(lua_State *L, const diffable_lua_list *list, diffable_id *id, int entry, int type, diffable_lua_fingerprints *fingerprints)
{
    if (list->key != 0) {
        return read_keyed_entry(L, list->key, id, entry, type, fingerprints);
    }
    if (type == LUA_TTABLE && fingerprints != NULL) {
        return diffable_lua_fingerprint(L, fingerprints, entry, id);
    }
    if (type == LUA_TSTRING) {
        id->kind = DIFFABLE_ID_BYTES;
        id->value.bytes.data = lua_tolstring(L, entry, &id->value.bytes.size);
    } else if (!diffable_lua_to_id(L, entry, id)) {
        id->kind = DIFFABLE_ID_NONE;
    }
    return 0;
}

/* Stores the revision of an entry. Those of the entries before the first that has content are 0. */
static void set_revision(diffable_lua_list *list, size_t position, uint64_t revision)
{
    if (list->revisions == NULL) {
        if (revision == 0) {
            return;
        }
        void *after_ids = list->ids + list->count;
        list->revisions = list->buffer == NULL ? list->few_revisions : after_ids;
        memset(list->revisions, 0, position * sizeof *list->revisions);
    }
    list->revisions[position] = revision;
}

/* Makes the contents that the engine is passed: a revision becomes a content of eight bytes. */
static void make_contents(diffable_lua_list *list)
{
    if (list->revisions == NULL) {
        return;
    }
    void *after_revisions = list->revisions + list->count;
    list->engine_contents = list->buffer == NULL ? list->few_contents : after_revisions;
    for (size_t i = 0; i < list->count; i += 1) {
        const uint64_t *revision = &list->revisions[i];
        list->engine_contents[i] = *revision == 0 ? (diffable_content){ 0 } : (diffable_content){ .data = revision, .size = sizeof *revision };
    }
}

uint64_t diffable_lua_item_revision(const diffable_snapshot *snapshot, diffable_id item)
{
    return diffable_content_revision(diffable_snapshot_item_content(snapshot, item));
}

uint64_t diffable_lua_section_revision(const diffable_snapshot *snapshot, diffable_id section)
{
    return diffable_content_revision(diffable_snapshot_section_content(snapshot, section));
}

static bool is_same_id(diffable_id one, diffable_id other)
{
    if (one.kind != other.kind || one.kind != DIFFABLE_ID_BYTES) {
        return one.kind == other.kind && one.value.integer == other.value.integer;
    }
    return one.value.bytes.size == other.value.bytes.size && memcmp(one.value.bytes.data, other.value.bytes.data, one.value.bytes.size) == 0;
}

/* Whether the table at `index` still has an identifier. A key function cannot be asked while a list is read. */
static bool has_id(lua_State *L, const diffable_lua_list *list, int index, diffable_id id)
{
    diffable_id actual;
    if (list->key == 0) {
        return diffable_lua_to_id(L, index, &actual) && is_same_id(id, actual);
    }
    bool is_field = lua_type(L, list->key) == LUA_TSTRING;
    return !is_field || (diffable_lua_to_keyed_id(L, list->key, index, &actual) && is_same_id(id, actual));
}

/* A bare identifier that is marked stands for the table that was handed over for it, if that was changed since. Returns the type of the entry. */
static int replace_marked(lua_State *L, const diffable_lua_list *list, int entry, int type)
{
    diffable_id id;
    if (list->store == NULL || list->marked == NULL || type == LUA_TTABLE || !diffable_lua_to_bare_id(L, entry, &id)) {
        return type;
    }
    uint64_t revision = (is_section(list) ? diffable_lua_section_revision : diffable_lua_item_revision)(list->marked, id);
    if (revision == 0 || !list->store->push_changed(L, list->contents, revision, &list->left_out)) {
        return type;
    }
    if (has_id(L, list, lua_gettop(L), id)) {
        lua_replace(L, entry);
        return LUA_TTABLE;
    }
    lua_pop(L, 1);
    return type;
}

/* Prepares to pack the contents of a list, if there is where. The entries before `position` have none. */
static void begin_packing(lua_State *L, diffable_lua_list *list, size_t position, diffable_lua_packer *packer)
{
    diffable_lua_packs *packs = list->store->open(L, list->contents);
    if (packs == NULL) {
        return;
    }
    list->packs = packs;
    *packer = (diffable_lua_packer){ .packs = packs, .tables = list->tables };
    diffable_lua_begin_packing(L, packer, list->count, list->count * BYTES_OF_ENTRY + BYTES_OF_LIST);
    for (size_t i = 0; i < position; i += 1) {
        packs->starts[packs->count + i] = packs->size;
    }
}

/* `fingerprints` is NULL for a list without content. */
static void read_batch(lua_State *L, diffable_lua_list *list, size_t first, int count, diffable_lua_fingerprints *fingerprints, diffable_lua_packer *packer)
{
    int types[BATCH];
    int entries = lua_gettop(L) + 1;
    for (int i = 0; i < count; i += 1) {
        types[i] = diffable_lua_push_entry(L, list, first + (size_t)i);
        if (list->count > LONG) {
            prefetch_entry(L);
        }
    }
    for (int i = 0; i < count; i += 1) {
        size_t position = first + (size_t)i;
        diffable_id *id = &list->ids[position];
        int given = types[i];
        types[i] = replace_marked(L, list, entries + i, given);
        if (list->packs == NULL && list->store != NULL && types[i] == LUA_TTABLE) {
            begin_packing(L, list, position, packer);
            fingerprints->packer = list->packs == NULL ? NULL : packer;
        }
        if (list->packs != NULL) {
            list->packs->starts[list->packs->count + position] = (size_t)(packer->at - list->packs->bytes);
        }
        bool had_left_out = fingerprints != NULL && fingerprints->has_left_out;
        set_revision(list, position, read_entry(L, list, id, entries + i, types[i], fingerprints));
        if (types[i] != given) { /* the script did not say these fields now */
            fingerprints->has_left_out = had_left_out;
        }
        if (id->kind == DIFFABLE_ID_NONE || (fingerprints != NULL && fingerprints->failure != NULL)) {
            refuse_entry(L, list, position, entries + i, fingerprints == NULL ? NULL : fingerprints->failure);
        }
    }
    for (size_t end = first + (size_t)count; list->packs != NULL && list->revisions != NULL && end > first; end -= 1) {
        if (list->revisions[end - 1] != 0) {
            lua_rawseti(L, list->tables, (lua_Integer)(list->packs->count + end)); // mutant: stored-position
        } else {
            lua_pop(L, 1);
        }
    }
    lua_settop(L, entries - 1);
}

void diffable_lua_read_list(lua_State *L, diffable_lua_list *list, bool with_content)
{
    diffable_lua_fingerprints fingerprints;
    diffable_lua_packer packer;
    diffable_lua_prepare_fingerprints(L, &fingerprints, &list->left_out);
    if (list->key != 0) {
        fingerprints.id = &fingerprints; /* the address of no field: `id` is a field like others */
    }
    for (size_t first = 0; first < list->count; first += BATCH) {
        size_t rest = list->count - first;
        read_batch(L, list, first, rest < BATCH ? (int)rest : BATCH, with_content ? &fingerprints : NULL, &packer);
    }
    list->has_left_out = with_content && fingerprints.has_left_out;
    if (list->packs != NULL && list->revisions != NULL) {
        list->end = (size_t)(packer.at - packer.packs->bytes);
        memcpy(list->packs->revisions + list->packs->count, list->revisions, list->count * sizeof *list->revisions);
    }
    make_contents(list);
}

void diffable_lua_free_list(lua_State *L, diffable_lua_list *list)
{
    if (list->buffer != NULL) {
        diffable_lua_resize_buffer(L, list->buffer, 0);
    }
}
