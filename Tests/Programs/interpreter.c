/*
 * Runs a program (see README.md) on the C library and prints what came of it.
 *
 *     interpreter <program
 */
#include "session.h"

int main(void)
{
    char line[1024];
    begin();
    while (fgets(line, sizeof line, stdin) != NULL) {
        perform_line(line);
    }
    end();
    return 0;
}
