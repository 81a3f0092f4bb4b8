/* Functions that all edits of snapshots share. */
#include "../internal.h"

const char diffable_lua_several[] = "several are one list, in braces";

static const diffable_lua_type *const type = &diffable_lua_snapshot_type;

static void begin_edit(lua_State *L, diffable_lua_role role, bool marks, diffable_lua_edit *edit)
{
    /*
     * The calls up to diffable_lua_begin_list may run user code, which may close the snapshot, so it is checked again
     * after them.
     */
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    edit->error = NULL;
    diffable_lua_prune_kept(L, 1);
    diffable_lua_begin_list(L, DIFFABLE_LUA_SUBJECTS, DIFFABLE_LUA_SUBJECTS, 0, role, &edit->list);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    edit->list.marked = marks ? snapshot : NULL;
    diffable_lua_read_list(L, &edit->list, 1);
}

void diffable_lua_begin_edit(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit)
{
    begin_edit(L, role, false, edit);
}

void diffable_lua_begin_mark(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit)
{
    begin_edit(L, role, true, edit);
}

void diffable_lua_begin_edits_of_copy(lua_State *L)
{
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_push_copy(L, 1, type);
    lua_pushvalue(L, 1);
    lua_insert(L, DIFFABLE_LUA_ORIGINAL);
    lua_replace(L, 1);
}

void diffable_lua_end_edits_of_copy(lua_State *L)
{
    diffable_lua_object *copy = lua_touserdata(L, 1), *original = lua_touserdata(L, DIFFABLE_LUA_ORIGINAL);
    diffable_lua_check_snapshot(L, DIFFABLE_LUA_ORIGINAL); /* user code may have closed it */
    diffable_lua_share_kept(L, 1, DIFFABLE_LUA_ORIGINAL);
    diffable_lua_swap(original, copy);
    diffable_lua_release(L, copy);
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
 * What `merge` needs to know: the role of the elements, the stack index of the key of the items, or 0, and the range of
 * stack indexes with the names of the special fields, which are not content.
 */
typedef struct merging {
    diffable_lua_role role;
    int key, names, after_names;
} merging;

static diffable_content content_of(lua_State *L, diffable_lua_role role, diffable_id id)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return (role == DIFFABLE_LUA_SECTIONS ? diffable_snapshot_section_content : diffable_snapshot_item_content)(
        snapshot, id);
}

/* Whether the table at `index` has a field that is neither its identifier nor a special field. */
static bool has_content_fields(lua_State *L, const merging *merging, int index)
{
    int top = lua_gettop(L), identifier = merging->key == 0 ? ID_FIELD : merging->key;
    bool found = false;
    lua_pushnil(L);
    while (!found && lua_next(L, index) != 0) {
        lua_pop(L, 1);
        found = !lua_rawequal(L, -1, identifier);
        for (int name = merging->names; found && name < merging->after_names; name += 1) {
            found = !lua_rawequal(L, -1, name);
        }
    }
    lua_settop(L, top);
    return found;
}

/*
 * The table on top of the stack names an element and the fields to update. If the element has content, replaces the
 * table by a copy of the content with these fields, or by the bare identifier if the content has them already. If the
 * element has no content, keeps the table, which becomes its content. But if `has_state` and the table has no other
 * fields, replaces it by the bare identifier, and the element remains without content.
 */
static void merge(lua_State *L, const merging *merging, bool has_state)
{
    enum { OLD = 1, CONTENT, MERGED }; /* above the table */
    int given = lua_gettop(L), key = merging->key;
    diffable_id id;
    bool has_id = key == 0 ? diffable_lua_to_id(L, given, &id) : diffable_lua_to_keyed_id(L, key, given, &id);
    diffable_lua_push_id(L, has_id ? id : (diffable_id){ 0 }); /* remains on the stack */
    diffable_content content = { 0 };
    has_id = diffable_lua_to_bare_id(L, given + OLD, &id);
    if (has_id) {
        content = content_of(L, merging->role, id);
    }
    if (content.data == NULL) {
        if (has_id && has_state && !has_content_fields(L, merging, given)) {
            lua_replace(L, given);
        }
        lua_settop(L, given);
        return;
    }
    diffable_lua_push_content(L, content, id, merging->role);
    int old = given + CONTENT, merged = given + MERGED;
    lua_newtable(L);
    copy_fields(L, old, merged);
    copy_fields(L, given, merged);
    for (int name = merging->names; name < merging->after_names; name += 1) {
        lua_pushvalue(L, name);
        lua_pushnil(L);
        lua_rawset(L, merged);
    }
    if (key == 0) {
        lua_pushvalue(L, ID_FIELD);
        lua_pushvalue(L, given + OLD);
        lua_rawset(L, merged);
    }
    if (lua_getmetatable(L, old)) {
        diffable_lua_set_metatable_of_copy(L, merged);
    }
    diffable_lua_to_bare_id(L, given + OLD, &id);
    content = content_of(L, merging->role, id); /* user code may have run */
    bool is_same = content.data != NULL && diffable_lua_has_content(L, merged, content, id, merging->role, key != 0);
    lua_pushvalue(L, is_same ? given + OLD : merged);
    lua_replace(L, given);
    lua_settop(L, given);
}

/*
 * Replaces the list of an update by the merged tables. Returns whether one of the tables has `expanded` or
 * `expandable`.
 */
static bool merge_list(lua_State *L, diffable_lua_list *list)
{
    bool has_states = false;
    bool are_items = list->role == DIFFABLE_LUA_ITEMS;
    int key = list->key, names = lua_gettop(L) + 1;
    diffable_lua_push_excluded(L, list->role);
    int merged = lua_gettop(L) + 1;
    merging merging = { list->role, key, names, merged };
    diffable_lua_new_array(L, list->count);
    for (size_t i = 0; i < list->count; i += 1) {
        if (diffable_lua_push_entry(L, list, i) != LUA_TTABLE) {
            const char *plural = are_items ? "items" : "sections", *got = luaL_typename(L, -1);
            const char *message = lua_pushfstring(
                L, "table with the fields that change expected, got %s; reconfigure_%s takes identifiers", got, plural);
            if (list->single) {
                diffable_lua_refuse_argument(L, DIFFABLE_LUA_SUBJECTS, message);
            }
            diffable_lua_refuse(
                L, "%s %I: %s", are_items ? "item" : "section", diffable_lua_index_to_lua((ptrdiff_t)i), message);
        }
        if (key != 0) {
            diffable_lua_call_key(L, key, lua_gettop(L));
        }
        bool has_state = are_items && diffable_lua_check_state(L, names, lua_gettop(L), true);
        has_states = has_states || has_state;
        merge(L, &merging, has_state);
        if (list->single) {
            lua_replace(L, merged);
        } else {
            lua_rawseti(L, merged, (lua_Integer)i + 1);
        }
    }
    lua_pushvalue(L, DIFFABLE_LUA_SUBJECTS);
    lua_replace(L, DIFFABLE_LUA_ORIGINAL);
    lua_pushvalue(L, merged);
    lua_replace(L, DIFFABLE_LUA_SUBJECTS);
    return has_states;
}

void diffable_lua_begin_update(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit)
{
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    lua_pushnil(L);
    edit->list.argument = DIFFABLE_LUA_SUBJECTS;
    edit->list.owner = 0;
    edit->list.role = role;
    diffable_lua_measure_list(L, DIFFABLE_LUA_SUBJECTS, &edit->list);
    if (role == DIFFABLE_LUA_ITEMS) {
        diffable_lua_push_key_of_items(L, &edit->list);
    }
    diffable_lua_check_list(L, &edit->list);
    /* A table that is neither a list nor has an `id` counts as a list without entries, and is refused below. */
    edit->has_states = edit->list.count > 0 && merge_list(L, &edit->list);
    diffable_lua_begin_edit(L, role, edit);
    if (edit->list.has_near_names) {
        diffable_lua_list given; /* not initialized, because only the fields that are set here are used */
        given.has_near_names = true;
        diffable_lua_measure_items(L, DIFFABLE_LUA_ORIGINAL, &given);
        diffable_lua_refuse_near_names(L, &given);
    }
}

void diffable_lua_begin_bare_edit(lua_State *L, diffable_lua_role role, diffable_lua_edit *edit)
{
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, DIFFABLE_LUA_ORIGINAL);
    edit->error = NULL;
    diffable_lua_begin_list(L, DIFFABLE_LUA_SUBJECTS, DIFFABLE_LUA_SUBJECTS, 0, role, &edit->list);
    diffable_lua_read_list(L, &edit->list, 0);
}

/* Whether the table at `index` has a field other than `id`. */
static bool has_fields(lua_State *L, int index)
{
    int top = lua_gettop(L);
    bool found = false;
    lua_pushnil(L);
    while (!found && lua_next(L, index) != 0) {
        lua_pop(L, 1);
        found = !lua_rawequal(L, -1, ID_FIELD);
    }
    lua_settop(L, top);
    return found;
}

void diffable_lua_refuse_section_content(lua_State *L, int argument, bool appends)
{
    diffable_id id;
    if (lua_type(L, argument) != LUA_TTABLE || !diffable_lua_to_id(L, argument, &id)) {
        return;
    }
    lua_pushliteral(L, "items");
    if (lua_rawget(L, argument) != LUA_TNIL) {
        diffable_lua_refuse_argument(L, argument,
            "it names a section, whose \"items\" would be ignored; append_sections appends a section with items");
    }
    lua_pop(L, 1);
    if (!has_fields(L, argument)) {
        return;
    }
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_to_id(L, argument, &id);
    if ((appends || diffable_lua_contains_section(snapshot, id))
        && !diffable_lua_has_content(
            L, argument, diffable_snapshot_section_content(snapshot, id), id, DIFFABLE_LUA_SECTIONS, false)) {
        diffable_lua_refuse_argument(L, argument,
            "it names a section, whose other content would be ignored; reconfigure_sections changes the content");
    }
}

diffable_id diffable_lua_check_anchor(lua_State *L)
{
    diffable_id anchor;
    bool is_list = lua_type(L, DIFFABLE_LUA_ANCHOR) == LUA_TTABLE && lua_rawlen(L, DIFFABLE_LUA_ANCHOR) > 0;
    if (is_list && !diffable_lua_to_id(L, DIFFABLE_LUA_ANCHOR, &anchor)) {
        diffable_lua_refuse_argument(
            L, DIFFABLE_LUA_ANCHOR, "one identifier expected, got a list; are the arguments swapped?");
    }
    return diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR);
}

bool diffable_lua_has_anchor(lua_State *L, const char *default_anchor)
{
    if (lua_isnone(L, DIFFABLE_LUA_ANCHOR)) {
        return false;
    }
    if (lua_isnil(L, DIFFABLE_LUA_ANCHOR)) {
        diffable_lua_refuse_argument(L, DIFFABLE_LUA_ANCHOR,
            lua_pushfstring(L, "identifier expected, got nil; leave it out for %s", default_anchor));
    }
    return true;
}

int diffable_lua_end_edit(lua_State *L, diffable_lua_edit *edit, diffable_status status)
{
    return diffable_lua_finish_list(L, &edit->list, 1, status, edit->error);
}
