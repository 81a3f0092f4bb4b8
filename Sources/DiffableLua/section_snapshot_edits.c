/* The edits of section snapshots. Argument 1 is the tree, 2 the items, 3 a parent or an anchor if the edit has one. */
#include "internal.h"

typedef diffable_status (*tree_add_at_function)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
typedef diffable_status (*tree_mark_function)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
typedef diffable_status (*expand_function)(diffable_section_snapshot *, const diffable_id *, size_t, diffable_error **);

/* Moves the tree to new contents if most of those it has are unused. */
static void tidy_tree(lua_State *L)
{
    enum { CONTENTS = DIFFABLE_LUA_ORIGINAL + 1, BUFFER, FRESH, CURRENT };
    size_t live = diffable_section_snapshot_number_of_items(diffable_lua_check_tree(L, 1));
    lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    if (diffable_lua_contents_have_grown(L, CONTENTS, live)) {
        diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
        diffable_lua_new_contents(L, 0);
        lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS); /* again: user code may have run */
        diffable_lua_carry_all_tree_contents(L, CURRENT, 0, FRESH, diffable_lua_check_tree(L, 1), buffer);
        lua_pushvalue(L, FRESH);
        lua_setiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    }
}

/* Adds items, with what they have below them. If that is something, a copy is edited, so that nothing changes if one of the edits fails. */
static int edit_tree_add_at(lua_State *L, tree_add_at_function function, bool has_anchor)
{
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_check_tree(L, 1);
    diffable_lua_take_item(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_object *original = lua_touserdata(L, 1);
    diffable_lua_object *copy = NULL;
    if (diffable_lua_has_branches(L, DIFFABLE_LUA_SUBJECTS)) {
        copy = diffable_lua_push_copy(L, 1, &diffable_lua_section_snapshot_type);
        lua_pushvalue(L, 1);
        lua_insert(L, DIFFABLE_LUA_ORIGINAL);
        lua_replace(L, 1);
    }
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_TREE_ITEMS, tidy_tree, &edit);
    diffable_id anchor = has_anchor ? diffable_lua_check_anchor(L) : diffable_id_none();
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    diffable_lua_end_edit(L, &edit, function(tree, edit.list.ids, edit.list.revisions, edit.list.count, anchor, &edit.error));
    if (copy != NULL) {
        diffable_lua_add_branches(L, 1, edit.contents, DIFFABLE_LUA_SUBJECTS, DIFFABLE_LUA_SUBJECTS);
        diffable_lua_check_tree(L, DIFFABLE_LUA_ORIGINAL); /* user code may have closed it */
        lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
        lua_setiuservalue(L, DIFFABLE_LUA_ORIGINAL, DIFFABLE_LUA_CONTENTS);
        diffable_lua_swap(original, copy);
        diffable_lua_release(L, copy);
    }
    return 0;
}

static int append(lua_State *L)
{
    return edit_tree_add_at(L, diffable_section_snapshot_append, diffable_lua_has_anchor(L, "the roots"));
}

static int insert_before(lua_State *L)
{
    return edit_tree_add_at(L, diffable_section_snapshot_insert_before, true);
}

static int insert_after(lua_State *L)
{
    return edit_tree_add_at(L, diffable_section_snapshot_insert_after, true);
}

/* Returns the number of deleted items, descendants included. */
static int delete_tree_items(lua_State *L)
{
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_ITEMS, &edit);
    size_t deleted = 0;
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    diffable_lua_end_edit(L, &edit, diffable_section_snapshot_delete(tree, edit.list.ids, edit.list.count, &deleted, &edit.error));
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int clear_tree(lua_State *L)
{
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    size_t deleted = diffable_section_snapshot_number_of_items(tree);
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_clear(tree, &error);
    diffable_lua_check_status(L, status, error);
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

/* section_snapshot:replace_children(parent, children) */
static int replace_children(lua_State *L)
{
    enum { TREE = 1, PARENT, CHILDREN, BUFFER, CONTENTS, ADDED };
    diffable_lua_check_tree(L, TREE);
    diffable_lua_take_item(L, PARENT);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    tidy_tree(L);
    lua_settop(L, CHILDREN);
    diffable_lua_check_id(L, PARENT);
    diffable_lua_check_tree(L, CHILDREN);
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    const diffable_section_snapshot *children = diffable_lua_check_tree(L, CHILDREN);
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, TREE);
    lua_getiuservalue(L, TREE, DIFFABLE_LUA_CONTENTS);
    lua_getiuservalue(L, CHILDREN, DIFFABLE_LUA_CONTENTS);
    if (!lua_rawequal(L, CONTENTS, ADDED)) {
        diffable_lua_carry_all_tree_contents(L, ADDED, 0, CONTENTS, children, buffer);
    }
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_replace_children(tree, diffable_lua_check_id(L, PARENT), children, &error);
    return diffable_lua_check_status(L, status, error);
}

static int edit_expansion(lua_State *L, expand_function function)
{
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_ITEMS, &edit);
    return diffable_lua_end_edit(L, &edit, function(diffable_lua_check_tree(L, 1), edit.list.ids, edit.list.count, &edit.error));
}

static int expand(lua_State *L)
{
    return edit_expansion(L, diffable_section_snapshot_expand);
}

static int collapse(lua_State *L)
{
    return edit_expansion(L, diffable_section_snapshot_collapse);
}

static int keep_expansion(lua_State *L)
{
    return edit_expansion(L, diffable_section_snapshot_keep_expansion);
}

/* section_snapshot:set_expandable(ids, is_expandable) */
static int set_expandable(lua_State *L)
{
    diffable_lua_check_type(L, DIFFABLE_LUA_ANCHOR, LUA_TBOOLEAN);
    bool is_expandable = lua_toboolean(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_TREE_ITEMS, &edit);
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    return diffable_lua_end_edit(L, &edit, diffable_section_snapshot_set_expandable(tree, edit.list.ids, edit.list.count, is_expandable, &edit.error));
}

static int edit_tree_mark(lua_State *L, tree_mark_function function)
{
    diffable_lua_edit edit;
    diffable_lua_begin_mark(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_TREE_ITEMS, tidy_tree, &edit);
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    return diffable_lua_end_edit(L, &edit, function(tree, edit.list.ids, edit.list.revisions, edit.list.count, &edit.error));
}

static int reload_tree_items(lua_State *L)
{
    return edit_tree_mark(L, diffable_section_snapshot_reload_items);
}

static int reconfigure_tree_items(lua_State *L)
{
    return edit_tree_mark(L, diffable_section_snapshot_reconfigure_items);
}

/* Merges tables into the contents of items; returns how many items differ. */
static int update_tree_items(lua_State *L)
{
    diffable_lua_edit edit;
    diffable_lua_begin_update(L, &diffable_lua_section_snapshot_type, tidy_tree, &edit);
    size_t updated = 0;
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    diffable_lua_end_edit(L, &edit, diffable_section_snapshot_update_items(tree, edit.list.ids, edit.list.revisions, edit.list.count, &updated, &edit.error));
    lua_pushinteger(L, (lua_Integer)updated);
    return 1;
}

static const luaL_Reg tree_edits[] = {
    { "append", append },
    { "insert_before", insert_before },
    { "insert_after", insert_after },
    { "delete", delete_tree_items },
    { "clear", clear_tree },
    { "delete_all", clear_tree },
    { "replace_children", replace_children },
    { "expand", expand },
    { "collapse", collapse },
    { "keep_expansion", keep_expansion },
    { "set_expandable", set_expandable },
    { "reload_items", reload_tree_items },
    { "reconfigure_items", reconfigure_tree_items },
    { "update_items", update_tree_items },
    { NULL, NULL },
};

void diffable_lua_open_section_snapshot_edits(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_section_snapshot_name, tree_edits);
}
