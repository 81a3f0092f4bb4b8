#include "json.h"

#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

/** Copies bytes of the line; NULL if there is no room, which a string that is no longer than its line never needs. */
static const char *copy(struct json_parser *parser, const void *bytes, size_t size)
{
    if (size > parser->capacity - parser->used) {
        return NULL;
    }
    char *result = parser->memory + parser->used;
    memcpy(result, bytes, size);
    parser->used += size;
    return result;
}

/** Adds a value; NULL ends parsing. The line's object is the only value outside of one. */
static struct json_value *add(struct json_parser *parser, enum json_kind kind)
{
    bool is_root = parser->depth == 0;
    if (parser->count == JSON_VALUES || parser->is_complete || (is_root && kind != JSON_OBJECT)) {
        return NULL;
    }
    struct json_value *value = &parser->values[parser->count];
    *value = (struct json_value){ .kind = kind, .key = parser->key, .key_size = parser->key_size };
    value->parent = is_root ? 0 : parser->open[parser->depth - 1];
    parser->count += 1;
    return value;
}

static int on_null(void *context)
{
    return add(context, JSON_NULL) != NULL;
}

static int on_number(void *context, const char *digits, size_t size)
{
    struct json_value *value = add(context, JSON_INTEGER);
    size_t index = size > 0 && digits[0] == '-';
    bool is_negative = index == 1;
    if (value == NULL || index == size || (digits[index] == '0' && size > 1)) {
        return 0;
    }
    for (; index < size; index += 1) {
        int digit = digits[index] - '0';
        if (digit < 0 || digit > 9 || __builtin_mul_overflow(value->integer, 10, &value->integer)
            || __builtin_add_overflow(value->integer, is_negative ? -digit : digit, &value->integer)) {
            return 0;
        }
    }
    return 1;
}

static int on_string(void *context, const unsigned char *bytes, size_t size)
{
    struct json_value *value = add(context, JSON_STRING);
    if (value == NULL || (value->bytes = copy(context, bytes, size)) == NULL) {
        return 0;
    }
    value->size = size;
    return 1;
}

static int on_key(void *context, const unsigned char *bytes, size_t size)
{
    struct json_parser *parser = context;
    parser->key = copy(parser, bytes, size);
    parser->key_size = size;
    return parser->key != NULL;
}

static int on_start(void *context)
{
    struct json_parser *parser = context;
    if (parser->depth == JSON_DEPTH || add(parser, JSON_OBJECT) == NULL) {
        return 0;
    }
    parser->open[parser->depth] = parser->count - 1;
    parser->depth += 1;
    return 1;
}

static int on_end(void *context)
{
    struct json_parser *parser = context;
    parser->depth -= 1;
    parser->is_complete = parser->depth == 0;
    return 1;
}

static int on_boolean(void *context, int boolean)
{
    (void)context, (void)boolean;
    return 0;
}

static int on_array(void *context)
{
    (void)context;
    return 0;
}

void json_begin(struct json_parser *parser)
{
    static const yajl_callbacks callbacks = {
        .yajl_null = on_null,
        .yajl_boolean = on_boolean,
        .yajl_number = on_number,
        .yajl_string = on_string,
        .yajl_start_map = on_start,
        .yajl_map_key = on_key,
        .yajl_end_map = on_end,
        .yajl_start_array = on_array,
    };
    *parser = (struct json_parser){ .yajl = yajl_alloc(&callbacks, NULL, parser) };
    yajl_config(parser->yajl, yajl_allow_multiple_values, 1);
}

void json_end(struct json_parser *parser)
{
    yajl_free(parser->yajl);
    free(parser->memory);
}

bool json_parse(struct json_parser *parser, const char *bytes, size_t size)
{
    if (size > parser->capacity) {
        free(parser->memory);
        parser->capacity = size;
        parser->memory = malloc(size);
    }
    parser->used = parser->count = 0;
    parser->is_complete = false;
    parser->key = "";
    parser->key_size = 0;
    return yajl_parse(parser->yajl, (const unsigned char *)bytes, size) == yajl_status_ok && parser->is_complete;
}

size_t json_member(const struct json_parser *parser, size_t object, size_t index)
{
    for (index = index > object ? index : object + 1; index < parser->count; index += 1) {
        if (parser->values[index].parent == object) {
            return index;
        }
    }
    return JSON_VALUES;
}

bool json_key_is(const struct json_value *value, const char *name)
{
    return value->key_size == strlen(name) && memcmp(value->key, name, value->key_size) == 0;
}
