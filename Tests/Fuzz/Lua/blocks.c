/*
 * Counts what malloc and its like have given out in this process, to the module as well: an executable's functions go
 * before those of libc. Valgrind puts its own in front of these, and AddressSanitizer would not have them; both look
 * for what is lost themselves, and the count stays 0.
 */
#include <errno.h>
#include <stddef.h>

long blocks_in_use; /* by Lua as well */

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if !__has_feature(address_sanitizer)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static void *counted(void *block)
{
    blocks_in_use += block != NULL;
    return block;
}

void *malloc(size_t size)
{
    return counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return counted(__libc_calloc(count, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    *block = aligned_alloc(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}

void free(void *block)
{
    blocks_in_use -= block != NULL;
    __libc_free(block);
}

void *realloc(void *block, size_t size)
{
    if (block == NULL) {
        return malloc(size);
    }
    if (size == 0) {
        free(block);
        return NULL;
    }
    return __libc_realloc(block, size);
}
#endif
