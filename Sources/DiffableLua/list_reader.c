/* Lists of identifiers, with or without content: Lua arrays, or one entry by itself. */
#include <string.h>

#include "internal.h"

enum { CACHE_LINE = 64, ENTRY_LINES = 3 };

/* A section with no fields but its identifier and its items has no content. */
static bool is_bare_section(lua_State *L, int index)
{
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        lua_pop(L, 1);
        if (!diffable_lua_is_string(L, -1, "id") && !diffable_lua_is_string(L, -1, "items")) {
            lua_pop(L, 1);
            return false;
        }
    }
    return true;
}

int diffable_lua_push_entry(lua_State *L, const diffable_lua_list *list, size_t position)
{
    if (!list->single) {
        return lua_rawgeti(L, list->index, (lua_Integer)position + 1);
    }
    lua_pushvalue(L, list->index);
    return lua_type(L, -1);
}

/* Raises for the value at `entry`, which is no entry. */
static void refuse_entry(lua_State *L, const diffable_lua_list *list, size_t position, int entry, int argument, const char *prefix)
{
    const char *complaint = diffable_lua_push_id_complaint(L, entry);
    if (!list->single) {
        const char *role = list->role == DIFFABLE_LUA_ITEMS ? "item" : "section";
        complaint = lua_pushfstring(L, "%s %I: %s", role, diffable_lua_index_to_lua((ptrdiff_t)position), complaint);
    }
    luaL_argerror(L, argument, lua_pushfstring(L, "%s%s", prefix, complaint));
}

/* Reads the entry at `entry`, with its content unless `fingerprints` is NULL. The identifier is none if it is no entry. */
static void read_entry(lua_State *L, diffable_lua_list *list, size_t position, int entry, int type, const void *memory, diffable_lua_fingerprints *fingerprints)
{
    diffable_id *id = &list->ids[position];
    bool has_content = fingerprints != NULL && type == LUA_TTABLE && !(list->role == DIFFABLE_LUA_SECTIONS && is_bare_section(L, entry));
    if (has_content && list->revisions == NULL) {
        void *after_ids = list->ids + list->count;
        list->revisions = list->buffer == NULL ? list->few_revisions : after_ids;
        memset(list->revisions, 0, position * sizeof *list->revisions);
    }
    if (has_content) {
        diffable_lua_begin_fingerprint(L, fingerprints, entry, memory, &list->revisions[position], id);
        return;
    }
    if (list->revisions != NULL) {
        list->revisions[position] = 0;
    }
    if (type == LUA_TSTRING) {
        id->kind = DIFFABLE_ID_BYTES;
        id->value.bytes.data = lua_tolstring(L, entry, &id->value.bytes.size);
    } else if (!diffable_lua_to_id(L, entry, id)) {
        id->kind = DIFFABLE_ID_NONE;
    }
}

/*
 * Reads a batch of entries. They are scattered over memory, so all of them are prefetched before the first is read. Most
 * entries extend into the next cache lines: the bytes of a string, or the fields after the header of a table.
 */
static void read_entries(lua_State *L, diffable_lua_list *list, size_t first, int count, int argument, const char *prefix, diffable_lua_fingerprints *fingerprints)
{
    int types[DIFFABLE_LUA_BATCH];
    const char *memory[DIFFABLE_LUA_BATCH];
    int top = lua_gettop(L);
    for (int i = 0; i < count; i += 1) {
        types[i] = diffable_lua_push_entry(L, list, first + (size_t)i);
        memory[i] = lua_topointer(L, -1);
        for (int line = 0; memory[i] != NULL && line < ENTRY_LINES; line += 1) {
            __builtin_prefetch(memory[i] + line * CACHE_LINE);
        }
    }
    for (int i = 0; i < count; i += 1) {
        read_entry(L, list, first + (size_t)i, top + 1 + i, types[i], memory[i], fingerprints);
    }
    if (fingerprints != NULL) {
        diffable_lua_finish_fingerprints(L, fingerprints, top + count);
    }
    for (int i = 0; i < count; i += 1) {
        if (list->ids[first + (size_t)i].kind == DIFFABLE_ID_NONE) {
            refuse_entry(L, list, first + (size_t)i, top + 1 + i, argument, prefix);
        }
    }
    lua_settop(L, top);
}

void diffable_lua_read_list(lua_State *L, int index, int argument, const char *prefix, diffable_lua_role role, bool with_content, diffable_lua_list *list)
{
    list->index = index;
    list->role = role;
    list->ids = list->few_ids;
    list->revisions = NULL;
    list->renews = false;
    list->count = 1;
    list->buffer = NULL;
    list->single = lua_type(L, index) != LUA_TTABLE;
    if (!list->single) {
        lua_pushvalue(L, ID_FIELD);
        list->single = lua_rawget(L, index) != LUA_TNIL;
        lua_pop(L, 1);
        list->count = list->single ? 1 : (size_t)lua_rawlen(L, index);
    }
    if (list->count > INT32_MAX) {
        luaL_argerror(L, argument, lua_pushfstring(L, "%s%I entries are more than a list can have", prefix, (lua_Integer)list->count));
    }
    if (list->count > DIFFABLE_LUA_FEW) {
        size_t size = sizeof *list->ids + sizeof *list->revisions;
        list->buffer = diffable_lua_push_buffer(L);
        if (!diffable_lua_resize_buffer(L, list->buffer, list->count * size)) {
            luaL_error(L, "not enough memory");
        }
        list->ids = list->buffer->engine;
    }
    if (list->count == 0) {
        lua_pushnil(L);
        if (lua_next(L, index) != 0) { /* an item whose `id` was forgotten looks like an empty list */
            luaL_argerror(L, argument, lua_pushfstring(L, "%sneither a list nor a table with 'id'", prefix));
        }
    }
    int batch = list->count < DIFFABLE_LUA_BATCH ? (int)list->count : DIFFABLE_LUA_BATCH;
    luaL_checkstack(L, batch * (1 + 2 * DIFFABLE_LUA_STRINGS) + LUA_MINSTACK, "a list");
    diffable_lua_fingerprints fingerprints;
    diffable_lua_prepare_fingerprints(L, &fingerprints, role == DIFFABLE_LUA_SECTIONS ? "items" : NULL, batch);
    for (size_t first = 0; first < list->count; first += DIFFABLE_LUA_BATCH) {
        size_t rest = list->count - first;
        read_entries(L, list, first, rest < DIFFABLE_LUA_BATCH ? (int)rest : DIFFABLE_LUA_BATCH, argument, prefix, with_content ? &fingerprints : NULL);
    }
}

void diffable_lua_free_list(lua_State *L, diffable_lua_list *list)
{
    if (list->buffer != NULL) {
        diffable_lua_resize_buffer(L, list->buffer, 0);
    }
}

bool diffable_lua_push_entry_content(lua_State *L, const diffable_lua_list *list, size_t position)
{
    if (diffable_lua_push_entry(L, list, position) != LUA_TTABLE || (list->role == DIFFABLE_LUA_SECTIONS && is_bare_section(L, lua_gettop(L)))) {
        lua_pop(L, 1);
        return false;
    }
    return true;
}
