/* Standard output that takes no more: full after so many bytes, closed, a pipe that nobody reads. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <diffable_terminal.h>

#include "support.h"

static int saved = -1;

/* Standard output is another file, and on failure none, until `restore`. */
static void redirect(int file)
{
    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    if (dup2(file, STDOUT_FILENO) < 0) {
        close(STDOUT_FILENO);
    }
}

static void restore(void)
{
    fflush(stdout);
    clearerr(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
}

/* No file may grow beyond this size. */
static void limit_files(rlim_t size)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static diffable_data_source *source;

static int set_up(void **state)
{
    diffable_view *view;
    bool is_ndjson = *state != NULL;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(is_ndjson ? diffable_stdout_ndjson_view_new(NULL, &view, &error)
                        : diffable_stdout_text_view_new(NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static int completions;

static diffable_status complete(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    completions += 1;
    return DIFFABLE_OK;
}

static const char *const lists[] = { "A: a b", "A: b c | B: d", "B: d" };
enum { APPLIES = 3 };

/* What came of an apply: looked at when stdout is back, where failures are shown. */
typedef struct outcome {
    diffable_status status;
    char message[128], list[64];
    off_t end; /* of the file that stdout is */
} outcome;

/* Applies the lists in turn. */
static void apply_all(outcome outcomes[APPLIES])
{
    memset(outcomes, 0, APPLIES * sizeof *outcomes);
    completions = 0;
    for (int index = 0; index < APPLIES; index += 1) {
        outcome *outcome = &outcomes[index];
        diffable_snapshot *snapshot = snapshot_of(lists[index]);
        diffable_error *failure = NULL;
        outcome->status = diffable_data_source_apply(
            source, snapshot, COMPLETING(complete, NULL, NULL), NULL, &failure);
        outcome->end = lseek(STDOUT_FILENO, 0, SEEK_CUR);
        snprintf(
            outcome->message, sizeof outcome->message, "%s", failure == NULL ? "" : diffable_error_message(failure));
        diffable_error_free(failure);
        diffable_snapshot_free(snapshot);
        snapshot = diffable_data_source_snapshot(source);
        snprintf(outcome->list, sizeof outcome->list, "%s", outline(snapshot));
        diffable_snapshot_free(snapshot);
    }
}

/* All took place, and those from `first` on were told why their output is not there. */
static void assert_told(const outcome outcomes[APPLIES], int first, const char *message)
{
    assert_int_equal(completions, APPLIES);
    for (int index = 0; index < APPLIES; index += 1) {
        assert_string_equal(outcomes[index].list, lists[index]);
        assert_int_equal(outcomes[index].status, index < first ? DIFFABLE_OK : DIFFABLE_APPLIED_WITH_ERROR);
        assert_string_equal(outcomes[index].message, index < first ? "" : message);
    }
}

static size_t read_all(FILE *file, char *bytes, size_t size)
{
    rewind(file);
    size = fread(bytes, 1, size, file);
    fclose(file);
    return size;
}

/* Whatever the number of bytes that it takes: the apply is told whose bytes are not all there. */
static void full(void **state)
{
    char whole[4096], part[4096];
    outcome outcomes[APPLIES], limited[APPLIES];
    FILE *file = tmpfile();
    redirect(fileno(file));
    apply_all(outcomes);
    restore();
    assert_told(outcomes, APPLIES, "");
    size_t size = read_all(file, whole, sizeof whole);
    assert_true(0 < outcomes[0].end && outcomes[0].end < outcomes[1].end && (size_t)outcomes[APPLIES - 1].end == size);
    for (size_t limit = 0; limit <= size; limit += 1) {
        tear_down(state);
        set_up(state);
        file = tmpfile();
        redirect(fileno(file));
        limit_files(limit);
        apply_all(limited);
        limit_files(RLIM_INFINITY);
        restore();
        int first = 0;
        while (first < APPLIES && (size_t)outcomes[first].end <= limit) {
            first += 1;
        }
        assert_told(limited, first, "OUTPUT_FAILED: stdout could not be written to: File too large");
        assert_int_equal(read_all(file, part, sizeof part), limit);
        assert_memory_equal(part, whole, limit);
    }
}

static void full_device(void **state)
{
    (void)state;
    outcome outcomes[APPLIES];
    int file = open("/dev/full", O_WRONLY);
    if (file < 0) {
        skip();
    }
    redirect(file);
    close(file);
    apply_all(outcomes);
    restore();
    assert_told(outcomes, 0, "OUTPUT_FAILED: stdout could not be written to: No space left on device");
}

static void closed(void **state)
{
    (void)state;
    outcome outcomes[APPLIES];
    redirect(-1);
    apply_all(outcomes);
    restore();
    assert_told(outcomes, 0, "OUTPUT_FAILED: stdout could not be written to: Bad file descriptor");
}

static void pipe_without_reader(void **state)
{
    (void)state;
    outcome outcomes[APPLIES];
    int ends_of_pipe[2];
    assert_int_equal(pipe(ends_of_pipe), 0);
    redirect(ends_of_pipe[1]);
    close(ends_of_pipe[1]);
    diffable_status status = apply(source, "Z:");
    close(ends_of_pipe[0]);
    apply_all(outcomes);
    restore();
    assert_ok(status);
    assert_told(outcomes, 0, "OUTPUT_FAILED: stdout could not be written to: Broken pipe");
}

/* What the program itself printed is in front of what views write, and is lost with it. */
static void what_was_printed_before(void **state)
{
    (void)state;
    outcome outcomes[APPLIES];
    char bytes[4096];
    FILE *file = tmpfile();
    redirect(fileno(file));
    limit_files(3);
    bool is_printed = printf("before\n") == 7;
    apply_all(outcomes);
    limit_files(RLIM_INFINITY);
    restore();
    assert_true(is_printed);
    assert_told(outcomes, 0, "OUTPUT_FAILED: stdout could not be written to: File too large");
    assert_int_equal(read_all(file, bytes, sizeof bytes), 3);
    assert_memory_equal(bytes, "bef", 3);
}

/* Where there is room again, the next apply is told of nothing. */
static void room_again(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    redirect(fileno(file));
    limit_files(0);
    diffable_status full = apply(source, "A: a");
    diffable_error *failure = error;
    limit_files(RLIM_INFINITY);
    diffable_status with_room = apply(source, "A: a b");
    restore();
    fclose(file);
    diffable_error_free(failure);
    assert_int_equal(full, DIFFABLE_APPLIED_WITH_ERROR);
    assert_ok(with_room);
}

int main(void)
{
    static bool ndjson;
#define TESTS(state) \
    cmocka_unit_test_prestate_setup_teardown(full, set_up, tear_down, state), \
        cmocka_unit_test_prestate_setup_teardown(full_device, set_up, tear_down, state), \
        cmocka_unit_test_prestate_setup_teardown(closed, set_up, tear_down, state), \
        cmocka_unit_test_prestate_setup_teardown(pipe_without_reader, set_up, tear_down, state), \
        cmocka_unit_test_prestate_setup_teardown(what_was_printed_before, set_up, tear_down, state), \
        cmocka_unit_test_prestate_setup_teardown(room_again, set_up, tear_down, state)
    const struct CMUnitTest tests[] = { TESTS(NULL), TESTS(&ndjson) };
    return cmocka_run_group_tests_name("output_faults", tests, NULL, NULL);
}
