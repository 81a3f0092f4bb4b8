#include "utf8.h"

int32_t utf8_next(const uint8_t **next, const uint8_t *end)
{
    /* The smallest scalar of each length: a smaller one is an overlong form. */
    static const int32_t smallest[] = { 0, 0x80, 0x800, 0x10000 };
    const uint8_t *bytes = *next;
    int32_t scalar = bytes[0];
    ptrdiff_t more = scalar < 0x80 ? 0
        : scalar < 0xC0            ? -1
        : scalar < 0xE0            ? 1
        : scalar < 0xF0            ? 2
        : scalar < 0xF8            ? 3
                                   : -1;
    if (more < 0 || end - bytes <= more) {
        return -1;
    }
    scalar = more == 0 ? scalar : scalar & (0x3F >> more);
    for (ptrdiff_t index = 1; index <= more; index += 1) {
        if ((bytes[index] & 0xC0) != 0x80) {
            return -1;
        }
        scalar = scalar << 6 | (bytes[index] & 0x3F);
    }
    if (scalar < smallest[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) {
        return -1;
    }
    *next = bytes + more + 1;
    return scalar;
}

bool utf8_is_valid(const void *bytes, size_t size)
{
    const uint8_t *next = bytes, *end = next + size;
    while (next < end) {
        if (utf8_next(&next, end) < 0) {
            return false;
        }
    }
    return true;
}

bool utf8_must_be_escaped(int32_t scalar)
{
    bool is_control = scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0);
    bool is_separator = scalar == 0x2028 || scalar == 0x2029;
    bool is_direction = scalar == 0x061C || scalar == 0x200E || scalar == 0x200F
        || (scalar >= 0x202A && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069);
    return is_control || is_separator || is_direction;
}

static int hexadecimal(int digit)
{
    return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/** The character that an escape stands for, from behind the backslash on; -1 if there is no such escape. */
static int32_t escaped(const uint8_t **next, const uint8_t *end)
{
    const uint8_t *bytes = *next;
    if (bytes == end) {
        return -1;
    }
    if (bytes[0] != 'u') {
        *next += 1;
        return bytes[0] == '"' || bytes[0] == '\\' ? bytes[0] : -1;
    }
    if (end - bytes < 5) {
        return -1;
    }
    int32_t scalar = 0;
    for (int index = 1; index < 5; index += 1) {
        int digit = hexadecimal(bytes[index]);
        if (digit < 0) {
            return -1;
        }
        scalar = scalar << 4 | digit;
    }
    *next += 5;
    return utf8_must_be_escaped(scalar) ? scalar : -1;
}

const char *utf8_error_of_line(const void *bytes, size_t size)
{
    const uint8_t *next = bytes, *end = next + size;
    while (next < end) {
        int32_t scalar = utf8_next(&next, end);
        if (scalar < 0) {
            return "it is not UTF-8";
        }
        if (utf8_must_be_escaped(scalar)) {
            return "a character is not escaped";
        }
        if (scalar == '\\' && escaped(&next, end) < 0) {
            return "a character is escaped that need not be";
        }
    }
    return NULL;
}
