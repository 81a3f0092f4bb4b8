/*
 * What is the same for everything that changes the list of a data source: while it runs, the source knows whose
 * turn it is, with its contents and its completion.
 */
#include "calls.h"

diffable_transaction **diffable_lua_push_result(lua_State *L)
{
    if (diffable_lua_is_from_queue(L)) {
        lua_pushnil(L);
        return NULL;
    }
    return &diffable_lua_push_transaction(L, 0, 0)->engine;
}

void diffable_lua_begin_apply(lua_State *L, int source, int coming, int completion, diffable_lua_call *call)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_BEFORE);
    if (coming != 0) {
        lua_pushvalue(L, coming);
        lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_COMING);
    }
    if (completion != 0) {
        lua_pushvalue(L, completion);
        lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_COMPLETION);
    }
    diffable_lua_begin_call(L, source, call);
}

int diffable_lua_end_apply(diffable_lua_call *call, int index, diffable_status status, diffable_error *error)
{
    static const int of_running[] = { DIFFABLE_LUA_SOURCE_BEFORE, DIFFABLE_LUA_SOURCE_COMING, DIFFABLE_LUA_SOURCE_COMPLETION };
    lua_State *L = call->L;
    const diffable_lua_transaction *transaction = lua_touserdata(L, index);
    lua_settop(L, call->top);
    if (transaction != NULL) {
        lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_BEFORE);
        lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_CONTENTS);
        diffable_lua_set_transaction_contents(L, index, call->top + 1, call->top + 2);
    }
    for (size_t i = 0; i < sizeof of_running / sizeof *of_running; i += 1) {
        lua_pushnil(L);
        lua_setiuservalue(L, call->source, of_running[i]);
    }
    diffable_lua_end_call(call, status, error);
    if (transaction == NULL || transaction->engine == NULL) {
        lua_pushnil(L);
    } else {
        lua_pushvalue(L, index);
    }
    return 1;
}
