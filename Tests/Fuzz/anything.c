/* Calls of every sort with arguments of every sort, beside a program and from inside its callbacks. */
#include "fuzz.h"

/* What random calls choose by: the bytes of the input from its end on, while programs take them from its beginning. */
#define CHANCE_H
#include "../DiffableCTests/support.h"

static const uint8_t *first_byte, *last_byte;

static int below(int limit)
{
    int byte = first_byte < last_byte ? *--last_byte : 255;
    return limit <= 256 ? byte % limit : (int)((int64_t)byte * limit / 256);
}

#include "../DiffableCTests/random_calls.h"

void fuzz_begin_calls(const uint8_t *bytes, size_t size)
{
    first_byte = bytes;
    last_byte = bytes + size;
}

void fuzz_call(void)
{
    if (first_byte < last_byte && below(8) == 0) {
        if (sources[0] == NULL) {
            begin_calls();
        }
        call_anything();
    }
}

void fuzz_all_calls(void)
{
    begin_calls();
    while (first_byte < last_byte) {
        call_anything();
    }
}

void fuzz_end_calls(void)
{
    if (sources[0] != NULL) {
        end_calls();
        sources[0] = NULL;
    }
}
