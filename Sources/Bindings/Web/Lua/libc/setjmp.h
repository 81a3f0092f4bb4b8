/* The libc of WASI has no setjmp. The compiler turns calls of these into catches and throws: see longjmp.c. */
#pragma once
/* Larger than the `struct buffer` that longjmp.c stores here. */
typedef struct {
    long long words[4];
} jmp_buf[1];
int setjmp(jmp_buf buffer) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf buffer, int value);
