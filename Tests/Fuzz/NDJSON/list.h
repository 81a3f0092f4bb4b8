/*
 * The lists of a reader. Each text, identifier and cell is a block of its own, so that AddressSanitizer knows its ends.
 */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct identifier {
    bool is_integer;
    int64_t integer;
    size_t size;
    char bytes[];
};

enum cell_text { TEXT, DETAIL, SECONDARY_TEXT, IMAGE, ACCESSORY, CELL_TEXTS };

/** The texts follow one another in `bytes`. */
struct cell {
    size_t sizes[CELL_TEXTS];
    int64_t height, indentation;
    char bytes[];
};

enum disclosure { NO_DISCLOSURE, LEAF, COLLAPSED, EXPANDED };

struct row {
    struct identifier *id;
    struct cell *cell;
    int64_t level;
    enum disclosure disclosure;
};

struct section {
    struct identifier *id;
    /** Header and footer. */
    struct cell *edges[2];
    struct row *rows;
    size_t count;
};

struct list {
    struct section *sections;
    size_t count;
    /** What its last apply said; NULL for none. Texts are identifiers for simplicity. */
    struct identifier *name, *caption;
    const char *animation;
};

struct identifier *identifier_new(bool is_integer, int64_t integer, const char *bytes, size_t size);

/** NULL is equal to NULL only. */
bool cell_equal(const struct cell *one, const struct cell *other);

/** Returns a cell without texts, with room for so many bytes of them. */
struct cell *cell_new(size_t size);

/** The index must be at most `count`. */
void list_insert_section(struct list *list, size_t index, struct section section);
void list_insert_row(struct section *section, size_t index, struct row row);

/** These remove an element and return it. The index must be less than `count`. */
struct section list_take_section(struct list *list, size_t index);
struct row list_take_row(struct section *section, size_t index);

void section_free(struct section section);
void row_free(struct row row);
void list_clear(struct list *list);
size_t list_items(const struct list *list);

#endif
