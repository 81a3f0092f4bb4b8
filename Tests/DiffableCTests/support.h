/*
 * What the C tests share. Lists are written and read as one line of text, so that a test shows them:
 *
 *     "A: a b=7 | B=2: #3"    section A with a and b (of revision 7), section B (of revision 2) with the integer 3
 *
 * A revision is a number that is the content of an element; 0 stands for no content.
 *
 * Where there are marks they follow: "A: a b / reload b / reconfigure a / reload sections A".
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diffable.h>

/** Set by the calls under test. */
static _Thread_local diffable_error *error;

#define assert_ok(call) assert_int_equal(call, DIFFABLE_OK)

/** Checks that a call, which is given `&error`, fails with this status and this message. */
#define assert_fails(status, message, call) \
    do { \
        error = NULL; \
        assert_int_equal(call, status); \
        assert_non_null(error); \
        assert_int_equal(diffable_error_status(error), status); \
        assert_string_equal(diffable_error_message(error), message); \
        diffable_error_free(error); \
        error = NULL; \
    } while (0)

/** For a call that may fail. */
static inline void ignore(diffable_status status)
{
    (void)status;
}

/** A status as messages say it, "-9 (CALLBACK_FAILED)"; valid until the next call. */
static inline const char *in_words(diffable_status status)
{
    static char words[60];
    const char *name = diffable_status_name(status);
    snprintf(words, sizeof words, "%d%s%s%s", (int)status, strcmp(name, "UNKNOWN") == 0 ? "" : " (",
        strcmp(name, "UNKNOWN") == 0 ? "" : name, strcmp(name, "UNKNOWN") == 0 ? "" : ")");
    return words;
}

#define assert_outline(snapshot, expected) assert_string_equal(outline(snapshot), expected)

/** The options of an apply with a completion. */
#define COMPLETING(completion, user_data, finalize) \
    (&(const diffable_apply_options){ sizeof(diffable_apply_options), DIFFABLE_ANIMATION_DEFAULT, completion, \
        user_data, finalize, { NULL, 0 }, { NULL, 0, NULL, NULL } })

/**
 * Checks that a call, which is given `&error`, did what it says, and that something failed afterwards with this status
 * and message.
 */
#define assert_done_but(status, message, call) \
    do { \
        error = NULL; \
        assert_int_equal(call, DIFFABLE_APPLIED_WITH_ERROR); \
        assert_non_null(error); \
        assert_int_equal(diffable_error_status(error), status); \
        assert_string_equal(diffable_error_message(error), message); \
        diffable_error_free(error); \
        error = NULL; \
    } while (0)

/** Some text that grows. */
typedef struct text {
    char bytes[16384];
    size_t size;
} text;

static inline void add(text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text->bytes + text->size, sizeof text->bytes - text->size, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && text->size + (size_t)size < sizeof text->bytes);
    text->size += (size_t)size;
}

/** Writes numbers as contents to `memory`, and 0 as no content. The contents point to the numbers. */
static inline const diffable_content *contents_of(const uint64_t *revisions, size_t count, diffable_content *memory)
{
    for (size_t index = 0; index < count; index += 1) {
        memory[index] = diffable_content_from_revision(revisions[index] == 0 ? NULL : &revisions[index]);
    }
    return memory;
}

/** The content of a single element, for a function that takes an array of contents; none for the revision 0. */
#define ONE_CONTENT(revision) contents_of((const uint64_t[]){ revision }, 1, (diffable_content[1]){ { 0 } })

static inline uint64_t revision_of_item(const diffable_snapshot *snapshot, diffable_id item)
{
    return diffable_content_revision(diffable_snapshot_item_content(snapshot, item));
}

static inline uint64_t revision_of_section(const diffable_snapshot *snapshot, diffable_id section)
{
    return diffable_content_revision(diffable_snapshot_section_content(snapshot, section));
}

/** Reads the visible items of all sections, as the readers with a snapshot alone do. */
static inline size_t read_items(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity)
{
    return (size_t)diffable_snapshot_item_identifiers(snapshot, NULL, first, ids, NULL, capacity);
}

/* Readers of one kind of marks each, with the parameters of the other readers of lists. */
#define MARK_READER(name, mark) \
    static inline size_t name(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity) \
    { \
        return diffable_snapshot_marked_identifiers(snapshot, mark, first, ids, capacity); \
    }
MARK_READER(read_items_to_reload, DIFFABLE_ITEMS_TO_RELOAD)
MARK_READER(read_items_to_reconfigure, DIFFABLE_ITEMS_TO_RECONFIGURE)
MARK_READER(read_sections_to_reload, DIFFABLE_SECTIONS_TO_RELOAD)
MARK_READER(read_sections_to_reconfigure, DIFFABLE_SECTIONS_TO_RECONFIGURE)

/** Identifiers with revisions. */
typedef struct elements {
    diffable_id ids[64];
    uint64_t revisions[64];
    size_t count;
} elements;

/** Reads "a b=7 #3". */
static inline elements parse(const char *list)
{
    elements result;
    memset(&result, 0, sizeof result);
    while (*(list += strspn(list, " ")) != '\0') {
        assert_true(result.count < 64);
        size_t size = strcspn(list, " =");
        result.ids[result.count] = *list == '#' ? diffable_id_integer(strtoll(list + 1, NULL, 10))
                                                : diffable_id_bytes(list, size);
        list += size;
        if (*list == '=') {
            result.revisions[result.count] = strtoull(list + 1, NULL, 10);
            list += strcspn(list, " ");
        }
        result.count += 1;
    }
    return result;
}

/* Arguments for a function that takes ids and their count, with contents in between or without. */
#define IDS(list) parse(list).ids, parse(list).count
#define NEW(list) parse(list).ids, NULL, parse(list).count
#define REVISED(list) \
    parse(list).ids, contents_of(parse(list).revisions, 64, (diffable_content[64]){ { 0 } }), parse(list).count

static inline diffable_id name(const char *one)
{
    return parse(one).ids[0];
}

typedef void add_to_last_section(diffable_snapshot *snapshot, const char *items);

/** The snapshot whose sections a line of text says. `add` reads the items of each. */
static inline diffable_snapshot *snapshot_of_sections(const char *line, add_to_last_section *add)
{
    diffable_snapshot *snapshot = diffable_snapshot_new();
    while (*line != '\0') {
        char part[512];
        size_t size = strcspn(line, "|");
        assert_true(size < sizeof part);
        memcpy(part, line, size);
        part[size] = '\0';
        line += size + (line[size] == '|');
        char *colon = strchr(part, ':');
        assert_non_null(colon);
        *colon = '\0';
        assert_ok(diffable_snapshot_append_sections(snapshot, REVISED(part), &error));
        add(snapshot, colon + 1);
    }
    return snapshot;
}

static inline void add_items(diffable_snapshot *snapshot, const char *items)
{
    assert_ok(diffable_snapshot_append_items(snapshot, REVISED(items), NULL, &error));
}

/** The snapshot that a line of text says. */
static inline diffable_snapshot *snapshot_of(const char *line)
{
    return snapshot_of_sections(line, add_items);
}

static inline void add_id(text *text, diffable_id id, uint64_t revision)
{
    if (id.kind == DIFFABLE_ID_INTEGER) {
        add(text, "#%lld", (long long)id.integer);
    } else {
        add(text, "%.*s", (int)id.bytes.size, id.bytes.data);
    }
    if (revision != 0) {
        add(text, "=%llu", (unsigned long long)revision);
    }
}

static inline void add_marks(text *text, const diffable_snapshot *snapshot, const char *noun, diffable_mark mark)
{
    diffable_id ids[64];
    size_t count = diffable_snapshot_marked_identifiers(snapshot, mark, 0, ids, 64);
    for (size_t index = 0; index < count; index += 1) {
        add(text, index == 0 ? " / %s " : " ", noun);
        add_id(text, ids[index], 0);
    }
}

/** The line of text that says a snapshot. Four of them last. */
static inline const char *outline(const diffable_snapshot *snapshot)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    line->bytes[0] = '\0';
    diffable_id sections[64], items[64];
    size_t sectionCount = diffable_snapshot_section_identifiers(snapshot, 0, sections, 64);
    for (size_t section = 0; section < sectionCount; section += 1) {
        add(line, section == 0 ? "" : " | ");
        add_id(line, sections[section], revision_of_section(snapshot, sections[section]));
        add(line, ":");
        ptrdiff_t count = diffable_snapshot_item_identifiers(snapshot, &sections[section], 0, items, NULL, 64);
        assert_true(count >= 0);
        for (ptrdiff_t item = 0; item < count; item += 1) {
            add(line, " ");
            add_id(line, items[item], revision_of_item(snapshot, items[item]));
        }
    }
    add_marks(line, snapshot, "reload", DIFFABLE_ITEMS_TO_RELOAD);
    add_marks(line, snapshot, "reconfigure", DIFFABLE_ITEMS_TO_RECONFIGURE);
    add_marks(line, snapshot, "reload sections", DIFFABLE_SECTIONS_TO_RELOAD);
    add_marks(line, snapshot, "reconfigure sections", DIFFABLE_SECTIONS_TO_RECONFIGURE);
    return line->bytes;
}

/** The index path of an item in the current list of a data source. */
static inline diffable_index_path index_path_in(const diffable_data_source *source, diffable_id item)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    const diffable_index_path path = diffable_snapshot_index_path_of_item(list, item);
    diffable_snapshot_free(list);
    return path;
}

/** The index of a section in the current list of a data source. */
static inline ptrdiff_t section_index_in(const diffable_data_source *source, diffable_id section)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    const ptrdiff_t index = diffable_snapshot_index_of_section(list, section);
    diffable_snapshot_free(list);
    return index;
}

/** Whether the item at an index path of the current list of a data source is the expected one. */
static inline bool has_item_at(const diffable_data_source *source, diffable_index_path path, diffable_id expected)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    const bool answer = diffable_id_equal(diffable_snapshot_item_at(list, path), expected);
    diffable_snapshot_free(list);
    return answer;
}

/** Whether the section at an index of the current list of a data source is the expected one. */
static inline bool has_section_at(const diffable_data_source *source, size_t index, diffable_id expected)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    const bool answer = diffable_id_equal(diffable_snapshot_section_at(list, index), expected);
    diffable_snapshot_free(list);
    return answer;
}

/** The revision of an item in the current list of a data source. */
static inline uint64_t item_revision_in(const diffable_data_source *source, diffable_id item)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    const uint64_t revision = diffable_content_revision(diffable_snapshot_item_content(list, item));
    diffable_snapshot_free(list);
    return revision;
}

/** The forest of a section in the current list of a data source, to be freed. */
static inline diffable_snapshot *section_in(const diffable_data_source *source, diffable_id section)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source),
                      *tree = diffable_snapshot_section_snapshot(list, section);
    diffable_snapshot_free(list);
    return tree;
}

/** The section transaction at an index, which exists. */
static inline diffable_section_transaction section_transaction(
    const diffable_section_transactions *transactions, size_t index)
{
    diffable_section_transaction transaction = DIFFABLE_SECTION_TRANSACTION_INIT;
    assert_ok(diffable_section_transactions_at(transactions, index, &transaction, &error));
    return transaction;
}

/** A cell provider that shows the identifier, for identifiers of bytes. */
static inline diffable_status show_id(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)content, (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, item->bytes.data, item->bytes.size);
    return DIFFABLE_OK;
}

/** Checks the text of a cell, and frees it. */
static inline void assert_shows(diffable_cell *cell, const char *expected)
{
    diffable_bytes text = diffable_cell_text(cell, DIFFABLE_CELL_TEXT);
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.data, expected, text.size);
    diffable_cell_free(cell);
}

/** A writer that keeps what was written in a `text`. */
static inline diffable_status keep(const char *bytes, size_t size, void *user_data)
{
    add(user_data, "%.*s", (int)size, bytes);
    return DIFFABLE_OK;
}

/** A finalizer that counts in an `int`. */
static inline void count_up(void *user_data)
{
    *(int *)user_data += 1;
}

/** Applies what a line of text says, with defaults. */
static inline diffable_status apply(diffable_data_source *source, const char *line)
{
    diffable_snapshot *snapshot = snapshot_of(line);
    diffable_status status = diffable_data_source_apply(source, snapshot, NULL, NULL, &error);
    diffable_snapshot_free(snapshot);
    return status;
}

#endif
