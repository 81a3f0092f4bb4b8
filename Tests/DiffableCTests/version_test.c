#include "support.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

static void macros_agree(void **state)
{
    (void)state;
    assert_string_equal(DIFFABLE_VERSION,
        TEXT(DIFFABLE_VERSION_MAJOR) "." TEXT(DIFFABLE_VERSION_MINOR) "." TEXT(DIFFABLE_VERSION_PATCH));
    assert_int_equal(DIFFABLE_VERSION_NUMBER,
        DIFFABLE_VERSION_MAJOR * 1000000 + DIFFABLE_VERSION_MINOR * 1000 + DIFFABLE_VERSION_PATCH);
}

#if !DIFFABLE_CHECK_VERSION(0, 1, 0) || DIFFABLE_CHECK_VERSION(1000, 0, 0)
#error "DIFFABLE_CHECK_VERSION is wrong in a condition"
#endif

static void a_version_can_be_required(void **state)
{
    (void)state;
    const int major = DIFFABLE_VERSION_MAJOR, minor = DIFFABLE_VERSION_MINOR, patch = DIFFABLE_VERSION_PATCH;
    assert_true(DIFFABLE_CHECK_VERSION(major, minor, patch));
    assert_false(DIFFABLE_CHECK_VERSION(major, minor, patch + 1));
    assert_false(DIFFABLE_CHECK_VERSION(major, minor + 1, 0));
    assert_false(DIFFABLE_CHECK_VERSION(major + 1, 0, 0));
}

static void library_is_that_of_the_header(void **state)
{
    (void)state;
    assert_string_equal(diffable_version(), DIFFABLE_VERSION);
    assert_int_equal(diffable_version_number(), DIFFABLE_VERSION_NUMBER);
    assert_ptr_equal(diffable_version(), diffable_version());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(macros_agree),
        cmocka_unit_test(a_version_can_be_required),
        cmocka_unit_test(library_is_that_of_the_header),
    };
    return cmocka_run_group_tests_name("version", tests, NULL, NULL);
}
