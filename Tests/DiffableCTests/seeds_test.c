/* The secret of the hash tables is read from the system once, not for each list. */
#define _GNU_SOURCE
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lists.h"

static int calls;

/* The library calls this function in place of that of libc. */
ssize_t getrandom(void *buffer, size_t size, unsigned int flags)
{
    calls += 1;
    return syscall(SYS_getrandom, buffer, size, flags);
}

static void the_system_is_asked_once(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    for (int64_t round = 0; round < 100; round += 1) {
        diffable_snapshot *snapshot = diffable_snapshot_new();
        diffable_id section = diffable_id_integer(0),
                    items[2] = { diffable_id_integer(round), diffable_id_integer(round + 1) };
        assert_ok(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error));
        assert_ok(diffable_snapshot_append_items(snapshot, items, NULL, 2, &section, &error));
        assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
        diffable_snapshot_free(snapshot);
        assert_int_equal(calls, 1);
    }
    diffable_data_source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_system_is_asked_once),
    };
    return cmocka_run_group_tests_name("seeds", tests, NULL, NULL);
}
