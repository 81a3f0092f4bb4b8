/*
 * A process that aborts while it shows a list or moves rows, as the library does when memory is out: the terminal is as
 * before, and has the last line.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <diffable_terminal.h>

#include "support.h"
#include "person.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>

static void write_line(const char *line)
{
    assert_int_equal(write(STDERR_FILENO, line, strlen(line)), (ssize_t)strlen(line));
}

static void handle(int number)
{
    (void)number;
    write_line("handled");
}

/* Shows a list on the terminal, and aborts, after what a program may do with the signal. */
static void show_and_abort(int terminal, void (*handler)(int))
{
    const struct rlimit no_core = { 0, 0 };
    diffable_terminal *list = NULL;
    setrlimit(RLIMIT_CORE, &no_core);
    for (int file = 0; file < 3; file += 1) {
        dup2(terminal, file);
    }
    setenv("TERM", "xterm", 1);
    signal(SIGABRT, handler);
    if (diffable_terminal_new(diffable_data_source_new(), NULL, &list, NULL) != DIFFABLE_OK) {
        _exit(EXIT_FAILURE);
    }
    write_line("the last line");
    abort();
}

static void leaves_the_screen(void (*handler)(int), const char *lines)
{
    struct termios old, new;
    int status = 0, terminal = open_pseudoterminal(20, 5);
    assert_int_equal(tcgetattr(terminal, &old), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        show_and_abort(terminal, handler);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    const char *left = strstr(sent(), "\033[?25h\033[?1049l");
    assert_non_null(left);
    assert_string_equal(strchr(left, 'l') + 1, lines);
    assert_int_equal(tcgetattr(terminal, &new), 0);
    assert_int_equal(new.c_lflag, old.c_lflag);
    close(terminal);
    close(person);
}

static void the_last_line_is_on_the_terminal(void **state)
{
    (void)state;
    leaves_the_screen(SIG_DFL, "the last line");
}

static void a_handler_runs_when_the_screen_is_left(void **state)
{
    (void)state;
    leaves_the_screen(handle, "the last linehandled");
}

static void a_process_that_ignores_the_signal_ends_as_well(void **state)
{
    (void)state;
    leaves_the_screen(SIG_IGN, "the last line");
}

static void abort_now(int number)
{
    (void)number;
    abort();
}

/* Shows rows that move, and then waits for the signal. */
static void move_rows(int terminal)
{
    const struct rlimit no_core = { 0, 0 };
    diffable_data_source *source = diffable_data_source_new();
    diffable_view *view = NULL;
    setrlimit(RLIMIT_CORE, &no_core);
    dup2(terminal, STDOUT_FILENO);
    setenv("TERM", "xterm", 1);
    signal(SIGUSR1, abort_now);
    diffable_motion_enable();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    if (diffable_stdout_text_view_new(NULL, &view, NULL) == DIFFABLE_OK
        && diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK && apply(source, "A: a b") == DIFFABLE_OK
        && diffable_motion_settle(NULL) == DIFFABLE_OK) {
        pause();
    }
    _exit(EXIT_FAILURE);
}

static void moving_rows_do_not_keep_the_cursor(void **state)
{
    (void)state;
    char bytes[20000] = "";
    const char *hidden = NULL;
    int status = 0, tries = 0, terminal = open_pseudoterminal(60, 8);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        move_rows(terminal);
    }
    while ((hidden = strstr(bytes, "\033[?25l")) == NULL && tries < 20000) {
        strcat(bytes, sent());
        usleep(1000);
        tries += 1;
    }
    assert_non_null(hidden);
    kill(child, SIGUSR1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    strcat(bytes, sent());
    const char *wraps = strstr(hidden, "\033[?7h");
    assert_non_null(wraps);
    assert_non_null(strstr(wraps, "\033[?25h"));
    close(terminal);
    close(person);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_line_is_on_the_terminal),
        cmocka_unit_test(a_handler_runs_when_the_screen_is_left),
        cmocka_unit_test(a_process_that_ignores_the_signal_ends_as_well),
        cmocka_unit_test(moving_rows_do_not_keep_the_cursor),
    };
    return cmocka_run_group_tests_name("terminal_aborts", tests, NULL, NULL);
}
