/*
 * Writes the parts of CBOR: heads, strings and numbers, in the shortest form. The caller has made room for the bytes. A
 * function put_... returns the address after the last byte. Only encoder.c includes this header. The functions are in a
 * header because the encoder calls them for every key and value, so they should be inlined.
 */
#ifndef DIFFABLE_LUA_CBOR_WRITER_H
#define DIFFABLE_LUA_CBOR_WRITER_H

#include <math.h>
#include <string.h>

#include "../internal.h"

enum { UNSIGNED = 0, NEGATIVE = 0x20, BYTES = 0x40, TEXT = 0x60, ARRAY = 0x80, MAP = 0xA0, TAG = 0xC0, SIMPLE = 0xE0 };
enum { HEAD_SIZE = 9 };

static inline char *put_head(char *at, int major, uint64_t number)
{
    if (number < 24) {
        *at = (char)(major | (int)number);
        return at + 1;
    }
    int bytes = number <= UINT8_MAX ? 1 : number <= UINT16_MAX ? 2 : number <= UINT32_MAX ? 4 : 8;
    *at = (char)(major | (bytes == 1 ? 24 : bytes == 2 ? 25 : bytes == 4 ? 26 : 27));
    for (int i = bytes; i > 0; i -= 1) {
        at[i] = (char)number;
        number >>= 8;
    }
    return at + 1 + bytes;
}

/* Whether bytes are UTF-8, without surrogates and overlong forms. */
static bool is_utf8(const unsigned char *at, const unsigned char *end)
{
    while (at < end) {
        uint64_t word;
        if (end - at >= 8 && (memcpy(&word, at, 8), (word & 0x8080808080808080u) == 0)) {
            at += 8;
            continue;
        }
        if (*at < 0x80) {
            at += 1;
            continue;
        }
        int rest = *at >= 0xC2 && *at <= 0xDF ? 1 : *at >= 0xE0 && *at <= 0xEF ? 2 : *at >= 0xF0 && *at <= 0xF4 ? 3 : 0;
        if (rest == 0 || end - at <= rest) {
            return false;
        }
        int low = *at == 0xE0 ? 0xA0 : *at == 0xF0 ? 0x90 : 0x80, high = *at == 0xED ? 0x9F : *at == 0xF4 ? 0x8F : 0xBF;
        if (at[1] < low || at[1] > high || (rest > 1 && (at[2] & 0xC0) != 0x80)
            || (rest > 2 && (at[3] & 0xC0) != 0x80)) {
            return false;
        }
        at += 1 + rest;
    }
    return true;
}

static inline char *put_string(char *at, const char *data, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)data;
    at = put_head(at, is_utf8(bytes, bytes + size) ? TEXT : BYTES, size);
    memcpy(at, data, size);
    return at + size;
}

static char *put_bits(char *at, int head, uint64_t bits, int bytes)
{
    *at = (char)head;
    for (int i = bytes; i > 0; i -= 1) {
        at[i] = (char)bits;
        bits >>= 8;
    }
    return at + 1 + bytes;
}

/* Returns whether a number can be represented in 16 bits, and stores the 16 bits in `half`. */
static bool to_half(float number, uint32_t *half)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, exponent = bits >> 23 & 0xFF, fraction = bits & 0x7FFFFF;
    if (exponent == 0xFF) {
        *half = sign | 0x7C00;
        return fraction == 0;
    }
    if (exponent == 0) {
        *half = sign;
        return fraction == 0;
    }
    if (exponent >= 113 && exponent <= 142) {
        *half = sign | (exponent - 112) << 10 | fraction >> 13;
        return (fraction & 0x1FFF) == 0;
    }
    if (exponent >= 103 && exponent < 113) { /* a subnormal number, without an implicit leading one */
        uint32_t shift = 126 - exponent;
        fraction |= 0x800000;
        *half = sign | fraction >> shift;
        return (fraction & (((uint32_t)1 << shift) - 1)) == 0;
    }
    return false;
}

static char *put_float(char *at, double number)
{
    uint32_t half, bits;
    float single = (float)number;
    if (isnan(number)) {
        return put_bits(at, SIMPLE | 25, 0x7E00, 2);
    }
    if ((double)single != number) {
        uint64_t all;
        memcpy(&all, &number, sizeof all);
        return put_bits(at, SIMPLE | 27, all, 8);
    }
    if (to_half(single, &half)) {
        return put_bits(at, SIMPLE | 25, half, 2);
    }
    memcpy(&bits, &single, sizeof bits);
    return put_bits(at, SIMPLE | 26, bits, 4);
}

static inline char *put_integer(char *at, lua_Integer number)
{
    uint64_t bits = (uint64_t)number;
    return number >= 0 ? put_head(at, UNSIGNED, bits) : put_head(at, NEGATIVE, ~bits);
}

#endif /* DIFFABLE_LUA_CBOR_WRITER_H */
