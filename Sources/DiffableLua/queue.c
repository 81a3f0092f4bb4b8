/*
 * What callbacks ask of the source that called them: it waits for the end of the outermost call, then runs in the
 * order of the asking. The engine has a queue for applies of its own. That it stays empty here lets the source
 * know at any moment which apply is running, and so which contents it brings along.
 *
 * What waits is an array of a function and its arguments, which are what they were when it was asked for.
 */
#include "calls.h"

static void push_table_as_it_is(lua_State *L, int index)
{
    lua_newtable(L);
    int copy = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, copy);
    }
}

/* Pushes what the argument at `index` is now, whatever becomes of it. */
static void push_as_it_is(lua_State *L, int index)
{
    if (lua_type(L, index) == LUA_TTABLE) {
        push_table_as_it_is(L, index);
    } else if (luaL_testudata(L, index, DIFFABLE_LUA_SNAPSHOT) != NULL) {
        diffable_lua_push_private_copy(L, index);
        lua_getiuservalue(L, index, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
        lua_setiuservalue(L, -2, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    } else if (luaL_testudata(L, index, DIFFABLE_LUA_SECTION_SNAPSHOT) != NULL) {
        diffable_lua_push_private_tree(L, index);
        lua_getiuservalue(L, index, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
        lua_setiuservalue(L, -2, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    } else {
        lua_pushvalue(L, index);
    }
}

/* Functions have it as their second upvalue when they are called from the queue. */
bool diffable_lua_is_from_queue(lua_State *L)
{
    return lua_toboolean(L, lua_upvalueindex(2));
}

bool diffable_lua_wait(lua_State *L, lua_CFunction function, int count)
{
    diffable_lua_source *source = diffable_lua_check_source(L, 1);
    if (!source->busy || diffable_lua_is_from_queue(L)) {
        return false;
    }
    while (lua_isnil(L, count)) {
        count -= 1;
    }
    lua_createtable(L, count, 0);
    int waiting = lua_gettop(L);
    lua_pushvalue(L, ID_FIELD);
    lua_pushboolean(L, true);
    lua_pushcclosure(L, function, 2);
    lua_rawseti(L, waiting, 1);
    for (int argument = 2; argument <= count; argument += 1) { /* the source is the same for all */
        push_as_it_is(L, argument);
        lua_rawseti(L, waiting, argument);
    }
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_QUEUE);
    lua_pushvalue(L, waiting);
    lua_rawseti(L, -2, source->last + 1);
    source->last += 1;
    lua_pushnil(L);
    return true;
}

void diffable_lua_work_off_queue(diffable_lua_call *call)
{
    lua_State *L = call->L;
    diffable_lua_source *source = lua_touserdata(L, call->source);
    while (source->first <= source->last) {
        lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_QUEUE);
        int queue = lua_gettop(L), waiting = queue + 1;
        lua_rawgeti(L, queue, source->first);
        lua_pushnil(L);
        lua_rawseti(L, queue, source->first);
        source->first += 1;
        int count = (int)lua_rawlen(L, waiting);
        lua_rawgeti(L, waiting, 1);
        lua_pushvalue(L, call->source);
        for (int argument = 2; argument <= count; argument += 1) {
            lua_rawgeti(L, waiting, argument);
        }
        if (lua_pcall(L, count, 0, 0) != LUA_OK && !call->failed) {
            call->failed = true;
            lua_replace(L, call->failure);
        }
        lua_settop(L, call->top);
    }
}
