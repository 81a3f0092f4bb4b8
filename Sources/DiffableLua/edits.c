/* What the edits of snapshots and section snapshots share. */
#include "internal.h"

/* Sets the object whose elements an edit marks. */
static void set_marked(diffable_lua_list *list, const diffable_lua_type *type, const void *engine)
{
    list->marked = type == &diffable_lua_snapshot_type ? engine : NULL;
    list->marked_tree = type == &diffable_lua_section_snapshot_type ? engine : NULL;
}

static void begin_edit(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, void (*tidy)(lua_State *L), bool marks, diffable_lua_edit *edit)
{
    /* These may run user code, so they come first; the engine object is checked again once the list is read. */
    diffable_lua_check(L, 1, type);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    tidy(L);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    diffable_lua_make_room(L, 1, DIFFABLE_LUA_SUBJECTS);

    edit->error = NULL;
    diffable_lua_begin_list(L, DIFFABLE_LUA_SUBJECTS, DIFFABLE_LUA_SUBJECTS, -1, role, &edit->list);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    edit->contents = lua_gettop(L);
    const void *engine = diffable_lua_check(L, 1, type);
    if (marks) {
        set_marked(&edit->list, type, engine);
    }
    diffable_lua_reserve_contents(L, edit->contents, &edit->list);
    diffable_lua_read_list(L, &edit->list, true);
}

/* Gives a bare identifier the revision that it has. */
static void keep_revisions(diffable_lua_edit *edit)
{
    for (size_t i = 0; edit->list.revisions != NULL && i < edit->list.count; i += 1) {
        if (edit->list.revisions[i] == 0) {
            edit->list.revisions[i] = diffable_lua_marked_revision(&edit->list, edit->list.ids[i]);
        }
    }
}

void diffable_lua_begin_edit(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, void (*tidy)(lua_State *L), diffable_lua_edit *edit)
{
    begin_edit(L, type, role, tidy, false, edit);
}

void diffable_lua_begin_mark(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, void (*tidy)(lua_State *L), diffable_lua_edit *edit)
{
    begin_edit(L, type, role, tidy, true, edit);
    keep_revisions(edit);
}

void diffable_lua_begin_keeping_edit(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, void (*tidy)(lua_State *L), diffable_lua_edit *edit)
{
    begin_edit(L, type, role, tidy, false, edit);
    set_marked(&edit->list, type, diffable_lua_check(L, 1, type));
    keep_revisions(edit);
}

/* Updates */

/* Sets all fields of the table at `from` in the table at `to`. */
static void copy_fields(lua_State *L, int from, int to)
{
    lua_pushnil(L);
    while (lua_next(L, from) != 0) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, to);
    }
}

/*
 * The table on top of the stack is of an update. If its item has content, replaces it by the content with the fields of the table; or by the
 * bare identifier, if the content has them already. `key` is the index of the key of the items, or 0.
 */
static void merge(lua_State *L, const diffable_lua_type *type, int key, diffable_lua_list *list)
{
    enum { OLD = 1, CONTENTS, MERGED }; /* above the table */
    int given = lua_gettop(L);
    diffable_id id;
    if (key != 0) {
        diffable_lua_call_key(L, key, given);
    }
    set_marked(list, type, diffable_lua_check(L, 1, type));
    bool has_id = key == 0 ? diffable_lua_to_id(L, given, &id) : diffable_lua_to_keyed_id(L, key, given, &id);
    diffable_lua_push_id(L, has_id ? id : diffable_id_none()); /* remains on the stack */
    uint64_t revision = diffable_lua_to_bare_id(L, given + OLD, &id) ? diffable_lua_marked_revision(list, id) : 0;
    lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
    if (revision == 0 || !diffable_lua_push_content(L, given + CONTENTS, revision, id)) {
        lua_settop(L, given);
        return;
    }
    lua_replace(L, given + CONTENTS);
    int old = given + CONTENTS, merged = given + MERGED;
    lua_newtable(L);
    copy_fields(L, old, merged);
    copy_fields(L, given, merged);
    if (key == 0) {
        lua_pushvalue(L, ID_FIELD);
        lua_pushvalue(L, given + OLD);
        lua_rawset(L, merged);
    }
    if (lua_getmetatable(L, old)) {
        diffable_lua_set_metatable_of_copy(L, merged);
    }
    diffable_lua_left_out left_out;
    diffable_lua_push_left_out(L, list->left_out.role, &left_out);
    bool is_same = diffable_lua_has_revision(L, merged, revision, &left_out); // mutant: update-of-all
    lua_pushvalue(L, is_same ? given + OLD : merged);
    lua_replace(L, given);
    lua_settop(L, given);
}

/* Replaces the list of an update by what its tables are merged to. */
static void merge_list(lua_State *L, const diffable_lua_type *type, diffable_lua_list *list)
{
    int key = diffable_lua_push_key(L, 1) ? lua_gettop(L) : 0;
    int merged = lua_gettop(L) + 1;
    diffable_lua_new_array(L, list->count);
    for (size_t i = 0; i < list->count; i += 1) {
        if (diffable_lua_push_entry(L, list, i) != LUA_TTABLE) {
            const char *complaint = lua_pushfstring(L, "table with the fields that change expected, got %s; reconfigure_items takes identifiers", luaL_typename(L, -1));
            if (list->single) {
                diffable_lua_refuse_argument(L, DIFFABLE_LUA_SUBJECTS, complaint);
            }
            diffable_lua_refuse(L, "item %I: %s", diffable_lua_index_to_lua((ptrdiff_t)i), complaint);
        }
        merge(L, type, key, list);
        if (list->single) {
            lua_replace(L, merged);
        } else {
            lua_rawseti(L, merged, (lua_Integer)i + 1);
        }
    }
    lua_replace(L, DIFFABLE_LUA_SUBJECTS);
}

void diffable_lua_begin_update(lua_State *L, const diffable_lua_type *type, void (*tidy)(lua_State *L), diffable_lua_edit *edit)
{
    diffable_lua_check(L, 1, type);
    lua_settop(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_role role = type == &diffable_lua_snapshot_type ? DIFFABLE_LUA_ITEMS : DIFFABLE_LUA_TREE_ITEMS;
    edit->list.left_out.role = role;
    diffable_lua_measure_items(L, DIFFABLE_LUA_SUBJECTS, &edit->list);
    if (edit->list.count > 0) { /* what is neither a list nor a table with `id` has no entries, and is refused below */
        merge_list(L, type, &edit->list);
    }
    diffable_lua_begin_keeping_edit(L, type, role, tidy, edit);
}

void diffable_lua_begin_bare_edit(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, diffable_lua_edit *edit)
{
    diffable_lua_check(L, 1, type);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    edit->error = NULL;
    edit->contents = 0;
    diffable_lua_begin_list(L, DIFFABLE_LUA_SUBJECTS, DIFFABLE_LUA_SUBJECTS, -1, role, &edit->list);
    diffable_lua_read_list(L, &edit->list, false);
}

diffable_id diffable_lua_check_anchor(lua_State *L)
{
    diffable_id anchor;
    bool is_list = lua_type(L, DIFFABLE_LUA_ANCHOR) == LUA_TTABLE && lua_rawlen(L, DIFFABLE_LUA_ANCHOR) > 0;
    if (is_list && !diffable_lua_to_id(L, DIFFABLE_LUA_ANCHOR, &anchor)) {
        diffable_lua_refuse_argument(L, DIFFABLE_LUA_ANCHOR, "one identifier expected, got a list; are the arguments swapped?");
    }
    return diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR);
}

bool diffable_lua_has_anchor(lua_State *L, const char *default_anchor)
{
    if (lua_isnone(L, DIFFABLE_LUA_ANCHOR)) {
        return false;
    }
    if (lua_isnil(L, DIFFABLE_LUA_ANCHOR)) {
        diffable_lua_refuse_argument(L, DIFFABLE_LUA_ANCHOR, lua_pushfstring(L, "identifier expected, got nil; leave it out for %s", default_anchor));
    }
    return true;
}

int diffable_lua_end_edit(lua_State *L, diffable_lua_edit *edit, diffable_status status)
{
    diffable_lua_hold_entries(lua_touserdata(L, 1), edit->list.count);
    return diffable_lua_finish_list(L, &edit->list, edit->contents, status, edit->error);
}
