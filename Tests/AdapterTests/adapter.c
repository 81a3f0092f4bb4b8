/*
 * A table of one's own, sections with rows, that follows a data source: four handlers carry out the steps of each
 * transaction. Random lists are applied, and after each the table must show what the data source shows: sections, rows
 * and contents.
 *
 *     adapter [applies]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diffable.h>

enum { SECTIONS = 8, ITEMS = 40 };

static diffable_error *error;

static void require(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "adapter.c: %s\n", what);
        exit(1);
    }
}

/* For calls that are given `&error`. */
static void check(diffable_status status)
{
    require(status == DIFFABLE_OK, diffable_error_message(error));
}

/*
 * The data of the program: sections "s0" to "s7" and items "i0" to "i39". A version counts up when the content changes.
 */
static uint64_t section_versions[SECTIONS], item_versions[ITEMS];
static char section_names[SECTIONS][16], item_names[ITEMS][16];

typedef struct row {
    char id[16];
    char content[48];
} row;

/* The bytes of an identifier do not end with a zero byte. */
static row make_row(diffable_id id, uint64_t version)
{
    row row;
    snprintf(row.id, sizeof row.id, "%.*s", (int)id.bytes.size, id.bytes.data);
    snprintf(row.content, sizeof row.content, "%s in version %llu", row.id, (unsigned long long)version);
    return row;
}

/* A row with the content that the program has for it now. */
static row current_row(diffable_id id)
{
    row row = make_row(id, 0);
    int number = atoi(row.id + 1);
    return make_row(id, row.id[0] == 's' ? section_versions[number] : item_versions[number]);
}

/* The table. */
typedef struct section {
    row header;
    row rows[ITEMS];
    size_t count;
} section;

typedef struct table {
    section sections[SECTIONS];
    size_t count;
    size_t changed[DIFFABLE_STEP_RECONFIGURE_ITEMS + 1]; /* how many elements, for each kind of step */
} table;

/* Where a step changes the table: in the array of sections, or in the rows of one section. */
typedef struct place {
    char *first; /* a section begins with its header, so this is a row as well */
    size_t size; /* of an element */
    size_t following;
    size_t *count;
} place;

static place find(table *table, diffable_step_kind kind, diffable_index_path path)
{
    bool is_of_sections = kind <= DIFFABLE_STEP_UPDATE_SECTIONS;
    require(path.section >= 0 && (size_t)path.section < table->count + is_of_sections, "a step has a wrong section");
    section *section = &table->sections[path.section];
    if (is_of_sections) {
        return (place){ (char *)section, sizeof *section, table->count - (size_t)path.section, &table->count };
    }
    require(path.item >= 0 && (size_t)path.item <= section->count, "a step has a wrong item");
    return (
        place){ (char *)&section->rows[path.item], sizeof(row), section->count - (size_t)path.item, &section->count };
}

static void take_out(place place, size_t count)
{
    require(count <= place.following, "a step changes more than there is");
    memmove(place.first, place.first + count * place.size, (place.following - count) * place.size);
    *place.count -= count;
}

static void make_room(place place, size_t count)
{
    memmove(place.first + count * place.size, place.first, place.following * place.size);
    memset(place.first, 0, count * place.size);
    *place.count += count;
}

static void set_contents(place place, const diffable_steps *steps, size_t index, size_t count)
{
    for (size_t element = 0; element < count; element += 1) {
        *(row *)(place.first + element * place.size) = current_row(diffable_step_identifier(steps, index, element));
    }
}

/* The handlers. Deleted sections take their rows along, inserted ones have none yet, and moved ones keep theirs. */
static diffable_status on_insert(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    table *table = user_data;
    place to = find(table, step->kind, step->to);
    make_room(to, step->count);
    set_contents(to, steps, index, step->count);
    table->changed[step->kind] += step->count;
    return DIFFABLE_OK;
}

static diffable_status on_delete(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    table *table = user_data;
    (void)steps, (void)index;
    take_out(find(table, step->kind, step->from), step->count);
    table->changed[step->kind] += step->count;
    return DIFFABLE_OK;
}

static diffable_status on_move(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    static char moved[sizeof(table)];
    table *table = user_data;
    (void)steps, (void)index;
    place from = find(table, step->kind, step->from);
    memcpy(moved, from.first, step->count * from.size);
    take_out(from, step->count);
    place to = find(table, step->kind, step->to); /* in the table without them */
    make_room(to, step->count);
    memcpy(to.first, moved, step->count * to.size);
    table->changed[step->kind] += step->count;
    return DIFFABLE_OK;
}

static diffable_status on_update(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    table *table = user_data;
    place from = find(table, step->kind, step->from);
    require(step->count <= from.following, "a step changes more than there is");
    set_contents(from, steps, index, step->count);
    table->changed[step->kind] += step->count;
    return DIFFABLE_OK;
}

static void follow(table *table, const diffable_transaction *transaction)
{
    const diffable_step_handlers handlers = { sizeof handlers, on_insert, on_delete, on_move, on_update };
    diffable_steps *steps = diffable_steps_new(diffable_transaction_difference(transaction));
    check(diffable_steps_replay(steps, &handlers, table, &error));
    diffable_steps_free(steps);
}

/* The test: what the data source shows, row by row. */
static bool is_row(row shown, diffable_id id, diffable_content content)
{
    row expected = make_row(id, diffable_content_revision(content));
    return strcmp(shown.id, expected.id) == 0 && strcmp(shown.content, expected.content) == 0;
}

static void compare(const table *table, const diffable_data_source *source)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    require(table->count == diffable_snapshot_number_of_sections(list), "the sections differ");
    for (size_t s = 0; s < table->count; s += 1) {
        const section *section = &table->sections[s];
        diffable_id id = diffable_snapshot_section_at(list, s);
        require(is_row(section->header, id, diffable_snapshot_section_content(list, id)), "a section differs");
        for (size_t i = 0; i < section->count; i += 1) {
            id = diffable_snapshot_item_at(list, (diffable_index_path){ (ptrdiff_t)s, (ptrdiff_t)i });
            require(id.kind == DIFFABLE_ID_BYTES, "a section has too many rows");
            require(is_row(section->rows[i], id, diffable_snapshot_item_content(list, id)), "a row differs");
        }
        id = diffable_snapshot_item_at(list, (diffable_index_path){ (ptrdiff_t)s, (ptrdiff_t)section->count });
        require(id.kind == DIFFABLE_ID_NONE, "a section has too few rows");
    }
    diffable_snapshot_free(list);
}

/* Random lists. */
static uint64_t seed = 42;

static size_t below(size_t limit)
{
    seed ^= seed >> 12; /* xorshift64* (Vigna 2016) */
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (size_t)((seed * 2685821657736338717u >> 33) % limit);
}

static void shuffle(size_t *numbers, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        size_t other = below(index + 1);
        numbers[index] = numbers[other];
        numbers[other] = index;
    }
}

/* Appends items as one block: their names one after the other, and where each ends. */
static bool append(diffable_snapshot *list, const size_t *items, size_t count, diffable_id section)
{
    char names[ITEMS * 16];
    size_t ends[ITEMS], size = 0;
    diffable_content contents[ITEMS];
    for (size_t index = 0; index < count; index += 1) {
        const char *name = item_names[items[index]];
        memcpy(names + size, name, strlen(name));
        size += strlen(name);
        ends[index] = size;
        contents[index] = diffable_content_from_revision(&item_versions[items[index]]);
    }
    return diffable_snapshot_append_strings(list, names, ends, contents, count, &section, NULL) == DIFFABLE_OK;
}

/* A list that is described anew. The library finds what has another version than before by its content. */
static diffable_snapshot *any_list(void)
{
    size_t sections[SECTIONS], items[ITEMS], next = 0;
    shuffle(sections, SECTIONS);
    shuffle(items, ITEMS);
    diffable_snapshot *list = diffable_snapshot_new();
    for (size_t count = below(SECTIONS + 1), s = 0; s < count; s += 1) {
        diffable_id id = diffable_id_string(section_names[sections[s]]);
        section_versions[sections[s]] += below(4) == 0;
        diffable_content content = diffable_content_from_revision(&section_versions[sections[s]]);
        check(diffable_snapshot_append_sections(list, &id, &content, 1, &error));
        size_t rows = below(12) < ITEMS - next ? below(12) % (ITEMS - next + 1) : 0;
        for (size_t i = next; i < next + rows; i += 1) {
            item_versions[items[i]] += below(4) == 0;
        }
        require(append(list, &items[next], rows, id), "items cannot be appended");
        next += rows;
    }
    return list;
}

/*
 * The current list with some edits. One that is impossible, since what it names is absent or there already, changes
 * nothing.
 */
static diffable_snapshot *edited_list(const diffable_data_source *source)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    for (size_t edits = 1 + below(6), made = 0; edits > 0; edits -= 1) {
        size_t i = below(ITEMS), s = below(SECTIONS);
        diffable_id item = diffable_id_string(item_names[i]), anchor = diffable_id_string(item_names[below(ITEMS)]);
        diffable_id section = diffable_id_string(section_names[s]),
                    other = diffable_id_string(section_names[below(SECTIONS)]);
        uint64_t version = item_versions[i] + 1, section_version = section_versions[s] + 1;
        diffable_content content = diffable_content_from_revision(&version);
        diffable_content section_content = diffable_content_from_revision(&section_versions[s]);
        diffable_content next_section_content = diffable_content_from_revision(&section_version);
        made += diffable_snapshot_move_item_before(list, item, anchor, NULL) == DIFFABLE_OK;
        made += append(list, &i, 1, section);
        made += below(3) == 0 && diffable_snapshot_delete_items(list, &anchor, 1, NULL, NULL) == DIFFABLE_OK;
        made += below(4) == 0 && diffable_snapshot_move_section_after(list, section, other, NULL) == DIFFABLE_OK;
        made += below(4) == 0
            && diffable_snapshot_append_sections(list, &section, &section_content, 1, NULL) == DIFFABLE_OK;
        made += below(8) == 0 && diffable_snapshot_delete_sections(list, &other, 1, NULL, NULL) == DIFFABLE_OK;
        if (diffable_snapshot_reload_sections(list, &section, &next_section_content, 1, NULL) == DIFFABLE_OK) {
            section_versions[s] = section_version;
        }
        diffable_status marked = below(2) == 0 ? diffable_snapshot_reload_items(list, &item, &content, 1, NULL)
                                               : diffable_snapshot_reconfigure_items(list, &item, &content, 1, NULL);
        if (marked == DIFFABLE_OK) {
            item_versions[i] = version;
        }
        edits += made == 0 && below(2) == 0;
    }
    return list;
}

int main(int argc, char **argv)
{
    int applies = argc > 1 ? atoi(argv[1]) : 10000;
    for (int number = 0; number < ITEMS; number += 1) {
        snprintf(item_names[number], sizeof *item_names, "i%d", number);
        snprintf(section_names[number % SECTIONS], sizeof *section_names, "s%d", number % SECTIONS);
    }
    static table table;
    diffable_data_source *source = diffable_data_source_new();
    for (int count = 0; count < applies; count += 1) {
        diffable_transaction *transaction;
        diffable_snapshot *list = below(4) == 0 ? any_list() : edited_list(source);
        check(diffable_data_source_apply(source, list, NULL, &transaction, &error));
        follow(&table, transaction);
        compare(&table, source);
        diffable_transaction_free(transaction);
        diffable_snapshot_free(list);
    }
    diffable_data_source_free(source);
    printf("adapter.c: %d applies;", applies);
    for (int kind = 0; kind <= DIFFABLE_STEP_RECONFIGURE_ITEMS; kind += 1) {
        require(table.changed[kind] > 0, "a kind of step never came");
        printf(" %zu", table.changed[kind]);
    }
    printf(" changes of each kind\n");
    return 0;
}
