/*
 * Stands between a program and libc, and refuses memory to libdiffable, at each of its requests: the process forks, and
 * the copy gets nothing, so it must tell its handler, write one line and abort, at once. The program itself goes on as
 * if nothing had happened. In every other copy there is no handler.
 *
 * REFUSALS names the file to which failures and the number of requests are added. The first EACH requests are refused,
 * all of them; then ever fewer, so that twice as many requests are about 0.7 EACH refusals more.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum { LONGEST = 10 /* seconds, until a copy that hangs is ended */, WENT_ON = 3 };

/* The code of each library. */
static struct {
    uintptr_t first, last;
} libraries[4];
static size_t library_count;
static atomic_long requests, refusals, next_refusal;
static long each; /* 0 where nothing is refused */
static int report = -1;
static bool is_refused_already;
static void (*set_handler)(void (*handler)(const char *message, void *user_data), void *user_data);

static void say(const char *format, long one, long other, const char *told, const char *written)
{
    char line[800];
    int size = snprintf(line, sizeof line, format, program_invocation_short_name, one, other, told, written);
    if (write(report, line, (size_t)size) != size) {
        _exit(EXIT_FAILURE);
    }
}

static int find_library(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size, (void)unused;
    const char *slash = strrchr(object->dlpi_name, '/'), *name = slash == NULL ? object->dlpi_name : slash + 1;
    if (strncmp(name, "libdiffable", 11) != 0 && strcmp(name, "diffable.so") != 0) {
        return 0;
    }
    for (int index = 0; index < object->dlpi_phnum; index += 1) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)
            && library_count < sizeof libraries / sizeof *libraries) {
            libraries[library_count].first = object->dlpi_addr + segment->p_vaddr;
            libraries[library_count].last = libraries[library_count].first + segment->p_memsz;
            library_count += 1;
        }
    }
    return 0;
}

static bool is_of_library(uintptr_t caller)
{
    size_t index = 0;
    while (index < library_count && (caller < libraries[index].first || caller >= libraries[index].last)) {
        index += 1;
    }
    return index < library_count;
}

static void handle(const char *message, void *user_data)
{
    int file = (int)(intptr_t)user_data;
    if (write(file, message, strlen(message)) < 0) {
        _exit(EXIT_FAILURE);
    }
}

/* Reads what a copy left in a pipe. */
static void read_rest(int file, char *bytes, size_t capacity)
{
    ssize_t size = read(file, bytes, capacity - 1);
    bytes[size < 0 ? 0 : size] = '\0';
    close(file);
}

static void become_copy(int told, int written, bool has_handler)
{
    sigset_t none;
    const struct rlimit no_core = { 0, 0 };
    sigemptyset(&none);
    is_refused_already = true;
    dup2(written, STDERR_FILENO);
    signal(SIGABRT, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(LONGEST);
    if (set_handler != NULL) {
        set_handler(has_handler ? handle : NULL, (void *)(intptr_t)told);
    }
}

/* Whether the caller gets no memory: never in the program, always in the copy that this makes of it. */
static bool is_refused(const void *caller)
{
    const char *line = "diffable: out of memory";
    char told[100], written[200];
    int told_pipe[2], written_pipe[2], status = 0;
    if (each == 0 || !is_of_library((uintptr_t)caller)) {
        return false;
    }
    if (is_refused_already) {
        _exit(WENT_ON);
    }
    long request = atomic_fetch_add(&requests, 1);
    if (request < next_refusal) {
        return false;
    }
    next_refusal = request + 1 + request / each;
    const int error = errno;
    const bool has_handler = atomic_fetch_add(&refusals, 1) % 2 == 0 && set_handler != NULL;
    if (pipe(told_pipe) != 0 || pipe(written_pipe) != 0) {
        say("FAILED: %s, request %ld: no pipe, error %ld%s%s\n", request, errno, "", "");
        _exit(EXIT_FAILURE);
    }
    pid_t copy = fork();
    if (copy == 0) {
        become_copy(told_pipe[1], written_pipe[1], has_handler);
        errno = ENOMEM;
        return true;
    }
    close(told_pipe[1]);
    close(written_pipe[1]);
    while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {}
    read_rest(told_pipe[0], told, sizeof told);
    read_rest(written_pipe[0], written, sizeof written);
    size_t size = strlen(line);
    bool is_line = strncmp(written, line, size) == 0 && strcmp(written + size, "\n") == 0;
    if (copy < 0 || !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || !is_line
        || strcmp(told, has_handler ? line : "") != 0) {
        say("FAILED: %s, request %ld: status %ld, told '%s', written '%s'\n", request, status, told, written);
    }
    errno = error;
    return false;
}

__attribute__((constructor)) static void begin(void)
{
    const char *file = getenv("REFUSALS"), *number = getenv("EACH");
    dl_iterate_phdr(find_library, NULL);
    *(void **)&set_handler = dlsym(RTLD_DEFAULT, "diffable_set_fatal_handler");
    if (file != NULL && number != NULL && library_count > 0) {
        report = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
        each = atol(number);
    }
}

__attribute__((destructor)) static void end(void)
{
    if (each != 0) {
        say("%s: %ld requests, %ld refused%s%s\n", requests, refusals, "", "");
    }
}

void *malloc(size_t size)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return is_refused(__builtin_return_address(0))
        ? MAP_FAILED
        : (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

int mprotect(void *address, size_t size, int protection)
{
    return is_refused(__builtin_return_address(0)) ? -1 : (int)syscall(SYS_mprotect, address, size, protection);
}
