/* Edits of a tree. Argument 1 is the tree, 2 what is edited. */
#include "snapshots.h"

enum { SUBJECTS = 2, ANCHOR = 3 };

typedef diffable_status (*add_at)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
typedef diffable_status (*mark)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
typedef diffable_status (*set_expanded)(diffable_section_snapshot *, const diffable_id *, size_t, diffable_error **);

/* May run user code, so it comes first, and everything is looked at again once the arguments are read. */
static void tidy_contents(lua_State *L)
{
    size_t live = diffable_section_snapshot_number_of_items(diffable_lua_check_section_snapshot(L, 1));
    lua_settop(L, ANCHOR);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    if (diffable_lua_contents_have_grown(L, ANCHOR + 1, live)) {
        diffable_lua_buffer *items = diffable_lua_push_buffer(L);
        diffable_lua_new_contents(L, 0);
        int fresh = lua_gettop(L);
        lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
        const diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
        size_t count = diffable_lua_read_tree(L, tree, diffable_section_snapshot_items, items);
        diffable_lua_carry_tree_contents(L, fresh + 1, 0, fresh, tree, items->memory, count);
        lua_pushvalue(L, fresh);
        lua_setiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
        diffable_lua_resize_buffer(L, items, 0);
    }
    lua_settop(L, ANCHOR);
    diffable_lua_reserve_contents(L, 1, SUBJECTS);
}

/* Reads the list to be edited, adds what it carries to the contents of the tree, and returns where they are. */
static int read_contents(lua_State *L, diffable_lua_list *list)
{
    diffable_lua_read_list(L, SUBJECTS, SUBJECTS, "", DIFFABLE_LUA_ITEMS, true, list);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    diffable_lua_check_section_snapshot(L, 1);
    diffable_lua_add_contents(L, lua_gettop(L), list);
    return lua_gettop(L);
}

static int edit_add_at(lua_State *L, add_at function, bool anchor_is_optional)
{
    tidy_contents(L);
    diffable_lua_list list;
    int contents = read_contents(L, &list);
    diffable_id anchor = anchor_is_optional && lua_isnil(L, ANCHOR) ? diffable_id_none() : diffable_lua_check_id(L, ANCHOR);
    diffable_error *error = NULL;
    diffable_status status = function(diffable_lua_check_section_snapshot(L, 1), list.ids, list.revisions, list.count, anchor, &error);
    return diffable_lua_finish_edit(L, &list, contents, status, error);
}

static int append(lua_State *L)
{
    return edit_add_at(L, diffable_section_snapshot_append, true);
}

static int insert_before(lua_State *L)
{
    return edit_add_at(L, diffable_section_snapshot_insert_before, false);
}

static int insert_after(lua_State *L)
{
    return edit_add_at(L, diffable_section_snapshot_insert_after, false);
}

static int edit_mark(lua_State *L, mark function)
{
    tidy_contents(L);
    diffable_lua_list list;
    int contents = read_contents(L, &list);
    diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    for (size_t i = 0; list.revisions != NULL && i < list.count; i += 1) {
        if (list.revisions[i] == 0) { /* a bare identifier keeps the content that it has */
            list.revisions[i] = diffable_section_snapshot_revision_of_item(tree, list.ids[i]);
        }
    }
    diffable_error *error = NULL;
    diffable_status status = function(tree, list.ids, list.revisions, list.count, &error);
    return diffable_lua_finish_edit(L, &list, contents, status, error);
}

static int reload_items(lua_State *L)
{
    return edit_mark(L, diffable_section_snapshot_reload_items);
}

static int reconfigure_items(lua_State *L)
{
    return edit_mark(L, diffable_section_snapshot_reconfigure_items);
}

/* Returns how many items went, with all that was below them. */
static int delete_items(lua_State *L)
{
    diffable_lua_check_section_snapshot(L, 1);
    lua_settop(L, SUBJECTS);
    diffable_lua_list list;
    diffable_lua_read_list(L, SUBJECTS, SUBJECTS, "", DIFFABLE_LUA_ITEMS, false, &list);
    size_t deleted = 0;
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_delete(diffable_lua_check_section_snapshot(L, 1), list.ids, list.count, &deleted, &error);
    diffable_lua_finish_edit(L, &list, 0, status, error);
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int delete_all(lua_State *L)
{
    diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, 1);
    size_t deleted = diffable_section_snapshot_number_of_items(tree);
    diffable_error *error = NULL;
    if (diffable_section_snapshot_delete_all(tree, &error) != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int edit_expansion(lua_State *L, set_expanded function)
{
    diffable_lua_check_section_snapshot(L, 1);
    lua_settop(L, SUBJECTS);
    diffable_lua_list list;
    diffable_lua_read_list(L, SUBJECTS, SUBJECTS, "", DIFFABLE_LUA_ITEMS, false, &list);
    diffable_error *error = NULL;
    diffable_status status = function(diffable_lua_check_section_snapshot(L, 1), list.ids, list.count, &error);
    return diffable_lua_finish_edit(L, &list, 0, status, error);
}

static int expand(lua_State *L)
{
    return edit_expansion(L, diffable_section_snapshot_expand);
}

static int collapse(lua_State *L)
{
    return edit_expansion(L, diffable_section_snapshot_collapse);
}

/* section_snapshot:replace_children(parent, children) */
static int replace_children(lua_State *L)
{
    enum { TREE = 1, PARENT, CHILDREN, ITEMS, CONTENTS, ADDED };
    tidy_contents(L);
    diffable_lua_check_id(L, PARENT);
    diffable_lua_check_section_snapshot(L, CHILDREN);
    diffable_lua_buffer *items = diffable_lua_push_buffer(L);
    const diffable_section_snapshot *children = diffable_lua_check_section_snapshot(L, CHILDREN);
    diffable_section_snapshot *tree = diffable_lua_check_section_snapshot(L, TREE);
    lua_getiuservalue(L, TREE, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    lua_getiuservalue(L, CHILDREN, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    if (!lua_rawequal(L, CONTENTS, ADDED)) {
        size_t count = diffable_lua_read_tree(L, children, diffable_section_snapshot_items, items);
        diffable_lua_carry_tree_contents(L, ADDED, 0, CONTENTS, children, items->memory, count);
        diffable_lua_resize_buffer(L, items, 0);
    }
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_replace_children(tree, diffable_lua_check_id(L, PARENT), children, &error);
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}

const luaL_Reg diffable_lua_section_snapshot_edits[] = {
    { "append", append },
    { "insert_before", insert_before },
    { "insert_after", insert_after },
    { "delete", delete_items },
    { "delete_all", delete_all },
    { "replace_children", replace_children },
    { "expand", expand },
    { "collapse", collapse },
    { "reload_items", reload_items },
    { "reconfigure_items", reconfigure_items },
    { NULL, NULL },
};
