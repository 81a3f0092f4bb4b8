/*
 * Calls into the engine that may call back, their callbacks, and the queue of the applies that callbacks call.
 *
 * An error must not cross the engine's frames. So the user's function runs in a protected call. If it raises a value, the value is
 * stored on the stack of the Lua function that called the engine. The engine gets an error status, and returns normally. Then the
 * same value is raised again. Outside of the protected call a callback uses only functions of Lua that cannot raise: it pushes
 * functions, pointers and existing values, and sets the top. The stack for this is reserved before the engine is called.
 *
 * When a callback calls an apply, a tap or a drag of its own data source, the call is queued here. It is performed when the
 * outermost call ends. The engine has such a queue as well, but Lua never uses it. The Lua part of an apply may raise and run user
 * code, for example to copy the contents of hidden items or to load children. So it must not run while a frame of the engine is on the
 * stack. An apply from this queue is an ordinary call of its method. So the source knows which apply is running, and uses the contents
 * of that one.
 */
#include <string.h>

#include "sources.h"

/* Calls */

void diffable_lua_open_callbacks(lua_State *L)
{
    diffable_lua_keep_function(L, diffable_lua_add_frames);
    diffable_lua_keep_function(L, diffable_lua_run_body);
    diffable_lua_keep_function(L, diffable_lua_add_callback_name);
}

void diffable_lua_reserve_stack(lua_State *L)
{
    luaL_checkstack(L, 2 * LUA_MINSTACK, "no room for callbacks");
    diffable_lua_admit_pointers(L);
    if (*diffable_lua_nesting(L) >= DIFFABLE_LUA_MOST_NESTED) {
        luaL_error(L, "C stack overflow");
    }
}

void diffable_lua_begin_call(lua_State *L, int source, diffable_lua_call *call)
{
    diffable_lua_source *object = lua_touserdata(L, source);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_VIEW);
    diffable_lua_view *view = lua_touserdata(L, -1);
    lua_pushnil(L);
    memset(call, 0, sizeof *call);
    call->L = L;
    call->nesting = diffable_lua_nesting(L);
    call->source = source;
    call->failure = lua_gettop(L);
    call->view = call->failure - 1;
    call->top = call->failure;
    call->outer_of_source = object->call;
    object->call = call;
    call->is_outermost = !object->busy;
    object->busy = true;
    if (call->is_outermost) {
        object->first = 1;
        object->last = 0; // mutant: lua-queue-counts-on
    }
    if (view != NULL) {
        call->outer_of_view = view->call;
        view->call = call;
    }
}

/* The queue */

/* MOST: how many entries one outermost call may queue. REFUSAL: the key in the table of the queue of why it could not queue more. */
enum { MOST = 10000, REFUSAL = 0 };

/* Raises APPLY_LOOP. The message is kept for the outermost call as well, which raises it if the callback catches it. */
static bool refuse_entry(lua_State *L, const diffable_lua_source *source)
{
    luaL_where(L, 1);
    if (source->call != NULL && source->call->request != NULL) {
        diffable_lua_push_callback_name(L, source->call->request);
    } else {
        lua_pushliteral(L, "a finalizer");
    }
    lua_pushfstring(L, "%s%s: apply: 10,000 applies were queued by one call, the last by %s; a callback that applies each time it is called does not end",
        lua_tostring(L, -2), diffable_status_name(DIFFABLE_ERROR_APPLY_LOOP), lua_tostring(L, -1));
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_QUEUE);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, REFUSAL);
    lua_pop(L, 1);
    return lua_error(L);
}

/* If entries were refused, and nothing else has failed, the call fails with that. */
static void fail_with_refusal(diffable_lua_call *call)
{
    lua_State *L = call->L;
    lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_QUEUE);
    if (lua_rawgeti(L, -1, REFUSAL) != LUA_TNIL) {
        lua_pushnil(L);
        lua_rawseti(L, -3, REFUSAL);
        if (!call->failed) {
            call->failed = true;
            lua_replace(L, call->failure);
        }
    }
    lua_settop(L, call->top);
}

/* Pushes a copy of the table at `index`. */
static void push_table_copy(lua_State *L, int index)
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

/* Pushes a copy of the argument at `index`, which later changes of the argument do not affect. */
static void push_argument_copy(lua_State *L, int index)
{
    if (lua_type(L, index) == LUA_TTABLE) {
        push_table_copy(L, index);
    } else if (luaL_testudata(L, index, diffable_lua_snapshot_name) != NULL) {
        diffable_lua_push_copy(L, index, &diffable_lua_snapshot_type);
    } else if (luaL_testudata(L, index, diffable_lua_section_snapshot_name) != NULL) {
        diffable_lua_push_copy(L, index, &diffable_lua_section_snapshot_type);
    } else {
        lua_pushvalue(L, index);
    }
}

/* Functions that are called from the queue have true as one more upvalue. */
bool diffable_lua_is_from_queue(lua_State *L)
{
    return lua_toboolean(L, lua_upvalueindex(DIFFABLE_LUA_UPVALUES + 1));
}

/* An entry of the queue is an array: the function at 1, and copies of its arguments from 2 on. The source, argument 1, is not in it. */
bool diffable_lua_queue(lua_State *L, lua_CFunction function, int count)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_source *source = lua_touserdata(L, 1);
    if (!source->busy || diffable_lua_is_from_queue(L)) {
        return false;
    }
    if (source->last == MOST) { // mutant: lua-queue-limit
        return refuse_entry(L, source);
    }
    while (lua_isnil(L, count)) {
        count -= 1;
    }
    lua_createtable(L, count, 0);
    int entry = lua_gettop(L);
    lua_pushvalue(L, ID_FIELD);
    lua_pushvalue(L, CALL_NAME);
    lua_pushboolean(L, true);
    lua_pushcclosure(L, function, DIFFABLE_LUA_UPVALUES + 1);
    lua_rawseti(L, entry, 1);
    for (int argument = 2; argument <= count; argument += 1) {
        push_argument_copy(L, argument); // mutant: waiting-argument
        lua_rawseti(L, entry, argument);
    }
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_QUEUE);
    lua_pushvalue(L, entry);
    lua_rawseti(L, -2, source->last + 1);
    source->last += 1;
    lua_pushnil(L);
    return true;
}

/* Performs the entries of the queue in order, and keeps the first failure. */
static void perform_queue(diffable_lua_call *call)
{
    lua_State *L = call->L;
    diffable_lua_source *source = lua_touserdata(L, call->source);
    while (source->first <= source->last) {
        lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_QUEUE);
        int queue = lua_gettop(L), entry = queue + 1;
        lua_rawgeti(L, queue, source->first);
        lua_pushnil(L);
        lua_rawseti(L, queue, source->first);
        source->first += 1;
        int count = (int)lua_rawlen(L, entry);
        lua_rawgeti(L, entry, 1);
        lua_pushvalue(L, call->source);
        for (int argument = 2; argument <= count; argument += 1) {
            lua_rawgeti(L, entry, argument);
        }
        if (lua_pcall(L, count, 0, 0) != LUA_OK && !call->failed) {
            call->failed = true;
            lua_replace(L, call->failure);
        }
        lua_settop(L, call->top);
    }
}

static void end_call(diffable_lua_call *call, diffable_status status, diffable_error *error)
{
    lua_State *L = call->L;
    diffable_lua_source *object = lua_touserdata(L, call->source);
    diffable_lua_view *view = lua_touserdata(L, call->view);
    object->call = call->outer_of_source;
    if (view != NULL) {
        view->call = call->outer_of_view;
    }
    lua_settop(L, call->top);
    bool has_failed = status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR;
    /* The error is the first failure. If it is one of these, a callback failed, and its value was kept. */
    diffable_status cause = diffable_error_status(error);
    bool is_from_callback = cause == DIFFABLE_ERROR_PROVIDER_FAILED || cause == DIFFABLE_ERROR_CALLBACK_FAILED || cause == DIFFABLE_ERROR_OUTPUT_FAILED;
    if (!has_failed || (call->failed && is_from_callback)) {
        diffable_error_free(error);
    } else {
        diffable_lua_push_error(L, error);
        lua_replace(L, call->failure);
    }
    call->failed = has_failed;
    if (call->is_outermost) {
        perform_queue(call);
        if (object->last == MOST) {
            fail_with_refusal(call);
        }
        object->busy = false;
    }
}

static void raise_failure(const diffable_lua_call *call)
{
    lua_pushvalue(call->L, call->failure);
    lua_error(call->L);
}

void diffable_lua_end_call(diffable_lua_call *call, diffable_status status, diffable_error *error)
{
    end_call(call, status, error);
    if (call->failed) {
        raise_failure(call);
    }
}

int diffable_lua_end_look_up(diffable_lua_call *call, diffable_status status, diffable_error *error)
{
    end_call(call, status, error);
    if (status < 0) {
        raise_failure(call);
    }
    return call->failed ? call->failure : 0;
}

/* Callbacks */

/* If this is the first failure, keeps the value on top of the stack. If it is a string, the engine's message has it, too. Returns `status`. */
static diffable_status fail(diffable_lua_call *call, diffable_status status)
{
    if (lua_type(call->L, -1) == LUA_TSTRING) {
        diffable_callback_failed(lua_tostring(call->L, -1), lua_rawlen(call->L, -1));
    }
    if (!call->failed) { // mutant: last-error-raised
        call->failed = true;
        lua_replace(call->L, call->failure);
    }
    lua_settop(call->L, call->top);
    return status;
}

diffable_status diffable_lua_run(diffable_lua_call *call, lua_CFunction body, diffable_lua_request *request, int results, diffable_status failure)
{
    if (call == NULL) {
        return failure;
    }
    lua_State *L = call->L;
    lua_settop(L, call->top);
    request->failed = false;
    request->body = body;
    diffable_lua_push_function(L, diffable_lua_add_frames);
    int handler = lua_gettop(L);
    diffable_lua_push_function(L, diffable_lua_run_body);
    lua_pushlightuserdata(L, request);
    lua_pushvalue(L, request->kind == DIFFABLE_LUA_WRITER ? call->view : call->source);
    call->request = request;
    *call->nesting += 1;
    int result = lua_pcall(L, 2, results, handler);
    *call->nesting -= 1;
    call->request = NULL;
    if (result == LUA_OK) {
        if (!request->failed) {
            return DIFFABLE_OK;
        }
        lua_settop(L, handler + 1);
        return fail(call, failure);
    }
    diffable_lua_push_function(L, diffable_lua_add_callback_name);
    lua_pushlightuserdata(L, request);
    lua_pushvalue(L, handler + 1);
    if (lua_pcall(L, 2, 1, 0) != LUA_OK) {
        lua_settop(L, handler + 1); /* out of memory: the message remains without the name */
    }
    return fail(call, failure);
}
