/*
 * What a Lua value is before its entries are read: a list or one element, how long the list is, and whether it has
 * holes or keys that would not be read.
 */
#include <string.h>

#include "../internal.h"

/* A list that seems longer is searched for holes before anything else. */
enum { MANY = 1 << 20 };

void diffable_lua_refuse_list(lua_State *L, const diffable_lua_list *list, const char *message)
{
    if (list->owner == 0 && list->single) {
        diffable_lua_refuse_argument(L, list->argument, message);
    } else if (list->owner == 0) {
        diffable_lua_refuse(L, "%s", message);
    } else if (list->owner > 0) {
        diffable_lua_refuse(L, "section %I, %s", (lua_Integer)list->owner, message);
    }
    diffable_id parent = (diffable_id){ 0 };
    diffable_lua_to_item(L, (int)-list->owner, &parent);
    diffable_lua_push_quoted_id(L, parent);
    const char *separator = strncmp(message, "item ", strlen("item ")) == 0 ? ", " : ": ";
    diffable_lua_refuse(L, "children of %s%s%s", lua_tostring(L, -1), separator, message);
}

void diffable_lua_refuse_whole_list(lua_State *L, const diffable_lua_list *list, const char *message)
{
    if (list->owner == 0) {
        diffable_lua_refuse_argument(L, list->argument, message);
    }
    diffable_lua_refuse_list(L, list, list->owner < 0 ? message : lua_pushfstring(L, "items: %s", message));
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
    list->key = 0;
    list->single = lua_type(L, index) != LUA_TTABLE;
    if (!list->single) {
        lua_pushvalue(L, ID_FIELD);
        list->single = lua_rawget(L, index) != LUA_TNIL;
        lua_pop(L, 1);
    }
    list->count = list->single ? 1 : count_entries(L, index);
}

void diffable_lua_push_key_of_items(lua_State *L, diffable_lua_list *list)
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
    diffable_lua_push_key_of_items(L, list);
    list->key = 0;
    lua_settop(L, top);
}

const char *diffable_lua_push_list_message(lua_State *L, const diffable_lua_list *list, int table_key)
{
    const char *name = diffable_lua_push_escaped(L, table_key);
    if (lua_type(L, table_key) == LUA_TNUMBER) {
        int is_integer;
        bool is_behind_hole = lua_tointegerx(L, table_key, &is_integer) > 0 && is_integer;
        return is_behind_hole
            ? lua_pushfstring(L, "a list without holes expected: entry %I is nil, and there is entry %s",
                  (lua_Integer)list->count + 1, name)
            : lua_pushfstring(L, "a list expected, whose entries are numbered from 1; there is entry %s", name);
    }
    const char *noun = diffable_lua_has_sections(list) ? "section" : "item";
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
            diffable_lua_refuse_whole_list(L, list, diffable_lua_push_list_message(L, list, lua_gettop(L) - 1));
        }
        lua_pop(L, 1);
    }
}

/*
 * Raises if a table that has neither entries nor an identifier of its own has one of them behind __index. May run user
 * code. A key function is not called, because it may rely on fields that a list does not have.
 */
static void refuse_hidden_entries(lua_State *L, const diffable_lua_list *list)
{
    if (luaL_getmetafield(L, list->index, "__index") == LUA_TNIL) {
        return;
    }
    lua_pop(L, 1);
    lua_pushinteger(L, 1);
    lua_gettable(L, list->index);
    if (!lua_isnil(L, -1)) {
        diffable_lua_refuse_whole_list(
            L, list, "a list whose entries are behind __index is not read; pass a table that has them");
    }
    int field = list->key == 0 ? ID_FIELD : list->key;
    if (lua_type(L, field) == LUA_TSTRING) {
        lua_pushvalue(L, field);
        lua_gettable(L, list->index);
        if (!lua_isnil(L, -1)) {
            const char *name = diffable_lua_push_escaped(L, field);
            diffable_lua_refuse_whole_list(L, list,
                lua_pushfstring(L, "a field \"%s\" behind __index is not read; pass a table that has it", name));
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

void diffable_lua_check_list(lua_State *L, const diffable_lua_list *list)
{
    if (lua_type(L, list->index) != LUA_TTABLE) {
        return;
    }
    size_t length = (size_t)lua_rawlen(L, list->index);
    if (list->single && length > 0) {
        const char *noun = diffable_lua_has_sections(list) ? "section" : "item";
        diffable_lua_refuse_whole_list(
            L, list, lua_pushfstring(L, "this is both a list and one %s; put the %s in braces of its own", noun, noun));
    } else if (!list->single && list->count > 0 && list->count == length && !ends_in_hole(L, list)) {
        refuse_other_keys(L, list);
    } else if (list->count == 0) {
        refuse_hidden_entries(L, list);
    }
}
