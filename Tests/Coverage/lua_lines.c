/*
 * Linked into what Tests/Coverage/run builds, for the command: it notes which lines of the Lua files in Sources are
 * executed. In that build each file begins with another number of empty lines, so the number of a line is enough. An
 * executed line is one byte of the file LUA_LINES, which all processes share. A process that is killed has written its
 * lines, too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lua.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINES = 100000 };
static char *lines;

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

static void note(lua_State *L, lua_Debug *debug)
{
    static int (*get)(lua_State *, const char *, lua_Debug *);
    if (get == NULL) {
        get = next("lua_getinfo"); /* what is linked without Lua has this file too */
    }
    get(L, "S", debug);
    if (debug->currentline < LINES
        && (strcmp(debug->source, "=diffable") == 0 || strncmp(debug->source, "=watch/", 7) == 0
            || strncmp(debug->source, "=pick/", 6) == 0)) {
        lines[debug->currentline] = 1;
    }
}

/* Where the command takes its own hook away, this one follows. */
void lua_sethook(lua_State *L, lua_Hook hook, int mask, int count)
{
    static void (*set)(lua_State *, lua_Hook, int, int);
    if (set == NULL) {
        set = next("lua_sethook");
    }
    if (hook == NULL && lines != NULL) {
        set(L, note, LUA_MASKLINE, 0);
    } else {
        set(L, hook, mask, count);
    }
}

lua_State *luaL_newstate(void)
{
    lua_State *(*make)(void) = next("luaL_newstate");
    lua_State *L = make();
    int file = open(LUA_LINES, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (L != NULL && file >= 0 && ftruncate(file, LINES) == 0) {
        void *memory = mmap(NULL, LINES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        lines = memory == MAP_FAILED ? NULL : memory;
        lua_sethook(L, NULL, 0, 0);
    }
    if (file >= 0) {
        close(file);
    }
    return L;
}
