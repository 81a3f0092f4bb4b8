/*
 * Item keys. A key is the name of the field that is the identifier of an item, in place of `id`, or a function that
 * returns the identifier. Snapshots, transactions and data sources store their key in a user value, and pass it to the
 * objects that are made from them. Sections have no key.
 *
 * A key function is user code, so it is called for all tables of a list before anything else is read from them. Its
 * results are stored in a table with weak keys, which maps each item to its identifier, and 1 to the function. The user
 * value is then that table.
 */
#include "../internal.h"

bool diffable_lua_push_key(lua_State *L, int object)
{
    if (lua_type(L, object) != LUA_TUSERDATA) {
        return false;
    }
    int type = lua_getiuservalue(L, object, DIFFABLE_LUA_KEY);
    if (type == LUA_TSTRING || type == LUA_TTABLE) { /* userdata of another library may have other values */
        return true;
    }
    lua_pop(L, 1);
    return false;
}

void diffable_lua_share_key(lua_State *L, int from, int to)
{
    to = lua_absindex(L, to);
    lua_getiuservalue(L, from, DIFFABLE_LUA_KEY);
    lua_setiuservalue(L, to, DIFFABLE_LUA_KEY);
}

const char *diffable_lua_push_new_key(lua_State *L, int value)
{
    if (lua_type(L, value) != LUA_TSTRING && !diffable_lua_has_type(L, value, LUA_TFUNCTION)) {
        return lua_pushfstring(L, "name of a field or function expected, got %s", luaL_typename(L, value));
    }
    lua_pushvalue(L, value);
    if (lua_type(L, -1) != LUA_TSTRING) {
        lua_createtable(L, 1, 0);
        lua_insert(L, -2);
        lua_rawseti(L, -2, 1);
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "k");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
    }
    return NULL;
}

bool diffable_lua_push_key_option(lua_State *L, int argument)
{
    static const char *const names[] = { "key", NULL };
    if (lua_type(L, argument) == LUA_TTABLE) {
        lua_pushvalue(L, ID_FIELD);
        bool has_id = lua_rawget(L, argument) != LUA_TNIL, is_list = lua_rawlen(L, argument) > 0;
        if (has_id && !is_list && lua_type(L, 1) == LUA_TTABLE && lua_rawlen(L, 1) > 0) {
            diffable_lua_refuse(L, "unknown option \"id\": did you mean \"key\"?");
        }
        if (has_id || is_list) {
            diffable_lua_refuse_argument(
                L, argument, "table of options expected; argument 1 has the whole list, in braces");
        }
        lua_pop(L, 1);
    }
    if (!diffable_lua_check_options(L, argument, names)) {
        return false;
    }
    lua_pushstring(L, names[0]);
    if (lua_rawget(L, argument) == LUA_TNIL) {
        lua_pop(L, 1);
        return false;
    }
    const char *message = diffable_lua_push_new_key(L, lua_gettop(L));
    if (message != NULL) {
        diffable_lua_refuse(L, "option \"key\": %s", message);
    }
    lua_remove(L, -2);
    return true;
}

void diffable_lua_push_key_value(lua_State *L, int object)
{
    lua_getiuservalue(L, object, DIFFABLE_LUA_KEY);
    if (lua_type(L, -1) == LUA_TTABLE) {
        lua_rawgeti(L, -1, 1);
        lua_remove(L, -2);
    }
}

bool diffable_lua_is_item(lua_State *L, int key, int index)
{
    bool found = false;
    int top = lua_gettop(L);
    if (lua_type(L, key) == LUA_TSTRING) {
        lua_pushvalue(L, key);
        found = lua_rawget(L, index) != LUA_TNIL;
    } else if (lua_rawlen(L, index) == 0) {
        lua_pushnil(L);
        found = lua_next(L, index) != 0;
    }
    lua_settop(L, top);
    return found;
}

void diffable_lua_call_key(lua_State *L, int key, int index)
{
    if (lua_type(L, key) == LUA_TTABLE && lua_type(L, index) == LUA_TTABLE) {
        lua_pushvalue(L, index);
        lua_rawgeti(L, key, 1);
        lua_pushvalue(L, index);
        diffable_lua_call_user(L, 1, 1);
        lua_rawset(L, key);
    }
}

/*
 * Pushes the identifier of the item at `index`: its key field, or the stored result of the key function. Creates no Lua
 * object.
 */
static void push_value(lua_State *L, int key, int index)
{
    bool is_field = lua_type(L, key) == LUA_TSTRING;
    lua_pushvalue(L, is_field ? key : index);
    lua_rawget(L, is_field ? index : key);
}

bool diffable_lua_to_keyed_id(lua_State *L, int key, int index, diffable_id *id)
{
    if (lua_type(L, index) != LUA_TTABLE) {
        return diffable_lua_to_bare_id(L, index, id);
    }
    push_value(L, key, index);
    bool found = diffable_lua_to_bare_id(L, -1, id);
    lua_pop(L, 1); /* the item, or the table of results, keeps the string alive */
    return found;
}

const char *diffable_lua_push_key_message(lua_State *L, int key, int index)
{
    bool is_field = lua_type(L, key) == LUA_TSTRING, is_table = lua_type(L, index) == LUA_TTABLE;
    const char *field = "";
    if (is_field) {
        size_t size;
        const char *name = lua_tolstring(L, key, &size);
        diffable_lua_push_quoted(L, name, size);
        field = lua_tostring(L, -1);
    }
    if (!is_table) {
        return lua_pushfstring(L, "string, integer or table%s%s expected, got %s", is_field ? " with " : "", field,
            luaL_typename(L, index));
    }
    push_value(L, key, index);
    if (is_field && lua_isnil(L, -1) && lua_rawlen(L, index) > 0) {
        return lua_pushfstring(L, "table with %s expected, got a list; are there braces too many?", field);
    }
    if (is_field && lua_isnil(L, -1)) {
        return lua_pushfstring(L, "table without %s", field);
    }
    const char *got = lua_type(L, -1) == LUA_TNUMBER ? lua_pushfstring(L, "%f", lua_tonumber(L, -1))
                                                     : luaL_typename(L, -1);
    return is_field ? lua_pushfstring(L, "%s: string or integer expected, got %s", field, got)
                    : lua_pushfstring(L, "string or integer expected as the result of the key function, got %s", got);
}

bool diffable_lua_to_item(lua_State *L, int index, diffable_id *id)
{
    if (lua_type(L, index) != LUA_TTABLE || !diffable_lua_push_key(L, 1)) {
        return diffable_lua_to_id(L, index, id);
    }
    bool found = diffable_lua_to_keyed_id(L, lua_gettop(L), index, id);
    lua_pop(L, 1);
    return found;
}

diffable_id diffable_lua_check_item(lua_State *L, int index)
{
    diffable_id id;
    if (!diffable_lua_to_item(L, index, &id)) {
        const char *message = diffable_lua_push_key(L, 1) ? diffable_lua_push_key_message(L, lua_gettop(L), index)
                                                          : diffable_lua_push_id_message(L, index);
        diffable_lua_refuse(L, "%s", message);
    }
    return id;
}

void diffable_lua_resolve_key(lua_State *L, int argument)
{
    if (lua_type(L, argument) != LUA_TTABLE || !diffable_lua_push_key(L, 1)) {
        return;
    }
    int key = lua_gettop(L);
    diffable_id id;
    diffable_lua_call_key(L, key, argument);
    if (!diffable_lua_to_keyed_id(L, key, argument, &id)) {
        diffable_lua_refuse_argument(L, argument, diffable_lua_push_key_message(L, key, argument));
    }
    push_value(L, key, argument);
    lua_replace(L, argument);
    lua_settop(L, key - 1);
}
