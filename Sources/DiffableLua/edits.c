/* What the edits of snapshots and section snapshots share. */
#include "internal.h"

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
    edit->list.marked = marks && type == &diffable_lua_snapshot_type ? engine : NULL;
    edit->list.marked_tree = marks && type == &diffable_lua_section_snapshot_type ? engine : NULL;
    diffable_lua_reserve_contents(L, edit->contents, &edit->list);
    diffable_lua_read_list(L, &edit->list, true);
}

void diffable_lua_begin_edit(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, void (*tidy)(lua_State *L), diffable_lua_edit *edit)
{
    begin_edit(L, type, role, tidy, false, edit);
}

void diffable_lua_begin_mark(lua_State *L, const diffable_lua_type *type, diffable_lua_role role, void (*tidy)(lua_State *L), diffable_lua_edit *edit)
{
    begin_edit(L, type, role, tidy, true, edit);
    for (size_t i = 0; edit->list.revisions != NULL && i < edit->list.count; i += 1) {
        if (edit->list.revisions[i] == 0) {
            edit->list.revisions[i] = diffable_lua_marked_revision(&edit->list, edit->list.ids[i]);
        }
    }
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
