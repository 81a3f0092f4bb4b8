/*
 * Calls of every sort alone, without a program and its model beside them: the input is nothing but their choices. Most
 * inputs of the other target are spent on what is valid; these reach far more of the combinations that are not. From
 * 0xc0 on, the first byte says that calls of diffable_terminal.h are among them.
 */
#include "../fuzz.h"

#include <stdio.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    return freopen("/dev/null", "w", stdout) == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_begin_calls(bytes, size);
    if (size > 0 && bytes[0] >= 0xc0) {
        fuzz_begin_terminal();
        fuzz_begin_terminal_calls();
    }
    fuzz_all_calls();
    fuzz_end_calls();
    return 0;
}
