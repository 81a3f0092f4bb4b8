#define _GNU_SOURCE
#include "command_lua.h"

#include <dirent.h>
#include <string.h>
#include <time.h>

#include "../../System/CLua/lua54.h"

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

// clang-format off: it would format the embedded files as lists of values.
// The types of the Lua module, with their documentation.
static const unsigned char library[] = {
#embed "../../../library/diffable.lua" suffix(, 0)
};

static const struct {
    const char *name;
    const unsigned char *text;
} files[] = {
    { "runner", (const unsigned char[]) {
#embed "Lua/runner.lua" suffix(, 0)
    } },
    { "paint", (const unsigned char[]) {
#embed "Lua/paint.lua" suffix(, 0)
    } },
    { "compile", (const unsigned char[]) {
#embed "Lua/compile.lua" suffix(, 0)
    } },
    { "text", (const unsigned char[]) {
#embed "Lua/text.lua" suffix(, 0)
    } },
    { "difference", (const unsigned char[]) {
#embed "Lua/difference.lua" suffix(, 0)
    } },
    { "show", (const unsigned char[]) {
#embed "Lua/show.lua" suffix(, 0)
    } },
    { "complete", (const unsigned char[]) {
#embed "Lua/complete.lua" suffix(, 0)
    } },
    { "library", (const unsigned char[]) {
#embed "Lua/library.lua" suffix(, 0)
    } },
    { "help", (const unsigned char[]) {
#embed "Lua/help.lua" suffix(, 0)
    } },
    { "options", (const unsigned char[]) {
#embed "Lua/options.lua" suffix(, 0)
    } },
    { "ndjson", (const unsigned char[]) {
#embed "Lua/ndjson.lua" suffix(, 0)
    } },
    { "publish", (const unsigned char[]) {
#embed "Lua/publish.lua" suffix(, 0)
    } },
    { "captions", (const unsigned char[]) {
#embed "Lua/captions.lua" suffix(, 0)
    } },
};
// clang-format on

int diffable_command_load(lua_State *L, const char *name)
{
    for (size_t index = 0; index < sizeof files / sizeof *files; index += 1) {
        if (strcmp(files[index].name, name) == 0) {
            const char *text = (const char *)files[index].text;
            return luaL_loadbufferx(L, text, strlen(text), "=diffable", "t");
        }
    }
    lua_pushfstring(L, "no file '%s.lua' in the command", name);
    return LUA_ERRFILE;
}

void diffable_command_push_library(lua_State *L)
{
    lua_pushstring(L, (const char *)library);
}

static int list_folder(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    int count = 0;
    lua_newtable(L);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        count += 1;
        lua_pushstring(L, entry->d_name);
        lua_rawseti(L, -2, count);
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return 1;
}

void diffable_command_push_list_folder(lua_State *L)
{
    lua_pushcfunction(L, list_folder);
}

long diffable_command_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}
