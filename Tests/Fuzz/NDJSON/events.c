/* What each event does to the lists of a reader, from the table in docs/ndjson.md. */
#include "events.h"

#include <stdlib.h>
#include <string.h>

static struct list *list(struct reader *reader)
{
    return &reader->open->list;
}

static bool has_identifier(struct reader *reader, const struct identifier *known, size_t index)
{
    const struct json_value *value = &reader->parser.values[index];
    bool is_integer = value->kind == JSON_INTEGER;
    return known->is_integer == is_integer && known->integer == value->integer && known->size == value->size
        && (known->size == 0 || memcmp(known->bytes, value->bytes, known->size) == 0);
}

/** The section at an index, if the list has one there; NULL otherwise. */
static struct section *section_at(struct reader *reader, int64_t index)
{
    return (uint64_t)index < list(reader)->count ? &list(reader)->sections[index] : NULL;
}

/** The section of a place, if it has the identifier that the place says; NULL otherwise. */
static struct section *section_of(struct reader *reader, struct place place)
{
    struct section *section = section_at(reader, place.section);
    return section != NULL && has_identifier(reader, section->id, place.section_id) ? section : NULL;
}

static struct row *row_at(struct reader *reader, size_t id, struct place place)
{
    struct section *section = section_of(reader, place);
    bool exists = section != NULL && (uint64_t)place.item < section->count;
    return exists && has_identifier(reader, section->rows[place.item].id, id) ? &section->rows[place.item] : NULL;
}

static void await(struct reader *reader, const char *event, struct place place, bool is_update)
{
    reader->awaited = event;
    reader->awaited_section = place.section;
    reader->awaited_item = place.item;
    reader->is_update = is_update;
}

/* Streams and applies */

/** Ends an apply without `applied`: a write failed. */
static void cut(struct reader *reader)
{
    if (reader->open != NULL) {
        reader->open->is_cut = true;
        reader->open = NULL;
    }
}

static bool stream(struct reader *reader, const size_t *members)
{
    (void)members;
    reader->streams += 1;
    cut(reader);
    return true;
}

static void replace(struct reader *reader, struct identifier **text, size_t value)
{
    free(*text);
    *text = value == 0 ? NULL : value_identifier(&reader->parser, value);
}

static bool apply(struct reader *reader, const size_t *members)
{
    cut(reader);
    int64_t number = reader->parser.values[members[0]].integer;
    struct reader_list *open = reader_find(reader, number);
    if (open == NULL) {
        open = malloc(sizeof *open);
        *open = (struct reader_list){ .number = number, .next = reader->lists };
        reader->lists = open;
    }
    reader->open = open;
    reader->must_reset = open->is_cut;
    open->is_cut = false;
    replace(reader, &open->list.name, members[1]);
    open->list.animation = value_animation(&reader->parser, members[2]);
    replace(reader, &open->list.caption, members[3]);
    return true;
}

static bool reset(struct reader *reader, const size_t *members)
{
    (void)members;
    list_clear(list(reader));
    reader->must_reset = false;
    return true;
}

static bool applied(struct reader *reader, const size_t *members)
{
    const struct json_value *values = reader->parser.values;
    const struct list *open = list(reader);
    if (values[members[0]].integer != reader->open->number || values[members[1]].integer != (int64_t)open->count
        || values[members[2]].integer != (int64_t)list_items(open)) {
        return reader_fail(reader, "the list is not the one that was applied");
    }
    reader->applied = reader->open->number;
    reader->open = NULL;
    reader->applies += 1;
    return true;
}

static bool error(struct reader *reader, const size_t *members)
{
    (void)members;
    reader->has_ended = true;
    return true;
}

/* Sections and items */

static bool delete_section(struct reader *reader, const size_t *members)
{
    struct place from = value_place(&reader->parser, members[1]);
    struct section *section = section_at(reader, from.section);
    if (section == NULL || !has_identifier(reader, section->id, members[0])) {
        return reader_fail(reader, "the deleted section is not there");
    }
    section_free(list_take_section(list(reader), (size_t)from.section));
    return true;
}

static bool insert_section(struct reader *reader, const size_t *members)
{
    struct place to = value_place(&reader->parser, members[1]);
    if ((uint64_t)to.section > list(reader)->count) {
        return reader_fail(reader, "a section is inserted behind the end");
    }
    list_insert_section(
        list(reader), (size_t)to.section, (struct section){ .id = value_identifier(&reader->parser, members[0]) });
    return true;
}

static bool move_section(struct reader *reader, const size_t *members)
{
    struct place from = value_place(&reader->parser, members[1]), to = value_place(&reader->parser, members[2]);
    struct section *section = section_at(reader, from.section);
    if (section == NULL || !has_identifier(reader, section->id, members[0])) {
        return reader_fail(reader, "the moved section is not there");
    }
    if ((uint64_t)to.section >= list(reader)->count) {
        return reader_fail(reader, "a section is moved behind the end");
    }
    list_insert_section(list(reader), (size_t)to.section, list_take_section(list(reader), (size_t)from.section));
    return true;
}

static bool update_section(struct reader *reader, const size_t *members)
{
    struct place at = value_place(&reader->parser, members[1]);
    struct section *section = section_at(reader, at.section);
    await(reader, "header", at, true);
    bool exists = section != NULL && has_identifier(reader, section->id, members[0]);
    return exists || reader_fail(reader, "the updated section is not there");
}

static bool delete_item(struct reader *reader, const size_t *members)
{
    struct place from = value_place(&reader->parser, members[1]);
    if (row_at(reader, members[0], from) == NULL) {
        return reader_fail(reader, "the deleted item is not there");
    }
    row_free(list_take_row(section_at(reader, from.section), (size_t)from.item));
    return true;
}

static bool insert_item(struct reader *reader, const size_t *members)
{
    struct place to = value_place(&reader->parser, members[1]);
    struct section *section = section_of(reader, to);
    if (section == NULL || (uint64_t)to.item > section->count) {
        return reader_fail(reader, "an item is inserted where nothing can be");
    }
    list_insert_row(section, (size_t)to.item, (struct row){ .id = value_identifier(&reader->parser, members[0]) });
    await(reader, "cell", to, false);
    return true;
}

static bool move_item(struct reader *reader, const size_t *members)
{
    struct place from = value_place(&reader->parser, members[1]), to = value_place(&reader->parser, members[2]);
    if (row_at(reader, members[0], from) == NULL) {
        return reader_fail(reader, "the moved item is not there");
    }
    struct section *target = section_of(reader, to);
    if (target == NULL || (uint64_t)to.item > target->count - (to.section == from.section)) {
        return reader_fail(reader, "an item is moved where nothing can be");
    }
    list_insert_row(target, (size_t)to.item, list_take_row(section_at(reader, from.section), (size_t)from.item));
    return true;
}

static bool update_item(struct reader *reader, const size_t *members)
{
    struct place at = value_place(&reader->parser, members[1]);
    await(reader, "cell", at, true);
    return row_at(reader, members[0], at) != NULL || reader_fail(reader, "the updated item is not there");
}

/* Cells and outlines */

/** Replaces a cell, and checks the old one if the event has it. */
static bool set_cell(struct reader *reader, struct cell **known, size_t cell, size_t old, bool is_update)
{
    if ((reader->old == OLD_ALWAYS && is_update && old == 0)
        || (old != 0 && (reader->old == OLD_NEVER || !is_update))) {
        return reader_fail(reader, "an old cell is there, or is not there");
    }
    if (old != 0) {
        struct cell *expected = value_cell(&reader->parser, old);
        bool is_equal = cell_equal(expected, *known);
        free(expected);
        if (!is_equal) {
            return reader_fail(reader, "the old cell is not the one that was there");
        }
    }
    free(*known);
    *known = value_cell(&reader->parser, cell);
    return true;
}

static bool set_edge(struct reader *reader, const size_t *members, int edge)
{
    struct place at = value_place(&reader->parser, members[1]);
    struct section *section = section_at(reader, at.section);
    bool is_update = reader->awaited != NULL;
    if (section == NULL || !has_identifier(reader, section->id, members[0])) {
        return reader_fail(reader, "the section of a header or footer is not there");
    }
    if (!is_update && (reader->parser.values[members[2]].kind == JSON_NULL || section->edges[edge] != NULL)) {
        return reader_fail(reader, "a header or footer of a section that is not updated");
    }
    if (is_update && edge == 0) {
        await(reader, "footer", at, true);
    } else {
        reader->awaited = NULL;
    }
    return set_cell(reader, &section->edges[edge], members[2], members[3], is_update);
}

static bool header(struct reader *reader, const size_t *members)
{
    return set_edge(reader, members, 0);
}

static bool footer(struct reader *reader, const size_t *members)
{
    return set_edge(reader, members, 1);
}

static bool cell(struct reader *reader, const size_t *members)
{
    struct row *row = row_at(reader, members[0], value_place(&reader->parser, members[1]));
    if (row == NULL || reader->awaited == NULL) {
        return reader_fail(reader, "a cell of a row that is not there, or is not updated");
    }
    reader->awaited = NULL;
    return set_cell(reader, &row->cell, members[2], members[3], reader->is_update);
}

static bool outline(struct reader *reader, const size_t *members)
{
    struct row *row = row_at(reader, members[0], value_place(&reader->parser, members[1]));
    if (row == NULL) {
        return reader_fail(reader, "an outline of a row that is not there");
    }
    row->level = reader->parser.values[members[2]].integer;
    row->disclosure = value_disclosure(&reader->parser, members[3]);
    return row->disclosure != NO_DISCLOSURE || row->level == 0 || reader_fail(reader, "a row in no tree has a level");
}

/* Members that most events have. */
#define ID { "id", IDENTIFIER, false }
#define MEMBER(name, kind) { name, kind, false }
#define OPTIONAL(name, kind) { name, kind, true }

const struct event events[EVENTS] = {
    { "stream", { MEMBER("schema", SCHEMA), MEMBER("indexes_from", ZERO) }, stream, false },
    { "apply",
        { MEMBER("list", INDEX), OPTIONAL("name", BYTES), MEMBER("animation", ANIMATION), OPTIONAL("caption", BYTES) },
        apply, false },
    { "reset", { { NULL, INDEX, false } }, reset, true },
    { "delete_section", { ID, MEMBER("from", INDEX) }, delete_section, true },
    { "insert_section", { ID, MEMBER("to", INDEX) }, insert_section, true },
    { "move_section", { ID, MEMBER("from", INDEX), MEMBER("to", INDEX) }, move_section, true },
    { "update_section", { ID, MEMBER("at", INDEX) }, update_section, true },
    { "header", { ID, MEMBER("at", INDEX), MEMBER("cell", CELL_OR_NULL), OPTIONAL("old", CELL_OR_NULL) }, header,
        true },
    { "footer", { ID, MEMBER("at", INDEX), MEMBER("cell", CELL_OR_NULL), OPTIONAL("old", CELL_OR_NULL) }, footer,
        true },
    { "delete_item", { ID, MEMBER("from", PLACE) }, delete_item, true },
    { "insert_item", { ID, MEMBER("to", PLACE) }, insert_item, true },
    { "move_item", { ID, MEMBER("from", PLACE), MEMBER("to", PLACE) }, move_item, true },
    { "reload_item", { ID, MEMBER("at", PLACE) }, update_item, true },
    { "reconfigure_item", { ID, MEMBER("at", PLACE) }, update_item, true },
    { "cell", { ID, MEMBER("at", PLACE), MEMBER("cell", CELL), OPTIONAL("old", CELL) }, cell, true },
    { "outline", { ID, MEMBER("at", PLACE), MEMBER("level", INDEX), MEMBER("disclosure", DISCLOSURE) }, outline, true },
    { "applied", { MEMBER("list", INDEX), MEMBER("sections", INDEX), MEMBER("items", INDEX) }, applied, true },
    { "error", { MEMBER("message", BYTES) }, error, false },
};
