#include "support.h"

static diffable_data_source *source;
/* What the provider gives, and how it ends. */
static diffable_cell given;
static diffable_status ending;
static int calls;

static diffable_status give(diffable_id item, uint64_t revision, diffable_index_path path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)revision, (void)path, (void)user_data;
    static const diffable_cell blank = DIFFABLE_CELL_INIT;
    assert_memory_equal(cell, &blank, sizeof blank);
    calls += 1;
    *cell = given;
    return ending;
}

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, give, NULL, NULL);
    assert_ok(apply(source, "A: a b"));
    diffable_cell blank = DIFFABLE_CELL_INIT;
    given = blank;
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

static diffable_status cell_at(ptrdiff_t section, ptrdiff_t item, diffable_cell *cell)
{
    return diffable_data_source_cell(source, diffable_index_path_make(section, item), cell, &error);
}

static void assert_bytes(diffable_bytes bytes, const char *expected)
{
    assert_int_equal(bytes.size, strlen(expected));
    if (bytes.size > 0) {
        assert_memory_equal(bytes.data, expected, bytes.size);
    }
}

static void what_a_provider_fills_in_comes_back(void **state)
{
    (void)state;
    given.text = diffable_bytes_string("Total");
    given.detail = diffable_bytes_string("$40.00");
    given.secondary_text = diffable_bytes_string("taxes included");
    given.image = diffable_bytes_string("*");
    given.accessory = diffable_bytes_string("checkmark");
    given.height = 3;
    given.indentation = 2;
    diffable_cell cell = DIFFABLE_CELL_INIT;
    assert_ok(cell_at(0, 1, &cell));
    assert_bytes(cell.text, "Total");
    assert_bytes(cell.detail, "$40.00");
    assert_bytes(cell.secondary_text, "taxes included");
    assert_bytes(cell.image, "*");
    assert_bytes(cell.accessory, "checkmark");
    assert_int_equal(cell.height, 3);
    assert_int_equal(cell.indentation, 2);
    assert_int_equal(cell.struct_size, sizeof cell);
    assert_true(cell.text.data != given.text.data);
}

static void a_cell_may_be_blank(void **state)
{
    (void)state;
    diffable_cell cell = DIFFABLE_CELL_INIT;
    assert_ok(cell_at(0, 0, &cell));
    assert_bytes(cell.text, "");
    assert_int_equal(cell.height, 0);
}

/* A later version may have a larger struct: only what this one knows is written. */
static void a_larger_struct_is_filled_as_far_as_it_is_known(void **state)
{
    (void)state;
    struct {
        diffable_cell cell;
        char later[16];
    } larger = { DIFFABLE_CELL_INIT, "untouched" };
    given.text = diffable_bytes_string("Total");
    larger.cell.struct_size = sizeof larger;
    assert_ok(cell_at(0, 0, &larger.cell));
    assert_bytes(larger.cell.text, "Total");
    assert_int_equal(larger.cell.struct_size, sizeof larger);
    assert_string_equal(larger.later, "untouched");
}

static void assert_invalid(const char *message)
{
    diffable_cell cell = DIFFABLE_CELL_INIT;
    assert_fails(DIFFABLE_ERROR_INVALID_CELL, message, cell_at(0, 1, &cell));
    assert_null(cell.text.data);
    assert_int_equal(diffable_data_source_cell(source, diffable_index_path_make(0, 1), &cell, NULL), DIFFABLE_ERROR_INVALID_CELL);
    diffable_cell blank = DIFFABLE_CELL_INIT;
    given = blank;
}

static void cells_that_cannot_be_shown(void **state)
{
    (void)state;
    given.height = -1;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: height is -1, and must be 1 to 1,000 lines, or 0 for automatic");
    given.height = 1001;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: height is 1001, and must be 1 to 1,000 lines, or 0 for automatic");
    given.height = INT32_MIN;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: height is -2147483648, and must be 1 to 1,000 lines, or 0 for automatic");
    given.indentation = 101;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: indentation is 101, and must be 0 to 100 levels");
    given.indentation = -1;
    assert_invalid("INVALID_CELL: cell of item \"b\" at section 0, item 1: indentation is -1, and must be 0 to 100 levels");
    given.text.size = 4;
    assert_invalid("INVALID_CELL: cell of item \"b\": text is NULL with a size");
    given.accessory.size = SIZE_MAX;
    assert_invalid("INVALID_CELL: cell of item \"b\": accessory is NULL with a size");
    diffable_cell cell = DIFFABLE_CELL_INIT;
    given.height = 1000;
    given.indentation = 100;
    assert_ok(cell_at(0, 1, &cell));
}

static void a_provider_that_fails(void **state)
{
    (void)state;
    diffable_cell cell = DIFFABLE_CELL_INIT;
    ending = DIFFABLE_ERROR_UNKNOWN_IDENTIFIER;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED, "PROVIDER_FAILED: the cell provider failed for item \"a\" at section 0, item 0, with status -3", cell_at(0, 0, &cell));
    ending = (diffable_status)-1000;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED, "PROVIDER_FAILED: the cell provider failed for item \"a\" at section 0, item 0, with status -1000", cell_at(0, 0, &cell));
    assert_int_equal(cell_at(0, 0, &cell), DIFFABLE_ERROR_PROVIDER_FAILED);
    assert_memory_equal(diffable_error_identifier(error).value.bytes.data, "a", 1);
    diffable_error_free(error);
    assert_null(cell.text.data);
}

static void no_provider(void **state)
{
    (void)state;
    diffable_cell cell = DIFFABLE_CELL_INIT;
    diffable_data_source_set_cell_provider(source, NULL, NULL, NULL);
    assert_fails(DIFFABLE_ERROR_NO_PROVIDER, "NO_PROVIDER: no cell provider for item \"b\" at section 0, item 1", cell_at(0, 1, &cell));
    assert_int_equal(calls, 0);
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_cell cell = DIFFABLE_CELL_INIT;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: there is no row at section 0, item 2", cell_at(0, 2, &cell));
    static const ptrdiff_t beyond[] = { -1, 2, (ptrdiff_t)INT32_MAX + 1, PTRDIFF_MIN, PTRDIFF_MAX };
    for (int index = 0; index < 5; index += 1) {
        assert_int_equal(diffable_data_source_cell(source, diffable_index_path_make(0, beyond[index]), &cell, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
        assert_int_equal(cell_at(beyond[index], 0, &cell), DIFFABLE_ERROR_INVALID_ARGUMENT);
        diffable_error_free(error);
    }
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell is NULL", cell_at(0, 0, NULL));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: source is NULL",
                 diffable_data_source_cell(NULL, diffable_index_path_make(0, 0), &cell, &error));
    cell.struct_size = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: cell: struct_size is 0; start from the _INIT macro of the struct", cell_at(0, 0, &cell));
    cell.struct_size = sizeof cell - 1;
    assert_int_equal(diffable_data_source_cell(source, diffable_index_path_make(0, 0), &cell, NULL), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_int_equal(calls, 0);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_a_provider_fills_in_comes_back), TEST(a_cell_may_be_blank), TEST(a_larger_struct_is_filled_as_far_as_it_is_known),
        TEST(cells_that_cannot_be_shown), TEST(a_provider_that_fails), TEST(no_provider), TEST(wrong_arguments),
    };
    return cmocka_run_group_tests_name("cells", tests, NULL, NULL);
}
