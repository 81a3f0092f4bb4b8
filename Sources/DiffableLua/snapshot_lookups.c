/* Questions to a snapshot. Argument 1 is the snapshot. */
#include <limits.h>

#include "snapshots.h"

enum { PIECE = 128 };

typedef size_t (*lister)(const diffable_snapshot *, size_t, diffable_id *, size_t);

static void push_table_for(lua_State *L, size_t count)
{
    lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
}

/* Making strings may run finalizers, so everything that returns a list reads from a private copy. */
static int push_list(lua_State *L, lister list, size_t expected)
{
    diffable_lua_snapshot *copy = diffable_lua_push_private_copy(L, 1);
    push_table_for(L, expected);
    diffable_id ids[PIECE];
    size_t read = PIECE;
    for (size_t first = 0; read == PIECE; first += read) {
        read = list(copy->engine, first, ids, PIECE);
        for (size_t i = 0; i < read; i += 1) {
            diffable_lua_push_id(L, ids[i]);
            lua_rawseti(L, -2, (lua_Integer)(first + i) + 1);
        }
    }
    diffable_lua_close_snapshot(copy);
    return 1;
}

static int section_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_section_identifiers, diffable_snapshot_number_of_sections(diffable_lua_check_snapshot(L, 1)));
}

static int item_identifiers(lua_State *L)
{
    if (lua_isnoneornil(L, 2)) {
        return push_list(L, diffable_snapshot_item_identifiers, diffable_snapshot_number_of_items(diffable_lua_check_snapshot(L, 1)));
    }
    lua_settop(L, 2);
    diffable_lua_snapshot *copy = diffable_lua_push_private_copy(L, 1);
    lua_newtable(L);
    diffable_id ids[PIECE];
    size_t read = PIECE;
    for (size_t first = 0; read == PIECE; first += read) {
        diffable_id section = diffable_lua_check_id(L, 2);
        diffable_error *error = NULL;
        if (diffable_snapshot_item_identifiers_in_section(copy->engine, section, first, ids, PIECE, &read, &error) != DIFFABLE_OK) {
            return diffable_lua_raise(L, error);
        }
        for (size_t i = 0; i < read; i += 1) {
            diffable_lua_push_id(L, ids[i]);
            lua_rawseti(L, -2, (lua_Integer)(first + i) + 1);
        }
    }
    diffable_lua_close_snapshot(copy);
    return 1;
}

static int reloaded_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_reloaded_item_identifiers, 0);
}

static int reconfigured_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_reconfigured_item_identifiers, 0);
}

static int reloaded_section_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_reloaded_section_identifiers, 0);
}

static int number_of_sections(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_snapshot_number_of_sections(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static int number_of_items(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    size_t number = 0;
    diffable_error *error = NULL;
    if (lua_isnoneornil(L, 2)) {
        number = diffable_snapshot_number_of_items(snapshot);
    } else if (diffable_snapshot_number_of_items_in_section(snapshot, diffable_lua_check_id(L, 2), &number, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    lua_pushinteger(L, (lua_Integer)number);
    return 1;
}

static int index_of_section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_push_index(L, diffable_snapshot_index_of_section(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int index_of_item(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_push_index(L, diffable_snapshot_index_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int index_path_of_item(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_push_index_path(L, diffable_snapshot_index_path_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int section_containing_item(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_push_id(L, diffable_snapshot_section_containing_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int contains_item(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    lua_pushboolean(L, diffable_snapshot_contains_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int contains_section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    lua_pushboolean(L, diffable_snapshot_contains_section(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

/* Pushes the content that a revision stands for, else the identifier, else nil. */
static int push_shown(lua_State *L, bool there, uint64_t revision, diffable_id id)
{
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    if (!there) {
        lua_pushnil(L);
    } else if (revision == 0 || !diffable_lua_push_content(L, lua_gettop(L), revision)) {
        diffable_lua_push_id(L, id);
    }
    return 1;
}

static int item(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    return push_shown(L, diffable_snapshot_contains_item(snapshot, id), diffable_snapshot_revision_of_item(snapshot, id), id);
}

static int section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    return push_shown(L, diffable_snapshot_contains_section(snapshot, id), diffable_snapshot_revision_of_section(snapshot, id), id);
}

const luaL_Reg diffable_lua_snapshot_lookups[] = {
    { "section_identifiers", section_identifiers },
    { "item_identifiers", item_identifiers },
    { "number_of_sections", number_of_sections },
    { "number_of_items", number_of_items },
    { "index_of_section", index_of_section },
    { "index_of_item", index_of_item },
    { "index_path_of_item", index_path_of_item },
    { "section_containing_item", section_containing_item },
    { "contains_item", contains_item },
    { "contains_section", contains_section },
    { "item", item },
    { "section", section },
    { "reloaded_item_identifiers", reloaded_item_identifiers },
    { "reconfigured_item_identifiers", reconfigured_item_identifiers },
    { "reloaded_section_identifiers", reloaded_section_identifiers },
    { NULL, NULL },
};
