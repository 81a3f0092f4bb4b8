/* What the members of events hold: identifiers, texts, cells and places, from JSON. */
#ifndef VALUES_H
#define VALUES_H

#include "json.h"
#include "list.h"

enum member_kind { INDEX, IDENTIFIER, BYTES, PLACE, CELL, CELL_OR_NULL, ANIMATION, DISCLOSURE, SCHEMA, ZERO };

/** A place in a list; `item` is -1 for a section. `section_id` is the value of the section's identifier. */
struct place {
    int64_t section, item;
    size_t section_id;
};

/** Whether a value is of the kind. */
bool value_is(struct json_parser *parser, size_t index, enum member_kind kind);

/** These read values that are of the kind. The caller frees identifiers and cells. A cell is NULL for null. */
struct identifier *value_identifier(struct json_parser *parser, size_t index);
struct place value_place(const struct json_parser *parser, size_t index);
struct cell *value_cell(struct json_parser *parser, size_t index);
enum disclosure value_disclosure(const struct json_parser *parser, size_t index);
const char *value_animation(const struct json_parser *parser, size_t index);

#endif
