/* What short lists keep of the memory, and what they ask for. */
#include "count_mallocs.h"

#include <lauxlib.h>
#include <lualib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "describe.h"
#include "heap.h"
#include "small_edits.h"

enum { SOURCES = 100, ITEMS = 50, SOAKED = 20000 };

/* Many data sources, with or without items, so that what there is once for all of them hardly counts. */
static void measure_sources(void)
{
    static diffable_data_source *sources[SOURCES];
    static diffable_snapshot *snapshots[SOURCES];
    short_lists lists = make_short_lists(ITEMS, IDENTICAL);
    next_batch(&lists);
    diffable_data_source_free(make_source((numbers){ (uint32_t[]){ 1 }, 1 }, STRINGS));
    size_t before = heap();
    for (int index = 0; index < SOURCES; index += 1) {
        sources[index] = diffable_data_source_new();
    }
    print_most("heap of a data source without items", (double)(heap() - before) / SOURCES, 1400, "B");
    for (int index = 0; index < SOURCES; index += 1) {
        snapshots[index] = describe(diffable_snapshot_new(), &lists, 0);
        must(diffable_data_source_apply(sources[index], snapshots[index], NULL, NULL, NULL));
    }
    print_most("heap of one with 50 items, and of its snapshot", (double)(heap() - before) / SOURCES, 6700, "B");
    for (int index = 0; index < SOURCES; index += 1) {
        diffable_snapshot_free(snapshots[index]);
        diffable_data_source_free(sources[index]);
    }
    free_short_lists(lists);
}

/* The median of the calls of malloc in 100 edits, each with its apply. Some edits make more, because a table grows. */
static void measure_edits(size_t count)
{
    enum { EDITS = 101 };
    for (small_edit edit = NOTHING; edit < SMALL_EDITS; edit += 1) {
        double calls[EDITS];
        ordered_source ordered = make_ordered_source(count);
        for (int repeat = 0; repeat < EDITS; repeat += 1) {
            planned_edit planned = plan_small_edit(&ordered, edit);
            size_t before = mallocs.calls;
            apply(ordered.source, do_small_edit(&ordered, &planned));
            calls[repeat] = (double)(mallocs.calls - before);
            end_small_edit(&ordered, planned);
        }
        qsort(calls, EDITS, sizeof *calls, compare_doubles);
        free_ordered_source(ordered);
        char name[96];
        snprintf(name, sizeof name, "N = %zu: %s, with its apply: calls of malloc", count, small_edit_names[edit]);
        print_most(name, calls[EDITS / 2], 13, "");
    }
}

/* What a cycle asks of malloc where little changes. These lines only inform. */
static void measure_cycles(size_t count)
{
    for (int shares = 0; shares < 2; shares += 1) {
        short_lists lists = make_short_lists(count, FEW);
        diffable_data_source *source = diffable_data_source_new();
        size_t calls = 0, bytes = 0;
        for (int batch = 0; batch < 2; batch += 1) { /* the first one warms up */
            next_batch(&lists);
            calls = mallocs.calls;
            bytes = mallocs.bytes;
            for (size_t index = 0; index < lists.batch; index += 1) {
                diffable_snapshot *snapshot = shares ? diffable_data_source_new_snapshot(source)
                                                     : diffable_snapshot_new();
                apply(source, describe(snapshot, &lists, index));
            }
            calls = mallocs.calls - calls;
            bytes = mallocs.bytes - bytes;
        }
        char name[96];
        snprintf(name, sizeof name, "N = %zu, few changes, %s: bytes, and calls of malloc", count,
            shares ? "new_snapshot" : "free");
        printf("  %-64s %8zu B %5zu calls\n", name, bytes / lists.batch, calls / lists.batch);
        diffable_data_source_free(source);
        free_short_lists(lists);
    }
}

static lua_State *open_state(void)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    if (luaL_dofile(L, "Benchmarks/small_memory.lua") != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(2);
    }
    return L;
}

static void call(lua_State *L, const char *name, lua_Integer number)
{
    lua_getfield(L, 1, name);
    lua_pushinteger(L, number);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(2);
    }
}

static void measure_lua_sources(void)
{
    lua_State *L = open_state();
    call(L, "make_tables", SOURCES);
    size_t before = heap();
    call(L, "make_sources", SOURCES);
    print_most("Lua: one with 50 items and its snapshot, beside the item tables", (double)(heap() - before) / SOURCES,
        15 * 1024, "B");
    lua_close(L);
}

/* The most memory that a process of its own has had in use, in KiB. */
static double peak(const char *soak)
{
    struct rusage usage;
    int status;
    fflush(stdout);
    pid_t process = fork();
    if (process == 0) {
        call(open_state(), soak, SOAKED);
        _exit(0);
    }
    if (process < 0 || wait4(process, &status, 0, &usage) != process || status != 0) {
        fprintf(stderr, "%s failed\n", soak);
        exit(2);
    }
    return (double)usage.ru_maxrss;
}

int main(void)
{
    print_head("memory of short lists");
    double collecting = peak("soak_collecting"), closing = peak("soak_closing");
    measure_sources();
    measure_lua_sources();
    for (size_t count = 10; count <= 1000; count *= 10) {
        measure_edits(count);
        measure_cycles(count);
    }
    print_row("Lua: 20,000 applies of 1,000 tables without close, to with it", collecting, closing,
        collecting / closing, 2.5, "KiB");
    return failures != 0;
}
