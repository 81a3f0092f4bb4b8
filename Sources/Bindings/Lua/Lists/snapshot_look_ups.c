/* Look-ups in snapshots: counts, indexes, contents. */
#include "../internal.h"

static int number_of_sections(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_snapshot_number_of_sections(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static int number_of_items(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id section = lua_isnoneornil(L, 2) ? (diffable_id){ 0 } : diffable_lua_check_id(L, 2);
    ptrdiff_t number = diffable_snapshot_number_of_items(snapshot, lua_isnoneornil(L, 2) ? NULL : &section);
    if (number < 0) {
        return diffable_lua_refuse_unknown(L, "section", section);
    }
    lua_pushinteger(L, (lua_Integer)number);
    return 1;
}

static int number_of_all_items(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_snapshot_number_of_all_items(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static int index_of_section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    ptrdiff_t index = diffable_snapshot_index_of_section(snapshot, diffable_lua_check_id(L, 2));
    if (index < 0) {
        diffable_lua_refuse_if_look_alike(L, "section", diffable_lua_check_id(L, 2));
    }
    diffable_lua_push_index(L, index);
    return 1;
}

static int index_of_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    ptrdiff_t index = diffable_snapshot_index_of_item(snapshot, diffable_lua_check_id(L, 2));
    if (index < 0) {
        diffable_lua_refuse_if_absent_look_alike(L, 2);
    }
    diffable_lua_push_index(L, index);
    return 1;
}

static int index_path_of_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_index_path path = diffable_snapshot_index_path_of_item(snapshot, diffable_lua_check_id(L, 2));
    if (path.section < 0) {
        diffable_lua_refuse_if_absent_look_alike(L, 2);
    }
    diffable_lua_push_index_path(L, path);
    return 1;
}

static int item_at(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    diffable_lua_push_id(L, diffable_snapshot_item_at(diffable_lua_check_snapshot(L, 1), path));
    return 1;
}

static int section_at(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    ptrdiff_t index = diffable_lua_index_from_lua(diffable_lua_check_integer(L, 2));
    diffable_lua_push_id(L, index < 0 ? (diffable_id){ 0 } : diffable_snapshot_section_at(snapshot, (size_t)index));
    return 1;
}

static int section_containing_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id section = diffable_snapshot_section_containing_item(snapshot, diffable_lua_check_id(L, 2));
    if (section.kind == DIFFABLE_ID_NONE) {
        diffable_lua_refuse_if_absent_look_alike(L, 2);
    }
    diffable_lua_push_id(L, section);
    return 1;
}

static int contains_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    bool is_there = diffable_snapshot_contains_item(snapshot, diffable_lua_check_id(L, 2));
    if (!is_there) {
        diffable_lua_refuse_if_look_alike(L, "item", diffable_lua_check_id(L, 2));
    }
    lua_pushboolean(L, is_there);
    return 1;
}

static int contains_section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    bool is_there = diffable_lua_contains_section(snapshot, diffable_lua_check_id(L, 2));
    if (!is_there) {
        diffable_lua_refuse_if_look_alike(L, "section", diffable_lua_check_id(L, 2));
    }
    lua_pushboolean(L, is_there);
    return 1;
}

static int item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_snapshot_contains_item(snapshot, id)) {
        diffable_lua_push_content(L, diffable_snapshot_item_content(snapshot, id), id, DIFFABLE_LUA_ITEMS);
    } else {
        diffable_lua_refuse_if_look_alike(L, "item", id);
        lua_pushnil(L);
    }
    return 1;
}

static int section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_lua_contains_section(snapshot, id)) {
        diffable_lua_push_content(L, diffable_snapshot_section_content(snapshot, id), id, DIFFABLE_LUA_SECTIONS);
    } else {
        diffable_lua_refuse_if_look_alike(L, "section", id);
        lua_pushnil(L);
    }
    return 1;
}

/*
 * Pushes the bytes of the content of the element at 2, or nil. Making a string may run finalizers, so the bytes are
 * those of a private copy.
 */
static int push_bytes(lua_State *L, diffable_content (*content_of)(const diffable_snapshot *, diffable_id))
{
    lua_settop(L, 2);
    diffable_lua_check_id(L, 2);
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, &diffable_lua_snapshot_type);
    diffable_content content = content_of(copy->engine, diffable_lua_check_id(L, 2));
    if (content.data != NULL) {
        lua_pushlstring(L, content.data, content.size);
    } else {
        lua_pushnil(L);
    }
    diffable_lua_release(L, copy);
    return 1;
}

static int item_content(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_resolve_key(L, 2);
    diffable_lua_refuse_if_absent_look_alike(L, 2);
    return push_bytes(L, diffable_snapshot_item_content);
}

static int section_content(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    if (!diffable_lua_contains_section(snapshot, id)) {
        diffable_lua_refuse_if_look_alike(L, "section", id);
    }
    return push_bytes(L, diffable_snapshot_section_content);
}

static const diffable_lua_function look_ups[] = {
    { "number_of_sections", number_of_sections, 0, 0, NULL },
    { "number_of_items", number_of_items, 1, 1, "the whole list" },
    { "number_of_all_items", number_of_all_items, 0, 0, NULL },
    { "index_of_section", index_of_section, 1, 0, NULL },
    { "index_of_item", index_of_item, 1, 0, NULL },
    { "index_path_of_item", index_path_of_item, 1, 0, NULL },
    { "item_at", item_at, 1, 0, "an index path is one table, such as { section = 1, item = 2 }" },
    { "section_at", section_at, 1, 0, NULL },
    { "section_containing_item", section_containing_item, 1, 0, NULL },
    { "contains_item", contains_item, 1, 0, NULL },
    { "contains_section", contains_section, 1, 0, NULL },
    { "item", item, 1, 0, NULL },
    { "section", section, 1, 0, NULL },
    { "item_content", item_content, 1, 0, NULL },
    { "section_content", section_content, 1, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_snapshot_look_ups(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, look_ups);
}
