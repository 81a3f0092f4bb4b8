/* Calls of every sort with arguments of every sort, beside a program and from inside its callbacks. */
#include "fuzz.h"

/* What random calls choose by: the bytes of the input from its end on, while programs take them from its beginning. */
#define CHANCE_H
#include "../DiffableCTests/support.h"

static const uint8_t *first_byte, *last_byte;

bool fuzz_has_choices(void)
{
    return first_byte < last_byte;
}

int fuzz_below(int limit)
{
    int byte = first_byte < last_byte ? *--last_byte : 255;
    return limit <= 256 ? byte % limit : (int)((int64_t)byte * limit / 256);
}

static int below(int limit)
{
    return fuzz_below(limit);
}

#include "Calls/terminal_calls.h"

void fuzz_begin_calls(const uint8_t *bytes, size_t size)
{
    first_byte = bytes;
    last_byte = bytes + size;
}

void fuzz_call(void)
{
    if (fuzz_has_choices() && below(8) == 0) {
        if (sources[0] == NULL) {
            begin_calls();
        }
        call_anything();
    }
}

void fuzz_begin_terminal_calls(void)
{
    diffable_motion_enable();
    call_more = call_terminal;
}

void fuzz_all_calls(void)
{
    begin_calls();
    while (fuzz_has_choices()) {
        call_anything();
    }
}

void fuzz_end_calls(void)
{
    if (sources[0] != NULL) {
        end_terminal_calls();
        end_calls();
        sources[0] = NULL;
    }
}
