/* Lists of identifiers of a snapshot: those of sections, items, roots and children, and those of marked elements. */
#include "../internal.h"

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

static const diffable_lua_function identifier_lists[] = {
    { "section_identifiers", section_identifiers, 0, 0, NULL },
    { "item_identifiers", item_identifiers, 1, 1, "the whole list" },
    { "all_item_identifiers", all_item_identifiers, 0, 0, NULL },
    { "root_item_identifiers", root_item_identifiers, 1, 1, "the whole list" },
    { "children_of_item", children_of_item, 1, 0, NULL },
    { "expanded_item_identifiers", expanded_item_identifiers, 0, 0, NULL },
    { "reloaded_item_identifiers", reloaded_item_identifiers, 0, 0, NULL },
    { "reconfigured_item_identifiers", reconfigured_item_identifiers, 0, 0, NULL },
    { "reloaded_section_identifiers", reloaded_section_identifiers, 0, 0, NULL },
    { "reconfigured_section_identifiers", reconfigured_section_identifiers, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_identifier_lists(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, identifier_lists);
}
