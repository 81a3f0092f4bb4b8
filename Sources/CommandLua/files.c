#include "command_lua.h"

#include <string.h>

#include "lauxlib.h"

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

static const unsigned char runner[] = {
#embed "Lua/runner.lua"
};
static const unsigned char paint[] = {
#embed "Lua/paint.lua"
};
static const unsigned char compile[] = {
#embed "Lua/compile.lua"
};
static const unsigned char text[] = {
#embed "Lua/text.lua"
};
static const unsigned char difference[] = {
#embed "Lua/difference.lua"
};
static const unsigned char show[] = {
#embed "Lua/show.lua"
};
static const unsigned char complete[] = {
#embed "Lua/complete.lua"
};
static const unsigned char ndjson[] = {
#embed "Lua/ndjson.lua"
};
static const unsigned char captions[] = {
#embed "Lua/captions.lua"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} files[] = {
    { "runner", runner, sizeof runner },
    { "paint", paint, sizeof paint },
    { "compile", compile, sizeof compile },
    { "text", text, sizeof text },
    { "difference", difference, sizeof difference },
    { "show", show, sizeof show },
    { "complete", complete, sizeof complete },
    { "ndjson", ndjson, sizeof ndjson },
    { "captions", captions, sizeof captions },
};

int diffable_command_load(lua_State *L, const char *name)
{
    for (size_t index = 0; index < sizeof files / sizeof *files; index += 1) {
        if (strcmp(files[index].name, name) == 0) {
            return luaL_loadbufferx(L, (const char *)files[index].bytes, files[index].size, "=diffable", "t");
        }
    }
    lua_pushfstring(L, "no file '%s.lua' in the command", name);
    return LUA_ERRFILE;
}
