/*
 * Calls of every sort alone, without a program and its model beside them: the input is nothing but their choices. Most inputs of
 * the other target are spent on what is valid; these reach far more of the combinations that are not.
 */
#include "../fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_begin_calls(bytes, size);
    fuzz_all_calls();
    fuzz_end_calls();
    return 0;
}
