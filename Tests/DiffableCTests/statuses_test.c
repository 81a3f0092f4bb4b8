/*
 * What a call returns, whatever its callbacks return: each kind of callback returns each status, and says why or not. A
 * negative status means that nothing changed, and a positive one that the call is done.
 */
#include "support.h"

static diffable_data_source *source;
static diffable_view *view;
static text written;

/* The callback that fails, its status, and why, if it says so. */
static const char *failing;
static diffable_status ending;
static const char *reason;

static diffable_status end(const char *what)
{
    if (failing == NULL || strcmp(failing, what) != 0) {
        return DIFFABLE_OK;
    }
    if (reason != NULL) {
        ignore(diffable_callback_failed("replaced", 8, NULL, NULL));
        assert_int_equal(diffable_callback_failed(reason, strlen(reason), NULL, NULL), DIFFABLE_ERROR_CALLBACK_FAILED);
    }
    return ending;
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    show_id(item, content, path, cell, user_data);
    return end("cell");
}

static diffable_status supply(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)section, (void)content, (void)index, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, kind, strlen(kind));
    return end(kind);
}

static diffable_status write_text(const char *bytes, size_t size, void *user_data)
{
    keep(bytes, size, user_data);
    return end("writer");
}

static diffable_status handle(const diffable_transaction *transaction, void *what)
{
    (void)transaction;
    return end(what);
}

static diffable_status will_reorder(const diffable_transaction *transaction, void *what)
{
    (void)transaction, (void)what;
    return end("will_reorder");
}

static diffable_status did_reorder(const diffable_transaction *transaction, void *what)
{
    (void)transaction, (void)what;
    return end("did_reorder");
}

static diffable_status prepare(diffable_preparation *preparation, void *user_data)
{
    (void)preparation, (void)user_data;
    return end("prepare");
}

static diffable_status commit(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return end("commit");
}

#define QUESTION(name) \
    static diffable_status name(const diffable_id *item, bool *answer, void *user_data) \
    { \
        (void)item, (void)user_data; \
        *answer = true; \
        return end(#name); \
    }
#define NOTICE(name) \
    static diffable_status name(const diffable_id *item, void *user_data) \
    { \
        (void)item, (void)user_data; \
        return end(#name); \
    }
QUESTION(should_expand_item)
NOTICE(will_expand_item)
QUESTION(should_collapse_item)
NOTICE(will_collapse_item)
QUESTION(can_reorder_item)

static diffable_status snapshot_for_expanding_parent(
    const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    (void)parent, (void)children, (void)user_data;
    return end("snapshot_for_expanding_parent");
}

static int set_up(void **state)
{
    (void)state;
    failing = reason = NULL;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, supply, NULL, NULL);
    assert_ok(diffable_text_view_new(NULL, write_text, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_int_not_equal(diffable_data_source_add_observer(source, handle, "observer", NULL), 0);
    diffable_section_snapshot_handlers of_trees = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    of_trees.should_expand_item = should_expand_item;
    of_trees.will_expand_item = will_expand_item;
    of_trees.should_collapse_item = should_collapse_item;
    of_trees.will_collapse_item = will_collapse_item;
    of_trees.snapshot_for_expanding_parent = snapshot_for_expanding_parent;
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, &of_trees, NULL, NULL, &error));
    diffable_reordering_handlers of_drags = DIFFABLE_REORDERING_HANDLERS_INIT;
    of_drags.can_reorder_item = can_reorder_item;
    of_drags.will_reorder = will_reorder;
    of_drags.did_reorder = did_reorder;
    assert_ok(diffable_data_source_set_reordering_handlers(source, &of_drags, NULL, NULL, &error));

    diffable_snapshot *tree = diffable_section_snapshot_new();
    assert_ok(diffable_snapshot_append_items(tree, NEW("a open shut"), NULL, &error));
    assert_ok(diffable_snapshot_insert_items(
        tree, NEW("b"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("open") }, &error));
    assert_ok(diffable_snapshot_insert_items(
        tree, NEW("c"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("shut") }, &error));
    assert_ok(diffable_snapshot_expand(tree, IDS("open"), &error));
    assert_ok(diffable_data_source_apply_section(source, tree, name("S"), NULL, NULL, &error));
    diffable_snapshot_free(tree);
    memset(&written, 0, sizeof written);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_view_free(view);
    diffable_data_source_free(source);
    return 0;
}

/* The calls, each of which changes the list. */

static diffable_status apply_list(diffable_transaction **transaction)
{
    diffable_snapshot *snapshot = snapshot_of("S: open b shut new | T: d");
    diffable_status status = diffable_data_source_apply(
        source, snapshot, COMPLETING(handle, "completion", NULL), transaction, &error);
    diffable_snapshot_free(snapshot);
    return status;
}

static diffable_status apply_to_own_view(diffable_transaction **transaction)
{
    diffable_view_callbacks callbacks = DIFFABLE_VIEW_CALLBACKS_INIT;
    callbacks.prepare = prepare;
    callbacks.commit = commit;
    diffable_view *own;
    assert_ok(diffable_view_new(&callbacks, NULL, NULL, &own, &error));
    assert_ok(diffable_data_source_set_view(source, own, &error));
    diffable_view_free(own);
    return apply_list(transaction);
}

static diffable_status reload_list(diffable_transaction **transaction)
{
    diffable_snapshot *snapshot = snapshot_of("S: open b shut new");
    diffable_status status = diffable_data_source_apply_using_reload_data(
        source, snapshot, COMPLETING(handle, "completion", NULL), transaction, &error);
    diffable_snapshot_free(snapshot);
    return status;
}

static diffable_status apply_tree(diffable_transaction **transaction)
{
    diffable_snapshot *tree = diffable_section_snapshot_new();
    assert_ok(diffable_snapshot_append_items(tree, NEW("x y"), NULL, &error));
    diffable_status status = diffable_data_source_apply_section(
        source, tree, name("S"), COMPLETING(handle, "completion", NULL), transaction, &error);
    diffable_snapshot_free(tree);
    return status;
}

static diffable_status expand(diffable_transaction **transaction)
{
    return diffable_data_source_toggle_item(source, name("shut"), transaction, &error);
}

static diffable_status collapse(diffable_transaction **transaction)
{
    return diffable_data_source_toggle_item(source, name("open"), transaction, &error);
}

static diffable_status drag(diffable_transaction **transaction)
{
    return diffable_data_source_reorder_item(
        source, (diffable_index_path){ 0, 0 }, (diffable_index_path){ 0, 3 }, transaction, &error);
}

static const struct {
    const char *callback;
    diffable_status (*call)(diffable_transaction **);
    diffable_status code; /* of the error */
    bool is_changed;
    const char *message;
} cases[] = {
    { "cell", apply_list, DIFFABLE_ERROR_PROVIDER_FAILED, false,
        "PROVIDER_FAILED: the cell provider failed for item \"new\" at section 0, item 3" },
    { "cell", expand, DIFFABLE_ERROR_PROVIDER_FAILED, false,
        "PROVIDER_FAILED: the cell provider failed for item \"c\" at section 0, item 4" },
    { "header", apply_list, DIFFABLE_ERROR_PROVIDER_FAILED, false,
        "PROVIDER_FAILED: the supplementary provider failed for the header of section \"T\" at 1" },
    { "footer", reload_list, DIFFABLE_ERROR_PROVIDER_FAILED, false,
        "PROVIDER_FAILED: the supplementary provider failed for the footer of section \"S\" at 0" },
    { "writer", apply_list, DIFFABLE_ERROR_OUTPUT_FAILED, true, "OUTPUT_FAILED: the writer failed" },
    { "writer", drag, DIFFABLE_ERROR_OUTPUT_FAILED, true, "OUTPUT_FAILED: the writer failed" },
    { "prepare", apply_to_own_view, DIFFABLE_ERROR_CALLBACK_FAILED, false,
        "CALLBACK_FAILED: the view failed to prepare" },
    { "commit", apply_to_own_view, DIFFABLE_ERROR_OUTPUT_FAILED, true, "OUTPUT_FAILED: the view failed" },
    { "observer", apply_tree, DIFFABLE_ERROR_CALLBACK_FAILED, true, "CALLBACK_FAILED: an observer failed" },
    { "observer", collapse, DIFFABLE_ERROR_CALLBACK_FAILED, true, "CALLBACK_FAILED: an observer failed" },
    { "observer", reload_list, DIFFABLE_ERROR_CALLBACK_FAILED, true, "CALLBACK_FAILED: an observer failed" },
    { "completion", apply_list, DIFFABLE_ERROR_CALLBACK_FAILED, true, "CALLBACK_FAILED: the completion failed" },
    { "completion", reload_list, DIFFABLE_ERROR_CALLBACK_FAILED, true, "CALLBACK_FAILED: the completion failed" },
    { "completion", apply_tree, DIFFABLE_ERROR_CALLBACK_FAILED, true, "CALLBACK_FAILED: the completion failed" },
    { "should_expand_item", expand, DIFFABLE_ERROR_CALLBACK_FAILED, false,
        "CALLBACK_FAILED: should_expand_item failed for item \"shut\"" },
    { "will_expand_item", expand, DIFFABLE_ERROR_CALLBACK_FAILED, false,
        "CALLBACK_FAILED: will_expand_item failed for item \"shut\"" },
    { "snapshot_for_expanding_parent", expand, DIFFABLE_ERROR_CALLBACK_FAILED, false,
        "CALLBACK_FAILED: snapshot_for_expanding_parent failed for item \"shut\"" },
    { "should_collapse_item", collapse, DIFFABLE_ERROR_CALLBACK_FAILED, false,
        "CALLBACK_FAILED: should_collapse_item failed for item \"open\"" },
    { "will_collapse_item", collapse, DIFFABLE_ERROR_CALLBACK_FAILED, false,
        "CALLBACK_FAILED: will_collapse_item failed for item \"open\"" },
    { "can_reorder_item", drag, DIFFABLE_ERROR_CALLBACK_FAILED, false,
        "CALLBACK_FAILED: can_reorder_item failed for item \"a\"" },
    { "will_reorder", drag, DIFFABLE_ERROR_CALLBACK_FAILED, false, "CALLBACK_FAILED: will_reorder failed" },
    { "did_reorder", drag, DIFFABLE_ERROR_CALLBACK_FAILED, false, "CALLBACK_FAILED: did_reorder failed" },
};

/* Performs a case with the present failure, or without one, and says the list and what the view wrote in the end. */
static const char *perform(size_t index, const char *message)
{
    static char lines[2][1024];
    char *line = lines[failing != NULL];
    diffable_transaction *transaction = (diffable_transaction *)source;
    diffable_status status = cases[index].call(&transaction);
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    snprintf(line, sizeof *lines, "%.200s\n%.800s", outline(list), written.bytes);
    if (message == NULL) {
        assert_ok(status);
    } else {
        assert_int_equal(status, cases[index].is_changed ? DIFFABLE_APPLIED_WITH_ERROR : cases[index].code);
        assert_int_equal(diffable_error_status(error), cases[index].code);
        assert_string_equal(diffable_error_message(error), message);
        diffable_error_free(error);
        error = NULL;
    }
    if (status >= 0) {
        assert_true(diffable_snapshot_equal(diffable_transaction_final_snapshot(transaction), list));
    } else {
        assert_null(transaction);
        assert_outline(list, "S: a open b shut");
        assert_string_equal(written.bytes, "");
    }
    diffable_transaction_free(transaction);
    diffable_snapshot_free(list);
    return line;
}

static void each_status_of_each_callback(void **state)
{
    static const diffable_status statuses[] = { -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, 1, 2, 3, 99,
        INT32_MAX, INT32_MIN };
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index += 1) {
        tear_down(state);
        set_up(state);
        const char *expected = perform(index, NULL);
        for (size_t number = 0; number < sizeof statuses / sizeof *statuses; number += 1) {
            for (int says_why = 0; says_why < 2; says_why += 1) {
                char message[256];
                tear_down(state);
                set_up(state);
                failing = cases[index].callback;
                ending = statuses[number];
                reason = says_why ? "no row 7\n\tat line 1" : NULL;
                snprintf(message, sizeof message, says_why ? "%s: no row 7\\n\\tat line 1" : "%s, with status %s%s",
                    cases[index].message, in_words(ending), ending > 0 ? "; a callback returns 0 for success" : "");
                const char *found = perform(index, message);
                if (cases[index].is_changed) {
                    assert_string_equal(found, expected);
                }
                /* The next call is as if nothing had failed: list and view are consistent. */
                failing = NULL;
                assert_ok(apply(source, "Z: z"));
            }
        }
    }
}

/* With status zero nothing has failed, and the reason is dropped. */
static void zero_is_success(void **state)
{
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index += 1) {
        tear_down(state);
        set_up(state);
        failing = cases[index].callback;
        ending = DIFFABLE_OK;
        reason = "dropped";
        perform(index, NULL);
        ending = -1;
        reason = NULL;
        char message[256];
        tear_down(state);
        set_up(state);
        failing = cases[index].callback;
        snprintf(message, sizeof message, "%s, with status -1 (INVALID_ARGUMENT)", cases[index].message);
        perform(index, message);
    }
}

static diffable_data_source *other;

/* Says why, and then has a callback of another data source fail that does not, or that succeeds. */
static diffable_status fail_around(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *succeeds)
{
    show_id(item, content, path, cell, NULL);
    ignore(diffable_callback_failed("the outer reason", 16, NULL, NULL));
    failing = succeeds == NULL ? "writer" : NULL;
    ending = -5;
    diffable_data_source *outer = source;
    source = other;
    if (succeeds == NULL) {
        assert_done_but(DIFFABLE_ERROR_OUTPUT_FAILED,
            "OUTPUT_FAILED: the writer failed, with status -5 (INVALID_DESTINATION)", apply(source, "N: n"));
    } else {
        assert_ok(apply(source, "N: n"));
    }
    source = outer;
    return -1;
}

static void a_reason_is_of_one_callback(void **state)
{
    (void)state;
    static int succeeds;
    other = diffable_data_source_new();
    diffable_data_source_set_cell_provider(other, show_id, NULL, NULL);
    assert_ok(diffable_data_source_set_view(other, view, &error));
    const char message[] =
        "PROVIDER_FAILED: the cell provider failed for item \"z\" at section 0, item 0: the outer reason";
    diffable_data_source_set_cell_provider(source, fail_around, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED, message, apply(source, "Z: z"));
    diffable_data_source_set_cell_provider(source, fail_around, &succeeds, NULL);
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED, message, apply(source, "Z: z"));
    diffable_data_source_free(other);

    /* Outside a callback there is nothing that fails. No text is the same as none. */
    assert_int_equal(diffable_callback_failed("nobody reads this", 17, NULL, NULL), DIFFABLE_ERROR_CALLBACK_FAILED);
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    failing = "cell";
    ending = 7;
    tear_down(state);
    set_up(state);
    failing = "cell";
    reason = "";
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"z\" at section 0, item 0, with status 7; a callback "
        "returns 0 for success",
        apply(source, "Z: z"));
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_status_of_each_callback),
        TEST(zero_is_success),
        TEST(a_reason_is_of_one_callback),
    };
    return cmocka_run_group_tests_name("statuses", tests, NULL, NULL);
}
