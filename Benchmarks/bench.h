/*
 * What the benchmarks share: the clock, rounds, medians and the table.
 *
 * A group measures everything that it compares in one process, in rounds: each round measures one time after the
 * other, the first one warms up and does not count. What is compared is the ratio within a round; its median stands
 * in the table beside the limit.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <diffable.h>

#ifndef ROUNDS
#define ROUNDS 9
#endif
enum { WARM_UP = -1 };

/** One measurement a round. */
typedef struct series {
    double values[ROUNDS];
} series;

static int failures;

/** Milliseconds. */
static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/** Milliseconds that this process has computed: what other processes take from it does not count. */
static inline double computed(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/** The same since `start`, without the microsecond that reading it takes. */
static inline double computed_since(double start)
{
    enum { READS = 1000 };
    static double reading;
    double time = computed() - start;
    if (reading == 0) {
        double first = computed();
        for (int read = 0; read < READS; read += 1) {
            reading = (computed() - first) / (read + 1);
        }
    }
    return time - reading;
}

static inline void record(series *series, int round, double value)
{
    if (round != WARM_UP) {
        series->values[round] = value;
    }
}

static inline int compare_doubles(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static inline double median(series series)
{
    qsort(series.values, ROUNDS, sizeof *series.values, compare_doubles);
    return series.values[ROUNDS / 2];
}

/** A ratio as it is read: "1.84x", or "1/20" for a part. */
static inline const char *spell_ratio(double ratio, char text[32])
{
    if (ratio > 0.5) {
        snprintf(text, 32, "%.3gx", ratio);
    } else {
        snprintf(text, 32, ratio > 0.01 ? "1/%.3g" : "1/%.0f", 1 / ratio);
    }
    return text;
}

static inline void print_head(const char *group)
{
    printf("%-66s %10s %11s %9s %8s\n", group, "measured", "yardstick", "ratio", "limit");
}

/** Decimals that show three digits of a number, or more. */
static inline int decimals(double number)
{
    return number < 1 ? 4 : number < 100 ? 2 : 0;
}

/** One line of the table: passes where the ratio is at most the limit. A limit of 0 says that the line only informs. */
static inline void print_row(
    const char *name, double measured, double yardstick, double ratio, double limit, const char *unit)
{
    char spelled[32], spelled_limit[32];
    bool passes = ratio <= limit;
    printf("  %-64s %10.*f %11.*f %9s %8s  %s %s\n", name, decimals(measured), measured, decimals(yardstick), yardstick,
        spell_ratio(ratio, spelled), limit == 0 ? "" : spell_ratio(limit, spelled_limit), unit,
        limit == 0   ? ""
            : passes ? "pass"
                     : "FAIL");
    fflush(stdout);
    failures += limit != 0 && !passes;
}

static inline double median_of_ratios(const series *measured, const series *yardstick)
{
    series ratios;
    for (int round = 0; round < ROUNDS; round += 1) {
        ratios.values[round] = measured->values[round] / yardstick->values[round];
    }
    return median(ratios);
}

/** The line of two times: medians, and the median of their ratios. */
static inline void compare_in(
    const char *unit, const char *name, const series *measured, const series *yardstick, double limit)
{
    print_row(name, median(*measured), median(*yardstick), median_of_ratios(measured, yardstick), limit, unit);
}

static inline void compare(const char *name, const series *measured, const series *yardstick, double limit)
{
    compare_in("ms", name, measured, yardstick, limit);
}

/** Ends the program where the engine refuses what a benchmark asks for. */
static inline void must(diffable_status status)
{
    if (status != DIFFABLE_OK) {
        fprintf(stderr, "the engine refused: %s\n", diffable_status_name(status));
        exit(2);
    }
}

#endif
