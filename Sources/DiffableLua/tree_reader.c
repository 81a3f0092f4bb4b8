/*
 * What an item of a tree says about itself: `children`, items below it; `expanded`; and `expandable`. Children are read list by list,
 * breadth first, so that no depth is too much for the C stack.
 */
#include <string.h>

#include "internal.h"

/* The fields, in the order in which their names are on the stack from `keys` on. */
enum { CHILDREN, EXPANDED, EXPANDABLE, FIELDS };

static int push_keys(lua_State *L)
{
    int keys = lua_gettop(L) + 1;
    diffable_lua_left_out left_out;
    diffable_lua_push_left_out(L, DIFFABLE_LUA_TREE_ITEMS, &left_out);
    return keys;
}

/* Pushes what the item on top of the stack has in a field, and returns its type. Makes no Lua value. */
static int push_part(lua_State *L, int keys, int field)
{
    lua_pushvalue(L, keys + field);
    return lua_rawget(L, -2);
}

/* Raises if the item on top of the stack lacks a field, but has one that is named alike and holds what the field would. */
static void refuse_near_names(lua_State *L, int keys)
{
    int item = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, item) != 0) {
        int type = lua_type(L, -1);
        size_t size = lua_type(L, -2) == LUA_TSTRING ? lua_rawlen(L, -2) : 0;
        bool may_be_near = (type == LUA_TTABLE || type == LUA_TBOOLEAN) && size >= strlen("children") - 1 && size <= strlen("expandable") + 1;
        for (int field = type == LUA_TTABLE ? CHILDREN : EXPANDED; may_be_near && field < (type == LUA_TTABLE ? EXPANDED : FIELDS); field += 1) {
            const char *name = lua_tostring(L, keys + field), *given = lua_tostring(L, item + 1);
            lua_pushvalue(L, keys + field);
            bool is_missing = lua_rawget(L, item) == LUA_TNIL;
            lua_pop(L, 1);
            if (is_missing && diffable_lua_edit_distance(given, name) == 1) {
                diffable_lua_push_quoted_id(L, diffable_lua_check_item(L, item));
                diffable_lua_push_escaped(L, item + 1);
                diffable_lua_refuse(L, "item %s has a field \"%s\": did you mean \"%s\"?", lua_tostring(L, -2), lua_tostring(L, -1), name);
            }
        }
        lua_pop(L, 1);
    }
}

bool diffable_lua_has_branches(lua_State *L, int index)
{
    int keys = push_keys(L);
    diffable_lua_list list; /* only what is set here is used; an initializer would clear 4 KiB */
    diffable_lua_measure_items(L, index, &list);
    bool found = false;
    for (size_t i = 0; i < list.count; i += 1) {
        if (diffable_lua_push_entry(L, &list, i) == LUA_TTABLE) {
            for (int field = CHILDREN; !found && field < FIELDS; field += 1) {
                found = push_part(L, keys, field) != LUA_TNIL;
                lua_pop(L, 1);
            }
            diffable_id id;
            if (diffable_lua_to_item(L, lua_gettop(L), &id)) { /* others are refused when the list is read */
                refuse_near_names(L, keys);
            }
        }
        lua_settop(L, keys + FIELDS - 1);
    }
    lua_settop(L, keys - 1);
    return found;
}

/* The same for a field that must be a boolean. Returns whether the item has it. */
static bool push_flag(lua_State *L, int keys, int field)
{
    int item = lua_gettop(L), type = push_part(L, keys, field);
    if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
        diffable_lua_push_quoted_id(L, diffable_lua_check_item(L, item));
        const char *id = lua_tostring(L, -1);
        diffable_lua_refuse(L, "item %s: \"%s\": boolean expected, got %s", id, lua_tostring(L, keys + field), lua_typename(L, type));
    }
    return type != LUA_TNIL;
}

/* Sets how the item on top of the stack is expanded. One with children that does not say it keeps what the section has. */
static void set_expansion(lua_State *L, diffable_section_snapshot *tree, int keys)
{
    int item = lua_gettop(L);
    bool has_children = push_part(L, keys, CHILDREN) != LUA_TNIL;
    lua_settop(L, item);
    bool says_expanded = push_flag(L, keys, EXPANDED), is_expanded = lua_toboolean(L, -1);
    lua_settop(L, item);
    bool says_expandable = push_flag(L, keys, EXPANDABLE), is_expandable = lua_toboolean(L, -1);
    lua_settop(L, item);
    diffable_id id = diffable_lua_check_item(L, item);
    if (says_expanded) {
        (is_expanded ? diffable_section_snapshot_expand : diffable_section_snapshot_collapse)(tree, &id, 1, NULL);
    } else if (has_children) {
        diffable_section_snapshot_keep_expansion(tree, &id, 1, NULL);
    }
    if (says_expandable) {
        diffable_section_snapshot_set_expandable(tree, &id, 1, is_expandable, NULL);
    }
}

/* Appends the children of the item on top of the stack, which are at `children`, to the tree. */
static void append_children(lua_State *L, const diffable_lua_object *tree, int contents, int children, int argument)
{
    int item = lua_gettop(L);
    diffable_lua_list list;
    diffable_lua_begin_list(L, children, argument, item, DIFFABLE_LUA_TREE_ITEMS, &list);
    diffable_lua_reserve_contents(L, contents, &list);
    diffable_lua_read_list(L, &list, true);
    diffable_id id = diffable_lua_check_item(L, item);
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_append(tree->engine, list.ids, list.revisions, list.count, id, &error);
    diffable_lua_hold_entries(tree, list.count);
    diffable_lua_finish_list(L, &list, contents, status, error);
}

void diffable_lua_add_branches(lua_State *L, int object, int contents, int index, int argument)
{
    const diffable_lua_object *tree = lua_touserdata(L, object);
    int keys = push_keys(L), lists = lua_gettop(L) + 1, list_index = lists + 1, item = lists + 2;
    lua_newtable(L); /* of lists whose items are in the tree already; the next ones are appended while the first is read */
    lua_pushvalue(L, index);
    lua_rawseti(L, lists, 1);
    lua_Integer count = 1;
    for (lua_Integer next = 1; next <= count; next += 1) {
        lua_settop(L, lists);
        lua_rawgeti(L, lists, next);
        diffable_lua_list list; /* only what is set here is used */
        diffable_lua_measure_items(L, list_index, &list);
        for (size_t i = 0; i < list.count; i += 1) {
            lua_settop(L, list_index);
            if (diffable_lua_push_entry(L, &list, i) != LUA_TTABLE) {
                continue;
            }
            set_expansion(L, tree->engine, keys);
            if (push_part(L, keys, CHILDREN) != LUA_TNIL) {
                lua_pushvalue(L, item);
                append_children(L, tree, contents, item + 1, argument);
                lua_settop(L, item + 1);
                if (diffable_lua_has_branches(L, item + 1)) {
                    count += 1;
                    lua_rawseti(L, lists, count);
                }
            }
        }
        lua_pushboolean(L, false);
        lua_rawseti(L, lists, next);
    }
    lua_settop(L, keys - 1);
}
