/* What derived lists are, computed anew in the plainest way. It knows docs/derived.md and nothing of the engine. */
#ifndef DERIVED_MODEL_H
#define DERIVED_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Items of an origin are numbers below ITEMS. Sections of an origin are numbers below ORIGIN_SECTIONS. Those that
 * functions choose are 16 others, so no list has more than SECTIONS.
 */
enum { ITEMS = 20, ORIGIN_SECTIONS = 5, SECTIONS = 24, NO_CONTENT = -1 };

/* An item with its level in its tree. Its children follow it. */
struct node {
    int id, level, content;
    bool is_expanded;
};

struct section {
    int id, content, count;
    struct node nodes[ITEMS];
};

struct list {
    int count;
    struct section sections[SECTIONS];
};

/* The numbers choose functions; 0 is none. Limits are 0 for none. */
struct derivation {
    int filter, section, sort, section_sort;
    int limit, section_limit;
    bool keeps_empty_sections;
};

/* The functions. They depend on the item, or on the section, alone. */
bool model_passes(int filter, int id, int content);
int model_section(int section, int id, int content);
int model_section_content(int section);
/* The two parts of a key: a number, which may be reversed, and the length of a string. */
int model_number(int sort, int id, int content);
bool model_is_reversed(int sort);
int model_length(int sort, int id, int content);
int model_section_key(int section_sort, int section);

/* Finds a node; NULL if the list does not have the item. */
const struct node *model_find(const struct list *list, int id);

/* Where the nodes below one end. */
int model_end(const struct section *section, int index);

/*
 * Derives a list. `shown` is the list that it showed before: an item that was there keeps its expansion. `members`
 * gets, for each item, whether it is in the list without the limits, and `roots` whether it has no parent as well.
 */
void model_derive(const struct derivation *derivation, const struct list *origin, const struct list *shown,
    struct list *result, bool members[ITEMS], bool roots[ITEMS]);

/* What a list shows that is held. */
void model_hold(
    const struct derivation *derivation, const struct list *origin, const struct list *shown, struct list *result);

/* Concatenates lists. Returns false if two of them have an identifier in common. */
bool model_concat(const struct list *const *origins, int count, const struct list *shown, struct list *result);

/* The items that can be seen, in a list without levels. */
void model_visible(const struct list *list, struct list *result);

/* How many items and sections the smallest difference deletes, inserts and moves. The lists are of visible items. */
struct counts {
    int deleted, inserted, moved, changed;
};
struct counts model_item_counts(const struct list *old, const struct list *fresh);
struct counts model_section_counts(const struct list *old, const struct list *fresh);

bool model_equal(const struct list *left, const struct list *right);
void model_print(const char *title, const struct list *list);

#endif
