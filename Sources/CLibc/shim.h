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

// Occupies the number of a closed standard stream, so that no other file gets it. /dev/null is opened for the other direction,
// so that reading or writing the stream fails as before. (Swift cannot import the variadic `open`.)
static inline void diffable_occupy(int file)
{
    if (fcntl(file, F_GETFD) < 0 && errno == EBADF) {
        open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

// In Swift the constants have another type than the parameter of pthread_mutexattr_settype.
static inline int diffable_mutex_type(bool is_recursive) { return is_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL; }

// Prefetches memory that will be read soon.
static inline void diffable_prefetch(const void *memory) { __builtin_prefetch(memory); }

// A bit for each of 16 consecutive numbers: whether it equals `wanted` under a mask.
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

// Whether two times 16 bytes are equal.
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

// Random words, which are read once in a process. Without random numbers, addresses are the best secret, because the system randomizes
// the address space. The variables are in functions because a Swift module has a copy of each imported function that it calls.
typedef struct {
    uint64_t words[4];
} diffable_secret_words;
static inline diffable_secret_words *diffable_secret_memory(void)
{
    static diffable_secret_words secret;
    return &secret;
}
static inline void diffable_read_secret(void)
{
    diffable_secret_words *secret = diffable_secret_memory();
    if (getrandom(secret, sizeof *secret, 0) != sizeof *secret) {
        uintptr_t addresses[4] = {(uintptr_t)&secret, (uintptr_t)secret, (uintptr_t)getrandom, (uintptr_t)&errno};
        for (int i = 0; i < 4; i += 1) {
            secret->words[i] ^= addresses[i] * UINT64_C(0x9E3779B97F4A7C15);
        }
    }
}
static inline diffable_secret_words diffable_secret(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, diffable_read_secret);
    return *diffable_secret_memory();
}

// The words in which a running callback says why it fails. They are in the frame of its caller, which frees them, so that they reach only
// the failure of this callback, whatever it calls meanwhile. Each thread has a variable for those of the innermost callback; it is NULL
// outside callbacks.
typedef struct {
    char *bytes;
    size_t size;
} diffable_reason;
static inline diffable_reason **diffable_reason_memory(void)
{
    static _Thread_local diffable_reason *current;
    return &current;
}
static inline diffable_reason *diffable_current_reason(void) { return *diffable_reason_memory(); }
static inline void diffable_set_current_reason(diffable_reason *reason) { *diffable_reason_memory() = reason; }

// Another number for each call in a process, on any thread.
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
