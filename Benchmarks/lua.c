/* The Lua module, in one process with Lua itself: lists come out of Lua arrays. What is timed is in lua.lua. */
#include <lauxlib.h>
#include <lualib.h>

#include "engine.h"

enum { COUNT = 1000000, SMALL_COUNT = 100000 };

/* The stack holds the functions of lua.lua, and above them what a round needs. */
static lua_State *L;
enum { FUNCTIONS = 1 };

static void check(int status)
{
    if (status != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(2);
    }
}

/* Calls a function with the value at `argument`, leaves its results on the stack, and says how long it took. */
static double call(const char *name, int argument, int results)
{
    lua_getfield(L, FUNCTIONS, name);
    lua_pushvalue(L, argument);
    double start = now();
    check(lua_pcall(L, 1, results, 0));
    return now() - start;
}

/* Closes and pops what a call made, and collects the rest. */
static void discard(int results)
{
    for (; results > 0; results -= 1) {
        lua_pop(L, luaL_callmeta(L, -1, "__gc") + 1);
    }
    lua_gc(L, LUA_GCCOLLECT);
}

/* Pushes an array of strings. */
static void push_array(list list)
{
    lua_createtable(L, (int)list.count, 0);
    for (size_t place = 0; place < list.count; place += 1) {
        lua_pushlstring(L, list.ids[place].bytes.data, list.ids[place].bytes.size);
        lua_rawseti(L, -2, (lua_Integer)place + 1);
    }
}

/* How long it takes to read the strings of an array, and to look each one up in `table` unless that is NULL. */
static double walk(table *table, int array)
{
    lua_Integer count = (lua_Integer)lua_rawlen(L, array);
    size_t found = 0;
    double start = now();
    for (lua_Integer place = 1; place <= count; place += 1) {
        size_t size;
        lua_rawgeti(L, array, place);
        const char *bytes = lua_tolstring(L, -1, &size);
        if (table == NULL) {
            found += size == ID_SIZE;
        } else {
            diffable_id id = { DIFFABLE_ID_BYTES, 0, { bytes, size } };
            found += enter_string(table, &id, 0, false) != 0;
        }
        lua_pop(L, 1);
    }
    double time = now() - start;
    if (found != (size_t)count) {
        fprintf(stderr, "the walk missed an identifier\n");
        exit(2);
    }
    return time;
}

/* A million strings against the current list, as in from_nothing.c. */
static void from_nothing(void)
{
    numbers old = ascending(0, COUNT);
    table table = make_table(COUNT);
    list list = make_list(old, STRINGS);
    push_array(list);
    free_list(list);
    call("apply", -2, 0);
    lua_settop(L, FUNCTIONS);
    series yardstick, sharing;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        numbers new = edited(old, COUNT / 100, COUNT / 100, (uint32_t)(COUNT + COUNT / 100 * (round + 1)));
        list = make_list(new, STRINGS);
        push_array(list);
        free_list(list);
        record(&yardstick, round, loop(&table, new, STRINGS));
        double reading = walk(NULL, lua_gettop(L));
        record(&sharing, round, call("new_snapshot_and_difference", lua_gettop(L), 2) - reading);
        if (round == WARM_UP) {
            call("operations", lua_gettop(L), 1);
            check_operations((size_t)lua_tointeger(L, -1), COUNT / 100 * 2);
            lua_pop(L, 1);
        }
        discard(2);
        lua_settop(L, FUNCTIONS);
        free(new.values);
    }
    compare("1,000,000 strings, new_snapshot, beyond the walk, to the loop in C", &sharing, &yardstick, 1.4);
    free_table(table);
    free(old.values);
}

/* A snapshot of 100,000 items out of an array. */
static void snapshots(void)
{
    enum { STRING_ARRAY = FUNCTIONS + 1, TABLE_ARRAY };
    numbers numbers = ascending(0, SMALL_COUNT);
    list list = make_list(numbers, STRINGS);
    table table = index_ids(list.ids, list.count);
    push_array(list);
    call("item_tables", STRING_ARRAY, 1);
    call("apply", STRING_ARRAY, 0);
    lua_gc(L, LUA_GCCOLLECT);
    series look_ups, free_snapshot, sharing, reading, free_tables, sharing_tables;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&look_ups, round, walk(&table, STRING_ARRAY));
        record(&free_snapshot, round, call("free_snapshot", STRING_ARRAY, 1));
        discard(1);
        record(&sharing, round, call("new_snapshot", STRING_ARRAY, 1));
        discard(1);
        record(&reading, round, call("read_fields", TABLE_ARRAY, 0));
        record(&free_tables, round, call("free_snapshot", TABLE_ARRAY, 1));
        discard(1);
        record(&sharing_tables, round, call("new_snapshot", TABLE_ARRAY, 1));
        discard(1);
    }
    compare("100,000 strings, a free snapshot, to a look-up of each in C", &free_snapshot, &look_ups, 2);
    compare("100,000 strings, from new_snapshot, to the same", &sharing, &look_ups, 2);
    compare("100,000 tables, a free snapshot, to reading their fields in Lua", &free_tables, &reading, 6);
    compare("100,000 tables, from new_snapshot, to the same", &sharing_tables, &reading, 6);
    lua_settop(L, FUNCTIONS);
    free_table(table);
    free_list(list);
    free(numbers.values);
}

/*
 * Item tables of three fields, whose contents are kept by value, in lists of several lengths. The collector runs, as in
 * any script: both ways pay for their garbage. The processor's time counts.
 */
static void hand_over(void)
{
    static const struct {
        lua_Integer count;
        double limit;
    } rows[] = { { 10, 3 }, { 1000, 1.5 }, { 100000, 2 }, { COUNT, 2.4 } };
    enum { STRING_ARRAY = FUNCTIONS + 1, LISTS };
    numbers numbers = ascending(0, COUNT);
    list list = make_list(numbers, STRINGS);
    push_array(list);
    lua_gc(L, LUA_GCRESTART);
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row += 1) {
        lua_getfield(L, FUNCTIONS, "lists_of_tables");
        lua_pushvalue(L, STRING_ARRAY);
        lua_pushinteger(L, rows[row].count);
        check(lua_pcall(L, 2, 1, 0));
        series copying, handing_over;
        for (int round = WARM_UP; round < ROUNDS; round += 1) {
            double start = computed();
            call("copy_tables", LISTS, 0);
            record(&copying, round, computed_since(start));
            start = computed();
            call("hand_over", LISTS, 0);
            record(&handing_over, round, computed_since(start));
        }
        char name[96];
        snprintf(name, sizeof name, "N = %lld: a list of tables, to copying them in Lua", (long long)rows[row].count);
        compare(name, &handing_over, &copying, rows[row].limit);
        lua_settop(L, STRING_ARRAY);
    }
    lua_gc(L, LUA_GCSTOP);
    lua_settop(L, FUNCTIONS);
    free_list(list);
    free(numbers.values);
}

static void provider_calls(void)
{
    numbers numbers = ascending(0, COUNT);
    list list = make_list(numbers, STRINGS);
    push_array(list);
    call("provider_calls", lua_gettop(L), 1);
    double calls = lua_tonumber(L, -1);
    print_row(
        "calls of the provider for one changed row of 1,000,000, to the rows around it", calls, 13, calls / 13, 1, "");
    lua_settop(L, FUNCTIONS);
    free_list(list);
    free(numbers.values);
}

int main(void)
{
    L = luaL_newstate();
    luaL_openlibs(L);
    check(luaL_dofile(L, "Benchmarks/lua.lua"));
    lua_gc(L, LUA_GCSTOP);
    print_head("Lua");
    from_nothing();
    snapshots();
    hand_over();
    provider_calls();
    print_minimal();
    lua_close(L);
    return failures != 0;
}
