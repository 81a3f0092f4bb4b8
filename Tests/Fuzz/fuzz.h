/* What the parts of the fuzzer call of each other. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Runs the calls of a program on the C library, and ends the process where anything else comes of them than the trace
 * says.
 */
void fuzz_run_program(const char *trace);

/** Begins calls of every sort, which an input chooses; they have objects of their own. */
void fuzz_begin_calls(const uint8_t *bytes, size_t size);

/** From now on calls of diffable_terminal.h are among them. */
void fuzz_begin_terminal_calls(void);

/** The next choice of the calls: less than a limit, and the last one when the input has run out. */
int fuzz_below(int limit);

bool fuzz_has_choices(void);

/** A terminal of 40 columns and 10 rows, which takes the place of that of the process. */
void fuzz_begin_terminal(void);

/** Carries out the next of them, if the input says so. */
void fuzz_call(void);

/** Carries out all of them, one after the other. */
void fuzz_all_calls(void);

void fuzz_end_calls(void);

#endif
