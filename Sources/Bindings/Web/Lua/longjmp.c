/*
 * The functions that clang calls for setjmp and longjmp with -wasm-enable-sjlj, as LLVM 19 and later define them. A
 * longjmp throws an exception of WebAssembly; each function that called setjmp catches it, and continues at its label
 * if the buffer is its own.
 */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

struct thrown {
    void *buffer;
    int value;
};

struct buffer {
    /* The invocation of the function that called setjmp, and the number of that setjmp in the function. */
    void *invocation;
    uint32_t label;
    struct thrown thrown;
};

_Static_assert(sizeof(struct buffer) <= sizeof(jmp_buf), "a jmp_buf has room");

enum { LONGJMP_TAG = 1 };

void __wasm_setjmp(struct buffer *buffer, uint32_t label, void *invocation)
{
    buffer->invocation = invocation;
    buffer->label = label;
}

uint32_t __wasm_setjmp_test(const struct buffer *buffer, const void *invocation)
{
    return buffer->invocation == invocation ? buffer->label : 0;
}

void __wasm_longjmp(struct buffer *buffer, int value)
{
    buffer->thrown = (struct thrown){ buffer, value == 0 ? 1 : value };
    __builtin_wasm_throw(LONGJMP_TAG, &buffer->thrown);
}
