/* The type `diffable.snapshot`: how snapshots are made, compared and shown. */
#include <string.h>

#include "../internal.h"

enum { MAX_SECTIONS_SHOWN = 100, MAX_ITEMS_SHOWN = 10, MAX_TREE_SHOWN = 1000 };

static const diffable_lua_type *const type = &diffable_lua_snapshot_type;

/* The stack of diffable.snapshot and diffable.section_snapshot while the new snapshot, RESULT, is being filled. */
enum { RESULT = 1, SECTIONS };

/* Returns whether a field of a section with this name probably has the items of the section. */
static bool is_near_items(const char *name)
{
    static const char *const others[] = { "rows", "children", "entries", "elements", "cells" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i += 1) {
        if (strcmp(name, others[i]) == 0) {
            return true;
        }
    }
    return diffable_lua_edit_distance(name, "items") == 1;
}

/* Raises if the table of a section also has list entries, which are probably its items. */
static void refuse_entries(lua_State *L, size_t position, int section, bool has_items)
{
    if (lua_rawlen(L, section) > 0) {
        const char *hint = has_items ? " beside \"items\"; put them into \"items\"" : ": did you mean \"items\"?";
        diffable_lua_refuse(L, "section %I has list entries%s", diffable_lua_index_to_lua((ptrdiff_t)position), hint);
    }
}

/*
 * The section on top of the stack has no `items`. Raises if it has a table in a field that is probably meant to be
 * `items`, or if it has `items` behind __index.
 */
static void refuse_near_items(lua_State *L, size_t position)
{
    int section = lua_gettop(L);
    if (luaL_getmetafield(L, section, "__index") == LUA_TTABLE) {
        lua_pushliteral(L, "items");
        if (lua_rawget(L, -2) != LUA_TNIL) {
            diffable_lua_refuse(
                L, "section %I: \"items\" behind __index are not read", diffable_lua_index_to_lua((ptrdiff_t)position));
        }
    }
    lua_settop(L, section);
    lua_pushnil(L);
    while (lua_next(L, section) != 0) {
        if (lua_type(L, -1) == LUA_TTABLE && lua_type(L, -2) == LUA_TSTRING && is_near_items(lua_tostring(L, -2))) {
            const char *field = diffable_lua_push_escaped(L, -2);
            lua_Integer number = diffable_lua_index_to_lua((ptrdiff_t)position);
            diffable_lua_refuse(L, "section %I has a table \"%s\": did you mean \"items\"?", number, field);
        }
        lua_pop(L, 1);
    }
}

/*
 * Pushes the section at a position, and then its items, and returns true. If the section has no items, pushes nothing
 * and returns false.
 */
static bool push_items(lua_State *L, const diffable_lua_list *sections, size_t position)
{
    if (diffable_lua_push_entry(L, sections, position) == LUA_TTABLE) {
        lua_pushliteral(L, "items");
        bool has_items = lua_rawget(L, -2) != LUA_TNIL;
        if (!sections->single) { /* diffable_lua_check_list refuses a single section that is also a list */
            refuse_entries(L, position, lua_gettop(L) - 1, has_items);
        }
        if (has_items) {
            return true;
        }
        lua_pop(L, 1);
        refuse_near_items(L, position);
    }
    lua_pop(L, 1);
    return false;
}

/* Appends the items on top of the stack to the section below them. */
static void append_items_of_section(lua_State *L, int object, const diffable_lua_list *sections, size_t position)
{
    const diffable_lua_object *snapshot = lua_touserdata(L, object);
    int section = lua_gettop(L) - 1;
    diffable_lua_list list;
    diffable_lua_begin_list(L, section + 1, sections->argument, (ptrdiff_t)position + 1, DIFFABLE_LUA_ITEMS, &list);
    diffable_lua_read_list(L, &list, object);
    diffable_lua_refuse_near_names(L, &list);
    diffable_id id = diffable_lua_check_id(L, section);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_append_items(
        snapshot->engine, list.ids, list.contents, list.count, &id, &error);
    diffable_lua_finish_list(L, &list, object, status, error);
    if (list.has_excluded) {
        diffable_lua_add_branches(L, object, section + 1, sections->argument);
    }
}

void diffable_lua_append_items_of_sections(lua_State *L, int snapshot, const diffable_lua_list *sections)
{
    int top = lua_gettop(L);
    for (size_t i = 0; i < sections->count; i += 1) {
        if (push_items(L, sections, i)) {
            append_items_of_section(L, snapshot, sections, i);
        }
        lua_settop(L, top);
    }
}

bool diffable_lua_sections_have_items(lua_State *L, int index)
{
    diffable_lua_list sections; /* initializing it would clear 6 KiB; only fields that are set below are used */
    sections.argument = index;
    diffable_lua_measure_list(L, index, &sections);
    int top = lua_gettop(L);
    bool found = false;
    for (size_t i = 0; !found && i < sections.count; i += 1) {
        found = push_items(L, &sections, i);
        lua_settop(L, top);
    }
    return found;
}

static void fill(lua_State *L, const diffable_lua_object *snapshot)
{
    diffable_lua_list list;
    diffable_lua_begin_list(L, SECTIONS, 1, 0, DIFFABLE_LUA_SECTIONS, &list);
    diffable_lua_read_list(L, &list, RESULT);
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_append_sections(
        snapshot->engine, list.ids, list.contents, list.count, &error);
    diffable_lua_finish_list(L, &list, RESULT, status, error);
    diffable_lua_append_items_of_sections(L, RESULT, &list);
}

/* Raises if an item of a section snapshot has `items` but no `children`: only sections have `items`. */
static void refuse_items_of_items(lua_State *L, int index)
{
    diffable_lua_list list; /* initializing it would clear 6 KiB; only fields that are set below are used */
    diffable_lua_measure_list(L, index, &list);
    int item = lua_gettop(L) + 1;
    for (size_t i = 0; i < list.count; i += 1) {
        if (diffable_lua_push_entry(L, &list, i) == LUA_TTABLE) {
            lua_pushliteral(L, "children");
            bool has_children = lua_rawget(L, item) != LUA_TNIL;
            lua_pushliteral(L, "items");
            if (lua_rawget(L, item) == LUA_TTABLE && !has_children) {
                diffable_lua_refuse(L, "item %I has a table \"items\": did you mean \"children\"?",
                    diffable_lua_index_to_lua((ptrdiff_t)i));
            }
        }
        lua_settop(L, item - 1);
    }
}

/* Makes a snapshot from the list at 1 and the options at 2. */
static int new_snapshot(lua_State *L, bool is_tree)
{
    if (lua_type(L, 1) == LUA_TNIL) {
        diffable_lua_refuse_argument(
            L, 1, "list expected, got nil; without arguments, or with {}, the snapshot is empty");
    }
    if (luaL_testudata(L, 1, diffable_lua_snapshot_name) != NULL) {
        diffable_lua_refuse_argument(L, 1, "table expected, got a snapshot; its method copy returns a copy");
    }
    lua_settop(L, 2);
    bool is_empty = lua_isnil(L, 1), has_key = !lua_isnil(L, 2) && diffable_lua_push_key_option(L, 2);
    if (has_key) {
        lua_replace(L, 2);
    }
    if (!is_empty) {
        diffable_lua_check_type(L, 1, LUA_TTABLE);
    }
    diffable_lua_object *snapshot = diffable_lua_push_object(L, type, 0);
    if (has_key) {
        lua_pushvalue(L, 2);
        lua_setiuservalue(L, -2, DIFFABLE_LUA_KEY);
    }
    diffable_lua_attach_engine(snapshot, is_tree ? diffable_section_snapshot_new() : diffable_snapshot_new());
    if (!is_empty) {
        lua_insert(L, RESULT);
        if (is_tree) {
            refuse_items_of_items(L, SECTIONS);
            diffable_lua_fill_tree(L, RESULT, SECTIONS, 1);
        } else {
            fill(L, snapshot);
        }
        lua_settop(L, RESULT);
    }
    return 1;
}

/* diffable.snapshot([sections [, { key = }]]): empty, or filled from tables { id = ..., items = { ... }, ... } */
int diffable_lua_snapshot_new(lua_State *L)
{
    return new_snapshot(L, false);
}

/*
 * diffable.section_snapshot([items [, { key = }]]): returns a section snapshot, which is empty without items. Each item
 * may have `children`, `expanded` and `expandable`.
 */
int diffable_lua_section_snapshot_new(lua_State *L)
{
    return new_snapshot(L, true);
}

diffable_lua_object *diffable_lua_push_related_snapshot(lua_State *L)
{
    diffable_lua_object *snapshot = diffable_lua_push_object(L, type, 0);
    diffable_lua_share_key(L, 1, -1);
    diffable_lua_share_kept(L, 1, -1);
    return snapshot;
}

static int close_snapshot(lua_State *L)
{
    return diffable_lua_close(L, type);
}

static int equal(lua_State *L)
{
    const diffable_lua_object *one = luaL_testudata(L, 1, diffable_lua_snapshot_name);
    const diffable_lua_object *other = luaL_testudata(L, 2, diffable_lua_snapshot_name);
    bool are_open = one != NULL && other != NULL && one->engine != NULL && other->engine != NULL;
    lua_pushboolean(L, are_open && diffable_snapshot_equal(one->engine, other->engine));
    return 1;
}

static int length(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_snapshot_number_of_items(diffable_lua_check_snapshot(L, 1), NULL));
    return 1;
}

static void add_line(lua_State *L, luaL_Buffer *buffer, const char *before, ptrdiff_t level, diffable_id id)
{
    luaL_addstring(buffer, before);
    for (ptrdiff_t i = 0; i < level; i += 1) {
        luaL_addstring(buffer, "  ");
    }
    diffable_lua_push_quoted_id(L, id);
    luaL_addvalue(buffer);
}

static void add_rest(lua_State *L, luaL_Buffer *buffer, const char *indentation, size_t shown, size_t number)
{
    if (number > shown) {
        lua_pushfstring(L, "\n%s... %I more", indentation, (lua_Integer)(number - shown));
        luaL_addvalue(buffer);
    }
}

static void add_section(lua_State *L, luaL_Buffer *buffer, const diffable_snapshot *snapshot, size_t index)
{
    diffable_id section = diffable_snapshot_section_at(snapshot, index);
    size_t number = (size_t)diffable_snapshot_number_of_items(snapshot, &section);
    add_line(L, buffer, index == 0 ? "" : "\n", 0, section);
    lua_pushfstring(L, number == 1 ? " (%I item)" : " (%I items)", (lua_Integer)number);
    luaL_addvalue(buffer);
    size_t shown = number < MAX_ITEMS_SHOWN ? number : MAX_ITEMS_SHOWN;
    for (size_t i = 0; i < shown; i += 1) {
        diffable_id item = diffable_snapshot_item_at(snapshot, (diffable_index_path){ (ptrdiff_t)index, (ptrdiff_t)i });
        add_line(L, buffer, "\n  ", diffable_snapshot_level_of_item(snapshot, item), item);
    }
    add_rest(L, buffer, "  ", shown, number);
}

/* Adds a line for each item of a tree. `+` marks an expanded branch, `-` a collapsed branch, and `*` a visible item. */
static void add_tree(lua_State *L, luaL_Buffer *buffer, const diffable_snapshot *tree)
{
    diffable_id items[MAX_TREE_SHOWN];
    size_t shown = diffable_snapshot_all_item_identifiers(tree, 0, items, MAX_TREE_SHOWN);
    for (size_t i = 0; i < shown; i += 1) {
        bool is_parent = diffable_snapshot_number_of_children(tree, items[i]) > 0
            || diffable_snapshot_is_expandable(tree, items[i]);
        luaL_addstring(buffer, i == 0 ? "" : "\n");
        luaL_addchar(buffer, !is_parent ? ' ' : diffable_snapshot_is_expanded(tree, items[i]) ? '+' : '-');
        add_line(L, buffer, diffable_snapshot_is_visible(tree, items[i]) ? "* " : "  ",
            diffable_snapshot_level_of_item(tree, items[i]), items[i]);
    }
    add_rest(L, buffer, "", shown, diffable_snapshot_number_of_all_items(tree));
}

static void add_list(lua_State *L, luaL_Buffer *buffer, const diffable_snapshot *snapshot)
{
    size_t number = diffable_snapshot_number_of_sections(snapshot);
    size_t shown = number < MAX_SECTIONS_SHOWN ? number : MAX_SECTIONS_SHOWN;
    for (size_t i = 0; i < shown; i += 1) {
        add_section(L, buffer, snapshot, i);
    }
    add_rest(L, buffer, "", shown, number);
}

/*
 * tostring(snapshot): a line for each section, followed by lines for its items. A section snapshot has a line for each
 * item. Long lists are cut.
 */
static int to_string(lua_State *L)
{
    const diffable_lua_object *snapshot = diffable_lua_check_object(L, 1, type);
    if (snapshot->engine == NULL) {
        lua_pushliteral(L, "(closed snapshot)");
        return 1;
    }
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    bool is_tree = diffable_snapshot_is_section_snapshot(copy->engine);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    (is_tree ? add_tree : add_list)(L, &buffer, copy->engine);
    if ((is_tree ? diffable_snapshot_number_of_all_items : diffable_snapshot_number_of_sections)(copy->engine) == 0) {
        luaL_addstring(&buffer, "(empty)");
    }
    diffable_lua_release(L, copy);
    luaL_pushresult(&buffer);
    return 1;
}

/* snapshot:copy(): another snapshot with the same elements */
static int copy(lua_State *L)
{
    diffable_lua_push_copy(L, 1, type);
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_snapshot },
    { "__close", close_snapshot },
    { "__eq", equal },
    { "__len", length },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const diffable_lua_function methods[] = {
    { "copy", copy, 0, 0, NULL },
    { "close", close_snapshot, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_snapshots(lua_State *L)
{
    static const diffable_lua_members members = { "snapshot", methods, NULL };
    diffable_lua_new_type(L, diffable_lua_snapshot_name, metamethods, &members, NULL);
}
