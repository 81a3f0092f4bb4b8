/* One line of JSON: an object with numbers, strings, nulls and such objects in it. yajl parses it. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_kind { JSON_NULL, JSON_INTEGER, JSON_STRING, JSON_OBJECT };

/** A value. Strings and keys lie in the memory of the parser until the next line. */
struct json_value {
    enum json_kind kind;
    /** The index of the object that it is a member of; the line's object is its own. */
    size_t parent;
    const char *key;
    size_t key_size;
    int64_t integer;
    const char *bytes;
    size_t size;
};

/** The most values of a line: an event with two cells of texts in hexadecimal has fewer. */
#define JSON_VALUES 64
/** A text in a cell in an event is in the third object. */
#define JSON_DEPTH 3

struct json_parser {
    struct yajl_handle_t *yajl;
    /** In the order of the line, an object before its members. */
    struct json_value values[JSON_VALUES];
    size_t count;
    size_t open[JSON_DEPTH];
    size_t depth;
    const char *key;
    size_t key_size;
    bool is_complete;
    char *memory;
    size_t used, capacity;
};

void json_begin(struct json_parser *parser);
void json_end(struct json_parser *parser);

/** Parses a line. If it returns false the line is something else, and the parser must not be used for another one. */
bool json_parse(struct json_parser *parser, const char *bytes, size_t size);

/** Returns the index of the first member of an object from `index` on; JSON_VALUES if there are no more. */
size_t json_member(const struct json_parser *parser, size_t object, size_t index);

bool json_key_is(const struct json_value *value, const char *name);

#endif
