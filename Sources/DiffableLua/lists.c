/* Lists of identifiers, with or without content: Lua arrays, or one entry by itself. */
#include <string.h>

#include "internal.h"

enum { BATCH = 32, CACHE_LINE = 64 };

/* A section that says no more than its identifier and its items has no content. */
static bool is_bare_section(lua_State *L, int index)
{
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        lua_pop(L, 1);
        if (!diffable_lua_says(L, -1, "id") && !diffable_lua_says(L, -1, "items")) {
            lua_pop(L, 1);
            return false;
        }
    }
    return true;
}

/* Names the culprit at `entry`, which is no entry. */
static void refuse_entry(lua_State *L, const diffable_lua_list *list, size_t position, int entry, int argument, const char *place)
{
    const char *complaint = diffable_lua_push_id_complaint(L, entry);
    if (!list->single) {
        const char *role = list->role == DIFFABLE_LUA_ITEMS ? "item" : "section";
        complaint = lua_pushfstring(L, "%s %I: %s", role, diffable_lua_index_to_lua((ptrdiff_t)position), complaint);
    }
    luaL_argerror(L, argument, lua_pushfstring(L, "%s%s", place, complaint));
}

/* Reads the entry at `entry`, which is of this type; its content where there are `keys`. Returns whether it is one. */
static bool read_entry(lua_State *L, diffable_lua_list *list, size_t position, int entry, int type, diffable_lua_keys *keys)
{
    diffable_id *id = &list->ids[position];
    uint64_t revision = 0;
    if (type == LUA_TSTRING) {
        id->kind = DIFFABLE_ID_BYTES;
        id->value.bytes.data = lua_tolstring(L, entry, &id->value.bytes.size);
    } else if (keys == NULL || type != LUA_TTABLE || (list->role == DIFFABLE_LUA_SECTIONS && is_bare_section(L, entry))) {
        if (!diffable_lua_to_id(L, entry, id)) {
            return false;
        }
    } else {
        revision = diffable_lua_fingerprint(L, entry, list->role == DIFFABLE_LUA_SECTIONS ? "items" : NULL, keys, id);
        if (id->kind == DIFFABLE_ID_NONE) {
            return false;
        }
        if (list->revisions == NULL) {
            void *behind_ids = list->ids + list->count;
            list->revisions = list->buffer == NULL ? list->few_revisions : behind_ids;
            memset(list->revisions, 0, position * sizeof *list->revisions);
        }
    }
    if (list->revisions != NULL) {
        list->revisions[position] = revision;
    }
    return true;
}

/*
 * Reads some entries at once. They lie anywhere in memory: where is asked of all of them before the first is waited
 * for. An entry mostly goes on in the next line of the cache, be it a string or the fields behind a table.
 */
static void read_entries(lua_State *L, diffable_lua_list *list, size_t first, int count, int argument, const char *place, diffable_lua_keys *keys)
{
    int types[BATCH];
    int top = lua_gettop(L);
    for (int i = 0; i < count; i += 1) {
        types[i] = lua_rawgeti(L, list->index, (lua_Integer)first + i + 1);
        const char *memory = lua_topointer(L, -1);
        if (memory != NULL) {
            __builtin_prefetch(memory);
            __builtin_prefetch(memory + CACHE_LINE);
        }
    }
    for (int i = 0; i < count; i += 1) {
        int entry = top + 1 + i;
        if (!read_entry(L, list, first + (size_t)i, entry, types[i], keys)) {
            refuse_entry(L, list, first + (size_t)i, entry, argument, place);
        }
    }
    lua_settop(L, top);
}

void diffable_lua_read_list(lua_State *L, int index, int argument, const char *place, diffable_lua_role role, bool with_content, diffable_lua_list *list)
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
        luaL_argerror(L, argument, lua_pushfstring(L, "%s%I entries are more than a list can have", place, (lua_Integer)list->count));
    }
    if (list->count > DIFFABLE_LUA_FEW) {
        size_t size = sizeof *list->ids + sizeof *list->revisions;
        list->buffer = diffable_lua_push_buffer(L);
        if (!diffable_lua_resize_buffer(L, list->buffer, list->count * size)) {
            luaL_error(L, "not enough memory");
        }
        list->ids = list->buffer->memory;
    }
    diffable_lua_keys keys = { .id = lua_topointer(L, ID_FIELD) };
    if (list->single) {
        if (!read_entry(L, list, 0, index, lua_type(L, index), with_content ? &keys : NULL)) {
            refuse_entry(L, list, 0, index, argument, place);
        }
        return;
    }
    if (list->count == 0) {
        lua_pushnil(L);
        if (lua_next(L, index) != 0) { /* an item whose `id` was forgotten looks like an empty list */
            luaL_argerror(L, argument, lua_pushfstring(L, "%sneither a list nor a table with 'id'", place));
        }
    }
    luaL_checkstack(L, BATCH + LUA_MINSTACK, "a list");
    for (size_t first = 0; first < list->count; first += BATCH) {
        size_t rest = list->count - first;
        read_entries(L, list, first, rest < BATCH ? (int)rest : BATCH, argument, place, with_content ? &keys : NULL);
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
    int type;
    if (list->single) {
        lua_pushvalue(L, list->index);
        type = lua_type(L, -1);
    } else {
        type = lua_rawgeti(L, list->index, (lua_Integer)position + 1);
    }
    if (type != LUA_TTABLE || (list->role == DIFFABLE_LUA_SECTIONS && is_bare_section(L, lua_gettop(L)))) {
        lua_pop(L, 1);
        return false;
    }
    return true;
}

int diffable_lua_finish_edit(lua_State *L, diffable_lua_list *list, int contents, diffable_status status, diffable_error *error)
{
    if (status == DIFFABLE_OK && contents != 0) {
        diffable_lua_renew_contents(L, contents, list);
    }
    diffable_lua_free_list(L, list);
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}
