/* Look-ups in the trees of a snapshot: how items are nested and expanded, and parts of it as section snapshots. */
#include "../internal.h"

/* Returns the snapshot at 1. Raises if it does not have the item at 2. */
static const diffable_snapshot *check_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    if (!diffable_snapshot_contains_item(snapshot, diffable_lua_check_id(L, 2))) {
        diffable_lua_refuse_unknown(L, "item", diffable_lua_check_id(L, 2));
    }
    return snapshot;
}

static int push_answer(lua_State *L, bool (*answer)(const diffable_snapshot *, diffable_id))
{
    const diffable_snapshot *snapshot = check_item(L);
    lua_pushboolean(L, answer(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int is_section_snapshot(lua_State *L)
{
    lua_pushboolean(L, diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static int is_expanded(lua_State *L)
{
    return push_answer(L, diffable_snapshot_is_expanded);
}

static int is_expandable(lua_State *L)
{
    return push_answer(L, diffable_snapshot_is_expandable);
}

static int keeps_expansion(lua_State *L)
{
    return push_answer(L, diffable_snapshot_keeps_expansion);
}

static int is_visible(lua_State *L)
{
    return push_answer(L, diffable_snapshot_is_visible);
}

/* The level of a root is 0, as in C: a level is a depth and not an index, so it does not count from 1. */
static int level_of_item(lua_State *L)
{
    const diffable_snapshot *snapshot = check_item(L);
    lua_pushinteger(L, diffable_snapshot_level_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int parent_of_item(lua_State *L)
{
    const diffable_snapshot *snapshot = check_item(L);
    diffable_lua_push_id(L, diffable_snapshot_parent_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int number_of_children(lua_State *L)
{
    const diffable_snapshot *snapshot = check_item(L);
    lua_pushinteger(L, diffable_snapshot_number_of_children(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

/* snapshot:section_snapshot(section) */
static int section_snapshot(lua_State *L)
{
    const diffable_snapshot *list = diffable_lua_check_snapshot(L, 1);
    if (!diffable_lua_contains_section(list, diffable_lua_check_id(L, 2))) {
        return diffable_lua_refuse_unknown(L, "section", diffable_lua_check_id(L, 2));
    }
    lua_settop(L, 2);
    diffable_lua_object *result = diffable_lua_push_related_snapshot(L);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_attach_engine(result, diffable_snapshot_section_snapshot(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

/* snapshot:snapshot_of(item [, including_item]): what is below an item, as a section snapshot */
static int snapshot_of(lua_State *L)
{
    enum { ITEM = 2, INCLUDING_ITEM };
    check_item(L);
    lua_settop(L, INCLUDING_ITEM);
    if (!lua_isnil(L, INCLUDING_ITEM)) {
        diffable_lua_check_type(L, INCLUDING_ITEM, LUA_TBOOLEAN);
    }
    diffable_lua_object *result = diffable_lua_push_related_snapshot(L);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, ITEM);
    diffable_snapshot *below = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_snapshot_of(
        snapshot, id, lua_toboolean(L, INCLUDING_ITEM), &below, &error);
    diffable_lua_attach_engine(result, below);
    diffable_lua_check_status(L, status, error);
    return 1;
}

static const diffable_lua_function tree_look_ups[] = {
    { "number_of_children", number_of_children, 1, 0, NULL },
    { "is_section_snapshot", is_section_snapshot, 0, 0, NULL },
    { "is_expanded", is_expanded, 1, 0, NULL },
    { "is_expandable", is_expandable, 1, 0, NULL },
    { "keeps_expansion", keeps_expansion, 1, 0, NULL },
    { "is_visible", is_visible, 1, 0, NULL },
    { "level_of_item", level_of_item, 1, 0, NULL },
    { "parent_of_item", parent_of_item, 1, 0, NULL },
    { "section_snapshot", section_snapshot, 1, 0, NULL },
    { "snapshot_of", snapshot_of, 2, 1, "what is below the item alone" },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_tree_look_ups(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, tree_look_ups);
}
