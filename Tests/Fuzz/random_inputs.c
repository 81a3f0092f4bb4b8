/*
 * Runs what a fuzzer runs on so many new inputs: `calls-random COUNT FOLDER [SEED]`. Each is made of parts of inputs in
 * the folder, and some of its bytes are others. Without sanitizers and without what libFuzzer counts, most programs
 * take less than a millisecond. A finding says with which seed and input it came. Programs may print, so what this one
 * says goes to stderr.
 */
#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BYTES = 400, MOST_KEPT = 10000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct kept {
    uint8_t bytes[MOST_BYTES];
    size_t size;
} kept[MOST_KEPT];
static size_t kept_count;
static uint64_t seed, number, state;

static int compare_names(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

/* Reads the inputs of a folder in the order of their names, so that a seed means the same again. */
static void read_kept(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, compare_names);
    for (int index = 0; index < count && kept_count < MOST_KEPT; index += 1) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", folder, entries[index]->d_name);
        FILE *file = entries[index]->d_name[0] == '.' ? NULL : fopen(name, "rb");
        if (file != NULL) {
            kept[kept_count].size = fread(kept[kept_count].bytes, 1, MOST_BYTES, file);
            kept_count += kept[kept_count].size > 0;
            fclose(file);
        }
        free(entries[index]);
    }
    if (kept_count == 0) {
        fprintf(stderr, "%s has no inputs\n", folder);
        exit(2);
    }
    free(entries);
}

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state >> 33) % limit;
}

/* The input with a number is the same, whatever was run before it. */
static size_t make_input(uint8_t *input)
{
    state = (seed << 32 ^ number) * 0x9E3779B97F4A7C15 | 1;
    size_t size = 0;
    for (size_t parts = 1 + below(4); parts > 0; parts -= 1) {
        const struct kept *part = &kept[below(kept_count)];
        size_t first = size == 0 ? 0 : below(part->size), count = 1 + below(part->size - first);
        count = count < MOST_BYTES - size ? count : MOST_BYTES - size;
        memcpy(input + size, part->bytes + first, count);
        size += count;
    }
    for (size_t changes = below(1 + size / 8); changes > 0; changes -= 1) {
        input[below(size)] = (uint8_t)below(256);
    }
    return size;
}

static void say_which(int signal_number)
{
    char text[128];
    int size = snprintf(text, sizeof text,
        "a finding: input %" PRIu64 " of seed %" PRIu64 ", which is in build/fuzz/finding\n", number, seed);
    (void)!write(2, text, (size_t)size);
    uint8_t input[MOST_BYTES];
    FILE *file = fopen("build/fuzz/finding", "wb");
    if (file != NULL) {
        fwrite(input, 1, make_input(input), file);
        fclose(file);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: %s COUNT FOLDER [SEED]\n", arguments[0]);
        return 2;
    }
    uint64_t limit = strtoull(arguments[1], NULL, 10);
    read_kept(arguments[2]);
    seed = count > 3 ? strtoull(arguments[3], NULL, 10) : (uint64_t)time(NULL);
    for (const int *each = (int[]){ SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, 0 }; *each != 0; each += 1) {
        signal(*each, say_which);
    }
    uint8_t input[MOST_BYTES];
    for (number = 0; number < limit; number += 1) {
        LLVMFuzzerTestOneInput(input, make_input(input));
    }
    fprintf(stderr, "%" PRIu64 " new inputs from seed %" PRIu64 ", no finding\n", limit, seed);
    return 0;
}
