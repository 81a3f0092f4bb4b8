/* The type `diffable.difference`: what changed between two snapshots, as fresh arrays of plain tables. */
#include <string.h>

#include "../internal.h"

static const diffable_lua_type *const type = &diffable_lua_difference_type;

enum { KINDS = DIFFABLE_RECONFIGURED_ITEMS + 1 };

static const char *const change_names[] = {
    [DIFFABLE_DELETED_SECTIONS] = "deleted_sections",
    [DIFFABLE_INSERTED_SECTIONS] = "inserted_sections",
    [DIFFABLE_MOVED_SECTIONS] = "moved_sections",
    [DIFFABLE_UPDATED_SECTIONS] = "updated_sections",
    [DIFFABLE_DELETED_ITEMS] = "deleted_items",
    [DIFFABLE_INSERTED_ITEMS] = "inserted_items",
    [DIFFABLE_MOVED_ITEMS] = "moved_items",
    [DIFFABLE_RELOADED_ITEMS] = "reloaded_items",
    [DIFFABLE_RECONFIGURED_ITEMS] = "reconfigured_items",
};

/* diffable.difference(old, new) */
int diffable_lua_difference_new(lua_State *L)
{
    enum { OLD = 1, NEW, DIFFERENCE };
    lua_settop(L, NEW);
    bool is_tree = diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, OLD));
    if (diffable_snapshot_is_section_snapshot(diffable_lua_check_snapshot(L, NEW)) != is_tree) {
        diffable_lua_refuse(L,
            "one argument is a section snapshot, and the other is a snapshot of a list; "
            "snapshot:section_snapshot(section) returns one");
    }
    diffable_lua_object *difference = diffable_lua_push_object(L, type, 0);
    diffable_lua_attach_engine(
        difference, diffable_difference_new(diffable_lua_check_snapshot(L, OLD), diffable_lua_check_snapshot(L, NEW)));
    diffable_lua_share_kept(L, NEW, DIFFERENCE);
    diffable_lua_add_kept(L, OLD, DIFFERENCE);
    return 1;
}

static int close_difference(lua_State *L)
{
    return diffable_lua_close(L, type);
}

/* How many changes are read from the engine at once. */
enum { PIECE = 64 };

/* Reads at most PIECE changes from the index `first` on. Returns how many were read. */
static size_t read_changes(
    const diffable_difference *difference, diffable_change_kind kind, size_t first, diffable_change changes[PIECE])
{
    changes[0].struct_size = sizeof *changes;
    size_t count = 0;
    diffable_lua_ignore(diffable_difference_changes(difference, kind, first, changes, PIECE, &count, NULL));
    return count;
}

/*
 * The names of the fields of a change. They are kept on the stack, because pushing a copy from there creates no string.
 */
enum { ID, OLD_ID, FROM, TO, WITH_SECTION, SECTION, ITEM, OLD, NEW, NAMES };
static const char *const field_names[NAMES] = { "id", "old_id", "from", "to", "with_section", "section", "item", "old",
    "new" };

/*
 * The tables that a difference returns are plain, but have metatables that raise if a script reads a field that no such
 * table has. These are the registry keys of the metatables.
 */
static const char change_key, step_key, counts_key;

static void open_plain_tables(lua_State *L, const char *noun, const char *const *fields, const void *key)
{
    lua_newtable(L);
    diffable_lua_install_member_check(L, noun, fields);
    lua_getmetatable(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
    lua_pop(L, 1);
}

/* Gives the table on top of the stack one of these metatables. */
static void check_fields(lua_State *L, const void *key)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, key);
    lua_setmetatable(L, -2);
}

static int push_names(lua_State *L)
{
    luaL_checkstack(L, NAMES + LUA_MINSTACK, "a difference");
    for (int field = 0; field < NAMES; field += 1) {
        lua_pushstring(L, field_names[field]);
    }
    return lua_gettop(L) - NAMES + 1;
}

static void set_index(lua_State *L, int name, ptrdiff_t index)
{
    lua_pushvalue(L, name);
    lua_pushinteger(L, diffable_lua_index_to_lua(index));
    lua_rawset(L, -3);
}

/*
 * Sets a field of the table on top of the stack to the index of a section, or to the index path of an item. Sets
 * nothing if the change or step does not have one.
 */
static void set_path(lua_State *L, int names, int name, bool is_of_sections, diffable_index_path path)
{
    if (path.section < 0) {
        return;
    }
    if (is_of_sections) {
        set_index(L, names + name, path.section);
        return;
    }
    lua_pushvalue(L, names + name);
    lua_createtable(L, 0, 2);
    set_index(L, names + SECTION, path.section);
    set_index(L, names + ITEM, path.item);
    lua_rawset(L, -3);
}

/* Sets nothing for an element without content. */
static void set_content(lua_State *L, int name, diffable_content content, diffable_id id, bool is_of_sections)
{
    if (content.data != NULL) {
        lua_pushvalue(L, name);
        diffable_lua_push_content(L, content, id, is_of_sections ? DIFFABLE_LUA_SECTIONS : DIFFABLE_LUA_ITEMS);
        lua_rawset(L, -3);
    }
}

static void push_change(lua_State *L, int names, bool is_of_sections, const diffable_change *change)
{
    bool is_renamed = !diffable_lua_are_same_ids(change->id, change->old_id);
    int fields = 1 + is_renamed + (change->from.section >= 0) + (change->to.section >= 0) + change->with_section;
    lua_createtable(L, 0, fields + (change->old_content.data != NULL) + (change->new_content.data != NULL));
    lua_pushvalue(L, names + ID);
    diffable_lua_push_id(L, change->id);
    lua_rawset(L, -3);
    if (is_renamed) {
        lua_pushvalue(L, names + OLD_ID);
        diffable_lua_push_id(L, change->old_id);
        lua_rawset(L, -3);
    }
    set_path(L, names, FROM, is_of_sections, change->from);
    set_path(L, names, TO, is_of_sections, change->to);
    if (change->with_section) {
        lua_pushvalue(L, names + WITH_SECTION);
        lua_pushboolean(L, true);
        lua_rawset(L, -3);
    }
    set_content(L, names + OLD, change->old_content, change->old_id, is_of_sections);
    set_content(L, names + NEW, change->new_content, change->id, is_of_sections);
    int metatable = names + NAMES;
    lua_pushvalue(L, metatable);
    lua_setmetatable(L, -2);
}

/* Making tables may run finalizers, so changes are read from a private copy. */
static void push_changes(lua_State *L, diffable_change_kind kind)
{
    diffable_lua_object *copy = diffable_lua_push_private_copy(L, 1, type);
    bool is_of_sections = kind <= DIFFABLE_UPDATED_SECTIONS;
    size_t count = diffable_difference_count(copy->engine, kind);
    int names = push_names(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &change_key); /* push_change expects the metatable after the names */
    diffable_lua_new_array(L, count);
    diffable_change changes[PIECE];
    for (size_t first = 0, read; first < count; first += read) {
        read = read_changes(copy->engine, kind, first, changes);
        for (size_t i = 0; i < read; i += 1) {
            push_change(L, names, is_of_sections, &changes[i]);
            lua_rawseti(L, -2, (lua_Integer)(first + i) + 1);
        }
    }
    diffable_lua_release(L, copy);
}

static int counts(lua_State *L)
{
    const diffable_difference *difference = diffable_lua_check(L, 1, type);
    size_t numbers[KINDS];
    for (int kind = 0; kind < KINDS; kind += 1) {
        numbers[kind] = diffable_difference_count(difference, (diffable_change_kind)kind);
    }
    lua_createtable(L, 0, KINDS);
    for (int kind = 0; kind < KINDS; kind += 1) {
        lua_pushinteger(L, (lua_Integer)numbers[kind]);
        lua_setfield(L, -2, change_names[kind]);
    }
    check_fields(L, &counts_key);
    return 1;
}

static const char *const step_names[] = {
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

static void push_ids(lua_State *L, const diffable_steps *steps, size_t index, size_t count)
{
    diffable_lua_new_array(L, count);
    for (size_t element = 0; element < count; element += 1) {
        diffable_lua_push_id(L, diffable_step_identifier(steps, index, element));
        lua_rawseti(L, -2, (lua_Integer)element + 1);
    }
}

static void push_step(lua_State *L, int names, const diffable_steps *steps, size_t index)
{
    diffable_step step = DIFFABLE_STEP_INIT;
    diffable_error *error = NULL;
    diffable_status status = diffable_steps_read(steps, index, &step, 1, NULL, &error);
    diffable_lua_check_status(L, status, error);
    bool is_of_sections = step.kind <= DIFFABLE_STEP_UPDATE_SECTIONS;
    lua_createtable(L, 0, 5);
    lua_pushstring(L, step_names[step.kind]);
    lua_setfield(L, -2, "kind");
    lua_pushinteger(L, (lua_Integer)step.count);
    lua_setfield(L, -2, "count");
    set_path(L, names, FROM, is_of_sections, step.from);
    set_path(L, names, TO, is_of_sections, step.to);
    push_ids(L, steps, index, step.count);
    lua_setfield(L, -2, "ids");
    check_fields(L, &step_key);
}

static void free_steps(lua_State *L, void *engine, size_t size)
{
    (void)L, (void)size;
    diffable_steps_free(engine);
}

/* difference:steps(): the steps, in order, as an array of plain tables */
static int steps(lua_State *L)
{
    static const diffable_lua_type steps_type = { diffable_lua_hidden_name, "steps", sizeof(diffable_lua_object), 0, 0,
        free_steps, NULL };
    lua_settop(L, 1);
    diffable_lua_object *steps = diffable_lua_push_object(L, &steps_type, 0);
    diffable_lua_attach_engine(steps, diffable_steps_new(diffable_lua_check(L, 1, type)));
    size_t count = diffable_steps_count(steps->engine);
    int names = push_names(L);
    diffable_lua_new_array(L, count);
    for (size_t i = 0; i < count; i += 1) {
        push_step(L, names, steps->engine, i);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    diffable_lua_release(L, steps);
    return 1;
}

static int index(lua_State *L)
{
    lua_pushvalue(L, 2);
    if (lua_rawget(L, METHOD_TABLE) != LUA_TNIL) {
        return 1;
    }
    const diffable_difference *difference = diffable_lua_check(L, 1, type);
    if (diffable_lua_is_string(L, 2, "is_empty")) {
        lua_pushboolean(L, diffable_difference_is_empty(difference));
        return 1;
    }
    for (int kind = 0; kind < KINDS; kind += 1) {
        if (diffable_lua_is_string(L, 2, change_names[kind])) {
            push_changes(L, (diffable_change_kind)kind);
            return 1;
        }
    }
    lua_pushvalue(L, 2);
    lua_gettable(L, METHOD_TABLE); /* raises */
    return 1;
}

static int next_field(lua_State *L)
{
    lua_settop(L, 2);
    return lua_next(L, 1) ? 2 : 0;
}

/* pairs(difference): the fields with their values */
static int pairs(lua_State *L)
{
    const diffable_difference *difference = diffable_lua_check(L, 1, type);
    lua_settop(L, 1);
    lua_pushcfunction(L, next_field);
    lua_createtable(L, 0, KINDS + 1);
    lua_pushboolean(L, diffable_difference_is_empty(difference));
    lua_setfield(L, -2, "is_empty");
    for (int kind = 0; kind < KINDS; kind += 1) {
        push_changes(L, (diffable_change_kind)kind);
        lua_setfield(L, 3, change_names[kind]);
        lua_settop(L, 3);
    }
    return 2;
}

static int to_string(lua_State *L)
{
    const diffable_lua_object *difference = diffable_lua_check_object(L, 1, type);
    const char *text = difference->engine == NULL ? "(closed difference)"
                                                  : diffable_difference_description(difference->engine);
    diffable_lua_push_bytes(L, text, strlen(text));
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__gc", close_difference },
    { "__close", close_difference },
    { "__tostring", to_string },
    { "__pairs", pairs },
    { NULL, NULL },
};

static const diffable_lua_function methods[] = {
    { "counts", counts, 0, 0, NULL },
    { "steps", steps, 0, 0, NULL },
    { "close", close_difference, 0, 0, NULL },
    { NULL, NULL, 0, 0, NULL },
};

void diffable_lua_open_differences(lua_State *L)
{
    static const char *const of_changes[] = { "id", "old_id", "from", "to", "with_section", "old", "new", NULL };
    static const char *const of_steps[] = { "kind", "count", "from", "to", "ids", NULL };
    const char *fields[KINDS + 2] = { 0 };
    memcpy(fields, change_names, sizeof change_names);
    open_plain_tables(L, "change", of_changes, &change_key);
    open_plain_tables(L, "step", of_steps, &step_key);
    open_plain_tables(L, "count", fields, &counts_key);
    fields[KINDS] = "is_empty";
    const diffable_lua_members members = { "difference", methods, fields };
    diffable_lua_new_type(L, diffable_lua_difference_name, metamethods, &members, index);
}
