/* What the reader has, against what the engine says. */
#include <stdlib.h>
#include <string.h>

#include "session.h"

static void expect(const struct session *session, bool condition, const char *message)
{
    if (!condition) {
        session_report(session, message);
    }
}

static bool is_text(const struct identifier *known, diffable_bytes text)
{
    if (known == NULL || text.size == 0) {
        return known == NULL && text.size == 0;
    }
    return !known->is_integer && known->size == text.size && memcmp(known->bytes, text.data, text.size) == 0;
}

static bool is_identifier(const struct identifier *known, diffable_id id)
{
    if (id.kind == DIFFABLE_ID_INTEGER) {
        return known->is_integer && known->integer == id.integer;
    }
    bool is_bytes = id.kind == DIFFABLE_ID_BYTES && !known->is_integer && known->size == id.bytes.size;
    return is_bytes && (known->size == 0 || memcmp(known->bytes, id.bytes.data, known->size) == 0);
}

/** Whether a cell shows a look. One that shows nothing is NULL if it is a header or footer. */
static bool shows(const struct session *session, const struct cell *cell, uint8_t look, bool is_edge)
{
    diffable_bytes texts[CELL_TEXTS];
    int32_t height, indentation;
    bool is_anything = look_texts(session, look, texts, &height, &indentation);
    if (cell == NULL || (is_edge && !is_anything)) {
        return cell == NULL && is_edge && !is_anything;
    }
    const char *bytes = cell->bytes;
    for (int index = 0; index < CELL_TEXTS; index += 1) {
        size_t size = texts[index].size;
        if (cell->sizes[index] != size || (size > 0 && memcmp(bytes, texts[index].data, size) != 0)) {
            return false;
        }
        bytes += texts[index].size;
    }
    return cell->height == height && cell->indentation == indentation;
}

/** Whether items of a tree can be expanded: without any the section is a plain one. */
static bool is_outline(const diffable_snapshot *tree, const diffable_id *items, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        if (diffable_snapshot_is_expandable(tree, items[index])
            || diffable_snapshot_level_of_item(tree, items[index]) > 0) {
            return true;
        }
    }
    return false;
}

static bool is_parent(const diffable_snapshot *tree, const diffable_id *items, size_t count, diffable_id item)
{
    bool result = diffable_snapshot_is_expandable(tree, item);
    for (size_t index = 0; index < count && !result; index += 1) {
        result = diffable_id_equal(diffable_snapshot_parent_of_item(tree, items[index]), item);
    }
    return result;
}

/** The levels and disclosures of the rows of a section. */
static void check_outline(
    const struct session *session, const struct section *section, const diffable_snapshot *tree, const diffable_id *ids)
{
    diffable_id items[ITEMS];
    size_t count = diffable_snapshot_all_item_identifiers(tree, 0, items, ITEMS);
    bool has_outline = is_outline(tree, items, count);
    for (size_t index = 0; index < section->count; index += 1) {
        const struct row *row = &section->rows[index];
        enum disclosure expected = NO_DISCLOSURE;
        if (has_outline && is_parent(tree, items, count, ids[index])) {
            expected = diffable_snapshot_is_expanded(tree, ids[index]) ? EXPANDED : COLLAPSED;
        } else if (has_outline) {
            expected = LEAF;
        }
        expect(session, row->disclosure == expected, "a row has another disclosure");
        ptrdiff_t level = has_outline ? diffable_snapshot_level_of_item(tree, ids[index]) : 0;
        expect(session, row->level == level, "a row has another level");
    }
}

static void check_section(
    const struct source *source, const diffable_snapshot *snapshot, const struct section *section, diffable_id id)
{
    const struct session *session = source->session;
    expect(session, is_identifier(section->id, id), "another section");
    const uint8_t *edges = source->edges[session_find(session->sections, SECTIONS, id)];
    for (int edge = 0; edge < 2; edge += 1) {
        bool is_right = source->has_edges ? shows(session, section->edges[edge], edges[edge], true)
                                          : section->edges[edge] == NULL;
        expect(session, is_right, "another header or footer");
    }
    diffable_id items[ITEMS + 1];
    ptrdiff_t count = diffable_snapshot_item_identifiers(snapshot, &id, 0, items, NULL, ITEMS + 1);
    expect(session, count >= 0 && section->count == (size_t)count, "another number of items");
    for (size_t index = 0; index < section->count; index += 1) {
        const struct row *row = &section->rows[index];
        expect(session, is_identifier(row->id, items[index]), "another item");
        uint8_t look = source->looks[session_find(session->items, ITEMS, items[index])];
        expect(session, shows(session, row->cell, look, false), "another cell");
    }
    diffable_snapshot *tree = diffable_snapshot_section_snapshot(snapshot, id);
    check_outline(session, section, tree, items);
    diffable_snapshot_free(tree);
}

void session_check(struct source *source, const diffable_transaction *transaction)
{
    struct session *session = source->session;
    expect(session, session->written_list == source->list, "the list has another number");
    const struct list *list = reader_list(&session->reader, source->list);
    expect(session, list != NULL, "the reader has no such list");
    const char *animation = diffable_row_animation_name(diffable_transaction_animation(transaction));
    expect(session, strcmp(list->animation, animation) == 0, "another animation");
    expect(session, is_text(list->caption, diffable_transaction_caption(transaction)), "another caption");
    expect(session, is_text(list->name, diffable_data_source_name(source->object)), "another name");
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source->object);
    diffable_id sections[SECTIONS + 1];
    size_t count = diffable_snapshot_section_identifiers(snapshot, 0, sections, SECTIONS + 1);
    expect(session, list->count == count, "another number of sections");
    for (size_t index = 0; index < count; index += 1) {
        check_section(source, snapshot, &list->sections[index], sections[index]);
    }
    diffable_snapshot_free(snapshot);
}
