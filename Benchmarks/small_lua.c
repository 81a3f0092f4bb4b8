/*
 * Short lists of item tables with the fields id, title and price, in Lua 5.4, or in LuaJIT, for which there are no
 * limits. A cycle describes a list anew and applies it; nothing is closed. Each way has a Lua state of its own, whose
 * collector runs as it does in any script, so that each pays for its own garbage. The tables of the lists are there
 * before the clock starts. What is timed is in small_lua.lua.
 */
#include <lauxlib.h>
#include <lualib.h>

#include "engine.h"

#ifdef LUA_RIDX_MAINTHREAD
enum { HAS_LIMITS = 1 };
#else
enum { HAS_LIMITS = 0 };
#endif

enum { SIZES = 3 };

typedef enum way { TEXTBOOK, FREE, SHARING, WAYS } way;

static const char *const way_names[WAYS] = { "textbook", "free", "sharing" };
static const size_t sizes[SIZES] = { 10, 100, 1000 };

/* A measurement lasts so many milliseconds at least. */
static const double least_time = 20;

static void check(lua_State *L, int status)
{
    if (status != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(2);
    }
}

/* Spells an identifier for Lua. */
static int spell(lua_State *L)
{
    char bytes[ID_SIZE];
    spell_id((uint64_t)luaL_checkinteger(L, 1), bytes);
    lua_pushlstring(L, bytes, ID_SIZE);
    return 1;
}

/* A state with the functions of small_lua.lua at the bottom of its stack. */
static lua_State *open_state(void)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    check(L, luaL_dofile(L, "Benchmarks/small_lua.lua"));
    return L;
}

/* Calls one of the functions with a number: how long that took. */
static double call(lua_State *L, const char *name, lua_Integer number, int results)
{
    lua_getfield(L, 1, name);
    lua_pushinteger(L, number);
    double start = computed();
    check(L, lua_pcall(L, 1, results, 0));
    return computed_since(start);
}

/* Microseconds of a cycle. */
static double time_cycles(lua_State *L, bool is_shuffled)
{
    double time = 0;
    lua_Integer cycles = 0, portion = is_shuffled ? 8 : 80; /* there are eight lists */
    for (; time < least_time; cycles += portion) {
        call(L, "prepare", 0, 0);
        time += call(L, "cycles", portion, 0);
    }
    return time / (double)cycles * 1e3;
}

static void measure(size_t count, const char *change, const char *what, double free_limit)
{
    lua_State *states[WAYS];
    series times[WAYS];
    for (way way = TEXTBOOK; way < WAYS; way += 1) {
        lua_State *L = states[way] = open_state();
        lua_getfield(L, 1, "start");
        lua_pushcfunction(L, spell);
        lua_pushstring(L, way_names[way]);
        lua_pushstring(L, change);
        lua_pushinteger(L, (lua_Integer)count);
        check(L, lua_pcall(L, 4, 1, 0));
        if (strcmp(lua_tostring(L, -1), lua_tostring(states[TEXTBOOK], -1)) != 0) {
            fprintf(stderr, "%zu items, %s: the engine and the textbook count other changes:\n%s\n%s\n", count, change,
                lua_tostring(L, -1), lua_tostring(states[TEXTBOOK], -1));
            failures += 1;
        }
    }
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        for (way way = TEXTBOOK; way < WAYS; way += 1) {
            record(&times[way], round, time_cycles(states[way], strcmp(change, "shuffled") == 0));
        }
    }
    for (way way = TEXTBOOK; way < WAYS; way += 1) {
        lua_close(states[way]);
    }
    char name[96];
    snprintf(name, sizeof name, "N = %zu, %s: diffable.snapshot and apply, to the textbook", count, what);
    compare_in("us", name, &times[FREE], &times[TEXTBOOK], HAS_LIMITS ? free_limit : 0);
    snprintf(name, sizeof name, "N = %zu, %s: new_snapshot and apply, to the textbook", count, what);
    compare_in("us", name, &times[SHARING], &times[TEXTBOOK], 0);
}

/* Reading the changes of 1,000 replaced items, to what the loop in C does for one of a million identifiers. */
static void measure_reading(void)
{
    enum { COUNT = 1000000 };
    numbers million = ascending(0, COUNT);
    table table = make_table(COUNT);
    lua_State *L = open_state();
    lua_getfield(L, 1, "replace");
    lua_pushcfunction(L, spell);
    check(L, lua_pcall(L, 1, 0, 0));
    series hashing, reading;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&hashing, round, hash_one(&table, million));
        double time = call(L, "read", 20, 1);
        if (lua_tointeger(L, -1) != 20 * 2000) {
            fprintf(stderr, "%lld changes were read\n", (long long)lua_tointeger(L, -1));
            failures += 1;
        }
        lua_pop(L, 1);
        record(&reading, round, time / (20 * 2000) * 1e6);
    }
    compare_in("ns", "reading a change, to hashing one id in C", &reading, &hashing, HAS_LIMITS ? 16 : 0);
    lua_close(L);
    free_table(table);
    free(million.values);
}

int main(void)
{
    static const struct {
        const char *change, *what;
        double limits[SIZES];
    } rows[] = {
        { "identical", "identical", { 9, 4, 3 } },
        { "few", "few changes", { 2.2, 1, 0.7 } },
        { "shuffled", "shuffled", { 1.8, 0.75, 0.65 } },
        { "replaced", "replaced", { 2.4, 1.5, 1 } },
    };
    print_head("short lists in Lua");
    for (int size = 0; size < SIZES; size += 1) {
        for (size_t row = 0; row < sizeof rows / sizeof *rows; row += 1) {
            measure(sizes[size], rows[row].change, rows[row].what, rows[row].limits[size]);
        }
    }
    measure_reading();
    return failures != 0;
}
