/*
 * Keeps the Lua values that contents refer to. Each snapshot, difference, transaction and data source has a table of
 * the values that its own contents refer to. One table for all objects would keep a data source forever if a function
 * in its content refers to it. Objects that are made from one another share the table.
 *
 * A table is pruned after as many values were added as were left the last time: it drops the values whose number was
 * freed or stands for another value now. That shows that no content in the engine refers to them.
 */
#include "../internal.h"

/*
 * Keys in a table of kept values: at KEPT_ADDED is how many values were added since it was pruned, and at KEPT_LIMIT
 * how many may be added before it is pruned again. FEW_KEPT is the limit of a small table.
 */
enum { KEPT_ADDED = 0, KEPT_LIMIT = -1, FEW_KEPT = 64 };

static lua_Integer kept_counter(lua_State *L, int kept, int field)
{
    lua_rawgeti(L, kept, field);
    lua_Integer number = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return number;
}

static void set_kept_counter(lua_State *L, int kept, int field, lua_Integer number)
{
    lua_pushinteger(L, number);
    lua_rawseti(L, kept, field);
}

/* Drops all values. */
static void clear_kept(lua_State *L, int kept)
{
    lua_pushnil(L);
    while (lua_next(L, kept) != 0) {
        lua_pop(L, 1);
        lua_Integer number = lua_tointeger(L, -1);
        if (number > 0) {
            lua_pushnil(L);
            lua_rawseti(L, kept, number);
        }
    }
    set_kept_counter(L, kept, KEPT_ADDED, 0);
}

void diffable_lua_keep(lua_State *L, int kept, uint32_t number)
{
    lua_rawseti(L, kept, number);
    set_kept_counter(L, kept, KEPT_ADDED, kept_counter(L, kept, KEPT_ADDED) + 1);
}

/* Drops the values whose numbers do not stand for them any more. */
static void prune(lua_State *L, int kept)
{
    int top = lua_gettop(L);
    lua_Integer count = 0;
    diffable_lua_push_store(L);
    lua_getiuservalue(L, top + 1, DIFFABLE_LUA_REFERENCES);
    lua_pushnil(L);
    while (lua_next(L, kept) != 0) {
        lua_Integer number = lua_tointeger(L, -2);
        if (number > 0) {
            lua_rawgeti(L, top + 2, number);
            if (lua_rawequal(L, -1, -2)) {
                count += 1;
            } else {
                lua_pushnil(L);
                lua_rawseti(L, kept, number);
            }
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    set_kept_counter(L, kept, KEPT_ADDED, 0);
    set_kept_counter(L, kept, KEPT_LIMIT, count < FEW_KEPT ? FEW_KEPT : count);
    lua_settop(L, top);
}

static void prune_if_due(lua_State *L, int kept)
{
    if (kept_counter(L, kept, KEPT_ADDED) > kept_counter(L, kept, KEPT_LIMIT)) {
        prune(L, kept);
    }
}

/* Adds the values of the table at `from` to those of the table at `to`. */
static void add_values(lua_State *L, int from, int to)
{
    lua_pushnil(L);
    while (lua_next(L, from) != 0) {
        lua_Integer number = lua_tointeger(L, -2);
        if (number > 0) {
            diffable_lua_keep(L, to, (uint32_t)number);
        } else {
            lua_pop(L, 1);
        }
    }
}

void diffable_lua_push_kept_for_list(lua_State *L)
{
    int top = lua_gettop(L), store = top + 1, kept = top + 2;
    const diffable_lua_store *opened = diffable_lua_push_store(L);
    if (opened == NULL || opened->references == NULL) {
        luaL_error(L, "the Lua state is closed");
    }
    if (lua_getiuservalue(L, store, DIFFABLE_LUA_KEPT_FOR_LIST) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        set_kept_counter(L, kept, KEPT_ADDED, 0);
        set_kept_counter(L, kept, KEPT_LIMIT, FEW_KEPT);
    } else {
        lua_pushnil(L);
        lua_setiuservalue(L, store, DIFFABLE_LUA_KEPT_FOR_LIST);
    }
    lua_remove(L, store);
}

/*
 * An object that keeps nothing yet gets the table at `kept`, because no Lua object may be created here. Otherwise the
 * values are added to the table that the object has, and the emptied table is reused for the next list.
 */
void diffable_lua_keep_references(lua_State *L, int kept, int object)
{
    int top = lua_gettop(L), store = top + 1, object_kept = top + 2;
    diffable_lua_push_store(L);
    if (object != 0 && kept_counter(L, kept, KEPT_ADDED) > 0) {
        if (lua_getiuservalue(L, object, DIFFABLE_LUA_KEPT) == LUA_TNIL) {
            lua_pushvalue(L, kept);
            lua_setiuservalue(L, object, DIFFABLE_LUA_KEPT);
            lua_settop(L, top);
            return;
        }
        add_values(L, kept, object_kept);
        clear_kept(L, kept);
    }
    lua_pushvalue(L, kept);
    lua_setiuservalue(L, store, DIFFABLE_LUA_KEPT_FOR_LIST);
    lua_settop(L, top);
}

void diffable_lua_share_kept(lua_State *L, int from, int to)
{
    to = lua_absindex(L, to);
    lua_getiuservalue(L, from, DIFFABLE_LUA_KEPT);
    lua_setiuservalue(L, to, DIFFABLE_LUA_KEPT);
}

void diffable_lua_add_kept(lua_State *L, int from, int to)
{
    int top = lua_gettop(L), source = top + 1, target = top + 2;
    lua_getiuservalue(L, from, DIFFABLE_LUA_KEPT);
    lua_getiuservalue(L, to, DIFFABLE_LUA_KEPT);
    if (lua_isnil(L, target) && !lua_isnil(L, source)) {
        diffable_lua_share_kept(L, from, to);
    } else if (!lua_isnil(L, source) && !lua_rawequal(L, source, target)) {
        add_values(L, source, target);
        prune_if_due(L, target);
    }
    lua_settop(L, top);
}

void diffable_lua_prune_kept(lua_State *L, int object)
{
    if (lua_getiuservalue(L, object, DIFFABLE_LUA_KEPT) == LUA_TTABLE) {
        prune_if_due(L, lua_gettop(L));
    }
    lua_pop(L, 1);
}
