/* The person at the other end of a pseudoterminal, and what this end was sent. */
#ifndef PERSON_H
#define PERSON_H

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

/** The person's end. */
static int person;

/** Opens a pseudoterminal of this size, and returns the end of the program. */
static inline int open_pseudoterminal(unsigned short columns, unsigned short rows)
{
    person = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(person >= 0 && grantpt(person) == 0 && unlockpt(person) == 0);
    int terminal = open(ptsname(person), O_RDWR | O_NOCTTY);
    struct winsize size = { .ws_row = rows, .ws_col = columns };
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &size), 0);
    return terminal;
}

/** What the terminal was sent since the last time. */
static inline const char *sent(void)
{
    static char bytes[8192];
    fcntl(person, F_SETFL, O_NONBLOCK);
    size_t size = 0;
    ssize_t count;
    while (size < sizeof bytes - 1 && (count = read(person, bytes + size, sizeof bytes - 1 - size)) > 0) {
        size += (size_t)count;
    }
    bytes[size] = '\0';
    return bytes;
}

#endif
