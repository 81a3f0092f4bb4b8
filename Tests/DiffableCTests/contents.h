/*
 * What the tests of contents share: a list, a data source, and objects that come with contents. Every object that a
 * test hands over must have been finalized exactly once when everything is freed.
 */
#ifndef CONTENTS_H
#define CONTENTS_H

#include "chance.h"
#include "trees.h"

enum { OBJECTS = 110000 };

/* How often each object was finalized. An object is the address of its number. */
static unsigned char finalized[OBJECTS];
static size_t handed_over, alive, most_alive;
static diffable_snapshot *list;
static diffable_data_source *source;

static inline int set_up(void **state)
{
    (void)state;
    memset(finalized, 0, sizeof finalized);
    handed_over = alive = most_alive = 0;
    list = forest_of("A: a(b) c | B: d");
    source = diffable_data_source_new();
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    diffable_snapshot_free(list);
    diffable_data_source_free(source);
    assert_int_equal(alive, 0);
    for (size_t object = 0; object < handed_over; object += 1) {
        assert_int_equal(finalized[object], 1);
    }
    return 0;
}

static inline void finalize_object(void *object)
{
    *(unsigned char *)object += 1;
    alive -= 1;
}

static inline diffable_content bytes_of(const char *string)
{
    return diffable_content_bytes(string, strlen(string));
}

/** Hands over the next object with a content. */
static inline diffable_content with_object(diffable_content content)
{
    assert_true(handed_over < OBJECTS);
    content.object = &finalized[handed_over];
    content.finalize = finalize_object;
    handed_over += 1;
    alive += 1;
    most_alive = alive > most_alive ? alive : most_alive;
    return content;
}

/** A content with an object, for a function that takes an array of contents. */
#define OBJECT(string) ((const diffable_content[]){ with_object(bytes_of(string)) })

/** Checks how often each object was finalized: a digit for each object, in the order in which they were handed over. */
#define assert_finalized(expected) assert_string_equal(finalized_so_far(), expected)

static inline const char *finalized_so_far(void)
{
    static char digits[64];
    assert_true(handed_over < sizeof digits);
    for (size_t object = 0; object < handed_over; object += 1) {
        digits[object] = (char)('0' + finalized[object]);
    }
    digits[handed_over] = '\0';
    return digits;
}

/** A content as text, with the number of its object: "red 0", or "none". */
static inline const char *spelled(diffable_content content)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    assert_null(content.finalize);
    if (content.data == NULL) {
        assert_int_equal(content.size, 0);
        assert_null(content.object);
        add(line, "none");
        return line->bytes;
    }
    add(line, "%.*s", (int)content.size, (const char *)content.data);
    if (content.object != NULL) {
        add(line, " %td", (unsigned char *)content.object - finalized);
    }
    return line->bytes;
}

#define assert_content(content, expected) assert_string_equal(spelled(content), expected)
/** Checks the content of an item or a section in the current list of a data source. */
#define assert_in_list(source, content_of, id, expected) \
    do { \
        diffable_snapshot *current = diffable_data_source_snapshot(source); \
        assert_content(content_of(current, id), expected); \
        diffable_snapshot_free(current); \
    } while (0)
#define assert_item_in(source, item, expected) assert_in_list(source, diffable_snapshot_item_content, item, expected)
#define assert_section_in(source, section, expected) \
    assert_in_list(source, diffable_snapshot_section_content, section, expected)
#define assert_item(snapshot, item, expected) \
    assert_content(diffable_snapshot_item_content(snapshot, name(item)), expected)
#define assert_section(snapshot, section, expected) \
    assert_content(diffable_snapshot_section_content(snapshot, name(section)), expected)

/** Gives an item of a list another content. */
static inline void set_item(diffable_snapshot *snapshot, const char *item, diffable_content content)
{
    assert_ok(diffable_snapshot_reconfigure_items(snapshot, parse(item).ids, &content, 1, &error));
}

static inline void set_section(diffable_snapshot *snapshot, const char *section, diffable_content content)
{
    assert_ok(diffable_snapshot_reconfigure_sections(snapshot, parse(section).ids, &content, 1, &error));
}

static inline diffable_change only_change(const diffable_difference *difference, diffable_change_kind kind)
{
    diffable_change change = DIFFABLE_CHANGE_INIT;
    assert_int_equal(diffable_difference_count(difference, kind), 1);
    assert_ok(diffable_difference_changes(difference, kind, 0, &change, 1, NULL, &error));
    return change;
}

/** Gives the item c of the current list another content, and applies that. */
static inline diffable_transaction *apply_item(diffable_content content)
{
    diffable_transaction *transaction = NULL;
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    set_item(snapshot, "c", content);
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    diffable_snapshot_free(snapshot);
    return transaction;
}

#endif
