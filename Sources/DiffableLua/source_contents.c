/*
 * The contents of a data source: one table that maps the revisions of everything in its list to content tables. While a snapshot is applied,
 * the contents of the old list and those of the snapshot are used, until the list has changed. A tree that is applied to a section adds its
 * contents to those of the source.
 */
#include "sources.h"

void diffable_lua_push_source_content(lua_State *L, int source, uint64_t revision, diffable_id id)
{
    /* During an apply a view may ask for cells of the new list and of the old one. */
    static const int user_values[] = { DIFFABLE_LUA_SOURCE_NEXT_CONTENTS, DIFFABLE_LUA_SOURCE_CONTENTS };
    for (size_t i = 0; revision != 0 && i < sizeof user_values / sizeof *user_values; i += 1) {
        if (lua_getiuservalue(L, source, user_values[i]) == LUA_TUSERDATA && diffable_lua_push_content(L, lua_gettop(L), revision, id)) {
            lua_remove(L, -2);
            return;
        }
        lua_pop(L, 1);
    }
    diffable_lua_push_id(L, id);
}

void diffable_lua_push_source_contents(lua_State *L, int source)
{
    if (lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_NEXT_CONTENTS) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    }
}

/* Pushes the list of the source at `source`. */
static diffable_lua_object *push_list(lua_State *L, int source)
{
    diffable_lua_object *list = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_own(list, diffable_data_source_snapshot(diffable_lua_check_source(L, source)));
    return list;
}

void diffable_lua_push_next_contents(lua_State *L, int source, int snapshot)
{
    int next = lua_gettop(L) + 1;
    lua_getiuservalue(L, snapshot, DIFFABLE_LUA_CONTENTS);
    if (!diffable_lua_may_keep_children(L, next)) {
        return;
    }
    diffable_lua_object *list = push_list(L, source);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    lua_getiuservalue(L, snapshot, DIFFABLE_LUA_CONTENTS); /* again: user code may have run */
    lua_replace(L, next);
    diffable_lua_copy_contents(L, next + 2, next, list->engine, diffable_lua_check_snapshot(L, snapshot));
    diffable_lua_release(L, list);
    lua_settop(L, next);
}

void diffable_lua_compact_source_contents(lua_State *L, int source)
{
    int top = lua_gettop(L);
    if (diffable_data_source_is_applying(diffable_lua_check_source(L, source))) {
        return;
    }
    diffable_snapshot *engine = diffable_data_source_snapshot(diffable_lua_check_source(L, source));
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    bool have_grown = diffable_lua_contents_have_grown(L, top + 1, engine);
    diffable_snapshot_free(engine);
    lua_settop(L, top);
    if (have_grown) {
        diffable_lua_new_contents(L, 0);
        diffable_lua_object *list = push_list(L, source);
        lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
        diffable_lua_copy_contents(L, top + 3, top + 1, list->engine, NULL);
        diffable_lua_release(L, list);
        lua_pushvalue(L, top + 1);
        lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
        lua_settop(L, top);
    }
}

void diffable_lua_add_source_contents(lua_State *L, int source, const diffable_snapshot *snapshot, int contents)
{
    static const int user_values[] = { DIFFABLE_LUA_SOURCE_NEXT_CONTENTS, DIFFABLE_LUA_SOURCE_CONTENTS };
    for (size_t i = 0; i < sizeof user_values / sizeof *user_values; i += 1) {
        if (lua_getiuservalue(L, source, user_values[i]) == LUA_TUSERDATA) {
            diffable_lua_copy_contents(L, contents, lua_gettop(L), snapshot, NULL);
        }
        lua_pop(L, 1);
    }
}

void diffable_lua_pack_section(lua_State *L, int section)
{
    int contents = lua_gettop(L) + 1;
    diffable_lua_new_contents(L, 1);
    diffable_lua_object *snapshot = diffable_lua_push_object(L, &diffable_lua_snapshot_type, contents);
    diffable_lua_own(snapshot, diffable_snapshot_new());
    diffable_lua_list list;
    diffable_lua_begin_list(L, section, section, 0, DIFFABLE_LUA_SECTIONS, &list);
    diffable_lua_reserve_contents(L, contents, &list);
    diffable_lua_read_list(L, &list, true);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_append_sections(snapshot->engine, list.ids, list.engine_contents, list.count, &error);
    diffable_lua_finish_list(L, &list, contents, status, error);
    lua_pushvalue(L, contents + 1);
    lua_replace(L, section);
    lua_settop(L, contents - 1);
}

diffable_content diffable_lua_add_section_content(lua_State *L, int source, int section)
{
    int contents = lua_gettop(L) + 1;
    lua_getiuservalue(L, section, DIFFABLE_LUA_CONTENTS);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, section);
    diffable_lua_add_source_contents(L, source, snapshot, contents);
    lua_settop(L, contents - 1);
    return diffable_snapshot_section_content(snapshot, diffable_snapshot_section_at(snapshot, 0));
}

/* Functions in content */

/* How two contents differ: DEPTH levels and VALUES values are compared at most, more count as OTHERWISE. CHANGES are compared in an apply. */
enum { EQUAL, IN_FUNCTIONS, OTHERWISE };
enum { DEPTH = 20, VALUES = 1000, CHANGES = 4 };

static int compare(lua_State *L, int one, int other, int depth, int *values);

static int greater(int one, int other)
{
    return one > other ? one : other;
}

static int compare_tables(lua_State *L, int one, int other, int depth, int *values)
{
    int result = EQUAL, top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, "content");
    lua_pushnil(L);
    while (result != OTHERWISE && lua_next(L, one) != 0) {
        lua_pushvalue(L, -2);
        lua_rawget(L, other);
        result = greater(result, compare(L, top + 2, top + 3, depth, values));
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    lua_pushnil(L);
    while (result != OTHERWISE && lua_next(L, other) != 0) {
        lua_pushvalue(L, -2);
        result = lua_rawget(L, one) == LUA_TNIL ? OTHERWISE : result;
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return result;
}

static int compare(lua_State *L, int one, int other, int depth, int *values)
{
    int type = lua_type(L, one);
    *values += 1;
    if (lua_rawequal(L, one, other)) {
        return EQUAL;
    }
    if (type != lua_type(L, other) || *values > VALUES || depth > DEPTH) {
        return OTHERWISE;
    }
    return type == LUA_TFUNCTION ? IN_FUNCTIONS : type == LUA_TTABLE ? compare_tables(L, one, other, depth + 1, values) : OTHERWISE;
}

/* Whether only functions differ between the contents of a change. The contents of both lists are at `contents` and after it. */
static bool differs_in_functions(lua_State *L, int contents, const diffable_change *change)
{
    int top = lua_gettop(L), values = 0;
    bool are_both = diffable_lua_push_content(L, contents, diffable_content_revision(change->old_content), change->id)
        && diffable_lua_push_content(L, contents + 1, diffable_content_revision(change->new_content), change->id);
    bool result = are_both && compare(L, top + 1, top + 2, 0, &values) == IN_FUNCTIONS; // mutant: any-change-hinted
    lua_settop(L, top);
    return result;
}

static void warn(lua_State *L, bool is_item, const diffable_change *change)
{
    diffable_lua_push_quoted_id(L, change->id);
    const char *id = lua_tostring(L, -1);
    diffable_lua_warn(L, lua_pushfstring(L, "diffable: the content of %s %s is the same as before but for a function, so it counts as changed at each apply; "
        "keep functions out of content, or make each function once", is_item ? "item" : "section", id));
}

void diffable_lua_warn_of_functions(lua_State *L, int source, int transaction)
{
    static const diffable_change_kind kinds[] = { DIFFABLE_RECONFIGURED_ITEMS, DIFFABLE_UPDATED_SECTIONS };
    diffable_lua_source *object = lua_touserdata(L, source);
    int top = lua_gettop(L);
    diffable_lua_push_transaction_contents(L, transaction);
    if (!object->has_warned && diffable_lua_have_references(L, top + 1) && diffable_lua_have_references(L, top + 2)) {
        diffable_lua_object *copy = diffable_lua_push_object(L, &diffable_lua_transaction_type, 0);
        const diffable_lua_object *original = lua_touserdata(L, transaction);
        diffable_lua_own(copy, diffable_transaction_copy(original->engine)); /* a finalizer may close the original */
        for (int kind = 0; kind < 2; kind += 1) {
            diffable_change changes[CHANGES];
            changes[0].struct_size = sizeof *changes;
            size_t count = diffable_difference_changes(diffable_transaction_difference(copy->engine), kinds[kind], 0, changes, CHANGES);
            for (size_t i = 0; i < count && !object->has_warned; i += 1) {
                if (differs_in_functions(L, top + 1, &changes[i])) {
                    object->has_warned = true; // mutant: warned-each-time
                    warn(L, kind == 0, &changes[i]);
                }
            }
        }
        diffable_lua_release(L, copy);
    }
    lua_settop(L, top);
}
