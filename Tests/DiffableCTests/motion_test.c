/*
 * Applies that are shown as motion. The test looks at the terminal: a pseudoterminal in the place of standard output.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <diffable_terminal.h>

#include "support.h"
#include "person.h"

#include <fcntl.h>
#include <unistd.h>

#define BEGIN "\033[?2026h"
#define END "\033[?2026l"
#define HIDE "\033[?25l"
#define SHOW "\033[?25h"

static diffable_data_source *source;
static int before;

static int set_up(void **state)
{
    (void)state;
    diffable_view *view;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(diffable_stdout_text_view_new(NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);

    int terminal = open_pseudoterminal(60, 8);
    fflush(stdout);
    before = dup(STDOUT_FILENO);
    dup2(terminal, STDOUT_FILENO);
    close(terminal);
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    unsetenv("COLUMNS");
    diffable_motion_enable();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    close(person);
    diffable_data_source_free(source);
    return 0;
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

/* The end of every motion: two lines are erased, and what stands there then is written. */
#define PLACED "\033[2K\033[B\033[2K\033[B\033[2A+    a\r\n=  1 section inserted; 1 item inserted\r\n" SHOW END

static void waits_to_be_settled(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a"));
    assert_string_equal(sent(), "");
    assert_ok(diffable_motion_settle(&error));
    const char *bytes = sent();
    assert_int_equal(strncmp(bytes, BEGIN HIDE, strlen(BEGIN HIDE)), 0);
    assert_true(ends_with(bytes, PLACED));
    assert_ok(diffable_motion_settle(NULL));
    assert_string_equal(sent(), "");
}

static diffable_status look(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    *(bool *)user_data = ends_with(sent(), PLACED);
    return DIFFABLE_OK;
}

static void completion_is_called_when_rows_are_in_place(void **state)
{
    (void)state;
    bool is_in_place = false;
    diffable_snapshot *snapshot = snapshot_of("A: a");
    assert_ok(diffable_data_source_apply(source, snapshot, COMPLETING(look, &is_in_place, NULL), NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_true(is_in_place);
}

static void what_is_not_animated_is_written_behind_what_is(void **state)
{
    (void)state;
    diffable_snapshot *snapshot = snapshot_of("A: a b");
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.animation = DIFFABLE_ANIMATION_NONE;
    assert_ok(apply(source, "A: a"));
    assert_ok(diffable_data_source_apply(source, snapshot, &options, NULL, &error));
    diffable_snapshot_free(snapshot);
    assert_true(ends_with(sent(), PLACED "     a\r\n+    b\r\n=  1 item inserted (no animation)\r\n"));
}

static void no_motion_behind_a_line_that_was_begun(void **state)
{
    (void)state;
    printf("begun ");
    assert_ok(apply(source, "A: a"));
    assert_string_equal(sent(), "begun +    a\r\n=  1 section inserted; 1 item inserted\r\n");
}

static void no_motion_on_a_dumb_terminal(void **state)
{
    (void)state;
    setenv("TERM", "dumb", 1);
    assert_ok(apply(source, "A: a"));
    assert_string_equal(sent(), "+    a\r\n=  1 section inserted; 1 item inserted\r\n");
}

static void output_that_is_not_taken(void **state)
{
    (void)state;
    assert_ok(apply(source, "A: a"));
    int full = open("/dev/full", O_WRONLY);
    assert_true(full >= 0);
    dup2(full, STDOUT_FILENO);
    close(full);
    assert_fails(DIFFABLE_ERROR_OUTPUT_FAILED, "OUTPUT_FAILED: the terminal could not be written to",
        diffable_motion_settle(&error));
    assert_ok(diffable_motion_settle(&error));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(waits_to_be_settled),
        TEST(completion_is_called_when_rows_are_in_place),
        TEST(what_is_not_animated_is_written_behind_what_is),
        TEST(no_motion_behind_a_line_that_was_begun),
        TEST(no_motion_on_a_dumb_terminal),
        TEST(output_that_is_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
