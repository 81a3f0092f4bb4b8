/*
 * Converts snapshots to plain tables. diffable.snapshot and diffable.section_snapshot make the snapshots again from
 * these. The tables are new, and the script may change them.
 */
#include "../internal.h"

/*
 * The stack of the functions below, above the snapshot: a private copy, which is read; the key, or nil; and an
 * array with one table for each level, to which the next item at that level is added.
 */
enum { COPY = 2, KEY, LISTS, TOP = LISTS };

/*
 * If the value on top of the stack is a bare identifier, replaces it by a table with the identifier in the field `id`,
 * or in the key field if `has_key`. A content is a table already.
 */
static void make_table(lua_State *L, bool has_key)
{
    if (lua_type(L, -1) == LUA_TTABLE) {
        return;
    }
    if (has_key && lua_type(L, KEY) != LUA_TSTRING) {
        diffable_id id = diffable_lua_check_id(L, lua_gettop(L));
        diffable_lua_push_quoted_id(L, id);
        diffable_lua_refuse(L, "the key is a function, and the item %s has children but no content; give it content",
            lua_tostring(L, -1));
    }
    lua_createtable(L, 0, 2);
    lua_insert(L, -2);
    if (has_key) {
        lua_pushvalue(L, KEY);
        lua_insert(L, -2);
        lua_rawset(L, -3);
    } else {
        lua_setfield(L, -2, "id");
    }
}

/*
 * Pushes an item as a table, or as a bare identifier if it has nothing else. If it may have children, its `children`
 * are an empty table, which is also stored in LISTS for the next level.
 */
static void push_item(lua_State *L, const diffable_snapshot *tree, diffable_id id)
{
    bool has_children = diffable_snapshot_number_of_children(tree, id) > 0,
         is_expandable = diffable_snapshot_is_expandable(tree, id);
    bool is_expanded = diffable_snapshot_is_expanded(tree, id);
    bool is_left_open = !is_expanded
        && diffable_snapshot_keeps_expansion(tree, id); /* the snapshot does not say whether the item is expanded */
    ptrdiff_t level = diffable_snapshot_level_of_item(tree, id);
    diffable_lua_push_content_copy(L, diffable_snapshot_item_content(tree, id), id, DIFFABLE_LUA_ITEMS);
    if (!has_children && !is_expandable && !is_expanded) {
        return;
    }
    make_table(L, !lua_isnil(L, KEY));
    if (has_children || is_expandable) {
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawseti(L, LISTS, (lua_Integer)level + 2);
        lua_setfield(L, -2, "children");
    }
    if (is_expandable) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "expandable");
    }
    if (!is_left_open) {
        lua_pushboolean(L, is_expanded);
        lua_setfield(L, -2, "expanded");
    }
}

/* Pushes a list with all items of a section snapshot. They are read in depth-first order. */
static void push_items(lua_State *L, const diffable_snapshot *tree)
{
    int top = lua_gettop(L);
    size_t count = diffable_snapshot_number_of_all_items(tree);
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    if (!diffable_lua_resize_buffer(L, buffer, count * sizeof(diffable_id))) {
        luaL_error(L, "not enough memory");
    }
    diffable_id *ids = buffer->engine;
    if (count > 0) {
        diffable_snapshot_all_item_identifiers(tree, 0, ids, count);
    }
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LISTS, 1);
    for (size_t i = 0; i < count; i += 1) {
        lua_rawgeti(L, LISTS, (lua_Integer)diffable_snapshot_level_of_item(tree, ids[i]) + 1);
        push_item(L, tree, ids[i]);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
        lua_pop(L, 1);
    }
    diffable_lua_resize_buffer(L, buffer, 0);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

/* Pushes a section as a table with its items, or the bare identifier if it has neither content nor items. */
static void push_section(lua_State *L, const diffable_snapshot *list, size_t index)
{
    int top = lua_gettop(L);
    diffable_id id = diffable_snapshot_section_at(list, index);
    diffable_lua_object *tree = diffable_lua_push_object(L, &diffable_lua_snapshot_type, 0);
    diffable_lua_attach_engine(tree, diffable_snapshot_section_snapshot(list, id));
    diffable_lua_push_content_copy(L, diffable_snapshot_section_content(list, id), id, DIFFABLE_LUA_SECTIONS);
    if (lua_type(L, -1) == LUA_TTABLE || diffable_snapshot_number_of_all_items(tree->engine) > 0) {
        make_table(L, false);
        push_items(L, tree->engine);
        lua_setfield(L, -2, "items");
    }
    diffable_lua_release(L, tree);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

/* snapshot:to_table(): an array of sections, or of the items of a section snapshot */
static int to_table(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    lua_settop(L, 1);
    diffable_lua_object *copy = diffable_lua_push_copy(L, 1, &diffable_lua_snapshot_type);
    if (!diffable_lua_push_key(L, 1)) {
        lua_pushnil(L);
    }
    lua_newtable(L);
    lua_settop(L, TOP);
    const diffable_snapshot *list = copy->engine;
    if (diffable_snapshot_is_section_snapshot(list)) {
        push_items(L, list);
    } else {
        size_t count = diffable_snapshot_number_of_sections(list);
        diffable_lua_new_array(L, count);
        for (size_t i = 0; i < count; i += 1) {
            push_section(L, list, i);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
    }
    diffable_lua_release(L, copy);
    return 1;
}

static const diffable_lua_function methods[] = {
    { "to_table", to_table, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_to_table(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, methods);
}
