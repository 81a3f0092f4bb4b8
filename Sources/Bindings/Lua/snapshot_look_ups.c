/* Look-ups in snapshots: lists of identifiers, counts, indexes, contents. */
#include "internal.h"

/* Up to this many identifiers need only the C stack. */
enum { FEW = 128 };

static const diffable_lua_type *const type = &diffable_lua_snapshot_type;

/* Functions of the engine that list identifiers: of a whole snapshot, or of one of its sections or items. */
typedef size_t (*lister)(const diffable_snapshot *, size_t, diffable_id *, size_t);
typedef ptrdiff_t (*lister_of)(const diffable_snapshot *, diffable_id, size_t, diffable_id *, size_t);

/*
 * Pushes a list of identifiers of the snapshot at 1 if `list` is not NULL, and otherwise of the section or item at 2.
 * `noun` is what messages call the element at 2. Making strings may run finalizers, so the list is read from a private
 * copy.
 */
static int push_any_list(lua_State *L, lister list, lister_of list_of, const char *noun)
{
    lua_settop(L, 2);
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    size_t most = diffable_snapshot_number_of_all_items(copy->engine)
        + diffable_snapshot_number_of_sections(copy->engine);
    diffable_lua_buffer *buffer = most <= FEW ? NULL : diffable_lua_push_buffer(L);
    diffable_id few[FEW];
    if (buffer != NULL && !diffable_lua_resize_buffer(L, buffer, most * sizeof *few)) {
        luaL_error(L, "not enough memory");
    }
    diffable_id *ids = buffer == NULL ? few : buffer->engine;
    ptrdiff_t count = list != NULL ? (ptrdiff_t)list(copy->engine, 0, ids, most)
                                   : list_of(copy->engine, diffable_lua_check_id(L, 2), 0, ids, most);
    if (count < 0) {
        return diffable_lua_refuse_unknown(L, noun, diffable_lua_check_id(L, 2));
    }
    diffable_lua_new_array(L, (size_t)count);
    for (ptrdiff_t i = 0; i < count; i += 1) {
        diffable_lua_push_id(L, ids[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_release(L, copy);
    if (buffer != NULL) {
        diffable_lua_resize_buffer(L, buffer, 0);
    }
    return 1;
}

static int push_list(lua_State *L, lister list)
{
    return push_any_list(L, list, NULL, NULL);
}

static int section_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_section_identifiers);
}

static size_t list_items(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity)
{
    return (size_t)diffable_snapshot_item_identifiers(snapshot, NULL, first, ids, NULL, capacity);
}

static ptrdiff_t list_items_of_section(
    const diffable_snapshot *snapshot, diffable_id section, size_t first, diffable_id *ids, size_t capacity)
{
    return diffable_snapshot_item_identifiers(snapshot, &section, first, ids, NULL, capacity);
}

static int item_identifiers(lua_State *L)
{
    if (lua_isnoneornil(L, 2)) {
        return push_list(L, list_items);
    }
    return push_any_list(L, NULL, list_items_of_section, "section");
}

static int all_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_all_item_identifiers);
}

static size_t list_roots(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity)
{
    return (size_t)diffable_snapshot_root_item_identifiers(snapshot, NULL, first, ids, capacity);
}

static ptrdiff_t list_roots_of_section(
    const diffable_snapshot *snapshot, diffable_id section, size_t first, diffable_id *ids, size_t capacity)
{
    return diffable_snapshot_root_item_identifiers(snapshot, &section, first, ids, capacity);
}

static int root_item_identifiers(lua_State *L)
{
    if (lua_isnoneornil(L, 2)) {
        return push_list(L, list_roots);
    }
    return push_any_list(L, NULL, list_roots_of_section, "section");
}

static int children_of_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    return push_any_list(L, NULL, diffable_snapshot_children_of_item, "item");
}

static int expanded_item_identifiers(lua_State *L)
{
    return push_list(L, diffable_snapshot_expanded_item_identifiers);
}

/*
 * The upvalues of the iterator that `each` returns. ONLY is true if only the section at SECTION is visited, and
 * otherwise nil.
 */
enum { COPY = 2, SECTION, ITEM, ONLY, NEXT_UPVALUES = ONLY };

static int next_element(lua_State *L)
{
    const diffable_lua_object *copy = lua_touserdata(L, lua_upvalueindex(COPY));
    diffable_index_path path = (diffable_index_path){ lua_tointeger(L, lua_upvalueindex(SECTION)),
        lua_tointeger(L, lua_upvalueindex(ITEM)) };
    bool is_one_section = !lua_isnil(L, lua_upvalueindex(ONLY));
    size_t sections = is_one_section ? 0 : diffable_snapshot_number_of_sections(copy->engine);
    diffable_id item = diffable_snapshot_item_at(copy->engine, path);
    while (item.kind == DIFFABLE_ID_NONE && (size_t)path.section + 1 < sections) {
        path = (diffable_index_path){ path.section + 1, 0 };
        item = diffable_snapshot_item_at(copy->engine, path);
    }
    if (item.kind == DIFFABLE_ID_NONE) {
        lua_pushnil(L);
        return 1;
    }
    bool has_section = !is_one_section && !diffable_snapshot_is_section_snapshot(copy->engine);
    if (has_section) {
        diffable_lua_push_id(L, diffable_snapshot_section_at(copy->engine, (size_t)path.section));
    }
    diffable_lua_push_id(L, item);
    lua_pushinteger(L, diffable_snapshot_level_of_item(copy->engine, item));
    lua_pushinteger(L, path.section);
    lua_replace(L, lua_upvalueindex(SECTION));
    lua_pushinteger(L, path.item + 1);
    lua_replace(L, lua_upvalueindex(ITEM));
    diffable_lua_push_content(L, diffable_snapshot_item_content(copy->engine, item), item, DIFFABLE_LUA_ITEMS);
    return has_section ? 4 : 3;
}

/*
 * for section, item, level, content in snapshot:each() do: the visible items in order. Later edits do not change what
 * the loop visits. For a section snapshot, and in snapshot:each(section), there is no `section` among the values.
 */
static int each(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    bool is_one_section = !lua_isnone(L, 2);
    ptrdiff_t section = 0;
    if (is_one_section) {
        section = diffable_snapshot_index_of_section(snapshot, diffable_lua_check_id(L, 2));
        if (section < 0) {
            return diffable_lua_refuse_unknown(L, "section", diffable_lua_check_id(L, 2));
        }
    }
    lua_pushvalue(L, ID_FIELD);
    diffable_lua_push_copy(L, 1, type);
    lua_pushinteger(L, section);
    lua_pushinteger(L, 0);
    if (is_one_section) {
        lua_pushboolean(L, true);
    } else {
        lua_pushnil(L);
    }
    lua_pushcclosure(L, next_element, NEXT_UPVALUES);
    return 1;
}

static int number_of_sections(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_snapshot_number_of_sections(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static int number_of_items(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id section = lua_isnoneornil(L, 2) ? (diffable_id){ 0 } : diffable_lua_check_id(L, 2);
    ptrdiff_t number = diffable_snapshot_number_of_items(snapshot, lua_isnoneornil(L, 2) ? NULL : &section);
    if (number < 0) {
        return diffable_lua_refuse_unknown(L, "section", section);
    }
    lua_pushinteger(L, (lua_Integer)number);
    return 1;
}

static int number_of_all_items(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)diffable_snapshot_number_of_all_items(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static int index_of_section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    ptrdiff_t index = diffable_snapshot_index_of_section(snapshot, diffable_lua_check_id(L, 2));
    if (index < 0) {
        diffable_lua_refuse_if_look_alike(L, "section", diffable_lua_check_id(L, 2));
    }
    diffable_lua_push_index(L, index);
    return 1;
}

static int index_of_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    ptrdiff_t index = diffable_snapshot_index_of_item(snapshot, diffable_lua_check_id(L, 2));
    if (index < 0) {
        diffable_lua_refuse_if_absent_look_alike(L, 2);
    }
    diffable_lua_push_index(L, index);
    return 1;
}

static int index_path_of_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_index_path path = diffable_snapshot_index_path_of_item(snapshot, diffable_lua_check_id(L, 2));
    if (path.section < 0) {
        diffable_lua_refuse_if_absent_look_alike(L, 2);
    }
    diffable_lua_push_index_path(L, path);
    return 1;
}

static int item_at(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_index_path path = diffable_lua_check_index_path(L, 2);
    diffable_lua_push_id(L, diffable_snapshot_item_at(diffable_lua_check_snapshot(L, 1), path));
    return 1;
}

static int section_at(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    ptrdiff_t index = diffable_lua_index_from_lua(diffable_lua_check_integer(L, 2));
    diffable_lua_push_id(L, index < 0 ? (diffable_id){ 0 } : diffable_snapshot_section_at(snapshot, (size_t)index));
    return 1;
}

static int section_containing_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id section = diffable_snapshot_section_containing_item(snapshot, diffable_lua_check_id(L, 2));
    if (section.kind == DIFFABLE_ID_NONE) {
        diffable_lua_refuse_if_absent_look_alike(L, 2);
    }
    diffable_lua_push_id(L, section);
    return 1;
}

static int contains_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    bool is_there = diffable_snapshot_contains_item(snapshot, diffable_lua_check_id(L, 2));
    if (!is_there) {
        diffable_lua_refuse_if_look_alike(L, "item", diffable_lua_check_id(L, 2));
    }
    lua_pushboolean(L, is_there);
    return 1;
}

static int contains_section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    bool is_there = diffable_lua_contains_section(snapshot, diffable_lua_check_id(L, 2));
    if (!is_there) {
        diffable_lua_refuse_if_look_alike(L, "section", diffable_lua_check_id(L, 2));
    }
    lua_pushboolean(L, is_there);
    return 1;
}

/* Returns the snapshot at 1. Raises if it does not have the item at 2. */
static const diffable_snapshot *check_item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    if (!diffable_snapshot_contains_item(snapshot, diffable_lua_check_id(L, 2))) {
        diffable_lua_refuse_unknown(L, "item", diffable_lua_check_id(L, 2));
    }
    return snapshot;
}

static int push_answer(lua_State *L, bool (*answer)(const diffable_snapshot *, diffable_id))
{
    const diffable_snapshot *snapshot = check_item(L);
    lua_pushboolean(L, answer(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int is_section_snapshot(lua_State *L)
{
    lua_pushboolean(L, diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, 1)));
    return 1;
}

static int is_expanded(lua_State *L)
{
    return push_answer(L, diffable_snapshot_is_expanded);
}

static int is_expandable(lua_State *L)
{
    return push_answer(L, diffable_snapshot_is_expandable);
}

static int keeps_expansion(lua_State *L)
{
    return push_answer(L, diffable_snapshot_keeps_expansion);
}

static int is_visible(lua_State *L)
{
    return push_answer(L, diffable_snapshot_is_visible);
}

/* The level of a root is 0, as in C: a level is a depth and not an index, so it does not count from 1. */
static int level_of_item(lua_State *L)
{
    const diffable_snapshot *snapshot = check_item(L);
    lua_pushinteger(L, diffable_snapshot_level_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int parent_of_item(lua_State *L)
{
    const diffable_snapshot *snapshot = check_item(L);
    diffable_lua_push_id(L, diffable_snapshot_parent_of_item(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

static int number_of_children(lua_State *L)
{
    const diffable_snapshot *snapshot = check_item(L);
    lua_pushinteger(L, diffable_snapshot_number_of_children(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

/* snapshot:section_snapshot(section) */
static int section_snapshot(lua_State *L)
{
    const diffable_snapshot *list = diffable_lua_check_snapshot(L, 1);
    if (!diffable_lua_contains_section(list, diffable_lua_check_id(L, 2))) {
        return diffable_lua_refuse_unknown(L, "section", diffable_lua_check_id(L, 2));
    }
    lua_settop(L, 2);
    diffable_lua_object *result = diffable_lua_push_related_snapshot(L);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_lua_attach_engine(result, diffable_snapshot_section_snapshot(snapshot, diffable_lua_check_id(L, 2)));
    return 1;
}

/* snapshot:snapshot_of(item [, including_item]): what is below an item, as a section snapshot */
static int snapshot_of(lua_State *L)
{
    enum { ITEM = 2, INCLUDING_ITEM };
    check_item(L);
    lua_settop(L, INCLUDING_ITEM);
    if (!lua_isnil(L, INCLUDING_ITEM)) {
        diffable_lua_check_type(L, INCLUDING_ITEM, LUA_TBOOLEAN);
    }
    diffable_lua_object *result = diffable_lua_push_related_snapshot(L);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, ITEM);
    diffable_snapshot *below = NULL;
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_snapshot_of(
        snapshot, id, lua_toboolean(L, INCLUDING_ITEM), &below, &error);
    diffable_lua_attach_engine(result, below);
    diffable_lua_check_status(L, status, error);
    return 1;
}

static int item(lua_State *L)
{
    diffable_lua_resolve_key(L, 2);
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_snapshot_contains_item(snapshot, id)) {
        diffable_lua_push_content(L, diffable_snapshot_item_content(snapshot, id), id, DIFFABLE_LUA_ITEMS);
    } else {
        diffable_lua_refuse_if_look_alike(L, "item", id);
        lua_pushnil(L);
    }
    return 1;
}

static int section(lua_State *L)
{
    const diffable_snapshot *snapshot = diffable_lua_check_snapshot(L, 1);
    diffable_id id = diffable_lua_check_id(L, 2);
    if (diffable_lua_contains_section(snapshot, id)) {
        diffable_lua_push_content(L, diffable_snapshot_section_content(snapshot, id), id, DIFFABLE_LUA_SECTIONS);
    } else {
        diffable_lua_refuse_if_look_alike(L, "section", id);
        lua_pushnil(L);
    }
    return 1;
}

/*
 * Pushes the bytes of the content of the element at 2, or nil. Making a string may run finalizers, so the bytes are
 * those of a private copy.
 */
static int push_bytes(lua_State *L, diffable_content (*content_of)(const diffable_snapshot *, diffable_id))
{
    lua_settop(L, 2);
    diffable_lua_check_id(L, 2);
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    diffable_content content = content_of(copy->engine, diffable_lua_check_id(L, 2));
    if (content.data != NULL) {
        lua_pushlstring(L, content.data, content.size);
    } else {
        lua_pushnil(L);
    }
    diffable_lua_release(L, copy);
    return 1;
}

static int item_content(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    diffable_lua_resolve_key(L, 2);
    return push_bytes(L, diffable_snapshot_item_content);
}

static int section_content(lua_State *L)
{
    diffable_lua_check_snapshot(L, 1);
    return push_bytes(L, diffable_snapshot_section_content);
}

#define MARKED(name, mark) \
    static size_t name(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity) \
    { \
        return diffable_snapshot_marked_identifiers(snapshot, mark, first, ids, capacity); \
    }
MARKED(list_items_to_reload, DIFFABLE_ITEMS_TO_RELOAD)
MARKED(list_items_to_reconfigure, DIFFABLE_ITEMS_TO_RECONFIGURE)
MARKED(list_sections_to_reload, DIFFABLE_SECTIONS_TO_RELOAD)
MARKED(list_sections_to_reconfigure, DIFFABLE_SECTIONS_TO_RECONFIGURE)

static int reloaded_item_identifiers(lua_State *L)
{
    return push_list(L, list_items_to_reload);
}

static int reconfigured_item_identifiers(lua_State *L)
{
    return push_list(L, list_items_to_reconfigure);
}

static int reloaded_section_identifiers(lua_State *L)
{
    return push_list(L, list_sections_to_reload);
}

static int reconfigured_section_identifiers(lua_State *L)
{
    return push_list(L, list_sections_to_reconfigure);
}

static const diffable_lua_function look_ups[] = {
    { "section_identifiers", section_identifiers, 0, 0, NULL },
    { "item_identifiers", item_identifiers, 1, 1, "the whole list" },
    { "all_item_identifiers", all_item_identifiers, 0, 0, NULL },
    { "root_item_identifiers", root_item_identifiers, 1, 1, "the whole list" },
    { "children_of_item", children_of_item, 1, 0, NULL },
    { "expanded_item_identifiers", expanded_item_identifiers, 0, 0, NULL },
    { "each", each, 1, 1, "the whole list" },
    { "number_of_sections", number_of_sections, 0, 0, NULL },
    { "number_of_items", number_of_items, 1, 1, "the whole list" },
    { "number_of_all_items", number_of_all_items, 0, 0, NULL },
    { "number_of_children", number_of_children, 1, 0, NULL },
    { "index_of_section", index_of_section, 1, 0, NULL },
    { "index_of_item", index_of_item, 1, 0, NULL },
    { "index_path_of_item", index_path_of_item, 1, 0, NULL },
    { "item_at", item_at, 1, 0, "an index path is one table, such as { section = 1, item = 2 }" },
    { "section_at", section_at, 1, 0, NULL },
    { "section_containing_item", section_containing_item, 1, 0, NULL },
    { "contains_item", contains_item, 1, 0, NULL },
    { "contains_section", contains_section, 1, 0, NULL },
    { "is_section_snapshot", is_section_snapshot, 0, 0, NULL },
    { "is_expanded", is_expanded, 1, 0, NULL },
    { "is_expandable", is_expandable, 1, 0, NULL },
    { "keeps_expansion", keeps_expansion, 1, 0, NULL },
    { "is_visible", is_visible, 1, 0, NULL },
    { "level_of_item", level_of_item, 1, 0, NULL },
    { "parent_of_item", parent_of_item, 1, 0, NULL },
    { "section_snapshot", section_snapshot, 1, 0, NULL },
    { "snapshot_of", snapshot_of, 2, 1, "what is below the item alone" },
    { "item", item, 1, 0, NULL },
    { "section", section, 1, 0, NULL },
    { "item_content", item_content, 1, 0, NULL },
    { "section_content", section_content, 1, 0, NULL },
    { "reloaded_item_identifiers", reloaded_item_identifiers, 0, 0, NULL },
    { "reconfigured_item_identifiers", reconfigured_item_identifiers, 0, 0, NULL },
    { "reloaded_section_identifiers", reloaded_section_identifiers, 0, 0, NULL },
    { "reconfigured_section_identifiers", reconfigured_section_identifiers, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_snapshot_look_ups(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, look_ups);
}
