/* The caption of an apply, in its transaction and in a stream of events; and the name of a list there. */
#include "support.h"

static void of_an_apply(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *snapshot = snapshot_of("Z: z");
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.caption = diffable_bytes_string("a tap on Tolls");
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply(source, snapshot, &options, &transaction, &error));
    diffable_bytes caption = diffable_transaction_caption(transaction);
    assert_int_equal(caption.size, 14);
    assert_memory_equal(caption.data, "a tap on Tolls", 15);
    diffable_transaction_free(transaction);
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    assert_int_equal(diffable_transaction_caption(transaction).size, 0);
    diffable_transaction_free(transaction);
    assert_int_equal(diffable_transaction_caption(NULL).size, 0);
    diffable_snapshot_free(snapshot);

    text written = { .size = 0 };
    diffable_view *stream;
    assert_ok(diffable_ndjson_view_new(NULL, keep, &written, NULL, &stream, &error));
    assert_ok(diffable_data_source_set_view(source, stream, &error));
    diffable_view_free(stream);
    diffable_snapshot *tree = diffable_section_snapshot_new();
    options.caption = (diffable_bytes){ "half \xe2\x82", 7 };
    assert_ok(diffable_data_source_apply_section(source, tree, name("Z"), &options, NULL, &error));
    assert_non_null(strstr(written.bytes,
        "{\"event\":\"apply\",\"list\":0,\"animation\":\"automatic\",\"caption\":{\"hex\":\"68616c6620e282\"}}\n"));
    diffable_snapshot_free(tree);
    diffable_data_source_free(source);
}

static void of_a_list(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    text written = { .size = 0 };
    diffable_view *stream;
    assert_ok(diffable_ndjson_view_new(NULL, keep, &written, NULL, &stream, &error));
    assert_ok(diffable_data_source_set_view(source, stream, &error));
    diffable_view_free(stream);
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_int_equal(diffable_data_source_name(source).size, 0);
    assert_int_equal(diffable_data_source_name(NULL).size, 0);
    char bytes[] = "Cart";
    assert_ok(diffable_data_source_set_name(source, bytes, 4, &error));
    bytes[0] = 'X';
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: set_name: name is NULL with a size of 1",
        diffable_data_source_set_name(source, NULL, 1, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: set_name: source is NULL",
        diffable_data_source_set_name(NULL, bytes, 4, &error));
    assert_int_equal(diffable_data_source_name(source).size, 4);
    assert_string_equal(diffable_data_source_name(source).data, "Cart");
    assert_ok(apply(source, "Z: z"));
    assert_non_null(
        strstr(written.bytes, "{\"event\":\"apply\",\"list\":0,\"name\":\"Cart\",\"animation\":\"automatic\"}\n"));
    assert_ok(diffable_data_source_set_name(source, NULL, 0, &error));
    assert_string_equal(diffable_data_source_name(source).data, "");
    diffable_data_source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(of_an_apply), cmocka_unit_test(of_a_list) };
    return cmocka_run_group_tests_name("captions", tests, NULL, NULL);
}
