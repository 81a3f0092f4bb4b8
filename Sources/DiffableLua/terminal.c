/*
 * Functions that the command adds to the module. diffable.run{ ... } shows a list on the terminal. Functions that write, read or wait first
 * play pending motion to its end. The command can watch the data sources that a script makes.
 *
 * The loop of diffable.run is here, and each step is a separate call into the engine. So no frame of the engine is on the stack when the
 * user's functions run, and their applies are performed immediately.
 */
#include "diffable_lua.h"
#include "sources.h"

enum { TERMINAL = 1, SOURCE, ON_KEY, ON_SELECT, ON_ACCESSORY, ON_SEARCH, NO_TRANSACTION, LAST = NO_TRANSACTION };

typedef diffable_status (*step)(diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/* The pointers in the event are valid until the next step. */
static diffable_event take(lua_State *L, step step)
{
    lua_settop(L, LAST);
    diffable_lua_reserve_stack(L);
    diffable_lua_tidy_source_contents(L, SOURCE); /* an item may be expanded, as by toggle_item */
    diffable_lua_check_source(L, SOURCE);
    const diffable_lua_object *terminal = lua_touserdata(L, TERMINAL);
    diffable_event event = DIFFABLE_EVENT_INIT;
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_begin_apply(L, SOURCE, 0, 0, &call);
    diffable_status status = step(terminal->engine, &event, &error);
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
    if (diffable_lua_is_string(L, -1, "handled")) {
        return HANDLED;
    }
    if (!diffable_lua_is_string(L, -1, "leave")) {
        diffable_lua_refuse(L, "\"handled\", \"leave\" or nothing expected as the result of %s, got %s", name, diffable_lua_push_escaped(L, -1));
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

static answer call_on_select(lua_State *L, const diffable_event *event)
{
    push_item_or_nil(L, event->item);
    return call(L, ON_SELECT, "on_select");
}

static answer call_on_accessory(lua_State *L, const diffable_event *event)
{
    push_item_or_nil(L, event->item);
    return call(L, ON_ACCESSORY, "on_accessory");
}

static answer call_on_search(lua_State *L, const diffable_event *event)
{
    lua_pushlstring(L, event->text.data, event->text.size);
    return call(L, ON_SEARCH, "on_search");
}

/* Waits for one event and handles it. */
static answer run_once(lua_State *L)
{
    diffable_event event = take(L, diffable_terminal_wait);
    if (event.kind == DIFFABLE_EVENT_SEARCH) {
        return call_on_search(L, &event);
    }
    if (event.kind == DIFFABLE_EVENT_KEY) {
        answer answer = call_on_key(L, &event);
        if (answer != GO_ON) {
            return answer;
        }
        event = take(L, diffable_terminal_perform);
    }
    if (event.kind == DIFFABLE_EVENT_SELECT) {
        return call_on_select(L, &event);
    }
    if (event.kind == DIFFABLE_EVENT_ACCESSORY) {
        return call_on_accessory(L, &event);
    }
    return event.kind == DIFFABLE_EVENT_LEAVE ? LEAVE : GO_ON;
}

/* (terminal, source, on_key, on_select, on_accessory, on_search, nil) */
static int run(lua_State *L)
{
    while (run_once(L) != LEAVE) {
    }
    return 0;
}

static void free_terminal(lua_State *L, void *engine, size_t size)
{
    (void)L, (void)size;
    diffable_terminal_free(engine);
}

/* Pushes the data source of the options at 1. */
static void push_source(lua_State *L)
{
    lua_pushliteral(L, "source");
    lua_rawget(L, 1);
    const diffable_lua_source *source = luaL_testudata(L, -1, diffable_lua_source_name);
    if (source == NULL) {
        diffable_lua_refuse(L, "option \"source\": data source expected, got %s", luaL_typename(L, -1));
    } else if (source->object.engine == NULL) {
        diffable_lua_refuse(L, "option \"source\": the data source is closed");
    } else if (source->busy) {
        diffable_lua_refuse(L, "option \"source\": the data source is in use; run it when its callback is over");
    }
}

/* diffable.run{ source = source, on_key = function(key, item) end, on_select = function(item) end, on_accessory = ..., on_search = function(text) end } */
static int run_list(lua_State *L)
{
    static const diffable_lua_type type = { diffable_lua_hidden_name, "terminal", sizeof(diffable_lua_object), 0, 0, free_terminal, NULL };
    static const char *const names[] = { "source", "on_key", "on_select", "on_accessory", "on_search", NULL };
    lua_settop(L, 1);
    diffable_lua_check_type(L, 1, LUA_TTABLE);
    diffable_lua_check_options(L, 1, names);
    lua_pushvalue(L, ID_FIELD);
    lua_pushvalue(L, CALL_NAME);
    lua_pushcclosure(L, run, DIFFABLE_LUA_UPVALUES);
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, diffable_lua_add_frames, 1);
    lua_insert(L, -2);
    diffable_lua_object *object = diffable_lua_push_object(L, &type, 0);
    push_source(L);
    diffable_lua_push_option(L, 1, "on_key", LUA_TFUNCTION);
    diffable_lua_push_option(L, 1, "on_select", LUA_TFUNCTION);
    diffable_terminal_options options = DIFFABLE_TERMINAL_OPTIONS_INIT;
    options.taps_accessories = diffable_lua_push_option(L, 1, "on_accessory", LUA_TFUNCTION);
    options.searches = diffable_lua_push_option(L, 1, "on_search", LUA_TFUNCTION);
    lua_pushnil(L);

    diffable_lua_source *source = lua_touserdata(L, -6);
    diffable_terminal *terminal = NULL;
    diffable_error *error = NULL;
    if (diffable_terminal_new(source->object.engine, &options, &terminal, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    diffable_lua_own(object, terminal);
    lua_pushvalue(L, 4);
    lua_replace(L, 1); /* kept beyond the call, to be released immediately */
    source->is_run = true;
    int status = lua_pcall(L, LAST, 0, 2);
    source->is_run = false;
    diffable_lua_release(L, object); // mutant: screen-not-restored
    return status == LUA_OK ? 0 : lua_error(L);
}

/* diffable.terminal_is_available() */
static int terminal_is_available(lua_State *L)
{
    lua_pushboolean(L, diffable_terminal_is_available());
    return 1;
}

/* Motion: functions of the standard library that write, read or wait are replaced by functions that first play pending motion to its end. */

static int original(lua_State *L)
{
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int settle_first(lua_State *L)
{
    diffable_motion_settle(NULL);
    return original(L);
}

/* The iterator that `lines` returns has upvalues, so it is called as a value. */
static int read_line(lua_State *L)
{
    diffable_motion_settle(NULL);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static int lines(lua_State *L)
{
    int count = original(L);
    int iterator = lua_gettop(L) - count + 1;
    lua_pushvalue(L, iterator);
    lua_pushcclosure(L, read_line, 1);
    lua_replace(L, iterator);
    return count;
}

/* Replaces the function `name` of the table on top, once. It has no upvalues. */
static void replace(lua_State *L, const char *name, lua_CFunction function)
{
    if (lua_getfield(L, -1, name) != LUA_TFUNCTION || lua_tocfunction(L, -1) == function) {
        lua_pop(L, 1);
        return;
    }
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
}

static void replace_all(lua_State *L, const char *const names[])
{
    for (int i = 0; names[i] != NULL; i += 1) {
        replace(L, names[i], settle_first);
    }
}

static void settle_before_output(lua_State *L)
{
    static const char *const globals[] = { "print", "warn", "dofile", "loadfile", NULL };
    static const char *const of_io[] = { "write", "read", "close", "popen", NULL };
    static const char *const of_files[] = { "write", "read", "close", "flush", NULL };
    static const char *const of_os[] = { "execute", "exit", NULL };
    lua_pushglobaltable(L);
    replace_all(L, globals);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    if (lua_getfield(L, -1, LUA_IOLIBNAME) == LUA_TTABLE) {
        replace_all(L, of_io);
        replace(L, "lines", lines);
    }
    if (lua_getfield(L, -2, LUA_OSLIBNAME) == LUA_TTABLE) {
        replace_all(L, of_os);
    }
    if (luaL_getmetatable(L, LUA_FILEHANDLE) == LUA_TTABLE && lua_getfield(L, -1, "__index") == LUA_TTABLE) {
        replace_all(L, of_files);
        replace(L, "lines", lines);
    }
    lua_settop(L, 0);
}

int luaopen_diffable_with_terminal(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "run", run_list },
        { "terminal_is_available", terminal_is_available },
        { NULL, NULL },
    };
    settle_before_output(L);
    luaopen_diffable(L);
    diffable_lua_set_functions(L, functions);
    return 1;
}

/* diffable.data_source{ ... } */
static int new_source(lua_State *L)
{
    const diffable_lua_watcher *watcher = lua_touserdata(L, lua_upvalueindex(DIFFABLE_LUA_UPVALUES + 1));
    diffable_lua_source_new(L);
    const diffable_lua_source *source = lua_touserdata(L, -1);
    watcher->watch(source->object.engine, watcher->user_data);
    return 1;
}

int diffable_lua_watch_data_sources(lua_State *L)
{
    static const luaL_Reg functions[] = { { "data_source", new_source }, { NULL, NULL } };
    lua_settop(L, 2);
    lua_pushliteral(L, "id");
    lua_pushstring(L, functions[0].name);
    lua_rotate(L, 2, 2);
    luaL_setfuncs(L, functions, DIFFABLE_LUA_UPVALUES + 1);
    return 0;
}
