/* The shapes of the functions that edit a snapshot. Argument 1 is the snapshot, 2 what is edited. */
#include "snapshots.h"

enum { SUBJECTS = 2, ANCHOR = 3 };

void diffable_lua_reserve_contents(lua_State *L, int snapshot, int list)
{
    int top = lua_gettop(L);
    if (lua_type(L, list) == LUA_TTABLE && lua_rawgeti(L, list, 1) == LUA_TTABLE && lua_rawlen(L, list) > DIFFABLE_LUA_FEW) {
        lua_getiuservalue(L, snapshot, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
        if (diffable_lua_contents_are_empty(L, top + 2)) {
            diffable_lua_new_contents(L, lua_rawlen(L, list));
            /* What was empty may have been filled by a finalizer, or the snapshot closed. */
            if (lua_getiuservalue(L, snapshot, DIFFABLE_LUA_SNAPSHOT_CONTENTS) == LUA_TTABLE && diffable_lua_contents_are_empty(L, top + 4)) {
                lua_pushvalue(L, top + 3);
                lua_setiuservalue(L, snapshot, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
            }
        }
    }
    lua_settop(L, top);
}

/* May run user code, so it comes first, and everything is looked at again once the arguments are read. */
static void tidy_contents(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    size_t live = diffable_snapshot_number_of_items(snapshot) + diffable_snapshot_number_of_sections(snapshot);
    lua_settop(L, ANCHOR);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    if (diffable_lua_contents_have_grown(L, ANCHOR + 1, live)) {
        diffable_lua_new_contents(L, 0);
        int fresh = lua_gettop(L);
        lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
        diffable_lua_fill_live_contents(L, fresh + 1, 0, fresh, diffable_lua_check_snapshot(L, 1));
        lua_pushvalue(L, fresh);
        lua_setiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    }
    lua_settop(L, ANCHOR);
    diffable_lua_reserve_contents(L, 1, SUBJECTS);
}

/* Reads the list to be edited, adds what it carries to the contents of the snapshot, and returns where they are. */
static int read_contents(lua_State *L, diffable_lua_role role, diffable_lua_list *list)
{
    diffable_lua_read_list(L, SUBJECTS, SUBJECTS, "", role, true, list);
    lua_getiuservalue(L, 1, DIFFABLE_LUA_SNAPSHOT_CONTENTS);
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_add_contents(L, lua_gettop(L), list);
    return lua_gettop(L);
}

int diffable_lua_edit_add(lua_State *L, diffable_lua_role role, diffable_lua_add function)
{
    tidy_contents(L);
    diffable_lua_list list;
    int contents = read_contents(L, role, &list);
    diffable_error *error = NULL;
    diffable_status status = function(diffable_lua_check_snapshot(L, 1), list.ids, list.revisions, list.count, &error);
    return diffable_lua_finish_edit(L, &list, contents, status, error);
}

int diffable_lua_edit_add_at(lua_State *L, diffable_lua_role role, diffable_lua_add_at function, bool anchor_is_optional)
{
    tidy_contents(L);
    diffable_lua_list list;
    int contents = read_contents(L, role, &list);
    diffable_id anchor = anchor_is_optional && lua_isnil(L, ANCHOR) ? diffable_id_none() : diffable_lua_check_id(L, ANCHOR);
    diffable_error *error = NULL;
    diffable_status status = function(diffable_lua_check_snapshot(L, 1), list.ids, list.revisions, list.count, anchor, &error);
    return diffable_lua_finish_edit(L, &list, contents, status, error);
}

int diffable_lua_edit_mark(lua_State *L, diffable_lua_role role, diffable_lua_add function, diffable_lua_revision revision)
{
    tidy_contents(L);
    diffable_lua_list list;
    int contents = read_contents(L, role, &list);
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    for (size_t i = 0; list.revisions != NULL && i < list.count; i += 1) {
        if (list.revisions[i] == 0) { /* a bare identifier keeps the content that it has */
            list.revisions[i] = revision(snapshot, list.ids[i]);
        }
    }
    diffable_error *error = NULL;
    diffable_status status = function(snapshot, list.ids, list.revisions, list.count, &error);
    return diffable_lua_finish_edit(L, &list, contents, status, error);
}

int diffable_lua_edit_delete(lua_State *L, diffable_lua_role role, diffable_lua_delete function)
{
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, SUBJECTS);
    diffable_lua_list list;
    diffable_lua_read_list(L, SUBJECTS, SUBJECTS, "", role, false, &list);
    size_t deleted = 0;
    diffable_error *error = NULL;
    diffable_status status = function(diffable_lua_check_snapshot(L, 1), list.ids, list.count, &deleted, &error);
    diffable_lua_finish_edit(L, &list, 0, status, error);
    lua_pushinteger(L, (lua_Integer)deleted);
    return 1;
}

int diffable_lua_edit_move(lua_State *L, diffable_lua_move function)
{
    diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id subject = diffable_lua_check_id(L, SUBJECTS);
    diffable_id anchor = diffable_lua_check_id(L, ANCHOR);
    diffable_error *error = NULL;
    diffable_status status = function(snapshot, subject, anchor, &error);
    return status == DIFFABLE_OK ? 0 : diffable_lua_raise(L, error);
}
