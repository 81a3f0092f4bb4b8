/* What UTF-8 is, by RFC 3629, and which characters docs/ndjson.md wants escaped. */
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Returns the next scalar, and moves `*next` behind it; -1 for bytes that are not UTF-8, without moving. */
int32_t utf8_next(const uint8_t **next, const uint8_t *end);

bool utf8_is_valid(const void *bytes, size_t size);

/** Whether a character is a control character, a line separator, or changes the direction of text. */
bool utf8_must_be_escaped(int32_t scalar);

/**
 * Returns what is wrong with a line of a stream, without its end; NULL if nothing is. Escapes are only looked at as far
 * as they go.
 */
const char *utf8_error_of_line(const void *bytes, size_t size);

#endif
