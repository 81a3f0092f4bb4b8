/* The declarations about snapshots and their edits. They are a part of internal.h, which includes this file. */
#ifndef DIFFABLE_LUA_SNAPSHOTS_H
#define DIFFABLE_LUA_SNAPSHOTS_H

/* ----------------------------------------------------------------------------------- From tree_reader.c */

/*
 * Appends what the items of the list at `index` have below them to the snapshot at `object`, which has the items
 * already, and expands the items as they say.
 */
void diffable_lua_add_branches(lua_State *L, int object, int index, int argument);

/*
 * Raises for fields of the items of a list, which was read, that are probably typos of `children`, `expanded` and
 * `expandable`.
 */
void diffable_lua_refuse_near_names(lua_State *L, const diffable_lua_list *list);

/* Deletes everything below the items of a list that have `children`. Makes no Lua value. */
void diffable_lua_delete_described_children(lua_State *L, diffable_snapshot *snapshot, const diffable_lua_list *list);

/* Appends the list at `index` to the new section snapshot at `object`, with everything below its items. */
void diffable_lua_fill_tree(lua_State *L, int object, int index, int argument);

/*
 * Whether the table at `index` says how its item is expanded; `names` is the index of the names of these fields. Raises
 * if it has `children`, which an edit of existing items does not change, or a field of another type; without
 * `may_expand` also for `expanded` and `expandable`.
 */
bool diffable_lua_check_state(lua_State *L, int names, int index, bool may_expand);

/* Raises for the first item of a list that says more than its content. */
void diffable_lua_refuse_branches(lua_State *L, const diffable_lua_list *list);

/* Expands the items of the list at `index` in the snapshot at 1 as they say. */
void diffable_lua_set_states(lua_State *L, int index);

/* ------------------------------------------------ From snapshot.c, snapshot_look_ups.c, to_table.c */

int diffable_lua_snapshot_new(lua_State *L);
int diffable_lua_section_snapshot_new(lua_State *L);
void diffable_lua_open_snapshots(lua_State *L);

/* Pushes an object with the key of the snapshot at 1; the caller sets `engine`. */
diffable_lua_object *diffable_lua_push_related_snapshot(lua_State *L);
void diffable_lua_open_snapshot_look_ups(lua_State *L);
void diffable_lua_open_to_table(lua_State *L);

/* Whether a section of the argument at `index` brings items. */
bool diffable_lua_sections_have_items(lua_State *L, int index);

/*
 * Appends the items that sections bring. The sections are in the snapshot at `snapshot` already, and their list was
 * read and finished.
 */
void diffable_lua_append_items_of_sections(lua_State *L, int snapshot, const diffable_lua_list *sections);

/* ------------------------------------------------------------ From edits.c, snapshot_edits.c, tree_edits.c */

/*
 * The arguments of an edit. ORIGINAL is the object that argument 1 is a copy of while the copy is edited; the list of
 * an update; and else nil.
 */
enum { DIFFABLE_LUA_SUBJECTS = 2, DIFFABLE_LUA_ANCHOR, DIFFABLE_LUA_ORIGINAL };

/* An edit by a list. */
typedef struct diffable_lua_edit {
    diffable_lua_list list;
    bool has_states; /* whether an item of an update says how it is expanded */
    diffable_error *error;
} diffable_lua_edit;

/* Reads the list of an edit of the snapshot at 1, with its contents. */
void diffable_lua_begin_edit(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/*
 * The same for an edit that marks elements: a bare identifier has the content that it had, or that its table has now.
 */
void diffable_lua_begin_mark(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/*
 * The same for an edit whose tables are merged into the contents of the elements. Raises for a bare identifier. Leaves
 * the list at ORIGINAL.
 */
void diffable_lua_begin_update(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/* The same for an edit that ignores content. */
void diffable_lua_begin_bare_edit(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit);

/*
 * Between these, argument 1 is a copy of the snapshot. So nothing has changed if one of several edits fails. The second
 * stores the copy in the snapshot.
 */
void diffable_lua_begin_edits_of_copy(lua_State *L);
void diffable_lua_end_edits_of_copy(lua_State *L);

/* Reads the anchor, which must be one identifier. */
diffable_id diffable_lua_check_anchor(lua_State *L);

/*
 * Raises if the table at an argument, which only names a section, has items, or says something else than the content of
 * that section.
 */
void diffable_lua_refuse_section_content(lua_State *L, int argument);

/*
 * Whether there is an anchor. Raises for a nil that was passed: it is more often a mistake than a wish for the default,
 * which the message names.
 */
bool diffable_lua_has_anchor(lua_State *L, const char *default_anchor);

/* Ends an edit with what the engine returned; returns 0 or raises. */
int diffable_lua_end_edit(lua_State *L, diffable_lua_edit *edit, diffable_status status);

void diffable_lua_open_snapshot_edits(lua_State *L);
void diffable_lua_open_tree_edits(lua_State *L);

#endif /* DIFFABLE_LUA_SNAPSHOTS_H */
