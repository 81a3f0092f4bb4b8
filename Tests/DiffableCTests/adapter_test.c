#include "adapter.h"

/* An observer, as a program with a list of its own would write it. */
static diffable_status follow(const diffable_transaction *transaction, void *user_data)
{
    take_steps(user_data, diffable_transaction_difference(transaction), diffable_transaction_final_snapshot(transaction));
    return DIFFABLE_OK;
}

/* The next list: mostly the current one with a few edits, now and then another one altogether. */
static diffable_snapshot *next_list(const diffable_data_source *source)
{
    if (below(4) == 0) {
        return random_snapshot(below(2) == 0);
    }
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    diffable_snapshot *next = edited_copy(current);
    diffable_snapshot_free(current);
    return next;
}

static void an_array_stays_in_step_with_ten_thousand_applies(void **state)
{
    (void)state;
    static list followed, expected;
    size_t changed = 0;
    seed = 42;
    followed.count = 0;
    diffable_data_source *source = diffable_data_source_new();
    assert_int_not_equal(diffable_data_source_add_observer(source, follow, &followed, NULL), 0);
    for (uint64_t round = 1; round <= 10000; round += 1) {
        diffable_transaction *transaction;
        diffable_snapshot *next = next_list(source);
        assert_ok(diffable_data_source_apply(source, next, NULL, &transaction, &error));
        changed += diffable_difference_is_empty(diffable_transaction_difference(transaction)) ? 0 : 1;
        read_list(diffable_transaction_final_snapshot(transaction), &expected);
        assert_same_list(&followed, &expected, round);
        diffable_transaction_free(transaction);
        diffable_snapshot_free(next);
    }
    assert_true(changed > 5000);
    diffable_data_source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_stays_in_step_with_ten_thousand_applies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
