/* Lists and differences as strings of bytes, in the format that docs/wire.md describes. */
#include <string.h>

#include "../internal.h"

static void free_document(lua_State *L, void *engine, size_t size)
{
    (void)L, (void)size;
    diffable_document_free(engine);
}

const diffable_lua_type diffable_lua_document_type = { diffable_lua_hidden_name, "document",
    sizeof(diffable_lua_object), 0, 0, free_document, NULL };

/*
 * Pushes and returns the option `name` of the options at 2. If there is none, pushes nil and returns NULL with the size
 * 0.
 */
static diffable_bytes push_name(lua_State *L, const char *const names[])
{
    diffable_bytes name = { NULL, 0 };
    if (diffable_lua_check_options(L, 2, names) && diffable_lua_push_option(L, 2, "name", LUA_TSTRING)) {
        name.data = lua_tolstring(L, -1, &name.size);
    } else {
        lua_pushnil(L);
    }
    return name;
}

int diffable_lua_push_document(lua_State *L, diffable_lua_object *object, diffable_document *document)
{
    diffable_lua_attach_engine(object, document);
    diffable_bytes bytes = diffable_document_bytes(document);
    lua_pushlstring(L, bytes.data, bytes.size);
    diffable_lua_release(L, object);
    return 1;
}

/* Reads the head of a CBOR data item, which must be complete, and returns its argument. */
static uint64_t read_head(const unsigned char **at, int *major)
{
    int low = **at & 31, size = low < 24 ? 0 : 1 << (low - 24);
    *major = **at >> 5;
    uint64_t number = low < 24 ? (uint64_t)low : 0;
    *at += 1;
    for (; size > 0; size -= 1) {
        number = number << 8 | **at;
        *at += 1;
    }
    return number;
}

enum { PLACE_SIZE = 100 };

/*
 * Adds the name of a field, or the index of an element, to a place, if there is room. Returns the size of the place.
 */
static size_t add_to_place(char *place, size_t size, const char *name, size_t name_size)
{
    size_t dot = size > 0 ? 1 : 0;
    if (size + dot + name_size >= PLACE_SIZE) {
        return size;
    }
    if (dot > 0) {
        place[size] = '.';
    }
    memcpy(place + size + dot, name, name_size);
    return size + dot + name_size;
}

/*
 * Searches a content for a value that is not data. Returns the reference number of the first such value, and stores its
 * place. Returns 0 if all values are data. The content must have been encoded in this Lua state.
 */
static uint32_t find_reference(const unsigned char **at, char *place, size_t *size)
{
    int major;
    uint64_t number = read_head(at, &major);
    if (major == 6) {
        bool is_reference = number == DIFFABLE_LUA_TAG_REFERENCE;
        if (is_reference || number == DIFFABLE_LUA_TAG_METATABLE) {
            int inner;
            if (!is_reference) {
                read_head(at, &inner); /* the head of the array */
            }
            return (uint32_t)read_head(at, &inner);
        }
        return find_reference(at, place, size);
    }
    if (major == 2 || major == 3) {
        *at += number;
    }
    size_t before = *size;
    for (uint64_t i = 1; (major == 4 || major == 5) && i <= number; i += 1) {
        char index[24];
        size_t digits = 0;
        *size = before;
        if (major == 5) {
            const unsigned char *key = *at;
            int key_major;
            uint64_t key_size = read_head(&key, &key_major);
            *size = key_major == 3 ? add_to_place(place, before, (const char *)key, (size_t)key_size)
                                   : add_to_place(place, before, "?", 1);
            uint32_t found = find_reference(at, place, size);
            if (found != 0) {
                return found;
            }
        } else {
            for (uint64_t rest = i; rest > 0; rest /= 10) {
                digits += 1;
                index[sizeof index - digits] = (char)('0' + rest % 10);
            }
            *size = add_to_place(place, before, index + sizeof index - digits, digits);
        }
        uint32_t found = find_reference(at, place, size);
        if (found != 0) {
            return found;
        }
    }
    *size = before;
    return 0;
}

/* If a content has a value that is not data, pushes a text for an error message and returns true. */
static bool push_reference(lua_State *L, diffable_content content)
{
    if (content.size == 0) {
        return false;
    }
    char place[PLACE_SIZE];
    size_t size = 0;
    const unsigned char *at = content.data;
    uint32_t number = find_reference(&at, place, &size);
    if (number == 0) {
        return false;
    }
    luaL_checkstack(L, LUA_MINSTACK, "content");
    int top = lua_gettop(L);
    const char *kind = "value of this process";
    if (diffable_lua_push_store(L) != NULL) {
        lua_getiuservalue(L, top + 1, DIFFABLE_LUA_REFERENCES);
        lua_rawgeti(L, top + 2, (lua_Integer)number);
        kind = lua_type(L, -1) == LUA_TTABLE ? "table with a metatable" : luaL_typename(L, -1);
    }
    diffable_lua_push_quoted(L, place, size);
    lua_pushfstring(L, "field %s is a %s, which means nothing to another program", lua_tostring(L, -1), kind);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
    return true;
}

int diffable_lua_refuse_to_encode(lua_State *L, const diffable_snapshot *snapshot, diffable_error *error)
{
    diffable_id id = diffable_error_identifier(error);
    if (diffable_error_status(error) != DIFFABLE_ERROR_INVALID_ARGUMENT || id.kind == DIFFABLE_ID_NONE) {
        return diffable_lua_raise(L, error);
    }
    char noun[8] = "item";
    diffable_content content = diffable_snapshot_item_content(snapshot, id);
    bool is_known = push_reference(L, content);
    if (!is_known) {
        memcpy(noun, "section", sizeof "section");
        is_known = push_reference(L, diffable_snapshot_section_content(snapshot, id));
    }
    if (!is_known) {
        return diffable_lua_raise(L, error);
    }
    int field = lua_gettop(L);
    diffable_lua_push_id(L, id);
    diffable_error_free(error);
    diffable_lua_push_quoted_id(L, diffable_lua_check_id(L, field + 1));
    return diffable_lua_refuse_identifier(
        L, DIFFABLE_ERROR_INVALID_ARGUMENT, field + 1, "%s %s: %s", noun, lua_tostring(L, -1), lua_tostring(L, field));
}

/* snapshot:encode([{ name = }]) */
static int encode_snapshot(lua_State *L)
{
    static const char *const names[] = { "name", NULL };
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, 2);
    diffable_bytes name = push_name(L, names);
    diffable_lua_object *object = diffable_lua_push_object(L, &diffable_lua_document_type, 0);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_document *document;
    diffable_error *error = NULL;
    if (diffable_snapshot_encode(snapshot, name.data, name.size, &document, &error) != DIFFABLE_OK) {
        return diffable_lua_refuse_to_encode(L, snapshot, error);
    }
    return diffable_lua_push_document(L, object, document);
}

/* difference:encode([{ name = , old_contents = }]) */
static int encode_difference(lua_State *L)
{
    static const char *const names[] = { "name", "old_contents", NULL };
    diffable_lua_check(L, 1, &diffable_lua_difference_type);
    lua_settop(L, 2);
    diffable_bytes name = push_name(L, names);
    bool has_old_contents = lua_istable(L, 2) && diffable_lua_push_option(L, 2, "old_contents", LUA_TBOOLEAN)
        && lua_toboolean(L, -1);
    diffable_lua_object *object = diffable_lua_push_object(L, &diffable_lua_document_type, 0);
    const diffable_difference *difference = diffable_lua_check(L, 1, &diffable_lua_difference_type);
    diffable_document *document;
    diffable_error *error = NULL;
    if (diffable_difference_encode(difference, name.data, name.size, has_old_contents, &document, &error)
        != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    return diffable_lua_push_document(L, object, document);
}

/* diffable.decode(bytes): the snapshot, and the name of the list, if it has one */
int diffable_lua_decode_document(lua_State *L)
{
    diffable_lua_check_type(L, 1, LUA_TSTRING);
    lua_settop(L, 1);
    diffable_lua_object *object = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    size_t size;
    const char *bytes = lua_tolstring(L, 1, &size);
    diffable_bytes name;
    diffable_snapshot *snapshot;
    diffable_error *error = NULL;
    if (diffable_snapshot_decode(bytes, size, &name, &snapshot, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    diffable_lua_attach_engine(object, snapshot);
    diffable_lua_account_memory(object, diffable_snapshot_number_of_all_items(snapshot));
    if (name.data == NULL) {
        return 1;
    }
    lua_pushlstring(L, name.data, name.size);
    return 2;
}

int diffable_lua_push_version(lua_State *L, diffable_list_version version)
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * sizeof version.bytes];
    for (size_t i = 0; i < sizeof version.bytes; i += 1) {
        text[2 * i] = digits[version.bytes[i] >> 4];
        text[2 * i + 1] = digits[version.bytes[i] & 15];
    }
    lua_pushlstring(L, text, sizeof text);
    return 1;
}

/* Returns the value of a hexadecimal digit, or 16 for any other character. */
static unsigned digit_value(char digit)
{
    return digit >= '0' && digit <= '9' ? (unsigned)(digit - '0')
        : digit >= 'a' && digit <= 'f'  ? (unsigned)(digit - 'a' + 10)
                                        : 16;
}

diffable_list_version diffable_lua_check_version(lua_State *L, int argument)
{
    diffable_list_version version = { { 0 } };
    diffable_lua_check_type(L, argument, LUA_TSTRING);
    size_t size;
    const char *text = lua_tolstring(L, argument, &size);
    bool is_version = size == 2 * sizeof version.bytes;
    for (size_t i = 0; is_version && i < sizeof version.bytes; i += 1) {
        unsigned high = digit_value(text[2 * i]), low = digit_value(text[2 * i + 1]);
        is_version = high < 16 && low < 16;
        version.bytes[i] = (uint8_t)(high << 4 | low);
    }
    if (!is_version) {
        diffable_lua_push_quoted(L, text, size);
        diffable_lua_refuse_argument(L, argument,
            lua_pushfstring(
                L, "version expected, which is a string of 32 hexadecimal digits, got %s", lua_tostring(L, -1)));
    }
    return version;
}

/* snapshot:version() */
static int version(lua_State *L)
{
    return diffable_lua_push_version(L, diffable_snapshot_version(diffable_lua_check_snapshot(L, 1)));
}

/* snapshot:apply_patch(bytes) */
static int apply_patch(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_check_type(L, 2, LUA_TSTRING);
    size_t size;
    const char *bytes = lua_tolstring(L, 2, &size);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_apply_patch(snapshot, bytes, size, &error);
    return diffable_lua_check_status(L, status, error);
}

static const diffable_lua_function of_snapshots[] = {
    { "encode", encode_snapshot, 1, 1, "no options" },
    { "version", version, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

static const diffable_lua_function edits[] = {
    { "apply_patch", apply_patch, 1, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

static const diffable_lua_function of_differences[] = {
    { "encode", encode_difference, 1, 1, "no options" },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_documents(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, of_snapshots);
    diffable_lua_add_edits(L, diffable_lua_snapshot_name, edits);
    diffable_lua_add_methods(L, diffable_lua_difference_name, of_differences);
}
