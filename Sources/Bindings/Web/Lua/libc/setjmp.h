/* What the libc of WASI lacks. The compiler makes calls of these functions into catches and throws: see longjmp.c. */
#pragma once
/* The least that longjmp.c stores, with room to spare. */
typedef struct {
    long long words[4];
} jmp_buf[1];
int setjmp(jmp_buf buffer) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf buffer, int value);
