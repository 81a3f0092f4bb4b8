/* States of Lua for the page. Lists are written as the events of docs/ndjson.md, unless a script sets another view. */
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <lauxlib.h>
#include <lualib.h>

#include "diffable.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The kinds of output that a run passes to the page. The order is that of the names in lua.js. */
enum output { PRINTED, EVENTS, VALUE, ERROR };

__attribute__((import_module("diffable"), import_name("lua"))) void page_lua(
    int32_t output, const char *bytes, size_t size);

int luaopen_diffable(lua_State *L);

void diffable_web_lua_print(const char *bytes, size_t size)
{
    page_lua(PRINTED, bytes, size);
}

/* A page has no standard output. Views that would write there pass their text to the page instead. */
static diffable_status write_output(const char *bytes, size_t size, void *output)
{
    page_lua((int32_t)(intptr_t)output, bytes, size);
    return DIFFABLE_OK;
}

diffable_status diffable_stdout_text_view_new(
    const diffable_text_view_options *options, diffable_view **view, diffable_error **error)
{
    return diffable_text_view_new(options, write_output, (void *)PRINTED, NULL, view, error);
}

diffable_status diffable_stdout_ndjson_view_new(
    const diffable_ndjson_view_options *options, diffable_view **view, diffable_error **error)
{
    return diffable_ndjson_view_new(options, write_output, (void *)EVENTS, NULL, view, error);
}

/* Lua seeds its hashes with the time, and the libc of WASI has no processor time. */
clock_t clock(void)
{
    return -1;
}

/* require(name): returns a module that is loaded already. There are no files to load others from. */
static int require(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    if (lua_getfield(L, -1, name) == LUA_TNIL) {
        return luaL_error(L, "module '%s' is not in the page", name);
    }
    return 1;
}

static int open_modules(lua_State *L)
{
    static const luaL_Reg modules[] = {
        { LUA_GNAME, luaopen_base },
        { LUA_COLIBNAME, luaopen_coroutine },
        { LUA_TABLIBNAME, luaopen_table },
        { LUA_STRLIBNAME, luaopen_string },
        { LUA_MATHLIBNAME, luaopen_math },
        { LUA_UTF8LIBNAME, luaopen_utf8 },
        { "diffable", luaopen_diffable },
    };
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i += 1) {
        luaL_requiref(L, modules[i].name, modules[i].func, true);
        lua_pop(L, 1);
    }
    lua_register(L, "require", require);
    lua_pushnil(L);
    lua_setglobal(L, "dofile");
    lua_pushnil(L);
    lua_setglobal(L, "loadfile");
    if (luaL_dostring(L, "diffable.set_default_view(diffable.ndjson_view())")) {
        return lua_error(L);
    }
    return 0;
}

/* Returns a new state, or NULL if there is no memory. */
lua_State *EXPORT(diffable_web_lua_new)(void)
{
    lua_State *L = luaL_newstate();
    if (L == NULL) {
        return NULL;
    }
    lua_pushcfunction(L, open_modules);
    if (lua_pcall(L, 0, 0, 0) != LUA_OK) {
        lua_close(L);
        return NULL;
    }
    return L;
}

void EXPORT(diffable_web_lua_close)(lua_State *L)
{
    lua_close(L);
}

/* Passes a value to the page as text. */
static void show(lua_State *L, int index, enum output output)
{
    size_t size;
    const char *text = luaL_tolstring(L, index, &size);
    page_lua(output, text, size);
    lua_pop(L, 1);
}

static int show_error(lua_State *L)
{
    show(L, 1, ERROR);
    return 0;
}

struct code {
    const char *bytes;
    size_t size;
};

/* Runs a script. An expression is run as if `return` were before it. */
static int run_code(lua_State *L)
{
    const struct code *code = lua_touserdata(L, 1);
    lua_pushliteral(L, "return ");
    lua_pushlstring(L, code->bytes, code->size);
    lua_concat(L, 2);
    size_t size;
    const char *expression = lua_tolstring(L, -1, &size);
    if (luaL_loadbufferx(L, expression, size, "=script", "t") != LUA_OK
        && luaL_loadbufferx(L, code->bytes, code->size, "=script", "t") != LUA_OK) {
        return lua_error(L);
    }
    int base = lua_gettop(L);
    lua_call(L, 0, LUA_MULTRET);
    for (int index = base; index <= lua_gettop(L); index += 1) {
        show(L, index, VALUE);
    }
    return 0;
}

/* The page is not drawn while a script runs, so a script is stopped after this many instructions. They take a few
   seconds. */
enum { INSTRUCTIONS = 200000000 };

static void stop(lua_State *L, lua_Debug *activation)
{
    (void)activation;
    luaL_error(L, "stopped after %d instructions", INSTRUCTIONS);
}

/* Runs a script or an expression. Passes its values or its error to the page. */
void EXPORT(diffable_web_lua_run)(lua_State *L, const char *bytes, size_t size)
{
    struct code code = { bytes, size };
    lua_sethook(L, stop, LUA_MASKCOUNT, INSTRUCTIONS);
    lua_pushcfunction(L, run_code);
    lua_pushlightuserdata(L, &code);
    if (lua_pcall(L, 1, 0, 0) == LUA_OK) {
        return;
    }
    lua_pushcfunction(L, show_error);
    lua_insert(L, -2);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        static const char text[] = "an error that cannot be shown";
        page_lua(ERROR, text, sizeof text - 1);
        lua_pop(L, 1);
    }
}
