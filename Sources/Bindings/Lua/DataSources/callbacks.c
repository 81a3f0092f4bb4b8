/*
 * Calls into the engine during which the engine may call Lua functions, and these callbacks.
 *
 * An error must not cross the engine's frames. So the user's function runs in a protected call. If it raises a value,
 * the value is stored on the stack of the Lua function that called the engine. The engine gets an error status, and
 * returns normally. Then the same value is raised again. Outside of the protected call a callback uses only functions
 * of Lua that cannot raise: it pushes functions, pointers and existing values, and sets the top. The stack for this is
 * reserved before the engine is called.
 *
 * When a callback calls an apply, a tap or a drag of its own data source, the engine queues it, and performs it before
 * the outermost call returns. The callbacks of a queued apply belong to the outermost call, which keeps the first value
 * that one of them raises.
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
    if (*diffable_lua_nesting(L) >= DIFFABLE_LUA_NESTING_LIMIT) {
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
    call->failure_index = lua_gettop(L);
    call->view = call->failure_index - 1;
    call->top = call->failure_index;
    call->outer_of_source = object->call;
    call->outer = *object->innermost;
    object->call = *object->innermost = call;
    if (view != NULL) {
        call->outer_of_view = view->call;
        view->call = call;
    }
}

/* The end of a call */

/*
 * The error on top of the stack is APPLY_LOOP: callbacks have queued too many applies. The first such error is raised
 * in a callback, at the line of its apply, which tells the user more than the line of the outermost call. So the first
 * error is kept, and the outermost call raises the same one.
 */
static void share_loop(const diffable_lua_call *call)
{
    lua_State *L = call->L;
    bool is_kept = lua_getiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_LOOP) != LUA_TNIL;
    if (is_kept && call->outer_of_source == NULL) {
        lua_replace(L, -2);
        return;
    }
    lua_pop(L, 1);
    if (!is_kept) {
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_LOOP);
    }
}

static void end_call(diffable_lua_call *call, diffable_status status, diffable_error *error)
{
    lua_State *L = call->L;
    diffable_lua_source *object = lua_touserdata(L, call->source);
    diffable_lua_view *view = lua_touserdata(L, call->view);
    object->call = call->outer_of_source;
    *object->innermost = call->outer;
    if (view != NULL) {
        view->call = call->outer_of_view;
    }
    lua_settop(L, call->top);
    bool has_failed = status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR;
    diffable_status cause = diffable_error_status(error);
    /*
     * `error` is the first failure. If it is the failure of a callback, the value that the callback raised was kept
     * already.
     */
    if (!has_failed || cause == call->failure_status) {
        diffable_error_free(error);
    } else {
        diffable_lua_push_error(L, error);
        if (cause == DIFFABLE_ERROR_APPLY_LOOP) {
            share_loop(call);
        }
        lua_replace(L, call->failure_index);
    }
    call->failure_status = has_failed ? cause : DIFFABLE_OK;
    if (call->outer_of_source == NULL) {
        lua_pushnil(L);
        lua_setiuservalue(L, call->source, DIFFABLE_LUA_SOURCE_LOOP);
    }
}

static void raise_failure(const diffable_lua_call *call)
{
    lua_pushvalue(call->L, call->failure_index);
    lua_error(call->L);
}

void diffable_lua_end_call(diffable_lua_call *call, diffable_status status, diffable_error *error)
{
    end_call(call, status, error);
    if (call->failure_status != DIFFABLE_OK) {
        raise_failure(call);
    }
}

int diffable_lua_end_look_up(diffable_lua_call *call, diffable_status status, diffable_error *error)
{
    end_call(call, status, error);
    if (status < 0) {
        raise_failure(call);
    }
    return call->failure_status != DIFFABLE_OK ? call->failure_index : 0;
}

/* Callbacks */

/*
 * The value on top of the stack is an error of a callback. If it is the first failure of the call, keeps it. If it has
 * a text, gives the text to the engine for its message. Returns `status`.
 */
static diffable_status fail(diffable_lua_call *call, diffable_status status)
{
    bool is_error = diffable_lua_is_error(call->L, -1);
    if (is_error) {
        lua_rawgeti(call->L, -1, 1);
    }
    if (lua_type(call->L, -1) == LUA_TSTRING) {
        diffable_lua_ignore(diffable_callback_failed(lua_tostring(call->L, -1), lua_rawlen(call->L, -1), NULL, NULL));
    }
    lua_pop(call->L, is_error);
    if (call->failure_status == DIFFABLE_OK) {
        call->failure_status = status;
        lua_replace(call->L, call->failure_index);
    }
    lua_settop(call->L, call->top);
    return status;
}

static const char subjects_key; /* the registry key of a weak table: address -> data source or view */

void diffable_lua_note_subject(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &subjects_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "v");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &subjects_key);
    }
    lua_pushvalue(L, index);
    lua_rawsetp(L, -2, lua_touserdata(L, index));
    lua_pop(L, 1);
}

void diffable_lua_push_subject_of_call(const diffable_lua_call *call, const void *subject)
{
    lua_State *L = call->L;
    if (lua_touserdata(L, call->source) == subject) {
        lua_pushvalue(L, call->source);
    } else if (lua_touserdata(L, call->view) == subject) {
        lua_pushvalue(L, call->view);
    } else if (lua_rawgetp(L, LUA_REGISTRYINDEX, &subjects_key) == LUA_TTABLE) {
        lua_rawgetp(L, -1, subject);
        lua_replace(L, -2);
    }
}

static diffable_status run(diffable_lua_call *call, const void *subject, lua_CFunction body,
    diffable_lua_request *request, int results, diffable_status failure)
{
    if (call == NULL) {
        return failure;
    }
    lua_State *L = call->L;
    lua_settop(L, call->top);
    request->returned_message = false;
    request->body = body;
    diffable_lua_push_function(L, diffable_lua_add_frames);
    int handler = lua_gettop(L);
    diffable_lua_push_function(L, diffable_lua_run_body);
    lua_pushlightuserdata(L, request);
    diffable_lua_push_subject_of_call(call, subject);
    if (lua_isnil(L, -1)) {
        lua_settop(L, call->top);
        return DIFFABLE_OK;
    }
    call->request = request;
    *call->nesting += 1;
    int result = lua_pcall(L, 2, results, handler);
    *call->nesting -= 1;
    call->request = NULL;
    if (result == LUA_OK) {
        if (!request->returned_message) {
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

diffable_status diffable_lua_run_source(const diffable_lua_source *source, lua_CFunction body,
    diffable_lua_request *request, int results, diffable_status failure)
{
    return run(*source->innermost, source, body, request, results, failure);
}

diffable_status diffable_lua_run_view(const diffable_lua_view *view, lua_CFunction body, diffable_lua_request *request)
{
    return run(*view->innermost, view, body, request, 0, DIFFABLE_ERROR_OUTPUT_FAILED);
}
