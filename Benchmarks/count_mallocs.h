/*
 * Counts what the process asks of malloc. The functions of this program take the place of glibc's for all libraries.
 * glibc calls its own by the names used here.
 */
#ifndef COUNT_MALLOCS_H
#define COUNT_MALLOCS_H

#include <errno.h>
#include <stddef.h>

static struct {
    size_t calls;
    size_t bytes; /* asked for, not used */
} mallocs;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static inline void count_malloc(size_t size)
{
    mallocs.calls += 1;
    mallocs.bytes += size;
}

void *malloc(size_t size)
{
    count_malloc(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    count_malloc(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    count_malloc(size);
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count_malloc(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    count_malloc(size);
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}

#endif
