/* Those who are told of applies: observers and completions. */
#include "calls.h"

/* Pushes the transaction of a request as an object of its own. */
void diffable_lua_push_requested_transaction(lua_State *L, int source, const diffable_lua_request *request)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_BEFORE);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    int before = lua_gettop(L) - 1;
    diffable_lua_transaction *transaction = diffable_lua_push_transaction(L, before, before + 1);
    transaction->engine = diffable_transaction_copy(request->transaction);
    lua_replace(L, before);
    lua_settop(L, before);
}

/* (request, source) */
static int call_completion(lua_State *L)
{
    lua_getiuservalue(L, 2, DIFFABLE_LUA_SOURCE_COMPLETION);
    diffable_lua_push_requested_transaction(L, 2, lua_touserdata(L, 1));
    lua_call(L, 1, 0);
    return 0;
}

diffable_status diffable_lua_complete(const diffable_transaction *transaction, void *user_data)
{
    diffable_lua_call *call = ((diffable_lua_source *)user_data)->call;
    if (call == NULL) {
        return DIFFABLE_ERROR_CALLBACK_FAILED;
    }
    diffable_lua_request request = { .kind = DIFFABLE_LUA_COMPLETION, .transaction = transaction };
    return diffable_lua_run(call, call_completion, call->source, &request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

typedef struct observer_object {
    diffable_lua_source *source;
    lua_Integer number;
} observer_object;

/* (request, source) */
static int call_observer(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, 1);
    lua_getiuservalue(L, 2, DIFFABLE_LUA_SOURCE_OBSERVERS);
    lua_rawgeti(L, -1, request->observer);
    lua_getiuservalue(L, -1, 1);
    diffable_lua_push_requested_transaction(L, 2, request);
    lua_call(L, 1, 0);
    return 0;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    const observer_object *observer = user_data;
    diffable_lua_call *call = observer->source->call;
    if (call == NULL) {
        return DIFFABLE_ERROR_CALLBACK_FAILED;
    }
    diffable_lua_request request = { .kind = DIFFABLE_LUA_OBSERVER, .transaction = transaction, .observer = observer->number };
    return diffable_lua_run(call, call_observer, call->source, &request, 0, DIFFABLE_ERROR_CALLBACK_FAILED);
}

/* source:on_apply(function(transaction) end) */
int diffable_lua_source_on_apply(lua_State *L)
{
    diffable_lua_source *source = diffable_lua_check_source(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_OBSERVERS);
    observer_object *observer = lua_newuserdatauv(L, sizeof *observer, 1);
    observer->source = diffable_lua_check_source(L, 1);
    observer->number = (lua_Integer)lua_rawlen(L, 3) + 1;
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 4, 1);
    lua_rawseti(L, 3, observer->number);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_on_apply(source->engine, observe, observer, NULL, &error);
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}
