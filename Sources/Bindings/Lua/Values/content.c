/*
 * Returns contents to scripts, as tables. The content of an item or section is returned as the very table that the
 * script passed, as long as that table exists and has not changed. Otherwise it is returned as a copy, which is made
 * when a script looks up the content, and reused as long as the script keeps it.
 */
#include <string.h>

#include "../internal.h"

/* Up to this many bytes are copied to the C stack. */
enum { FEW_BYTES = 512 };

bool diffable_lua_are_same_ids(diffable_id one, diffable_id other)
{
    if (one.kind != other.kind || one.kind != DIFFABLE_ID_BYTES) {
        return one.kind == other.kind && one.integer == other.integer;
    }
    return one.bytes.size == other.bytes.size && memcmp(one.bytes.data, other.bytes.data, one.bytes.size) == 0;
}

/*
 * Whether encoding the table at the index `table` gives the bytes of a content. Sets `id` to the identifier of the
 * table.
 */
static bool has_bytes(lua_State *L, diffable_lua_encoder *encoder, int table, diffable_content content, diffable_id *id)
{
    diffable_lua_store *store = encoder->store;
    size_t start = store->contents.size;
    bool had_excluded = encoder->has_excluded;
    bool is_content = diffable_lua_encode(L, encoder, table, id);
    size_t size = store->contents.size - start;
    bool answer = is_content && size == content.size && memcmp(store->contents.start + start, content.data, size) == 0;
    store->contents.size = start;
    encoder->failure = NULL;
    encoder->place[0] = '\0';
    encoder->has_excluded = had_excluded;
    diffable_lua_drop_references(L, store, encoder->tables + 2);
    return answer;
}

/*
 * Also checks that the table has the identifier `id`. If items have a key, the identifier is a part of the content and
 * need not be compared.
 */
static bool is_content(lua_State *L, diffable_lua_encoder *encoder, int table, diffable_content content, diffable_id id)
{
    diffable_id actual;
    return has_bytes(L, encoder, table, content, &actual)
        && (encoder->id == NULL || diffable_lua_are_same_ids(id, actual));
}

bool diffable_lua_has_content(
    lua_State *L, int table, diffable_content content, diffable_id id, diffable_lua_role role, bool has_key)
{
    int top = lua_gettop(L);
    diffable_lua_encoder encoder;
    diffable_lua_begin_encoding(L, &encoder, role, has_key, 0);
    bool answer = is_content(L, &encoder, table, content, id);
    lua_settop(L, top);
    return answer;
}

/*
 * Whether the value on top of the stack is a table that can be returned as the content. A section's table with `items`
 * cannot, because the items are not content.
 */
static bool is_very_content(lua_State *L, diffable_lua_encoder *encoder, diffable_content content, diffable_id id)
{
    int table = lua_gettop(L);
    if (lua_type(L, table) != LUA_TTABLE) {
        return false;
    }
    encoder->has_excluded = false;
    bool answer = is_content(L, encoder, table, content, id);
    if (answer && encoder->role == DIFFABLE_LUA_SECTIONS) {
        diffable_lua_push_excluded(L, encoder->role);
        answer = lua_rawget(L, table) == LUA_TNIL;
        lua_settop(L, table);
    }
    return answer;
}

/*
 * Pushes a table for a content that another program wrote and that is not a map: the field `bytes`, and `id` with the
 * identifier at `id`.
 */
static void push_opaque(lua_State *L, const char *bytes, size_t size, int id)
{
    lua_createtable(L, 0, 2);
    lua_pushlstring(L, bytes, size);
    lua_setfield(L, -2, "bytes");
    lua_pushvalue(L, id);
    lua_setfield(L, -2, "id");
}

/*
 * Pushes a table with the fields of a content, and stores it in the table of copies at `copies`, unless that is 0.
 * Creating Lua objects may run user code, which may free the content and the identifier, so the bytes of both are
 * copied first.
 */
static void push_copy(lua_State *L, const diffable_lua_encoder *encoder, int copies, diffable_content content,
    diffable_id id, uint32_t metatable)
{
    int top = lua_gettop(L);
    char few[FEW_BYTES];
    diffable_lua_bytes *memory = &encoder->store->contents;
    size_t id_size = id.kind == DIFFABLE_ID_BYTES ? id.bytes.size : 0, size = content.size + id_size;
    char *bytes = few;
    if (size > sizeof few) {
        diffable_lua_make_room(L, memory, size);
        bytes = memory->start + memory->size;
    }
    memcpy(bytes, content.data, content.size);
    if (id_size > 0) {
        memcpy(bytes + content.size, id.bytes.data, id_size);
    }
    lua_pushnil(L);
    if (size > sizeof few) {
        diffable_lua_push_bytes(L, bytes, size);
        lua_replace(L, -2);
    }
    const char *kept = size > sizeof few ? lua_tostring(L, -1) : few;
    diffable_lua_push_id(L, id.kind == DIFFABLE_ID_BYTES ? diffable_id_bytes(kept + content.size, id_size) : id);
    int references = encoder->tables + 2;
    lua_rawgeti(L, references, metatable);
    if (content.object == NULL && !diffable_lua_is_map(kept, content.size)) {
        push_opaque(L, kept, content.size, top + 2);
    } else {
        diffable_lua_decode(L, kept, encoder->id == NULL ? 0 : top + 2, references);
    }
    lua_insert(L, top + 3);
    diffable_lua_set_metatable_of_copy(L, top + 3);
    if (copies != 0) {
        lua_pushvalue(L, top + 3);
        lua_rawsetp(L, copies, content.data);
    }
    lua_settop(L, top + 3);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

void diffable_lua_push_content_copy(lua_State *L, diffable_content content, diffable_id id, diffable_lua_role role)
{
    int top = lua_gettop(L);
    if (content.data == NULL) {
        diffable_lua_push_id(L, id);
        return;
    }
    luaL_checkstack(L, LUA_MINSTACK, "content");
    uint32_t metatable;
    bool has_key = diffable_lua_original_has_key(diffable_lua_original_of(content.object, &metatable));
    diffable_lua_encoder encoder;
    diffable_lua_begin_encoding(L, &encoder, role, has_key, 0);
    push_copy(L, &encoder, 0, content, id, metatable);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

void diffable_lua_push_content(lua_State *L, diffable_content content, diffable_id id, diffable_lua_role role)
{
    int top = lua_gettop(L);
    if (content.data == NULL) {
        diffable_lua_push_id(L, id);
        return;
    }
    luaL_checkstack(L, LUA_MINSTACK, "content");
    uint32_t metatable;
    const void *original = diffable_lua_original_of(content.object, &metatable);
    diffable_lua_encoder encoder;
    diffable_lua_begin_encoding(L, &encoder, role, diffable_lua_original_has_key(original), 0);
    int copies = lua_gettop(L) + 1;
    lua_getiuservalue(L, encoder.tables, DIFFABLE_LUA_COPIES);
    diffable_lua_push_original(L, encoder.store, encoder.tables + 1, original);
    if (!is_very_content(L, &encoder, content, id)) {
        lua_settop(L, copies);
        lua_rawgetp(L, copies, content.data);
        if (!is_very_content(L, &encoder, content, id)) {
            lua_settop(L, copies);
            push_copy(L, &encoder, copies, content, id, metatable);
        }
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

bool diffable_lua_push_changed(lua_State *L, diffable_lua_encoder *encoder, diffable_content content)
{
    uint32_t metatable;
    const void *original = diffable_lua_original_of(content.object, &metatable);
    diffable_lua_push_original(L, encoder->store, encoder->tables + 1, original);
    diffable_id id;
    if (lua_type(L, -1) == LUA_TTABLE && !has_bytes(L, encoder, lua_gettop(L), content, &id)) {
        return true;
    }
    lua_pop(L, 1);
    return false;
}
