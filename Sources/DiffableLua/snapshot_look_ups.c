/* What a snapshot has: lists, counts, indexes, contents. */
#include "internal.h"

enum { PIECE = 128 };

static const diffable_lua_type *const type = &diffable_lua_snapshot_type;

typedef size_t (*lister)(const diffable_snapshot *, size_t, diffable_id *, size_t);

/* Making strings may run finalizers, so every function that returns a list reads from a private copy. */
static int push_list(lua_State *L, lister list, size_t expected)
{
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    diffable_lua_new_array(L, expected);
    diffable_id ids[PIECE];
    size_t read = PIECE;
    for (size_t first = 0; read == PIECE; first += read) {
        read = list(copy->engine, first, ids, PIECE);
        for (size_t i = 0; i < read; i += 1) {
            diffable_lua_push_id(L, ids[i]);
            lua_rawseti(L, -2, (lua_Integer)(first + i) + 1);
        }
    }
    diffable_lua_release(L, copy);
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
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    lua_newtable(L);
    diffable_id ids[PIECE];
    ptrdiff_t read = PIECE;
    for (size_t first = 0; read == PIECE; first += (size_t)read) {
        read = diffable_snapshot_item_identifiers_in_section(copy->engine, diffable_lua_check_id(L, 2), first, ids, PIECE);
        if (read < 0) {
            return diffable_lua_refuse_unknown(L, "section", 2);
        }
        for (size_t i = 0; i < (size_t)read; i += 1) {
            diffable_lua_push_id(L, ids[i]);
            lua_rawseti(L, -2, (lua_Integer)(first + i) + 1);
        }
    }
    diffable_lua_release(L, copy);
    return 1;
}

/* The iterator that each returns. */
static int next_element(lua_State *L)
{
    enum { COPY = 2, SECTION, ITEM };
    const diffable_lua_object *copy = lua_touserdata(L, lua_upvalueindex(COPY));
    diffable_index_path path = diffable_index_path_make(lua_tointeger(L, lua_upvalueindex(SECTION)), lua_tointeger(L, lua_upvalueindex(ITEM)));
    size_t sections = diffable_snapshot_number_of_sections(copy->engine);
    diffable_id item = diffable_snapshot_item_at(copy->engine, path);
    while (item.kind == DIFFABLE_ID_NONE && (size_t)path.section + 1 < sections) {
        path = diffable_index_path_make(path.section + 1, 0);
        item = diffable_snapshot_item_at(copy->engine, path);
    }
    if (item.kind == DIFFABLE_ID_NONE) {
        lua_pushnil(L);
        return 1;
    }
    diffable_lua_push_id(L, diffable_snapshot_section_at(copy->engine, (size_t)path.section));
    diffable_lua_push_id(L, item);
    lua_pushinteger(L, path.section);
    lua_replace(L, lua_upvalueindex(SECTION));
    lua_pushinteger(L, path.item + 1);
    lua_replace(L, lua_upvalueindex(ITEM));
    return 2;
}

/* for section, item in snapshot:each() do: the items of the snapshot as it is now, in order */
static int each(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    lua_pushvalue(L, ID_FIELD);
    diffable_lua_push_private_copy(L, 1, type);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_element, 4);
    return 1;
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
    if (lua_isnoneornil(L, 2)) {
        number = diffable_snapshot_number_of_items(snapshot);
    } else {
        ptrdiff_t found = diffable_snapshot_number_of_items_in_section(snapshot, diffable_lua_check_id(L, 2));
        if (found < 0) {
            return diffable_lua_refuse_unknown(L, "section", 2);
        }
        number = (size_t)found;
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
    diffable_lua_take_item(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_push_index(L, diffable_snapshot_index_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int index_path_of_item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_push_index_path(L, diffable_snapshot_index_path_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int section_containing_item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_push_id(L, diffable_snapshot_section_containing_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int contains_item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
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

static int item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    return diffable_lua_push_element(L, diffable_snapshot_contains_item(snapshot, id), diffable_snapshot_revision_of_item(snapshot, id), id);
}

static int section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    return diffable_lua_push_element(L, diffable_snapshot_contains_section(snapshot, id), diffable_snapshot_revision_of_section(snapshot, id), id);
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

static int reconfigured_section_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_reconfigured_section_identifiers, 0);
}

static const luaL_Reg look_ups[] = {
    { "section_identifiers", section_identifiers },
    { "item_identifiers", item_identifiers },
    { "each", each },
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
    { "reconfigured_section_identifiers", reconfigured_section_identifiers },
    { NULL, NULL },
};

void diffable_lua_open_snapshot_look_ups(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, look_ups);
}
