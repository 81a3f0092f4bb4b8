/*
 * Signals that the program handles itself, and terminals that are slow or do not tell their size, while a list is
 * shown.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <diffable_terminal.h>

#include "support.h"
#include "person.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static diffable_data_source *source;
static int before[2];

static const char entered[] = "\033[?1049h", left[] = "\033[?1049l";

static diffable_status show_long(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    static char text[900];
    (void)item, (void)content, (void)user_data;
    memset(text, 'a' + (int)(path->item % 26), sizeof text);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, text, sizeof text);
    return DIFFABLE_OK;
}

/* A list of so many rows. */
static void fill(int64_t count)
{
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id section = diffable_id_string("s");
    assert_ok(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error));
    for (int64_t i = 0; i < count; i += 1) {
        diffable_id item = diffable_id_integer(i);
        assert_ok(diffable_snapshot_append_items(snapshot, &item, NULL, 1, &section, &error));
    }
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
}

/* Puts a pseudoterminal in the place of standard input and output. */
static void open_size(unsigned short columns, unsigned short rows)
{
    int terminal = open_pseudoterminal(columns, rows);
    fflush(stdout);
    for (int fd = 0; fd < 2; fd += 1) {
        before[fd] = dup(fd);
        dup2(terminal, fd);
    }
    close(terminal);
    setenv("TERM", "xterm", 1);
}

static diffable_terminal *show(void)
{
    diffable_terminal *terminal = NULL;
    assert_ok(diffable_terminal_new(source, NULL, &terminal, &error));
    return terminal;
}

/* Waits for a key. */
static void take(diffable_terminal *terminal, char key)
{
    diffable_event event = DIFFABLE_EVENT_INIT;
    assert_int_equal(write(person, &key, 1), 1);
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_int_equal(event.kind, DIFFABLE_EVENT_KEY);
    assert_memory_equal(event.text.data, &key, 1);
}

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_long, NULL, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int fd = 0; fd < 2; fd += 1) {
        dup2(before[fd], fd);
        close(before[fd]);
    }
    close(person);
    diffable_data_source_free(source);
    return 0;
}

static void an_ignored_signal_changes_nothing(void **state)
{
    (void)state;
    open_size(20, 5);
    fill(2);
    signal(SIGHUP, SIG_IGN);
    diffable_terminal *terminal = show();
    sent();
    raise(SIGHUP);
    take(terminal, 'x');
    assert_null(strstr(sent(), left));
    diffable_terminal_free(terminal);
    assert_true(signal(SIGHUP, SIG_DFL) == SIG_IGN);
}

static volatile sig_atomic_t stops;

static void note_stop(int number)
{
    assert_int_equal(number, SIGTSTP);
    stops += 1;
    assert_int_equal(write(1, "stopped", 7), 7);
}

/* The screen is left before the handler of the program runs, and shown again after it. */
static void a_handler_of_stops_is_called_without_the_screen(void **state)
{
    (void)state;
    open_size(20, 5);
    fill(2);
    signal(SIGTSTP, note_stop);
    diffable_terminal *terminal = show();
    take(terminal, 'x');
    sent();
    stops = 0;
    raise(SIGTSTP);
    take(terminal, 'y');
    assert_int_equal(stops, 1);
    const char *bytes = sent();
    const char *leaving = strstr(bytes, left);
    assert_non_null(leaving);
    const char *entering = strstr(leaving, entered);
    assert_non_null(entering);
    assert_non_null(strstr(entering, "aaa"));
    raise(SIGTSTP);
    assert_int_equal(stops, 2);
    diffable_terminal_free(terminal);
    assert_true(signal(SIGTSTP, SIG_DFL) == note_stop);
}

static volatile sig_atomic_t hangups;

static void note_hangup(int number)
{
    assert_int_equal(number, SIGHUP);
    hangups += 1;
}

/* A program may go on after LEAVE. */
static void each_signal_with_a_handler_is_one_event(void **state)
{
    (void)state;
    open_size(20, 5);
    fill(2);
    signal(SIGHUP, note_hangup);
    diffable_terminal *terminal = show();
    hangups = 0;
    for (int count = 1; count <= 2; count += 1) {
        diffable_event event = DIFFABLE_EVENT_INIT;
        raise(SIGHUP);
        assert_int_equal(hangups, count);
        assert_ok(diffable_terminal_wait(terminal, &event, &error));
        assert_int_equal(event.kind, DIFFABLE_EVENT_LEAVE);
        assert_int_equal(event.text.size, strlen("signal"));
        assert_memory_equal(event.text.data, "signal", event.text.size);
        take(terminal, 'x');
    }
    diffable_terminal_free(terminal);
    assert_true(signal(SIGHUP, SIG_DFL) == note_hangup);
}

static void a_terminal_without_a_size_has_80_columns_and_24_rows(void **state)
{
    (void)state;
    open_size(0, 0);
    fill(50);
    diffable_terminal *terminal = show();
    take(terminal, 'x');
    const char *bytes = sent();
    char row[81];
    memset(row, 'b', 80);
    row[78] = '\0';
    assert_null(strstr(bytes, row));
    row[70] = '\0';
    assert_non_null(strstr(bytes, row));
    assert_non_null(strstr(bytes, "\033[24;"));
    assert_null(strstr(bytes, "\033[25;"));
    diffable_terminal_free(terminal);
}

static size_t received;
static char last_letter;

static void *read_slowly(void *unused)
{
    static char bytes[1 << 16];
    ssize_t count;
    (void)unused;
    usleep(200000);
    while (strstr(bytes, left) == NULL && (count = read(person, bytes, sizeof bytes - 1)) > 0) {
        bytes[count] = '\0';
        received += (size_t)count;
        if (memchr(bytes, last_letter, (size_t)count) != NULL) {
            last_letter = '\0';
        }
    }
    return NULL;
}

/* More than the kernel keeps of what nobody has read yet. */
static void a_slow_terminal_gets_everything(void **state)
{
    pthread_t reader;
    (void)state;
    open_size(1000, 200);
    fill(150);
    fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_NONBLOCK);
    last_letter = 'z';
    assert_int_equal(pthread_create(&reader, NULL, read_slowly, NULL), 0);
    diffable_terminal *terminal = show();
    take(terminal, 'x');
    diffable_terminal_free(terminal);
    pthread_join(reader, NULL);
    assert_true(received > 150 * 900);
    assert_int_equal(last_letter, '\0');
}

int main(void)
{
    setsid(); /* has no /dev/tty then */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_ignored_signal_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_handler_of_stops_is_called_without_the_screen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_signal_with_a_handler_is_one_event, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_terminal_without_a_size_has_80_columns_and_24_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_slow_terminal_gets_everything, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
