/*
 * Encodes tables as contents: CBOR (RFC 8949) in its deterministic form (section 4.2.1), which has the shortest heads,
 * and keys in the order of their bytes. So two tables have equal contents if and only if they have equal keys and
 * values, at any depth and in any order of keys. 1 and 1.0 differ. No metamethod runs.
 *
 * A table with the keys 1 to n is encoded as an array, and so is an empty table inside a content. A string is text if
 * it is UTF-8, and bytes otherwise. A value that is not data becomes a reference to a value of this process; see
 * references.c. The metatable of the table of an item or a section is not encoded, but the metatables of tables inside
 * it are.
 *
 * The keys and values of a table are encoded in the order in which lua_next returns them, and then copied in the order
 * of the encoded keys.
 */
#include <string.h>

#include "cbor_writer.h"
#include "../internal.h"

/* Tables */

static diffable_lua_bytes *values_of(diffable_lua_encoder *encoder)
{
    return &encoder->store->values;
}

/* Makes room for `size` bytes after the values, and returns the address where they can be written. */
static inline char *reserve(lua_State *L, diffable_lua_encoder *encoder, size_t size)
{
    diffable_lua_bytes *values = values_of(encoder);
    if (values->room - values->size < size) {
        diffable_lua_make_room(L, values, size);
    }
    return values->start + values->size;
}

static inline void finish(diffable_lua_encoder *encoder, const char *end)
{
    diffable_lua_bytes *values = values_of(encoder);
    values->size = (size_t)(end - values->start);
}

static inline diffable_lua_field *fields_from(const diffable_lua_encoder *encoder, size_t first)
{
    return (diffable_lua_field *)(void *)(encoder->store->fields.start + first);
}

static inline void add_field(lua_State *L, diffable_lua_encoder *encoder, uint64_t rank, size_t at)
{
    diffable_lua_bytes *fields = &encoder->store->fields;
    if (fields->room - fields->size < sizeof(diffable_lua_field)) {
        diffable_lua_make_room(L, fields, sizeof(diffable_lua_field));
    }
    *fields_from(encoder, fields->size) = (diffable_lua_field){ rank, at, values_of(encoder)->size - at };
    fields->size += sizeof(diffable_lua_field);
}

static uint64_t rank_of(const char *bytes, size_t size)
{
    uint64_t rank = 0;
    for (size_t i = 0; i < 8; i += 1) {
        rank = rank << 8 | (i < size ? (unsigned char)bytes[i] : 0);
    }
    return rank;
}

static bool encode_value(lua_State *L, diffable_lua_encoder *encoder, int index, int type, int depth);

/*
 * Caches the key below the value on top of the stack. Returns NULL if it is not a short string. This function is called
 * rarely, and would make find_key slower if it were inlined there.
 */
__attribute__((noinline)) static const diffable_lua_key *cache_key(
    lua_State *L, diffable_lua_encoder *encoder, const void *address, size_t slot)
{
    size_t size;
    const char *data = lua_type(L, -2) == LUA_TSTRING ? lua_tolstring(L, -2, &size) : NULL;
    if (data == NULL || size >= DIFFABLE_LUA_KEY_SIZE) {
        return NULL;
    }
    diffable_lua_key *key = &encoder->keys[slot];
    const void *const *excluded = encoder->store->excluded[encoder->role];
    memset(key->bytes, 0, sizeof key->bytes); /* encode_key copies the whole array */
    key->size = (uint16_t)(put_string(key->bytes, data, size) - key->bytes);
    key->rank = rank_of(key->bytes, key->size);
    key->is_id = address == encoder->id;
    key->is_excluded = address == excluded[0] || address == excluded[1] || address == excluded[2];
    key->is_near = encoder->role == DIFFABLE_LUA_ITEMS && diffable_lua_field_near(data, size) >= 0;
    encoder->addresses[slot] = address;
    return key;
}

/*
 * Returns the cached form of the key below the value on top of the stack, or NULL if it cannot be cached. A key with
 * the address of a cached string is taken for that string, so the type of most keys need not be read. Only a light
 * userdata made from the address of the string could be another value.
 */
static inline const diffable_lua_key *find_key(lua_State *L, diffable_lua_encoder *encoder)
{
    const void *address = diffable_lua_address(L, -2);
    size_t slot = (uintptr_t)address / 16 % DIFFABLE_LUA_CACHED_KEYS; /* malloc aligns memory to 16 bytes */
    for (int probe = 0; probe < 3 && address != NULL && encoder->addresses[slot] != NULL; probe += 1) {
        if (encoder->addresses[slot] == address) {
            return &encoder->keys[slot];
        }
        slot = (slot + 1) % DIFFABLE_LUA_CACHED_KEYS;
    }
    return address == NULL ? NULL : cache_key(L, encoder, address, slot);
}

/*
 * Encodes the key below the value on top of the stack. If `key` is not NULL, it is the cached form of that key, and is
 * copied. Stores the rank of the encoded key.
 */
static inline bool encode_key(
    lua_State *L, diffable_lua_encoder *encoder, const diffable_lua_key *key, int depth, uint64_t *rank)
{
    if (key != NULL) {
        char *at = reserve(L, encoder, sizeof key->bytes);
        memcpy(at, key->bytes, sizeof key->bytes); /* a copy of constant size is fastest */
        finish(encoder, at + key->size);
        *rank = key->rank;
        return true;
    }
    size_t start = values_of(encoder)->size;
    if (!encode_value(L, encoder, -2, lua_type(L, -2), depth)) {
        return false;
    }
    *rank = rank_of(values_of(encoder)->start + start, values_of(encoder)->size - start);
    return true;
}

/*
 * Puts a head before the values from `start` on. If there are fields from `first` on, puts the values in the order of
 * the keys of these fields; otherwise, the values keep their order.
 */
static void close_table(
    lua_State *L, diffable_lua_encoder *encoder, int major, uint64_t number, size_t start, size_t first)
{
    diffable_lua_bytes *values = values_of(encoder), *fields = &encoder->store->fields;
    size_t size = values->size - start, count = (fields->size - first) / sizeof(diffable_lua_field);
    char *end = reserve(L, encoder, size + HEAD_SIZE), head[HEAD_SIZE];
    size_t head_size = (size_t)(put_head(head, major, number) - head);
    if (count > 0 && !diffable_lua_sort_fields(encoder, fields_from(encoder, first), count)) {
        diffable_lua_copy_fields(end, values->start, fields_from(encoder, first), count);
        memmove(values->start + start + head_size, end, size);
    } else {
        memmove(values->start + start + head_size, values->start + start, size);
    }
    memcpy(values->start + start, head, head_size);
    values->size += head_size;
    fields->size = first;
}

/* Whether the key below the value on top of the stack is the integer `expected`. */
static bool is_next_index(lua_State *L, size_t expected)
{
    return lua_type(L, -2) == LUA_TNUMBER && lua_isinteger(L, -2) && lua_tointeger(L, -2) == (lua_Integer)expected;
}

/*
 * Turns an array that was encoded so far into a map, because the table has another key: inserts the indexes of the
 * values as their keys.
 */
static void insert_indexes(lua_State *L, diffable_lua_encoder *encoder, size_t start, size_t first)
{
    diffable_lua_bytes *values = values_of(encoder), *fields = &encoder->store->fields;
    size_t size = values->size - start, count = (fields->size - first) / sizeof(diffable_lua_field);
    size_t from = start + size + count * HEAD_SIZE;
    reserve(L, encoder, 2 * size + count * HEAD_SIZE);
    memmove(values->start + from, values->start + start, size);
    char *at = values->start + start;
    for (size_t i = 0; i < count; i += 1) {
        diffable_lua_field *element = fields_from(encoder, first) + i;
        const char *key = at, *value = values->start + from + (element->at - start);
        at = put_head(at, UNSIGNED, i + 1);
        element->rank = rank_of(key, (size_t)(at - key));
        memmove(at, value, element->size);
        at += element->size;
        element->at = (size_t)(key - values->start);
        element->size = (size_t)(at - key);
    }
    finish(encoder, at);
}

/* Encodes the fields of a table inside a content. */
static bool encode_fields(lua_State *L, diffable_lua_encoder *encoder, int index, int depth)
{
    size_t start = values_of(encoder)->size, first = encoder->store->fields.size, count = 0;
    bool is_array = true;
    int top = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        size_t at = values_of(encoder)->size;
        uint64_t rank = 0;
        if (is_array && !is_next_index(L, count + 1)) {
            insert_indexes(L, encoder, start, first);
            is_array = false;
            at = values_of(encoder)->size;
        }
        if ((!is_array && !encode_key(L, encoder, find_key(L, encoder), depth + 1, &rank))
            || !encode_value(L, encoder, -1, lua_type(L, -1), depth + 1)) {
            lua_settop(L, top + 2);
            diffable_lua_add_to_place(L, encoder);
            lua_settop(L, top);
            return false;
        }
        add_field(L, encoder, rank, at);
        count += 1;
        lua_pop(L, 1);
    }
    if (is_array) {
        encoder->store->fields.size = first;
    }
    close_table(L, encoder, is_array ? ARRAY : MAP, count, start, first);
    return true;
}

static bool encode_table(lua_State *L, diffable_lua_encoder *encoder, int index, int depth)
{
    const void *table = diffable_lua_address(L, index);
    for (int i = 0; i < depth; i += 1) {
        if (encoder->path[i] == table) {
            encoder->failure = diffable_lua_contains_itself;
            return false;
        }
    }
    if (depth == DIFFABLE_LUA_MAX_DEPTH || encoder->number_of_tables == DIFFABLE_LUA_MAX_TABLES) {
        encoder->failure = depth == DIFFABLE_LUA_MAX_DEPTH ? "content is nested more than 100 levels deep"
                                                           : "content has more than 4,096 tables";
        return false;
    }
    luaL_checkstack(L, LUA_MINSTACK, "content");
    encoder->path[depth] = table;
    encoder->number_of_tables += 1;
    if (lua_getmetatable(L, index)) {
        uint32_t number = diffable_lua_refer_to_metatable(L, encoder->store, encoder->tables + 2, -1);
        lua_pop(L, 1);
        char *at = reserve(L, encoder, 3 * HEAD_SIZE);
        at = put_head(at, TAG, DIFFABLE_LUA_TAG_METATABLE);
        at = put_head(at, ARRAY, 2);
        finish(encoder, put_head(at, UNSIGNED, number));
    }
    return encode_fields(L, encoder, index, depth);
}

/* Values */

static bool encode_value(lua_State *L, diffable_lua_encoder *encoder, int index, int type, int depth)
{
    char *at = reserve(L, encoder, 2 * HEAD_SIZE);
    switch (type) {
    case LUA_TBOOLEAN:
        *at = (char)(SIMPLE | (lua_toboolean(L, index) ? 21 : 20));
        finish(encoder, at + 1);
        return true;
    case LUA_TNUMBER:
        finish(encoder,
            lua_isinteger(L, index) ? put_integer(at, lua_tointeger(L, index)) : put_float(at, lua_tonumber(L, index)));
        return true;
    case LUA_TSTRING: {
        size_t size;
        const char *data = lua_tolstring(L, index, &size);
        finish(encoder, put_string(reserve(L, encoder, size + HEAD_SIZE), data, size));
        return true;
    }
    case LUA_TTABLE: return encode_table(L, encoder, lua_absindex(L, index), depth);
    default: {
        uint32_t number = diffable_lua_refer(L, encoder->store, encoder->tables + 2, index);
        finish(encoder, put_head(put_head(at, TAG, DIFFABLE_LUA_TAG_REFERENCE), UNSIGNED, number));
        return true;
    }
    }
}

/* The tables of a list */

void diffable_lua_begin_encoding(
    lua_State *L, diffable_lua_encoder *encoder, diffable_lua_role role, bool has_key, int kept)
{
    diffable_lua_release_references(L);
    encoder->tables = lua_gettop(L) + 1;
    encoder->store = diffable_lua_push_store(L);
    if (encoder->store == NULL || encoder->store->references == NULL) {
        luaL_error(L, "the Lua state is closed");
    }
    lua_getiuservalue(L, encoder->tables, DIFFABLE_LUA_ORIGINALS);
    lua_getiuservalue(L, encoder->tables, DIFFABLE_LUA_REFERENCES);
    lua_pushnil(L);
    if (kept != 0) {
        lua_pushvalue(L, kept);
        lua_replace(L, -2);
    }
    encoder->id = has_key ? NULL : encoder->store->id;
    encoder->role = role;
    encoder->has_excluded = encoder->has_near_names = false;
    encoder->failure = NULL;
    encoder->place[0] = '\0';
    encoder->store->values.size = encoder->store->fields.size = 0;
    memset(encoder->addresses, 0, sizeof encoder->addresses);
}

/* Appends a content, whose fields were encoded, to the contents of the store. */
static void append_content(lua_State *L, diffable_lua_encoder *encoder)
{
    diffable_lua_bytes *values = &encoder->store->values, *contents = &encoder->store->contents,
                       *fields = &encoder->store->fields;
    size_t count = fields->size / sizeof(diffable_lua_field);
    if (contents->room - contents->size < values->size + HEAD_SIZE) {
        diffable_lua_make_room(L, contents, values->size + HEAD_SIZE);
    }
    char *at = put_head(contents->start + contents->size, MAP, count);
    diffable_lua_field *all = fields_from(encoder, 0);
    diffable_lua_sort_fields(encoder, all, count);
    contents->size = (size_t)(diffable_lua_copy_fields(at, values->start, all, count) - contents->start);
}

/* Encodes a field at the first level: the key below the top of the stack, and the value on top. */
static inline bool encode_field(lua_State *L, diffable_lua_encoder *encoder, const diffable_lua_key *key)
{
    size_t at = values_of(encoder)->size;
    uint64_t rank;
    if (!encode_key(L, encoder, key, 1, &rank)) {
        return false;
    }
    int type = lua_type(L, -1);
    if (type == LUA_TSTRING) { /* most values are strings */
        size_t size;
        const char *data = lua_tolstring(L, -1, &size);
        finish(encoder, put_string(reserve(L, encoder, size + HEAD_SIZE), data, size));
    } else if (!encode_value(L, encoder, -1, type, 1)) {
        return false;
    }
    add_field(L, encoder, rank, at);
    return true;
}

bool diffable_lua_encode(lua_State *L, diffable_lua_encoder *encoder, int table, diffable_id *id)
{
    encoder->store->values.size = encoder->store->fields.size = 0;
    encoder->number_of_tables = 1;
    encoder->path[0] = diffable_lua_address(L, table);
    encoder->metatable = 0;
    id->kind = DIFFABLE_ID_NONE;
    if (lua_getmetatable(L, table)) {
        encoder->metatable = diffable_lua_refer_to_metatable(L, encoder->store, encoder->tables + 2, -1);
        lua_pop(L, 1);
    }
    lua_pushnil(L);
    int top = lua_gettop(L);
    while (lua_next(L, table) != 0) {
        const diffable_lua_key *key = find_key(L, encoder);
        if (key != NULL && key->is_id) {
            if (!diffable_lua_to_bare_id(L, -1, id)) {
                id->kind = DIFFABLE_ID_NONE;
            }
        } else if (key != NULL && key->is_excluded) {
            encoder->has_excluded = true;
        } else if (!encode_field(L, encoder, key)) {
            lua_settop(L, top + 1);
            diffable_lua_add_to_place(L, encoder);
            lua_settop(L, top - 1);
            return false;
        } else {
            encoder->has_near_names |= key != NULL && key->is_near;
        }
        lua_settop(L, -2);
    }
    append_content(L, encoder);
    return true;
}
