/* Memory from Lua's allocator that the collector gives back if nobody else does. */
#include "internal.h"

#define BUFFER "diffable.buffer"

diffable_lua_buffer *diffable_lua_push_buffer(lua_State *L)
{
    diffable_lua_buffer *buffer = lua_newuserdatauv(L, sizeof *buffer, 0);
    buffer->memory = NULL;
    buffer->size = 0;
    luaL_setmetatable(L, BUFFER);
    return buffer;
}

/* Goes past the collector on purpose: no finalizer runs here, and short-lived memory does not hurry it. */
bool diffable_lua_resize_buffer(lua_State *L, diffable_lua_buffer *buffer, size_t size)
{
    if (buffer->memory == NULL && size == 0) {
        return true;
    }
    void *user_data;
    lua_Alloc allocate = lua_getallocf(L, &user_data);
    void *memory = allocate(user_data, buffer->memory, buffer->memory == NULL ? LUA_TUSERDATA : buffer->size, size);
    if (memory == NULL && size != 0) {
        return false;
    }
    buffer->memory = memory;
    buffer->size = size;
    return true;
}

static int collect(lua_State *L)
{
    diffable_lua_resize_buffer(L, luaL_checkudata(L, 1, BUFFER), 0);
    return 0;
}

static const luaL_Reg metamethods[] = { { "__gc", collect }, { NULL, NULL } };

void diffable_lua_open_buffers(lua_State *L)
{
    luaL_newmetatable(L, BUFFER);
    diffable_lua_set_functions(L, metamethods);
    lua_pop(L, 1);
}
