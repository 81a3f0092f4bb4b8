/*
 * diffable.run{ ... } shows a list on the terminal. If one of its functions raises an error, the message is shown on
 * the last line of the screen, and the list goes on.
 */
#include <string.h>

#include "../DataSources/sources.h"

/* Its address is the registry key of the running list. */
static const char running_list;

/* (error, list): shows the error on the last line of the screen. */
static int show_error(lua_State *L)
{
    const diffable_lua_shown_list *run = lua_touserdata(L, 2);
    size_t size;
    const char *text = luaL_tolstring(L, 1, &size);
    diffable_lua_ignore(diffable_terminal_set_status(run->object.engine, text, size, NULL));
    return 0;
}

/* Pops the error on top of the stack, and shows it. */
static void pop_and_show_error(lua_State *L, const diffable_lua_shown_list *run, int list)
{
    static const char unknown[] = "(an error without a message)";
    lua_pushcfunction(L, show_error);
    lua_insert(L, -2);
    lua_pushvalue(L, list);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
        lua_pop(L, 1);
        diffable_lua_ignore(diffable_terminal_set_status(run->object.engine, unknown, strlen(unknown), NULL));
    }
}

/* Options */

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
    } else if (source->call != NULL) {
        diffable_lua_refuse(L, "option \"source\": the data source is in use; run it when its callback is over");
    }
}

/* Pushes on_tick, and returns its interval in milliseconds; 0 for none. */
static int64_t push_tick(lua_State *L)
{
    enum { SECONDS_LIMIT = 2000000 };
    bool has_function = diffable_lua_push_option(L, 1, "on_tick", LUA_TFUNCTION);
    bool has_interval = diffable_lua_push_option(L, 1, "interval", LUA_TNUMBER);
    lua_Number seconds = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (has_function != has_interval) {
        diffable_lua_refuse(L, "option \"%s\" needs \"%s\"", has_function ? "on_tick" : "interval",
            has_function ? "interval" : "on_tick");
    }
    if (!has_interval) {
        return 0;
    }
    if (!(seconds > 0 && seconds <= SECONDS_LIMIT)) {
        diffable_lua_refuse(
            L, "option \"interval\": seconds expected, more than 0 and at most 2,000,000, got %f", seconds);
    }
    return seconds < 0.001 ? 1 : (int64_t)(seconds * 1000);
}

/* Pushes on_input and watch. */
static void push_input(lua_State *L)
{
    bool has_function = diffable_lua_push_option(L, 1, "on_input", LUA_TFUNCTION);
    lua_pushliteral(L, "watch");
    bool has_file = lua_rawget(L, 1) != LUA_TNIL;
    if (has_function != has_file) {
        diffable_lua_refuse(
            L, "option \"%s\" needs \"%s\"", has_function ? "on_input" : "watch", has_function ? "watch" : "on_input");
    }
    if (!diffable_lua_has_type(L, -1, LUA_TFUNCTION)) {
        diffable_lua_to_descriptor(L, lua_gettop(L));
    }
}

/* Reads the options for what the list shows besides its rows. The texts are borrowed from the table of options. */
static void read_lines(lua_State *L, diffable_terminal_options *options)
{
    options->hides_hints = diffable_lua_push_option(L, 1, "hints", LUA_TBOOLEAN) && !lua_toboolean(L, -1);
    options->shows_old = diffable_lua_push_option(L, 1, "shows_old", LUA_TBOOLEAN) && lua_toboolean(L, -1);
    diffable_lua_push_option(L, 1, "title", LUA_TSTRING);
    options->title.data = lua_tolstring(L, -1, &options->title.size);
    diffable_lua_push_option(L, 1, "footer", LUA_TSTRING);
    options->footer.data = lua_tolstring(L, -1, &options->footer.size);
    diffable_lua_push_option(L, 1, "prompt", LUA_TSTRING);
    options->prompt.data = lua_tolstring(L, -1, &options->prompt.size);
    diffable_lua_push_option(L, 1, "keys", LUA_TSTRING);
    options->keys.data = lua_tolstring(L, -1, &options->keys.size);
    lua_pop(L, 6);
}

/* Sets the list that diffable.set_status and diffable.set_title are about. */
static void set_running_list(lua_State *L, int index)
{
    lua_pushvalue(L, index);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &running_list);
}

static void free_terminal(lua_State *L, void *engine, size_t size)
{
    (void)L, (void)size;
    diffable_terminal_free(engine);
}

/* The stack of diffable.run. The arguments of the loop begin at FIRST. */
enum { OPTIONS = 1, HANDLER, LOOP, FIRST };

/* Runs the loop. If it fails, returns false, with the error on top of the stack. */
static bool run_loop(lua_State *L)
{
    for (int index = LOOP; index < FIRST + DIFFABLE_LUA_RUN_LAST; index += 1) {
        lua_pushvalue(L, index);
    }
    return lua_pcall(L, DIFFABLE_LUA_RUN_LAST, 0, HANDLER) == LUA_OK;
}

/* diffable.run{ source = source, on_key = function(key, item) end, ... } */
int diffable_lua_run_list(lua_State *L)
{
    static const diffable_lua_type type = { diffable_lua_hidden_name, "terminal", sizeof(diffable_lua_shown_list), 0, 0,
        free_terminal, NULL };
    static const char *const names[] = {
        "source",
        "on_key",
        "on_select",
        "on_accessory",
        "on_search",
        "on_tick",
        "interval",
        "on_input",
        "watch",
        "preview",
        "multiple",
        "hints",
        "keys",
        "shows_old",
        "title",
        "footer",
        "prompt",
        NULL,
    };
    lua_settop(L, OPTIONS);
    diffable_lua_check_type(L, OPTIONS, LUA_TTABLE);
    diffable_lua_check_options(L, OPTIONS, names);
    lua_pushvalue(L, ID_FIELD);
    lua_pushvalue(L, CALL_NAME);
    lua_pushcclosure(L, diffable_lua_run_loop, DIFFABLE_LUA_UPVALUES);
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, diffable_lua_add_frames, 1);
    lua_insert(L, HANDLER);
    diffable_lua_shown_list *run = (diffable_lua_shown_list *)diffable_lua_push_object(L, &type, 0);
    run->watched = -1;
    run->failed_waits = 1; /* so the error is raised if even the first wait fails */
    push_source(L);
    diffable_lua_source *source = lua_touserdata(L, -1);
    diffable_lua_push_option(L, 1, "on_key", LUA_TFUNCTION);
    diffable_terminal_options options = DIFFABLE_TERMINAL_OPTIONS_INIT;
    read_lines(L, &options);
    options.multiple = run->is_multiple = diffable_lua_push_option(L, 1, "multiple", LUA_TBOOLEAN)
        && lua_toboolean(L, -1);
    lua_pop(L, 1);
    options.ignores_select = !diffable_lua_push_option(L, 1, "on_select", LUA_TFUNCTION);
    options.taps_accessories = diffable_lua_push_option(L, 1, "on_accessory", LUA_TFUNCTION);
    options.searches = diffable_lua_push_option(L, 1, "on_search", LUA_TFUNCTION);
    int64_t interval = push_tick(L);
    push_input(L);
    options.previews = diffable_lua_push_option(L, 1, "preview", LUA_TFUNCTION);
    lua_pushnil(L);
    luaL_checkstack(L, 2 * DIFFABLE_LUA_RUN_LAST, NULL);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &running_list);
    int outer = lua_gettop(L);
    set_running_list(L, FIRST);

    diffable_terminal *terminal = NULL;
    diffable_error *error = NULL;
    if (diffable_terminal_new(source->object.engine, &options, &terminal, &error) != DIFFABLE_OK) {
        set_running_list(L, outer); /* the list that was running before, if any */
        return diffable_lua_raise(L, error);
    }
    diffable_lua_attach_engine(&run->object, terminal);
    diffable_lua_ignore(diffable_terminal_set_interval(terminal, interval, NULL));
    source->is_shown_by_run = true;
    bool has_failed;
    while ((has_failed = !run_loop(L)) && run->failed_waits < 2) {
        pop_and_show_error(L, run, FIRST);
    }
    source->is_shown_by_run = false;
    set_running_list(L, outer);
    diffable_lua_release(L, &run->object);
    if (run->is_interrupted) {
        lua_pushliteral(L, "interrupted");
        return lua_error(L);
    }
    return has_failed ? lua_error(L) : 0;
}

/* Sets a text of the running list, or removes it. */
static int set_line(lua_State *L, diffable_status (*set)(diffable_terminal *, const char *, size_t, diffable_error **))
{
    lua_settop(L, 1);
    if (!lua_isnil(L, 1)) {
        diffable_lua_check_type(L, 1, LUA_TSTRING);
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &running_list);
    const diffable_lua_shown_list *run = lua_touserdata(L, -1);
    if (run == NULL || run->object.engine == NULL) {
        return diffable_lua_refuse(L, "no list is shown; diffable.run shows one");
    }
    size_t size = 0;
    const char *text = lua_tolstring(L, 1, &size);
    diffable_lua_ignore(set(run->object.engine, text, size, NULL));
    return 0;
}

/* diffable.set_status([text]) */
int diffable_lua_set_status(lua_State *L)
{
    return set_line(L, diffable_terminal_set_status);
}

/* diffable.set_title([text]) */
int diffable_lua_set_title(lua_State *L)
{
    return set_line(L, diffable_terminal_set_title);
}

/* diffable.terminal_is_available() */
int diffable_lua_terminal_is_available(lua_State *L)
{
    lua_pushboolean(L, diffable_terminal_is_available());
    return 1;
}
