/* A view of a program's own that writes down what happens to it, for views_test.c and shown_views_test.c. */
#ifndef PROGRAM_VIEW_H
#define PROGRAM_VIEW_H

#include "support.h"

static diffable_data_source *source;
static diffable_view *view;
static text story;
static int finalized;
/* Where something happens, once: a failure, an apply, or what a test does there. */
static const char *failing, *applying, *meddling;
static void (*meddle)(void);
/* What `prepare` asks for. */
static bool asks_for_cells;

/* Returns whether the place is the one named, and names none any more. */
static inline bool is_at(const char *place, const char **name)
{
    bool is_here = *name != NULL && strcmp(place, *name) == 0;
    if (is_here) {
        *name = NULL;
    }
    return is_here;
}

static inline diffable_status happen(const char *place, const diffable_transaction *transaction)
{
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    add(&story, "%s (%s)", place, outline(current));
    diffable_snapshot_free(current);
    if (transaction != NULL) {
        add(&story, " of %s -> %s", outline(diffable_transaction_initial_snapshot(transaction)),
            outline(diffable_transaction_final_snapshot(transaction)));
    }
    add(&story, "\n");
    if (is_at(place, &applying)) {
        diffable_snapshot *next = snapshot_of("Q: q");
        diffable_transaction *queued = (diffable_transaction *)source;
        assert_true(diffable_data_source_is_applying(source));
        assert_int_equal(diffable_data_source_apply(source, next, NULL, &queued, NULL), DIFFABLE_QUEUED);
        assert_null(queued);
        diffable_snapshot_free(next);
    }
    if (is_at(place, &meddling)) {
        meddle();
    }
    return is_at(place, &failing) ? DIFFABLE_ERROR_CALLBACK_FAILED : DIFFABLE_OK;
}

static inline diffable_status prepare(diffable_preparation *preparation, void *user_data)
{
    assert_ptr_equal(user_data, &finalized);
    const diffable_transaction *transaction = diffable_preparation_transaction(preparation);
    const diffable_snapshot *next = diffable_transaction_final_snapshot(transaction);
    for (ptrdiff_t item = 0; asks_for_cells && item < diffable_snapshot_number_of_items(next, NULL); item += 1) {
        diffable_cell *cell = NULL;
        if (diffable_preparation_cell(preparation, (diffable_index_path){ 0, item }, &cell, NULL) != DIFFABLE_OK) {
            return DIFFABLE_ERROR_CALLBACK_FAILED;
        }
        add(&story, "[%.*s] ", (int)diffable_cell_text(cell, DIFFABLE_CELL_TEXT).size,
            diffable_cell_text(cell, DIFFABLE_CELL_TEXT).data);
        diffable_cell_free(cell);
    }
    return happen("prepare", transaction);
}

static inline diffable_status commit(const diffable_transaction *transaction, void *user_data)
{
    assert_ptr_equal(user_data, &finalized);
    return happen("commit", transaction);
}

static inline void cancel(const diffable_transaction *transaction, void *user_data)
{
    assert_ptr_equal(user_data, &finalized);
    happen("cancel", transaction);
}

static inline diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    return happen(user_data, NULL);
}

static inline diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    return is_at("provide", &failing) ? DIFFABLE_ERROR_PROVIDER_FAILED : show_id(item, content, path, cell, user_data);
}

static inline diffable_status provide_header(const char *kind, const diffable_id *section,
    const diffable_content *content, size_t index, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index, (void)user_data;
    if (strcmp(kind, "header") == 0) {
        diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->bytes.data, section->bytes.size);
    }
    return DIFFABLE_OK;
}

static inline diffable_status allow(const diffable_id *item, bool *answer, void *user_data)
{
    (void)item, (void)user_data;
    *answer = true;
    return DIFFABLE_OK;
}

static inline diffable_status will_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return happen("will", NULL);
}

static inline diffable_status did_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    return happen("did", NULL);
}

static const diffable_view_callbacks callbacks = { sizeof callbacks, prepare, commit, cancel, NULL };

static inline int set_up(void **state)
{
    (void)state;
    story.size = 0;
    story.bytes[0] = '\0';
    finalized = 0;
    failing = applying = meddling = NULL;
    asks_for_cells = false;
    source = diffable_data_source_new();
    diffable_reordering_handlers handlers = { sizeof handlers, allow, will_reorder, did_reorder };
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    diffable_data_source_set_supplementary_provider(source, provide_header, NULL, NULL);
    assert_ok(diffable_data_source_set_reordering_handlers(source, &handlers, NULL, NULL, &error));
    assert_int_not_equal(diffable_data_source_add_observer(source, observe, "observer", NULL), 0);
    assert_ok(diffable_view_new(&callbacks, &finalized, count_up, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    assert_ok(apply(source, "A: a b"));
    story.size = 0;
    story.bytes[0] = '\0';
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    diffable_view_free(view);
    assert_int_equal(finalized, 1);
    return 0;
}

static inline diffable_status apply_completing(const char *line, diffable_transaction **transaction)
{
    diffable_snapshot *snapshot = snapshot_of(line);
    diffable_status status = diffable_data_source_apply(
        source, snapshot, COMPLETING(observe, "completion", NULL), transaction, &error);
    diffable_snapshot_free(snapshot);
    return status;
}

static inline diffable_status drag(void)
{
    return diffable_data_source_reorder_item(
        source, (diffable_index_path){ 0, 1 }, (diffable_index_path){ 0, 0 }, NULL, NULL);
}

#define assert_story(expected) \
    do { \
        assert_string_equal(story.bytes, expected); \
        story.size = 0; \
        story.bytes[0] = '\0'; \
    } while (0)

#endif
