/*
 * Content rows: the content tables of one long list in the order in which they came, and an index that leads from their
 * revisions to them. Entering one costs half of what it costs a Lua table, whose memory cannot be asked for ahead. Rows
 * are made with room for the list and never grow, so filling them allocates nothing and runs no finalizer.
 *
 * Searches begin where bits of the revision say. It is a fingerprint: nobody can choose it.
 */
#include <string.h>

#include "internal.h"

struct diffable_lua_rows {
    uint32_t count, capacity;
    size_t mask;
    uint32_t *slots;      /* a row from 1, or 0 */
    uint64_t revisions[]; /* of each row; the slots are behind them */
};

void diffable_lua_push_rows(lua_State *L, uint32_t capacity)
{
    size_t slots = 1;
    while (slots < (size_t)capacity * 2) {
        slots *= 2;
    }
    lua_createtable(L, (int)capacity, 0);
    diffable_lua_rows *rows = lua_newuserdatauv(L, sizeof *rows + capacity * sizeof *rows->revisions + slots * sizeof *rows->slots, 1);
    rows->count = 0;
    rows->capacity = capacity;
    rows->mask = slots - 1;
    rows->slots = (uint32_t *)(rows->revisions + capacity);
    memset(rows->slots, 0, slots * sizeof *rows->slots);
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, DIFFABLE_LUA_ROWS_ARRAY);
}

void diffable_lua_prefetch_row(const diffable_lua_rows *rows, uint64_t revision)
{
    if (rows != NULL) {
        __builtin_prefetch(&rows->slots[revision & rows->mask]);
    }
}

static size_t slot_of(const diffable_lua_rows *rows, uint64_t revision)
{
    size_t slot = revision & rows->mask;
    while (rows->slots[slot] != 0 && rows->revisions[rows->slots[slot] - 1] != revision) {
        slot = (slot + 1) & rows->mask;
    }
    return slot;
}

lua_Integer diffable_lua_find_row(const diffable_lua_rows *rows, uint64_t revision)
{
    return rows == NULL ? 0 : rows->slots[slot_of(rows, revision)];
}

lua_Integer diffable_lua_count_rows(const diffable_lua_rows *rows)
{
    return rows == NULL ? 0 : rows->count;
}

lua_Integer diffable_lua_add_row(diffable_lua_rows *rows, uint64_t revision)
{
    if (rows == NULL || rows->count == rows->capacity) {
        return 0;
    }
    rows->revisions[rows->count] = revision;
    rows->count += 1;
    rows->slots[slot_of(rows, revision)] = rows->count;
    return rows->count;
}
