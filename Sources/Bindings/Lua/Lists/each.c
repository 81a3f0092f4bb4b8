/* snapshot:each(), which iterates over the visible items of a snapshot. */
#include "../internal.h"

/*
 * The upvalues of the iterator that `each` returns. The first one, which has no name here, is the string "id", as in
 * the functions of the module. ONLY is true if only the section at SECTION is visited, and otherwise nil.
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
    diffable_lua_push_copy(L, 1, &diffable_lua_snapshot_type);
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

static const diffable_lua_function iterators[] = {
    { "each", each, 1, 1, "the whole list" },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_each(lua_State *L)
{
    diffable_lua_add_methods(L, diffable_lua_snapshot_name, iterators);
}
