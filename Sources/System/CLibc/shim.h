// The parts of libc that the core needs. Embedded Swift has no Glibc module, so they are imported here. In the ordinary
// build, the types of libc come from the toolchain's module, which has other settings, so _GNU_SOURCE is not defined
// there.
#ifdef __swift_embedded__
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#ifndef __wasm__
#include <pthread.h>
#endif
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __wasm__
// A web page has one thread, and malloc is the only source of memory. The functions below are never called there, and
// are defined only so that their callers compile.
typedef struct {
    char unused;
} pthread_mutex_t;
static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return mutex == NULL;
}
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
static inline void *mmap(void *memory, size_t size, int use, int flags, int file, off_t offset)
{
    (void)memory, (void)size, (void)use, (void)flags, (void)file, (void)offset;
    return (void *)-1;
}
static inline int munmap(void *memory, size_t size)
{
    return memory == NULL && size == 0;
}
static inline int mprotect(void *memory, size_t size, int use)
{
    return memory == NULL && size == 0 && use == 0;
}
#endif

// Swift 6 does not let a mutable C global be read directly.
static inline FILE *diffable_stdout(void)
{
    return stdout;
}
static inline FILE *diffable_stderr(void)
{
    return stderr;
}
static inline FILE *diffable_stdin(void)
{
    return stdin;
}
static inline int diffable_errno(void)
{
    return errno;
}

// Occupies the number of a closed standard stream, so that no other file gets it. /dev/null is opened for the other
// direction, so that reading or writing the stream fails as before. (Swift cannot import the variadic `open`.)
static inline void diffable_occupy(int file)
{
    if (fcntl(file, F_GETFD) < 0 && errno == EBADF) {
        open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

// A lock. If it is recursive, the thread that holds it may take it again. The lock counts this itself instead of using
// a recursive mutex. To make such a mutex, a program needs either the functions for attributes, which before glibc 2.34
// are in libpthread and missing in a program without threads, or an initializer, whose bytes differ between glibc and
// musl.
typedef struct {
    pthread_mutex_t mutex;
    uintptr_t owner; // the thread that holds a recursive lock, or 0
    uintptr_t depth; // how many times this thread has taken the lock
    bool is_recursive;
} diffable_lock;

#ifdef __wasm__
static inline void diffable_take_lock(diffable_lock *lock)
{
    (void)lock;
}
static inline void diffable_drop_lock(diffable_lock *lock)
{
    (void)lock;
}
#else
// `owner` is read without holding the mutex. This is safe: a thread finds itself there only if it holds the lock.
static inline void diffable_take_lock(diffable_lock *lock)
{
    if (!lock->is_recursive) {
        pthread_mutex_lock(&lock->mutex);
        return;
    }
    uintptr_t self = (uintptr_t)pthread_self();
    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) != self) {
        pthread_mutex_lock(&lock->mutex);
        __atomic_store_n(&lock->owner, self, __ATOMIC_RELAXED);
    }
    lock->depth += 1;
}

static inline void diffable_drop_lock(diffable_lock *lock)
{
    if (lock->is_recursive) {
        lock->depth -= 1;
        if (lock->depth > 0) {
            return;
        }
        __atomic_store_n(&lock->owner, 0, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock->mutex);
}
#endif

static inline void diffable_make_lock(diffable_lock *lock, bool is_recursive)
{
    memset(lock, 0, sizeof *lock);
#ifndef __wasm__
    static const pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    lock->mutex = mutex;
#endif
    lock->is_recursive = is_recursive;
}

// Requests huge pages for memory, if the system supports that.
static inline void diffable_advise_huge_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    madvise(memory, size, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}

// Prefetches memory that will be read soon.
static inline void diffable_prefetch(const void *memory)
{
    __builtin_prefetch(memory);
}

// Returns a bit for each of 16 consecutive numbers, which is set if `number & mask` equals `wanted`.
typedef uint32_t diffable_16_numbers __attribute__((ext_vector_type(16)));
typedef bool diffable_16_bits __attribute__((ext_vector_type(16)));
static inline uint32_t diffable_matches(const uint32_t *numbers, uint32_t mask, uint32_t wanted)
{
    diffable_16_numbers group;
    memcpy(&group, numbers, sizeof group);
    diffable_16_bits matches = __builtin_convertvector((group & mask) == wanted, diffable_16_bits);
    uint16_t bits;
    memcpy(&bits, &matches, sizeof bits);
    return bits;
}

// Whether two blocks of 16 bytes are equal.
typedef uint8_t diffable_16_bytes __attribute__((ext_vector_type(16)));
static inline bool diffable_equal_16(const void *left, const void *right)
{
    diffable_16_bytes first, second;
    memcpy(&first, left, sizeof first);
    memcpy(&second, right, sizeof second);
    diffable_16_bits matches = __builtin_convertvector(first == second, diffable_16_bits);
    uint16_t bits;
    memcpy(&bits, &matches, sizeof bits);
    return bits == UINT16_MAX;
}

typedef struct {
    uint64_t words[4];
} diffable_random_words;

// Returns random words. If the system provides no random numbers, uses addresses, which are the best secret then,
// because the system randomizes the address space. The function is not inlined, for the same reason as
// `diffable_abort`.
__attribute__((noinline)) static inline diffable_random_words diffable_random(void)
{
    diffable_random_words random = { { 0 } };
#ifdef __linux__
    bool is_random = getrandom(&random, sizeof random, 0) == sizeof random;
#else
    bool is_random = getentropy(&random, sizeof random) == 0;
#endif
    if (!is_random) {
        static char variable;
        uintptr_t addresses[4] = { (uintptr_t)&random, (uintptr_t)&variable, (uintptr_t)malloc, (uintptr_t)&errno };
        for (int i = 0; i < 4; i += 1) {
            random.words[i] ^= addresses[i] * UINT64_C(0x9E3779B97F4A7C15);
        }
    }
    return random;
}

// Returns the secret words of the process, which are random and never 0. If several threads make the first call at the
// same time, the first one that stores a word decides its value. Each Swift module that calls this function has its own
// copy of the function and of the words; only the engine calls it.
static inline diffable_random_words diffable_secret(void)
{
    static uint64_t decided[4];
    diffable_random_words secret = { { 0 } };
    if (__atomic_load_n(&decided[3], __ATOMIC_ACQUIRE) == 0) {
        secret = diffable_random();
        for (int i = 0; i < 4; i += 1) {
            uint64_t none = 0;
            __atomic_compare_exchange_n(
                &decided[i], &none, secret.words[i] | 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
        }
    }
    for (int i = 0; i < 4; i += 1) {
        secret.words[i] = __atomic_load_n(&decided[i], __ATOMIC_RELAXED);
    }
    return secret;
}

// Writes a line to standard error and aborts. This is a C function that is not inlined, because that also keeps the
// unwind tables of each Swift module that calls it: if an object file has no function that needs them at run time,
// Embedded Swift writes them for debuggers only.
__attribute__((noinline, noreturn)) static inline void diffable_abort(const void *line, size_t size)
{
    ssize_t written = write(STDERR_FILENO, line, size);
    (void)written;
    abort();
}

// The reason that a running callback has given for its failure. The function that calls the callback keeps the reason
// in its stack frame, and frees the bytes. So the reason is used only for a failure of this callback, whatever the
// callback calls meanwhile. Each thread has a pointer to the reason of its innermost callback, which is NULL outside of
// callbacks.
typedef struct {
    char *bytes;
    size_t size;
    void *object;
    void (*finalize)(void *object);
} diffable_reason;
static inline diffable_reason **diffable_reason_memory(void)
{
    static _Thread_local diffable_reason *current;
    return &current;
}
static inline diffable_reason *diffable_current_reason(void)
{
    return *diffable_reason_memory();
}
static inline void diffable_set_current_reason(diffable_reason *reason)
{
    *diffable_reason_memory() = reason;
}

// Returns a different number at each call in a process, on any thread.
static inline uint64_t diffable_next_number(void)
{
    static uint64_t last;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

// Whether there is a regular file at a path.
static inline bool diffable_is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}
