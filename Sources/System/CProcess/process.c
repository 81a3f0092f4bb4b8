#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int process_start(char *const *arguments, int errors, pid_t *process, int *output)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return errno;
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (errors == PROCESS_ERRORS_IN_OUTPUT) {
        errors = ends[1];
    }
    if (errors >= 0) {
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    }
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const int number = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (number != 0) {
        close(ends[0]);
        return number;
    }
    *output = ends[0];
    return 0;
}

int process_new_file(void)
{
    return memfd_create("errors", MFD_CLOEXEC);
}

size_t process_last_line(int descriptor, char *line, size_t limit)
{
    const off_t end = lseek(descriptor, 0, SEEK_END);
    const off_t start = end > (off_t)limit ? end - (off_t)limit : 0;
    ssize_t size = pread(descriptor, line, limit, start);
    while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r' || line[size - 1] == ' ')) {
        size -= 1;
    }
    if (size <= 0) {
        return 0;
    }
    const char *const before = memrchr(line, '\n', (size_t)size);
    const size_t skipped = before == NULL ? 0 : (size_t)(before + 1 - line);
    memmove(line, line + skipped, (size_t)size - skipped);
    return (size_t)size - skipped;
}

int process_wait(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

void process_stop(pid_t process)
{
    enum { STEP = 10, STEPS = 100 };
    // A process whose parent ends becomes a child of this one, which waits for it.
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    kill(-process, SIGTERM);
    kill(-process, SIGCONT); // a stopped process would not receive SIGTERM
    for (int step = 0; step <= 2 * STEPS; step += 1) {
        while (waitpid(-process, NULL, WNOHANG) > 0) {}
        if (kill(-process, step == STEPS ? SIGKILL : 0) != 0) {
            break;
        }
        poll(NULL, 0, STEP);
    }
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

void process_kill(pid_t process)
{
    kill(-process, SIGKILL);
    process_wait(process);
}

int process_new_set(void)
{
    return epoll_create1(EPOLL_CLOEXEC);
}

int process_add(int set, int descriptor)
{
    struct epoll_event event = { .events = EPOLLIN };
    if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) != 0) {
        descriptor = eventfd(1, EFD_CLOEXEC);
        epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
    }
    return descriptor;
}

void process_remove(int set, int added, int descriptor)
{
    epoll_ctl(set, EPOLL_CTL_DEL, added, NULL);
    if (added != descriptor) {
        close(added);
    }
}

bool process_can_read(int descriptor, int milliseconds)
{
    struct pollfd file = { descriptor, POLLIN, 0 };
    return poll(&file, 1, milliseconds) > 0;
}

ssize_t process_read(int descriptor, void *buffer, size_t size)
{
    ssize_t count;
    do {
        count = read(descriptor, buffer, size);
    } while (count < 0 && errno == EINTR);
    return count;
}

long process_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static volatile sig_atomic_t noted;

static void note(int number)
{
    noted = number;
}

void process_note_signals(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i += 1) {
        sigaction(signals[i], &action, &before);
        if (before.sa_handler == SIG_IGN) {
            sigaction(signals[i], &before, NULL);
        }
    }
}

int process_noted_signal(void)
{
    return noted;
}
