/*
 * Reads the special fields of an item, which are not content: `expanded`, `expandable`, and `children`, the list of the
 * items below it. Children are read list by list, breadth first, so that deep trees do not exhaust the C stack.
 */
#include "../internal.h"

enum {
    CHILDREN = DIFFABLE_LUA_CHILDREN,
    EXPANDED = DIFFABLE_LUA_EXPANDED,
    EXPANDABLE = DIFFABLE_LUA_EXPANDABLE,
    FIELDS
};

/* Pushes the names of the special fields, and returns the stack index of the first. */
static int push_names(lua_State *L)
{
    int names = lua_gettop(L) + 1;
    diffable_lua_push_excluded(L, DIFFABLE_LUA_ITEMS);
    return names;
}

/* Pushes the value of a special field of the item at `item`, and returns its type. Creates no Lua object. */
static int push_field(lua_State *L, int names, int item, int field)
{
    lua_pushvalue(L, names + field);
    return lua_rawget(L, item);
}

/*
 * Pushes the field `children` of the item at `item`, and returns whether the item has it. Raises if it is not a table:
 * some scripts have a number of children there.
 */
static bool push_children(lua_State *L, int names, int item)
{
    int type = push_field(L, names, item, CHILDREN);
    if (type != LUA_TNIL && type != LUA_TTABLE) {
        const char *got = lua_typename(L, type);
        diffable_lua_push_quoted_id(L, diffable_lua_check_item(L, item));
        diffable_lua_refuse(L,
            "children of %s: list expected, got %s; put one child in braces, and call a count by another name",
            lua_tostring(L, -1), got);
    }
    return type != LUA_TNIL;
}

/* Does the same for a field that must be a boolean. */
static bool push_flag(lua_State *L, int names, int item, int field)
{
    int type = push_field(L, names, item, field);
    if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
        diffable_lua_push_quoted_id(L, diffable_lua_check_item(L, item));
        const char *id = lua_tostring(L, -1);
        diffable_lua_refuse(
            L, "item %s: \"%s\": boolean expected, got %s", id, lua_tostring(L, names + field), lua_typename(L, type));
    }
    return type != LUA_TNIL;
}

/*
 * Sets the state of the item at `item` from its fields `expanded` and `expandable`. If `is_new`, the item was added to
 * the snapshot. If such an item has children or is expandable, but has no field `expanded`, an apply takes that state
 * from the current list of the data source. It also takes the children of an expandable item without a field `children`
 * from there.
 */
static void set_state(lua_State *L, diffable_snapshot *snapshot, int names, int item, bool is_new)
{
    int top = lua_gettop(L);
    bool has_children = push_field(L, names, item, CHILDREN) != LUA_TNIL;
    bool says_expanded = push_flag(L, names, item, EXPANDED), is_expanded = lua_toboolean(L, -1);
    bool says_expandable = push_flag(L, names, item, EXPANDABLE), is_expandable = lua_toboolean(L, -1);
    lua_settop(L, top);
    if (!has_children && !says_expanded && !says_expandable) {
        return;
    }
    diffable_id id = diffable_lua_check_item(L, item);
    if (says_expanded) {
        diffable_lua_ignore(
            (is_expanded ? diffable_snapshot_expand : diffable_snapshot_collapse)(snapshot, &id, 1, NULL));
    } else if (is_new && (has_children || is_expandable)) {
        diffable_lua_ignore(diffable_snapshot_keep_expansion(snapshot, &id, 1, NULL));
    }
    if (says_expandable) {
        diffable_lua_ignore(diffable_snapshot_set_expandable(snapshot, &id, 1, is_expandable, NULL));
    }
    if (is_new && is_expandable && !has_children) {
        diffable_lua_ignore(diffable_snapshot_keep_children(snapshot, &id, 1, NULL));
    }
}

/*
 * Raises if a field of the item at `item` is probably a misspelt special field: the names are similar, the value has
 * the type of the special field, and the item does not have the special field.
 */
static void refuse_near_names(lua_State *L, int names, int item)
{
    int name = item + 1;
    lua_pushnil(L);
    while (lua_next(L, item) != 0) {
        int type = lua_type(L, -1);
        size_t size = 0;
        const char *given = lua_type(L, name) == LUA_TSTRING ? lua_tolstring(L, name, &size) : NULL;
        int field = given == NULL ? -1 : diffable_lua_field_near(given, size);
        if (field >= 0 && type == (field == CHILDREN ? LUA_TTABLE : LUA_TBOOLEAN)
            && push_field(L, names, item, field) == LUA_TNIL) {
            diffable_lua_push_quoted_id(L, diffable_lua_check_item(L, item));
            const char *id = lua_tostring(L, -1), *meant = lua_tostring(L, names + field);
            diffable_lua_refuse(L, "item %s has a field \"%s\": did you mean \"%s\"?", id, given, meant);
        }
        lua_settop(L, name);
    }
}

void diffable_lua_refuse_near_names(lua_State *L, const diffable_lua_list *list)
{
    if (!list->has_near_names) {
        return;
    }
    int names = push_names(L), item = lua_gettop(L) + 1;
    for (size_t i = 0; i < list->count; i += 1) {
        if (diffable_lua_push_entry(L, list, i) == LUA_TTABLE) {
            refuse_near_names(L, names, item);
        }
        lua_settop(L, item - 1);
    }
    lua_settop(L, names - 1);
}

/* Appends the list at `index` to the children of the item at `parent`, or as roots if `parent` is 0. */
static void append_list(lua_State *L, int object, int index, int parent, int argument)
{
    int top = lua_gettop(L);
    const diffable_lua_object *snapshot = lua_touserdata(L, object);
    diffable_lua_list list;
    diffable_lua_begin_list(L, index, argument, -parent, DIFFABLE_LUA_ITEMS, &list);
    diffable_lua_read_list(L, &list, object);
    diffable_lua_refuse_near_names(L, &list);
    diffable_error *error = NULL;
    diffable_status status;
    if (parent == 0) {
        status = diffable_snapshot_append_items(snapshot->engine, list.ids, list.contents, list.count, NULL, &error);
    } else {
        diffable_id id = diffable_lua_check_item(L, parent);
        status = diffable_snapshot_insert_items(
            snapshot->engine, list.ids, list.contents, list.count, DIFFABLE_AT_END_OF_PARENT, &id, &error);
    }
    diffable_lua_finish_list(L, &list, object, status, error);
    lua_settop(L, top);
}

void diffable_lua_add_branches(lua_State *L, int object, int index, int argument)
{
    const diffable_lua_object *snapshot = lua_touserdata(L, object);
    int names = push_names(L), lists = lua_gettop(L) + 1, list_index = lists + 1, item = lists + 2,
        children = lists + 3;
    /*
     * A queue of lists whose items are in the snapshot already. For each item with children, the loop appends the
     * children to the snapshot, and their list to the queue.
     */
    lua_newtable(L);
    lua_pushvalue(L, index);
    lua_rawseti(L, lists, 1);
    lua_Integer count = 1;
    for (lua_Integer next = 1; next <= count; next += 1) {
        lua_settop(L, lists);
        lua_rawgeti(L, lists, next);
        diffable_lua_list list; /* initializing it would clear 6 KiB; only what the next line sets is used */
        diffable_lua_measure_items(L, list_index, &list);
        for (size_t i = 0; i < list.count; i += 1) {
            lua_settop(L, list_index);
            if (diffable_lua_push_entry(L, &list, i) != LUA_TTABLE) {
                continue;
            }
            set_state(L, snapshot->engine, names, item, true);
            if (push_children(L, names, item)) {
                append_list(L, object, children, item, argument);
                count += 1;
                lua_rawseti(L, lists, count);
            }
        }
        lua_pushboolean(L, false);
        lua_rawseti(L, lists, next);
    }
    lua_settop(L, names - 1);
}

void diffable_lua_fill_tree(lua_State *L, int object, int index, int argument)
{
    append_list(L, object, index, 0, argument);
    diffable_lua_add_branches(L, object, index, argument);
}

void diffable_lua_delete_described_children(lua_State *L, diffable_snapshot *snapshot, const diffable_lua_list *list)
{
    int names = push_names(L), top = lua_gettop(L);
    diffable_snapshot *nothing = diffable_section_snapshot_new();
    for (size_t i = 0; i < list->count; i += 1) {
        diffable_id id;
        if (diffable_lua_push_entry(L, list, i) == LUA_TTABLE && push_field(L, names, top + 1, CHILDREN) != LUA_TNIL
            && diffable_lua_to_item(L, top + 1, &id)) {
            diffable_lua_ignore(diffable_snapshot_replace_children(snapshot, id, nothing, NULL));
        }
        lua_settop(L, top);
    }
    diffable_snapshot_free(nothing);
    lua_settop(L, names - 1);
}

/* Raises for a field that the edit does not take. */
static void refuse_field(lua_State *L, int names, int item, int field)
{
    diffable_lua_push_quoted_id(L, diffable_lua_check_item(L, item));
    const char *hint = field == CHILDREN ? "replace_children replaces what is below an item"
                                         : "update_items changes it";
    diffable_lua_refuse(L, "item %s has the field \"%s\", which is not content; %s", lua_tostring(L, -1),
        lua_tostring(L, names + field), hint);
}

bool diffable_lua_check_state(lua_State *L, int names, int index, bool may_expand)
{
    int top = lua_gettop(L);
    bool has_state = false;
    for (int field = CHILDREN; field < FIELDS; field += 1) {
        bool has_field = field == CHILDREN || !may_expand ? push_field(L, names, index, field) != LUA_TNIL
                                                          : push_flag(L, names, index, field);
        if (has_field && (field == CHILDREN || !may_expand)) {
            refuse_field(L, names, index, field);
        }
        has_state = has_state || has_field;
    }
    lua_settop(L, top);
    return has_state;
}

void diffable_lua_refuse_special_fields(lua_State *L, const diffable_lua_list *list)
{
    if (!list->has_excluded) {
        return;
    }
    int names = push_names(L);
    for (size_t i = 0; i < list->count; i += 1) {
        if (diffable_lua_push_entry(L, list, i) == LUA_TTABLE) {
            diffable_lua_check_state(L, names, lua_gettop(L), false);
        }
        lua_pop(L, 1);
    }
    lua_settop(L, names - 1);
}

void diffable_lua_set_states(lua_State *L, int index)
{
    int names = push_names(L), item = lua_gettop(L) + 1;
    diffable_lua_list list; /* only what the next line sets is used */
    diffable_lua_measure_items(L, index, &list);
    for (size_t i = 0; i < list.count; i += 1) {
        if (diffable_lua_push_entry(L, &list, i) == LUA_TTABLE) {
            set_state(L, diffable_lua_check_snapshot(L, 1), names, item, false);
        }
        lua_settop(L, item - 1);
    }
    lua_settop(L, names - 1);
}
