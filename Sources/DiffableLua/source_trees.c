/*
 * The contents of trees. What is hidden below a collapsed item is in no snapshot, and yet it will be shown: so the
 * contents of a source cover its trees as well, and snapshots that are applied take over what is hidden.
 */
#include "calls.h"

/* What is needed to walk through trees, made before anything is looked at. */
typedef struct tree_walk {
    diffable_lua_section_snapshot *tree;
    diffable_lua_buffer *items;
} tree_walk;

static tree_walk push_walk(lua_State *L)
{
    tree_walk walk = { .tree = diffable_lua_push_section_snapshot(L, 0), .items = diffable_lua_push_buffer(L) };
    return walk;
}

/* Moves the items that the list does not show to the front, and returns how many they are. */
static size_t keep_hidden(const diffable_data_source *engine, diffable_id *items, size_t count)
{
    size_t hidden = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (diffable_data_source_index_path(engine, items[i]).section < 0) {
            items[hidden] = items[i];
            hidden += 1;
        }
    }
    return hidden;
}

/* Carries the contents of everything hidden from one table to another. Sections that are gone are forgotten. */
static void carry_hidden(lua_State *L, int source, int from, int to, tree_walk walk)
{
    const diffable_data_source *engine = diffable_lua_check_source(L, source)->engine;
    size_t all = 0;
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_TREES);
    int trees = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, trees) != 0) {
        lua_pop(L, 1);
        diffable_id section = diffable_lua_check_id(L, trees + 1);
        if (diffable_data_source_section_index(engine, section) < 0) {
            lua_pushvalue(L, trees + 1);
            lua_pushnil(L);
            lua_rawset(L, trees);
            continue;
        }
        walk.tree->engine = diffable_data_source_section_snapshot(engine, section);
        size_t count = diffable_lua_read_tree(L, walk.tree->engine, diffable_section_snapshot_items, walk.items);
        count = keep_hidden(engine, walk.items->memory, count);
        diffable_lua_carry_tree_contents(L, from, 0, to, walk.tree->engine, walk.items->memory, count);
        diffable_lua_close_section_snapshot(walk.tree);
        all += count;
    }
    diffable_lua_resize_buffer(L, walk.items, 0);
    diffable_lua_set_hidden_contents(L, to, all);
    lua_settop(L, trees - 1);
}

void diffable_lua_bring_hidden_contents(lua_State *L, int source, int coming)
{
    int top = lua_gettop(L);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_TREES);
    lua_pushnil(L);
    if (lua_next(L, top + 1) != 0) {
        lua_settop(L, top);
        tree_walk walk = push_walk(L);
        lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
        int contents = lua_gettop(L);
        if (!lua_rawequal(L, contents, coming)) {
            carry_hidden(L, source, contents, coming, walk);
        }
    }
    lua_settop(L, top);
}

void diffable_lua_bring_tree(lua_State *L, int source, int section, const diffable_section_snapshot *tree, int contents)
{
    int top = lua_gettop(L);
    diffable_lua_tidy_source_contents(L, source);
    diffable_lua_buffer *items = diffable_lua_push_buffer(L);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    int own = lua_gettop(L);
    diffable_lua_check_source(L, source);
    if (!lua_rawequal(L, own, contents)) {
        size_t count = diffable_lua_read_tree(L, tree, diffable_section_snapshot_items, items);
        diffable_lua_carry_tree_contents(L, contents, 0, own, tree, items->memory, count);
        diffable_lua_resize_buffer(L, items, 0);
    }
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_TREES);
    lua_pushvalue(L, section);
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
    lua_settop(L, top);
}

static bool have_grown(lua_State *L, int source)
{
    diffable_snapshot *list = diffable_data_source_snapshot(diffable_lua_check_source(L, source)->engine);
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
    diffable_lua_snapshot *list = diffable_lua_push_snapshot(L, 0);
    diffable_lua_new_contents(L, 0);
    int fresh = lua_gettop(L);
    list->engine = diffable_data_source_snapshot(diffable_lua_check_source(L, source)->engine);
    lua_getiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    diffable_lua_fill_live_contents(L, fresh + 1, 0, fresh, list->engine);
    carry_hidden(L, source, fresh + 1, fresh, walk);
    lua_pushvalue(L, fresh);
    lua_setiuservalue(L, source, DIFFABLE_LUA_SOURCE_CONTENTS);
    diffable_lua_close_snapshot(list);
    lua_settop(L, top);
}
