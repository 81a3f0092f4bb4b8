/*
 * What `diffable watch` reads, made by libFuzzer. The first bytes choose options and where chunks end, the others are
 * standard input. The program runs twice, with other chunks; harness.lua says what must hold.
 */
#include <lauxlib.h>
#include <lualib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "watch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size);
const char *__asan_default_options(void);

/* Speed: Lua allocates much. */
const char *__asan_default_options(void)
{
    return "malloc_context_size=2:quarantine_size_mb=1:thread_local_quarantine_size_kb=256:detect_stack_use_after_"
           "return=0:max_malloc_fill_size=0";
}

/* What is left of the input, and the greatest size of its next chunks. */
static const uint8_t *next, *end;
static size_t chunk;

/* Takes the place of read(2) in the program: it reads standard input only. */
ssize_t __wrap_read(int descriptor, void *bytes, size_t size)
{
    (void)descriptor;
    size_t taken = (size_t)(end - next);
    taken = taken < chunk ? taken : chunk;
    taken = taken < size ? taken : size;
    memcpy(bytes, next, taken);
    next += taken;
    return (ssize_t)taken;
}

/* input(text, size): text is standard input from now on, in chunks of this size. */
static int set_input(lua_State *L)
{
    size_t size;
    next = (const uint8_t *)luaL_checklstring(L, 1, &size);
    end = next + size;
    chunk = (size_t)luaL_checkinteger(L, 2);
    lua_settop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "input"); /* keeps the text */
    return 0;
}

/* functions(): a new table with what the Lua files of the program get from C. */
static int functions(lua_State *L)
{
    lua_newtable(L);
    diffable_watch_add_json(L);
    diffable_watch_add_processes(L);
    return 1;
}

static _Noreturn void give_up(lua_State *L)
{
    fprintf(stderr, "%s\n", luaL_tolstring(L, -1, NULL));
    abort();
}

/* A state with harness.lua, whose function takes the bytes of an input. */
static lua_State *start(void)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_pushcfunction(L, functions);
    lua_setglobal(L, "functions");
    lua_pushcfunction(L, set_input);
    lua_setglobal(L, "input");
    if (luaL_loadfile(L, "Tests/Fuzz/Watch/harness.lua") != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK) {
        give_up(L);
    }
    return L;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lua_State *L;
    static int count;
    L = L == NULL ? start() : L;
    lua_pushvalue(L, 1);
    lua_pushlstring(L, (const char *)data, size);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        give_up(L);
    }
    /* A new state now and then, so that what a state leaks is found. */
    count += 1;
    if (count % 5000 == 0) {
        lua_close(L);
        L = NULL;
    }
    return 0;
}
