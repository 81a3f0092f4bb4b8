/* The edits of snapshots. Argument 1 is the snapshot, 2 the elements, 3 an anchor if the edit has one. */
#include "internal.h"

typedef diffable_status (*add_function)(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_error **);
typedef diffable_status (*add_at_function)(diffable_snapshot *, const diffable_id *, const uint64_t *, size_t, diffable_id, diffable_error **);
typedef diffable_status (*delete_function)(diffable_snapshot *, const diffable_id *, size_t, size_t *, diffable_error **);
typedef bool (*contains_function)(const diffable_snapshot *, diffable_id);
typedef diffable_status (*move_function)(diffable_snapshot *, diffable_id, diffable_id, diffable_error **);

/* Moves the snapshot to new contents if most of those it has are unused. */
static void tidy_snapshot(lua_State *L)
{
    enum { CONTENTS = DIFFABLE_LUA_ORIGINAL + 1, FRESH, CURRENT };
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

static int edit_items_at(lua_State *L, add_at_function function, bool has_anchor)
{
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, &diffable_lua_snapshot_type, DIFFABLE_LUA_ITEMS, tidy_snapshot, &edit);
    diffable_id anchor = has_anchor ? diffable_lua_check_anchor(L) : diffable_id_none();
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit, function(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, anchor, &edit.error));
}

static int edit_mark(lua_State *L, diffable_lua_role role, add_function function)
{
    diffable_lua_edit edit;
    diffable_lua_begin_mark(L, &diffable_lua_snapshot_type, role, tidy_snapshot, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit, function(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, &edit.error));
}

/* Raises for a section that brings items: marks do not touch them. */
static void refuse_items(lua_State *L)
{
    diffable_lua_list sections; /* only what is set here is used; an initializer would clear 4 KiB */
    lua_settop(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_measure_list(L, DIFFABLE_LUA_SUBJECTS, &sections);
    for (size_t i = 0; i < sections.count; i += 1) {
        if (diffable_lua_push_entry(L, &sections, i) == LUA_TTABLE) {
            lua_pushliteral(L, "items");
            if (lua_rawget(L, -2) != LUA_TNIL) {
                diffable_lua_refuse(L, "section %I: a section without \"items\" expected; replace_items replaces its items", diffable_lua_index_to_lua((ptrdiff_t)i));
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

/* Raises for an identifier that does not exist. The message says so if there is the integer 1 where the string "1" is named, or the other way round. */
static int refuse_unknown(lua_State *L, const char *noun, diffable_id id, contains_function contains)
{
    diffable_lua_push_id(L, id);
    int given = lua_gettop(L);
    lua_pushvalue(L, given);
    diffable_id other = diffable_id_none();
    if (id.kind == DIFFABLE_ID_INTEGER) {
        size_t size;
        const char *digits = lua_tolstring(L, given + 1, &size);
        other = diffable_id_bytes(digits, size);
    } else if (lua_stringtonumber(L, lua_tostring(L, given)) > 0) {
        diffable_lua_to_bare_id(L, -1, &other);
    }
    bool is_other = other.kind != DIFFABLE_ID_NONE && contains(diffable_lua_check_snapshot(L, 1), other);
    diffable_lua_push_quoted_id(L, other);
    const char *hint = is_other ? lua_pushfstring(L, ", but there is %s", lua_tostring(L, -1)) : "";
    diffable_id again = diffable_id_none();
    diffable_lua_to_bare_id(L, given, &again);
    diffable_lua_push_quoted_id(L, again);
    return diffable_lua_refuse_code(L, DIFFABLE_ERROR_UNKNOWN_IDENTIFIER, "there is no %s %s%s", noun, lua_tostring(L, -1), hint);
}

/* Whether argument 3 is the option that all elements must exist. */
static bool must_exist(lua_State *L)
{
    static const char *const names[] = { "must_exist", NULL };
    return diffable_lua_check_options(L, DIFFABLE_LUA_ANCHOR, names) && diffable_lua_push_option(L, DIFFABLE_LUA_ANCHOR, names[0], LUA_TBOOLEAN) && lua_toboolean(L, -1);
}

static int edit_delete(lua_State *L, diffable_lua_role role, delete_function function, contains_function contains)
{
    diffable_lua_check_snapshot(L, 1);
    bool all_must_exist = must_exist(L);
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, &diffable_lua_snapshot_type, role, &edit);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    for (size_t i = 0; all_must_exist && i < edit.list.count; i += 1) {
        if (!contains(snapshot, edit.list.ids[i])) {
            return refuse_unknown(L, role == DIFFABLE_LUA_ITEMS ? "item" : "section", edit.list.ids[i], contains);
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

static diffable_status append_sections_at_end(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id anchor, diffable_error **error)
{
    (void)anchor;
    return diffable_snapshot_append_sections(snapshot, ids, revisions, count, error);
}

/* Adds sections, with the items that they bring. If there are some, a copy is edited, so that nothing changes if one of the edits fails. */
static int edit_sections_at(lua_State *L, add_at_function function, bool has_anchor)
{
    lua_settop(L, DIFFABLE_LUA_ANCHOR);
    diffable_lua_object *original = diffable_lua_check_object(L, 1, &diffable_lua_snapshot_type);
    diffable_lua_object *copy = NULL;
    if (diffable_lua_sections_have_items(L, DIFFABLE_LUA_SUBJECTS)) {
        copy = diffable_lua_push_copy(L, 1, &diffable_lua_snapshot_type);
        lua_pushvalue(L, 1);
        lua_insert(L, DIFFABLE_LUA_ORIGINAL);
        lua_replace(L, 1);
    }
    diffable_lua_edit edit;
    diffable_lua_begin_edit(L, &diffable_lua_snapshot_type, DIFFABLE_LUA_SECTIONS, tidy_snapshot, &edit);
    diffable_id anchor = has_anchor ? diffable_lua_check_anchor(L) : diffable_id_none();
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_end_edit(L, &edit, function(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, anchor, &edit.error));
    if (copy != NULL) {
        diffable_lua_append_items_of_sections(L, 1, edit.contents, &edit.list);
        diffable_lua_check_snapshot(L, DIFFABLE_LUA_ORIGINAL); /* user code may have closed it */
        lua_getiuservalue(L, 1, DIFFABLE_LUA_CONTENTS);
        lua_setiuservalue(L, DIFFABLE_LUA_ORIGINAL, DIFFABLE_LUA_CONTENTS);
        diffable_lua_swap(original, copy);
        diffable_lua_release(L, copy);
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
    return edit_delete(L, DIFFABLE_LUA_SECTIONS, diffable_snapshot_delete_sections, diffable_snapshot_contains_section);
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

static int append_items(lua_State *L)
{
    return edit_items_at(L, diffable_snapshot_append_items, diffable_lua_has_anchor(L, "the last section"));
}

/* Makes items those of a section. A bare identifier keeps the content that it has. */
static int replace_items(lua_State *L)
{
    bool has_section = diffable_lua_has_anchor(L, "the last section");
    diffable_lua_edit edit;
    diffable_lua_begin_keeping_edit(L, &diffable_lua_snapshot_type, DIFFABLE_LUA_ITEMS, tidy_snapshot, &edit);
    diffable_id section = has_section ? diffable_lua_check_anchor(L) : diffable_id_none();
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit, diffable_snapshot_replace_items(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, section, &edit.error));
}

static int insert_items_before(lua_State *L)
{
    diffable_lua_take_item(L, DIFFABLE_LUA_ANCHOR);
    return edit_items_at(L, diffable_snapshot_insert_items_before, true);
}

static int insert_items_after(lua_State *L)
{
    diffable_lua_take_item(L, DIFFABLE_LUA_ANCHOR);
    return edit_items_at(L, diffable_snapshot_insert_items_after, true);
}

static int delete_items(lua_State *L)
{
    return edit_delete(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_delete_items, diffable_snapshot_contains_item);
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

static int edit_move_of_item(lua_State *L, move_function function)
{
    diffable_lua_take_item(L, DIFFABLE_LUA_SUBJECTS);
    diffable_lua_take_item(L, DIFFABLE_LUA_ANCHOR);
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
    diffable_lua_edit edit;
    diffable_lua_begin_bare_edit(L, &diffable_lua_snapshot_type, DIFFABLE_LUA_ITEMS, &edit);
    diffable_id section = diffable_lua_check_anchor(L);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    return diffable_lua_end_edit(L, &edit, diffable_snapshot_move_items_to_section(snapshot, edit.list.ids, edit.list.count, section, &edit.error));
}

static int reload_items(lua_State *L)
{
    return edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reload_items);
}

static int reconfigure_items(lua_State *L)
{
    return edit_mark(L, DIFFABLE_LUA_ITEMS, diffable_snapshot_reconfigure_items);
}

/* Merges tables into the contents of items; returns how many items differ. */
static int update_items(lua_State *L)
{
    diffable_lua_edit edit;
    diffable_lua_begin_update(L, &diffable_lua_snapshot_type, tidy_snapshot, &edit);
    size_t updated = 0;
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_end_edit(L, &edit, diffable_snapshot_update_items(snapshot, edit.list.ids, edit.list.revisions, edit.list.count, &updated, &edit.error));
    lua_pushinteger(L, (lua_Integer)updated);
    return 1;
}

static const luaL_Reg snapshot_edits[] = {
    { "append_sections", append_sections },
    { "insert_sections_before", insert_sections_before },
    { "insert_sections_after", insert_sections_after },
    { "delete_sections", delete_sections },
    { "move_section_before", move_section_before },
    { "move_section_after", move_section_after },
    { "reload_sections", reload_sections },
    { "reconfigure_sections", reconfigure_sections },
    { "append_items", append_items },
    { "replace_items", replace_items },
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
    { "update_items", update_items },
    { NULL, NULL },
};

void diffable_lua_open_snapshot_edits(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, snapshot_edits);
}
