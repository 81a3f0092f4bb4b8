#include "command_lua.h"

#include <string.h>

#include "../CLua/lua54.h"

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

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
    { "ndjson", (const unsigned char[]) {
#embed "Lua/ndjson.lua" suffix(, 0)
    } },
    { "captions", (const unsigned char[]) {
#embed "Lua/captions.lua" suffix(, 0)
    } },
};

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
