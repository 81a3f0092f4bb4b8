/* Applies from inside a callback wait for their turn, and then take it in order; none is dropped. */
#include "support.h"

static diffable_data_source *source;
static text story;
/* What the next callback of each sort applies; then nothing. */
static const char *from_provider, *from_header, *from_observer, *from_completion, *from_writer;
static const char *failing;

static diffable_status complete(const diffable_transaction *transaction, void *user_data);

/* Applies, during an apply, what `*line` says. */
static void take_turn(const char **line)
{
    const char *next = *line;
    *line = NULL;
    if (next == NULL) {
        return;
    }
    diffable_snapshot *before = diffable_data_source_snapshot(source), *snapshot = snapshot_of(next);
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_true(diffable_data_source_is_applying(source));
    add(&story, "(queued %s) ", next);
    assert_int_equal(diffable_data_source_apply(source, snapshot, COMPLETING(complete, NULL, NULL), &transaction, NULL),
        DIFFABLE_QUEUED);
    assert_null(transaction);
    diffable_snapshot *after = diffable_data_source_snapshot(source);
    assert_true(diffable_snapshot_equal(before, after));
    diffable_snapshot_free(after);
    diffable_snapshot_free(before);
    diffable_snapshot_free(snapshot);
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)content, (void)path, (void)user_data;
    add(&story, "provide ");
    add_id(&story, *item, 0);
    add(&story, " ");
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    take_turn(&from_provider);
    return failing != NULL && strncmp(failing, item->bytes.data, item->bytes.size) == 0 ? DIFFABLE_ERROR_PROVIDER_FAILED
                                                                                        : DIFFABLE_OK;
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)kind, (void)section, (void)content, (void)index, (void)cell, (void)user_data;
    take_turn(&from_header);
    return DIFFABLE_OK;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    add(&story, "observe %s ", outline(diffable_transaction_final_snapshot(transaction)));
    take_turn(&from_observer);
    return DIFFABLE_OK;
}

static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    add(&story, "complete %s.\n", outline(diffable_transaction_final_snapshot(transaction)));
    take_turn(&from_completion);
    return DIFFABLE_OK;
}

static diffable_status write_story(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    add(&story, "write ");
    take_turn(&from_writer);
    return DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    memset(&story, 0, sizeof story);
    failing = from_provider = from_header = from_observer = from_completion = from_writer = NULL;
    diffable_view *view;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, provide_header, NULL, NULL);
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, NULL, NULL), 0);
    assert_ok(diffable_text_view_new(NULL, write_story, NULL, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static diffable_status apply_completing(const char *line, diffable_transaction **transaction)
{
    diffable_snapshot *snapshot = snapshot_of(line);
    diffable_status status = diffable_data_source_apply(
        source, snapshot, COMPLETING(complete, NULL, NULL), transaction, &error);
    diffable_snapshot_free(snapshot);
    assert_false(diffable_data_source_is_applying(source));
    return status;
}

static void from_each_callback(void **state)
{
    (void)state;
    from_header = "A: h", from_provider = "A: p", from_writer = "A: w", from_observer = "A: o",
    from_completion = "A: c";
    diffable_transaction *transaction;
    assert_ok(apply_completing("A: a", &transaction));
    assert_string_equal(story.bytes,
        "(queued A: h) provide a (queued A: p) write (queued A: w) observe A: a (queued A: o) complete A: a.\n"
        "(queued A: c) provide h write observe A: h complete A: h.\n"
        "provide p write observe A: p complete A: p.\n"
        "provide w write observe A: w complete A: w.\n"
        "provide o write observe A: o complete A: o.\n"
        "provide c write observe A: c complete A: c.\n");
    /* What comes back is the outermost call's own. */
    assert_outline(diffable_transaction_final_snapshot(transaction), "A: a");
    diffable_transaction_free(transaction);
}

static void a_queued_apply_that_fails(void **state)
{
    (void)state;
    from_writer = "A: bad", from_observer = "A: good", failing = "bad";
    diffable_transaction *transaction;
    assert_done_but(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"bad\" at section 0, item 0, with status -7 "
        "(PROVIDER_FAILED)",
        apply_completing("A: a", &transaction));
    assert_string_equal(story.bytes,
        "provide a write (queued A: bad) observe A: a (queued A: good) complete A: a.\n"
        "provide bad provide good write observe A: good complete A: good.\n");
    assert_outline(diffable_transaction_final_snapshot(transaction), "A: a");
    diffable_transaction_free(transaction);
}

static void when_the_outermost_fails_the_rest_still_runs(void **state)
{
    (void)state;
    from_provider = "A: good", failing = "bad";
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"bad\" at section 0, item 0, with status -7 "
        "(PROVIDER_FAILED)",
        apply_completing("A: bad", &transaction));
    assert_null(transaction);
    assert_string_equal(
        story.bytes, "provide bad (queued A: good) provide good write observe A: good complete A: good.\n");
}

static void from_inside_render_and_cell(void **state)
{
    (void)state;
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_ok(apply(source, "A: a b c"));
    memset(&story, 0, sizeof story);
    diffable_cell *cell = NULL;
    from_provider = "A: d e";
    assert_ok(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 0 }, &cell, &error));
    assert_shows(cell, "a");
    assert_string_equal(story.bytes, "provide a (queued A: d e) observe A: d e complete A: d e.\n");

    memset(&story, 0, sizeof story);
    from_provider = "A: x", from_writer = "A: y";
    assert_ok(diffable_data_source_render(source, write_story, NULL, &error));
    assert_string_equal(story.bytes,
        "provide d (queued A: x) provide e write (queued A: y) observe A: x complete A: x.\nobserve A: y complete A: "
        "y.\n");
    assert_false(diffable_data_source_is_applying(source));
}

static void a_long_chain(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    source = diffable_data_source_new();
    for (int index = 0; index < 1000; index += 1) {
        from_completion = index % 2 == 0 ? "A: a" : "B: b";
        assert_ok(apply_completing("", NULL));
        story.size = 0;
    }
    assert_true(has_section_at(source, 0, name("B")));
}

/* The callback that applies again each time it is called, and how often it was called. */
static const char *looping;
static int calls;
static diffable_status last;

static diffable_status again(const char *callback)
{
    if (looping == NULL || strcmp(looping, callback) != 0) {
        return DIFFABLE_OK;
    }
    calls += 1;
    assert_true(calls <= 10001);
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id section = diffable_id_integer(calls), item = diffable_id_integer(1);
    assert_ok(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL));
    assert_ok(diffable_snapshot_append_items(snapshot, &item, ONE_CONTENT((uint64_t)calls), 1, &section, NULL));
    last = diffable_data_source_apply(source, snapshot, NULL, NULL, NULL);
    diffable_snapshot_free(snapshot);
    return DIFFABLE_OK;
}

static diffable_status provide_again(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "x", 1);
    return again("the cell provider");
}

static diffable_status supply_again(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)section, (void)content, (void)index, (void)cell, (void)user_data;
    return strcmp(kind, "header") == 0 ? again("the supplementary provider") : DIFFABLE_OK;
}

static diffable_status write_again(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    return again("the view");
}

static diffable_status observe_again(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return again("an observer");
}

static void a_callback_that_applies_each_time(void **state)
{
    (void)state;
    static const char *const callbacks[] = { "the cell provider", "the supplementary provider", "the view",
        "an observer" };
    for (size_t index = 0; index < sizeof callbacks / sizeof *callbacks; index += 1) {
        diffable_data_source_free(source);
        source = diffable_data_source_new();
        diffable_data_source_set_cell_provider(source, provide_again, NULL, NULL);
        diffable_data_source_set_supplementary_provider(source, supply_again, NULL, NULL);
        assert_int_not_equal(diffable_data_source_add_observer(source, observe_again, NULL, NULL), 0);
        diffable_view *view;
        assert_ok(diffable_text_view_new(NULL, write_again, NULL, NULL, &view, &error));
        assert_ok(diffable_data_source_set_view(source, view, &error));
        diffable_view_free(view);
        char message[256];
        snprintf(message, sizeof message,
            "APPLY_LOOP: apply: 100 applies were queued, each by a callback of the one before, the last by %s; a "
            "callback that applies each time it is called does not end",
            callbacks[index]);
        /* The second call counts anew. */
        for (int turn = 0; turn < 2; turn += 1) {
            looping = callbacks[index], calls = 0;
            diffable_transaction *transaction;
            diffable_snapshot *snapshot = snapshot_of("A: a");
            assert_done_but(DIFFABLE_ERROR_APPLY_LOOP, message,
                diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
            diffable_snapshot_free(snapshot);
            assert_outline(diffable_transaction_final_snapshot(transaction), "A: a");
            diffable_transaction_free(transaction);
            assert_int_equal(calls, 101);
            assert_int_equal(last, DIFFABLE_ERROR_APPLY_LOOP);
            assert_true(has_section_at(source, 0, diffable_id_integer(100)));
        }
        looping = NULL;
        assert_ok(apply(source, "B: b"));
        assert_true(has_section_at(source, 0, name("B")));
    }
}

/* An observer that queues too many, and returns what the last one returned. */
static diffable_status flood(const diffable_transaction *transaction, void *released)
{
    int *count = released;
    if (diffable_difference_is_empty(diffable_transaction_difference(transaction))) {
        return DIFFABLE_OK;
    }
    diffable_status status = DIFFABLE_OK;
    for (int index = 0; index < 10002; index += 1) {
        diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
        options.user_data = count;
        options.finalize = count_up;
        status = diffable_data_source_apply(
            source, diffable_transaction_final_snapshot(transaction), &options, NULL, NULL);
        assert_int_equal(status, index < 10000 ? DIFFABLE_QUEUED : DIFFABLE_ERROR_APPLY_LOOP);
    }
    return status;
}

static void the_loop_is_reported_before_its_consequences(void **state)
{
    (void)state;
    int released = 0;
    diffable_data_source_free(source);
    source = diffable_data_source_new();
    assert_int_not_equal(diffable_data_source_add_observer(source, flood, &released, NULL), 0);
    assert_done_but(DIFFABLE_ERROR_APPLY_LOOP,
        "APPLY_LOOP: apply: 10,000 applies were queued by one call, the last by an observer; a callback that applies "
        "each time it is called does not end",
        apply(source, "A: a"));
    assert_int_equal(released, 10002);
}

/* `user_data` is the address of the snapshot that is being applied. */
static diffable_status edit_and_free(const diffable_transaction *transaction, void *user_data)
{
    diffable_snapshot **applied = user_data;
    if (*applied != NULL) {
        assert_ok(diffable_snapshot_clear(*applied, NULL));
        diffable_snapshot_free(*applied);
        *applied = NULL;
        assert_outline(diffable_transaction_final_snapshot(transaction), "A: a b");
    }
    return DIFFABLE_OK;
}

static void a_callback_frees_the_snapshot(void **state)
{
    (void)state;
    diffable_snapshot *applied = snapshot_of("A: a b");
    diffable_transaction *transaction;
    assert_int_not_equal(diffable_data_source_add_observer(source, edit_and_free, &applied, NULL), 0);
    assert_ok(diffable_data_source_apply(source, applied, COMPLETING(complete, NULL, NULL), &transaction, NULL));
    assert_null(applied);
    assert_outline(diffable_transaction_final_snapshot(transaction), "A: a b");
    diffable_transaction_free(transaction);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(from_each_callback),
        TEST(a_queued_apply_that_fails),
        TEST(when_the_outermost_fails_the_rest_still_runs),
        TEST(from_inside_render_and_cell),
        TEST(a_long_chain),
        TEST(a_callback_frees_the_snapshot),
        TEST(a_callback_that_applies_each_time),
        TEST(the_loop_is_reported_before_its_consequences),
    };
    return cmocka_run_group_tests_name("reentrancy", tests, NULL, NULL);
}
