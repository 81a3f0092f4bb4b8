/* Questions to a data source about the current list. Argument 1 is the source. */
#include "calls.h"

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

/* Pushes the tree of a section with its contents. */
static int section_snapshot(lua_State *L)
{
    diffable_lua_check_source(L, 1);
    diffable_lua_check_id(L, 2);
    lua_settop(L, 2);
    diffable_lua_section_snapshot *result = diffable_lua_push_section_snapshot(L, 0);
    const diffable_data_source *engine = diffable_lua_check_source(L, 1)->engine;
    result->engine = diffable_data_source_section_snapshot(engine, diffable_lua_check_id(L, 2));
    diffable_lua_push_tree_contents(L, 1, result->engine);
    lua_setiuservalue(L, 3, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
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

static int item(lua_State *L)
{
    const diffable_data_source *engine = diffable_lua_check_source(L, 1)->engine;
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_data_source_index_path(engine, id).section < 0) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_source_content(L, 1, diffable_data_source_revision_of_item(engine, id), id);
    }
    return 1;
}

static int section(lua_State *L)
{
    const diffable_data_source *engine = diffable_lua_check_source(L, 1)->engine;
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_data_source_section_index(engine, id) < 0) {
        lua_pushnil(L);
    } else {
        diffable_lua_push_source_content(L, 1, diffable_data_source_revision_of_section(engine, id), id);
    }
    return 1;
}

const luaL_Reg diffable_lua_source_lookups[] = {
    { "snapshot", snapshot },
    { "new_snapshot", new_snapshot },
    { "section_snapshot", section_snapshot },
    { "item_identifier", item_identifier },
    { "index_path", index_path },
    { "section_identifier", section_identifier },
    { "section_index", section_index },
    { "item", item },
    { "section", section },
    { NULL, NULL },
};
