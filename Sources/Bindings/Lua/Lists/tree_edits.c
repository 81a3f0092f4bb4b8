/* The edits of trees. Argument 1 is the snapshot; argument 2 is the items or a section snapshot. */
#include "../internal.h"

typedef diffable_status (*expand_function)(diffable_snapshot *, const diffable_id *, size_t, diffable_error **);

static int edit_expansion(lua_State *L, expand_function function)
{
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    return diffable_lua_end_edit(
        L, &edit, function(diffable_lua_check_snapshot(L, 1), edit.list.ids, edit.list.count, &edit.error));
}

static int expand(lua_State *L)
{
    return edit_expansion(L, diffable_snapshot_expand);
}

static int collapse(lua_State *L)
{
    return edit_expansion(L, diffable_snapshot_collapse);
}

static int keep_expansion(lua_State *L)
{
    return edit_expansion(L, diffable_snapshot_keep_expansion);
}

static int keep_children(lua_State *L)
{
    return edit_expansion(L, diffable_snapshot_keep_children);
}

/* snapshot:set_expandable(ids, is_expandable) */
static int set_expandable(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_check_type(L, DIFFABLE_LUA_ANCHOR, LUA_TBOOLEAN);
    bool is_expandable = lua_toboolean(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit,
        diffable_snapshot_set_expandable(snapshot, edit.list.ids, edit.list.count, is_expandable, &edit.error));
}

/* snapshot:move_items_to_parent(ids, parent) */
static int move_items_to_parent(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    if (lua_isnoneornil(L, DIFFABLE_LUA_ANCHOR)) {
        const char *got = luaL_typename(L, DIFFABLE_LUA_ANCHOR);
        diffable_lua_refuse_argument(L, DIFFABLE_LUA_ANCHOR,
            lua_pushfstring(L, "a parent expected, got %s; move_items_to_section makes items roots", got));
    }
    diffable_lua_resolve_key(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    diffable_id parent = diffable_lua_check_anchor(L);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit,
        diffable_snapshot_move_items(
            snapshot, edit.list.ids, edit.list.count, DIFFABLE_AT_END_OF_PARENT, &parent, &edit.error));
}

/*
 * Returns the section snapshot at `argument`. The section or item that it is for is at `other`; the message says so if
 * the two are probably swapped.
 */
static const diffable_snapshot *check_tree(lua_State *L, int argument, int other)
{
    bool are_swapped = luaL_testudata(L, other, diffable_lua_snapshot_name) != NULL;
    if (are_swapped && luaL_testudata(L, argument, diffable_lua_snapshot_name) == NULL) {
        const char *got = luaL_typename(L, argument);
        diffable_lua_refuse_argument(
            L, argument, lua_pushfstring(L, "section snapshot expected, got %s; are the arguments swapped?", got));
    }
    if (lua_type(L, argument) == LUA_TTABLE) {
        diffable_lua_refuse_argument(
            L, argument, "section snapshot expected, got table; diffable.section_snapshot{ ... } makes one");
    }
    return diffable_lua_check_snapshot(L, argument);
}

/* snapshot:replace_children(parent, section_snapshot) */
static int replace_children(lua_State *L)
{
    enum { PARENT = 2, CHILDREN };
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_resolve_key(L, PARENT);
    lua_settop(L, CHILDREN);
    check_tree(L, CHILDREN, PARENT);
    diffable_lua_check_id(L, PARENT);
    diffable_lua_add_kept(L, CHILDREN, 1);
    const diffable_snapshot *children = diffable_lua_check_snapshot(L, CHILDREN);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_replace_children(
        snapshot, diffable_lua_check_id(L, PARENT), children, &error);
    diffable_lua_account_memory(lua_touserdata(L, 1), diffable_snapshot_number_of_all_items(children));
    return diffable_lua_check_status(L, status, error);
}

/* snapshot:set_section_snapshot(section_snapshot, section) */
static int set_section_snapshot(lua_State *L)
{
    enum { TREE = 2, SECTION };
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, SECTION);
    check_tree(L, TREE, SECTION);
    diffable_lua_check_id(L, SECTION);
    diffable_lua_refuse_section_content(L, SECTION, true);
    diffable_lua_add_kept(L, TREE, 1);
    const diffable_snapshot *tree = diffable_lua_check_snapshot(L, TREE);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_set_section_snapshot(
        snapshot, tree, diffable_lua_check_id(L, SECTION), &error);
    diffable_lua_account_memory(lua_touserdata(L, 1), diffable_snapshot_number_of_all_items(tree));
    return diffable_lua_check_status(L, status, error);
}

static const diffable_lua_function tree_edits[] = {
    { "expand", expand, 1, 0, "several are one list, in braces; collapse is the opposite" },
    { "collapse", collapse, 1, 0, "several are one list, in braces; expand is the opposite" },
    { "keep_expansion", keep_expansion, 1, 0, diffable_lua_several },
    { "keep_children", keep_children, 1, 0, diffable_lua_several },
    { "set_expandable", set_expandable, 2, 0, NULL },
    { "move_items_to_parent", move_items_to_parent, 2, 0, diffable_lua_several },
    { "replace_children", replace_children, 2, 0, NULL },
    { "set_section_snapshot", set_section_snapshot, 2, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_tree_edits(lua_State *L)
{
    diffable_lua_add_edits(L, diffable_lua_snapshot_name, tree_edits);
}
