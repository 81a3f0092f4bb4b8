#include "support.h"

static diffable_data_source *source;
/* What the providers were asked for, in order. */
static text asked;
static text written;
/* The item that the cell provider fails at. */
static const char *failing;

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    add(&asked, " ");
    add_id(&asked, *item, diffable_content_revision(*content));
    add(&asked, "@%td.%td", path->section, path->item);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    return failing != NULL && strncmp(failing, item->bytes.data, item->bytes.size) == 0
        ? DIFFABLE_ERROR_INVALID_ARGUMENT
        : DIFFABLE_OK;
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    add(&asked, " %s ", kind);
    add_id(&asked, *section, diffable_content_revision(*content));
    add(&asked, "@%zu", index);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->bytes.data, section->bytes.size);
    return failing != NULL && strncmp(failing, section->bytes.data, section->bytes.size) == 0
        ? DIFFABLE_ERROR_INVALID_ARGUMENT
        : DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    memset(&asked, 0, sizeof asked);
    memset(&written, 0, sizeof written);
    failing = NULL;
    diffable_view *view;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
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

static void assert_asked(const char *expected)
{
    assert_string_equal(asked.bytes, expected);
    memset(&asked, 0, sizeof asked);
}

static void assert_list(const char *expected)
{
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    assert_outline(snapshot, expected);
    diffable_snapshot_free(snapshot);
}

static void apply_snapshot(diffable_snapshot *snapshot)
{
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
}

static void providers_are_asked_for_what_changed(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a b=1 c"));
    assert_asked(" a@0.0 b=1@0.1 c@0.2");
    assert_ok(apply(source, "A: a b=1 c"));
    assert_asked("");
    assert_ok(apply(source, "A: c a b=2"));
    assert_asked(" b=2@0.2");
    assert_ok(apply(source, "B: x | A: b=2 a c"));
    assert_asked(" x@0.0");
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_insert_items_before(snapshot, NEW("y"), name("a"), &error));
    assert_ok(diffable_snapshot_reload_items(snapshot, NEW("y c"), &error));
    assert_ok(diffable_snapshot_reconfigure_items(snapshot, REVISED("c=3"), &error));
    apply_snapshot(snapshot);
    assert_asked(" y@1.1 c=3@1.3");
    snapshot = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_reload_sections(snapshot, NEW("A"), &error));
    apply_snapshot(snapshot);
    assert_asked(" b=2@1.0 y@1.1 a@1.2 c=3@1.3");
}

static void supplementary_providers(void **state)
{
    (void)state;
    diffable_data_source_set_supplementary_provider(source, provide_header, NULL, NULL);
    assert_ok(apply(source, "A=1: a"));
    assert_asked(" header A=1@0 a@0.0 footer A=1@0");
    assert_ok(apply(source, "A=2: a"));
    assert_asked(" header A=2@0 footer A=2@0");
    assert_ok(apply(source, "B: | A=2: a"));
    assert_asked(" header B@0 footer B@0");
    failing = "C";
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the supplementary provider failed for the header of section \"C\" at 0, with status -1 "
        "(INVALID_ARGUMENT)",
        apply(source, "C: c"));
    assert_list("B: | A=2: a");
}

static void a_provider_that_fails_undoes_the_apply(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a b=1"));
    memset(&written, 0, sizeof written);
    memset(&asked, 0, sizeof asked);
    failing = "c";
    int finalized = 0;
    diffable_transaction *transaction = (diffable_transaction *)source;
    diffable_snapshot *snapshot = snapshot_of("A: b=2 c | B: a");
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"c\" at section 0, item 1, with status -1 "
        "(INVALID_ARGUMENT)",
        diffable_data_source_apply(source, snapshot, COMPLETING(NULL, &finalized, count_up), &transaction, &error));
    assert_null(transaction);
    assert_int_equal(finalized, 1);
    assert_list("A: a b=1");
    assert_string_equal(written.bytes, "");
    assert_false(diffable_data_source_is_applying(source));
    assert_asked(" b=2@0.0 c@0.1");
    /* The view too is as before: what it was given for b then is not used now. */
    failing = NULL;
    apply_snapshot(snapshot);
    assert_asked(" b=2@0.0 c@0.1");
    assert_string_equal(
        written.bytes, "~    b\n+    c\n>    a\n=  1 section inserted; 1 item inserted, 1 moved, 1 reconfigured\n");
}

static void look_ups(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a b | B=3: x c=4"));
    assert_int_equal(item_revision_in(source, name("c")), 4);
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    assert_int_equal(diffable_content_revision(diffable_snapshot_section_content(current, name("B"))), 3);
    diffable_snapshot_free(current);
    assert_true(has_item_at(source, (diffable_index_path){ 0, 1 }, name("b")));
    assert_true(has_section_at(source, 1, name("B")));
    assert_int_equal(section_index_in(source, name("B")), 1);
    assert_int_equal(index_path_in(source, name("c")).item, 1);
}

static void a_new_snapshot_shares_identifiers_and_nothing_else(void **state)
{
    (void)state;
    assert_ok(apply(source, "A=3: a=4 b"));
    memset(&asked, 0, sizeof asked);
    diffable_snapshot *snapshot = diffable_data_source_new_snapshot(source);
    assert_outline(snapshot, "");
    assert_int_equal(diffable_snapshot_append_items(snapshot, NEW("a"), NULL, NULL), DIFFABLE_ERROR_NO_SECTIONS);
    assert_ok(diffable_snapshot_append_sections(snapshot, REVISED("A=3"), &error));
    assert_ok(diffable_snapshot_append_items(snapshot, REVISED("b a=4 c"), (diffable_id[]){ name("A") }, &error));
    assert_list("A=3: a=4 b");
    apply_snapshot(snapshot);
    assert_list("A=3: b a=4 c");
    assert_asked(" c@0.2");
}

static void a_snapshot_is_a_copy(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a"));
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    apply_snapshot(diffable_snapshot_copy(snapshot));
    assert_ok(diffable_snapshot_append_items(snapshot, NEW("b"), (diffable_id[]){ name("A") }, &error));
    assert_list("A: a");
    diffable_snapshot_free(snapshot);
}

static void cells_of_the_view_are_used(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a b"));
    memset(&asked, 0, sizeof asked);
    diffable_cell *cell = NULL;
    assert_ok(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 1 }, &cell, &error));
    assert_shows(cell, "b");
    assert_asked("");
    assert_ok(diffable_data_source_set_view(source, NULL, &error));
    assert_ok(diffable_data_source_cell_at(source, (diffable_index_path){ 0, 1 }, &cell, &error));
    assert_shows(cell, "b");
    assert_asked(" b@0.1");
    assert_ok(apply(source, "A: x"));
    assert_asked("");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(providers_are_asked_for_what_changed),
        TEST(supplementary_providers),
        TEST(a_provider_that_fails_undoes_the_apply),
        TEST(look_ups),
        TEST(a_new_snapshot_shares_identifiers_and_nothing_else),
        TEST(a_snapshot_is_a_copy),
        TEST(cells_of_the_view_are_used),
    };
    return cmocka_run_group_tests_name("data_sources", tests, NULL, NULL);
}
