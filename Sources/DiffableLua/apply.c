/* Applies, and those who are told of them. pending.c keeps what an apply needs while it waits. */
#include "internal.h"

/* Pushes the transaction of a request as an object of its own, with the contents of the pending apply. */
static void push_transaction(lua_State *L, int source, const diffable_lua_request *request)
{
    diffable_lua_push_head(L, source);
    int head = lua_gettop(L);
    if (lua_isnil(L, head)) {
        diffable_lua_push_transaction(L, 0, 0)->engine = diffable_transaction_copy(request->transaction);
    } else {
        lua_getiuservalue(L, head, DIFFABLE_LUA_PENDING_INITIAL_CONTENTS);
        lua_getiuservalue(L, head, DIFFABLE_LUA_PENDING_CONTENTS);
        diffable_lua_push_transaction(L, head + 1, head + 2)->engine = diffable_transaction_copy(request->transaction);
    }
    lua_replace(L, head);
    lua_settop(L, head);
}

/* (request, source) */
static int call_completion(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, 1);
    lua_getiuservalue(L, 2, DIFFABLE_LUA_SOURCE_PENDING);
    lua_rawgeti(L, -1, request->pending->ticket);
    lua_getiuservalue(L, -1, DIFFABLE_LUA_PENDING_COMPLETION);
    push_transaction(L, 2, request);
    lua_call(L, 1, 0);
    return 0;
}

static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    diffable_lua_pending *applied = user_data;
    diffable_lua_call *call = applied->source->call;
    if (!applied->completes || call == NULL) {
        return DIFFABLE_OK;
    }
    diffable_lua_request request = { .kind = DIFFABLE_LUA_COMPLETION, .transaction = transaction, .pending = applied };
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
    push_transaction(L, 2, request);
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

/* Reads argument 3, and leaves the completion or nil on the stack. */
static diffable_apply_options read_options(lua_State *L)
{
    static const char *const there_are[] = { "animating_differences", "animation", "completion", NULL };
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    if (!diffable_lua_check_options(L, 3, there_are)) {
        lua_pushnil(L);
        return options;
    }
    if (diffable_lua_push_option(L, 3, "animating_differences", LUA_TBOOLEAN)) {
        options.animating_differences = lua_toboolean(L, -1);
    }
    if (diffable_lua_push_option(L, 3, "animation", LUA_TSTRING)) {
        options.has_animation = true;
        if (!diffable_lua_to_animation(L, -1, &options.animation)) {
            luaL_argerror(L, 3, diffable_lua_push_animation_message(L, -1));
        }
    }
    lua_pop(L, 2);
    diffable_lua_push_option(L, 3, "completion", LUA_TFUNCTION);
    return options;
}

/* source:apply(snapshot [, options]): the transaction, or nil where the apply was put into the queue */
int diffable_lua_source_apply(lua_State *L)
{
    enum { SOURCE = 1, SNAPSHOT, OPTIONS, COMPLETES, COPY, TRANSACTION, PENDING, INITIAL, FINAL };
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_check_snapshot(L, SNAPSHOT);
    lua_settop(L, OPTIONS);
    diffable_apply_options options = read_options(L);
    diffable_lua_snapshot *copy = diffable_lua_push_snapshot(L, 0);
    diffable_lua_transaction *transaction = diffable_lua_push_transaction(L, 0, 0);
    diffable_lua_pending *apply = lua_newuserdatauv(L, sizeof *apply, DIFFABLE_LUA_PENDING_VALUES);
    apply->completes = !lua_isnil(L, COMPLETES);
    copy->engine = diffable_snapshot_copy(diffable_lua_check_snapshot(L, SNAPSHOT)); /* callbacks may edit or close the original */
    lua_getiuservalue(L, SOURCE, DIFFABLE_LUA_SOURCE_CONTENTS);
    lua_getiuservalue(L, SNAPSHOT, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    lua_pushvalue(L, FINAL);
    lua_setiuservalue(L, PENDING, DIFFABLE_LUA_PENDING_CONTENTS);
    lua_pushvalue(L, COMPLETES);
    lua_setiuservalue(L, PENDING, DIFFABLE_LUA_PENDING_COMPLETION);

    diffable_data_source *engine = diffable_lua_check_source(L, SOURCE)->engine;
    diffable_lua_reserve_stack(L);
    lua_pushvalue(L, PENDING);
    diffable_lua_enqueue(L, SOURCE, apply); /* from here on nothing raises until the engine is back */
    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_error *error = NULL;
    diffable_status status = diffable_data_source_apply(engine, copy->engine, &options, complete, apply, diffable_lua_finish_apply, &transaction->engine, &error);
    diffable_lua_end_call(&call);

    diffable_lua_close_snapshot(copy); /* at once, so that the next edit has the storage to itself */
    diffable_lua_throw_out_finished(L, SOURCE);
    if (status != DIFFABLE_OK) {
        return diffable_lua_raise_from_call(&call, status, error);
    }
    if (transaction->engine == NULL) {
        lua_pushnil(L);
        return 1;
    }
    diffable_lua_set_transaction_contents(L, TRANSACTION, INITIAL, FINAL);
    lua_settop(L, TRANSACTION);
    return 1;
}
