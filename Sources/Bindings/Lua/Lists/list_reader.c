/* Reads lists of identifiers, with or without content: Lua arrays, or one entry by itself. */
#include <string.h>

#include "../internal.h"

/*
 * BATCH: how many entries are on the stack at once. LONG: the entries of a longer list do not fit in the cache, so they
 * are prefetched. ENTRY_LINES: how many cache lines of an entry are prefetched. BYTES_OF_ENTRY: the usual size of an
 * entry's content.
 */
enum { BATCH = 32, LONG = 4096, CACHE_LINE = 64, ENTRY_LINES = 3, BYTES_OF_ENTRY = 48 };

int diffable_lua_push_entry(lua_State *L, const diffable_lua_list *list, size_t position)
{
    if (!list->single) {
        return lua_rawgeti(L, list->index, (lua_Integer)position + 1);
    }
    lua_pushvalue(L, list->index);
    return lua_type(L, -1);
}

/* Raises for the value at `entry`, which has no identifier, or whose content cannot be encoded. */
static void refuse_entry(
    lua_State *L, const diffable_lua_list *list, size_t position, int entry, const diffable_lua_encoder *encoder)
{
    diffable_id id;
    bool has_id = list->key == 0 ? diffable_lua_to_id(L, entry, &id)
                                 : diffable_lua_to_keyed_id(L, list->key, entry, &id);
    const char *message = has_id && encoder != NULL && encoder->failure != NULL ? diffable_lua_push_failure(L, encoder)
                                                                                : NULL;
    if (message == NULL) {
        message = list->key == 0 ? diffable_lua_push_id_message(L, entry)
                                 : diffable_lua_push_key_message(L, list->key, entry);
    }
    if (diffable_lua_has_sections(list) && !has_id && lua_type(L, entry) == LUA_TTABLE && diffable_lua_push_key(L, 1)) {
        message = lua_pushfstring(L, "%s; the key is for items, and a section has an \"id\"", message);
    }
    if (list->single && list->owner > 0) {
        message = lua_pushfstring(L, "items: %s", message);
    } else if (!list->single) {
        const char *role = diffable_lua_has_sections(list) ? "section" : "item";
        message = lua_pushfstring(L, "%s %I: %s", role, diffable_lua_index_to_lua((ptrdiff_t)position), message);
    }
    diffable_lua_refuse_list(L, list, message);
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
    if (!diffable_lua_has_sections(list)) {
        diffable_lua_push_key_of_items(L, list);
    }
    diffable_lua_check_list(L, list);
    call_key(L, list);
    const char *message = NULL;
    if (list->count > INT32_MAX) {
        message = lua_pushfstring(L, "%I entries are more than a list can have", (lua_Integer)list->count);
    } else if (list->count == 0) {
        lua_pushnil(L);
        if (lua_next(L, index) != 0) { /* an item whose `id` was forgotten looks like an empty list */
            bool is_hole = lua_type(L, -2) == LUA_TNUMBER;
            message = is_hole    ? diffable_lua_push_list_message(L, list, lua_gettop(L) - 1)
                : list->key == 0 ? "list or table with \"id\" expected, got a table with neither"
                                 : diffable_lua_push_key_message(L, list->key, index);
        }
    }
    if (message != NULL) {
        diffable_lua_refuse_whole_list(L, list, message);
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
 * Reads the identifier of an entry. Sets its kind to DIFFABLE_ID_NONE if the entry has no valid identifier. If
 * `encoder` is not NULL and the entry is a table, also encodes its content. Returns whether it did so.
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
    uint32_t small_number = encoder->metatable <= DIFFABLE_LUA_SMALL_METATABLE_LIMIT ? encoder->metatable : 0;
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
    diffable_content content = (diffable_lua_has_sections(list) ? diffable_snapshot_section_content
                                                                : diffable_snapshot_item_content)(list->marked, id);
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
 * If the list passed a content with a finalizer to an element that had an equal content already, the engine kept the
 * old content with its object. So that object is made to stand for the table in the list. If neither content has a
 * finalizer, the engine has replaced the object itself.
 */
static void renew_originals(const diffable_lua_list *list, const diffable_snapshot *snapshot)
{
    for (size_t i = 0; list->contents != NULL && i < list->count; i += 1) {
        if (list->contents[i].finalize != NULL) {
            diffable_id id = list->ids[i];
            diffable_content content = (diffable_lua_has_sections(list) ? diffable_snapshot_section_content
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
