/* Reads identifiers, indexes, index paths and options from arguments, and pushes them as results. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../internal.h"

/* Texts of up to this many bytes are copied to the C stack. */
enum { FEW_BYTES = 256 };

/* Identifiers */

bool diffable_lua_to_bare_id(lua_State *L, int index, diffable_id *id)
{
    int type = lua_type(L, index);
    if (type == LUA_TSTRING) {
        size_t size;
        const char *data = lua_tolstring(L, index, &size);
        *id = diffable_id_bytes(data, size);
        return true;
    }
    if (type == LUA_TNUMBER) {
        int exact;
        lua_Integer integer = lua_tointegerx(
            L, index, &exact); /* 3.0 is the identifier 3, and 3.5 is not an identifier */
        *id = diffable_id_integer(integer);
        return exact != 0;
    }
    return false;
}

/* Whether the __index table of the table at `index` has an `id`. Calls no function. */
static bool has_id_behind_index(lua_State *L, int index)
{
    int top = lua_gettop(L);
    bool answer = false;
    if (luaL_getmetafield(L, index, "__index") == LUA_TTABLE) {
        lua_pushvalue(L, ID_FIELD);
        answer = lua_rawget(L, -2) != LUA_TNIL;
    }
    lua_settop(L, top);
    return answer;
}

const char *diffable_lua_push_id_message(lua_State *L, int index)
{
    bool is_table = lua_type(L, index) == LUA_TTABLE;
    if (is_table) {
        lua_pushvalue(L, ID_FIELD);
        lua_rawget(L, index);
        if (lua_isnil(L, -1)) {
            if (has_id_behind_index(L, index)) {
                lua_pushliteral(L, "table with \"id\" expected, got one that has it behind __index, which is not read");
                return lua_tostring(L, -1);
            }
            bool is_list = lua_rawlen(L, index) > 0;
            lua_pushstring(L,
                is_list ? "table with \"id\" expected, got a list; are there braces too many?"
                        : "table without \"id\"");
            return lua_tostring(L, -1);
        }
        index = lua_gettop(L);
    }
    const char *field = is_table ? "\"id\": " : "";
    if (lua_type(L, index) == LUA_TNUMBER) {
        return lua_pushfstring(L, "%sinteger or string expected, got %f", field, lua_tonumber(L, index));
    }
    const char *expected = is_table ? "string or integer" : "string, integer or table with \"id\"";
    return lua_pushfstring(L, "%s%s expected, got %s", field, expected, luaL_typename(L, index));
}

bool diffable_lua_to_id(lua_State *L, int index, diffable_id *id)
{
    if (lua_type(L, index) != LUA_TTABLE) {
        return diffable_lua_to_bare_id(L, index, id);
    }
    lua_pushvalue(L, ID_FIELD);
    lua_rawget(L, index);
    bool found = diffable_lua_to_bare_id(L, -1, id);
    lua_pop(L, 1); /* the table keeps the string alive */
    return found;
}

diffable_id diffable_lua_check_id(lua_State *L, int argument)
{
    diffable_id id;
    if (!diffable_lua_to_id(L, argument, &id)) {
        diffable_lua_refuse_argument(L, argument, diffable_lua_push_id_message(L, argument));
    }
    return id;
}

/* Pushes the bytes at 1 as a string. */
static int push_copied_bytes(lua_State *L)
{
    const diffable_bytes *bytes = lua_touserdata(L, 1);
    lua_pushlstring(L, bytes->data, bytes->size);
    return 1;
}

void diffable_lua_push_bytes(lua_State *L, const char *data, size_t size)
{
    char few[FEW_BYTES];
    if (DIFFABLE_LUA_COPIES_FIRST) {
        lua_pushlstring(L, data, size);
        return;
    }
    if (size <= sizeof few) {
        memcpy(few, size == 0 ? few : data, size);
        lua_pushlstring(L, few, size);
        return;
    }
    diffable_bytes copy = { NULL, size };
    diffable_lua_push_function(L,
        push_copied_bytes); /* a protected call, because the copy must be freed even if the string cannot be created */
    lua_pushlightuserdata(L, &copy);
    char *memory = malloc(size);
    if (memory == NULL) {
        luaL_error(L, "not enough memory");
    }
    copy.data = memcpy(memory, data, size);
    int result = lua_pcall(L, 1, 1, 0);
    free(memory);
    if (result != LUA_OK) {
        lua_error(L);
    }
}

void diffable_lua_push_id(lua_State *L, diffable_id id)
{
    if (id.kind == DIFFABLE_ID_INTEGER) {
        lua_pushinteger(L, id.integer);
    } else if (id.kind == DIFFABLE_ID_BYTES) {
        diffable_lua_push_bytes(L, id.bytes.data, id.bytes.size);
    } else {
        lua_pushnil(L);
    }
}

void diffable_lua_push_quoted_id(lua_State *L, diffable_id id)
{
    diffable_lua_push_id(L, id);
    if (id.kind == DIFFABLE_ID_BYTES) {
        size_t size;
        const char *data = lua_tolstring(L, -1, &size);
        diffable_lua_push_quoted(L, data, size);
        lua_remove(L, -2);
    } else {
        lua_tostring(L, -1); /* turns the integer on the stack into a string */
    }
}

/* Unknown identifiers */

static bool snapshot_contains(const diffable_snapshot *snapshot, bool is_section, diffable_id id)
{
    return (is_section ? diffable_lua_contains_section : diffable_snapshot_contains_item)(snapshot, id);
}

static bool object_contains(lua_State *L, bool is_section, diffable_id id)
{
    const diffable_lua_object *object = lua_touserdata(L, 1);
    if (object == NULL || object->engine == NULL) {
        return false;
    }
    if (object->type == &diffable_lua_snapshot_type) {
        return snapshot_contains(object->engine, is_section, id);
    }
    if (object->type != &diffable_lua_source_type) {
        return false;
    }
    diffable_snapshot *list = diffable_data_source_snapshot(object->engine);
    bool answer = snapshot_contains(list, is_section, id);
    diffable_snapshot_free(list);
    return answer;
}

/*
 * Whether the object at 1 has an item with the identifier of an unknown section, or the other way round. The section of
 * a section snapshot does not count, because it has no name.
 */
static bool contains_other_kind(lua_State *L, bool is_unknown_section, diffable_id id)
{
    if (!object_contains(L, !is_unknown_section, id)) {
        return false;
    }
    const diffable_lua_object *object = lua_touserdata(L, 1);
    return is_unknown_section || object->type != &diffable_lua_snapshot_type
        || !diffable_snapshot_is_section_snapshot(object->engine);
}

/*
 * Returns the integer that a string spells, or the string that spells an integer, or DIFFABLE_ID_NONE if `id` has no
 * such look-alike. Pushes a value that keeps the bytes of the string alive.
 */
static diffable_id push_look_alike(lua_State *L, diffable_id id)
{
    diffable_id other = (diffable_id){ 0 };
    diffable_lua_push_id(L, id);
    if (id.kind == DIFFABLE_ID_INTEGER) {
        lua_tostring(L, -1); /* turns the integer on the stack into a string */
        diffable_lua_to_bare_id(L, -1, &other);
    } else if (id.kind == DIFFABLE_ID_BYTES && lua_isnumber(L, -1)) {
        int exact;
        other = diffable_id_integer(lua_tointegerx(L, -1, &exact));
        other = exact ? other : (diffable_id){ 0 };
    }
    return other;
}

/*
 * Pushes a hint for an identifier that the object at 1 lacks. The hint is ", but there is 1" if the object lacks the
 * string "1" and has the integer 1, or the other way round. It is ", but there is a section of that name" if an item
 * was looked up and a section has its identifier, or the other way round. Otherwise it is an empty string.
 */
static const char *push_hint(lua_State *L, bool is_section, diffable_id id)
{
    diffable_id other = push_look_alike(L, id);
    if (other.kind != DIFFABLE_ID_NONE && object_contains(L, is_section, other)) {
        diffable_lua_push_quoted_id(L, other);
        return lua_pushfstring(L, ", but there is %s", lua_tostring(L, -1));
    }
    if (contains_other_kind(L, is_section, id)) {
        return lua_pushfstring(L, ", but there is %s of that name", is_section ? "an item" : "a section");
    }
    lua_pushliteral(L, "");
    return lua_tostring(L, -1);
}

int diffable_lua_refuse_unknown(lua_State *L, const char *noun, diffable_id id)
{
    diffable_lua_push_id(L, id);
    diffable_lua_to_bare_id(L, -1, &id); /* the string on the stack stays alive, whatever a finalizer does */
    const char *hint = push_hint(L, strcmp(noun, "section") == 0, id);
    diffable_lua_push_quoted_id(L, id);
    diffable_lua_push_id(L, id);
    return diffable_lua_refuse_identifier(
        L, DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, lua_gettop(L), "there is no %s %s%s", noun, lua_tostring(L, -2), hint);
}

/*
 * Returns the string that spells an integer, in memory of the caller. No Lua object is created, because look-ups that
 * find nothing are frequent.
 */
static diffable_id spell(int64_t integer, char digits[24])
{
    char *end = digits + 24, *start = end;
    uint64_t rest = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do {
        *--start = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (integer < 0) {
        *--start = '-';
    }
    return diffable_id_bytes(start, (size_t)(end - start));
}

void diffable_lua_refuse_if_look_alike(lua_State *L, const char *noun, diffable_id id)
{
    int top = lua_gettop(L);
    char digits[24];
    if (id.kind == DIFFABLE_ID_INTEGER
        && !object_contains(L, strcmp(noun, "section") == 0, spell(id.integer, digits))) {
        return;
    }
    if (id.kind == DIFFABLE_ID_BYTES && (id.bytes.size == 0 || memchr("-+0123456789 ", id.bytes.data[0], 13) == NULL)) {
        return; /* most strings do not spell a number */
    }
    diffable_id other = push_look_alike(L, id);
    if (other.kind != DIFFABLE_ID_NONE && object_contains(L, strcmp(noun, "section") == 0, other)) {
        if (id.kind == DIFFABLE_ID_BYTES) {
            diffable_lua_to_bare_id(L, top + 1, &id); /* the string on the stack stays alive */
        }
        diffable_lua_refuse_unknown(L, noun, id);
    }
    lua_settop(L, top);
}

void diffable_lua_refuse_if_absent_look_alike(lua_State *L, int argument)
{
    diffable_id id = diffable_lua_check_id(L, argument);
    if (!object_contains(L, false, id)) {
        diffable_lua_refuse_if_look_alike(L, "item", id);
    }
}

void diffable_lua_open_ids(lua_State *L)
{
    diffable_lua_keep_function(L, push_copied_bytes);
}

/* Options */

bool diffable_lua_is_string(lua_State *L, int index, const char *text)
{
    if (lua_type(L, index) != LUA_TSTRING) {
        return false;
    }
    size_t size;
    const char *data = lua_tolstring(L, index, &size);
    return size == strlen(text) && memcmp(data, text, size) == 0;
}

/* Raises if the table at an argument has other keys than these names. */
static void refuse_other_names(lua_State *L, int argument, const char *const names[], const char *message)
{
    lua_pushnil(L);
    while (lua_next(L, argument) != 0) {
        const char *const *name = names;
        while (*name != NULL && !diffable_lua_is_string(L, -2, *name)) {
            name += 1;
        }
        if (*name == NULL) {
            int given = lua_gettop(L) - 1;
            diffable_lua_push_names(L, names);
            diffable_lua_refuse(L, "%s", diffable_lua_push_unknown(L, message, given, lua_gettop(L), NULL));
        }
        lua_pop(L, 1);
    }
}

bool diffable_lua_check_options(lua_State *L, int argument, const char *const names[])
{
    if (lua_isnoneornil(L, argument)) {
        return false;
    }
    if (lua_type(L, argument) != LUA_TTABLE) {
        diffable_lua_refuse_type(L, argument, "table of options");
    }
    refuse_other_names(L, argument, names, "unknown option");
    if (luaL_getmetafield(L, argument, "__index") != LUA_TNIL) {
        diffable_lua_refuse_argument(
            L, argument, "options behind __index are not read; pass a table without a metatable");
    }
    return true;
}

bool diffable_lua_push_option(lua_State *L, int argument, const char *name, int type)
{
    lua_pushstring(L, name);
    bool has_option = lua_rawget(L, argument) != LUA_TNIL;
    if (has_option && !diffable_lua_has_type(L, -1, type)) {
        diffable_lua_refuse(L, "option \"%s\": %s expected, got %s", name, lua_typename(L, type), luaL_typename(L, -1));
    }
    return has_option;
}

bool diffable_lua_to_animation(lua_State *L, int index, diffable_row_animation *animation)
{
    for (int i = DIFFABLE_ANIMATION_AUTOMATIC; diffable_row_animation_name((diffable_row_animation)i) != NULL; i += 1) {
        if (diffable_lua_is_string(L, index, diffable_row_animation_name((diffable_row_animation)i))) {
            *animation = (diffable_row_animation)i;
            return true;
        }
    }
    return false;
}

const char *diffable_lua_push_animation_message(lua_State *L, int index)
{
    size_t size;
    const char *text = luaL_tolstring(L, index, &size);
    diffable_lua_push_quoted(L, text, size);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (int i = DIFFABLE_ANIMATION_AUTOMATIC; diffable_row_animation_name((diffable_row_animation)i) != NULL; i += 1) {
        luaL_addstring(&buffer, i == DIFFABLE_ANIMATION_AUTOMATIC ? "" : ", ");
        luaL_addstring(&buffer, diffable_row_animation_name((diffable_row_animation)i));
    }
    luaL_pushresult(&buffer);
    return lua_pushfstring(L, "unknown row animation %s (there are: %s)", lua_tostring(L, -2), lua_tostring(L, -1));
}

/* Indexes */

ptrdiff_t diffable_lua_index_from_lua(lua_Integer index)
{
    return index >= 1 && index <= PTRDIFF_MAX ? (ptrdiff_t)(index - 1) : -1;
}

lua_Integer diffable_lua_index_to_lua(ptrdiff_t index)
{
    return (lua_Integer)index + 1;
}

void diffable_lua_push_index(lua_State *L, ptrdiff_t index)
{
    if (index < 0) {
        lua_pushnil(L);
    } else {
        lua_pushinteger(L, diffable_lua_index_to_lua(index));
    }
}

void diffable_lua_push_index_path(lua_State *L, diffable_index_path path)
{
    if (path.section < 0) {
        lua_pushnil(L);
        return;
    }
    lua_createtable(L, 0, 2);
    diffable_lua_push_index(L, path.section);
    lua_setfield(L, -2, "section");
    diffable_lua_push_index(L, path.item);
    lua_setfield(L, -2, "item");
}

static ptrdiff_t check_index_field(lua_State *L, int argument, const char *name)
{
    lua_pushstring(L, name);
    lua_rawget(L, argument);
    int exact;
    lua_Integer index = lua_tointegerx(L, -1, &exact);
    if (lua_type(L, -1) != LUA_TNUMBER || !exact) {
        diffable_lua_refuse_argument(L, argument,
            lua_pushfstring(L, "index path with an integer \"%s\" expected, as in { section = 1, item = 2 }", name));
    }
    lua_pop(L, 1);
    return diffable_lua_index_from_lua(index);
}

diffable_index_path diffable_lua_check_index_path(lua_State *L, int argument)
{
    if (lua_type(L, argument) != LUA_TTABLE) {
        diffable_lua_refuse_type(L, argument, "index path, such as { section = 1, item = 2 },");
    }
    static const char *const names[] = { "section", "item", NULL };
    refuse_other_names(L, argument, names, "unknown field of an index path");
    ptrdiff_t section = check_index_field(L, argument, "section");
    ptrdiff_t item = check_index_field(L, argument, "item");
    return (diffable_index_path){ section, item };
}

void diffable_lua_new_array(lua_State *L, size_t count)
{
    lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
}
