// The parts of libc that the core needs. Embedded Swift has no Glibc module, so they are imported here.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// Swift 6 does not let a mutable C global be read directly.
static inline FILE *diffable_stdout(void) { return stdout; }
static inline FILE *diffable_stderr(void) { return stderr; }
static inline FILE *diffable_stdin(void) { return stdin; }
static inline int diffable_errno(void) { return errno; }

// If a standard stream is closed, opens /dev/null in its place, so that no other file gets its number. It is opened for the wrong
// direction, so reads and writes still fail. This is C because Swift cannot import a variadic function.
static inline void diffable_occupy(int file)
{
    if (fcntl(file, F_GETFD) < 0 && errno == EBADF) {
        open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

// This is C because the constants and the parameter of pthread_mutexattr_settype have different types in Swift.
static inline int diffable_mutex_type(bool is_recursive) { return is_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL; }

// Prefetches memory that is read soon.
static inline void diffable_prefetch(const void *memory) { __builtin_prefetch(memory); }

// Compares 16 consecutive numbers with `wanted` under a mask. Returns a bit for each, which is set if they are equal.
typedef uint32_t diffable_sixteen __attribute__((ext_vector_type(16)));
typedef bool diffable_sixteen_bits __attribute__((ext_vector_type(16)));
static inline uint32_t diffable_matches(const uint32_t *numbers, uint32_t mask, uint32_t wanted)
{
    diffable_sixteen sixteen;
    memcpy(&sixteen, numbers, sizeof sixteen);
    diffable_sixteen_bits matches = __builtin_convertvector((sixteen & mask) == wanted, diffable_sixteen_bits);
    uint16_t bits;
    memcpy(&bits, &matches, sizeof bits);
    return bits;
}

// Whether a path is that of a regular file.
static inline bool diffable_is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}
