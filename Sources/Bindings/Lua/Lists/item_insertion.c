/*
 * The edits that add items: at the end or the start of a section or a parent, at an index, beside an item, or in place
 * of the items of a section. Argument 1 is the snapshot, 2 the items, 3 an anchor if the edit has one.
 */
#include "../internal.h"

/* Where items are added. */
typedef struct place {
    diffable_placement placement;
    bool has_anchor;
    ptrdiff_t index; /* the index, in the section, of the visible item before which items are inserted; -1 to use
                        `placement` */
} place;

/*
 * Reads the identifier at ANCHOR into `id`, and returns `id`. Without an anchor, returns NULL, which stands for the
 * default.
 */
static const diffable_id *anchor_of(lua_State *L, bool has_anchor, diffable_id *id)
{
    if (!has_anchor) {
        return NULL;
    }
    *id = diffable_lua_check_anchor(L);
    return id;
}

/* Adds items at a place. */
static diffable_status add_items(lua_State *L, const place *place, diffable_lua_edit *edit)
{
    diffable_id id;
    const diffable_id *anchor = anchor_of(L, place->has_anchor, &id);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    const diffable_lua_list *list = &edit->list;
    if (place->index >= 0) {
        return diffable_snapshot_insert_items_at(
            snapshot, list->ids, list->contents, list->count, (size_t)place->index, anchor, &edit->error);
    }
    if (place->placement == DIFFABLE_AT_END_OF_SECTION) { /* insert_items would read the identifiers twice */
        return diffable_snapshot_append_items(snapshot, list->ids, list->contents, list->count, anchor, &edit->error);
    }
    return diffable_snapshot_insert_items(
        snapshot, list->ids, list->contents, list->count, place->placement, anchor, &edit->error);
}

/* Inserts a tree at a place. */
static diffable_status insert_tree(
    lua_State *L, const place *place, const diffable_snapshot *tree, diffable_error **error)
{
    diffable_id id;
    const diffable_id *anchor = anchor_of(L, place->has_anchor, &id);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    if (place->index < 0) {
        return diffable_snapshot_insert_tree(snapshot, tree, place->placement, anchor, error);
    }
    diffable_status status = diffable_snapshot_insert_items_at(
        snapshot, NULL, NULL, 0, (size_t)place->index, anchor, error);
    if (status != DIFFABLE_OK) {
        return status;
    }
    ptrdiff_t last = (ptrdiff_t)diffable_snapshot_number_of_sections(snapshot) - 1;
    ptrdiff_t section = anchor != NULL ? diffable_snapshot_index_of_section(snapshot, *anchor) : last;
    diffable_id next = diffable_snapshot_item_at(snapshot, (diffable_index_path){ section, place->index });
    bool is_end = next.kind == DIFFABLE_ID_NONE;
    return diffable_snapshot_insert_tree(
        snapshot, tree, is_end ? DIFFABLE_AT_END_OF_SECTION : DIFFABLE_BEFORE_ITEM, is_end ? anchor : &next, error);
}

/* Adds items with everything below them: makes a section snapshot of them, and inserts it as a whole. */
static int add_tree(lua_State *L, const place *place)
{
    enum { TREE = DIFFABLE_LUA_ANCHOR + 1 };
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_object *tree = diffable_lua_push_related_snapshot(L);
    diffable_lua_attach_engine(tree, diffable_section_snapshot_new());
    diffable_lua_fill_tree(L, TREE, DIFFABLE_LUA_SUBJECTS, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_add_kept(L, TREE, 1);
    diffable_error *error = NULL;
    diffable_status status = insert_tree(L, place, tree->engine, &error);
    diffable_lua_account_memory(lua_touserdata(L, 1), diffable_snapshot_number_of_all_items(tree->engine));
    diffable_lua_release(L, tree);
    return diffable_lua_check_status(L, status, error);
}

/*
 * Returns whether an item that was read has `children`, `expanded` or `expandable`. Raises if one of these is probably
 * misspelt.
 */
static bool have_branches(lua_State *L, const diffable_lua_edit *edit)
{
    diffable_lua_refuse_near_names(L, &edit->list);
    return edit->list.has_excluded;
}

static int edit_items_at(lua_State *L, place place)
{
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    if (place.index >= 0 || place.placement == DIFFABLE_BEFORE_ITEM || place.placement == DIFFABLE_AFTER_ITEM) {
        diffable_lua_refuse_swapped(L, &edit.list, place.index, diffable_snapshot_contains_item);
    }
    if (have_branches(L, &edit)) {
        return add_tree(L, &place);
    }
    return diffable_lua_end_edit(L, &edit, add_items(L, &place, &edit));
}

/* Raises if an argument names a section of a section snapshot, which has only one. */
static void refuse_section_of_tree(lua_State *L, int argument, const char *hint)
{
    if (diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, 1))) {
        diffable_lua_refuse_argument(L, argument, lua_pushfstring(L, "a section snapshot has one section; %s", hint));
    }
}

/*
 * Reads where items are appended or prepended: argument 3 is a section, { section = ... } or { parent = ... }. Replaces
 * the argument by the section or the parent alone. Returns whether there is one.
 */
static bool check_place(lua_State *L, bool *is_parent)
{
    static const char *const names[] = { "parent", "section", NULL };
    bool is_tree = diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, 1));
    bool has_place = diffable_lua_has_anchor(L, is_tree ? "the roots" : "the last section");
    diffable_id id;
    bool is_options = has_place && lua_type(L, DIFFABLE_LUA_ANCHOR) == LUA_TTABLE
        && lua_rawlen(L, DIFFABLE_LUA_ANCHOR) == 0 && !diffable_lua_to_id(L, DIFFABLE_LUA_ANCHOR, &id);
    if (!is_options) {
        if (has_place) {
            refuse_section_of_tree(L, DIFFABLE_LUA_ANCHOR, "{ parent = ... } names a parent");
        }
        return has_place;
    }
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_check_options(L, DIFFABLE_LUA_ANCHOR, names);
    lua_getfield(L, DIFFABLE_LUA_ANCHOR, names[0]);
    bool has_parent = !lua_isnil(L, -1);
    lua_getfield(L, DIFFABLE_LUA_ANCHOR, names[1]);
    if (has_parent != lua_isnil(L, -1)) {
        diffable_lua_refuse_argument(
            L, DIFFABLE_LUA_ANCHOR, "a section, { section = ... } or { parent = ... } expected");
    }
    lua_pushvalue(L, has_parent ? -2 : -1);
    lua_replace(L, DIFFABLE_LUA_ANCHOR);
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    if (has_parent) {
        *is_parent = true;
        diffable_lua_resolve_key(L, DIFFABLE_LUA_ANCHOR);
    }
    return true;
}

static int add_items_in(lua_State *L, diffable_placement in_section, diffable_placement in_parent)
{
    bool is_parent = false, has_place = check_place(L, &is_parent);
    if (!is_parent) {
        diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR, false);
    }
    return edit_items_at(L, (place){ is_parent ? in_parent : in_section, has_place, -1 });
}

static int append_items(lua_State *L)
{
    return add_items_in(L, DIFFABLE_AT_END_OF_SECTION, DIFFABLE_AT_END_OF_PARENT);
}

static int prepend_items(lua_State *L)
{
    return add_items_in(L, DIFFABLE_AT_START_OF_SECTION, DIFFABLE_AT_START_OF_PARENT);
}

/* snapshot:insert_items_at(items, index [, section]) */
static int insert_items_at(lua_State *L)
{
    enum { INDEX = 3, SECTION };
    diffable_lua_check_snapshot(L, 1);
    lua_Integer index = diffable_lua_check_integer(L, INDEX);
    if (index < 1) {
        diffable_lua_refuse_argument(L, INDEX, lua_pushfstring(L, "indexes count from 1, got %I", index));
    }
    bool has_section = !lua_isnone(L, SECTION);
    if (has_section) {
        refuse_section_of_tree(L, SECTION, "leave it out");
        diffable_lua_refuse_section_content(L, SECTION, false);
        diffable_lua_check_id(L, SECTION);
    }
    lua_remove(L, INDEX); /* the section is the anchor */
    return edit_items_at(L, (place){ DIFFABLE_AT_END_OF_SECTION, has_section, diffable_lua_index_from_lua(index) });
}

/*
 * Makes items the roots of a section. An item that is given by its bare identifier keeps its content, and an item
 * without `children` keeps what is below it. If an item has `children`, everything that was below the item is deleted
 * first, because the new list may contain it at another place.
 */
static int replace_items(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    bool has_section = diffable_lua_has_anchor(L, "the last section");
    diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR, false);
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    bool on_copy = have_branches(L, &edit);
    if (on_copy) {
        diffable_lua_begin_edits_of_copy(L);
        diffable_lua_begin_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    }
    diffable_id id;
    const diffable_id *section = anchor_of(L, has_section, &id);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    if (on_copy) {
        diffable_lua_delete_described_children(L, snapshot, &edit.list);
    }
    diffable_lua_end_edit(L, &edit,
        diffable_snapshot_replace_items(
            snapshot, edit.list.ids, edit.list.contents, edit.list.count, section, &edit.error));
    if (on_copy) {
        diffable_lua_add_branches(L, 1, DIFFABLE_LUA_SUBJECTS, DIFFABLE_LUA_SUBJECTS);
        diffable_lua_end_edits_of_copy(L);
    }
    return 0;
}

static int insert_items_before(lua_State *L)
{
    diffable_lua_resolve_key(L, DIFFABLE_LUA_ANCHOR);
    return edit_items_at(L, (place){ DIFFABLE_BEFORE_ITEM, true, -1 });
}

static int insert_items_after(lua_State *L)
{
    diffable_lua_resolve_key(L, DIFFABLE_LUA_ANCHOR);
    return edit_items_at(L, (place){ DIFFABLE_AFTER_ITEM, true, -1 });
}

static const diffable_lua_function item_insertions[] = {
    { "append_items", append_items, 2, 0, diffable_lua_several },
    { "prepend_items", prepend_items, 2, 0, diffable_lua_several },
    { "insert_items_at", insert_items_at, 3, 1, "the last section" },
    { "replace_items", replace_items, 2, 0, diffable_lua_several },
    { "insert_items_before", insert_items_before, 2, 0, diffable_lua_several },
    { "insert_items_after", insert_items_after, 2, 0, diffable_lua_several },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_item_insertions(lua_State *L)
{
    diffable_lua_add_edits(L, diffable_lua_snapshot_name, item_insertions);
}
