#include "values.h"

#include <string.h>

#include "utf8.h"

static const char *const animations[] = { "automatic", "fade", "right", "left", "top", "bottom", "middle", "none" };
static const char *const disclosures[] = { "", "leaf", "collapsed", "expanded" };
static const char *const cell_texts[] = { "text", "detail", "secondary_text", "image", "accessory" };

/** Returns the index of a string in an array; -1 for another value. */
static int find(const struct json_value *value, const char *const *names, int count)
{
    for (int index = 0; index < count && value->kind == JSON_STRING; index += 1) {
        if (strlen(names[index]) == value->size && memcmp(names[index], value->bytes, value->size) == 0) {
            return index;
        }
    }
    return -1;
}

static int digit(char character)
{
    return character >= '0' && character <= '9' ? character - '0'
        : character >= 'a' && character <= 'f'  ? character - 'a' + 10
                                                : -1;
}

/**
 * Turns `{"hex":"ff00"}` into the bytes that it means. They must not be UTF-8, since a string would say them otherwise.
 */
static bool decode_hexadecimal(struct json_parser *parser, size_t index)
{
    size_t member = json_member(parser, index, 0);
    if (member == JSON_VALUES || json_member(parser, index, member + 1) != JSON_VALUES) {
        return false;
    }
    struct json_value *value = &parser->values[index], *digits = &parser->values[member];
    if (!json_key_is(digits, "hex") || digits->kind != JSON_STRING || digits->size % 2 != 0) {
        return false;
    }
    char *bytes = (char *)digits->bytes;
    for (size_t byte = 0; byte < digits->size / 2; byte += 1) {
        int high = digit(bytes[2 * byte]), low = digit(bytes[2 * byte + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        bytes[byte] = (char)(high << 4 | low);
    }
    value->kind = JSON_STRING;
    value->bytes = bytes;
    value->size = digits->size / 2;
    return !utf8_is_valid(bytes, value->size);
}

static bool is_bytes(struct json_parser *parser, size_t index)
{
    enum json_kind kind = parser->values[index].kind;
    return kind == JSON_STRING || (kind == JSON_OBJECT && decode_hexadecimal(parser, index));
}

static bool is_index(const struct json_value *value)
{
    return value->kind == JSON_INTEGER && value->integer >= 0;
}

static bool is_identifier(struct json_parser *parser, size_t index)
{
    return parser->values[index].kind == JSON_INTEGER || is_bytes(parser, index);
}

/** The members `section`, `item` and `section_id`, in this order. */
static bool is_place(struct json_parser *parser, size_t index)
{
    size_t section = json_member(parser, index, 0);
    size_t item = section == JSON_VALUES ? JSON_VALUES : json_member(parser, index, section + 1);
    size_t identifier = item == JSON_VALUES ? JSON_VALUES : json_member(parser, index, item + 1);
    const struct json_value *values = parser->values;
    return identifier != JSON_VALUES && json_key_is(&values[section], "section") && is_index(&values[section])
        && json_key_is(&values[item], "item") && is_index(&values[item])
        && json_key_is(&values[identifier], "section_id") && is_identifier(parser, identifier)
        && json_member(parser, index, identifier + 1) == JSON_VALUES;
}

/**
 * Whether the next member of an object is an integer of this name from 1 on, or there is no such member. Moves
 * `*member` behind it.
 */
static bool is_number(const struct json_parser *parser, size_t object, size_t *member, const char *name)
{
    if (*member == JSON_VALUES || !json_key_is(&parser->values[*member], name)) {
        return true;
    }
    const struct json_value *value = &parser->values[*member];
    *member = json_member(parser, object, *member + 1);
    return value->kind == JSON_INTEGER && value->integer > 0;
}

/** A text, and only those other fields that are not empty, in their order. */
static bool is_cell(struct json_parser *parser, size_t index)
{
    size_t member = json_member(parser, index, 0);
    for (int text = 0; text < CELL_TEXTS; text += 1) {
        if (member == JSON_VALUES || !json_key_is(&parser->values[member], cell_texts[text])) {
            if (text == TEXT) {
                return false;
            }
            continue;
        }
        if (!is_bytes(parser, member) || (text != TEXT && parser->values[member].size == 0)) {
            return false;
        }
        member = json_member(parser, index, member + 1);
    }
    return is_number(parser, index, &member, "height") && is_number(parser, index, &member, "indentation")
        && member == JSON_VALUES;
}

bool value_is(struct json_parser *parser, size_t index, enum member_kind kind)
{
    static const char *const schema = "diffable-ndjson-1";
    const struct json_value *value = &parser->values[index];
    switch (kind) {
    case INDEX: return is_index(value);
    case IDENTIFIER: return is_identifier(parser, index);
    case BYTES: return is_bytes(parser, index);
    case PLACE: return value->kind == JSON_OBJECT && is_place(parser, index);
    case CELL: return value->kind == JSON_OBJECT && is_cell(parser, index);
    case CELL_OR_NULL: return value->kind == JSON_NULL || value_is(parser, index, CELL);
    case ANIMATION: return find(value, animations, 8) >= 0;
    case DISCLOSURE: return value->kind == JSON_NULL || find(value, disclosures, 4) > 0;
    case SCHEMA: return find(value, &schema, 1) == 0;
    case ZERO: return value->kind == JSON_INTEGER && value->integer == 0;
    }
    return false;
}

struct identifier *value_identifier(struct json_parser *parser, size_t index)
{
    const struct json_value *value = &parser->values[index];
    return identifier_new(value->kind == JSON_INTEGER, value->integer, value->bytes, value->size);
}

struct place value_place(const struct json_parser *parser, size_t index)
{
    const struct json_value *value = &parser->values[index];
    if (value->kind == JSON_INTEGER) {
        return (struct place){ .section = value->integer, .item = -1 };
    }
    size_t section = json_member(parser, index, 0), item = json_member(parser, index, section + 1);
    return (struct place){ parser->values[section].integer, parser->values[item].integer,
        json_member(parser, index, item + 1) };
}

struct cell *value_cell(struct json_parser *parser, size_t index)
{
    if (parser->values[index].kind == JSON_NULL) {
        return NULL;
    }
    size_t size = 0;
    for (size_t member = json_member(parser, index, 0); member != JSON_VALUES;
        member = json_member(parser, index, member + 1)) {
        size += parser->values[member].size;
    }
    struct cell *cell = cell_new(size);
    char *end = cell->bytes;
    for (size_t member = json_member(parser, index, 0); member != JSON_VALUES;
        member = json_member(parser, index, member + 1)) {
        const struct json_value *value = &parser->values[member];
        if (value->kind == JSON_INTEGER) {
            *(json_key_is(value, "height") ? &cell->height : &cell->indentation) = value->integer;
            continue;
        }
        for (int text = 0; text < CELL_TEXTS; text += 1) {
            if (json_key_is(value, cell_texts[text])) {
                cell->sizes[text] = value->size;
            }
        }
        if (value->size > 0) {
            memcpy(end, value->bytes, value->size);
        }
        end += value->size;
    }
    return cell;
}

enum disclosure value_disclosure(const struct json_parser *parser, size_t index)
{
    int found = find(&parser->values[index], disclosures, 4);
    return found < 0 ? NO_DISCLOSURE : (enum disclosure)found;
}

const char *value_animation(const struct json_parser *parser, size_t index)
{
    return animations[find(&parser->values[index], animations, 8)];
}
