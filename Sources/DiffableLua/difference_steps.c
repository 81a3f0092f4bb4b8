/* difference:steps(): the change as a sequence of plain tables. */
#include <limits.h>

#include "snapshots.h"

static const char *const names[] = {
    [DIFFABLE_STEP_DELETE_SECTIONS] = "delete_sections",
    [DIFFABLE_STEP_INSERT_SECTIONS] = "insert_sections",
    [DIFFABLE_STEP_MOVE_SECTIONS] = "move_sections",
    [DIFFABLE_STEP_UPDATE_SECTIONS] = "update_sections",
    [DIFFABLE_STEP_DELETE_ITEMS] = "delete_items",
    [DIFFABLE_STEP_INSERT_ITEMS] = "insert_items",
    [DIFFABLE_STEP_MOVE_ITEMS] = "move_items",
    [DIFFABLE_STEP_RELOAD_ITEMS] = "reload_items",
    [DIFFABLE_STEP_RECONFIGURE_ITEMS] = "reconfigure_items",
};

static bool is_before(diffable_index_path one, diffable_index_path other)
{
    return one.section < other.section || (one.section == other.section && one.item < other.item);
}

/*
 * A step is about neighbours in the new list, and they are neighbours among the changes of their kind as well,
 * which are in the order of the new list: returns where the first one is.
 */
static size_t find_change(const diffable_difference *difference, diffable_change_kind kind, diffable_index_path final_path)
{
    size_t first = 0, end = diffable_difference_count(difference, kind);
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        diffable_change change = DIFFABLE_CHANGE_INIT;
        diffable_difference_at(difference, kind, middle, &change, NULL);
        if (is_before(change.to, final_path)) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

static void push_ids(lua_State *L, const diffable_difference *difference, const diffable_step *step)
{
    diffable_change_kind kind = (diffable_change_kind)step->kind; /* both enumerations have the same order */
    size_t first = find_change(difference, kind, step->final_path);
    lua_createtable(L, step->count < INT_MAX ? (int)step->count : INT_MAX, 0);
    for (size_t i = 0; i < step->count; i += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        diffable_difference_at(difference, kind, first + i, &change, NULL);
        diffable_lua_push_id(L, change.id);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_step(lua_State *L, const diffable_difference *difference, const diffable_step *step)
{
    bool is_of_sections = step->kind <= DIFFABLE_STEP_UPDATE_SECTIONS;
    lua_createtable(L, 0, 5);
    lua_pushstring(L, names[step->kind]);
    lua_setfield(L, -2, "kind");
    lua_pushinteger(L, (lua_Integer)step->count);
    lua_setfield(L, -2, "count");
    diffable_lua_set_place(L, is_of_sections, "from", step->from);
    diffable_lua_set_place(L, is_of_sections, "to", step->to);
    if (step->final_path.section >= 0) {
        push_ids(L, difference, step);
        lua_setfield(L, -2, "ids");
    }
}

static void free_steps(void *steps)
{
    diffable_steps_free(steps);
}

int diffable_lua_difference_steps(lua_State *L)
{
    diffable_lua_check_difference(L, 1);
    lua_settop(L, 1);
    diffable_lua_difference *copy = diffable_lua_push_difference(L);
    diffable_lua_holder *steps = diffable_lua_push_holder(L, free_steps);
    copy->engine = diffable_difference_copy(diffable_lua_check_difference(L, 1));
    steps->engine = diffable_steps_new(copy->engine);
    size_t count = diffable_steps_count(steps->engine);
    lua_createtable(L, count < INT_MAX ? (int)count : INT_MAX, 0);
    for (size_t i = 0; i < count; i += 1) {
        diffable_step step = DIFFABLE_STEP_INIT;
        diffable_steps_at(steps->engine, i, &step, NULL);
        push_step(L, copy->engine, &step);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_empty_holder(steps);
    diffable_lua_close_difference(copy);
    return 1;
}
