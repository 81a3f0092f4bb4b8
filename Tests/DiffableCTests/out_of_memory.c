/*
 * Runs a program over snapshots, differences, trees, cells and views again and again, and refuses it memory: from the first request
 * on, from the second, and so on to the last. Each run must end well, or tell the handler, write one line and abort. Each run is a
 * process of its own. The functions of libc that return memory are defined here, so the library calls these.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <diffable.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* Which requests count, and which of them is refused: all after it too, or it alone. */
typedef enum kinds { NOT_ANY, ANY, MAPPED } kinds;
static kinds counted = NOT_ANY;
static long refused, requests;
static bool is_alone;

static bool is_refused(kinds kind)
{
    if (counted != ANY && counted != kind) {
        return false;
    }
    long request = requests++;
    return is_alone ? request == refused : request >= refused;
}

void *malloc(size_t size)
{
    return is_refused(ANY) ? NULL : __libc_malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return is_refused(ANY) ? NULL : __libc_memalign(alignment, size);
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    if (is_refused(MAPPED)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

int mprotect(void *address, size_t size, int protection)
{
    if (is_refused(MAPPED)) {
        errno = ENOMEM;
        return -1;
    }
    return (int)syscall(SYS_mprotect, address, size, protection);
}

static void check(bool holds)
{
    if (!holds) {
        _exit(2);
    }
}

static diffable_status show(diffable_id item, uint64_t revision, diffable_index_path index_path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)revision, (void)index_path, (void)user_data;
    const char text[] = "a text that is longer than what Swift keeps without memory of its own";
    diffable_cell_set_text(cell, text, sizeof text - 1);
    return DIFFABLE_OK;
}

static diffable_status ignore(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    return DIFFABLE_OK;
}

static void apply(diffable_data_source *source, const diffable_snapshot *snapshot)
{
    check(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL) == DIFFABLE_OK);
}

static void append(diffable_snapshot *snapshot, int64_t first, size_t count)
{
    static diffable_id ids[400000];
    for (size_t index = 0; index < count; index += 1) {
        ids[index] = diffable_id_integer(first + (int64_t)index);
    }
    check(diffable_snapshot_append_items(snapshot, ids, NULL, count, diffable_id_string("section"), NULL) == DIFFABLE_OK);
}

static void run_small(void)
{
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_view *text = NULL, *events = NULL;
    diffable_difference *difference = NULL;
    diffable_section_snapshot *tree = diffable_section_snapshot_new();
    diffable_error *error = NULL;
    diffable_id section = diffable_id_string("section"), parent = diffable_id_string("parent");
    diffable_id children[] = { diffable_id_string("first child"), diffable_id_string("second child") };
    check(diffable_text_view_new(NULL, ignore, NULL, NULL, &text, NULL) == DIFFABLE_OK);
    check(diffable_ndjson_view_new(NULL, ignore, NULL, NULL, &events, NULL) == DIFFABLE_OK);
    check(diffable_data_source_set_view(source, text, NULL) == DIFFABLE_OK);
    diffable_data_source_set_cell_provider(source, show, NULL, NULL);
    check(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL) == DIFFABLE_OK);
    append(snapshot, 0, 40);
    check(diffable_snapshot_append_items(snapshot, children, NULL, 1, section, NULL) == DIFFABLE_OK);
    check(diffable_snapshot_append_items(snapshot, children, NULL, 1, section, &error) == DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    check(diffable_error_message(error) != NULL);
    apply(source, snapshot);
    check(diffable_data_source_set_view(source, events, NULL) == DIFFABLE_OK);
    diffable_snapshot *next = diffable_snapshot_copy(snapshot);
    check(diffable_snapshot_move_item_before(next, diffable_id_integer(39), diffable_id_integer(0), NULL) == DIFFABLE_OK);
    append(next, 40, 40);
    difference = diffable_difference_new(snapshot, next);
    check(diffable_difference_description(difference) != NULL);
    apply(source, next);
    check(diffable_section_snapshot_append(tree, &parent, NULL, 1, diffable_id_none(), NULL) == DIFFABLE_OK);
    check(diffable_section_snapshot_append(tree, children + 1, NULL, 1, parent, NULL) == DIFFABLE_OK);
    check(diffable_section_snapshot_expand(tree, &parent, 1, NULL) == DIFFABLE_OK);
    check(diffable_data_source_apply_section(source, tree, diffable_id_string("tree"), NULL, NULL, NULL) == DIFFABLE_OK);
    diffable_error_free(error);
    diffable_section_snapshot_free(tree);
    diffable_difference_free(difference);
    diffable_snapshot_free(next);
    diffable_snapshot_free(snapshot);
    diffable_view_free(events);
    diffable_view_free(text);
    diffable_data_source_free(source);
}

/* So many items that tables are mapped, grown and searched. */
static void run_large(void)
{
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id section = diffable_id_string("section");
    check(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, NULL) == DIFFABLE_OK);
    append(snapshot, 0, 200000);
    append(snapshot, 200000, 300000);
    apply(source, snapshot);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
}

static void handle(const char *message, void *user_data)
{
    int file = *(int *)user_data;
    check(write(file, message, strlen(message)) > 0 && write(file, "\n", 1) == 1);
}

/* What one run left: what it wrote to the handler's pipe and to standard error, and how it ended. */
typedef struct outcome {
    char told[200], written[200];
    int status;
} outcome;

/* Which requests of a program are refused: each `step`th in a run of its own. */
typedef struct test {
    const char *name;
    void (*program)(void);
    kinds kinds;
    bool is_alone, has_handler;
    long step;
} test;

/* Reads a pipe to its end. */
static void read_all(int file, char *bytes, size_t capacity)
{
    size_t size = 0;
    for (ssize_t count = 1; count > 0 && size < capacity - 1; size += (size_t)count) {
        count = read(file, bytes + size, capacity - 1 - size);
        check(count >= 0);
    }
    bytes[size] = '\0';
    close(file);
}

static outcome run(const test *test, long number)
{
    outcome outcome = { .status = 0 };
    int told[2], written[2];
    check(pipe(told) == 0 && pipe(written) == 0);
    pid_t child = fork();
    check(child >= 0);
    if (child == 0) {
        dup2(written[1], STDERR_FILENO);
        alarm(60);
        diffable_set_fatal_handler(test->has_handler ? handle : NULL, &told[1]);
        refused = number;
        is_alone = test->is_alone;
        counted = test->kinds;
        test->program();
        counted = NOT_ANY;
        _exit(requests > number ? 3 : 0);
    }
    close(told[1]);
    close(written[1]);
    read_all(told[0], outcome.told, sizeof outcome.told);
    read_all(written[0], outcome.written, sizeof outcome.written);
    check(waitpid(child, &outcome.status, 0) == child);
    return outcome;
}

/* Returns whether there were at least so many requests. A run to which nothing was refused ends with 0; one that went on without the
   memory ends with 3. */
static bool run_all(test test, long least)
{
    const char *line = "diffable: out of memory\n";
    for (long number = 0;; number += test.step) {
        outcome outcome = run(&test, number);
        if (WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0 && outcome.told[0] == '\0' && outcome.written[0] == '\0') {
            printf("out of memory: %s, of %ld requests each %ldth\n", test.name, number, test.step);
            return number >= least;
        }
        if (!WIFSIGNALED(outcome.status) || WTERMSIG(outcome.status) != SIGABRT || strcmp(outcome.written, line) != 0
            || strcmp(outcome.told, test.has_handler ? line : "") != 0) {
            printf("FAILED: %s, request %ld: status %d, told '%s', written '%s'\n", test.name, number, outcome.status, outcome.told,
                   outcome.written);
            return false;
        }
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    bool holds = run_all((test){ "all from one on", run_small, ANY, false, true, 1 }, 500);
    holds &= run_all((test){ "one alone", run_small, ANY, true, true, 1 }, 500);
    holds &= run_all((test){ "without a handler", run_small, ANY, false, false, 50 }, 500);
    holds &= run_all((test){ "mapped memory of a long list", run_large, MAPPED, true, true, 1 }, 4);
    holds &= run_all((test){ "memory of a long list", run_large, ANY, true, true, 200 }, 500);
    return !holds;
}
