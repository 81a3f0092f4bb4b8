/* Questions to a data source, about the current list and what its view shows. Argument 1 is the source. */
#include <string.h>

#include "internal.h"

/* Pushes a snapshot of the current list with its contents. */
static int snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    diffable_lua_snapshot *result = diffable_lua_push_snapshot(L, 0);
    result->engine = diffable_data_source_snapshot(diffable_lua_check_source(L, 1)->engine);
    diffable_lua_push_source_contents(L, 1, result->engine);
    lua_setiuservalue(L, 2, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    return 1;
}

/* Pushes an empty snapshot that shares identifiers and contents with the source. */
static int new_snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SOURCE_CONTENTS);
    diffable_lua_snapshot *result = diffable_lua_push_snapshot(L, 2);
    result->engine = diffable_data_source_new_snapshot(diffable_lua_check_source(L, 1)->engine);
    return 1;
}

static int item_identifier(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    diffable_lua_push_id(L, diffable_data_source_item_identifier(diffable_lua_check_source(L, 1)->engine, path));
    return 1;
}

static int index_path(lua_State *L)
{
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_lua_push_index_path(L, diffable_data_source_index_path(source->engine, diffable_lua_check_id(L, 2)));
    return 1;
}

static int section_identifier(lua_State *L)
{
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    ptrdiff_t index = diffable_lua_index_from_lua(luaL_checkinteger(L, 2));
    diffable_lua_push_id(L, index < 0 ? diffable_id_none() : diffable_data_source_section_identifier(source->engine, (size_t)index));
    return 1;
}

static int section_index(lua_State *L)
{
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_lua_push_index(L, diffable_data_source_section_index(source->engine, diffable_lua_check_id(L, 2)));
    return 1;
}

static int push_shown(lua_State *L, bool there, uint64_t revision, diffable_id id)
{
    if (there) {
        diffable_lua_push_source_content(L, 1, revision, id);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

static int item(lua_State *L)
{
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    diffable_snapshot *current = diffable_data_source_snapshot(source->engine);
    bool there = diffable_snapshot_contains_item(current, id);
    uint64_t revision = diffable_snapshot_revision_of_item(current, id);
    diffable_snapshot_free(current);
    return push_shown(L, there, revision, id);
}

static int section(lua_State *L)
{
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    diffable_snapshot *current = diffable_data_source_snapshot(source->engine);
    bool there = diffable_snapshot_contains_section(current, id);
    uint64_t revision = diffable_snapshot_revision_of_section(current, id);
    diffable_snapshot_free(current);
    return push_shown(L, there, revision, id);
}

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

/* source:cell(index_path): a table of the fields that are set */
int diffable_lua_source_cell(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    lua_settop(L, 2);
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_cell cell = DIFFABLE_CELL_INIT;
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_reserve_stack(L);
    diffable_lua_begin_call(L, 1, &call);
    diffable_status status = diffable_data_source_cell(source->engine, path, &cell, &error);
    diffable_lua_end_call(&call);
    if (status != DIFFABLE_OK) {
        return diffable_lua_raise_from_call(&call, status, error);
    }
    if (!copy_texts(L, buffer, &cell)) {
        return luaL_error(L, "not enough memory");
    }
    diffable_lua_push_cell(L, &cell);
    diffable_lua_resize_buffer(L, buffer, 0);
    return 1;
}

typedef struct collected_text {
    lua_State *L;
    diffable_lua_buffer *buffer;
    size_t size;
} collected_text;

/* Collects what the engine writes; only grows the buffer, which does not raise. */
static diffable_status collect(const char *bytes, size_t size, void *user_data)
{
    collected_text *output = user_data;
    if (size > output->buffer->size - output->size) {
        size_t wanted = size > SIZE_MAX / 2 - output->size ? 0 : 2 * (output->size + size);
        if (wanted == 0 || !diffable_lua_resize_buffer(output->L, output->buffer, wanted)) {
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
    collected_text output = { .L = L, .buffer = diffable_lua_push_buffer(L) };
    const diffable_lua_source *source = diffable_lua_check_source(L, 1);
    diffable_error *error = NULL;
    diffable_lua_call call;
    diffable_lua_reserve_stack(L);
    diffable_lua_begin_call(L, 1, &call);
    diffable_status status = diffable_data_source_render(source->engine, collect, &output, &error);
    diffable_lua_end_call(&call);
    if (status != DIFFABLE_OK) {
        return diffable_lua_raise_from_call(&call, status, error);
    }
    lua_pushlstring(L, output.buffer->memory, output.size);
    diffable_lua_resize_buffer(L, output.buffer, 0);
    return 1;
}

const luaL_Reg diffable_lua_source_lookups[] = {
    { "snapshot", snapshot },
    { "new_snapshot", new_snapshot },
    { "item_identifier", item_identifier },
    { "index_path", index_path },
    { "section_identifier", section_identifier },
    { "section_index", section_index },
    { "item", item },
    { "section", section },
    { NULL, NULL },
};
