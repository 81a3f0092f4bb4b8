/* The type `diffable.section_snapshot`: one section as a tree of items. section_snapshot_edits.c has the edits. */
#include "internal.h"

enum { MAX_ITEMS_SHOWN = 1000 };

static const diffable_lua_type *const type = &diffable_lua_section_snapshot_type;

diffable_id *diffable_lua_read_tree(lua_State *L, const diffable_section_snapshot *tree, diffable_lua_tree_list list, diffable_lua_buffer *buffer, size_t *count)
{
    size_t most = diffable_section_snapshot_number_of_items(tree);
    if (most > SIZE_MAX / sizeof(diffable_id) || !diffable_lua_resize_buffer(L, buffer, most * sizeof(diffable_id))) {
        luaL_error(L, "not enough memory");
    }
    *count = list(tree, 0, buffer->engine, most);
    return buffer->engine;
}

void diffable_lua_carry_all_tree_contents(lua_State *L, int contents, int other, int live, const diffable_section_snapshot *tree, diffable_lua_buffer *buffer)
{
    size_t count;
    const diffable_id *items = diffable_lua_read_tree(L, tree, diffable_section_snapshot_item_identifiers, buffer, &count);
    diffable_lua_carry_tree_contents(L, contents, other, live, tree, items, count);
    diffable_lua_resize_buffer(L, buffer, 0);
}

/* diffable.section_snapshot([items [, { key = }]]): empty, or filled from items, each of which may have `children`, `expanded` and `expandable` */
int diffable_lua_section_snapshot_new(lua_State *L)
{
    enum { RESULT = 1, ITEMS, KEY, CONTENTS };
    lua_settop(L, 2);
    bool is_empty = lua_isnil(L, 1), has_key = !lua_isnil(L, 2) && diffable_lua_push_key_option(L, 2);
    if (has_key) {
        lua_replace(L, 2);
    }
    diffable_lua_new_contents(L, is_empty ? 0 : diffable_lua_most_contents(L, 1));
    diffable_lua_object *tree = diffable_lua_push_object(L, type, 3);
    if (has_key) {
        lua_pushvalue(L, 2);
        lua_setiuservalue(L, -2, DIFFABLE_LUA_KEY);
    }
    diffable_lua_own(tree, diffable_section_snapshot_new());
    if (is_empty) {
        return 1;
    }
    diffable_lua_check_type(L, 1, LUA_TTABLE);
    lua_insert(L, RESULT);
    diffable_lua_list list;
    diffable_lua_begin_list(L, ITEMS, 1, -1, DIFFABLE_LUA_TREE_ITEMS, &list);
    diffable_lua_reserve_contents(L, CONTENTS, &list);
    diffable_lua_read_list(L, &list, true);
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_append(tree->engine, list.ids, list.revisions, list.count, diffable_id_none(), &error);
    diffable_lua_hold_entries(tree, list.count);
    diffable_lua_finish_list(L, &list, CONTENTS, status, error);
    if (diffable_lua_has_branches(L, ITEMS)) {
        diffable_lua_add_branches(L, RESULT, CONTENTS, ITEMS, 1);
    }
    lua_settop(L, RESULT);
    return 1;
}

static int close_tree(lua_State *L)
{
    return diffable_lua_close(L, type);
}

static int equal(lua_State *L)
{
    const diffable_lua_object *one = luaL_testudata(L, 1, diffable_lua_section_snapshot_name);
    const diffable_lua_object *other = luaL_testudata(L, 2, diffable_lua_section_snapshot_name);
    bool are_open = one != NULL && other != NULL && one->engine != NULL && other->engine != NULL;
    lua_pushboolean(L, are_open && diffable_section_snapshot_equal(one->engine, other->engine));
    return 1;
}

static int length(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_section_snapshot_number_of_items(diffable_lua_check_tree(L, 1)));
    return 1;
}

/* `next` is the next item in depth-first order: the item has children if that is deeper. None for the last item. */
static void add_item(lua_State *L, luaL_Buffer *buffer, const diffable_section_snapshot *tree, diffable_id item, diffable_id next)
{
    ptrdiff_t level = diffable_section_snapshot_level_of_item(tree, item);
    bool is_parent = diffable_section_snapshot_level_of_item(tree, next) > level || diffable_section_snapshot_is_expandable(tree, item);
    luaL_addchar(buffer, !is_parent ? ' ' : diffable_section_snapshot_is_expanded(tree, item) ? '+' : '-');
    luaL_addchar(buffer, diffable_section_snapshot_is_visible(tree, item) ? '*' : ' ');
    for (ptrdiff_t i = 0; i < level; i += 1) {
        luaL_addstring(buffer, "  ");
    }
    luaL_addchar(buffer, ' ');
    diffable_lua_push_quoted_id(L, item);
    luaL_addvalue(buffer);
}

/* tostring(section_snapshot): a line for each item, as the engine draws it; long trees are cut. */
static int to_string(lua_State *L)
{
    const diffable_lua_object *tree = diffable_lua_check_object(L, 1, type);
    if (tree->engine == NULL) {
        lua_pushliteral(L, "(closed section snapshot)");
        return 1;
    }
    diffable_lua_buffer *items = diffable_lua_push_buffer(L);
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    size_t number;
    const diffable_id *ids = diffable_lua_read_tree(L, copy->engine, diffable_section_snapshot_item_identifiers, items, &number);
    size_t shown = number < MAX_ITEMS_SHOWN ? number : MAX_ITEMS_SHOWN;
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (size_t i = 0; i < shown; i += 1) {
        luaL_addstring(&buffer, i == 0 ? "" : "\n");
        add_item(L, &buffer, copy->engine, ids[i], i + 1 < number ? ids[i + 1] : diffable_id_none());
    }
    if (number == 0) {
        luaL_addstring(&buffer, "(empty)");
    }
    if (number > shown) {
        lua_pushfstring(L, "\n... %I more", (lua_Integer)(number - shown));
        luaL_addvalue(&buffer);
    }
    diffable_lua_release(L, copy);
    diffable_lua_resize_buffer(L, items, 0);
    luaL_pushresult(&buffer);
    return 1;
}

/* Another tree with the same items, which shares the contents. */
static int copy(lua_State *L)
{
    diffable_lua_push_copy(L, 1, type);
    return 1;
}

/* Making strings may run finalizers, so lists are read from a private copy. */
static int push_list(lua_State *L, diffable_lua_tree_list list)
{
    diffable_lua_check_tree(L, 1);
    diffable_lua_buffer *buffer = diffable_lua_push_buffer(L);
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    size_t count;
    const diffable_id *ids = diffable_lua_read_tree(L, copy->engine, list, buffer, &count);
    diffable_lua_new_array(L, count);
    for (size_t i = 0; i < count; i += 1) {
        diffable_lua_push_id(L, ids[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_release(L, copy);
    diffable_lua_resize_buffer(L, buffer, 0);
    return 1;
}

static int item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_item_identifiers);
}

static int root_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_root_item_identifiers);
}

static int visible_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_visible_item_identifiers);
}

static int expanded_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_expanded_item_identifiers);
}

static int reloaded_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_reloaded_item_identifiers);
}

static int reconfigured_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_section_snapshot_reconfigured_item_identifiers);
}

/* The iterator that each returns. */
static int next_item(lua_State *L)
{
    enum { COPY = lua_upvalueindex(2), ITEMS = lua_upvalueindex(3), NEXT = lua_upvalueindex(4) };
    const diffable_lua_object *copy = lua_touserdata(L, COPY);
    const diffable_lua_buffer *items = lua_touserdata(L, ITEMS);
    const diffable_id *ids = items->engine; /* NULL for an empty tree, and once it is finalized */
    size_t next = (size_t)lua_tointeger(L, NEXT);
    if (ids == NULL || next >= diffable_section_snapshot_number_of_items(copy->engine)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, (lua_Integer)next + 1);
    lua_replace(L, NEXT);
    lua_pushinteger(L, diffable_section_snapshot_level_of_item(copy->engine, ids[next]));
    diffable_lua_push_id(L, ids[next]);
    lua_insert(L, -2);
    return 2;
}

/* for item, level in section_snapshot:each() do: the items of the tree as it is now, in depth-first order */
static int each(lua_State *L)
{
    diffable_lua_check_tree(L, 1);
    lua_pushvalue(L, ID_FIELD);
    const diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    diffable_lua_buffer *items = diffable_lua_push_buffer(L);
    size_t count;
    diffable_lua_read_tree(L, copy->engine, diffable_section_snapshot_item_identifiers, items, &count);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_item, 4);
    return 1;
}

/* Returns the tree of a look-up whose item must exist. */
static const diffable_section_snapshot *check_item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
    const diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    if (!diffable_section_snapshot_contains_item(tree, diffable_lua_check_id(L, 2))) {
        diffable_lua_refuse_unknown(L, "item", 2);
    }
    return tree;
}

static int is_expanded(lua_State *L)
{
    const diffable_section_snapshot *tree = check_item(L);
    lua_pushboolean(L, diffable_section_snapshot_is_expanded(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int is_expandable(lua_State *L)
{
    const diffable_section_snapshot *tree = check_item(L);
    lua_pushboolean(L, diffable_section_snapshot_is_expandable(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int keeps_expansion(lua_State *L)
{
    const diffable_section_snapshot *tree = check_item(L);
    lua_pushboolean(L, diffable_section_snapshot_keeps_expansion(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int is_visible(lua_State *L)
{
    const diffable_section_snapshot *tree = check_item(L);
    lua_pushboolean(L, diffable_section_snapshot_is_visible(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

/* 0 at the root level: a depth, which is no index and is not converted. */
static int level_of_item(lua_State *L)
{
    const diffable_section_snapshot *tree = check_item(L);
    lua_pushinteger(L, diffable_section_snapshot_level_of_item(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int parent_of_item(lua_State *L)
{
    const diffable_section_snapshot *tree = check_item(L);
    diffable_lua_push_id(L, diffable_section_snapshot_parent_of_item(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int index_of_item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
    const diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    diffable_lua_push_index(L, diffable_section_snapshot_index_of_item(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int contains_item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
    const diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    lua_pushboolean(L, diffable_section_snapshot_contains_item(tree, diffable_lua_check_id(L, 2)));
    return 1;
}

static int item(lua_State *L)
{
    diffable_lua_take_item(L, 2);
    const diffable_section_snapshot *tree = diffable_lua_check_tree(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    return diffable_lua_push_element(L, diffable_section_snapshot_contains_item(tree, id), diffable_section_snapshot_revision_of_item(tree, id), id);
}

/* section_snapshot:snapshot_of(parent [, including_parent]): the descendants of an item as a tree of their own */
static int snapshot_of(lua_State *L)
{
    enum { TREE = 1, PARENT, INCLUDING_PARENT, CONTENTS };
    diffable_lua_check_tree(L, TREE);
    diffable_lua_take_item(L, PARENT);
    diffable_lua_check_id(L, PARENT);
    lua_settop(L, INCLUDING_PARENT);
    if (!lua_isnil(L, INCLUDING_PARENT)) {
        diffable_lua_check_type(L, INCLUDING_PARENT, LUA_TBOOLEAN);
    }
    lua_getiuservalue(L, TREE, DIFFABLE_LUA_CONTENTS);
    diffable_lua_object *result = diffable_lua_push_object(L, type, CONTENTS);
    diffable_lua_share_key(L, TREE, -1);
    const diffable_section_snapshot *tree = diffable_lua_check_tree(L, TREE);
    diffable_id id = diffable_lua_check_id(L, PARENT);
    diffable_section_snapshot *descendants = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_section_snapshot_snapshot_of(tree, id, lua_toboolean(L, INCLUDING_PARENT), &descendants, &error);
    diffable_lua_own(result, descendants);
    diffable_lua_check_status(L, status, error);
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_tree },
    { "__close", close_tree },
    { "__eq", equal },
    { "__len", length },
    { "__tostring", to_string },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "copy", copy },
    { "close", close_tree },
    { "item_identifiers", item_identifiers },
    { "each", each },
    { "root_item_identifiers", root_item_identifiers },
    { "visible_item_identifiers", visible_item_identifiers },
    { "expanded_item_identifiers", expanded_item_identifiers },
    { "reloaded_item_identifiers", reloaded_item_identifiers },
    { "reconfigured_item_identifiers", reconfigured_item_identifiers },
    { "is_expanded", is_expanded },
    { "is_expandable", is_expandable },
    { "keeps_expansion", keeps_expansion },
    { "is_visible", is_visible },
    { "level_of_item", level_of_item },
    { "parent_of_item", parent_of_item },
    { "index_of_item", index_of_item },
    { "contains_item", contains_item },
    { "item", item },
    { "snapshot_of", snapshot_of },
    { NULL, NULL },
};

void diffable_lua_open_section_snapshots(lua_State *L)
{
    static const diffable_lua_members members = { "section snapshot", methods, NULL };
    diffable_lua_new_type(L, diffable_lua_section_snapshot_name, metamethods, &members, NULL);
}
