/*
 * Very many applies of small random edits on one data source, whose items have contents, and some of them children:
 * memory stays flat, and the list is what arrays of the same edits are.
 *
 *     soak [applies]
 */
#include <string.h>

#include "soak.h"

/* Items are roots of one of SECTIONS sections, or children of one of FOLDERS items, which are in a section of theirs.
 */
enum { SECTIONS = 4, FOLDERS = 2, GROUPS = SECTIONS + FOLDERS, ITEMS = 16, CONTENT_SIZES = 60, TEXT_SIZE = 5 };

/** The number of an item, and the number of its content; 0 for none. */
typedef struct row {
    int64_t item;
    size_t content;
} row;

/** The model: the rows of each group in an array. */
static struct {
    row rows[GROUPS][GROUPS * ITEMS];
    size_t counts[GROUPS];
    bool is_expanded[FOLDERS];
} model;

/** Identifiers are never used again, so that those which are gone must be let go of. */
static int64_t next_item;
static size_t observed, written;

/** Every third item is a string. */
static diffable_id identifier(int64_t item)
{
    static char texts[2][32];
    static int turn;
    if (item % 3 != 0) {
        return diffable_id_integer(item);
    }
    turn = 1 - turn;
    snprintf(texts[turn], sizeof texts[turn], "the item of number %lld", (long long)item);
    return diffable_id_string(texts[turn]);
}

static diffable_id folder(size_t group)
{
    return diffable_id_string(group % 2 == 0 ? "the even folder" : "the odd folder");
}

/** The section or the item that a group is in. */
static diffable_id owner(size_t group)
{
    return group < SECTIONS ? diffable_id_integer((int64_t)group) : folder(group);
}

static diffable_placement end_of(size_t group)
{
    return group < SECTIONS ? DIFFABLE_AT_END_OF_SECTION : DIFFABLE_AT_END_OF_PARENT;
}

/** The content of a number, which is valid until the next call. */
static diffable_content content_of(size_t number)
{
    static char bytes[CONTENT_SIZES];
    if (number == 0) {
        return (diffable_content){ .data = NULL };
    }
    memset(bytes, 'a' + (int)(number % 26), sizeof bytes);
    return diffable_content_bytes(bytes, number % CONTENT_SIZES);
}

static diffable_status show(const diffable_id *item, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)item, (void)path, (void)user_data;
    diffable_cell_set_text(
        cell, DIFFABLE_CELL_TEXT, content->data, content->size < TEXT_SIZE ? content->size : TEXT_SIZE);
    return DIFFABLE_OK;
}

static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    observed += 1;
    return DIFFABLE_OK;
}

static diffable_status count_bytes(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)user_data;
    written += size;
    return DIFFABLE_OK;
}

static row take(size_t group, size_t place)
{
    row *rows = model.rows[group], taken = rows[place];
    model.counts[group] -= 1;
    memmove(rows + place, rows + place + 1, (model.counts[group] - place) * sizeof *rows);
    return taken;
}

static void put(size_t group, size_t place, row new)
{
    row *rows = model.rows[group];
    memmove(rows + place + 1, rows + place, (model.counts[group] - place) * sizeof *rows);
    rows[place] = new;
    model.counts[group] += 1;
}

/** Gives a row another content, and marks it to be reloaded or reconfigured. */
static diffable_status update(diffable_snapshot *snapshot, row *updated)
{
    diffable_id id = identifier(updated->item);
    updated->content = 1 + below(1000);
    diffable_content content = content_of(updated->content);
    switch (below(3)) {
    case 0: return diffable_snapshot_reload_items(snapshot, &id, &content, 1, NULL);
    case 1: return diffable_snapshot_reconfigure_items(snapshot, &id, &content, 1, NULL);
    default: return diffable_snapshot_update_items(snapshot, &id, &content, 1, NULL, NULL);
    }
}

/** Makes the same small change to the model and to a snapshot. */
static void edit(diffable_snapshot *snapshot)
{
    size_t group = below(GROUPS), other = below(GROUPS), count = model.counts[group];
    row new = { next_item, below(1000) };
    diffable_content content = content_of(new.content);
    diffable_id id = identifier(next_item), target = owner(other);
    diffable_status status = DIFFABLE_OK;
    switch (count == 0 ? 0 : count > ITEMS ? 2 : below(6)) {
    case 0:
        status = diffable_snapshot_insert_items(snapshot, &id, &content, 1, end_of(other), &target, NULL);
        put(other, model.counts[other], new);
        next_item += 1;
        break;
    case 1: {
        size_t place = below(count);
        status = diffable_snapshot_insert_items_before(
            snapshot, &id, &content, 1, identifier(model.rows[group][place].item), NULL);
        put(group, place, new);
        next_item += 1;
        break;
    }
    case 2:
        id = identifier(take(group, below(count)).item);
        status = diffable_snapshot_delete_items(snapshot, &id, 1, NULL, NULL);
        break;
    case 3: {
        row moved = take(group, below(count));
        id = identifier(moved.item);
        status = diffable_snapshot_move_items(snapshot, &id, 1, end_of(other), &target, NULL);
        put(other, model.counts[other], moved);
        break;
    }
    case 4: {
        bool *is_expanded = &model.is_expanded[other % FOLDERS];
        id = folder(other);
        *is_expanded = !*is_expanded;
        status = *is_expanded ? diffable_snapshot_expand(snapshot, &id, 1, NULL)
                              : diffable_snapshot_collapse(snapshot, &id, 1, NULL);
        break;
    }
    default: status = update(snapshot, &model.rows[group][below(count)]);
    }
    require(status == DIFFABLE_OK, "an edit is refused");
}

static bool same(diffable_id left, diffable_id right)
{
    if (left.kind != right.kind || left.kind == DIFFABLE_ID_INTEGER) {
        return left.kind == right.kind && left.integer == right.integer;
    }
    return left.bytes.size == right.bytes.size && memcmp(left.bytes.data, right.bytes.data, left.bytes.size) == 0;
}

/** Whether an item has a content; one of no bytes is not the same as none. */
static bool has_content(const diffable_snapshot *list, diffable_id item, diffable_content content)
{
    diffable_content actual = diffable_snapshot_item_content(list, item);
    return (actual.data == NULL) == (content.data == NULL) && actual.size == content.size
        && (actual.size == 0 || memcmp(actual.data, content.data, actual.size) == 0);
}

static void check(const diffable_data_source *source, size_t applies)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    diffable_id ids[GROUPS * ITEMS];
    for (size_t group = 0; group < GROUPS; group += 1) {
        diffable_id own = owner(group);
        ptrdiff_t count = group < SECTIONS
            ? diffable_snapshot_item_identifiers(list, &own, 0, ids, NULL, GROUPS * ITEMS)
            : diffable_snapshot_children_of_item(list, own, 0, ids, GROUPS * ITEMS);
        require(count == (ptrdiff_t)model.counts[group], "the list has other items than the model");
        for (size_t place = 0; place < model.counts[group]; place += 1) {
            row expected = model.rows[group][place];
            require(same(ids[place], identifier(expected.item)), "the list is not the model");
            require(has_content(list, ids[place], content_of(expected.content)), "a content is not that of the model");
        }
        require(group < SECTIONS || diffable_snapshot_is_expanded(list, own) == model.is_expanded[group % FOLDERS],
            "an expansion is not that of the model");
    }
    require(observed == applies && written > 0, "an apply was not observed");
    diffable_snapshot_free(list);
}

static void apply(diffable_data_source *source, diffable_snapshot *snapshot)
{
    require(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL) == DIFFABLE_OK, "an apply fails");
    diffable_snapshot_free(snapshot);
}

static diffable_snapshot *first_list(void)
{
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_id folders[FOLDERS] = { folder(0), folder(1) };
    for (int64_t section = 0; section <= SECTIONS; section += 1) {
        diffable_id id = diffable_id_integer(section);
        require(diffable_snapshot_append_sections(snapshot, &id, NULL, 1, NULL) == DIFFABLE_OK, "no section");
    }
    require(diffable_snapshot_append_items(snapshot, folders, NULL, FOLDERS, NULL, NULL) == DIFFABLE_OK, "no folder");
    return snapshot;
}

int main(int count, char **arguments)
{
    size_t applies = count > 1 ? strtoull(arguments[1], NULL, 10) : 10000000;
    diffable_data_source *source = diffable_data_source_new();
    diffable_view *view = NULL;
    require(applies > WARM_UP, "too few applies to tell anything");
    require(diffable_text_view_new(NULL, count_bytes, NULL, NULL, &view, NULL) == DIFFABLE_OK
            && diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK
            && diffable_data_source_add_observer(source, observe, NULL, NULL) != 0,
        "no data source");
    diffable_data_source_set_cell_provider(source, show, NULL, NULL);
    apply(source, first_list());
    for (size_t done = 1; done <= applies; done += 1) {
        diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
        for (size_t edits = 1 + below(3); edits > 0; edits -= 1) {
            edit(snapshot);
        }
        apply(source, snapshot);
        if (look_at_memory(done, applies)) {
            check(source, done + 1);
        }
    }
    check(source, applies + 1);
    printf("soak: %zu applies, %lld identifiers", applies, (long long)next_item);
    report_memory();
    diffable_view_free(view);
    diffable_data_source_free(source);
    return 0;
}
