/* The declarations about snapshots and their edits. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_SNAPSHOTS_H
#define DIFFABLE_LUA_SNAPSHOTS_H

/* ----------------------------------------------------------------------------------- From tree_reader.c */

/*
 * The snapshot at `object` has the items of the list at `index` already. Appends everything below them, and sets which
 * of them are expanded and expandable.
 */
void diffable_lua_add_branches(lua_State *L, int object, int index, int argument);

/*
 * Raises if an item of a list that was read has a field that is probably a misspelt `children`, `expanded` or
 * `expandable`.
 */
void diffable_lua_refuse_near_names(lua_State *L, const diffable_lua_list *list);

/* If the table of an item in a list has `children`, deletes everything below that item. Creates no Lua object. */
void diffable_lua_delete_described_children(lua_State *L, diffable_snapshot *snapshot, const diffable_lua_list *list);

/* Appends the list at `index` to the new section snapshot at `object`, with everything below its items. */
void diffable_lua_fill_tree(lua_State *L, int object, int index, int argument);

/*
 * Returns whether the table at `index` has a field `expanded` or `expandable`. `names` is the stack index of the names
 * of the special fields. Raises if the table has `children`, because edits of existing items do not change them. If
 * `may_expand`, also raises if `expanded` or `expandable` is not a boolean; otherwise, also raises if the table has
 * either of them.
 */
bool diffable_lua_check_state(lua_State *L, int names, int index, bool may_expand);

/* Raises if an item of a list has `children`, `expanded` or `expandable`. */
void diffable_lua_refuse_special_fields(lua_State *L, const diffable_lua_list *list);

/* Sets the states of items in the snapshot at 1 from `expanded` and `expandable` in the list at `index`. */
void diffable_lua_set_states(lua_State *L, int index);

/* ---- From snapshot.c, identifier_lists.c, each.c, snapshot_look_ups.c, tree_look_ups.c, to_table.c */

int diffable_lua_snapshot_new(lua_State *L);
int diffable_lua_section_snapshot_new(lua_State *L);
void diffable_lua_open_snapshots(lua_State *L);

/* Pushes a snapshot with the key and the kept values of the snapshot at 1. The caller attaches the engine object. */
diffable_lua_object *diffable_lua_push_related_snapshot(lua_State *L);
void diffable_lua_open_identifier_lists(lua_State *L);
void diffable_lua_open_each(lua_State *L);
void diffable_lua_open_snapshot_look_ups(lua_State *L);
void diffable_lua_open_tree_look_ups(lua_State *L);
void diffable_lua_open_to_table(lua_State *L);

/* Whether a section of the list at `index` has `items`. */
bool diffable_lua_sections_have_items(lua_State *L, int index);

/*
 * Appends the `items` of sections. The sections are in the snapshot at `snapshot` already, and their list was read and
 * finished.
 */
void diffable_lua_append_items_of_sections(lua_State *L, int snapshot, const diffable_lua_list *sections);

/* ------------------------------------------------------------------------------------------- From edits.c */

/*
 * The arguments of an edit. What ORIGINAL is depends on the edit. While a copy is edited, it is the snapshot that was
 * copied. In an update, it is the list as it was passed. Otherwise it is nil.
 */
enum { DIFFABLE_LUA_SUBJECTS = 2, DIFFABLE_LUA_ANCHOR, DIFFABLE_LUA_ORIGINAL };

/* The state of an edit that takes a list of elements. */
typedef struct diffable_lua_edit {
    diffable_lua_list list;
    bool has_states; /* whether an item of an update has `expanded` or `expandable` */
    diffable_error *error;
} diffable_lua_edit;

/* Reads the list of an edit of the snapshot at 1, with its contents. */
void diffable_lua_begin_edit(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/*
 * Like diffable_lua_begin_edit, for an edit that marks elements. An element that is given by its identifier keeps its
 * content. If that came from a table that has changed since, the table is read again.
 */
void diffable_lua_begin_mark(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/*
 * Like diffable_lua_begin_edit, for an edit whose tables are merged into the contents of the elements. Raises for a
 * bare identifier. Leaves the list at ORIGINAL.
 */
void diffable_lua_begin_update(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/* Like diffable_lua_begin_edit, for an edit that ignores content. */
void diffable_lua_begin_bare_edit(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/* Replaces argument 1 by a copy, so that the snapshot has not changed if one of several edits fails. */
void diffable_lua_begin_edits_of_copy(lua_State *L);

/* Ends these edits: the snapshot at ORIGINAL gets the list and the kept values of the copy. */
void diffable_lua_end_edits_of_copy(lua_State *L);

/* The hint of an edit that was called with too many arguments, and takes a list. */
extern const char diffable_lua_several[];

/* Returns the anchor, which must be one identifier. */
diffable_id diffable_lua_check_anchor(lua_State *L);

/*
 * The table at `argument` only names a section. Raises if it has `items`, or fields that differ from the content of
 * that section, because these would be ignored. If the snapshot does not have the section, other fields raise only if
 * the call `appends` the section, without content. Other calls raise UNKNOWN_IDENTIFIER themselves.
 */
void diffable_lua_refuse_section_content(lua_State *L, int argument, bool appends);

/*
 * Returns whether an anchor was passed. Raises for a nil that was passed, which is usually a mistake. The message says
 * that the default without an argument is `default_anchor`.
 */
bool diffable_lua_has_anchor(lua_State *L, const char *default_anchor);

/* Ends an edit with the status that the engine returned. Returns 0, or raises if the edit failed. */
int diffable_lua_end_edit(lua_State *L, diffable_lua_edit *edit, diffable_status status);

/* ----------------------------------------------------------------------------------- From element_edits.c */

/* Functions of the engine that edit a list of items or of sections, and one that looks an element up. */
typedef diffable_status (*diffable_lua_mark_function)(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, diffable_error **);
typedef diffable_status (*diffable_lua_update_function)(
    diffable_snapshot *, const diffable_id *, const diffable_content *, size_t, size_t *, diffable_error **);
typedef diffable_status (*diffable_lua_delete_function)(
    diffable_snapshot *, const diffable_id *, size_t, size_t *, diffable_error **);
typedef diffable_status (*diffable_lua_move_function)(diffable_snapshot *, diffable_id, diffable_id, diffable_error **);
typedef bool (*diffable_lua_contains_function)(const diffable_snapshot *, diffable_id);

/*
 * Raises if the arguments of an insertion are probably swapped: one element is inserted, and the snapshot at 1 has that
 * element already, but not the anchor. If `index` is -1, the anchor is at ANCHOR. Otherwise, it is the integer that the
 * script passed as the index. Then the identifier of the element must be an integer, because it would be the index.
 */
void diffable_lua_refuse_swapped(
    lua_State *L, const diffable_lua_list *list, ptrdiff_t index, diffable_lua_contains_function contains);

/* Edits that mark, delete or move elements. They return the number of their results. */
int diffable_lua_edit_mark(lua_State *L, diffable_lua_role role, diffable_lua_mark_function function);
int diffable_lua_edit_delete(lua_State *L, diffable_lua_role role, diffable_lua_delete_function function,
    diffable_lua_contains_function contains);
int diffable_lua_edit_move(lua_State *L, diffable_lua_move_function function);

/*
 * Merges tables into contents, and sets the states of items from `expanded` and `expandable`. Pushes how many contents
 * changed.
 */
int diffable_lua_edit_contents(lua_State *L, diffable_lua_role role, diffable_lua_update_function function);

/* -------------------------------------- From section_edits.c, item_insertion.c, item_edits.c, tree_edits.c */

void diffable_lua_open_section_edits(lua_State *L);
void diffable_lua_open_item_insertions(lua_State *L);
void diffable_lua_open_item_edits(lua_State *L);
void diffable_lua_open_tree_edits(lua_State *L);

#endif /* DIFFABLE_LUA_SNAPSHOTS_H */
