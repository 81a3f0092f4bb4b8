/*
 * Prints what a view wrote. Which rows moved is a matter of choice, and where deleted ones are shown depends on it:
 * where anything moved, the signs of moves are left out, and behind the text come how many rows had one, and what was
 * deleted, sorted.
 */
#ifndef TEXTS_H
#define TEXTS_H

#include "program.h"

typedef struct lines {
    char text[16384];
    char *line[CAPACITY];
    size_t count;
} lines;

static inline void read_lines(const char *bytes, size_t size, lines *out)
{
    require(size < sizeof out->text && (size == 0 || bytes[size - 1] == '\n'), "a text is too long, or does not end");
    memcpy(out->text, bytes, size);
    out->text[size] = '\0';
    out->count = 0;
    for (char *next = out->text; *next != '\0';) {
        require(out->count < CAPACITY, "a text has too many lines");
        out->line[out->count++] = next;
        next = strchr(next, '\n');
        *next++ = '\0';
    }
}

static inline int compare_lines(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static inline void print_text(const char *bytes, size_t size)
{
    static lines text;
    char *deleted[CAPACITY];
    size_t deleted_count = 0, moved = 0;
    bool moves = false;
    read_lines(bytes, size, &text);
    for (size_t index = 0; index < text.count; index += 1) {
        moves = moves || text.line[index][0] == '>';
    }
    for (size_t index = 0; index < text.count; index += 1) {
        char *line = text.line[index];
        if (moves && *line == '-') {
            deleted[deleted_count++] = line;
            continue;
        }
        if (*line == '>') {
            moved += line[3] == ' ';
            line[0] = line[1];
            line[1] = ' ';
        }
        printf("|%s\n", line);
    }
    if (moves) {
        printf("|> %zu\n", moved);
    }
    qsort(deleted, deleted_count, sizeof *deleted, compare_lines);
    for (size_t index = 0; index < deleted_count; index += 1) {
        printf("|%s\n", deleted[index]);
    }
}

#endif
