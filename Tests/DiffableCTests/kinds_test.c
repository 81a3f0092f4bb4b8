/* Cell providers by the kind of an item, and supplementary cells of any kind. */
#include "support.h"

static diffable_data_source *source;
static text log_of_calls;

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    log_of_calls.size = 0;
    assert_ok(apply(source, "A=5: fare=1 cash=2 note | B: total=1"));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

/* Revision 1 is a price, 2 an option; what has no revision has no kind. */
static const char *kind_of(const diffable_id *item, const diffable_content *content, void *user_data)
{
    (void)item, (void)user_data;
    static const char *const kinds[] = { NULL, "price", "option" };
    return kinds[diffable_content_revision(*content)];
}

static diffable_status show_kind(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, user_data, strlen(user_data));
    return DIFFABLE_OK;
}

static diffable_status cell_at(ptrdiff_t section, ptrdiff_t item, diffable_cell **cell)
{
    return diffable_data_source_cell_at(source, (diffable_index_path){ section, item }, cell, &error);
}

static void assert_cell(ptrdiff_t section, ptrdiff_t item, const char *expected)
{
    diffable_cell *cell = NULL;
    assert_ok(cell_at(section, item, &cell));
    assert_shows(cell, expected);
}

static void each_kind_has_its_provider(void **state)
{
    (void)state;
    diffable_data_source_register_cell_provider(source, "price", show_kind, "a price", NULL);
    diffable_data_source_register_cell_provider(source, "option", show_kind, "an option", NULL);
    diffable_cell *none = NULL;
    assert_fails(DIFFABLE_ERROR_NO_PROVIDER,
        "NO_PROVIDER: no cell provider for item \"fare\" at section 0, item 0; cell providers are registered for "
        "kinds, but no kind provider is set",
        cell_at(0, 0, &none));
    diffable_data_source_set_kind_provider(source, kind_of, NULL, NULL);
    assert_cell(0, 0, "a price");
    assert_cell(0, 1, "an option");
    assert_cell(1, 0, "a price");
    diffable_cell *cell = NULL;
    assert_fails(DIFFABLE_ERROR_NO_PROVIDER, "NO_PROVIDER: no cell provider for item \"note\" at section 0, item 2",
        cell_at(0, 2, &cell));
    diffable_data_source_register_cell_provider(source, "option", NULL, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_NO_PROVIDER,
        "NO_PROVIDER: no cell provider for kind \"option\" of item \"cash\" at section 0, item 1",
        cell_at(0, 1, &cell));
    diffable_data_source_set_cell_provider(source, show_kind, "for all", NULL);
    assert_cell(0, 0, "a price");
    assert_cell(0, 1, "for all");
    assert_cell(0, 2, "for all");
    diffable_data_source_set_kind_provider(source, NULL, NULL, NULL);
    assert_cell(0, 0, "for all");
}

static void what_is_replaced_is_finalized_once(void **state)
{
    (void)state;
    int finalized = 0;
    diffable_data_source_set_kind_provider(source, kind_of, &finalized, count_up);
    diffable_data_source_set_kind_provider(source, kind_of, NULL, NULL);
    assert_int_equal(finalized, 1);
    diffable_data_source_register_cell_provider(source, "price", show_kind, &finalized, count_up);
    diffable_data_source_register_cell_provider(source, "option", show_kind, &finalized, count_up);
    assert_int_equal(finalized, 1);
    diffable_data_source_register_cell_provider(source, "price", show_kind, "a price", NULL);
    assert_int_equal(finalized, 2);
    diffable_data_source_register_cell_provider(source, NULL, show_kind, &finalized, count_up);
    assert_int_equal(finalized, 3);
    diffable_data_source_register_cell_provider(NULL, "price", show_kind, &finalized, count_up);
    diffable_data_source_set_kind_provider(NULL, kind_of, &finalized, count_up);
    assert_int_equal(finalized, 5);
    diffable_data_source_free(source);
    source = NULL;
    assert_int_equal(finalized, 6);
}

/* A badge for the section with a revision, a header for all, an error for "broken", a height of 1001 for "tall". */
static diffable_status supply(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)user_data;
    add(&log_of_calls, "%s %.*s %zu,", kind, (int)section->bytes.size, section->bytes.data, index);
    if (strcmp(kind, "header") == 0 || strcmp(kind, "tall") == 0
        || (strcmp(kind, "badge") == 0 && diffable_content_revision(*content) == 5)) {
        diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->bytes.data, section->bytes.size);
        diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, kind, strlen(kind));
        diffable_cell_set_number(cell, DIFFABLE_CELL_HEIGHT, strcmp(kind, "tall") == 0 ? 1001 : 0);
    }
    return strcmp(kind, "broken") == 0 ? DIFFABLE_ERROR_PROVIDER_FAILED : DIFFABLE_OK;
}

static diffable_status supplementary(const char *kind, size_t index, diffable_cell **cell)
{
    return diffable_data_source_supplementary_cell(source, kind, index, cell, &error);
}

static void any_kind_can_be_asked_for(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    assert_ok(supplementary("badge", 0, &cell));
    assert_null(cell);
    diffable_data_source_set_supplementary_provider(source, supply, NULL, NULL);
    assert_ok(supplementary("badge", 0, &cell));
    assert_int_equal(diffable_cell_text(cell, DIFFABLE_CELL_DETAIL).size, strlen("badge"));
    assert_memory_equal(diffable_cell_text(cell, DIFFABLE_CELL_DETAIL).data, "badge", strlen("badge"));
    assert_shows(cell, "A");
    assert_ok(supplementary("badge", 1, &cell));
    assert_null(cell);
    assert_string_equal(log_of_calls.bytes, "badge A 0,badge B 1,");
}

static void wrong_requests(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    diffable_data_source_set_supplementary_provider(source, supply, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: supplementary_cell: there is no section at 2",
        supplementary("header", 2, &cell));
    assert_int_equal(diffable_data_source_supplementary_cell(source, "header", SIZE_MAX, &cell, NULL),
        DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: supplementary_cell: kind is NULL",
        supplementary(NULL, 0, &cell));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: supplementary_cell: cell is NULL",
        supplementary("header", 0, NULL));
    assert_int_equal(
        diffable_data_source_supplementary_cell(NULL, "header", 0, &cell, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the supplementary provider failed for the broken of section \"B\" at 1, with status -7 "
        "(PROVIDER_FAILED)",
        supplementary("broken", 1, &cell));
    assert_fails(DIFFABLE_ERROR_INVALID_CELL,
        "INVALID_CELL: tall of section \"A\" at 0: height is 1001, and must be 1 to 1,000 lines, or 0 for automatic",
        supplementary("tall", 0, &cell));
    assert_null(cell);
}

/* What the view shows is not asked for again; what it does not show is asked for each time. */
static void a_view_has_its_headers(void **state)
{
    (void)state;
    text written = { .size = 0 };
    diffable_view *view;
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, supply, NULL, NULL);
    assert_ok(apply(source, "A=5: fare"));
    assert_string_equal(log_of_calls.bytes, "header A 0,footer A 0,");
    diffable_cell *cell = NULL;
    assert_ok(supplementary("header", 0, &cell));
    assert_shows(cell, "A");
    assert_ok(supplementary("footer", 0, &cell));
    assert_null(cell);
    assert_int_equal(
        diffable_data_source_supplementary_cell(source, "header", 1, &cell, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_string_equal(log_of_calls.bytes, "header A 0,footer A 0,");
    for (int round = 0; round < 2; round += 1) {
        assert_ok(supplementary("badge", 0, &cell));
        assert_shows(cell, "A");
    }
    assert_string_equal(log_of_calls.bytes, "header A 0,footer A 0,badge A 0,badge A 0,");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_kind_has_its_provider),
        TEST(what_is_replaced_is_finalized_once),
        TEST(any_kind_can_be_asked_for),
        TEST(wrong_requests),
        TEST(a_view_has_its_headers),
    };
    return cmocka_run_group_tests_name("kinds", tests, NULL, NULL);
}
