/* What the edits of items and of sections have in common. */
#include "../internal.h"

void diffable_lua_refuse_swapped(
    lua_State *L, const diffable_lua_list *list, ptrdiff_t index, diffable_lua_contains_function contains)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    lua_Integer number = diffable_lua_index_to_lua(index);
    if (list->count != 1 || (index >= 0 && list->ids[0].kind != DIFFABLE_ID_INTEGER)
        || !contains(snapshot, list->ids[0])
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

int diffable_lua_edit_mark(lua_State *L, diffable_lua_role role, diffable_lua_mark_function function)
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

int diffable_lua_edit_delete(lua_State *L, diffable_lua_role role, diffable_lua_delete_function function,
    diffable_lua_contains_function contains)
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

int diffable_lua_edit_move(lua_State *L, diffable_lua_move_function function)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id subject = diffable_lua_check_id(L, DIFFABLE_LUA_SUBJECTS);
    diffable_id anchor = diffable_lua_check_id(L, DIFFABLE_LUA_ANCHOR);
    diffable_error *error = NULL;
    diffable_status status = function(snapshot, subject, anchor, &error);
    return diffable_lua_check_status(L, status, error);
}

int diffable_lua_edit_contents(lua_State *L, diffable_lua_role role, diffable_lua_update_function function)
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
