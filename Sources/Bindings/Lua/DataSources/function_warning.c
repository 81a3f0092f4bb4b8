/* Warns if rows are updated only because their content has a function that is created anew each time. */
#include "sources.h"

/*
 * The results of comparing two contents. At most DEPTH levels and VALUES values are compared; larger contents count as
 * OTHERWISE. In an apply, at most CHANGES changes of each kind are checked.
 */
enum { EQUAL, IN_FUNCTIONS, OTHERWISE };
enum { DEPTH = 20, VALUES = 1000, CHANGES = 4 };

static int compare(lua_State *L, int one, int other, int depth, int *values);

static int greater(int one, int other)
{
    return one > other ? one : other;
}

static int compare_tables(lua_State *L, int one, int other, int depth, int *values)
{
    int result = EQUAL, top = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, "content");
    lua_pushnil(L);
    while (result != OTHERWISE && lua_next(L, one) != 0) {
        lua_pushvalue(L, -2);
        lua_rawget(L, other);
        result = greater(result, compare(L, top + 2, top + 3, depth, values));
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    lua_pushnil(L);
    while (result != OTHERWISE && lua_next(L, other) != 0) {
        lua_pushvalue(L, -2);
        result = lua_rawget(L, one) == LUA_TNIL ? OTHERWISE : result;
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return result;
}

static int compare(lua_State *L, int one, int other, int depth, int *values)
{
    int type = lua_type(L, one);
    *values += 1;
    if (lua_rawequal(L, one, other)) {
        return EQUAL;
    }
    if (type != lua_type(L, other) || *values > VALUES || depth > DEPTH) {
        return OTHERWISE;
    }
    return type == LUA_TFUNCTION ? IN_FUNCTIONS
        : type == LUA_TTABLE     ? compare_tables(L, one, other, depth + 1, values)
                                 : OTHERWISE;
}

/* Whether the old and new content of a change differ only in functions. */
static bool differs_in_functions(lua_State *L, const diffable_change *change, diffable_lua_role role)
{
    int top = lua_gettop(L), values = 0;
    if (change->old_content.data == NULL || change->new_content.data == NULL) {
        return false;
    }
    diffable_lua_push_content(L, change->old_content, change->old_id, role);
    diffable_lua_push_content(L, change->new_content, change->id, role);
    bool result = compare(L, top + 1, top + 2, 0, &values) == IN_FUNCTIONS;
    lua_settop(L, top);
    return result;
}

static void warn(lua_State *L, bool is_item, const diffable_change *change)
{
    diffable_lua_push_quoted_id(L, change->id);
    const char *id = lua_tostring(L, -1);
    diffable_lua_warn(L,
        lua_pushfstring(L,
            "diffable: the content of %s %s is the same as before but for a function, so it counts as changed at each "
            "apply; "
            "keep functions out of content, or make each function once",
            is_item ? "item" : "section", id));
}

void diffable_lua_warn_of_functions(lua_State *L, int source, int transaction)
{
    static const diffable_change_kind kinds[] = { DIFFABLE_RECONFIGURED_ITEMS, DIFFABLE_UPDATED_SECTIONS };
    diffable_lua_source *object = lua_touserdata(L, source);
    int top = lua_gettop(L);
    if (object->has_warned || !diffable_lua_has_references(L)) {
        return;
    }
    diffable_lua_object *copy = diffable_lua_push_object(L, &diffable_lua_transaction_type, 0);
    const diffable_lua_object *original = lua_touserdata(L, transaction);
    diffable_lua_attach_engine(
        copy, diffable_transaction_copy(original->engine)); /* a finalizer may close the original */
    for (int kind = 0; kind < 2; kind += 1) {
        diffable_change changes[CHANGES];
        changes[0].struct_size = sizeof *changes;
        size_t count = 0;
        diffable_lua_ignore(diffable_difference_changes(
            diffable_transaction_difference(copy->engine), kinds[kind], 0, changes, CHANGES, &count, NULL));
        for (size_t i = 0; i < count && !object->has_warned; i += 1) {
            if (differs_in_functions(L, &changes[i], kind == 0 ? DIFFABLE_LUA_ITEMS : DIFFABLE_LUA_SECTIONS)) {
                object->has_warned = true;
                warn(L, kind == 0, &changes[i]);
            }
        }
    }
    diffable_lua_release(L, copy);
    lua_settop(L, top);
}
