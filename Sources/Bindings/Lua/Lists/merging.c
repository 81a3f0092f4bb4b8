/* diffable.merge, and the conflicts of merges and rebased applies. */
#include "../internal.h"

static void free_conflicts(lua_State *L, void *engine, size_t size)
{
    (void)L, (void)size;
    diffable_conflicts_free(engine);
}

/* The fields of a conflict. Its metatable, which raises for other names, is in the registry. */
static const char *const fields[] = { "kind", "id", "is_section", "base", "mine", "theirs", NULL };
static const char conflict_key;

/*
 * Sets the field `name` of the conflict on top of the stack to the element as one of the three lists has it: its
 * content, or its identifier if it has no content. If that list does not have the element, the field is not set.
 */
static void set_side(
    lua_State *L, const char *name, bool is_there, diffable_content content, const diffable_conflict *conflict)
{
    if (is_there) {
        diffable_lua_push_content(
            L, content, conflict->id, conflict->is_section ? DIFFABLE_LUA_SECTIONS : DIFFABLE_LUA_ITEMS);
        lua_setfield(L, -2, name);
    }
}

static void push_conflict(lua_State *L, const diffable_conflict *conflict)
{
    lua_createtable(L, 0, 6);
    lua_pushstring(L, diffable_conflict_kind_name(conflict->kind));
    lua_setfield(L, -2, "kind");
    diffable_lua_push_id(L, conflict->id);
    lua_setfield(L, -2, "id");
    lua_pushboolean(L, conflict->is_section);
    lua_setfield(L, -2, "is_section");
    set_side(L, "base", conflict->in_base, conflict->base, conflict);
    set_side(L, "mine", conflict->in_mine, conflict->mine, conflict);
    set_side(L, "theirs", conflict->in_theirs, conflict->theirs, conflict);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &conflict_key);
    lua_setmetatable(L, -2);
}

void diffable_lua_push_conflicts(lua_State *L, const diffable_conflicts *conflicts)
{
    size_t count = diffable_conflicts_count(conflicts);
    diffable_lua_new_array(L, count);
    for (size_t i = 0; i < count; i += 1) {
        diffable_conflict conflict = DIFFABLE_CONFLICT_INIT;
        diffable_lua_ignore(diffable_conflicts_read(conflicts, i, &conflict, 1, NULL, NULL));
        push_conflict(L, &conflict);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* diffable.merge(base, mine, theirs): the merged snapshot and an array of conflicts */
int diffable_lua_merge(lua_State *L)
{
    enum { BASE = 1, MINE, THEIRS, MERGED, CONFLICTS };
    static const diffable_lua_type conflicts_type = { diffable_lua_hidden_name, "conflicts",
        sizeof(diffable_lua_object), 0, 0, free_conflicts, NULL };
    lua_settop(L, THEIRS);
    for (int argument = BASE; argument <= THEIRS; argument += 1) {
        if (diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, argument))) {
            diffable_lua_refuse_argument(L, argument, "snapshot of a list expected, got a section snapshot");
        }
    }
    diffable_lua_object *merged = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_share_key(L, MINE, MERGED);
    diffable_lua_share_kept(L, MINE, MERGED);
    diffable_lua_add_kept(L, THEIRS, MERGED);
    diffable_lua_object *conflicts = diffable_lua_push_object(L, &conflicts_type, 0);
    const diffable_snapshot *base = diffable_lua_check_snapshot(L, BASE), *mine = diffable_lua_check_snapshot(L, MINE);
    const diffable_snapshot *theirs = diffable_lua_check_snapshot(L, THEIRS);
    diffable_snapshot *list = NULL;
    diffable_conflicts *found = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_merge(base, mine, theirs, &list, &found, &error);
    diffable_lua_attach_engine(merged, list);
    diffable_lua_attach_engine(conflicts, found);
    if (status != DIFFABLE_OK) {
        return diffable_lua_raise(L, error);
    }
    diffable_lua_account_memory(merged, diffable_snapshot_number_of_all_items(list));
    diffable_lua_push_conflicts(L, found);
    diffable_lua_release(L, conflicts);
    lua_remove(L, CONFLICTS);
    return 2;
}

void diffable_lua_open_merging(lua_State *L)
{
    lua_newtable(L);
    diffable_lua_install_member_check(L, "conflict", fields);
    lua_getmetatable(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &conflict_key);
    lua_pop(L, 1);
}
