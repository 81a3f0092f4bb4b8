#include "support.h"

static diffable_data_source *source;
/* What the provider gives, and how it ends. */
static struct {
    diffable_bytes text, detail, secondary_text, image, accessory;
    int32_t height, indentation;
} given;
static diffable_status ending;
static int calls;

static void assert_bytes(diffable_bytes bytes, const char *expected)
{
    assert_int_equal(bytes.size, strlen(expected));
    assert_true((bytes.data == NULL) == (bytes.size == 0));
    if (bytes.size > 0) {
        assert_memory_equal(bytes.data, expected, bytes.size);
    }
}

static void assert_blank(const diffable_cell *cell)
{
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_TEXT), "");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_DETAIL), "");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_SECONDARY_TEXT), "");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_IMAGE), "");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_ACCESSORY), "");
    assert_int_equal(diffable_cell_number(cell, DIFFABLE_CELL_HEIGHT), 0);
    assert_int_equal(diffable_cell_number(cell, DIFFABLE_CELL_INDENTATION), 0);
}

/* The texts are gone when the provider returns: they lie on its stack. */
static diffable_status give(const diffable_id *item, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)user_data;
    assert_blank(cell);
    calls += 1;
    const diffable_bytes texts[] = { given.text, given.detail, given.secondary_text, given.image, given.accessory };
    for (diffable_cell_field index = DIFFABLE_CELL_TEXT; index <= DIFFABLE_CELL_ACCESSORY; index += 1) {
        char buffer[64];
        assert_true(texts[index].size <= sizeof buffer);
        if (texts[index].size > 0) {
            memcpy(buffer, texts[index].data, texts[index].size);
        }
        diffable_cell_set_text(cell, index, buffer, texts[index].size);
        memset(buffer, '!', sizeof buffer);
    }
    diffable_cell_set_text(cell, DIFFABLE_CELL_INDENTATION + 1, "no field", 8);
    diffable_cell_set_number(cell, DIFFABLE_CELL_INDENTATION + 1, 8);
    diffable_cell_set_text(cell, -1, "no field", 8);
    assert_int_equal(diffable_cell_text(cell, DIFFABLE_CELL_ACCESSORY + 1).size, 0);
    assert_int_equal(diffable_cell_text(cell, -1).size, 0);
    diffable_cell_set_number(cell, DIFFABLE_CELL_HEIGHT, given.height);
    diffable_cell_set_number(cell, DIFFABLE_CELL_INDENTATION, given.indentation);
    return ending;
}

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, give, NULL, NULL);
    assert_ok(apply(source, "A: a b"));
    memset(&given, 0, sizeof given);
    ending = DIFFABLE_OK;
    calls = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static diffable_status cell_at(ptrdiff_t section, ptrdiff_t item, diffable_cell **cell)
{
    return diffable_data_source_cell_at(source, (diffable_index_path){ section, item }, cell, &error);
}

static void give_everything(void)
{
    given.text = diffable_bytes_string("Total");
    given.detail = diffable_bytes_string("$40.00");
    given.secondary_text = diffable_bytes_string("taxes included");
    given.image = diffable_bytes_string("*");
    given.accessory = diffable_bytes_string("checkmark");
    given.height = 3;
    given.indentation = 2;
}

static void assert_everything(const diffable_cell *cell)
{
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_TEXT), "Total");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_DETAIL), "$40.00");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_SECONDARY_TEXT), "taxes included");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_IMAGE), "*");
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_ACCESSORY), "checkmark");
    assert_int_equal(diffable_cell_number(cell, DIFFABLE_CELL_HEIGHT), 3);
    assert_int_equal(diffable_cell_number(cell, DIFFABLE_CELL_INDENTATION), 2);
}

static void what_a_provider_fills_in_comes_back(void **state)
{
    (void)state;
    give_everything();
    diffable_cell *cell = NULL;
    assert_ok(cell_at(0, 1, &cell));
    assert_everything(cell);
    diffable_cell_free(cell);
}

static void a_cell_may_be_blank(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    assert_ok(cell_at(0, 0, &cell));
    assert_blank(cell);
    diffable_cell_free(cell);
}

/* The cell belongs to the caller: it outlives the data source, and changing it changes nothing else. */
static void a_cell_belongs_to_the_caller(void **state)
{
    (void)state;
    text written = { .size = 0 };
    diffable_view *view;
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    give_everything();
    assert_ok(apply(source, "A: a b c"));
    diffable_cell *cell = NULL, *again = NULL;
    calls = 0;
    assert_ok(cell_at(0, 2, &cell));
    assert_everything(cell);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "Other", 5);
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, NULL, 5);
    diffable_cell_set_number(cell, DIFFABLE_CELL_HEIGHT, 7);
    assert_ok(cell_at(0, 2, &again));
    assert_int_equal(calls, 0);
    assert_everything(again);
    diffable_cell *copy = diffable_cell_copy(cell);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "", 0);
    diffable_data_source_free(source);
    source = NULL;
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_TEXT), "");
    assert_bytes(diffable_cell_text(copy, DIFFABLE_CELL_TEXT), "Other");
    assert_bytes(diffable_cell_text(copy, DIFFABLE_CELL_DETAIL), "");
    assert_int_equal(diffable_cell_number(copy, DIFFABLE_CELL_HEIGHT), 7);
    assert_everything(again);
    diffable_cell_free(cell);
    diffable_cell_free(again);
    diffable_cell_free(copy);
}

static void a_text_is_set_again(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    assert_ok(cell_at(0, 0, &cell));
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "a\0b", 3);
    assert_int_equal(diffable_cell_text(cell, DIFFABLE_CELL_TEXT).size, 3);
    assert_memory_equal(diffable_cell_text(cell, DIFFABLE_CELL_TEXT).data, "a\0b", 3);
    diffable_bytes text = diffable_cell_text(cell, DIFFABLE_CELL_TEXT);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, text.data + 1, 2); /* a part of the text that it has */
    assert_memory_equal(diffable_cell_text(cell, DIFFABLE_CELL_TEXT).data, "\0b", 2);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "never read", SIZE_MAX);
    assert_bytes(diffable_cell_text(cell, DIFFABLE_CELL_TEXT), "");
    diffable_cell_free(cell);
}

static void without_a_cell(void **state)
{
    (void)state;
    diffable_cell_set_text(NULL, DIFFABLE_CELL_TEXT, "a", 1);
    diffable_cell_set_text(NULL, DIFFABLE_CELL_DETAIL, "a", 1);
    diffable_cell_set_text(NULL, DIFFABLE_CELL_SECONDARY_TEXT, "a", 1);
    diffable_cell_set_text(NULL, DIFFABLE_CELL_IMAGE, "a", 1);
    diffable_cell_set_text(NULL, DIFFABLE_CELL_ACCESSORY, "a", 1);
    diffable_cell_set_number(NULL, DIFFABLE_CELL_HEIGHT, 1);
    diffable_cell_set_number(NULL, DIFFABLE_CELL_INDENTATION, 1);
    assert_blank(NULL);
    assert_null(diffable_cell_copy(NULL));
    diffable_cell_free(NULL);
}

static void assert_invalid(const char *message)
{
    diffable_cell *cell = NULL;
    assert_fails(DIFFABLE_ERROR_INVALID_CELL, message, cell_at(0, 1, &cell));
    assert_null(cell);
    assert_int_equal(
        diffable_data_source_cell_at(source, (diffable_index_path){ 0, 1 }, &cell, NULL), DIFFABLE_ERROR_INVALID_CELL);
    memset(&given, 0, sizeof given);
}

static void cells_that_cannot_be_shown(void **state)
{
    (void)state;
    given.height = -1;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: height is -1, and must be 1 to 1,000 lines, "
                   "or 0 for automatic");
    given.height = 1001;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: height is 1001, and must be 1 to 1,000 "
                   "lines, or 0 for automatic");
    given.height = INT32_MIN;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: height is -2147483648, and must be 1 to "
                   "1,000 lines, or 0 for automatic");
    given.indentation = 101;
    assert_invalid(
        "INVALID_CELL: cell of item \"b\" at section 0, item 1: indentation is 101, and must be 0 to 100 levels");
    given.indentation = -1;
    assert_invalid(
        "INVALID_CELL: cell of item \"b\" at section 0, item 1: indentation is -1, and must be 0 to 100 levels");
    diffable_cell *cell = NULL;
    given.height = 1000;
    given.indentation = 100;
    assert_ok(cell_at(0, 1, &cell));
    diffable_cell_free(cell);
}

static diffable_status set_wrong_field(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *number)
{
    show_id(item, content, path, cell, NULL);
    if (number == NULL) {
        diffable_cell_set_text(cell, DIFFABLE_CELL_HEIGHT, "2", 1);
    } else {
        diffable_cell_set_number(cell, DIFFABLE_CELL_DETAIL, *(int *)number);
    }
    return DIFFABLE_OK;
}

static diffable_status set_nothing(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, "star", 4);
    return DIFFABLE_OK;
}

static void cells_that_were_forgotten_or_mixed_up(void **state)
{
    (void)state;
    int number = 5;
    diffable_cell *cell = NULL;
    diffable_data_source_set_cell_provider(source, set_wrong_field, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_INVALID_CELL,
        "INVALID_CELL: cell of item \"a\" at section 0, item 0: diffable_cell_set_text was called with the field of a "
        "number",
        cell_at(0, 0, &cell));
    diffable_data_source_set_cell_provider(source, set_wrong_field, &number, NULL);
    assert_fails(DIFFABLE_ERROR_INVALID_CELL,
        "INVALID_CELL: cell of item \"a\" at section 0, item 0: diffable_cell_set_number was called with the field of "
        "a text",
        cell_at(0, 0, &cell));
    diffable_data_source_set_cell_provider(source, set_nothing, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_INVALID_CELL,
        "INVALID_CELL: cell of item \"a\" at section 0, item 0: it has no text, detail, secondary text or image; "
        "an empty row sets its text to no bytes",
        cell_at(0, 0, &cell));
    assert_null(cell);
}

static void a_provider_that_fails(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    ending = DIFFABLE_ERROR_UNKNOWN_IDENTIFIER;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"a\" at section 0, item 0, with status -3 "
        "(UNKNOWN_IDENTIFIER)",
        cell_at(0, 0, &cell));
    ending = (diffable_status)-1000;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"a\" at section 0, item 0, with status -1000",
        cell_at(0, 0, &cell));
    assert_int_equal(cell_at(0, 0, &cell), DIFFABLE_ERROR_PROVIDER_FAILED);
    assert_memory_equal(diffable_error_identifier(error).bytes.data, "a", 1);
    diffable_error_free(error);
    assert_null(cell);
}

static void no_provider(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    diffable_data_source_set_cell_provider(source, NULL, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_NO_PROVIDER, "NO_PROVIDER: no cell provider for item \"b\" at section 0, item 1",
        cell_at(0, 1, &cell));
    assert_int_equal(calls, 0);
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_cell *cell = NULL;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell_at: there is no row at section 0, item 2",
        cell_at(0, 2, &cell));
    static const ptrdiff_t beyond[] = { -1, 2, (ptrdiff_t)INT32_MAX + 1, PTRDIFF_MIN, PTRDIFF_MAX };
    for (int index = 0; index < 5; index += 1) {
        assert_int_equal(diffable_data_source_cell_at(source, (diffable_index_path){ 0, beyond[index] }, &cell, NULL),
            DIFFABLE_ERROR_INVALID_ARGUMENT);
        assert_int_equal(cell_at(beyond[index], 0, &cell), DIFFABLE_ERROR_INVALID_ARGUMENT);
        diffable_error_free(error);
    }
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell_at: cell is NULL", cell_at(0, 0, NULL));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell_at: source is NULL",
        diffable_data_source_cell_at(NULL, (diffable_index_path){ 0, 0 }, &cell, &error));
    assert_int_equal(calls, 0);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_a_provider_fills_in_comes_back),
        TEST(a_cell_may_be_blank),
        TEST(a_cell_belongs_to_the_caller),
        TEST(a_text_is_set_again),
        TEST(without_a_cell),
        TEST(cells_that_cannot_be_shown),
        TEST(cells_that_were_forgotten_or_mixed_up),
        TEST(a_provider_that_fails),
        TEST(no_provider),
        TEST(wrong_arguments),
    };
    return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}
