/* Observers come and go, also inside observers. */
#include "support.h"

static diffable_data_source *source;
static text story;
static uint64_t first, second;
static int finalized;
/* Done by the first observer, once. */
static void (*meddle)(void);

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    add(&story, "%s %s. ", (const char *)user_data, outline(diffable_transaction_final_snapshot(transaction)));
    return DIFFABLE_OK;
}

static diffable_status observe_and_meddle(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    observe(transaction, "first");
    void (*now)(void) = meddle;
    meddle = NULL;
    if (now != NULL) {
        now();
    }
    return DIFFABLE_OK;
}

static void finalize(void *user_data)
{
    (void)user_data;
    finalized += 1;
    add(&story, "finalized. ");
}

static int set_up(void **state)
{
    (void)state;
    story.size = 0;
    finalized = 0;
    meddle = NULL;
    source = diffable_data_source_new();
    first = diffable_data_source_add_observer(source, observe_and_meddle, NULL, finalize);
    second = diffable_data_source_add_observer(source, observe, "second", finalize);
    assert_int_not_equal(first, 0);
    assert_int_not_equal(second, 0);
    assert_int_not_equal(first, second);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    assert_int_equal(finalized, 2);
    return 0;
}

#define assert_story(expected) \
    do { \
        assert_string_equal(story.bytes, expected); \
        story.size = 0; \
        story.bytes[0] = '\0'; \
    } while (0)

static void removed_once(void **state)
{
    (void)state;
    assert_true(diffable_data_source_remove_observer(source, first));
    assert_int_equal(finalized, 1);
    assert_false(diffable_data_source_remove_observer(source, first));
    assert_false(diffable_data_source_remove_observer(source, 0));
    assert_false(diffable_data_source_remove_observer(source, second + 1));
    assert_ok(apply(source, "A: a"));
    assert_story("finalized. second A: a. ");
    /* A token is not used again. */
    uint64_t third = diffable_data_source_add_observer(source, observe, "third", NULL);
    assert_true(third != first && third != second);
    assert_ok(apply(source, "A: b"));
    assert_story("second A: b. third A: b. ");
}

static void remove_first(void)
{
    assert_true(diffable_data_source_remove_observer(source, first));
    assert_int_equal(finalized, 0);
    add(&story, "removed. ");
}

static void one_that_removes_itself(void **state)
{
    (void)state;
    meddle = remove_first;
    assert_ok(apply(source, "A: a"));
    assert_story("first A: a. removed. finalized. second A: a. ");
    assert_ok(apply(source, "A: b"));
    assert_story("second A: b. ");
}

static void remove_second(void)
{
    assert_true(diffable_data_source_remove_observer(source, second));
    assert_int_equal(finalized, 1);
}

static void one_that_removes_the_next(void **state)
{
    (void)state;
    meddle = remove_second;
    assert_ok(apply(source, "A: a"));
    assert_story("first A: a. finalized. ");
}

static void add_third(void)
{
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, "third", NULL), 0);
}

static void one_that_adds_another(void **state)
{
    (void)state;
    meddle = add_third;
    assert_ok(apply(source, "A: a"));
    assert_story("first A: a. second A: a. ");
    assert_ok(apply(source, "A: b"));
    assert_story("first A: b. second A: b. third A: b. ");
}

static void add_third_and_apply(void)
{
    add_third();
    assert_int_equal(apply(source, "A: b"), DIFFABLE_QUEUED);
}

static void one_that_adds_another_and_applies(void **state)
{
    (void)state;
    meddle = add_third_and_apply;
    assert_ok(apply(source, "A: a"));
    assert_story("first A: a. second A: a. first A: b. second A: b. third A: b. ");
}

/* Also where the observer is added before the observers of the apply are called. */
static diffable_status add_in_prepare(diffable_preparation *preparation, void *user_data)
{
    (void)preparation;
    if (!*(bool *)user_data) {
        *(bool *)user_data = true;
        add_third();
        assert_true(diffable_data_source_remove_observer(source, second));
    }
    return DIFFABLE_OK;
}

static void a_view_that_adds_and_removes(void **state)
{
    (void)state;
    diffable_view_callbacks callbacks = DIFFABLE_VIEW_CALLBACKS_INIT;
    diffable_view *view;
    bool is_done = false;
    callbacks.prepare = add_in_prepare;
    assert_ok(diffable_view_new(&callbacks, &is_done, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    assert_ok(apply(source, "A: a"));
    assert_story("finalized. first A: a. ");
    assert_ok(apply(source, "A: b"));
    assert_story("first A: b. third A: b. ");
}

/* A finalizer may use the data source. */
static void replace_itself(void *user_data)
{
    add(&story, "replaced. ");
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, user_data, NULL), 0);
    assert_ok(apply(source, "A: z"));
}

static void a_finalizer_that_adds_and_applies(void **state)
{
    (void)state;
    uint64_t third = diffable_data_source_add_observer(source, observe, "third", replace_itself);
    assert_true(diffable_data_source_remove_observer(source, third));
    assert_story("replaced. first A: z. second A: z. third A: z. ");
}

static void many(void **state)
{
    (void)state;
    uint64_t tokens[100];
    int own = 0;
    for (int index = 0; index < 100; index += 1) {
        tokens[index] = diffable_data_source_add_observer(source, observe, "x", NULL);
    }
    for (int index = 0; index < 100; index += 1) {
        assert_true(diffable_data_source_remove_observer(source, tokens[index * 37 % 100]));
        own += 1;
    }
    assert_int_equal(own, 100);
    assert_ok(apply(source, "A: a"));
    assert_story("first A: a. second A: a. ");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(removed_once),
        TEST(one_that_removes_itself),
        TEST(one_that_removes_the_next),
        TEST(one_that_adds_another),
        TEST(one_that_adds_another_and_applies),
        TEST(a_view_that_adds_and_removes),
        TEST(a_finalizer_that_adds_and_applies),
        TEST(many),
    };
    return cmocka_run_group_tests_name("observers", tests, NULL, NULL);
}
