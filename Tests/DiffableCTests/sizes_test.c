/* Structs of programs that were compiled against an older header: those of the first release of this SONAME are taken,
   in memory that ends where they ended. The sizes stay what they are when a struct grows. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <diffable_terminal.h>

#include "support.h"
#include "person.h"

#include <unistd.h>

enum {
    CHANGE = 176,
    STEP = 72,
    SECTION_TRANSACTION = 64,
    TEXT_VIEW_OPTIONS = 32,
    VIEW_CALLBACKS = 40,
    APPLY_OPTIONS = 88,
    SECTION_SNAPSHOT_HANDLERS = 48,
    REORDERING_HANDLERS = 32,
    TERMINAL_OPTIONS = 80,
    EVENT = 80,
    STEP_HANDLERS = 40,
    CONFLICT = 144,
    NDJSON_VIEW_OPTIONS = 16,
    DERIVATION = 80,
    PENDING_CHANGES = 32,
};

static diffable_data_source *source;
static diffable_snapshot *snapshot;
static diffable_difference *difference;

static int set_up(void **state)
{
    (void)state;
    source = diffable_data_source_new();
    snapshot = snapshot_of("A: a b");
    diffable_snapshot *empty = diffable_snapshot_new();
    difference = diffable_difference_new(empty, snapshot);
    diffable_snapshot_free(empty);
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    assert_ok(apply(source, "A: a b"));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_difference_free(difference);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
    return 0;
}

/* A struct of so many bytes, and nothing behind them. */
static void *of_size(size_t size)
{
    void *memory = calloc(1, size);
    assert_non_null(memory);
    memcpy(memory, &size, sizeof size);
    return memory;
}

/* Calls with a struct of the size that it had at first, and with a smaller one. */
static void takes(diffable_status (*call)(void *), size_t first)
{
    void *memory = of_size(first);
    assert_ok(call(memory));
    free(memory);
    char message[100];
    snprintf(message, sizeof message, ": struct_size is %zu; start from the _INIT macro of the struct", first - 1);
    memory = of_size(first - 1);
    assert_int_equal(call(memory), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(diffable_error_message(error), message));
    diffable_error_free(error);
    error = NULL;
    free(memory);
}

static diffable_status take_change(void *change)
{
    return diffable_difference_changes(difference, DIFFABLE_INSERTED_ITEMS, 1, change, 1, NULL, &error);
}

static diffable_status take_step(void *step)
{
    diffable_steps *steps = diffable_steps_new(difference);
    diffable_status status = diffable_steps_read(steps, 0, step, 1, NULL, &error);
    diffable_steps_free(steps);
    return status;
}

static diffable_status take_step_handlers(void *handlers)
{
    diffable_steps *steps = diffable_steps_new(difference);
    diffable_status status = diffable_steps_replay(steps, handlers, NULL, &error);
    diffable_steps_free(steps);
    return status;
}

/* Of two lists with the same item and different contents. */
static diffable_status take_conflict(void *conflict)
{
    diffable_snapshot *base = diffable_snapshot_new(), *mine = snapshot_of("A: a=1"), *theirs = snapshot_of("A: a=2");
    diffable_snapshot *merged;
    diffable_conflicts *conflicts;
    assert_ok(diffable_snapshot_merge(base, mine, theirs, &merged, &conflicts, &error));
    diffable_status status = diffable_conflicts_read(conflicts, 0, conflict, 1, NULL, &error);
    diffable_conflicts_free(conflicts);
    diffable_snapshot_free(merged);
    diffable_snapshot_free(theirs);
    diffable_snapshot_free(mine);
    diffable_snapshot_free(base);
    return status;
}

static diffable_status take_pending_changes(void *pending)
{
    diffable_data_source *derived = NULL;
    assert_ok(diffable_data_source_derive(source, NULL, &derived, &error));
    diffable_status status = diffable_data_source_pending(derived, pending, &error);
    diffable_data_source_free(derived);
    return status;
}

static diffable_status take_derivation(void *derivation)
{
    diffable_data_source *derived = NULL;
    diffable_status status = diffable_data_source_derive(source, derivation, &derived, &error);
    diffable_data_source_free(derived);
    return status;
}

static diffable_status take_ndjson_view_options(void *options)
{
    diffable_view *view = NULL;
    diffable_status status = diffable_stdout_ndjson_view_new(options, &view, &error);
    diffable_view_free(view);
    return status;
}

/* Of an apply that adds an item to a section. */
static diffable_status take_section_transaction(void *one)
{
    diffable_transaction *transaction;
    assert_ok(apply(source, "A: a"));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    diffable_section_transactions *transactions = diffable_section_transactions_new(transaction);
    diffable_status status = diffable_section_transactions_at(transactions, 0, one, &error);
    diffable_section_transactions_free(transactions);
    diffable_transaction_free(transaction);
    return status;
}

static diffable_status take_text_view_options(void *options)
{
    diffable_view *view = NULL;
    diffable_status status = diffable_stdout_text_view_new(options, &view, &error);
    diffable_view_free(view);
    return status;
}

static diffable_status take_view_callbacks(void *callbacks)
{
    diffable_view *view = NULL;
    diffable_status status = diffable_view_new(callbacks, NULL, NULL, &view, &error);
    diffable_view_free(view);
    return status;
}

static diffable_status take_apply_options(void *options)
{
    return diffable_data_source_apply(source, snapshot, options, NULL, &error);
}

static diffable_status take_section_snapshot_handlers(void *handlers)
{
    return diffable_data_source_set_section_snapshot_handlers(source, handlers, NULL, NULL, &error);
}

static diffable_status take_reordering_handlers(void *handlers)
{
    return diffable_data_source_set_reordering_handlers(source, handlers, NULL, NULL, &error);
}

static diffable_status take_terminal_options(void *options)
{
    diffable_terminal *terminal = NULL;
    diffable_status status = diffable_terminal_new(source, options, &terminal, &error);
    diffable_terminal_free(terminal);
    return status;
}

static diffable_status take_event(void *event)
{
    diffable_terminal *terminal = NULL;
    assert_ok(diffable_terminal_new(source, NULL, &terminal, &error));
    assert_int_equal(write(person, "q", 1), 1);
    diffable_status status = diffable_terminal_wait(terminal, event, &error);
    diffable_terminal_free(terminal);
    return status;
}

static void those_that_are_filled(void **state)
{
    (void)state;
    takes(take_change, CHANGE);
    takes(take_step, STEP);
    takes(take_section_transaction, SECTION_TRANSACTION);
    takes(take_conflict, CONFLICT);
    takes(take_pending_changes, PENDING_CHANGES);
}

static void those_that_are_read(void **state)
{
    (void)state;
    takes(take_step_handlers, STEP_HANDLERS);
    takes(take_derivation, DERIVATION);
    takes(take_ndjson_view_options, NDJSON_VIEW_OPTIONS);
    takes(take_text_view_options, TEXT_VIEW_OPTIONS);
    takes(take_view_callbacks, VIEW_CALLBACKS);
    takes(take_apply_options, APPLY_OPTIONS);
    takes(take_section_snapshot_handlers, SECTION_SNAPSHOT_HANDLERS);
    takes(take_reordering_handlers, REORDERING_HANDLERS);
}

static void those_of_terminals(void **state)
{
    (void)state;
    int before[2], terminal = open_pseudoterminal(20, 5);
    fflush(stdout);
    for (int fd = 0; fd < 2; fd += 1) {
        before[fd] = dup(fd);
        dup2(terminal, fd);
    }
    setenv("TERM", "xterm", 1);
    takes(take_terminal_options, TERMINAL_OPTIONS);
    takes(take_event, EVENT);
    for (int fd = 0; fd < 2; fd += 1) {
        dup2(before[fd], fd);
        close(before[fd]);
    }
    close(terminal);
    close(person);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = { TEST(those_that_are_filled), TEST(those_that_are_read),
        TEST(those_of_terminals) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
