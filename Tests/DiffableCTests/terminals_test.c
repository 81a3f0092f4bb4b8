/*
 * Lists on a terminal. The test plays the person: it puts a pseudoterminal in the place of standard input and output.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <diffable_terminal.h>

#include "support.h"
#include "person.h"

#include <fcntl.h>
#include <stdlib.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

static diffable_data_source *source;
static int before[2];
static diffable_event event = DIFFABLE_EVENT_INIT;

static diffable_status show_star(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, "star", 4);
    return show_id(item, content, path, cell, user_data);
}

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_star, NULL, NULL);
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id section = diffable_id_string("s"), items[] = { diffable_id_string("a"), diffable_id_integer(2) };
    assert_ok(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error));
    assert_ok(diffable_snapshot_append_items(snapshot, items, NULL, 2, &section, &error));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);

    int terminal = open_pseudoterminal(20, 5);
    fflush(stdout);
    for (int fd = 0; fd < 2; fd += 1) {
        before[fd] = dup(fd);
        dup2(terminal, fd);
    }
    close(terminal);
    setenv("TERM", "xterm", 1);
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

static void press(const char *keys)
{
    assert_int_equal(write(person, keys, strlen(keys)), (ssize_t)strlen(keys));
}

static diffable_terminal *open_terminal(bool takes_all_keys)
{
    diffable_terminal_options options = DIFFABLE_TERMINAL_OPTIONS_INIT;
    options.searches = takes_all_keys;
    options.taps_accessories = takes_all_keys;
    diffable_terminal *terminal = NULL;
    assert_ok(diffable_terminal_new(source, &options, &terminal, &error));
    assert_non_null(terminal);
    return terminal;
}

static void assert_event(diffable_event_kind kind, const char *text)
{
    assert_int_equal(event.kind, kind);
    assert_int_equal(event.text.size, strlen(text));
    assert_memory_equal(event.text.data, text, strlen(text));
}

static void a_person_moves_about(void **state)
{
    (void)state;
    struct termios old, raw, new;
    assert_int_equal(tcgetattr(0, &old), 0);
    assert_true(diffable_terminal_is_available());
    diffable_terminal *terminal = open_terminal(true);
    assert_false(diffable_terminal_is_available());
    assert_int_equal(tcgetattr(0, &raw), 0);
    assert_int_equal(raw.c_lflag & (ICANON | ECHO), 0);
    assert_non_null(strstr(sent(), "\033[?1049h"));

    press("\033[B");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "down");
    assert_int_equal(event.item.kind, DIFFABLE_ID_BYTES);
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_NONE, "");
    assert_ok(diffable_terminal_perform(terminal, &event, &error)); /* a key is done once */
    press("\r");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "enter");
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_SELECT, "");
    assert_int_equal(event.item.integer, 2);
    press("a");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "a");
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_ACCESSORY, "");
    assert_int_equal(event.item.integer, 2);
    press("/x");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "/");
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_SEARCH, "x");
    press("\rq");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "q");
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_LEAVE, "");

    sent();
    diffable_terminal_free(terminal);
    assert_non_null(strstr(sent(), "\033[?25h\033[?1049l"));
    assert_int_equal(tcgetattr(0, &new), 0);
    assert_int_equal(new.c_lflag, old.c_lflag);
    assert_int_equal(new.c_iflag, old.c_iflag);
    diffable_terminal_free(open_terminal(false)); /* and it can be had again */
}

/* A program with a loop of its own: it polls, and takes what there is without waiting. */
static void a_program_has_its_own_loop(void **state)
{
    (void)state;
    enum { LIMIT = 10000 };
    diffable_terminal *terminal = open_terminal(false);
    struct pollfd keys = { diffable_terminal_descriptor(terminal), POLLIN, 0 };
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_NONE, "");
    assert_non_null(strstr(sent(), "a"));
    assert_int_equal(diffable_terminal_timeout(terminal), -1);
    assert_int_equal(poll(&keys, 1, 0), 0);
    press("jk");
    assert_int_equal(poll(&keys, 1, LIMIT), 1);
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "j");
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "k");
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_NONE, "");

    /* A byte ESC alone is a key when nothing has followed it for some time. */
    press("\033");
    assert_int_equal(poll(&keys, 1, LIMIT), 1);
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_NONE, "");
    int64_t rest = diffable_terminal_timeout(terminal);
    assert_in_range(rest, 0, 1000);
    assert_int_equal(poll(&keys, 1, (int)rest), 0);
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "escape");

    assert_ok(diffable_terminal_set_interval(terminal, 1, &error));
    assert_in_range(diffable_terminal_timeout(terminal), 0, 1);
    assert_int_equal(poll(&keys, 1, 2), 0);
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_TICK, "");
    diffable_terminal_free(terminal);
    assert_int_equal(diffable_terminal_descriptor(NULL), -1);
    assert_int_equal(diffable_terminal_timeout(NULL), -1);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal_process: terminal is NULL",
        diffable_terminal_process(NULL, &event, &error));
}

/* Two rows are picked, their preview is set, and a title and a footer are copied. */
static void rows_are_picked_and_previewed(void **state)
{
    (void)state;
    char title[] = "The title\nand more", footer[] = "The footer";
    diffable_terminal_options options = DIFFABLE_TERMINAL_OPTIONS_INIT;
    options.multiple = options.previews = true;
    options.hides_hints = true;
    options.title = (diffable_bytes){ title, strlen(title) };
    options.footer = (diffable_bytes){ footer, strlen(footer) };
    diffable_terminal *terminal = NULL;
    assert_ok(diffable_terminal_new(source, &options, &terminal, &error));
    memset(title, '?', strlen(title));
    memset(footer, '?', strlen(footer));

    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_PREVIEW, "");
    assert_memory_equal(event.item.bytes.data, "a", 1);
    assert_ok(diffable_terminal_set_preview(terminal, "about a", strlen("about a"), &error));
    press("\t");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "tab");
    assert_int_equal(event.item_count, 0);
    assert_null(event.items);
    const char *frame = sent();
    assert_non_null(strstr(frame, "The title"));
    assert_non_null(strstr(frame, "and more"));
    assert_non_null(strstr(frame, "The footer"));
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_PREVIEW, "");
    assert_int_equal(event.item.integer, 2);
    assert_ok(diffable_terminal_set_preview(terminal, NULL, 0, &error));
    assert_ok(diffable_terminal_set_title(terminal, "Left\tRight\nSecond", strlen("Left\tRight\nSecond"), &error));
    press("\t\r");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    frame = sent();
    assert_non_null(strstr(frame, "Right"));
    assert_non_null(strstr(frame, "Second"));
    assert_null(strstr(frame, "\t"));
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "enter");
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_SELECT, "");
    assert_int_equal(event.item_count, 2);
    assert_memory_equal(event.items[0].bytes.data, "a", 1);
    assert_int_equal(event.items[1].integer, 2);
    assert_int_equal(event.item.kind, DIFFABLE_ID_BYTES);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal_set_preview: text is NULL with a size of 1",
        diffable_terminal_set_preview(terminal, NULL, 1, &error));
    diffable_terminal_free(terminal);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal_set_title: terminal is NULL",
        diffable_terminal_set_title(NULL, NULL, 0, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal_set_preview: terminal is NULL",
        diffable_terminal_set_preview(NULL, NULL, 0, &error));
    options.footer = (diffable_bytes){ NULL, 1 };
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal_new: options: footer is NULL with a size of 1",
        diffable_terminal_new(source, &options, &terminal, &error));
    options.footer.size = 0;
    options.prompt = (diffable_bytes){ NULL, 1 };
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal_new: options: prompt is NULL with a size of 1",
        diffable_terminal_new(source, &options, &terminal, &error));
    options.prompt.size = 0;
    options.hides_hints = false;
    options.keys = diffable_bytes_string("x\n\ny y y\n");
    assert_ok(diffable_terminal_new(source, &options, &terminal, &error));
    press("q"); /* it comes before the preview */
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "q");
    diffable_terminal_free(terminal);
}

static diffable_status refuse(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return -1;
}

static diffable_status allow(const diffable_id *item, bool *answer, void *user_data)
{
    (void)item, (void)user_data;
    *answer = true;
    return DIFFABLE_OK;
}

static diffable_status fail_at_all(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)cell, (void)user_data;
    return DIFFABLE_ERROR_PROVIDER_FAILED;
}

/* What is drawn next; a tick comes after it. */
static const char *drawn(diffable_terminal *terminal)
{
    assert_ok(diffable_terminal_set_interval(terminal, 1, &error));
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_TICK, "");
    assert_ok(diffable_terminal_set_interval(terminal, 0, &error));
    return sent();
}

static void errors_leave_the_list(void **state)
{
    (void)state;
    diffable_reordering_handlers handlers = DIFFABLE_REORDERING_HANDLERS_INIT;
    handlers.can_reorder_item = allow;
    handlers.will_reorder = refuse;
    assert_ok(diffable_data_source_set_reordering_handlers(source, &handlers, NULL, NULL, &error));
    diffable_terminal *terminal = open_terminal(false);
    drawn(terminal);
    press("\033[1;2B");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "shift+down");
    assert_int_equal(diffable_terminal_perform(terminal, &event, &error), DIFFABLE_ERROR_CALLBACK_FAILED);
    diffable_error_free(error);
    error = NULL;
    assert_ok(diffable_terminal_set_status(terminal, "no\033no\nwhy", 9, &error));
    assert_non_null(strstr(drawn(terminal), "no\\u{1b}no"));
    press("x");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "x");
    assert_null(strstr(drawn(terminal), "no"));
    assert_ok(diffable_terminal_set_status(terminal, NULL, 0, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal_set_status: text is NULL with a size of 1",
        diffable_terminal_set_status(terminal, NULL, 1, &error));

    /* A larger screen asks for more rows. The provider fails once, and then the rows are shown that there were. */
    struct winsize size = { .ws_row = 2, .ws_col = 20 };
    assert_int_equal(ioctl(person, TIOCSWINSZ, &size), 0);
    drawn(terminal);
    size.ws_row = 9;
    diffable_data_source_set_cell_provider(source, fail_at_all, NULL, NULL);
    assert_int_equal(ioctl(person, TIOCSWINSZ, &size), 0);
    assert_int_equal(diffable_terminal_wait(terminal, &event, &error), DIFFABLE_ERROR_PROVIDER_FAILED);
    diffable_error_free(error);
    error = NULL;
    assert_non_null(strstr(drawn(terminal), "1/2"));
    diffable_terminal_free(terminal);
}

/* Only a key that was returned last is performed. */
static void other_events_are_not_performed(void **state)
{
    (void)state;
    diffable_terminal *terminal = open_terminal(false);
    press("j");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "j");
    drawn(terminal);
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_NONE, "");
    press("q");
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "q");
    assert_memory_equal(event.item.bytes.data, "a", 1);
    assert_ok(diffable_terminal_process(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_NONE, "");
    assert_ok(diffable_terminal_perform(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_NONE, "");
    diffable_terminal_free(terminal);
}

/* Keys come first, then ticks that are due, then input. */
static void files_are_watched(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    diffable_terminal *terminal = open_terminal(false);
    assert_ok(diffable_terminal_watch(terminal, ends[0], &error));
    press("x");
    assert_int_equal(write(ends[1], "a", 1), 1);
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "x");
    for (int count = 0; count < 2; count += 1) { /* as long as it is not read */
        assert_ok(diffable_terminal_wait(terminal, &event, &error));
        assert_event(DIFFABLE_EVENT_INPUT, "");
    }
    char byte;
    assert_int_equal(read(ends[0], &byte, 1), 1);
    drawn(terminal);
    close(ends[1]);
    assert_ok(diffable_terminal_wait(terminal, &event, &error));
    assert_event(DIFFABLE_EVENT_INPUT, ""); /* the end */
    assert_ok(diffable_terminal_watch(terminal, -1, &error));
    drawn(terminal);
    close(ends[0]);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal_watch: descriptor is -2; -1 stands for none",
        diffable_terminal_watch(terminal, -2, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal_set_interval: milliseconds is -1; 0 to 2000000000 is possible",
        diffable_terminal_set_interval(terminal, -1, &error));
    diffable_terminal_free(terminal);
}

/* What is written meanwhile appears behind the sequences that leave the screen. */
static void output_is_held(void **state)
{
    (void)state;
    diffable_terminal *terminal = open_terminal(false);
    sent();
    printf("printed\n");
    fflush(stdout);
    assert_int_equal(write(1, "written\n", 8), 8);
    printf("buffered\n");
    assert_string_equal(sent(), "");
    diffable_terminal_free(terminal);
    assert_non_null(strstr(sent(), "\033[?1049lprinted\r\nwritten\r\nbuffered\r\n"));
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_terminal *terminal = NULL, *other = NULL;
    diffable_terminal_options options = DIFFABLE_TERMINAL_OPTIONS_INIT;
    options.struct_size = 1;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal_new: source is NULL",
        diffable_terminal_new(NULL, NULL, &terminal, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal_new: out is NULL",
        diffable_terminal_new(source, NULL, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal_new: options: struct_size is 1; start from the _INIT macro of the struct",
        diffable_terminal_new(source, &options, &terminal, &error));
    assert_true(diffable_terminal_is_available());
    terminal = open_terminal(false);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal: the terminal is in use",
        diffable_terminal_new(source, NULL, &other, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal_wait: terminal is NULL",
        diffable_terminal_wait(NULL, &event, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: terminal_perform: event is NULL",
        diffable_terminal_perform(terminal, NULL, &error));
    diffable_terminal_free(terminal);
    diffable_terminal_free(NULL);

    int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 0);
    close(nowhere);
    assert_false(diffable_terminal_is_available());
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: terminal: standard input and output are no terminal, and the process has no other "
        "(/dev/tty)",
        diffable_terminal_new(source, NULL, &terminal, &error));
}

/* A list is the view of its data source until it is freed. Then that has the view which it had before. */
static void no_other_view_is_set_meanwhile(void **state)
{
    (void)state;
    diffable_view *first, *other;
    text written = { .size = 0 };
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &first, &error));
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &other, &error));
    assert_ok(diffable_data_source_set_view(source, first, &error));
    diffable_terminal *terminal = open_terminal(false);
    diffable_view *views[] = { other, first, NULL };
    for (int i = 0; i < 3; i += 1) {
        assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
            "INVALID_ARGUMENT: set_view: source: an interactive list shows it; free the list before you set another "
            "view",
            diffable_data_source_set_view(source, views[i], &error));
    }
    assert_ok(apply(source, "A: x"));
    assert_int_equal(written.size, 0);
    diffable_terminal_free(terminal);
    assert_ok(apply(source, "A: x y"));
    assert_int_not_equal(written.size, 0);
    assert_ok(diffable_data_source_set_view(source, other, &error));
    diffable_view_free(first);
    diffable_view_free(other);
}

static diffable_terminal *waiting;
static diffable_status nested;

static diffable_status wait_inside(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    nested = diffable_terminal_wait(waiting, &event, NULL);
    return DIFFABLE_OK;
}

/* The list goes on without it, and it may go away inside a callback. */
static void not_inside_callbacks(void **state)
{
    (void)state;
    waiting = open_terminal(false);
    assert_int_not_equal(diffable_data_source_add_observer(source, wait_inside, NULL, NULL), 0);
    diffable_snapshot *snapshot = diffable_snapshot_new();
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, NULL, &error));
    assert_int_equal(nested, DIFFABLE_ERROR_INVALID_ARGUMENT);
    diffable_terminal_free(waiting);
    diffable_snapshot_free(snapshot);
}

static diffable_status wait_in_provider(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    diffable_event other = DIFFABLE_EVENT_INIT;
    nested = diffable_terminal_wait(waiting, &other, NULL);
    if (nested == DIFFABLE_ERROR_INVALID_ARGUMENT) {
        nested = diffable_terminal_perform(waiting, &other, NULL);
    }
    return show_star(item, content, path, cell, user_data);
}

/* Nor inside a provider that `wait` calls. */
static void not_inside_providers(void **state)
{
    (void)state;
    nested = DIFFABLE_OK;
    waiting = open_terminal(false);
    diffable_data_source_set_cell_provider(source, wait_in_provider, NULL, NULL);
    press("x");
    assert_ok(diffable_terminal_wait(waiting, &event, &error));
    assert_event(DIFFABLE_EVENT_KEY, "x");
    assert_int_equal(nested, DIFFABLE_ERROR_INVALID_ARGUMENT);
    diffable_terminal_free(waiting);
}

int main(void)
{
    setsid(); /* has no /dev/tty then */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_person_moves_about, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_program_has_its_own_loop, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_are_picked_and_previewed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(errors_leave_the_list, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_events_are_not_performed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_are_watched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_other_view_is_set_meanwhile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(output_is_held, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_arguments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_inside_callbacks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_inside_providers, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
