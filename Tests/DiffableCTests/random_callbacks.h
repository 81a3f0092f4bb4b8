/* Arguments of every sort, and callbacks that call the library, and fail, now and then. */
#ifndef RANDOM_CALLBACKS_H
#define RANDOM_CALLBACKS_H

#include "random_cells.h"
#include "random_contents.h"

static int depth;

static diffable_id any_id(void)
{
    static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h", "", "long enough not to be short" };
    static char bytes[8][3];
    static int turn;
    diffable_id id = diffable_id_integer(below(12));
    switch (below(17)) {
    case 0: return (diffable_id){ 0 };
    case 1: return diffable_id_bytes(NULL, 3);
    case 2: id.kind = (diffable_id_kind)below(INT32_MAX); return id;
    case 3:
    case 4:
    case 5:
    case 6: return id;
    case 7:
        turn = (turn + 1) % 8;
        bytes[turn][0] = (char)below(256);
        bytes[turn][1] = (char)below(256);
        return diffable_id_bytes(bytes[turn], (size_t)below(3));
    default: return diffable_id_string(names[below(10)]);
    }
}

static ptrdiff_t any_index(void)
{
    static const ptrdiff_t indexes[] = { -1, PTRDIFF_MAX, PTRDIFF_MIN, INT32_MAX };
    return below(8) == 0 ? indexes[below(4)] : below(5);
}

static void call_anything(void);

static void maybe_call(void)
{
    if (depth < 3 && below(3) == 0) {
        depth += 1;
        call_anything();
        depth -= 1;
    }
}

static diffable_status any_ending(void)
{
    maybe_call();
    if (below(3) == 0) {
        ignore(diffable_callback_failed("any \x1b[1m reason\xff", (size_t)below(18), NULL, NULL));
    }
    return below(12) == 0 ? (diffable_status)(below(25) - 20) : DIFFABLE_OK;
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)path, (void)user_data;
    look_at_content(*content);
    diffable_bytes text = item->kind == DIFFABLE_ID_BYTES ? item->bytes : any_text();
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, text.data, text.size);
    for (int fields = below(3); fields > 0; fields -= 1) {
        set_anything(cell);
    }
    return any_ending();
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)section, (void)index, (void)user_data;
    look_at_content(*content);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, kind, below(3) == 0 ? 0 : strlen(kind));
    return any_ending();
}

static diffable_status handle(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    diffable_section_transactions_free(diffable_section_transactions_new(transaction));
    return any_ending();
}

static diffable_status write_any(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    return any_ending();
}

static diffable_status ask(const diffable_id *item, bool *answer, void *user_data)
{
    (void)item, (void)user_data;
    *answer = below(5) > 0;
    return any_ending();
}

static diffable_status notice(const diffable_id *item, void *user_data)
{
    (void)item, (void)user_data;
    return any_ending();
}

static diffable_status make_children(const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    (void)parent, (void)user_data;
    diffable_id id = any_id();
    ignore(diffable_snapshot_append_items(children, &id, NULL, 1, NULL, NULL));
    return any_ending();
}

static const char *any_kind(const diffable_id *item, const diffable_content *content, void *user_data)
{
    (void)item, (void)user_data;
    maybe_call();
    const uint64_t revision = diffable_content_revision(*content);
    return revision == 1 ? "a" : revision == 2 ? "b" : NULL;
}

static void finalize(void *user_data)
{
    (void)user_data;
    maybe_call();
}

/** Asks for cells, also for some that there are not. */
static diffable_status prepare_any(diffable_preparation *preparation, void *user_data)
{
    (void)user_data;
    maybe_call();
    assert_non_null(diffable_preparation_transaction(preparation));
    for (int count = below(4); count > 0; count -= 1) {
        diffable_cell *cell = NULL;
        assert_true(
            diffable_preparation_cell(preparation, (diffable_index_path){ any_index(), any_index() }, &cell, NULL)
            <= DIFFABLE_OK);
        diffable_cell_free(cell);
        cell = NULL;
        assert_true(diffable_preparation_supplementary_cell(preparation, "header", (size_t)any_index(), &cell, NULL)
            <= DIFFABLE_OK);
        diffable_cell_free(cell);
    }
    return any_ending();
}

static diffable_status commit_any(const diffable_transaction *transaction, void *user_data)
{
    return handle(transaction, user_data);
}

static void cancel_any(const diffable_transaction *transaction, void *user_data)
{
    handle(transaction, user_data);
}

/** A view of callbacks, some of which may be missing. */
static diffable_view *any_program_view(void)
{
    diffable_view_callbacks callbacks = DIFFABLE_VIEW_CALLBACKS_INIT;
    diffable_view *view = NULL;
    callbacks.prepare = below(4) > 0 ? prepare_any : NULL;
    callbacks.commit = below(4) > 0 ? commit_any : NULL;
    callbacks.cancel = below(4) > 0 ? cancel_any : NULL;
    assert_int_equal(diffable_view_new(&callbacks, NULL, finalize, &view, NULL), DIFFABLE_OK);
    return view;
}

/** A view that writes to a callback, with options of every sort; NULL where they are refused. */
static diffable_view *any_view(void)
{
    if (below(3) == 0) {
        return any_program_view();
    }
    diffable_text_view_options options = DIFFABLE_TEXT_VIEW_OPTIONS_INIT;
    diffable_view *view = NULL;
    diffable_error *failure = NULL;
    options.struct_size = below(8) > 0 ? options.struct_size : (size_t)any_index();
    options.width = (size_t)below(3) * 20;
    options.context = any_index();
    options.color = (diffable_color)below(4);
    diffable_ndjson_view_options events = { below(8) > 0 ? sizeof events : (size_t)any_index(), below(2) > 0 };
    diffable_status status = below(2) > 0
        ? diffable_text_view_new(below(2) > 0 ? &options : NULL, write_any, NULL, finalize, &view, &failure)
        : diffable_ndjson_view_new(below(2) > 0 ? &events : NULL, write_any, NULL, finalize, &view, &failure);
    assert_int_equal(status == DIFFABLE_OK, view != NULL);
    diffable_error_free(failure);
    return view;
}

#endif
