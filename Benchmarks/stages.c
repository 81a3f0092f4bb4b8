/*
 * stages WAY COUNT: cycles over a list of so many items, of which few change, with a mark after each stage. A mark has
 * callgrind write down the instructions since the last one, and adds up what was asked of malloc. What was asked is
 * printed at the end, as lines of stage, calls and bytes of a cycle; Benchmarks/stages makes a table of both.
 */
#include "count_mallocs.h"

#include <lauxlib.h>
#include <lualib.h>
#include <valgrind/callgrind.h>

#include "describe.h"
#include "engine.h"
#include "textbook.h"

/* The first cycles are not counted. */
enum { WARM_UP_CYCLES = 4, CYCLES = 20, MOST_STAGES = 16 };

static const char not_counted[] = "not counted";

static struct stage {
    const char *name;
    size_t calls, bytes;
} stages[MOST_STAGES];

static int begun_cycles;

/* Until the last mark. */
static size_t calls, bytes;

/* Ends a stage, which is what was done since the mark before it. */
static void mark(const char *name)
{
    size_t stage = 0;
    name = begun_cycles <= WARM_UP_CYCLES ? not_counted : name;
    CALLGRIND_DUMP_STATS_AT(name);
    while (stages[stage].name != NULL && strcmp(stages[stage].name, name) != 0) {
        stage += 1;
    }
    stages[stage].name = name;
    stages[stage].calls += mallocs.calls - calls;
    stages[stage].bytes += mallocs.bytes - bytes;
    calls = mallocs.calls;
    bytes = mallocs.bytes;
}

/* Begins a cycle. What was done since the last mark is not counted. */
static void begin(void)
{
    CALLGRIND_DUMP_STATS_AT(not_counted);
    begun_cycles += 1;
    calls = mallocs.calls;
    bytes = mallocs.bytes;
}

/* The yardstick has one stage. */
static void run_textbook(size_t count)
{
    short_lists lists = make_short_lists(count, FEW);
    textbook textbook = { NULL, NULL, 0 };
    next_batch(&lists);
    for (size_t index = 0; index < WARM_UP_CYCLES + CYCLES; index += 1) {
        begin();
        textbook_free_changes(textbook_apply(&textbook, ids_of(&lists, index), revisions_of(&lists, index), count));
        mark("apply");
    }
    free(textbook.ids);
    free_short_lists(lists);
}

/* The next snapshot in one of the ways of the engine, with a mark after each of its stages. */
static diffable_snapshot *next_snapshot(
    const char *way, diffable_data_source *source, const short_lists *lists, size_t index)
{
    diffable_snapshot *snapshot;
    if (strcmp(way, "edit") == 0) {
        snapshot = diffable_data_source_snapshot(source);
        mark("snapshot");
        edit_few(snapshot, lists, index);
        mark("four edits");
        return snapshot;
    }
    if (strcmp(way, "nothing") == 0) {
        snapshot = diffable_data_source_snapshot(source);
        mark("snapshot");
        return snapshot;
    }
    diffable_id section = diffable_id_string("list");
    snapshot = strcmp(way, "free") == 0 ? diffable_snapshot_new() : diffable_data_source_new_snapshot(source);
    mark("new snapshot");
    must(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL));
    mark("append sections");
    must(diffable_snapshot_append_items(
        snapshot, ids_of(lists, index), contents_of_list(lists, index), lists->count, &section, NULL));
    mark("append items");
    return snapshot;
}

static void run(const char *way, size_t count)
{
    short_lists lists = make_short_lists(count, FEW);
    diffable_data_source *source = diffable_data_source_new();
    next_batch(&lists);
    for (size_t index = 0; index < lists.batch; index += 1) {
        apply(source, describe(diffable_data_source_new_snapshot(source), &lists, index));
    }
    next_batch(&lists);
    for (size_t index = 0; index < WARM_UP_CYCLES + CYCLES; index += 1) {
        begin();
        diffable_snapshot *snapshot = next_snapshot(way, source, &lists, index);
        must(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL));
        mark("apply");
        diffable_snapshot_free(snapshot);
        mark("free");
    }
    diffable_data_source_free(source);
    free_short_lists(lists);
}

/* Spells an identifier for Lua. */
static int lua_spell(lua_State *L)
{
    char text[ID_SIZE];
    spell_id((uint64_t)luaL_checkinteger(L, 1), text);
    lua_pushlstring(L, text, ID_SIZE);
    return 1;
}

static int lua_mark(lua_State *L)
{
    mark(luaL_checkstring(L, 1));
    return 0;
}

static int lua_begin(lua_State *L)
{
    (void)L;
    begin();
    return 0;
}

static void run_lua(const char *way, size_t count)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    if (luaL_loadfile(L, "Benchmarks/stages.lua") != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(2);
    }
    lua_pushstring(L, way);
    lua_pushinteger(L, (lua_Integer)count);
    lua_pushinteger(L, WARM_UP_CYCLES);
    lua_pushinteger(L, CYCLES);
    lua_pushcfunction(L, lua_spell);
    lua_pushcfunction(L, lua_begin);
    lua_pushcfunction(L, lua_mark);
    if (lua_pcall(L, 7, 0, 0) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(2);
    }
    /* The state stays open: the names of stages belong to it. */
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: stages textbook|free|new_snapshot|edit|nothing|lua_textbook|lua|lua_closing COUNT\n");
        return 2;
    }
    const char *way = arguments[1];
    size_t items = strtoul(arguments[2], NULL, 10);
    if (strcmp(way, "textbook") == 0) {
        run_textbook(items);
    } else if (strncmp(way, "lua", 3) == 0) {
        run_lua(way, items);
    } else {
        run(way, items);
    }
    for (size_t stage = 0; stages[stage].name != NULL; stage += 1) {
        if (stages[stage].name == not_counted) {
            continue;
        }
        printf("%s\t%zu\t%zu\n", stages[stage].name, stages[stage].calls / CYCLES, stages[stage].bytes / CYCLES);
    }
    return 0;
}
