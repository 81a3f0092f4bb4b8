/*
 * Calls into the engine that may call back, and the callbacks.
 *
 * An error may not leave through the engine's frames. So the user's function runs in a protected call, what
 * it raises is put into a slot of the frame of the Lua function that called the engine, the engine gets a
 * status and comes back normally, and only then is the very same value raised. Outside of the protected
 * call a callback does only what cannot raise: push functions, pointers and values that are there, set the
 * top. The room on the stack that this takes is reserved before the engine is called.
 */
#include <string.h>

#include "calls.h"

static const char traceback_mark[] = "\nstack traceback:\n";

void diffable_lua_reserve_stack(lua_State *L)
{
    luaL_checkstack(L, 2 * LUA_MINSTACK, "no room for callbacks");
}

void diffable_lua_begin_call(lua_State *L, int source, diffable_lua_call *call)
{
    diffable_lua_source *object = lua_touserdata(L, source);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_VIEW);
    diffable_lua_view *view = lua_touserdata(L, -1);
    lua_pushnil(L);
    memset(call, 0, sizeof *call);
    call->L = L;
    call->source = source;
    call->failure = lua_gettop(L);
    call->view = call->failure - 1;
    call->top = call->failure;
    call->outer_of_source = object->call;
    object->call = call;
    call->is_outermost = !object->busy;
    object->busy = true;
    if (view != NULL) {
        call->outer_of_view = view->call;
        view->call = call;
    }
}

void diffable_lua_end_call(diffable_lua_call *call, diffable_status status, diffable_error *error)
{
    lua_State *L = call->L;
    diffable_lua_source *object = lua_touserdata(L, call->source);
    diffable_lua_view *view = lua_touserdata(L, call->view);
    object->call = call->outer_of_source;
    if (view != NULL) {
        view->call = call->outer_of_view;
    }
    lua_settop(L, call->top);
    /* The engine reports the first failure. It is the kept one if it is of the kind that callbacks cause. */
    bool is_callbacks = status == DIFFABLE_ERROR_PROVIDER_FAILED || status == DIFFABLE_ERROR_CALLBACK_FAILED || status == DIFFABLE_ERROR_OUTPUT_FAILED;
    if (status == DIFFABLE_OK || (call->failed && is_callbacks)) {
        diffable_error_free(error);
    } else {
        diffable_lua_push_error(L, error);
        lua_replace(L, call->failure);
    }
    call->failed = status != DIFFABLE_OK;
    if (call->is_outermost) {
        diffable_lua_work_off_queue(call);
        object->busy = false;
    }
    if (call->failed) {
        lua_pushvalue(L, call->failure);
        lua_error(L);
    }
}

/* Where the traceback in a message begins, which may have zeros in front of it; NULL where there is none. */
static const char *find_traceback(const char *message, size_t size)
{
    const char *found = NULL;
    for (const char *end = message + size; found == NULL && message < end; message += strlen(message) + 1) {
        found = strstr(message, traceback_mark);
    }
    return found;
}

int diffable_lua_add_traceback(lua_State *L)
{
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TSTRING && find_traceback(lua_tostring(L, 1), lua_rawlen(L, 1)) == NULL) {
        lua_pushliteral(L, "\n");
        luaL_traceback(L, L, NULL, 1);
        lua_concat(L, 3);
    }
    return 1;
}

void diffable_lua_push_place(lua_State *L, const diffable_lua_request *request)
{
    if (request->kind == DIFFABLE_LUA_CELL) {
        diffable_lua_push_quoted_id(L, request->id);
        lua_pushfstring(L, "item %s at { section = %I, item = %I }", lua_tostring(L, -1),
            diffable_lua_index_to_lua(request->path.section), diffable_lua_index_to_lua(request->path.item));
        lua_remove(L, -2);
    } else {
        diffable_lua_push_quoted_id(L, request->id);
        lua_pushfstring(L, "section %s at %I", lua_tostring(L, -1), diffable_lua_index_to_lua(request->path.section));
        lua_remove(L, -2);
    }
}

static void push_callback_name(lua_State *L, const diffable_lua_request *request)
{
    switch (request->kind) {
    case DIFFABLE_LUA_CELL:
    case DIFFABLE_LUA_SUPPLEMENTARY:
        diffable_lua_push_place(L, request);
        lua_pushfstring(L, " (in the %s provider for %s)", request->kind == DIFFABLE_LUA_CELL ? "cell" : request->element, lua_tostring(L, -1));
        lua_remove(L, -2);
        break;
    case DIFFABLE_LUA_OBSERVER:
        lua_pushliteral(L, " (in an observer of applies)");
        break;
    case DIFFABLE_LUA_COMPLETION:
        lua_pushliteral(L, " (in the completion of an apply)");
        break;
    case DIFFABLE_LUA_WRITER:
        lua_pushliteral(L, " (in the writer of a view)");
        break;
    case DIFFABLE_LUA_ITEM_HANDLER:
    case DIFFABLE_LUA_CHILDREN_HANDLER:
        diffable_lua_push_quoted_id(L, request->id);
        lua_pushfstring(L, " (in %s for item %s)", request->element, lua_tostring(L, -1));
        lua_remove(L, -2);
        break;
    case DIFFABLE_LUA_TRANSACTION_HANDLER:
        lua_pushfstring(L, " (in %s)", request->element);
        break;
    }
}

/* (request, value): names the callback behind the message of a string, in front of its traceback. */
static int add_place(lua_State *L)
{
    const diffable_lua_request *request = lua_touserdata(L, 1);
    if (lua_type(L, 2) != LUA_TSTRING) {
        return 1;
    }
    size_t size;
    const char *message = lua_tolstring(L, 2, &size);
    const char *traceback = find_traceback(message, size);
    size_t length = traceback == NULL ? size : (size_t)(traceback - message);
    lua_pushlstring(L, message, length);
    push_callback_name(L, request);
    lua_pushlstring(L, message + length, size - length);
    lua_concat(L, 3);
    return 1;
}

/* Keeps the value on top of the stack if it is that of the first failure. */
static diffable_status fail(diffable_lua_call *call, diffable_status status)
{
    if (!call->failed) {
        call->failed = true;
        lua_replace(call->L, call->failure);
    }
    lua_settop(call->L, call->top);
    return status;
}

diffable_status diffable_lua_run(diffable_lua_call *call, lua_CFunction body, int subject, diffable_lua_request *request, int results, diffable_status failure)
{
    lua_State *L = call->L;
    lua_settop(L, call->top);
    request->failed = false;
    lua_pushcfunction(L, diffable_lua_add_traceback);
    int handler = lua_gettop(L);
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, request);
    lua_pushvalue(L, subject);
    if (lua_pcall(L, 2, results, handler) == LUA_OK) {
        if (!request->failed) {
            return DIFFABLE_OK;
        }
        lua_settop(L, handler + 1);
        return fail(call, failure);
    }
    lua_pushcfunction(L, add_place);
    lua_pushlightuserdata(L, request);
    lua_pushvalue(L, handler + 1);
    if (lua_pcall(L, 2, 1, 0) != LUA_OK) {
        lua_settop(L, handler + 1); /* no memory for more words: the message alone must do */
    }
    return fail(call, failure);
}
