/*
 * A mail client with a view of its own.
 *
 *     cc -std=c11 mail.c $(pkg-config --cflags --libs diffable)
 *
 * After each change of the mail, the program describes the whole list, with an item for each message. The view keeps an
 * array of rows, and changes it step by step. After each apply, `check_rows` checks that the rows match the list.
 */
#include <diffable.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 5, TEXT = 48 };

static struct message {
    int64_t id;
    const char *subject;
    bool is_read, is_deleted;
} mail[] = {
    /* in the order of the list */
    { .id = 101, .subject = "Ada: notes on the engine" },
    { .id = 102, .subject = "Grace: a moth in the relay" },
    { .id = 103, .subject = "Edsger: go to" },
    { .id = 104, .subject = "You have won" },
    { .id = 105, .subject = "You have won again" },
    { .id = 106, .subject = "You have won a lot" },
    { .id = 107, .subject = "You have won it all" },
    { .id = 108, .subject = "You have won more than all" },
};

/* The rows of the view. While the steps of a change are carried out, the array contains both old and new rows. */
typedef struct row {
    int64_t id;
    char text[TEXT];
} row;
static row rows[2 * ROOM];
static size_t row_count;

static void require(bool condition, const char *message)
{
    if (!condition) {
        fprintf(stderr, "mail: %s\n", message);
        exit(EXIT_FAILURE);
    }
}

/* Makes the row of an item. Its text is the content of the item. */
static row make_row(const diffable_snapshot *list, diffable_id id)
{
    const diffable_content content = diffable_snapshot_item_content(list, id);
    row row = { .id = id.integer };
    memcpy(row.text, content.data, content.size);
    return row;
}

/* Moves the rows that begin at index `from` to index `to`: down to make room, or up over rows that leave. */
static void shift_rows(size_t from, size_t to)
{
    memmove(&rows[to], &rows[from], (row_count - from) * sizeof *rows);
    row_count += to - from;
}

/* Carries out a step, which changes `count` consecutive rows. In a move, `to` is an index in the list without them. */
static diffable_status carry_out(const diffable_steps *steps, size_t index, const diffable_step *step, void *list)
{
    const bool leave = step->kind == DIFFABLE_STEP_DELETE_ITEMS || step->kind == DIFFABLE_STEP_MOVE_ITEMS;
    const bool arrive = step->kind == DIFFABLE_STEP_INSERT_ITEMS || step->kind == DIFFABLE_STEP_MOVE_ITEMS;
    const size_t count = step->count, from = (size_t)step->from.item,
                 to = (size_t)(arrive ? step->to : step->from).item;
    if (step->kind == DIFFABLE_STEP_INSERT_SECTIONS)
        return DIFFABLE_OK; /* the list has one section, for which there is no row */
    if (leave)
        shift_rows(from + count, from);
    if (arrive)
        shift_rows(to, to + count);
    for (size_t i = 0; i < count && (arrive || !leave); i += 1) {
        rows[to + i] = make_row(list, diffable_step_identifier(steps, index, i));
    }
    return DIFFABLE_OK;
}

/*
 * The view first prepares for a change. Everything that can fail belongs here, because a failure undoes the apply. Then
 * `commit` shows the change.
 */
static diffable_status prepare(diffable_preparation *preparation, void *user_data)
{
    (void)user_data;
    const diffable_snapshot *list = diffable_transaction_final_snapshot(diffable_preparation_transaction(preparation));
    if (diffable_snapshot_number_of_items(list, NULL) <= ROOM)
        return DIFFABLE_OK;
    return diffable_callback_failed("the screen is full", 18, NULL, NULL);
}

static diffable_status commit(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    const diffable_step_handlers handlers = { sizeof handlers, carry_out, carry_out, carry_out, carry_out };
    diffable_steps *steps = diffable_steps_new(diffable_transaction_difference(transaction));
    void *list = (void *)diffable_transaction_final_snapshot(transaction);
    diffable_status status = diffable_steps_replay(steps, &handlers, list, NULL);
    diffable_steps_free(steps);
    printf("%s\n", diffable_difference_description(diffable_transaction_difference(transaction)));
    return status;
}

static void check_rows(const diffable_data_source *source)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    require(
        (ptrdiff_t)row_count == diffable_snapshot_number_of_items(list, NULL), "there are not as many rows as items");
    for (size_t i = 0; i < row_count; i += 1) {
        const row row = make_row(list, diffable_snapshot_item_at(list, (diffable_index_path){ 0, (ptrdiff_t)i }));
        require(row.id == rows[i].id && strcmp(row.text, rows[i].text) == 0, "a row does not show its item");
        printf("  %s\n", row.text);
    }
    diffable_snapshot_free(list);
}

/* Describes the list with the messages that have arrived, and makes it the current list. */
static void show(diffable_data_source *source, size_t received, const char *title)
{
    diffable_snapshot *list = diffable_data_source_new_snapshot(source);
    const diffable_id inbox = diffable_id_string("inbox");
    diffable_error *error = NULL;
    diffable_status status = diffable_snapshot_append_sections(list, &inbox, NULL, 1, &error);
    for (size_t i = 0; i < received && status == DIFFABLE_OK; i += 1) {
        if (mail[i].is_deleted)
            continue;
        char text[TEXT];
        const int size = snprintf(text, TEXT, "%c %s", mail[i].is_read ? ' ' : '*', mail[i].subject);
        const diffable_content content = diffable_content_bytes(text, (size_t)size);
        status = diffable_snapshot_append_integers(list, &mail[i].id, &content, 1, &inbox, &error);
    }
    printf("%s: ", title);
    if (status == DIFFABLE_OK)
        status = diffable_data_source_apply(source, list, NULL, NULL, &error);
    if (status != DIFFABLE_OK)
        printf("%s\n", diffable_error_message(error));
    diffable_snapshot_free(list);
    diffable_error_free(error);
    check_rows(source);
}

int main(void)
{
    const diffable_view_callbacks callbacks = { sizeof callbacks, prepare, commit, NULL, NULL };
    diffable_data_source *source = diffable_data_source_new();
    diffable_view *view;
    require(diffable_view_new(&callbacks, NULL, NULL, &view, NULL) == DIFFABLE_OK, "there is no view");
    require(diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK, "the list has no view");
    diffable_view_free(view);

    show(source, 3, "Three messages arrive");
    mail[1].is_read = true;
    show(source, 5, "One is read, and two arrive");
    const struct message answered = mail[2];
    memmove(&mail[1], mail, 2 * sizeof *mail);
    mail[0] = answered;
    show(source, 5, "An answer brings one to the top");
    mail[3].is_deleted = mail[4].is_deleted = true;
    show(source, 5, "Two are deleted");
    show(source, 8, "Too many arrive");
    diffable_data_source_free(source);
}
