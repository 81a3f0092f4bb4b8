/* Views that write events: what the lines are is for docs/ndjson.md and its tests to say. */
#include "support.h"

static diffable_data_source *source;
static diffable_view *view;
static text written;
static diffable_status writing;
static int finalized;

#define STREAM "{\"event\":\"stream\",\"schema\":\"diffable-ndjson-1\",\"indexes_from\":0}\n"
#define APPLY(list, animation) "{\"event\":\"apply\",\"list\":" list ",\"animation\":\"" animation "\"}\n"
#define RESET "{\"event\":\"reset\"}\n"
#define SECTION(id) "{\"event\":\"insert_section\",\"id\":\"" id "\",\"to\":0}\n"
#define PLACE(section, item) "{\"section\":0,\"item\":" item ",\"section_id\":\"" section "\"}"
#define ITEM(id, item) \
    "{\"event\":\"insert_item\",\"id\":\"" id \
    "\",\"to\":" PLACE("A", item) "}\n" \
                                  "{\"event\":\"cell\",\"id\":\"" id \
                                  "\",\"at\":" PLACE("A", item) ",\"cell\":{\"text\":\"" id "\"}}\n"
#define ITEM_OF_B(id) \
    "{\"event\":\"insert_item\",\"id\":\"" id \
    "\",\"to\":" PLACE("B", "0") "}\n" \
                                 "{\"event\":\"cell\",\"id\":\"" id \
                                 "\",\"at\":" PLACE("B", "0") ",\"cell\":{\"text\":\"" id "\"}}\n"
#define DELETED(id, item) "{\"event\":\"delete_item\",\"id\":\"" id "\",\"from\":" PLACE("A", item) "}\n"
#define APPLIED(list, sections, items) \
    "{\"event\":\"applied\",\"list\":" list ",\"sections\":" sections ",\"items\":" items "}\n"

static diffable_status write_events(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    add(&written, "%.*s", (int)size, bytes);
    return writing;
}

static void count_finalized(void *user_data)
{
    *(int *)user_data += 1;
}

static int set_up(void **state)
{
    (void)state;
    memset(&written, 0, sizeof written);
    writing = DIFFABLE_OK;
    finalized = 0;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(diffable_ndjson_view_new(NULL, write_events, &finalized, count_finalized, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_view_free(view);
    diffable_data_source_free(source);
    assert_int_equal(finalized, 1);
    return 0;
}

static void assert_written(const char *expected)
{
    assert_string_equal(written.bytes, expected);
    memset(&written, 0, sizeof written);
}

static void one_stream_tells_of_many_lists(void **state)
{
    (void)state;
    diffable_data_source *other = diffable_data_source_new();
    diffable_data_source_set_cell_provider(other, show_id, NULL, NULL);
    assert_ok(diffable_data_source_set_view(other, view, &error));
    assert_ok(apply(source, "A: a b"));
    assert_ok(apply(other, "B: a"));
    assert_ok(apply(source, "A: b"));
    assert_written(STREAM APPLY("0", "automatic") SECTION("A") ITEM("a", "0") ITEM("b", "1") APPLIED("0", "1", "2")
            APPLY("1", "automatic") SECTION("B") ITEM_OF_B("a") APPLIED("1", "1", "1") APPLY("0", "automatic")
                DELETED("a", "0") APPLIED("0", "1", "1"));
    diffable_data_source_free(other);
}

/* What was not written, nobody has read. */
static void after_a_failure_the_list_is_told_anew(void **state)
{
    (void)state;
    writing = (diffable_status)-5;
    assert_done_but(DIFFABLE_ERROR_OUTPUT_FAILED,
        "OUTPUT_FAILED: the writer failed, with status -5 (INVALID_DESTINATION)", apply(source, "A: a"));
    writing = DIFFABLE_OK;
    memset(&written, 0, sizeof written);
    assert_ok(apply(source, "A: a b"));
    assert_written(
        STREAM APPLY("0", "automatic") RESET SECTION("A") ITEM("a", "0") ITEM("b", "1") APPLIED("0", "1", "2"));
    assert_ok(apply(source, "A: b"));
    assert_written(APPLY("0", "automatic") DELETED("a", "0") APPLIED("0", "1", "1"));
}

/* A data source that the writer applies to, once. */
static diffable_data_source *nested;

static diffable_status write_and_apply(const char *bytes, size_t size, void *user_data)
{
    diffable_data_source *next = nested;
    nested = NULL;
    diffable_status status = write_events(bytes, size, user_data);
    if (next != NULL) {
        assert_ok(apply(next, "B: a"));
    }
    return status;
}

static void a_writer_that_applies_does_not_begin_the_stream_again(void **state)
{
    (void)state;
    diffable_data_source *other = diffable_data_source_new();
    diffable_view *shared = NULL;
    diffable_data_source_set_cell_provider(other, show_id, NULL, NULL);
    assert_ok(diffable_ndjson_view_new(NULL, write_and_apply, NULL, NULL, &shared, &error));
    assert_ok(diffable_data_source_set_view(source, shared, &error));
    assert_ok(diffable_data_source_set_view(other, shared, &error));
    nested = other;
    assert_ok(apply(source, "A: a"));
    assert_written(STREAM APPLY("0", "automatic") SECTION("A") ITEM("a", "0") APPLIED("0", "1", "1")
            APPLY("1", "automatic") SECTION("B") ITEM_OF_B("a") APPLIED("1", "1", "1"));
    diffable_view_free(shared);
    diffable_data_source_free(other);
}

static void reloaded_data_are_told_anew(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a"));
    memset(&written, 0, sizeof written);
    diffable_snapshot *snapshot = snapshot_of("A: a");
    assert_ok(diffable_data_source_apply_using_reload_data(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_written(APPLY("0", "none") RESET SECTION("A") ITEM("a", "0") APPLIED("0", "1", "1"));
}

static void a_view_that_comes_late_tells_the_whole_list(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_ok(apply(source, "A: a"));
    assert_written("");
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_ok(apply(source, "A: a b"));
    assert_written(STREAM APPLY("1", "automatic") SECTION("A") ITEM("a", "0") ITEM("b", "1") APPLIED("1", "1", "2"));
}

static void it_tells_what_updated_rows_were(void **state)
{
    (void)state;
    diffable_ndjson_view_options options = DIFFABLE_NDJSON_VIEW_OPTIONS_INIT;
    options.shows_old = true;
    diffable_view *old_view = NULL, *no_view = NULL;
    int other = 0;
    assert_ok(diffable_ndjson_view_new(&options, write_events, &other, count_finalized, &old_view, &error));
    assert_ok(diffable_data_source_set_view(source, old_view, &error));
    assert_ok(apply(source, "A: a"));
    assert_written(STREAM APPLY("0", "automatic") SECTION("A") ITEM("a", "0") APPLIED("0", "1", "1"));
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    diffable_id item = diffable_id_string("a");
    assert_ok(diffable_snapshot_reload_items(snapshot, &item, NULL, 1, &error));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_written(APPLY("0", "automatic") "{\"event\":\"reload_item\",\"id\":\"a\",\"at\":" PLACE(
        "A", "0") "}\n"
                  "{\"event\":\"cell\",\"id\":\"a\",\"at\":" PLACE(
                      "A", "0") ",\"cell\":{\"text\":\"a\"},\"old\":{\"text\":\"a\"}}\n" APPLIED("0", "1", "1"));
    options.struct_size = 3;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: ndjson_view_new: options: struct_size is 3; start from the _INIT macro of the struct",
        diffable_ndjson_view_new(&options, write_events, &other, count_finalized, &no_view, &error));
    assert_null(no_view);
    assert_int_equal(other, 1);
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(old_view);
    assert_int_equal(other, 2);
}

static void it_keeps_no_cells_and_renders_text(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a"));
    memset(&written, 0, sizeof written);
    assert_ok(diffable_data_source_render(source, write_events, NULL, &error));
    assert_written("     a\n");
    diffable_cell *cell = NULL;
    assert_ok(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 0 }, &cell, &error));
    assert_shows(cell, "a");
}

static void the_last_to_need_the_writer_lets_go_of_it(void **state)
{
    (void)state;
    diffable_view_free(view);
    view = NULL;
    assert_ok(apply(source, "A: a"));
    assert_int_equal(finalized, 0);
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_int_equal(finalized, 1);
}

static void wrong_arguments(void **state)
{
    (void)state;
    int other = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: ndjson_view_new: out is NULL",
        diffable_ndjson_view_new(NULL, write_events, &other, count_finalized, NULL, &error));
    assert_int_equal(other, 1);
    assert_int_equal(
        diffable_ndjson_view_new(NULL, NULL, &other, count_finalized, NULL, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(other, 2);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(one_stream_tells_of_many_lists),
        TEST(after_a_failure_the_list_is_told_anew),
        TEST(a_writer_that_applies_does_not_begin_the_stream_again),
        TEST(reloaded_data_are_told_anew),
        TEST(a_view_that_comes_late_tells_the_whole_list),
        TEST(it_tells_what_updated_rows_were),
        TEST(it_keeps_no_cells_and_renders_text),
        TEST(the_last_to_need_the_writer_lets_go_of_it),
        TEST(wrong_arguments),
    };
    return cmocka_run_group_tests_name("ndjson_views", tests, NULL, NULL);
}
