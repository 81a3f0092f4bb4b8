/* The edits of snapshots. Argument 1 is the snapshot, 2 the elements, 3 an anchor if the edit has one. */
#include "internal.h"

typedef diffable_status (*add_function)(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, diffable_error **);
typedef diffable_status (*add_at_function)(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, diffable_id, diffable_error **);
typedef diffable_status (*delete_function)(
    diffable_snapshot *, const diffable_id *, size_t, size_t *, diffable_error **);
typedef bool (*contains_function)(const diffable_snapshot *, diffable_id);
typedef diffable_status (*move_function)(diffable_snapshot *, diffable_id, diffable_id, diffable_error **);

/* Where items are added. */
typedef struct place {
    diffable_placement placement;
    bool has_anchor;
    ptrdiff_t index; /* of the visible item of the section before which items are inserted; -1 to use `placement` */
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
 * Returns whether items that were read have `children`, `expanded` or `expandable`. Raises if one of these is probably
 * misspelt.
 */
static bool have_branches(lua_State *L, const diffable_lua_edit *edit)
{
    diffable_lua_refuse_near_names(L, &edit->list);
    return edit->list.has_excluded;
}

/*
 * Raises if an element and its place are swapped: the snapshot at 1 has the element to insert, but not the anchor. The
 * place is an index, or -1 for the anchor at ANCHOR.
 */
static void refuse_swapped(lua_State *L, const diffable_lua_list *list, ptrdiff_t index, contains_function contains)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    lua_Integer number = diffable_lua_index_to_lua(index);
    if (list->count != 1 || !contains(snapshot, list->ids[0])
        || contains(snapshot, index < 0 ? diffable_lua_check_anchor(L) : diffable_id_integer(number))) {
        return;
    }
    diffable_id id;
    diffable_lua_push_id(L, list->ids[0]);
    int identifier = lua_gettop(L);
    diffable_lua_to_bare_id(L, identifier, &id);
    diffable_lua_push_quoted_id(L, id);
    diffable_lua_push_quoted_id(L, index < 0 ? diffable_lua_check_anchor(L) : diffable_id_integer(number));
    const char *noun = list->role == DIFFABLE_LUA_SECTIONS ? "section" : "item", *other = lua_tostring(L, -1);
    diffable_lua_refuse_identifier(L, DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, identifier,
        "%s %s is in the list already, and there is no %s %s; are the arguments swapped?", noun, lua_tostring(L, -2),
        noun, other);
}

static int edit_items_at(lua_State *L, place place)
{
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    if (place.index >= 0 || place.placement == DIFFABLE_BEFORE_ITEM || place.placement == DIFFABLE_AFTER_ITEM) {
        refuse_swapped(L, &edit.list, place.index, diffable_snapshot_contains_item);
    }
    if (have_branches(L, &edit)) {
        return add_tree(L, &place);
    }
    return diffable_lua_end_edit(L, &edit, add_items(L, &place, &edit));
}

static int edit_mark(lua_State *L, diffable_lua_role role, add_function function)
{
    diffable_lua_edit edit;
    diffable_lua_begin_mark(L, role, &edit);
    if (role == DIFFABLE_LUA_ITEMS) {
        diffable_lua_refuse_near_names(L, &edit.list);
        diffable_lua_refuse_special_fields(L, &edit.list);
    }
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(
        L, &edit, function(snapshot, edit.list.ids, edit.list.contents, edit.list.count, &edit.error));
}

/*
 * Raises if a section has `items` or list entries: an edit that marks or updates sections does not change their items.
 */
static void refuse_items(lua_State *L)
{
    diffable_lua_list sections; /* not initialized, which would clear 6 KiB: only fields that are set below are used */
    lua_settop(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_measure_list(L, DIFFABLE_LUA_SUBJECTS, &sections);
    for (size_t i = 0; i < sections.count; i += 1) {
        if (diffable_lua_push_entry(L, &sections, i) == LUA_TTABLE) {
            lua_pushliteral(L, "items");
            if (lua_rawget(L, -2) != LUA_TNIL) {
                diffable_lua_refuse(L,
                    "section %I: a section without \"items\" expected; replace_items replaces its items",
                    diffable_lua_index_to_lua((ptrdiff_t)i));
            }
            if (!sections.single && lua_rawlen(L, -2) > 0) {
                diffable_lua_refuse(L, "section %I has list entries; replace_items replaces its items",
                    diffable_lua_index_to_lua((ptrdiff_t)i));
            }
        }
        lua_settop(L, DIFFABLE_LUA_SUBJECTS);
    }
}

static int edit_sections_mark(lua_State *L, add_function function)
{
    diffable_lua_check_snapshot(L, 1);
    refuse_items(L);
    return edit_mark(L, DIFFABLE_LUA_SECTIONS, function);
}

/* Reads the options at argument 3, and returns whether all elements must exist. */
static bool must_exist(lua_State *L)
{
    static const char *const names[] = { "must_exist", NULL };
    diffable_id id;
    if (diffable_lua_to_bare_id(L, DIFFABLE_LUA_ANCHOR, &id)) {
        const char *got = luaL_typename(L, DIFFABLE_LUA_ANCHOR);
        diffable_lua_refuse_argument(L, DIFFABLE_LUA_ANCHOR,
            lua_pushfstring(L, "table of options expected, got %s; several are one list, in braces", got));
    }
    return diffable_lua_check_options(L, DIFFABLE_LUA_ANCHOR, names)
        && diffable_lua_push_option(L, DIFFABLE_LUA_ANCHOR, names[0], LUA_TBOOLEAN) && lua_toboolean(L, -1);
}

static int edit_delete(lua_State *L, diffable_lua_role role, delete_function function, contains_function contains)
{
    diffable_lua_check_snapshot(L, 1);
    bool all_must_exist = must_exist(L);
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, role, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    for (size_t i = 0; all_must_exist && i < edit.list.count; i += 1) {
        if (!contains(snapshot, edit.list.ids[i])) {
            return diffable_lua_refuse_unknown(L, role == DIFFABLE_LUA_ITEMS ? "item" : "section", edit.list.ids[i]);
        }
    }
    size_t deleted = 0;
    diffable_lua_end_edit(L, &edit, function(snapshot, edit.list.ids, edit.list.count, &deleted, &edit.error));
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int edit_move(lua_State *L, move_function function)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id subject = diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    diffable_id anchor = diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR);
    diffable_error *error = NULL;
    diffable_status status = function(snapshot, subject, anchor, &error);
    return diffable_lua_check_status(L, status, error);
}

static diffable_status append_sections_at_end(diffable_snapshot *snapshot, const diffable_id *ids,
    const diffable_content *contents, size_t count, diffable_id anchor, diffable_error **error)
{
    (void)anchor;
    return diffable_snapshot_append_sections(snapshot, ids, contents, count, error);
}

/* Adds sections, with their items. */
static int edit_sections_at(lua_State *L, add_at_function function, bool has_anchor)
{
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR);
    bool have_items = diffable_lua_sections_have_items(L, DIFFABLE_LUA_SUBJECTS);
    if (have_items) {
        diffable_lua_begin_edits_of_copy(L);
    }
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, DIFFABLE_LUA_SECTIONS, &edit);
    if (has_anchor) {
        refuse_swapped(L, &edit.list, -1, diffable_lua_contains_section);
    }
    diffable_id anchor = has_anchor ? diffable_lua_check_anchor(L) : (diffable_id){ 0 };
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_end_edit(
        L, &edit, function(snapshot, edit.list.ids, edit.list.contents, edit.list.count, anchor, &edit.error));
    if (have_items) {
        diffable_lua_append_items_of_sections(L, 1, &edit.list);
        diffable_lua_end_edits_of_copy(L);
    }
    return 0;
}

static int append_sections(lua_State *L)
{
    return edit_sections_at(L, append_sections_at_end, false);
}

static int insert_sections_before(lua_State *L)
{
    return edit_sections_at(L, diffable_snapshot_insert_sections_before, true);
}

static int insert_sections_after(lua_State *L)
{
    return edit_sections_at(L, diffable_snapshot_insert_sections_after, true);
}

static int delete_sections(lua_State *L)
{
    return edit_delete(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_delete_sections, diffable_lua_contains_section);
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
    return edit_sections_mark(L, diffable_snapshot_reload_sections);
}

static int reconfigure_sections(lua_State *L)
{
    return edit_sections_mark(L, diffable_snapshot_reconfigure_sections);
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
        diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR);
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
        diffable_lua_refuse_section_content(L, SECTION);
        diffable_lua_check_id(L, SECTION);
    }
    lua_remove(L, INDEX); /* the section is the anchor */
    return edit_items_at(L, (place){ DIFFABLE_AT_END_OF_SECTION, has_section, diffable_lua_index_from_lua(index) });
}

/*
 * Makes items the roots of a section. An item that is given by its bare identifier keeps its content, and an item
 * without `children` keeps what is below it. If an item has `children`, everything below it is deleted first, because
 * the new list may contain it at another place.
 */
static int replace_items(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    bool has_section = diffable_lua_has_anchor(L, "the last section");
    diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR);
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

static int delete_items(lua_State *L)
{
    return edit_delete(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_delete_items, diffable_snapshot_contains_item);
}

/* Deletes all items, and the sections of a list. Returns the number of items, as delete_items does. */
static int clear(lua_State *L)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    size_t deleted = diffable_snapshot_number_of_all_items(snapshot);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_clear(snapshot, &error);
    diffable_lua_check_status(L, status, error);
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

static int edit_move_of_item(lua_State *L, move_function function)
{
    diffable_lua_resolve_key(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_resolve_key(L, DIFFABLE_LUA_ANCHOR);
    return edit_move(L, function);
}

static int move_item_before(lua_State *L)
{
    return edit_move_of_item(L, diffable_snapshot_move_item_before);
}

static int move_item_after(lua_State *L)
{
    return edit_move_of_item(L, diffable_snapshot_move_item_after);
}

static int move_items_to_section(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_refuse_section_content(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    diffable_id section = diffable_lua_check_anchor(L);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit,
        diffable_snapshot_move_items(
            snapshot, edit.list.ids, edit.list.count, DIFFABLE_AT_END_OF_SECTION, &section, &edit.error));
}

static int reload_items(lua_State *L)
{
    return edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reload_items);
}

static int reconfigure_items(lua_State *L)
{
    return edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reconfigure_items);
}

typedef diffable_status (*update_function)(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, size_t *, diffable_error **);

/*
 * Merges tables into contents, and sets the states of items from `expanded` and `expandable`. Pushes how many contents
 * changed.
 */
static int edit_contents(lua_State *L, diffable_lua_role role, update_function function)
{
    diffable_lua_edit edit;
    diffable_lua_begin_update(L, role, &edit);
    size_t updated = 0;
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_end_edit(
        L, &edit, function(snapshot, edit.list.ids, edit.list.contents, edit.list.count, &updated, &edit.error));
    if (edit.has_states) {
        diffable_lua_set_states(L, DIFFABLE_LUA_ORIGINAL);
    }
    lua_pushinteger(L, (lua_Integer)updated);
    return 1;
}

static int update_items(lua_State *L)
{
    return edit_contents(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_update_items);
}

static int update_sections(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    refuse_items(L);
    return edit_contents(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_update_sections);
}

/* Renaming */

/*
 * If the key is a field of the content of the item at SUBJECTS, pushes a copy of that content with the identifier at
 * ANCHOR, and returns true. If the item has no such content, or keeps its identifier, returns false. Raises if the key
 * is a function: it is unknown which content has the new identifier.
 */
static bool push_renamed_content(lua_State *L)
{
    int top = lua_gettop(L);
    diffable_id id = diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    diffable_content content = diffable_snapshot_item_content(diffable_lua_check_snapshot(L, 1), id);
    bool is_same = diffable_lua_are_same_ids(id, diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR));
    if (is_same || content.data == NULL || !diffable_lua_push_key(L, 1)) {
        return false;
    }
    if (lua_type(L, top + 1) != LUA_TSTRING) {
        diffable_lua_refuse(L,
            "the key is a function, and the content would keep the old identifier; delete the item and insert another "
            "one");
    }
    id = diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_push_content_copy(
        L, diffable_snapshot_item_content(diffable_lua_check_snapshot(L, 1), id), id, DIFFABLE_LUA_ITEMS);
    lua_insert(L, top + 1);
    lua_pushvalue(L, DIFFABLE_LUA_ANCHOR);
    lua_rawset(L, top + 1);
    return true;
}

/* Renames an item whose content contains the identifier. The new content is on top of the stack. */
static int rename_with_content(lua_State *L)
{
    int content = lua_gettop(L);
    diffable_lua_push_copy(L, 1, &diffable_lua_snapshot_type);
    lua_pushvalue(L, 1);
    lua_replace(L, DIFFABLE_LUA_ORIGINAL);
    lua_replace(L, 1);
    edit_move(L, diffable_snapshot_rename_item);
    lua_pushvalue(L, content);
    lua_replace(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, DIFFABLE_LUA_ITEMS, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_end_edit(L, &edit,
        diffable_snapshot_reconfigure_items(snapshot, edit.list.ids, edit.list.contents, edit.list.count, &edit.error));
    diffable_lua_end_edits_of_copy(L);
    return 0;
}

/* snapshot:rename_item(id, new_id) */
static int rename_item(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_resolve_key(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    if (lua_type(L, DIFFABLE_LUA_ANCHOR) == LUA_TTABLE) {
        diffable_lua_refuse_argument(
            L, DIFFABLE_LUA_ANCHOR, "the new identifier alone expected, got table; update_items changes the content");
    }
    diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    return push_renamed_content(L) ? rename_with_content(L) : edit_move(L, diffable_snapshot_rename_item);
}

static const char several[] = "several are one list, in braces";

static const diffable_lua_function snapshot_edits[] = {
    { "append_sections", append_sections, 1, 0,
        "several are one list, as in { \"a\", { id = \"b\", items = { 1, 2 } } }" },
    { "insert_sections_before", insert_sections_before, 2, 0, several },
    { "insert_sections_after", insert_sections_after, 2, 0, several },
    { "delete_sections", delete_sections, 2, 1, "no options" },
    { "move_section_before", move_section_before, 2, 0, NULL },
    { "move_section_after", move_section_after, 2, 0, NULL },
    { "reload_sections", reload_sections, 1, 0, "several are one list, in braces" },
    { "reconfigure_sections", reconfigure_sections, 1, 0,
        "several are one list, as in { \"a\", { id = \"b\", title = \"B\" } }" },
    { "update_sections", update_sections, 1, 0,
        "a table has its identifier and the fields that change, as in { id = \"a\", title = \"A\" }" },
    { "append_items", append_items, 2, 0, several },
    { "prepend_items", prepend_items, 2, 0, several },
    { "insert_items_at", insert_items_at, 3, 1, "the last section" },
    { "replace_items", replace_items, 2, 0, several },
    { "insert_items_before", insert_items_before, 2, 0, several },
    { "insert_items_after", insert_items_after, 2, 0, several },
    { "delete_items", delete_items, 2, 1, "no options" },
    { "clear", clear, 0, 0, "it deletes everything; delete_sections and delete_items delete some" },
    { "delete_all_items", clear, 0, 0, "it deletes everything; delete_sections and delete_items delete some" },
    { "move_item_before", move_item_before, 2, 0, NULL },
    { "move_item_after", move_item_after, 2, 0, NULL },
    { "move_items_to_section", move_items_to_section, 2, 0, several },
    { "reload_items", reload_items, 1, 0, "several are one list, in braces" },
    { "reconfigure_items", reconfigure_items, 1, 0, "several are one list, as in { 1, { id = 2, title = \"Two\" } }" },
    { "update_items", update_items, 1, 0,
        "a table has its identifier and the fields that change, as in { id = 1, title = \"One\" }" },
    { "rename_item", rename_item, 2, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_snapshot_edits(lua_State *L)
{
    diffable_lua_add_edits(L, diffable_lua_snapshot_name, snapshot_edits);
}
