/*
 * host SCRIPT [ARGUMENTS]: runs a script as lua does, with an allocator that can be told to be unkind, and with
 * processes to be unkind in. It is compiled for any version of Lua: before 5.4, old_lua.lua has what scripts use. The
 * script finds what is here in the table `host`:
 *
 *   host.collect(on)                from now on every object that Lua makes comes after a full collection
 *   host.try(first, last, f, ...)   calls f while the requests for memory from the first to the last fail, counted from
 *   1;
 *                                   returns whether one did fail, and then what pcall returns
 *   host.fork(f, ...)               calls f in a process of its own, which closes the state behind it and ends with a
 *                                   status that is not 0 where f fails or memory of Lua's is left; returns that status
 *   host.random()                   a seed that differs from run to run host.made(f, ...)               how many
 *   tables, userdata and functions were made while f was called with these arguments host.state(text)
 *   runs a script in a state of its own, and closes that; whether it did not fail, and gave its memory back
 *   host.blocks()                   how many blocks of memory are in use that Lua has not made: those of the engine
 *
 * An allocator may not call Lua. It refuses instead: Lua then collects, and asks again.
 */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_CHILD = 120 /* seconds, also under valgrind */ };

#ifndef LUA_NUMTYPES
#define LUA_NUMTYPES (LUA_TTHREAD + 1)
#endif
#ifndef LUA_OK
#define LUA_OK 0
#endif

extern long blocks_in_use; /* see blocks.c */

static struct {
    size_t live;      /* bytes that Lua has */
    long blocks;      /* that they lie in */
    long requests;    /* for more memory, since the count began */
    long first, last; /* those that fail; none where `last` is 0 */
    bool has_failed;
    bool collects, has_refused;
    lua_Integer made[LUA_NUMTYPES]; /* objects by type */
} memory;

/* Whether a request for more is to be answered with NULL. */
static bool is_refused(const void *block, size_t old_size)
{
    memory.requests += 1;
    if (memory.requests >= memory.first && memory.requests <= memory.last) {
        memory.has_failed = true;
        return true;
    }
    /* Only for a new object Lua is sure to ask again: then the old size is its type. The buffers of lauxlib give up. */
    bool is_object = block == NULL && old_size != 0;
    memory.has_refused = memory.collects && is_object && !memory.has_refused;
    return memory.has_refused;
}

static void *allocate(void *user_data, void *block, size_t old_size, size_t new_size)
{
    (void)user_data;
    size_t held = block == NULL ? 0 : old_size;
    if (new_size == 0) {
        free(block);
        memory.live -= held;
        memory.blocks -= block != NULL;
        return NULL;
    }
    if (new_size > held && is_refused(block, old_size)) {
        return NULL;
    }
    void *moved = realloc(block, new_size);
    if (moved != NULL && block == NULL && old_size < LUA_NUMTYPES) {
        memory.made[old_size] += 1; /* Lua passes the type of a new object; 0 is for other memory */
    }
    if (moved != NULL) {
        memory.live += new_size - held;
        memory.blocks += block == NULL;
    }
    return moved;
}

static int collect(lua_State *L)
{
    memory.collects = lua_toboolean(L, 1);
    return 0;
}

/* (first, last, f, ...) */
static int try(lua_State *L)
{
    long first = luaL_checkinteger(L, 1), last = luaL_checkinteger(L, 2);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    memory.requests = 0;
    memory.has_failed = false;
    memory.first = first;
    memory.last = last;
    int status = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
    memory.last = 0;
    lua_pushboolean(L, memory.has_failed);
    lua_replace(L, 1);
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 2);
    return lua_gettop(L);
}

static int add_traceback(lua_State *L)
{
    lua_getglobal(L, "tostring");
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_getglobal(L, "debug");
    lua_getfield(L, -1, "traceback");
    lua_pushvalue(L, -3);
    lua_call(L, 1, 1);
    return 1;
}

/* Calls what is on the stack above `base`, and says on stderr where it fails. */
static int call(lua_State *L, int base)
{
    lua_pushcfunction(L, add_traceback);
    lua_insert(L, base);
    if (lua_pcall(L, lua_gettop(L) - base - 1, 0, base) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

/* What the loader keeps of libraries that were loaded takes fewer blocks. */
enum { OF_LOADER = 64 };

/* Closes the state, after which Lua and the engine must have given back everything. */
static int end(lua_State *L, int status)
{
    lua_close(L);
    if (memory.live != 0) {
        fprintf(stderr, "Lua has not given back %zu bytes\n", memory.live);
        return EXIT_FAILURE;
    }
    if (blocks_in_use > OF_LOADER) {
        fprintf(stderr, "the engine has not given back %ld blocks\n", blocks_in_use);
        return EXIT_FAILURE;
    }
    return status;
}

/* (f, ...) */
static int fork_and_call(lua_State *L)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        return luaL_error(L, "fork failed");
    }
    if (child == 0) {
        alarm(LONGEST_CHILD);
        lua_State *main_thread = L;
        exit(end(main_thread, call(L, 1)));
    }
    int status = 0;
    waitpid(child, &status, 0);
    lua_pushinteger(L, WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    return 1;
}

static int random_seed(lua_State *L)
{
    uint32_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) {
        return luaL_error(L, "no randomness");
    }
    lua_pushinteger(L, seed);
    return 1;
}

/* (f, ...) */
static int made(lua_State *L)
{
    static const int types[] = { LUA_TTABLE, LUA_TUSERDATA, LUA_TFUNCTION };
    memset(memory.made, 0, sizeof memory.made);
    lua_call(L, lua_gettop(L) - 1, 0);
    for (int i = 0; i < 3; i += 1) {
        lua_pushinteger(L, memory.made[types[i]]);
    }
    return 3;
}

static int blocks(lua_State *L)
{
    lua_pushinteger(L, blocks_in_use == 0 ? 0 : blocks_in_use - memory.blocks);
    return 1;
}

/* (text) */
static int run_state(lua_State *L)
{
    const char *text = luaL_checkstring(L, 1);
    size_t live = memory.live;
    lua_State *other = lua_newstate(allocate, NULL);
    luaL_openlibs(other);
    bool ok = luaL_loadstring(other, text) == LUA_OK && lua_pcall(other, 0, 0, 0) == LUA_OK;
    if (!ok) {
        fprintf(stderr, "%s\n", lua_tostring(other, -1));
    }
    lua_close(other);
    lua_pushboolean(L, ok && memory.live == live);
    return 1;
}

static const luaL_Reg functions[] = {
    { "collect", collect },
    { "try", try },
    { "fork", fork_and_call },
    { "random", random_seed },
    { "made", made },
    { "blocks", blocks },
    { "state", run_state },
    { NULL, NULL },
};

int main(int count, char *arguments[])
{
    if (count < 2) {
        fprintf(stderr, "usage: host SCRIPT [ARGUMENTS]\n");
        return EXIT_FAILURE;
    }
    lua_State *L = lua_newstate(allocate, NULL);
    if (L == NULL) {
        fprintf(stderr, "this Lua does not take an allocator\n");
        return EXIT_FAILURE;
    }
    luaL_openlibs(L);
    lua_newtable(L);
    for (const luaL_Reg *function = functions; function->name != NULL; function += 1) {
        lua_pushcfunction(L, function->func);
        lua_setfield(L, -2, function->name);
    }
    lua_setglobal(L, "host");
    if (luaL_loadstring(L, "if _VERSION < 'Lua 5.4' then require 'old_lua' end") != LUA_OK
        || call(L, 1) != EXIT_SUCCESS) {
        return EXIT_FAILURE;
    }
    lua_settop(L, 0);
    if (luaL_loadfile(L, arguments[1]) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        return EXIT_FAILURE;
    }
    for (int i = 2; i < count; i += 1) {
        lua_pushstring(L, arguments[i]);
    }
    return end(L, call(L, 1));
}
