#include "support.h"

static diffable_data_source *source;
static diffable_snapshot *snapshot;
static text written;

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(apply(source, "A: a b"));
    snapshot = snapshot_of("B: c");
    memset(&written, 0, sizeof written);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
    return 0;
}

static void assert_unchanged(void)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    assert_outline(list, "A: a b");
    diffable_snapshot_free(list);
}

static diffable_status look(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    *(int *)user_data += 1;
    return DIFFABLE_OK;
}

static void apply_refuses(void **state)
{
    (void)state;
    int completions = 0;
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: apply: source is NULL",
        diffable_data_source_apply(NULL, snapshot, COMPLETING(look, &completions, NULL), &transaction, &error));
    assert_null(transaction);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: apply: snapshot is NULL",
        diffable_data_source_apply(source, NULL, COMPLETING(look, &completions, NULL), NULL, &error));
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.struct_size = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: options: struct_size is 0; start from the _INIT macro of the struct",
        diffable_data_source_apply(source, snapshot, &options, NULL, &error));
    options.struct_size = sizeof options;
    options.completion = look;
    options.user_data = &completions;
    static const unsigned animations[] = { 9, 0x7fffffff, 0x80000000, 0xffffffff };
    for (int index = 0; index < 4; index += 1) {
        options.animation = (diffable_row_animation)animations[index];
        char message[100];
        snprintf(message, sizeof message, "INVALID_ARGUMENT: apply: options: there is no animation %d",
            (int)animations[index]);
        assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message,
            diffable_data_source_apply(source, snapshot, &options, NULL, &error));
        snprintf(message, sizeof message, "INVALID_ARGUMENT: set_default_row_animation: there is no animation %d",
            (int)animations[index]);
        assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, message,
            diffable_data_source_set_default_row_animation(source, options.animation, &error));
        assert_int_equal(
            diffable_data_source_apply(source, snapshot, &options, NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(completions, 0);
    assert_int_equal(diffable_data_source_default_row_animation(source), DIFFABLE_ANIMATION_AUTOMATIC);
    assert_unchanged();
    options.animation = DIFFABLE_ANIMATION_DEFAULT;
    options.caption.size = 1;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: apply: options: caption is NULL with a size of 1",
        diffable_data_source_apply(source, snapshot, &options, NULL, &error));
    assert_int_equal(completions, 0);
    assert_unchanged();
    options.caption.size = 0;
    assert_ok(diffable_data_source_apply(source, snapshot, &options, NULL, NULL));
    assert_int_equal(completions, 1);
}

static void the_rest_refuses(void **state)
{
    (void)state;
    diffable_data_source_set_cell_provider(NULL, show_id, NULL, NULL);
    diffable_data_source_set_supplementary_provider(NULL, NULL, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: set_default_row_animation: source is NULL",
        diffable_data_source_set_default_row_animation(NULL, DIFFABLE_ANIMATION_FADE, &error));
    assert_int_equal(diffable_data_source_add_observer(NULL, look, NULL, NULL), 0);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: render: source is NULL",
        diffable_data_source_render(NULL, keep, &written, &error));
    assert_int_equal(diffable_data_source_add_observer(source, NULL, NULL, NULL), 0);
    assert_false(diffable_data_source_remove_observer(NULL, 1));
    assert_false(diffable_data_source_remove_observer(source, 1));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: render: writer is NULL",
        diffable_data_source_render(source, NULL, NULL, &error));
    assert_int_equal(diffable_data_source_render(source, NULL, NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_unchanged();
}

static void null_is_no_data_source(void **state)
{
    (void)state;
    diffable_data_source_free(NULL);
    assert_false(diffable_data_source_is_applying(NULL));
    assert_null(diffable_data_source_snapshot(NULL));
    assert_null(diffable_data_source_new_snapshot(NULL));
    assert_int_equal(diffable_data_source_default_row_animation(NULL), DIFFABLE_ANIMATION_AUTOMATIC);
}

static void render(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_render(source, keep, &written, &error));
    assert_string_equal(written.bytes, "     a\n     b\n");
    diffable_data_source_set_cell_provider(source, NULL, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_NO_PROVIDER, "NO_PROVIDER: no cell provider for item \"a\" at section 0, item 0",
        diffable_data_source_render(source, keep, &written, &error));
    assert_string_equal(written.bytes, "     a\n     b\n");
    /* An empty list is one call without bytes. */
    assert_ok(apply(source, ""));
    memset(&written, 0, sizeof written);
    assert_ok(diffable_data_source_render(source, keep, &written, &error));
    assert_string_equal(written.bytes, "");
}

static diffable_status refuse(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    return DIFFABLE_ERROR_OUTPUT_FAILED;
}

static diffable_status fail_completion(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return DIFFABLE_ERROR_CALLBACK_FAILED;
}

static void failures_after_the_apply(void **state)
{
    (void)state;
    assert_fails(DIFFABLE_ERROR_OUTPUT_FAILED, "OUTPUT_FAILED: the writer failed, with status -10 (OUTPUT_FAILED)",
        diffable_data_source_render(source, refuse, NULL, &error));
    diffable_transaction *transaction = NULL;
    assert_done_but(DIFFABLE_ERROR_CALLBACK_FAILED,
        "CALLBACK_FAILED: the completion failed, with status -9 (CALLBACK_FAILED)",
        diffable_data_source_apply(source, snapshot, COMPLETING(fail_completion, NULL, NULL), &transaction, &error));
    assert_outline(diffable_transaction_final_snapshot(transaction), "B: c");
    diffable_transaction_free(transaction);
    int told = 0;
    assert_int_not_equal(diffable_data_source_add_observer(source, fail_completion, NULL, NULL), 0);
    assert_int_not_equal(diffable_data_source_add_observer(source, look, &told, NULL), 0);
    assert_done_but(DIFFABLE_ERROR_CALLBACK_FAILED,
        "CALLBACK_FAILED: an observer failed, with status -9 (CALLBACK_FAILED)",
        diffable_data_source_apply(source, snapshot, COMPLETING(look, &told, NULL), &transaction, &error));
    assert_int_equal(told, 2);
    assert_string_equal(diffable_difference_description(diffable_transaction_difference(transaction)), "no changes");
    diffable_transaction_free(transaction);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(apply_refuses),
        TEST(the_rest_refuses),
        TEST(null_is_no_data_source),
        TEST(render),
        TEST(failures_after_the_apply),
    };
    return cmocka_run_group_tests_name("data_source_arguments", tests, NULL, NULL);
}
