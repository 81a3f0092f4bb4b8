/* Edits of snapshots and section snapshots. Argument 1 is the object, 2 the elements, 3 an anchor if the edit has one. */
#include "internal.h"

enum { SUBJECTS = 2, ANCHOR = 3 };

/* An edit by a list. */
typedef struct edit {
    diffable_lua_list list;
    int contents; /* the index of the object's contents; 0 for an edit that ignores content */
    diffable_error *error;
} edit;

/*
 * Reads the list and packs its contents. `tidy` moves the object to new contents if most of those it has are unused. An edit that
 * `marks` takes a bare identifier for the content that it has.
 */
static void begin_edit(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, void (*tidy)(lua_State *L), bool marks, edit *edit)
{
    /* These may run user code, so they come first; the engine object is checked again once the list is read. */
    diffable_lua_check(L, 1, type);
    lua_settop(L, ANCHOR);
    tidy(L);
    lua_settop(L, ANCHOR);
    diffable_lua_make_room(L, 1, SUBJECTS);

    edit->error = NULL;
    diffable_lua_begin_list(L, SUBJECTS, SUBJECTS, -1, role, &edit->list);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    edit->contents = lua_gettop(L);
    const void *engine = diffable_lua_check(L, 1, type);
    edit->list.marked = marks && type == &diffable_lua_snapshot_type ? engine : NULL;
    edit->list.marked_tree = marks && type == &diffable_lua_section_snapshot_type ? engine : NULL;
    diffable_lua_reserve_contents(L, edit->contents, &edit->list);
    diffable_lua_read_list(L, &edit->list, true);
    for (size_t i = 0; marks && edit->list.revisions != NULL && i < edit->list.count; i += 1) {
        if (edit->list.revisions[i] == 0) {
            edit->list.revisions[i] = diffable_lua_marked_revision(&edit->list, edit->list.ids[i]);
        }
    }
}

/* The same for an edit that ignores content. */
static void begin_bare_edit(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, edit *edit)
{
    diffable_lua_check(L, 1, type);
    lua_settop(L, ANCHOR);
    edit->error = NULL;
    edit->contents = 0;
    diffable_lua_begin_list(L, SUBJECTS, SUBJECTS, -1, role, &edit->list);
    diffable_lua_read_list(L, &edit->list, false);
}

static diffable_id check_anchor(lua_State *L, bool is_optional)
{
    return is_optional && lua_isnil(L, ANCHOR) ? diffable_id_none() : diffable_lua_check_id(L, ANCHOR);
}

/* Ends an edit with what the engine returned; returns 0 or raises. */
static int end_edit(lua_State *L, edit *edit, diffable_status status)
{
    diffable_lua_hold_entries(lua_touserdata(L, 1), edit->list.count);
    return diffable_lua_finish_list(L, &edit->list, edit->contents, status, edit->error);
}

/* Snapshots */

typedef diffable_status (*add_function)(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
typedef diffable_status (*add_at_function)(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
typedef diffable_status (*delete_function)(diffable_snapshot *, const diffable_id *, size_t, size_t *, diffable_error **);
typedef diffable_status (*move_function)(diffable_snapshot *, diffable_id, diffable_id, diffable_error **);

/* Moves the snapshot to new contents if most of those it has are unused. */
static void tidy_snapshot(lua_State *L)
{
    enum { CONTENTS = ANCHOR + 1, FRESH, CURRENT };
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    size_t live = diffable_snapshot_number_of_items(snapshot) + diffable_snapshot_number_of_sections(snapshot);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    if (diffable_lua_contents_have_grown(L, CONTENTS, live)) {
        diffable_lua_new_contents(L, 0);
        lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS); /* again: user code may have run */
        diffable_lua_fill_live_contents(L, CURRENT, 0, FRESH, diffable_lua_check_snapshot(L, 1));
        lua_pushvalue(L, FRESH);
        lua_setiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    }
}

static int edit_add_at(lua_State *L, diffable_lua_role role, add_at_function function, bool anchor_is_optional)
{
    edit edit;
    begin_edit(L, &diffable_lua_snapshot_type, role, tidy_snapshot, false, &edit);
    diffable_id anchor = check_anchor(L, anchor_is_optional);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return end_edit(L, &edit, function(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, anchor, &edit.error));
}

static int edit_mark(lua_State *L, diffable_lua_role role, add_function function)
{
    edit edit;
    begin_edit(L, &diffable_lua_snapshot_type, role, tidy_snapshot, true, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return end_edit(L, &edit, function(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, &edit.error));
}

static int edit_delete(lua_State *L, diffable_lua_role role, delete_function function)
{
    edit edit;
    begin_bare_edit(L, &diffable_lua_snapshot_type, role, &edit);
    size_t deleted = 0;
    end_edit(L, &edit, function(diffable_lua_check_snapshot(L, 1), edit.list.ids, edit.list.count, &deleted, &edit.error));
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int edit_move(lua_State *L, move_function function)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id subject = diffable_lua_check_id(L, SUBJECTS);
    diffable_id anchor = diffable_lua_check_id(L, ANCHOR);
    diffable_error *error = NULL;
    diffable_status status = function(snapshot, subject, anchor, &error);
    return diffable_lua_check_status(L, status, error);
}

static int append_sections(lua_State *L)
{
    edit edit;
    begin_edit(L, &diffable_lua_snapshot_type, DIFFABLE_LUA_SECTIONS, tidy_snapshot, false, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return end_edit(L, &edit, diffable_snapshot_append_sections(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, &edit.error));
}

static int insert_sections_before(lua_State *L)
{
    return edit_add_at(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_insert_sections_before, false);
}

static int insert_sections_after(lua_State *L)
{
    return edit_add_at(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_insert_sections_after, false);
}

static int delete_sections(lua_State *L)
{
    return edit_delete(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_delete_sections);
}

static int move_section_before(lua_State *L)
{
    return edit_move(L, diffable_snapshot_move_section_before);
}

static int move_section_after(lua_State *L)
{
    return edit_move(L, diffable_snapshot_move_section_after);
}

static int reload_sections(lua_State *L)
{
    return edit_mark(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_reload_sections);
}

static int append_items(lua_State *L)
{
    return edit_add_at(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_append_items, true);
}

static int insert_items_before(lua_State *L)
{
    return edit_add_at(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_insert_items_before, false);
}

static int insert_items_after(lua_State *L)
{
    return edit_add_at(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_insert_items_after, false);
}

static int delete_items(lua_State *L)
{
    return edit_delete(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_delete_items);
}

/* Deletes the sections as well; returns, as delete_items does, the number of items. */
static int clear(lua_State *L)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    size_t deleted = diffable_snapshot_number_of_items(snapshot);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_clear(snapshot, &error);
    diffable_lua_check_status(L, status, error);
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int move_item_before(lua_State *L)
{
    return edit_move(L, diffable_snapshot_move_item_before);
}

static int move_item_after(lua_State *L)
{
    return edit_move(L, diffable_snapshot_move_item_after);
}

static int move_items_to_section(lua_State *L)
{
    edit edit;
    begin_bare_edit(L, &diffable_lua_snapshot_type, DIFFABLE_LUA_ITEMS, &edit);
    diffable_id section = check_anchor(L, false);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return end_edit(L, &edit, diffable_snapshot_move_items_to_section(snapshot, edit.list.ids, edit.list.count, section, &edit.error));
}

static int reload_items(lua_State *L)
{
    return edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reload_items);
}

static int reconfigure_items(lua_State *L)
{
    return edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reconfigure_items);
}

/* Section snapshots */

typedef diffable_status (*tree_add_at_function)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
typedef diffable_status (*tree_mark_function)(diffable_section_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
typedef diffable_status (*expand_function)(diffable_section_snapshot *, const diffable_id *, size_t, diffable_error **);

/* Moves the tree to new contents if most of those it has are unused. */
static void tidy_tree(lua_State *L)
{
    enum { CONTENTS = ANCHOR + 1, BUFFER, FRESH, CURRENT };
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

static int edit_tree_add_at(lua_State *L, tree_add_at_function function, bool anchor_is_optional)
{
    edit edit;
    begin_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_ITEMS, tidy_tree, false, &edit);
    diffable_id anchor = check_anchor(L, anchor_is_optional);
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    return end_edit(L, &edit, function(tree, edit.list.ids, edit.list.revisions, edit.list.count, anchor, &edit.error));
}

static int append(lua_State *L)
{
    return edit_tree_add_at(L, diffable_section_snapshot_append, true);
}

static int insert_before(lua_State *L)
{
    return edit_tree_add_at(L, diffable_section_snapshot_insert_before, false);
}

static int insert_after(lua_State *L)
{
    return edit_tree_add_at(L, diffable_section_snapshot_insert_after, false);
}

/* Returns the number of deleted items, descendants included. */
static int delete_tree_items(lua_State *L)
{
    edit edit;
    begin_bare_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_ITEMS, &edit);
    size_t deleted = 0;
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    end_edit(L, &edit, diffable_section_snapshot_delete(tree, edit.list.ids, edit.list.count, &deleted, &edit.error));
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
    lua_settop(L, CHILDREN);
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
    edit edit;
    begin_bare_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_ITEMS, &edit);
    return end_edit(L, &edit, function(diffable_lua_check_tree(L, 1), edit.list.ids, edit.list.count, &edit.error));
}

static int expand(lua_State *L)
{
    return edit_expansion(L, diffable_section_snapshot_expand);
}

static int collapse(lua_State *L)
{
    return edit_expansion(L, diffable_section_snapshot_collapse);
}

static int edit_tree_mark(lua_State *L, tree_mark_function function)
{
    edit edit;
    begin_edit(L, &diffable_lua_section_snapshot_type, DIFFABLE_LUA_ITEMS, tidy_tree, true, &edit);
    diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    return end_edit(L, &edit, function(tree, edit.list.ids, edit.list.revisions, edit.list.count, &edit.error));
}

static int reload_tree_items(lua_State *L)
{
    return edit_tree_mark(L, diffable_section_snapshot_reload_items);
}

static int reconfigure_tree_items(lua_State *L)
{
    return edit_tree_mark(L, diffable_section_snapshot_reconfigure_items);
}

static const luaL_Reg snapshot_edits[] = {
    { "append_sections", append_sections },
    { "insert_sections_before", insert_sections_before },
    { "insert_sections_after", insert_sections_after },
    { "delete_sections", delete_sections },
    { "move_section_before", move_section_before },
    { "move_section_after", move_section_after },
    { "reload_sections", reload_sections },
    { "append_items", append_items },
    { "insert_items_before", insert_items_before },
    { "insert_items_after", insert_items_after },
    { "delete_items", delete_items },
    { "clear", clear },
    { "delete_all_items", clear },
    { "move_item_before", move_item_before },
    { "move_item_after", move_item_after },
    { "move_items_to_section", move_items_to_section },
    { "reload_items", reload_items },
    { "reconfigure_items", reconfigure_items },
    { NULL, NULL },
};

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
    { "reload_items", reload_tree_items },
    { "reconfigure_items", reconfigure_tree_items },
    { NULL, NULL },
};

void diffable_lua_open_edits(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, snapshot_edits);
    diffable_lua_add_methods(L, diffable_lua_section_snapshot_name, tree_edits);
}
