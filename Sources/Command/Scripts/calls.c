#define _GNU_SOURCE // F_DUPFD_CLOEXEC
#include "command_lua.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "../../System/CLua/lua54.h"

// The message of an interruption.
#define INTERRUPTED "interrupted!"

// The state that SIGINT interrupts.
static lua_State *running;

static void stop(lua_State *L, lua_Debug *debug)
{
    (void)debug;
    lua_sethook(L, NULL, 0, 0);
    lua_pushstring(L, INTERRUPTED); // luaL_error would add the position of the caller, if that is a Lua function
    lua_error(L);
}

static void interrupt(int signal_number)
{
    signal(signal_number, SIG_DFL); // a second one ends the process
    lua_sethook(running, stop, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

// Runs at each return. Does nothing unless the function that returns is the outermost one and a chunk.
static void keep(lua_State *L, lua_Debug *debug)
{
    lua_Debug caller;
    int index = 1;
    if (lua_getstack(L, 1, &caller) || !lua_getinfo(L, "S", debug) || *debug->what != 'm') {
        return;
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    while (lua_getlocal(L, debug, index) != NULL) {
        lua_pop(L, 1);
        index += 1;
    }
    // From the last to the first: of locals with the same name, the last is the one in scope.
    while (index > 1) {
        const char *name = lua_getlocal(L, debug, index -= 1);
        lua_pushstring(L, name);
        if (*name == '(' || lua_rawget(L, -3) != LUA_TNIL) {
            lua_pop(L, 2);
        } else {
            lua_pop(L, 1);
            lua_pushstring(L, name);
            lua_insert(L, -2);
            lua_rawset(L, -3);
        }
    }
    lua_pop(L, 1);
}

void diffable_command_keep_locals(lua_State *L)
{
    lua_sethook(L, keep, LUA_MASKRET, 0);
}

int diffable_command_pcall(lua_State *L, int arguments, int results, int handler, void (*finish)(void))
{
    int status, base = lua_gettop(L) - arguments - 1;
    void (*before)(int);
    running = L;
    before = signal(SIGINT, interrupt);
    status = lua_pcall(L, arguments, results, handler);
    finish();
    signal(SIGINT, before);
    if (status == LUA_OK && lua_gethook(L) == stop) { // the signal came while `finish` ran
        status = LUA_ERRRUN;
        lua_settop(L, base);
        lua_pushstring(L, INTERRUPTED);
    }
    if (lua_gethook(L) == stop || lua_gethook(L) == keep) {
        lua_sethook(L, NULL, 0, 0);
    }
    return status;
}

FILE *diffable_command_divert_output(void)
{
    // Programs that a script starts do not inherit this descriptor.
    int events = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *stream = events < 0 ? NULL : fdopen(events, "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    // `stdout` now writes to standard error. It gets no buffer, as `stderr` has none, so that texts of both appear in
    // the order in which they were written.
    setvbuf(stdout, NULL, _IONBF, 0);
    return stream;
}

// All calls here may raise an error, except that of `escape`, which is written in Swift.
static int escaped(lua_State *L)
{
    diffable_command_escape escape = (diffable_command_escape)lua_touserdata(L, lua_upvalueindex(1));
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    bool is_quoted = lua_toboolean(L, 2);
    luaL_Buffer buffer;
    char *bytes = luaL_buffinitsize(L, &buffer, size * DIFFABLE_COMMAND_ESCAPE_SIZE);
    luaL_pushresultsize(&buffer, escape(text, size, is_quoted, bytes));
    return 1;
}

void diffable_command_push_escape(lua_State *L, diffable_command_escape escape)
{
    lua_pushlightuserdata(L, (void *)escape);
    lua_pushcclosure(L, escaped, 1);
}
