/*
 * The applies of a source that are not finished. The engine works applies off in order, also those that
 * callbacks put into its queue; what Lua has to keep for each of them waits here in the same order: a pending
 * apply is a userdata, kept alive by a table of the source until the engine says that it is finished. That
 * moment may lie outside of any call that may raise, so finishing only sets a flag; what is finished is thrown
 * out by the next apply.
 */
#include "internal.h"

/* The engine calls this exactly once for each apply, whether it took place or not. */
void diffable_lua_finish_apply(void *user_data)
{
    diffable_lua_pending *finished = user_data;
    diffable_lua_source *source = finished->source;
    finished->finished = true;
    while (source->head != NULL && source->head->finished) {
        source->head = source->head->next;
    }
    if (source->head == NULL) {
        source->tail = NULL;
    }
}

void diffable_lua_push_head(lua_State *L, int source)
{
    const diffable_lua_source *object = lua_touserdata(L, source);
    if (object->head == NULL) {
        lua_pushnil(L);
        return;
    }
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_PENDING);
    lua_rawgeti(L, -1, object->head->ticket);
    lua_remove(L, -2);
}

/* Clears table entries that are there, which does not raise. */
void diffable_lua_throw_out_finished(lua_State *L, int source)
{
    diffable_lua_source *object = lua_touserdata(L, source);
    lua_Integer end = object->head == NULL ? object->next_ticket : object->head->ticket;
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_PENDING);
    while (object->oldest_ticket < end) {
        lua_pushnil(L);
        lua_rawseti(L, -2, object->oldest_ticket);
        object->oldest_ticket += 1;
    }
    lua_pop(L, 1);
}

void diffable_lua_enqueue(lua_State *L, int source, diffable_lua_pending *pending)
{
    diffable_lua_source *object = lua_touserdata(L, source);
    diffable_lua_throw_out_finished(L, source);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_PENDING);
    lua_insert(L, -2);
    lua_rawseti(L, -2, object->next_ticket);
    lua_pop(L, 1);
    pending->source = object;
    pending->next = NULL;
    pending->ticket = object->next_ticket;
    pending->finished = false;
    object->next_ticket += 1;
    if (object->tail == NULL) {
        object->head = pending;
    } else {
        object->tail->next = pending;
    }
    object->tail = pending;
}

void diffable_lua_push_source_content(lua_State *L, int source, uint64_t revision, diffable_id id)
{
    if (revision != 0) {
        /* A cell that a view asks for in the middle of an apply may be of the new list or of the old one. */
        diffable_lua_push_head(L, source);
        if (!lua_isnil(L, -1)) {
            lua_getiuservalue(L, -1, DIFFABLE_LUA_PENDING_CONTENTS);
            lua_remove(L, -2);
            if (diffable_lua_push_content(L, lua_gettop(L), revision)) {
                lua_remove(L, -2);
                return;
            }
        }
        lua_pop(L, 1);
        lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
        if (diffable_lua_push_content(L, lua_gettop(L), revision)) {
            lua_remove(L, -2);
            return;
        }
        lua_pop(L, 1);
    }
    diffable_lua_push_id(L, id);
}

void diffable_lua_push_source_contents(lua_State *L, int source, const diffable_snapshot *snapshot)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    int current = lua_gettop(L);
    diffable_lua_push_head(L, source);
    if (!lua_isnil(L, -1)) { /* between the change of the list and the first observer, or before both */
        lua_getiuservalue(L, -1, DIFFABLE_LUA_PENDING_CONTENTS);
        if (!lua_rawequal(L, -1, current)) {
            diffable_lua_new_contents(L);
            diffable_lua_fill_live_contents(L, current, current + 2, current + 3, snapshot);
            lua_replace(L, current);
        }
    }
    lua_settop(L, current);
}

/*
 * The first observer of every source: the list is now the new one, and its contents with it, before anyone
 * else is told. Only reads and replaces values that are there, so it needs no protected call.
 */
diffable_status diffable_lua_adopt_contents(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    const diffable_lua_source *source = user_data;
    if (source->call == NULL) {
        return DIFFABLE_OK;
    }
    const diffable_lua_call *call = source->call;
    lua_State *L = call->L;
    lua_settop(L, call->top);
    diffable_lua_push_head(L, call->source);
    int head = lua_gettop(L);
    if (!lua_isnil(L, head)) {
        lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_CONTENTS);
        lua_setiuservalue(L, head, DIFFABLE_LUA_PENDING_INITIAL_CONTENTS);
        lua_getiuservalue(L, head, DIFFABLE_LUA_PENDING_CONTENTS);
        lua_setiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_CONTENTS);
    }
    lua_settop(L, call->top);
    return DIFFABLE_OK;
}
