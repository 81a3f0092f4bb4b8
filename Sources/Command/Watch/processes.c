// Functions that the standard library of Lua lacks: reads that return as soon as there are bytes, commands whose output
// is read from a descriptor, clocks, and signals.
#include "watch.h"

#include <CProcess.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int fail(lua_State *L, int number)
{
    lua_pushnil(L);
    lua_pushstring(L, strerror(number));
    return 2;
}

// read(descriptor): waits for the first byte, and returns the bytes that are there. Returns "" at the end, or nil and a
// message if reading fails.
static int read_some(lua_State *L)
{
    static char buffer[65536];
    const int descriptor = (int)luaL_checkinteger(L, 1);
    const ssize_t size = process_read(descriptor, buffer, sizeof buffer);
    if (size < 0) {
        return fail(L, errno);
    }
    lua_pushlstring(L, buffer, (size_t)size);
    return 1;
}

// can_be_read(descriptor, seconds): waits up to `seconds` until `read` would not block: there are bytes, or the input
// has ended. Returns false if the time runs out first.
static int can_be_read(lua_State *L)
{
    const lua_Number seconds = luaL_checknumber(L, 2);
    const int milliseconds = seconds <= 0 ? 0 : seconds > 1e6 ? 1000000000 : (int)(seconds * 1000) + 1;
    lua_pushboolean(L, process_can_read((int)luaL_checkinteger(L, 1), milliseconds));
    return 1;
}

// close(descriptor)
static int close_descriptor(lua_State *L)
{
    close((int)luaL_checkinteger(L, 1));
    return 0;
}

// last_line(descriptor): returns the last nonblank line of a file. Reads only the last 1,000 bytes.
static int last_line(lua_State *L)
{
    char line[1000];
    lua_pushlstring(L, line, process_last_line((int)luaL_checkinteger(L, 1), line, sizeof line));
    return 1;
}

// Returns the arguments of a command, from the table at 1, as an array that Lua owns.
static char **arguments(lua_State *L)
{
    const size_t count = lua_rawlen(L, 1);
    char **list = lua_newuserdatauv(L, (count + 1) * sizeof *list, 0);
    luaL_checkstack(L, (int)count + LUA_MINSTACK, "too many arguments");
    for (size_t i = 0; i < count; i += 1) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        list[i] = (char *)luaL_checkstring(L, -1);
    }
    list[count] = NULL;
    return list;
}

// The process id of the running command, which is also the id of its process group. 0 if no command is running.
static volatile sig_atomic_t running;

// start(arguments, keeps_errors): starts a command without input, in a process group of its own. Returns its process
// id, the descriptor of its output and, if `keeps_errors`, the descriptor of a file that receives its standard error.
// Returns nil and a message if the command cannot be started.
static int start(lua_State *L)
{
    lua_settop(L, 2);
    char **list = arguments(L);
    int errors = PROCESS_ERRORS_INHERITED, output;
    if (lua_toboolean(L, 2) && (errors = process_new_file()) < 0) {
        return fail(L, errno);
    }
    pid_t child;
    const int number = process_start(list, errors, &child, &output);
    if (number != 0) {
        close(errors);
        return fail(L, number);
    }
    running = child;
    lua_pushinteger(L, child);
    lua_pushinteger(L, output);
    if (errors < 0) {
        return 2;
    }
    lua_pushinteger(L, errors);
    return 3;
}

// wait(process): waits until a command ends. Returns "exit" and its status, or "signal" and a description of the
// signal, such as "Terminated".
static int wait_for(lua_State *L)
{
    const int status = process_wait((pid_t)luaL_checkinteger(L, 1));
    running = 0;
    if (WIFSIGNALED(status)) {
        lua_pushliteral(L, "signal");
        lua_pushstring(L, strsignal(WTERMSIG(status)));
    } else {
        lua_pushliteral(L, "exit");
        lua_pushinteger(L, WEXITSTATUS(status));
    }
    return 2;
}

// stop(process): terminates a command and the processes that it has started.
static int stop(lua_State *L)
{
    process_stop((pid_t)luaL_checkinteger(L, 1));
    running = 0;
    return 0;
}

// now(): returns the seconds of a monotonic clock.
static int now(lua_State *L)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    lua_pushnumber(L, (lua_Number)time.tv_sec + (lua_Number)time.tv_nsec / 1e9);
    return 1;
}

// time(): returns the seconds since 1970, with a fraction.
static int time_of_day(lua_State *L)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    lua_pushnumber(L, (lua_Number)time.tv_sec + (lua_Number)time.tv_nsec / 1e9);
    return 1;
}

// sleep(seconds)
static int sleep_for(lua_State *L)
{
    const lua_Number seconds = luaL_checknumber(L, 1);
    if (seconds > 0) {
        struct timespec time = { (time_t)seconds, (long)((seconds - (lua_Number)(time_t)seconds) * 1e9) };
        while (nanosleep(&time, &time) != 0 && errno == EINTR) {}
    }
    return 0;
}

// is_terminal(descriptor)
static int is_terminal(lua_State *L)
{
    lua_pushboolean(L, isatty((int)luaL_checkinteger(L, 1)));
    return 1;
}

// The signal handler. Terminates the running command, and then ends the process as the signal would without a handler.
static void end(int number)
{
    if (running > 0) {
        process_stop((pid_t)running);
    }
    signal(number, SIG_DFL);
    raise(number);
}

// end_by_signals(and_interrupt): from now on, a signal that ends the process ends the running command first. The
// signals are SIGTERM, SIGHUP, SIGQUIT and SIGPIPE, and SIGINT if `and_interrupt`. A Lua hook could not do this,
// because it would not run while the process waits for input. Signals other than SIGINT that were already ignored stay
// ignored.
static int end_by_signals(lua_State *L)
{
    static const int signals[] = { SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i += 1) {
        if (signal(signals[i], end) == SIG_IGN) {
            signal(signals[i], SIG_IGN);
        }
    }
    if (lua_toboolean(L, 1)) {
        signal(SIGINT, end);
    }
    return 0;
}

void diffable_watch_add_processes(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "read", read_some },
        { "can_be_read", can_be_read },
        { "close", close_descriptor },
        { "last_line", last_line },
        { "start", start },
        { "wait", wait_for },
        { "stop", stop },
        { "now", now },
        { "time", time_of_day },
        { "sleep", sleep_for },
        { "is_terminal", is_terminal },
        { "end_by_signals", end_by_signals },
        { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
}
