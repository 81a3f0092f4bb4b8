/* What a view of a data source shows. Argument 1 is the source. */
#include <string.h>

#include "calls.h"

/* Copies the texts of a cell out of the engine, which lends them only until a finalizer calls it. */
static bool copy_texts(lua_State *L, diffable_lua_buffer *buffer, diffable_cell *cell)
{
    diffable_bytes *texts[] = { &cell->text, &cell->detail, &cell->secondary_text, &cell->image, &cell->accessory };
    enum { COUNT = sizeof texts / sizeof *texts };
    size_t size = 1;
    for (int i = 0; i < COUNT; i += 1) {
        size += texts[i]->size;
    }
    if (!diffable_lua_resize_buffer(L, buffer, size)) {
        return false;
    }
    char *next = buffer->memory;
    for (int i = 0; i < COUNT; i += 1) {
        if (texts[i]->size > 0) {
            memcpy(next, texts[i]->data, texts[i]->size);
            texts[i]->data = next;
            next += texts[i]->size;
        }
    }
    return true;
}

/*
 * Pushes the cell of a row, or that of a kind for the section of the path, as a table of the fields that are set. `kind`
 * must stay alive.
 */
static void push_shown_cell(lua_State *L, const char *kind, diffable_index_path path)
{
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_cell cell = DIFFABLE_CELL_INIT;
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_reserve_stack(L);
    diffable_lua_begin_call(L, 1, &call);
    diffable_status status = kind == NULL
        ? diffable_data_source_cell(source->engine, path, &cell, &error)
        : diffable_data_source_supplementary_cell(source->engine, kind, (size_t)path.section, &cell, &error);
    bool copied = status == DIFFABLE_OK && copy_texts(L, buffer, &cell);
    diffable_lua_end_call(&call, status, error);
    if (!copied) {
        luaL_error(L, "not enough memory");
    }
    if (kind != NULL && cell.text.size == 0) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_cell(L, &cell);
    }
    diffable_lua_resize_buffer(L, buffer, 0);
}

/* source:cell(index_path) */
int diffable_lua_source_cell(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    lua_settop(L, 2);
    push_shown_cell(L, NULL, path);
    return 1;
}

/* source:supplementary_cell(kind, section_index) */
int diffable_lua_source_supplementary_cell(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    size_t size;
    luaL_checktype(L, 2, LUA_TSTRING);
    const char *kind = lua_tolstring(L, 2, &size);
    luaL_argcheck(L, strlen(kind) == size, 2, "a kind has no zeros");
    ptrdiff_t index = diffable_lua_index_from_lua(luaL_checkinteger(L, 3));
    lua_settop(L, 3);
    push_shown_cell(L, kind, diffable_index_path_make(index, -1));
    return 1;
}

typedef struct collected_text {
    lua_State *L;
    diffable_lua_buffer *buffer;
    size_t size;
    bool lacks_memory;
} collected_text;

/* Collects what the engine writes; only grows the buffer, which does not raise. */
static diffable_status collect(const char *bytes, size_t size, void *user_data)
{
    collected_text *output = user_data;
    if (size > output->buffer->size - output->size) {
        size_t wanted = size > SIZE_MAX / 2 - output->size ? 0 : 2 * (output->size + size);
        if (wanted == 0 || !diffable_lua_resize_buffer(output->L, output->buffer, wanted)) {
            output->lacks_memory = true;
            return DIFFABLE_ERROR_OUTPUT_FAILED;
        }
    }
    if (size > 0) {
        memcpy((char *)output->buffer->memory + output->size, bytes, size);
        output->size += size;
    }
    return DIFFABLE_OK;
}

/* source:render(): the whole list as text */
int diffable_lua_source_render(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    lua_pushliteral(L, "not enough memory"); /* where there is none, it is too late to make that */
    collected_text output = { .L = L, .buffer = diffable_lua_push_buffer(L) };
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_reserve_stack(L);
    diffable_lua_begin_call(L, 1, &call);
    diffable_status status = diffable_data_source_render(source->engine, collect, &output, &error);
    if (output.lacks_memory) {
        lua_settop(L, call.top);
        lua_pushvalue(L, 2);
        lua_replace(L, call.failure);
        call.failed = true;
    }
    diffable_lua_end_call(&call, status, error);
    lua_pushlstring(L, output.buffer->memory, output.size);
    diffable_lua_resize_buffer(L, output.buffer, 0);
    return 1;
}
