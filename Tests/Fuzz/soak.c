/*
 * Very many applies of small random edits on one data source: memory stays flat, and the list is what an array of the
 * same edits is.
 *
 *     soak [applies]
 */
#include <string.h>

#include "soak.h"

enum { SECTIONS = 4, ITEMS = 16, WARM_UP = 10000 };

/** The model: an array of items a section. */
static struct {
    int64_t items[SECTIONS][SECTIONS * ITEMS];
    size_t counts[SECTIONS];
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

static diffable_status show(const diffable_id *item, const diffable_content *content, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "a row", strlen("a row"));
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

static int64_t take(size_t section, size_t place)
{
    int64_t *items = model.items[section], item = items[place];
    model.counts[section] -= 1;
    memmove(items + place, items + place + 1, (model.counts[section] - place) * sizeof *items);
    return item;
}

static void put(size_t section, size_t place, int64_t item)
{
    int64_t *items = model.items[section];
    memmove(items + place + 1, items + place, (model.counts[section] - place) * sizeof *items);
    items[place] = item;
    model.counts[section] += 1;
}

/** Makes the same small change to the model and to a snapshot. */
static void edit(diffable_snapshot *snapshot)
{
    size_t section = below(SECTIONS), other = below(SECTIONS), count = model.counts[section];
    diffable_id id, target = diffable_id_integer((int64_t)other);
    diffable_status status = DIFFABLE_OK;
    const uint64_t revision = 1 + below(1000);
    const diffable_content content = diffable_content_from_revision(&revision);
    switch (count == 0 ? 0 : count > ITEMS ? 2 : below(5)) {
    case 0:
        id = identifier(next_item);
        status = diffable_snapshot_append_items(snapshot, &id, &content, 1, &target, NULL);
        put(other, model.counts[other], next_item++);
        break;
    case 1: {
        size_t place = below(count);
        id = identifier(next_item);
        status = diffable_snapshot_insert_items_before(
            snapshot, &id, NULL, 1, identifier(model.items[section][place]), NULL);
        put(section, place, next_item++);
        break;
    }
    case 2:
        id = identifier(take(section, below(count)));
        status = diffable_snapshot_delete_items(snapshot, &id, 1, NULL, NULL);
        break;
    case 3: {
        int64_t item = take(section, below(count));
        id = identifier(item);
        status = diffable_snapshot_move_items(snapshot, &id, 1, DIFFABLE_AT_END_OF_SECTION, &target, NULL);
        put(other, model.counts[other], item);
        break;
    }
    default:
        id = identifier(model.items[section][below(count)]);
        status = diffable_snapshot_reload_items(snapshot, &id, &content, 1, NULL);
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

static void check(const diffable_data_source *source, size_t applies)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    size_t total = 0;
    for (size_t section = 0; section < SECTIONS; section += 1) {
        for (size_t place = 0; place < model.counts[section]; place += 1) {
            diffable_index_path path = (diffable_index_path){ (ptrdiff_t)section, (ptrdiff_t)place };
            require(same(diffable_snapshot_item_at(list, path), identifier(model.items[section][place])),
                "the list is not the model");
        }
        total += model.counts[section];
    }
    require(
        diffable_snapshot_number_of_items(list, NULL) == (ptrdiff_t)total, "the list has more items than the model");
    require(observed == applies && written > 0, "an apply was not observed");
    diffable_snapshot_free(list);
}

static void apply(diffable_data_source *source, diffable_snapshot *snapshot)
{
    require(diffable_data_source_apply(source, snapshot, NULL, NULL, NULL) == DIFFABLE_OK, "an apply fails");
    diffable_snapshot_free(snapshot);
}

int main(int count, char **arguments)
{
    size_t applies = count > 1 ? strtoull(arguments[1], NULL, 10) : 10000000, before = 0, peak = 0;
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *snapshot = diffable_snapshot_new();
    diffable_view *view = NULL;
    require(applies > WARM_UP, "too few applies to tell anything");
    require(diffable_text_view_new(NULL, count_bytes, NULL, NULL, &view, NULL) == DIFFABLE_OK
            && diffable_data_source_set_view(source, view, NULL) == DIFFABLE_OK
            && diffable_data_source_add_observer(source, observe, NULL, NULL) != 0,
        "no data source");
    diffable_data_source_set_cell_provider(source, show, NULL, NULL);
    for (int64_t section = 0; section < SECTIONS; section += 1) {
        diffable_id id = diffable_id_integer(section);
        require(diffable_snapshot_append_sections(snapshot, &id, NULL, 1, NULL) == DIFFABLE_OK, "no section");
    }
    apply(source, snapshot);
    for (size_t done = 1; done <= applies; done += 1) {
        snapshot = diffable_data_source_snapshot(source);
        for (size_t edits = 1 + below(3); edits > 0; edits -= 1) {
            edit(snapshot);
        }
        apply(source, snapshot);
        if (done == WARM_UP) {
            before = resident();
        }
        if (done % (applies / CHECKPOINTS) == 0) {
            size_t now = resident();
            check(source, done + 1);
            peak = now > peak ? now : peak;
        }
    }
    check(source, applies + 1);
    printf("soak: %zu applies, %lld identifiers, %zu KB after the warm-up, %zu KB at most, %zu KB at the end\n",
        applies, (long long)next_item, before >> 10, peak >> 10, resident() >> 10);
    require(peak < before + GROWTH, "memory grows");
    diffable_view_free(view);
    diffable_data_source_free(source);
    return 0;
}
