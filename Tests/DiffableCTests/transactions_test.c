#include "support.h"

static diffable_data_source *source;

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static diffable_transaction *transaction_of(const char *line, const diffable_apply_options *options)
{
    diffable_transaction *transaction = NULL;
    diffable_snapshot *snapshot = snapshot_of(line);
    assert_ok(diffable_data_source_apply(source, snapshot, options, &transaction, &error));
    diffable_snapshot_free(snapshot);
    assert_non_null(transaction);
    return transaction;
}

static void before_and_after(void **state)
{
    (void)state;
    diffable_transaction_free(transaction_of("A: a b", NULL));
    diffable_transaction *transaction = transaction_of("A: b c", NULL);
    assert_outline(diffable_transaction_initial_snapshot(transaction), "A: a b");
    assert_outline(diffable_transaction_final_snapshot(transaction), "A: b c");
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "1 item deleted, 1 inserted");

    /* What it gives is borrowed, and the same each time. */
    assert_ptr_equal(
        diffable_transaction_initial_snapshot(transaction), diffable_transaction_initial_snapshot(transaction));
    assert_ptr_equal(diffable_transaction_difference(transaction), diffable_transaction_difference(transaction));
    diffable_transaction_free(transaction);
}

static void outlasts_its_data_source_and_later_applies(void **state)
{
    (void)state;
    diffable_transaction *first = transaction_of("A: a b", NULL), *second = transaction_of("B: c", NULL);
    diffable_transaction_free(transaction_of("", NULL));
    diffable_data_source_free(source);
    source = NULL;
    diffable_transaction *copy = diffable_transaction_copy(first);
    diffable_transaction_free(first);
    assert_outline(diffable_transaction_final_snapshot(copy), "A: a b");
    assert_outline(diffable_transaction_initial_snapshot(second), "A: a b");
    assert_outline(diffable_transaction_final_snapshot(second), "B: c");
    diffable_snapshot *kept = diffable_snapshot_copy(diffable_transaction_final_snapshot(second));
    diffable_difference *difference = diffable_difference_copy(diffable_transaction_difference(second));
    diffable_transaction_free(copy);
    diffable_transaction_free(second);
    assert_outline(kept, "B: c");
    assert_string_equal(
        diffable_difference_description(difference), "1 section deleted, 1 inserted; 2 items deleted, 1 inserted");
    diffable_difference_free(difference);
    diffable_snapshot_free(kept);
}

static diffable_status keep_transaction(const diffable_transaction *transaction, void *user_data)
{
    diffable_transaction **kept = user_data;
    *kept = diffable_transaction_copy(transaction);
    return DIFFABLE_OK;
}

static void copies_outlast_the_callback(void **state)
{
    (void)state;
    diffable_transaction *observed = NULL, *completed = NULL;
    assert_int_not_equal(diffable_data_source_add_observer(source, keep_transaction, &observed, NULL), 0);
    diffable_snapshot *snapshot = snapshot_of("A: a");
    assert_ok(
        diffable_data_source_apply(source, snapshot, COMPLETING(keep_transaction, &completed, NULL), NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_outline(diffable_transaction_final_snapshot(observed), "A: a");
    assert_outline(diffable_transaction_final_snapshot(completed), "A: a");
    diffable_transaction_free(observed);
    diffable_transaction_free(completed);
}

static void marks_are_in_the_difference_alone(void **state)
{
    (void)state;
    diffable_transaction_free(transaction_of("A: a b", NULL));
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_reload_items(snapshot, NEW("b"), &error));
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    assert_outline(snapshot, "A: a b / reload b");
    assert_outline(diffable_transaction_final_snapshot(transaction), "A: a b");
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "1 item reloaded");
    diffable_transaction_free(transaction);
    diffable_snapshot_free(snapshot);
    snapshot = diffable_data_source_snapshot(source);
    assert_outline(snapshot, "A: a b");
    diffable_snapshot_free(snapshot);
}

static void animations(void **state)
{
    (void)state;
    static const struct {
        diffable_row_animation animation, usual, expected;
    } cases[] = {
        { DIFFABLE_ANIMATION_DEFAULT, DIFFABLE_ANIMATION_AUTOMATIC, DIFFABLE_ANIMATION_AUTOMATIC },
        { DIFFABLE_ANIMATION_DEFAULT, DIFFABLE_ANIMATION_FADE, DIFFABLE_ANIMATION_FADE },
        { DIFFABLE_ANIMATION_LEFT, DIFFABLE_ANIMATION_FADE, DIFFABLE_ANIMATION_LEFT },
        { DIFFABLE_ANIMATION_AUTOMATIC, DIFFABLE_ANIMATION_FADE, DIFFABLE_ANIMATION_AUTOMATIC },
        { DIFFABLE_ANIMATION_NONE, DIFFABLE_ANIMATION_FADE, DIFFABLE_ANIMATION_NONE },
        { DIFFABLE_ANIMATION_DEFAULT, DIFFABLE_ANIMATION_NONE, DIFFABLE_ANIMATION_NONE },
    };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index += 1) {
        diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
        options.animation = cases[index].animation;
        assert_ok(diffable_data_source_set_default_row_animation(source, cases[index].usual, &error));
        assert_int_equal(diffable_data_source_default_row_animation(source), cases[index].usual);
        diffable_transaction *transaction = transaction_of("A: a", &options);
        assert_int_equal(diffable_transaction_animation(transaction), cases[index].expected);
        diffable_transaction_free(transaction);
    }
}

static void names_of_animations(void **state)
{
    (void)state;
    static const char *const names[] = { "automatic", "fade", "right", "left", "top", "bottom", "middle", "none" };
    for (int index = 0; index < 8; index += 1) {
        assert_string_equal(diffable_row_animation_name((diffable_row_animation)(index + 1)), names[index]);
    }
    static const unsigned unknown[] = { 0, 9, 0x7fffffff, 0x80000000, 0xffffffff };
    for (int index = 0; index < 5; index += 1) {
        assert_null(diffable_row_animation_name((diffable_row_animation)unknown[index]));
    }
}

static void null_is_no_transaction(void **state)
{
    (void)state;
    diffable_transaction_free(NULL);
    assert_null(diffable_transaction_copy(NULL));
    assert_null(diffable_transaction_initial_snapshot(NULL));
    assert_null(diffable_transaction_final_snapshot(NULL));
    assert_null(diffable_transaction_difference(NULL));
    assert_int_equal(diffable_transaction_animation(NULL), DIFFABLE_ANIMATION_NONE);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(before_and_after),
        TEST(outlasts_its_data_source_and_later_applies),
        TEST(copies_outlast_the_callback),
        TEST(marks_are_in_the_difference_alone),
        TEST(animations),
        TEST(names_of_animations),
        TEST(null_is_no_transaction),
    };
    return cmocka_run_group_tests_name("transactions", tests, NULL, NULL);
}
