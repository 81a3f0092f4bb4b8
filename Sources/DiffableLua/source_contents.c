/*
 * The contents of a data source: one table that maps the revisions of everything in its list, and of the items that are
 * hidden in its trees, to content tables. An item below a collapsed one is in no snapshot, but it may be shown later. So the contents have
 * entries for the trees as well. When a snapshot is applied, the entries of hidden items are added to its contents. During an
 * apply the contents of the old and of the new list are used, until the list has changed.
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

/* Pushes the contents, and those of the running apply; returns whether both are needed. */
static bool push_both(lua_State *L, int source)
{
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    /* They differ until the first observer makes them the contents. */
    return lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_NEXT_CONTENTS) != LUA_TNIL && !lua_rawequal(L, -1, -2);
}

void diffable_lua_push_source_contents(lua_State *L, int source, const diffable_snapshot *snapshot)
{
    int current = lua_gettop(L) + 1;
    if (push_both(L, source)) {
        diffable_lua_new_contents(L, 0);
        diffable_lua_fill_live_contents(L, current, current + 1, current + 2, snapshot);
        lua_replace(L, current);
    }
    lua_settop(L, current);
}

void diffable_lua_push_tree_contents(lua_State *L, int source, const diffable_section_snapshot *tree)
{
    int current = lua_gettop(L) + 1;
    if (push_both(L, source)) {
        diffable_lua_new_contents(L, 0);
        diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
        diffable_lua_carry_all_tree_contents(L, current, current + 1, current + 2, tree, buffer);
        lua_pushvalue(L, current + 2);
        lua_replace(L, current);
    }
    lua_settop(L, current);
}

/* The objects that a walk through trees needs, made before anything is read. */
typedef struct tree_walk {
    diffable_lua_object *tree;
    diffable_lua_buffer *items;
} tree_walk;

static tree_walk push_walk(lua_State *L)
{
    tree_walk walk;
    walk.tree = diffable_lua_push_object(L, &diffable_lua_section_snapshot_type, 0);
    walk.items = diffable_lua_push_buffer(L);
    return walk;
}

/* Moves the items that the list does not show to the front, and returns their number. */
static size_t keep_hidden(const diffable_data_source *engine, diffable_id *items, size_t count)
{
    size_t hidden = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (diffable_data_source_index_path_of_item(engine, items[i]).section < 0) {
            items[hidden] = items[i];
            hidden += 1;
        }
    }
    return hidden;
}

/* Copies the contents of all hidden items from one table to another. Sections that no longer exist are dropped from the set of trees. */
static void carry_hidden(lua_State *L, int source, int from, int to, tree_walk walk)
{
    const diffable_data_source *engine = diffable_lua_check_source(L, source);
    size_t all = 0;
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_TREES);
    int trees = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, trees) != 0) {
        lua_pop(L, 1);
        diffable_id section = diffable_lua_check_id(L, trees + 1);
        if (diffable_data_source_index_of_section(engine, section) < 0) {
            lua_pushvalue(L, trees + 1);
            lua_pushnil(L);
            lua_rawset(L, trees);
            continue;
        }
        diffable_lua_own(walk.tree, diffable_data_source_section_snapshot(engine, section));
        size_t count;
        diffable_id *items = diffable_lua_read_tree(L, walk.tree->engine, diffable_section_snapshot_item_identifiers, walk.items, &count);
        count = keep_hidden(engine, items, count);
        diffable_lua_carry_tree_contents(L, from, 0, to, walk.tree->engine, items, count);
        diffable_lua_release(L, walk.tree);
        all += count;
    }
    diffable_lua_resize_buffer(L, walk.items, 0);
    diffable_lua_set_hidden_contents(L, to, all);
    lua_settop(L, trees - 1);
}

void diffable_lua_add_hidden_contents(lua_State *L, int source, int next_contents)
{
    int top = lua_gettop(L);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_TREES);
    lua_pushnil(L);
    if (lua_next(L, top + 1) != 0) {
        lua_settop(L, top);
        tree_walk walk = push_walk(L);
        lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
        int contents = lua_gettop(L);
        if (!lua_rawequal(L, contents, next_contents)) {
            carry_hidden(L, source, contents, next_contents, walk);
        }
    }
    lua_settop(L, top);
}

void diffable_lua_add_tree_contents(lua_State *L, int source, int section, const diffable_section_snapshot *tree, int contents)
{
    int top = lua_gettop(L);
    diffable_lua_tidy_source_contents(L, source);
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    int own = lua_gettop(L);
    diffable_lua_check_source(L, source);
    if (!lua_rawequal(L, own, contents)) {
        diffable_lua_carry_all_tree_contents(L, contents, 0, own, tree, buffer);
    }
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_TREES);
    lua_pushvalue(L, section);
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
    lua_settop(L, top);
}

void diffable_lua_pack_section(lua_State *L, int section)
{
    int contents = lua_gettop(L) + 1;
    diffable_lua_new_contents(L, 1);
    diffable_lua_object *snapshot = diffable_lua_push_object(L, &diffable_lua_snapshot_type, contents);
    diffable_lua_own(snapshot, diffable_snapshot_new());
    diffable_lua_list list;
    diffable_lua_begin_list(L, section, section, -1, DIFFABLE_LUA_SECTIONS, &list);
    diffable_lua_reserve_contents(L, contents, &list);
    diffable_lua_read_list(L, &list, true);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_append_sections(snapshot->engine, list.ids, list.revisions, list.count, &error);
    diffable_lua_finish_list(L, &list, contents, status, error);
    lua_pushvalue(L, contents + 1);
    lua_replace(L, section);
    lua_settop(L, contents - 1);
}

uint64_t diffable_lua_add_section_content(lua_State *L, int source, int section)
{
    int top = lua_gettop(L);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    lua_getiuservalue(L, section, DIFFABLE_LUA_CONTENTS);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, section);
    diffable_lua_fill_live_contents(L, top + 2, 0, top + 1, snapshot);
    lua_settop(L, top);
    return diffable_snapshot_revision_of_section(snapshot, diffable_snapshot_section_at(snapshot, 0));
}

static bool have_grown(lua_State *L, int source)
{
    diffable_snapshot *list = diffable_data_source_snapshot(diffable_lua_check_source(L, source));
    size_t live = diffable_snapshot_number_of_items(list) + diffable_snapshot_number_of_sections(list);
    diffable_snapshot_free(list);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    bool answer = diffable_lua_contents_have_grown(L, lua_gettop(L), live);
    lua_pop(L, 1);
    return answer;
}

void diffable_lua_tidy_source_contents(lua_State *L, int source)
{
    if (!have_grown(L, source)) {
        return;
    }
    int top = lua_gettop(L);
    tree_walk walk = push_walk(L);
    diffable_lua_object *list = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_new_contents(L, 0);
    int fresh = lua_gettop(L);
    diffable_lua_own(list, diffable_data_source_snapshot(diffable_lua_check_source(L, source)));
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    diffable_lua_fill_live_contents(L, fresh + 1, 0, fresh, list->engine);
    carry_hidden(L, source, fresh + 1, fresh, walk);
    lua_pushvalue(L, fresh);
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    diffable_lua_release(L, list);
    lua_settop(L, top);
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
    bool are_both = diffable_lua_push_content(L, contents, change->old_revision, change->id)
        && diffable_lua_push_content(L, contents + 1, change->new_revision, change->id);
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
