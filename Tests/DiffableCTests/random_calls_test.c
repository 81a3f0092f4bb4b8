/* Calls in any order with arguments of every sort, also from inside callbacks that fail now and then: whatever
 * happens, the process lives and every list agrees with itself. */
#include <diffable_terminal.h>

#include "random_calls.h"

static void in_any_order(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 300; round += 1) {
        seed = round * 0x9e3779b97f4a7c15u;
        begin_calls();
        for (int call = 0; call < 300; call += 1) {
            call_anything();
        }
        end_calls();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_any_order) };
    return cmocka_run_group_tests_name("random_calls", tests, NULL, NULL);
}
