#include "adapter.h"

static void replaying_the_steps_gives_the_new_list(void **state)
{
    (void)state;
    const diffable_step_handlers handlers = list_handlers();
    for (uint64_t round = 1; round <= 3000; round += 1) {
        static list replayed, expected;
        diffable_snapshot *old_list, *new_list;
        random_lists(round, &old_list, &new_list);
        diffable_difference *difference = diffable_difference_new(old_list, new_list);
        read_list(old_list, &replayed);
        read_list(new_list, &expected);
        diffable_steps *steps = diffable_steps_new(difference);
        assert_ok(diffable_steps_replay(steps, &handlers, &replayed, &error));
        assert_same_list(&replayed, &expected, round);
        diffable_steps_free(steps);
        diffable_difference_free(difference);
        diffable_snapshot_free(old_list);
        diffable_snapshot_free(new_list);
    }
}

static diffable_steps *steps_between(const char *from, const char *to)
{
    diffable_snapshot *old_list = snapshot_of(from), *new_list = snapshot_of(to);
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_steps *steps = diffable_steps_new(difference);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
    return steps;
}

/* A step as a handler is given it, as in "on_delete 4: b c; ". The difference and the lists are freed by then. */
static text replayed;

static void note(const char *handler, const diffable_steps *steps, size_t index, const diffable_step *step)
{
    diffable_step same = DIFFABLE_STEP_INIT;
    assert_ok(diffable_steps_read(steps, index, &same, 1, NULL, &error));
    assert_memory_equal(&same.from, &step->from, sizeof same.from);
    assert_memory_equal(&same.to, &step->to, sizeof same.to);
    assert_memory_equal(&same.final_path, &step->final_path, sizeof same.final_path);
    assert_true(step->struct_size == sizeof same && step->kind == same.kind && step->count == same.count);
    add(&replayed, "%s %d:", handler, (int)step->kind);
    for (size_t element = 0; element < step->count; element += 1) {
        add(&replayed, " ");
        add_id(&replayed, diffable_step_identifier(steps, index, element), 0);
    }
    add(&replayed, "; ");
    assert_int_equal(diffable_step_identifier(steps, index, step->count).kind, DIFFABLE_ID_NONE);
}

#define NOTE(handler) \
    static diffable_status handler( \
        const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data) \
    { \
        note(#handler, steps, index, step); \
        return user_data == NULL ? DIFFABLE_OK : *(diffable_status *)user_data; \
    }
NOTE(on_insert)
NOTE(on_delete)
NOTE(on_move)
NOTE(on_update)

static const char *replay(diffable_steps *steps, const diffable_step_handlers *handlers, diffable_status status)
{
    replayed.size = 0;
    replayed.bytes[0] = '\0';
    assert_ok(diffable_steps_replay(steps, handlers, status == DIFFABLE_OK ? NULL : &status, &error));
    diffable_steps_free(steps);
    return replayed.bytes;
}

static void each_handler_gets_its_steps_with_their_identifiers(void **state)
{
    (void)state;
    const diffable_step_handlers handlers = { sizeof handlers, on_insert, on_delete, on_move, on_update };
    /* The items of a deleted section go with it, but those that move out of it do so before. */
    assert_string_equal(replay(steps_between("A: a b c d | B: e", "C: x | B=1: e=1 f"), &handlers, DIFFABLE_OK),
        "on_delete 0: A; on_insert 1: C; on_insert 5: x; on_insert 5: f; on_update 3: B; on_update 8: e; ");
    assert_string_equal(replay(steps_between("A: a b | B: c d e f", "B: c f a"), &handlers, DIFFABLE_OK),
        "on_delete 4: d e; on_move 6: a; on_delete 0: A; ");
    /* A and C are neighbours when they are deleted, since Y moved away, but they were none in the old list. */
    assert_string_equal(replay(steps_between("A: a | Y: | C: c | X: | Z:", "X: a c | Z: | Y:"), &handlers, DIFFABLE_OK),
        "on_move 2: Y; on_move 6: a; on_move 6: c; on_delete 0: C; on_delete 0: A; ");
    assert_string_equal(replay(steps_between("A: a | B: b | S: | C: c", "S: a b c"), &handlers, DIFFABLE_OK),
        "on_move 6: a; on_move 6: b; on_move 6: c; on_delete 0: C; on_delete 0: A B; ");
    assert_string_equal(
        replay(steps_between("A: | B: | C:", "C: | A: | B:"), &handlers, DIFFABLE_OK), "on_move 2: C; ");
    assert_string_equal(replay(steps_between("A: a", "A: a"), &handlers, DIFFABLE_OK), "");
}

static void a_handler_that_is_absent_skips_its_steps(void **state)
{
    (void)state;
    diffable_step_handlers handlers = DIFFABLE_STEP_HANDLERS_INIT;
    assert_string_equal(replay(steps_between("A: a b", "A: c a=1"), &handlers, DIFFABLE_OK), "");
    handlers.on_delete = on_delete;
    assert_string_equal(replay(steps_between("A: a b", "A: c a=1"), &handlers, DIFFABLE_OK), "on_delete 4: b; ");
    handlers.on_update = on_update;
    assert_string_equal(
        replay(steps_between("A: a b", "A: c a=1"), &handlers, DIFFABLE_OK), "on_delete 4: b; on_update 8: a; ");
}

static diffable_status fail_at_update(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    note("on_update", steps, index, step);
    return *(diffable_status *)user_data;
}

static diffable_status fail_with_words(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    (void)steps, (void)index, (void)step, (void)user_data;
    return diffable_callback_failed("no room", 7, NULL, NULL);
}

static void a_handler_says_why_it_fails(void **state)
{
    (void)state;
    diffable_steps *steps = steps_between("A: a b", "A: c a=1 | B:");
    const diffable_step_handlers handlers = { sizeof handlers, NULL, NULL, NULL, fail_with_words };
    assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, "CALLBACK_FAILED: on_update failed for step 3: no room",
        diffable_steps_replay(steps, &handlers, NULL, &error));
    diffable_steps_free(steps);
}

static void a_handler_that_fails_stops_the_replay(void **state)
{
    (void)state;
    static const diffable_status statuses[] = { 1, -1, 12345, DIFFABLE_ERROR_INVALID_ARGUMENT, INT32_MIN };
    diffable_steps *steps = steps_between("A: a b", "A: c a=1 | B:");
    diffable_step_handlers handlers = DIFFABLE_STEP_HANDLERS_INIT;
    handlers.on_update = fail_at_update;
    handlers.on_delete = fail_at_update;
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i += 1) {
        diffable_status status = statuses[i];
        char message[128];
        replayed.size = 0;
        snprintf(message, sizeof message, "CALLBACK_FAILED: on_delete failed for step 0, with status %s%s",
            in_words(status), status > 0 ? "; a callback returns 0 for success" : "");
        assert_fails(DIFFABLE_ERROR_CALLBACK_FAILED, message, diffable_steps_replay(steps, &handlers, &status, &error));
        assert_string_equal(replayed.bytes, "on_update 4: b; ");
        assert_int_equal(diffable_steps_replay(steps, &handlers, &status, NULL), DIFFABLE_ERROR_CALLBACK_FAILED);
    }
    handlers.on_delete = NULL;
    diffable_status status = -1;
    assert_int_equal(diffable_steps_replay(steps, &handlers, &status, &error), DIFFABLE_ERROR_CALLBACK_FAILED);
    assert_int_equal(diffable_error_position(error), 3);
    assert_string_equal(diffable_error_message_from_one(error),
        "CALLBACK_FAILED: on_update failed for step 4, with status -1 (INVALID_ARGUMENT)");
    diffable_error_free(error);
    error = NULL;
    diffable_steps_free(steps);
}

/* The steps from one list to another, as in "4 x3 0.0 -1.-1 -1.-1; ": kind, count, from, to, place in the new list. */
static const char *steps_of(const char *from, const char *to)
{
    static text line;
    line.size = 0;
    line.bytes[0] = '\0';
    diffable_steps *steps = steps_between(from, to);
    enum { PIECE = 2 };
    diffable_step read[PIECE] = { DIFFABLE_STEP_INIT };
    size_t first = 0, count = PIECE;
    for (; count == PIECE; first += count) {
        assert_ok(diffable_steps_read(steps, first, read, PIECE, &count, &error));
        for (const diffable_step *step = read; step < read + count; step += 1) {
            assert_int_equal(step->struct_size, sizeof *step);
            add(&line, "%d x%zu %td.%td %td.%td %td.%td; ", (int)step->kind, step->count, step->from.section,
                step->from.item, step->to.section, step->to.item, step->final_path.section, step->final_path.item);
        }
    }
    assert_int_equal(first, diffable_steps_count(steps));
    diffable_steps_free(steps);
    return line.bytes;
}

static void neighbours_are_one_step(void **state)
{
    (void)state;
    assert_string_equal(steps_of("A: a", "A: a"), "");
    assert_string_equal(steps_of("A: a b c d", "A: d"), "4 x3 0.0 -1.-1 -1.-1; ");
    assert_string_equal(steps_of("A: a", "A: a b c d"), "5 x3 -1.-1 0.1 0.1; ");
    assert_string_equal(steps_of("A: a b c d", "A: c d a b"), "6 x2 0.0 0.2 0.2; ");
    assert_string_equal(steps_of("A: a b", "A: a=1 b=1"), "8 x2 0.0 -1.-1 0.0; ");
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_steps_free(NULL);
    assert_null(diffable_steps_new(NULL));
    assert_int_equal(diffable_steps_count(NULL), 0);
    diffable_snapshot *old_list = snapshot_of(""), *new_list = snapshot_of("A:");
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_steps *steps = diffable_steps_new(difference);
    diffable_step step = DIFFABLE_STEP_INIT;
    size_t count = 7;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: steps_read: steps is NULL",
        diffable_steps_read(NULL, 0, &step, 1, &count, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: steps_read: out is NULL",
        diffable_steps_read(steps, 0, NULL, 1, NULL, &error));
    assert_ok(diffable_steps_read(steps, 0, NULL, 0, &count, &error));
    assert_int_equal(count, 0);
    assert_ok(diffable_steps_read(steps, 1, &step, 1, &count, &error));
    assert_int_equal(count, 0);
    assert_ok(diffable_steps_read(steps, SIZE_MAX, &step, 1, &count, &error));
    assert_int_equal(count, 0);
    step.struct_size = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: steps_read: out: struct_size is 0; start from the _INIT macro of the struct",
        diffable_steps_read(steps, 0, &step, 1, NULL, &error));
    step.struct_size = sizeof step + 1;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: steps_read: out: struct_size is 73, which is not aligned",
        diffable_steps_read(steps, 0, &step, 1, NULL, &error));
    assert_int_equal(step.count, 0);
    assert_int_equal(diffable_step_identifier(NULL, 0, 0).kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_step_identifier(steps, 1, 0).kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_step_identifier(steps, SIZE_MAX, 0).kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_step_identifier(steps, 0, 1).kind, DIFFABLE_ID_NONE);
    assert_int_equal(diffable_step_identifier(steps, 0, SIZE_MAX).kind, DIFFABLE_ID_NONE);
    diffable_step_handlers handlers = { sizeof handlers, on_insert, on_delete, on_move, on_update };
    replayed.size = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: steps_replay: steps is NULL",
        diffable_steps_replay(NULL, &handlers, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: steps_replay: handlers is NULL",
        diffable_steps_replay(steps, NULL, NULL, &error));
    handlers.struct_size -= 1;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: steps_replay: handlers: struct_size is 39; start from the _INIT macro of the struct",
        diffable_steps_replay(steps, &handlers, NULL, &error));
    assert_int_equal(replayed.size, 0);
    diffable_steps_free(steps);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaying_the_steps_gives_the_new_list),
        cmocka_unit_test(each_handler_gets_its_steps_with_their_identifiers),
        cmocka_unit_test(a_handler_that_is_absent_skips_its_steps),
        cmocka_unit_test(a_handler_that_fails_stops_the_replay),
        cmocka_unit_test(a_handler_says_why_it_fails),
        cmocka_unit_test(neighbours_are_one_step),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
