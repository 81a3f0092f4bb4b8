/*
 * Contents: Lua tables that lead from revisions to content tables, by themselves or, where a long list came first, by
 * rows (content_rows.c) and for what came later by themselves. A revision is the fingerprint of what it leads to, so
 * entries never contradict each other, and snapshots that come from one another share one table. What no list uses any
 * more is left behind, until the table has grown so much that the snapshot being edited moves to a fresh one with its
 * own entries only.
 */
#include "internal.h"

/* The number of entries stands at a place that no revision has. */
enum { COUNT = 0, PIECE = 128, SLACK = 1024, AHEAD = 16, MOST_ROWS = 1 << 24 };

/* And at these, where there are any: how many of them belong to what is hidden in the trees of a data source, and rows. */
static const char hidden_key, rows_key;

/* Contents with their rows: NULL where there are none, else with the array of their tables on the stack. */
typedef struct open_contents {
    int table, array;
    bool only_rows; /* says that no entry is by itself */
    diffable_lua_rows *rows;
} open_contents;

/* Pushes one value. */
static open_contents open_rows(lua_State *L, int contents)
{
    open_contents result = { .table = lua_absindex(L, contents), .array = lua_gettop(L) + 1 };
    lua_rawgetp(L, contents, &rows_key);
    result.rows = lua_touserdata(L, -1);
    if (result.rows != NULL) {
        lua_getiuservalue(L, -1, DIFFABLE_LUA_ROWS_ARRAY);
        lua_replace(L, result.array);
    }
    return result;
}

static bool push_content(lua_State *L, const open_contents *contents, uint64_t revision)
{
    lua_Integer row = diffable_lua_find_row(contents->rows, revision);
    if (row != 0) {
        lua_rawgeti(L, contents->array, row);
    } else if (contents->only_rows) {
        return false;
    } else if (lua_rawgeti(L, contents->table, (lua_Integer)revision) == LUA_TNIL) {
        lua_pop(L, 1);
        return false;
    }
    return true;
}

/* Pops the content of a revision, which has this row or none. */
static void set_content(lua_State *L, const open_contents *contents, lua_Integer row, uint64_t revision)
{
    if (row != 0) {
        lua_rawseti(L, contents->array, row);
    } else {
        lua_rawseti(L, contents->table, (lua_Integer)revision);
    }
}

static lua_Integer count_of(lua_State *L, int contents)
{
    lua_rawgeti(L, contents, COUNT);
    lua_Integer count = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return count;
}

static void set_count(lua_State *L, int contents, lua_Integer count)
{
    lua_pushinteger(L, count);
    lua_rawseti(L, contents, COUNT);
}

void diffable_lua_new_contents(lua_State *L, size_t capacity)
{
    lua_newtable(L);
    int contents = lua_gettop(L);
    set_count(L, contents, 0);
    if (capacity > 0 && capacity <= MOST_ROWS) {
        diffable_lua_push_rows(L, (uint32_t)capacity);
        lua_rawsetp(L, contents, &rows_key);
    }
}

bool diffable_lua_contents_are_empty(lua_State *L, int contents)
{
    return count_of(L, contents) == 0;
}

bool diffable_lua_push_content(lua_State *L, int contents, uint64_t revision)
{
    open_contents all = open_rows(L, contents);
    bool found = push_content(L, &all, revision);
    lua_remove(L, all.array);
    return found;
}

/*
 * An edit adds before it calls the engine what is not there yet, which may fail for lack of memory, and
 * replaces afterwards, which cannot fail: so a failed edit changes nothing that anyone can see.
 */
void diffable_lua_add_contents(lua_State *L, int contents, diffable_lua_list *list)
{
    if (list->revisions == NULL) {
        return;
    }
    lua_Integer count = count_of(L, contents);
    open_contents all = open_rows(L, contents);
    all.only_rows = count == diffable_lua_count_rows(all.rows);
    for (size_t i = 0; i < list->count; i += 1) {
        if (i + AHEAD < list->count) {
            diffable_lua_prefetch_row(all.rows, list->revisions[i + AHEAD]);
        }
        if (!diffable_lua_push_entry_content(L, list, i)) {
            continue;
        }
        if (push_content(L, &all, list->revisions[i])) {
            list->renews = list->renews || !lua_rawequal(L, -1, -2);
            lua_pop(L, 2);
        } else {
            lua_Integer row = diffable_lua_add_row(all.rows, list->revisions[i]);
            all.only_rows = all.only_rows && row != 0;
            set_content(L, &all, row, list->revisions[i]);
            count += 1;
        }
    }
    lua_pop(L, 1);
    set_count(L, contents, count);
}

void diffable_lua_renew_contents(lua_State *L, int contents, const diffable_lua_list *list)
{
    if (!list->renews) {
        return;
    }
    open_contents all = open_rows(L, contents);
    for (size_t i = 0; i < list->count; i += 1) {
        if (diffable_lua_push_entry_content(L, list, i)) {
            set_content(L, &all, diffable_lua_find_row(all.rows, list->revisions[i]), list->revisions[i]);
        }
    }
    lua_pop(L, 1);
}

void diffable_lua_set_hidden_contents(lua_State *L, int contents, size_t hidden)
{
    contents = lua_absindex(L, contents);
    lua_pushinteger(L, (lua_Integer)hidden);
    lua_rawsetp(L, contents, &hidden_key);
}

bool diffable_lua_contents_have_grown(lua_State *L, int contents, size_t live)
{
    lua_rawgetp(L, contents, &hidden_key);
    live += (size_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return (size_t)count_of(L, contents) > 2 * live + SLACK;
}

/* Carries one entry over from the table at `contents`, or else from the one at `other`. */
static lua_Integer carry_over(lua_State *L, int contents, int other, int live, uint64_t revision)
{
    if (revision == 0) {
        return 0;
    }
    if (diffable_lua_push_content(L, live, revision)) {
        lua_pop(L, 1);
        return 0;
    }
    if (diffable_lua_push_content(L, contents, revision) || (other != 0 && diffable_lua_push_content(L, other, revision))) {
        lua_rawseti(L, live, (lua_Integer)revision);
        return 1;
    }
    return 0;
}

void diffable_lua_fill_live_contents(lua_State *L, int contents, int other, int live, const diffable_snapshot *snapshot)
{
    diffable_id ids[PIECE];
    lua_Integer count = 0;
    size_t read = PIECE;
    for (size_t first = 0; read == PIECE; first += read) {
        read = diffable_snapshot_section_identifiers(snapshot, first, ids, PIECE);
        for (size_t i = 0; i < read; i += 1) {
            count += carry_over(L, contents, other, live, diffable_snapshot_revision_of_section(snapshot, ids[i]));
        }
    }
    read = PIECE;
    for (size_t first = 0; read == PIECE; first += read) {
        read = diffable_snapshot_item_identifiers(snapshot, first, ids, PIECE);
        for (size_t i = 0; i < read; i += 1) {
            count += carry_over(L, contents, other, live, diffable_snapshot_revision_of_item(snapshot, ids[i]));
        }
    }
    set_count(L, live, count);
}

void diffable_lua_carry_tree_contents(lua_State *L, int contents, int other, int live, const diffable_section_snapshot *tree, const diffable_id *ids, size_t count)
{
    lua_Integer number = count_of(L, live);
    for (size_t i = 0; i < count; i += 1) {
        number += carry_over(L, contents, other, live, diffable_section_snapshot_revision_of_item(tree, ids[i]));
    }
    set_count(L, live, number);
}
