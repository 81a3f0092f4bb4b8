/* Lists of identifiers, with or without content: Lua arrays, or one entry by itself. */
#include <string.h>

#include "internal.h"

/*
 * BATCH: how many entries are on the stack at once. LONG: the entries of a longer list do not fit in the cache, so they
 * are prefetched. MANY: a list that seems longer is searched for holes before anything else. ENTRY_LINES: how many
 * cache lines of an entry are prefetched. BYTES_OF_ENTRY: the usual size of an entry's content.
 */
enum { BATCH = 32, LONG = 4096, MANY = 1 << 20, CACHE_LINE = 64, ENTRY_LINES = 3, BYTES_OF_ENTRY = 48 };

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
    return list->role == DIFFABLE_LUA_SECTIONS;
}

/*
 * Raises an error about a list. If the list is only a part of the argument, its section or parent is named before the
 * message.
 */
static void refuse_list(lua_State *L, const diffable_lua_list *list, const char *complaint)
{
    if (list->owner == 0 && list->single) {
        diffable_lua_refuse_argument(L, list->argument, complaint);
    } else if (list->owner == 0) {
        diffable_lua_refuse(L, "%s", complaint);
    } else if (list->owner > 0) {
        diffable_lua_refuse(L, "section %I, %s", (lua_Integer)list->owner, complaint);
    }
    diffable_id parent = (diffable_id){ 0 };
    diffable_lua_to_item(L, (int)-list->owner, &parent);
    diffable_lua_push_quoted_id(L, parent);
    const char *separator = strncmp(complaint, "item ", strlen("item ")) == 0 ? ", " : ": ";
    diffable_lua_refuse(L, "children of %s%s%s", lua_tostring(L, -1), separator, complaint);
}

/* Pushes a message that says why a table cannot be content. */
static const char *push_failure(lua_State *L, const diffable_lua_encoder *encoder)
{
    if (encoder->place[0] == '\0') {
        return encoder->failure;
    }
    diffable_lua_push_quoted(L, encoder->place, strlen(encoder->place));
    return lua_pushfstring(L, "%s, in the field %s", encoder->failure, lua_tostring(L, -1));
}

/* Raises for the value at `entry`, which has no identifier, or whose content cannot be encoded. */
static void refuse_entry(
    lua_State *L, const diffable_lua_list *list, size_t position, int entry, const diffable_lua_encoder *encoder)
{
    diffable_id id;
    bool has_id = list->key == 0 ? diffable_lua_to_id(L, entry, &id)
                                 : diffable_lua_to_keyed_id(L, list->key, entry, &id);
    const char *complaint = has_id && encoder != NULL && encoder->failure != NULL ? push_failure(L, encoder) : NULL;
    if (complaint == NULL) {
        complaint = list->key == 0 ? diffable_lua_push_id_complaint(L, entry)
                                   : diffable_lua_push_key_complaint(L, list->key, entry);
    }
    if (is_section(list) && !has_id && lua_type(L, entry) == LUA_TTABLE && diffable_lua_push_key(L, 1)) {
        complaint = lua_pushfstring(L, "%s; the key is for items, and a section has an \"id\"", complaint);
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
 * Raises an error about a list as a whole. The message names the argument, or the section or parent if the list is only
 * a part of the argument.
 */
static void refuse_whole_list(lua_State *L, const diffable_lua_list *list, const char *complaint)
{
    if (list->owner == 0) {
        diffable_lua_refuse_argument(L, list->argument, complaint);
    }
    refuse_list(L, list, list->owner < 0 ? complaint : lua_pushfstring(L, "items: %s", complaint));
}

/*
 * Returns the number of entries of a table. The length of a table with holes may be 2^31 in Lua even if it has only 32
 * entries. So if the length is great, the first hole is searched for, and counts as the last entry. Reading it raises.
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

/* Returns whether the last entry that was counted is nil. Reading it raises. */
static bool ends_in_hole(lua_State *L, const diffable_lua_list *list)
{
    bool answer = lua_rawgeti(L, list->index, (lua_Integer)list->count) == LUA_TNIL;
    lua_pop(L, 1);
    return answer;
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

/*
 * Pushes the key of the items, if there is one. Then measures the list again, because the key decides whether a table
 * is one item or a list.
 */
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

/* Pushes a message that says why the table key at `key` does not belong to a list. */
static const char *push_key_of_list_complaint(lua_State *L, const diffable_lua_list *list, int key)
{
    if (lua_type(L, key) == LUA_TNUMBER) {
        const char *other = diffable_lua_push_escaped(L, key);
        return lua_pushfstring(L, "a list without holes expected: entry %I is nil, and there is entry %s",
            (lua_Integer)list->count + 1, other);
    }
    const char *name = diffable_lua_push_escaped(L, key);
    const char *noun = is_section(list) ? "section" : "item";
    return lua_pushfstring(L,
        "a list expected, got one with the field \"%s\" beside its entries; each %s that is a table has braces of its "
        "own",
        name, noun);
}

/*
 * Returns whether the table key below the top of the stack, whose value is on top, belongs to a list: it is the index
 * of an entry, or "n" with the number of entries, which table.pack sets.
 */
static bool belongs_to_list(lua_State *L, const diffable_lua_list *list)
{
    int is_integer;
    lua_Integer number = lua_tointegerx(L, -2, &is_integer);
    if (lua_type(L, -2) == LUA_TNUMBER) {
        return is_integer && number >= 1 && (size_t)number <= list->count;
    }
    return diffable_lua_is_string(L, -2, "n") && lua_type(L, -1) == LUA_TNUMBER
        && lua_tonumber(L, -1) == (lua_Number)list->count;
}

/* Returns whether one of the entries is nil. Reading the list raises for that entry, and names its index. */
static bool has_hole(lua_State *L, const diffable_lua_list *list)
{
    bool found = false;
    for (size_t i = 1; !found && i <= list->count; i += 1) {
        found = lua_rawgeti(L, list->index, (lua_Integer)i) == LUA_TNIL;
        lua_pop(L, 1);
    }
    return found;
}

/*
 * Raises if the list has table keys that are not read. In a short list, all keys are checked. In a long one, only those
 * that lua_next returns after the last entry are checked. These are all other keys, unless Lua stores the last entry
 * outside the array part of the table.
 */
static void refuse_other_keys(lua_State *L, const diffable_lua_list *list)
{
    enum { SHORT = 32 };
    if (list->count <= SHORT) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, (lua_Integer)list->count);
    }
    while (lua_next(L, list->index) != 0) {
        if (!belongs_to_list(L, list)) {
            if (lua_type(L, -2) == LUA_TNUMBER && has_hole(L, list)) {
                lua_pop(L, 2);
                return;
            }
            refuse_whole_list(L, list, push_key_of_list_complaint(L, list, lua_gettop(L) - 1));
        }
        lua_pop(L, 1);
    }
}

/* Raises if an empty table has entries or an `id` behind __index. May run user code. */
static void refuse_hidden_entries(lua_State *L, const diffable_lua_list *list)
{
    if (luaL_getmetafield(L, list->index, "__index") == LUA_TNIL) {
        return;
    }
    lua_pop(L, 1);
    lua_pushinteger(L, 1);
    lua_gettable(L, list->index);
    if (!lua_isnil(L, -1)) {
        refuse_whole_list(L, list, "a list whose entries are behind __index is not read; pass a table that has them");
    }
    lua_pushvalue(L, ID_FIELD);
    lua_gettable(L, list->index);
    if (!lua_isnil(L, -1)) {
        refuse_whole_list(L, list, "an \"id\" behind __index is not read; pass a table that has it");
    }
    lua_pop(L, 2);
}

void diffable_lua_check_list(lua_State *L, const diffable_lua_list *list)
{
    if (lua_type(L, list->index) != LUA_TTABLE) {
        return;
    }
    size_t length = (size_t)lua_rawlen(L, list->index);
    if (list->single && length > 0) {
        const char *noun = is_section(list) ? "section" : "item";
        refuse_whole_list(
            L, list, lua_pushfstring(L, "this is both a list and one %s; put the %s in braces of its own", noun, noun));
    } else if (!list->single && list->count > 0 && list->count == length && !ends_in_hole(L, list)) {
        refuse_other_keys(L, list);
    } else if (list->count == 0) {
        refuse_hidden_entries(L, list);
    }
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

void diffable_lua_begin_list(
    lua_State *L, int index, int argument, ptrdiff_t owner, diffable_lua_role role, diffable_lua_list *list)
{
    list->argument = argument;
    list->owner = owner;
    list->role = role;
    list->ids = list->few_ids;
    list->contents = NULL;
    list->marked = NULL;
    list->has_excluded = list->has_near_names = false;
    diffable_lua_measure_list(L, index, list);
    list->key = 0;
    if (!is_section(list)) {
        push_key(L, list);
    }
    diffable_lua_check_list(L, list);
    call_key(L, list);
    const char *complaint = NULL;
    if (list->count > INT32_MAX) {
        complaint = lua_pushfstring(L, "%I entries are more than a list can have", (lua_Integer)list->count);
    } else if (list->count == 0) {
        lua_pushnil(L);
        if (lua_next(L, index) != 0) { /* an item whose `id` was forgotten looks like an empty list */
            bool is_hole = lua_type(L, -2) == LUA_TNUMBER;
            complaint = is_hole  ? push_key_of_list_complaint(L, list, lua_gettop(L) - 1)
                : list->key == 0 ? "list or table with \"id\" expected, got a table with neither"
                                 : diffable_lua_push_key_complaint(L, list->key, index);
        }
    }
    if (complaint != NULL) {
        refuse_whole_list(L, list, complaint);
    }
    luaL_checkstack(L, BATCH + LUA_MINSTACK, "a list");
    list->kept = lua_gettop(L) + 1;
    diffable_lua_push_kept_for_list(L);
}

/* Prefetches the value on top of the stack. Most entries extend into the next cache lines. */
static void prefetch_entry(lua_State *L)
{
    const char *memory = diffable_lua_address(L, -1);
    for (int line = 0; memory != NULL && line < ENTRY_LINES; line += 1) {
        __builtin_prefetch(memory + line * CACHE_LINE);
    }
}

/*
 * Reads the identifier of an entry, whose kind is DIFFABLE_ID_NONE if it is not valid. If `encoder` is not NULL and the
 * entry is a table, also encodes its content. Returns whether it did so.
 */
static bool read_entry(
    lua_State *L, const diffable_lua_list *list, diffable_id *id, int entry, int type, diffable_lua_encoder *encoder)
{
    bool has_content = type == LUA_TTABLE && encoder != NULL;
    if (has_content) {
        diffable_lua_encode(L, encoder, entry, id);
    }
    if (list->key != 0) {
        if (!diffable_lua_to_keyed_id(L, list->key, entry, id)) {
            id->kind = DIFFABLE_ID_NONE;
        }
    } else if (type == LUA_TSTRING) {
        id->kind = DIFFABLE_ID_BYTES;
        id->bytes.data = lua_tolstring(L, entry, &id->bytes.size);
    } else if (!has_content && !diffable_lua_to_id(L, entry, id)) {
        id->kind = DIFFABLE_ID_NONE;
    }
    return has_content;
}

/*
 * Makes the bytes that were encoded last, which begin at the offset `start`, the content of an entry. The bytes may
 * move until the whole list has been read. So the content has an offset, counted from 1, in place of an address; see
 * find_addresses.
 */
static void set_content(
    lua_State *L, diffable_lua_list *list, size_t position, int entry, size_t start, diffable_lua_encoder *encoder)
{
    if (list->contents == NULL) {
        void *after_ids = list->ids + list->count;
        list->contents = list->ids == list->few_ids ? list->few_contents : after_ids;
        memset(list->contents, 0, position * sizeof *list->contents);
    }
    diffable_lua_store *store = encoder->store;
    diffable_content *content = &list->contents[position];
    /* A metatable with a larger number is counted, so the content has a holder, which has the number as well. */
    uint32_t small_number = encoder->metatable <= DIFFABLE_LUA_MOST_METATABLES ? encoder->metatable : 0;
    void *original = diffable_lua_keep_original(L, store, encoder->tables + 1, entry, list->key != 0, small_number);
    content->data = (const void *)(uintptr_t)(start + 1);
    content->size = store->contents.size - start;
    diffable_lua_complete_content(L, store, original, encoder->metatable, content);
}

/*
 * Returns whether the table at `index` still has this identifier. If the key is a function, assumes that it has: the
 * function cannot be called while a list is read.
 */
static bool has_id(lua_State *L, const diffable_lua_list *list, int index, diffable_id id)
{
    diffable_id actual;
    if (list->key == 0) {
        return diffable_lua_to_id(L, index, &actual) && diffable_lua_are_same_ids(id, actual);
    }
    bool is_field = lua_type(L, list->key) == LUA_TSTRING;
    return !is_field
        || (diffable_lua_to_keyed_id(L, list->key, index, &actual) && diffable_lua_are_same_ids(id, actual));
}

/*
 * If the entry is a bare identifier whose content came from a table that has changed since, replaces the entry by that
 * table. Returns the type of the entry.
 */
static int replace_marked(
    lua_State *L, const diffable_lua_list *list, int entry, int type, diffable_lua_encoder *encoder)
{
    diffable_id id;
    if (type == LUA_TTABLE || !diffable_lua_to_bare_id(L, entry, &id)) {
        return type;
    }
    diffable_content content = (is_section(list) ? diffable_snapshot_section_content : diffable_snapshot_item_content)(
        list->marked, id);
    if (content.data == NULL || !diffable_lua_push_changed(L, encoder, content)) {
        return type;
    }
    if (has_id(L, list, lua_gettop(L), id)) {
        lua_replace(L, entry);
        return LUA_TTABLE;
    }
    lua_pop(L, 1);
    return type;
}

/* Reads entries from `first` on. The encoder is NULL for a list without content. */
static void read_batch(lua_State *L, diffable_lua_list *list, size_t first, int count, diffable_lua_encoder *encoder)
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
        size_t position = first + (size_t)i, start = encoder == NULL ? 0 : encoder->store->contents.size;
        diffable_id *id = &list->ids[position];
        bool had_excluded = encoder != NULL && encoder->has_excluded;
        int type = encoder == NULL || list->marked == NULL ? types[i]
                                                           : replace_marked(L, list, entries + i, types[i], encoder);
        bool has_content = read_entry(L, list, id, entries + i, type, encoder);
        if (type != types[i]) { /* the fields of a table that was not passed in this call do not count */
            encoder->has_excluded = had_excluded;
        }
        if (id->kind == DIFFABLE_ID_NONE || (encoder != NULL && encoder->failure != NULL)) {
            refuse_entry(L, list, position, entries + i, encoder);
        }
        if (has_content) {
            set_content(L, list, position, entries + i, start, encoder);
        } else if (list->contents != NULL) {
            list->contents[position] = (diffable_content){ 0 };
        }
    }
    lua_settop(L, entries - 1);
}

/* Replaces the offsets of contents by the addresses of their bytes. */
static void find_addresses(diffable_lua_list *list, diffable_lua_store *store)
{
    for (size_t i = 0; list->contents != NULL && i < list->count; i += 1) {
        diffable_content *content = &list->contents[i];
        content->data = content->data == NULL ? NULL : store->contents.start + ((uintptr_t)content->data - 1);
    }
}

void diffable_lua_read_list(lua_State *L, diffable_lua_list *list, int object)
{
    int top = lua_gettop(L);
    bool with_content = object != 0;
    diffable_lua_encoder encoder;
    if (list->count > DIFFABLE_LUA_FEW) {
        diffable_lua_bytes *memory = &diffable_lua_push_store(L)->list;
        diffable_lua_make_room(L, memory, list->count * (sizeof *list->ids + sizeof *list->contents));
        list->ids = (diffable_id *)(void *)memory->start;
    }
    if (with_content) {
        diffable_lua_begin_encoding(L, &encoder, list->role, list->key != 0, list->kept);
        encoder.store->contents.size = 0;
        diffable_lua_begin_references(L, encoder.store, encoder.tables + 2);
    }
    if (with_content && diffable_lua_push_entry(L, list, 0) == LUA_TTABLE) {
        diffable_lua_make_room(L, &encoder.store->contents, list->count * BYTES_OF_ENTRY);
    }
    for (size_t first = 0; first < list->count; first += BATCH) {
        size_t rest = list->count - first;
        read_batch(L, list, first, rest < BATCH ? (int)rest : BATCH, with_content ? &encoder : NULL);
    }
    if (with_content) {
        list->has_excluded = encoder.has_excluded;
        list->has_near_names = encoder.has_near_names;
        find_addresses(list, encoder.store);
    }
    diffable_lua_keep_references(L, list->kept, object);
    lua_settop(L, top);
}

/*
 * If the content of an element is equal to the one in this list, the engine keeps the old one with its object. So the
 * objects of old contents are made to stand for the tables of this list, if these have a finalizer. Other objects are
 * replaced by the engine.
 */
static void renew_originals(const diffable_lua_list *list, const diffable_snapshot *snapshot)
{
    for (size_t i = 0; list->contents != NULL && i < list->count; i += 1) {
        if (list->contents[i].finalize != NULL) {
            diffable_id id = list->ids[i];
            diffable_content content = (is_section(list) ? diffable_snapshot_section_content
                                                         : diffable_snapshot_item_content)(snapshot, id);
            diffable_lua_renew_original(content.object, list->contents[i].object);
        }
    }
}

int diffable_lua_finish_list(
    lua_State *L, diffable_lua_list *list, int snapshot, diffable_status status, diffable_error *error)
{
    const diffable_lua_object *object = lua_touserdata(L, snapshot);
    size_t bytes = 0;
    if (list->contents != NULL) {
        diffable_lua_hand_over(L);
    }
    for (size_t i = 0; list->contents != NULL && i < list->count; i += 1) {
        bytes += list->contents[i].size;
    }
    diffable_lua_account_memory(object, list->count + bytes / DIFFABLE_LUA_BYTES_OF_ENTRY);
    if (status >= 0) {
        renew_originals(list, object->engine);
    }
    diffable_lua_trim_store(L);
    return diffable_lua_check_status(L, status, error);
}
