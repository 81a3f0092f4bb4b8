// Runs the Lua files of `diffable watch`, `follow` and `pick`. They are embedded, so that the command is a single file.
#include "watch.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

// clang-format off: it would format the embedded files as lists of values.
// The files run in this order. They share a table. While a file runs, it may use only the fields that earlier files have
// set; functions that are called later may use all fields.
static const struct {
    const char *name;
    const unsigned char *text;
} files[] = {
    { "=watch/paths.lua", (const unsigned char[]) {
#embed "Lua/paths.lua" suffix(, 0)
    } },
    { "=watch/options.lua", (const unsigned char[]) {
#embed "Lua/options.lua" suffix(, 0)
    } },
    { "=watch/quantities.lua", (const unsigned char[]) {
#embed "Lua/quantities.lua" suffix(, 0)
    } },
    { "=watch/tables.lua", (const unsigned char[]) {
#embed "Lua/tables.lua" suffix(, 0)
    } },
    { "=watch/conditions.lua", (const unsigned char[]) {
#embed "Lua/conditions.lua" suffix(, 0)
    } },
    { "=watch/lists.lua", (const unsigned char[]) {
#embed "Lua/lists.lua" suffix(, 0)
    } },
    { "=watch/inputs.lua", (const unsigned char[]) {
#embed "Lua/inputs.lua" suffix(, 0)
    } },
    { "=watch/source.lua", (const unsigned char[]) {
#embed "Lua/source.lua" suffix(, 0)
    } },
    { "=watch/moments.lua", (const unsigned char[]) {
#embed "Lua/moments.lua" suffix(, 0)
    } },
    { "=watch/history.lua", (const unsigned char[]) {
#embed "Lua/history.lua" suffix(, 0)
    } },
    { "=watch/saved_history.lua", (const unsigned char[]) {
#embed "Lua/saved_history.lua" suffix(, 0)
    } },
    { "=watch/stream.lua", (const unsigned char[]) {
#embed "Lua/stream.lua" suffix(, 0)
    } },
    { "=watch/screen.lua", (const unsigned char[]) {
#embed "Lua/screen.lua" suffix(, 0)
    } },
    { "=watch/follow.lua", (const unsigned char[]) {
#embed "Lua/follow.lua" suffix(, 0)
    } },
    { "=pick/options.lua", (const unsigned char[]) {
#embed "../Pick/Lua/options.lua" suffix(, 0)
    } },
    { "=watch/main.lua", (const unsigned char[]) {
#embed "Lua/main.lua" suffix(, 0)
    } },
};
// clang-format on

int diffable_watch(lua_State *L)
{
    const int argument_count = lua_gettop(L);
    lua_newtable(L);
    diffable_watch_add_json(L);
    diffable_watch_add_documents(L);
    diffable_watch_add_processes(L);
    for (size_t i = 0; i < sizeof files / sizeof *files; i += 1) {
        const char *text = (const char *)files[i].text;
        if (luaL_loadbufferx(L, text, strlen(text), files[i].name, "t") != LUA_OK) {
            return lua_error(L);
        }
        lua_pushvalue(L, argument_count + 1);
        lua_pushvalue(L, 1);
        lua_call(L, 2, i + 1 == sizeof files / sizeof *files);
    }
    lua_replace(L, 1);
    lua_settop(L, argument_count);
    lua_call(L, argument_count - 1, 1);
    return 1;
}
