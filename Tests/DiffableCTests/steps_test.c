#include "adapter.h"

static void taking_the_steps_gives_the_new_list(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 3000; round += 1) {
        static list replayed, expected;
        diffable_snapshot *old_list, *new_list;
        random_lists(round, &old_list, &new_list);
        diffable_difference *difference = diffable_difference_new(old_list, new_list);
        read_list(old_list, &replayed);
        read_list(new_list, &expected);
        take_steps(&replayed, difference, new_list);
        assert_same_list(&replayed, &expected, round);
        diffable_difference_free(difference);
        diffable_snapshot_free(old_list);
        diffable_snapshot_free(new_list);
    }
}

/* The steps from one list to another, as in "4 x3 0.0 -1.-1 -1.-1; ": kind, count, from, to, place in the new list. */
static const char *steps_of(const char *from, const char *to)
{
    static text line;
    line.size = 0;
    line.bytes[0] = '\0';
    diffable_snapshot *old_list = snapshot_of(from), *new_list = snapshot_of(to);
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_steps *steps = diffable_steps_new(difference);
    for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
        diffable_step step = DIFFABLE_STEP_INIT;
        assert_ok(diffable_steps_at(steps, index, &step, &error));
        add(&line, "%d x%zu %td.%td %td.%td %td.%td; ", (int)step.kind, step.count, step.from.section, step.from.item,
            step.to.section, step.to.item, step.final_path.section, step.final_path.item);
    }
    diffable_steps_free(steps);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
    return line.bytes;
}

static void neighbours_are_one_step(void **state)
{
    (void)state;
    assert_string_equal(steps_of("A: a", "A: a"), "");
    assert_string_equal(steps_of("A: a b c d", "A: d"), "4 x3 0.0 -1.-1 -1.-1; ");
    assert_string_equal(steps_of("A: a", "A: a b c d"), "5 x3 -1.-1 0.1 0.1; ");
    assert_string_equal(steps_of("A: a b c d", "A: c d a b"), "6 x2 0.0 0.2 0.2; ");
    assert_string_equal(steps_of("A: a b", "A: a=1 b=1"), "8 x2 0.0 -1.-1 0.0; ");
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_steps_free(NULL);
    assert_null(diffable_steps_new(NULL));
    assert_int_equal(diffable_steps_count(NULL), 0);
    diffable_snapshot *old_list = snapshot_of(""), *new_list = snapshot_of("A:");
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_steps *steps = diffable_steps_new(difference);
    diffable_step step = DIFFABLE_STEP_INIT;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: steps is NULL", diffable_steps_at(NULL, 0, &step, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: step is NULL", diffable_steps_at(steps, 0, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: index is 1, and the number of steps is 1", diffable_steps_at(steps, 1, &step, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: index is 18446744073709551615, and the number of steps is 1",
                 diffable_steps_at(steps, SIZE_MAX, &step, &error));
    step.struct_size = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: step: struct_size is 0; start from the _INIT macro of the struct",
                 diffable_steps_at(steps, 0, &step, &error));
    assert_int_equal(step.count, 0);
    diffable_steps_free(steps);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_the_steps_gives_the_new_list),
        cmocka_unit_test(neighbours_are_one_step),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
