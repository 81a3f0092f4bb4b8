// Lua's API for Swift. What Lua spells as macros, Swift cannot import: here it is as functions. The hook
// that interrupts a script is here as well, because it leaves by longjmp, and may not pass a Swift frame.
#include <signal.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static inline void diffable_lua_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }

static inline const char *diffable_lua_tostring(lua_State *L, int index) { return lua_tolstring(L, index, NULL); }

static inline int diffable_lua_load(lua_State *L, const char *text, size_t size, const char *name)
{
    return luaL_loadbufferx(L, text, size, name, NULL);
}

static inline int diffable_lua_pcall(lua_State *L, int arguments, int results, int handler)
{
    return lua_pcallk(L, arguments, results, handler, 0, NULL);
}

static void diffable_lua_stop(lua_State *L, lua_Debug *debug)
{
    (void)debug;
    lua_sethook(L, NULL, 0, 0);
    luaL_error(L, "interrupted!");
}

// The state that ^C interrupts. (A variable of the header itself would not be emitted for Swift.)
static inline lua_State **diffable_lua_running(void)
{
    static lua_State *running;
    return &running;
}

static void diffable_lua_interrupt(int signal_number)
{
    signal(signal_number, SIG_DFL); // a second one ends the process
    lua_sethook(*diffable_lua_running(), diffable_lua_stop, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

// Of the outermost function, where it is a chunk: its locals become globals as it returns.
static void diffable_lua_keep(lua_State *L, lua_Debug *debug)
{
    lua_Debug caller;
    int index = 1;
    if (lua_getstack(L, 1, &caller) || !lua_getinfo(L, "S", debug) || *debug->what != 'm') {
        return;
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    while (lua_getlocal(L, debug, index) != NULL) {
        lua_settop(L, -2);
        index += 1;
    }
    // From the last, as it is the last of one name that is in sight.
    while (index > 1) {
        const char *name = lua_getlocal(L, debug, index -= 1);
        lua_pushstring(L, name);
        if (*name == '(' || lua_rawget(L, -3) != LUA_TNIL) {
            lua_settop(L, -3);
        } else {
            lua_settop(L, -2);
            lua_pushstring(L, name);
            lua_insert(L, -2);
            lua_rawset(L, -3);
        }
    }
    lua_settop(L, -2);
}

static inline void diffable_lua_keep_locals(lua_State *L) { lua_sethook(L, diffable_lua_keep, LUA_MASKRET, 0); }

// Calls a function that ^C interrupts, and then, whatever came of it, `finish`, which may take a while as well.
static inline int diffable_lua_interruptible_pcall(lua_State *L, int arguments, int results, int handler, void (*finish)(void))
{
    int status, base = lua_gettop(L) - arguments - 1;
    void (*before)(int);
    *diffable_lua_running() = L;
    before = signal(SIGINT, diffable_lua_interrupt);
    status = diffable_lua_pcall(L, arguments, results, handler);
    finish();
    signal(SIGINT, before);
    if (status == LUA_OK && lua_gethook(L) == diffable_lua_stop) {
        status = LUA_ERRRUN;
        lua_settop(L, base);
        lua_pushstring(L, "interrupted!");
    }
    if (lua_gethook(L) == diffable_lua_stop || lua_gethook(L) == diffable_lua_keep) {
        lua_sethook(L, NULL, 0, 0);
    }
    return status;
}

static inline int diffable_lua_registry(void) { return LUA_REGISTRYINDEX; }

static inline const char *diffable_lua_release(void) { return LUA_RELEASE; }
