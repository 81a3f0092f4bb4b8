/* Memory from Lua's allocator, and objects of the engine, that the collector gives back if nobody else does. */
#include "internal.h"

#define BUFFER "diffable.buffer"
#define HOLDER "diffable.holder"

diffable_lua_buffer *diffable_lua_push_buffer(lua_State *L)
{
    diffable_lua_buffer *buffer = lua_newuserdatauv(L, sizeof *buffer, 0);
    buffer->memory = NULL;
    buffer->size = 0;
    diffable_lua_set_type(L, BUFFER);
    return buffer;
}

/*
 * Goes past the collector on purpose, as the buffers of lauxlib do: no finalizer runs here, and short-lived memory does not
 * hurry it.
 */
bool diffable_lua_resize_buffer(lua_State *L, diffable_lua_buffer *buffer, size_t size)
{
    if (buffer->memory == NULL && size == 0) {
        return true;
    }
    void *user_data;
    lua_Alloc allocate = lua_getallocf(L, &user_data);
    void *memory = allocate(user_data, buffer->memory, buffer->memory == NULL ? 0 : buffer->size, size);
    if (memory == NULL && size != 0) {
        return false;
    }
    buffer->memory = memory;
    buffer->size = size;
    return true;
}

static int collect_buffer(lua_State *L)
{
    diffable_lua_resize_buffer(L, luaL_checkudata(L, 1, BUFFER), 0);
    return 0;
}

diffable_lua_holder *diffable_lua_push_holder(lua_State *L, void (*let_go)(void *engine))
{
    diffable_lua_holder *holder = lua_newuserdatauv(L, sizeof *holder, 0);
    holder->engine = NULL;
    holder->let_go = let_go;
    diffable_lua_set_type(L, HOLDER);
    return holder;
}

void diffable_lua_empty_holder(diffable_lua_holder *holder)
{
    void *engine = holder->engine;
    holder->engine = NULL;
    holder->let_go(engine);
}

static int collect_holder(lua_State *L)
{
    diffable_lua_empty_holder(luaL_checkudata(L, 1, HOLDER));
    return 0;
}

void diffable_lua_open_buffers(lua_State *L)
{
    static const luaL_Reg of_buffers[] = { { "__gc", collect_buffer }, { NULL, NULL } };
    static const luaL_Reg of_holders[] = { { "__gc", collect_holder }, { NULL, NULL } };
    luaL_newmetatable(L, BUFFER);
    diffable_lua_set_functions(L, of_buffers);
    luaL_newmetatable(L, HOLDER);
    diffable_lua_set_functions(L, of_holders);
    lua_pop(L, 2);
}
