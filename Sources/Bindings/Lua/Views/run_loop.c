/*
 * The loop of a list on the terminal: waits for events, and calls the user's functions.
 *
 * Each step is a separate call into the engine. So no frame of the engine is on the stack when the user's functions
 * run, and their applies are performed immediately.
 */
#define _POSIX_C_SOURCE 200809L /* fileno */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "../DataSources/sources.h"

enum {
    TERMINAL = DIFFABLE_LUA_RUN_TERMINAL,
    SOURCE,
    ON_KEY,
    ON_SELECT,
    ON_ACCESSORY,
    ON_SEARCH,
    ON_TICK,
    ON_INPUT,
    WATCH,
    PREVIEW,
    NO_TRANSACTION,
    LAST = DIFFABLE_LUA_RUN_LAST
};

/* Steps */

typedef diffable_status (*step)(diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/* Performs a step, and returns its event. The pointers in the event are valid until the next step. */
static diffable_event perform_step(lua_State *L, step step)
{
    lua_settop(L, LAST);
    diffable_lua_reserve_stack(L);
    diffable_lua_check_source(L, SOURCE);
    const diffable_lua_shown_list *run = lua_touserdata(L, TERMINAL);
    diffable_event event = DIFFABLE_EVENT_INIT;
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_begin_call(L, SOURCE, &call);
    diffable_status status = step(run->object.engine, &event, &error);
    diffable_lua_end_apply(&call, NO_TRANSACTION, status, error);
    lua_settop(L, LAST);
    return event;
}

int diffable_lua_to_descriptor(lua_State *L, int index)
{
    int is_integer;
    lua_Integer number = lua_tointegerx(L, index, &is_integer);
    const luaL_Stream *stream = luaL_testudata(L, index, LUA_FILEHANDLE);
    if (stream != NULL && stream->closef != NULL) {
        return fileno(stream->f);
    }
    if (lua_type(L, index) == LUA_TNUMBER && is_integer && number >= 0 && number <= INT_MAX) {
        return (int)number;
    }
    if (!lua_isnil(L, index)) {
        const char *got = stream != NULL ? "a closed file" : diffable_lua_push_escaped(L, index);
        diffable_lua_refuse(L,
            "option \"watch\": open file, file descriptor, or a function that returns one or nothing expected, got %s",
            got);
    }
    return -1;
}

static int watched_descriptor(lua_State *L, const diffable_lua_shown_list *run)
{
    lua_settop(L, LAST);
    if (!diffable_lua_has_type(L, WATCH, LUA_TFUNCTION)) {
        return run->has_input_ended ? -1 : diffable_lua_to_descriptor(L, WATCH);
    }
    lua_pushvalue(L, WATCH);
    lua_call(L, 0, 1);
    return diffable_lua_to_descriptor(L, -1);
}

/*
 * Makes ^C end only the run. A host such as lua or the command sets a debug hook when the signal arrives. The hook
 * would raise an error, so it is removed.
 */
static void take_interruption(lua_State *L, diffable_lua_shown_list *run)
{
    run->is_interrupted = true;
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_sethook(lua_tothread(L, -1), NULL, 0, 0);
    lua_sethook(L, NULL, 0, 0);
    lua_pop(L, 1);
}

static diffable_event wait_for_event(lua_State *L, diffable_lua_shown_list *run)
{
    run->failed_waits += 1;
    run->watched = watched_descriptor(L, run);
    diffable_lua_ignore(diffable_terminal_watch(run->object.engine, run->watched, NULL));
    diffable_event event = perform_step(L, diffable_terminal_wait);
    run->failed_waits = 0;
    if (event.kind == DIFFABLE_EVENT_LEAVE && event.text.size == strlen("signal")
        && memcmp(event.text.data, "signal", event.text.size) == 0) {
        take_interruption(L, run);
    }
    return event;
}

/* The user's functions */

typedef enum answer { GO_ON, HANDLED, LEAVE } answer;

/* Calls the function `name` at `index`, if there is one, with the values above LAST. */
static answer call(lua_State *L, int index, const char *name)
{
    if (lua_isnil(L, index)) {
        return GO_ON;
    }
    lua_pushvalue(L, index);
    lua_insert(L, LAST + 1);
    lua_call(L, lua_gettop(L) - LAST - 1, 1);
    if (lua_isnil(L, -1)) {
        return GO_ON;
    }
    if (diffable_lua_is_string(L, -1, "handled")) {
        return HANDLED;
    }
    if (!diffable_lua_is_string(L, -1, "leave")) {
        diffable_lua_refuse(L, "\"handled\", \"leave\" or nothing expected as the result of %s, got %s", name,
            diffable_lua_push_escaped(L, -1));
    }
    return LEAVE;
}

static void push_item_or_nil(lua_State *L, diffable_id item)
{
    if (item.kind == DIFFABLE_ID_NONE) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_item(L, SOURCE, item);
    }
}

static answer call_on_key(lua_State *L, const diffable_event *event)
{
    lua_pushlstring(L, event->text.data, event->text.size);
    push_item_or_nil(L, event->item);
    return call(L, ON_KEY, "on_key");
}

/* Pushes the items that were chosen, as an array. */
static void push_items(lua_State *L, const diffable_event *event)
{
    lua_createtable(L, (int)event->item_count, 0);
    for (size_t i = 0; i < event->item_count; i += 1) {
        diffable_lua_push_item(L, SOURCE, event->items[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static answer call_on_select(lua_State *L, const diffable_event *event)
{
    const diffable_lua_shown_list *run = lua_touserdata(L, TERMINAL);
    if (run->is_multiple) {
        push_items(L, event);
    } else {
        push_item_or_nil(L, event->item);
    }
    return call(L, ON_SELECT, "on_select");
}

static answer call_on_accessory(lua_State *L, const diffable_event *event)
{
    push_item_or_nil(L, event->item);
    return call(L, ON_ACCESSORY, "on_accessory");
}

static answer call_on_tick(lua_State *L)
{
    return call(L, ON_TICK, "on_tick");
}

static answer call_on_search(lua_State *L, const diffable_event *event)
{
    lua_pushlstring(L, event->text.data, event->text.size);
    return call(L, ON_SEARCH, "on_search");
}

/* Shows the text that preview returns for the selected item. */
static answer call_preview(lua_State *L, const diffable_event *event)
{
    const diffable_lua_shown_list *run = lua_touserdata(L, TERMINAL);
    lua_pushvalue(L, PREVIEW);
    push_item_or_nil(L, event->item);
    lua_call(L, 1, 1);
    if (!lua_isnil(L, -1) && !diffable_lua_has_type(L, -1, LUA_TSTRING)) {
        diffable_lua_refuse(
            L, "string or nothing expected as the result of preview, got %s", diffable_lua_push_escaped(L, -1));
    }
    size_t size = 0;
    const char *text = lua_tolstring(L, -1, &size);
    diffable_lua_ignore(diffable_terminal_set_preview(run->object.engine, text, size, NULL));
    return GO_ON;
}

/*
 * Calls on_input with the bytes that can be read. At the end of the file, calls it with nil; if reading fails, with nil
 * and the error message.
 */
static answer call_on_input(lua_State *L, diffable_lua_shown_list *run)
{
    char bytes[65536];
    ssize_t count = read(run->watched, bytes, sizeof bytes);
    int error = errno;
    if (count < 0 && (error == EINTR || error == EAGAIN)) {
        return GO_ON;
    }
    lua_settop(L, LAST);
    if (count > 0) {
        lua_pushlstring(L, bytes, (size_t)count);
    } else {
        run->has_input_ended = true;
        lua_pushnil(L);
    }
    if (count < 0) {
        lua_pushstring(L, strerror(error));
    }
    return call(L, ON_INPUT, "on_input");
}

/* The loop */

/* Waits for one event and handles it. */
static answer run_once(lua_State *L)
{
    diffable_lua_shown_list *run = lua_touserdata(L, TERMINAL);
    diffable_event event = wait_for_event(L, run);
    if (event.kind == DIFFABLE_EVENT_KEY) {
        answer answer = call_on_key(L, &event);
        if (answer != GO_ON) {
            return answer;
        }
        event = perform_step(L, diffable_terminal_perform);
    }
    switch (event.kind) {
    case DIFFABLE_EVENT_SELECT: return call_on_select(L, &event);
    case DIFFABLE_EVENT_ACCESSORY: return call_on_accessory(L, &event);
    case DIFFABLE_EVENT_SEARCH: return call_on_search(L, &event);
    case DIFFABLE_EVENT_TICK: return call_on_tick(L);
    case DIFFABLE_EVENT_INPUT: return call_on_input(L, run);
    case DIFFABLE_EVENT_PREVIEW: return call_preview(L, &event);
    case DIFFABLE_EVENT_LEAVE: return LEAVE;
    default: return GO_ON;
    }
}

int diffable_lua_run_loop(lua_State *L)
{
    while (run_once(L) != LEAVE) {}
    return 0;
}
