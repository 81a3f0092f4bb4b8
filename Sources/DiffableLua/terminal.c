/*
 * diffable.run{ ... }: a list on the terminal. The loop is here, and each step of it a call into the engine of its own:
 * no frame of the engine lies below the user's functions, and what they apply takes place at once.
 */
#include "calls.h"
#include "diffable_lua.h"
#include "motion.h"

enum { TERMINAL = 1, SOURCE, ON_KEY, ON_SELECT, ON_SEARCH, NO_TRANSACTION, LAST = NO_TRANSACTION };

typedef diffable_status (*step)(diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/* What a step tells stays until the next one. */
static diffable_event take(lua_State *L, step step)
{
    lua_settop(L, LAST);
    diffable_lua_reserve_stack(L);
    diffable_lua_tidy_source_contents(L, SOURCE); /* an item may be expanded, as by toggle_item */
    diffable_lua_check_source(L, SOURCE);
    diffable_lua_holder *holder = lua_touserdata(L, TERMINAL);
    diffable_event event = DIFFABLE_EVENT_INIT;
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, 0, &call);
    diffable_status status = step(holder->engine, &event, &error);
    diffable_lua_end_apply(&call, NO_TRANSACTION, status, error);
    lua_settop(L, LAST);
    return event;
}

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
    if (diffable_lua_says(L, -1, "handled")) {
        return HANDLED;
    }
    if (!diffable_lua_says(L, -1, "leave")) {
        luaL_error(L, "%s: \"handled\", \"leave\" or nothing expected as its result, got %s", name, diffable_lua_push_shown(L, -1));
    }
    return LEAVE;
}

static void push_item(lua_State *L, diffable_id item)
{
    if (item.kind == DIFFABLE_ID_NONE) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_item(L, item);
    }
}

static answer tell_key(lua_State *L, const diffable_event *event)
{
    lua_pushlstring(L, event->text.data, event->text.size);
    push_item(L, event->item);
    return call(L, ON_KEY, "on_key");
}

static answer tell_selection(lua_State *L, const diffable_event *event)
{
    push_item(L, event->item);
    return call(L, ON_SELECT, "on_select");
}

static answer tell_search(lua_State *L, const diffable_event *event)
{
    lua_pushlstring(L, event->text.data, event->text.size);
    return call(L, ON_SEARCH, "on_search");
}

/* Waits for one thing to happen and does what it means. */
static answer run_once(lua_State *L)
{
    diffable_event event = take(L, diffable_terminal_wait);
    if (event.kind == DIFFABLE_EVENT_SEARCH) {
        return tell_search(L, &event);
    }
    if (event.kind == DIFFABLE_EVENT_KEY) {
        answer answer = tell_key(L, &event);
        if (answer != GO_ON) {
            return answer;
        }
        event = take(L, diffable_terminal_perform);
    }
    if (event.kind == DIFFABLE_EVENT_SELECT) {
        return tell_selection(L, &event);
    }
    return event.kind == DIFFABLE_EVENT_LEAVE ? LEAVE : GO_ON;
}

/* (terminal, source, on_key, on_select, on_search, nil) */
static int run(lua_State *L)
{
    while (run_once(L) != LEAVE) {
    }
    return 0;
}

static void free_terminal(void *terminal)
{
    diffable_terminal_free(terminal);
}

/* Pushes the data source of the options at 1. */
static void push_source(lua_State *L)
{
    lua_pushliteral(L, "source");
    lua_rawget(L, 1);
    const diffable_lua_source *source = luaL_testudata(L, -1, DIFFABLE_LUA_DATA_SOURCE);
    if (source == NULL) {
        luaL_argerror(L, 1, lua_pushfstring(L, "option 'source': data source expected, got %s", luaL_typename(L, -1)));
    }
    luaL_argcheck(L, source->engine != NULL, 1, "option 'source': data source is closed");
    luaL_argcheck(L, !source->busy, 1, "option 'source': data source is in use: run it when its callback is over");
}

/* diffable.run{ source = source, on_key = function(key, item) end, on_select = function(item) end, on_search = function(text) end } */
static int run_list(lua_State *L)
{
    static const char *const options_there_are[] = { "source", "on_key", "on_select", "on_search", NULL };
    lua_settop(L, 1);
    luaL_checktype(L, 1, LUA_TTABLE);
    diffable_lua_check_options(L, 1, options_there_are);
    lua_pushcfunction(L, diffable_lua_add_traceback);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, run, 1);
    diffable_lua_holder *holder = diffable_lua_push_holder(L, free_terminal);
    push_source(L);
    diffable_lua_push_option(L, 1, "on_key", LUA_TFUNCTION);
    diffable_lua_push_option(L, 1, "on_select", LUA_TFUNCTION);
    diffable_terminal_options options = DIFFABLE_TERMINAL_OPTIONS_INIT;
    options.searches = diffable_lua_push_option(L, 1, "on_search", LUA_TFUNCTION);
    lua_pushnil(L);

    const diffable_lua_source *source = lua_touserdata(L, -5);
    diffable_terminal *terminal = NULL;
    diffable_error *error = NULL;
    if (diffable_terminal_new(source->engine, &options, &terminal, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    holder->engine = terminal;
    lua_pushvalue(L, 4);
    lua_replace(L, 1); /* kept beyond the call, to be emptied at once */
    int status = lua_pcall(L, LAST, 0, 2);
    diffable_lua_empty_holder(holder);
    return status == LUA_OK ? 0 : lua_error(L);
}

/* diffable.terminal_is_available() */
static int terminal_is_available(lua_State *L)
{
    lua_pushboolean(L, diffable_terminal_is_available());
    return 1;
}

int luaopen_diffable_with_terminal(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "run", run_list },
        { "terminal_is_available", terminal_is_available },
        { NULL, NULL },
    };
    diffable_lua_settle_before_output(L);
    luaopen_diffable(L);
    diffable_lua_set_functions(L, functions);
    return 1;
}
