/* The texts of hostile.txt. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hostile_text {
    char *bytes;
    size_t size;
} hostile_text;

static hostile_text hostile_texts[200];
static size_t hostile_count;

static inline void read_hostile_line(const char *line, size_t limit)
{
    char *rest;
    size_t count = strtoul(line, &rest, 10);
    size_t length = strcspn(line, "\n"), size = 0;
    char *text = malloc(length);
    for (const char *next = rest + 1; next < line + length; size += 1) {
        bool is_byte = strncmp(next, "\\x", 2) == 0;
        text[size] = is_byte ? (char)strtol((char[]){ next[2], next[3], '\0' }, NULL, 16) : *next;
        next += is_byte ? 4 : 1;
    }
    hostile_text *entry = &hostile_texts[hostile_count++];
    entry->size = count * size < limit ? count * size : limit;
    entry->bytes = malloc(entry->size + 1);
    for (size_t index = 0; index < entry->size; index += 1) {
        entry->bytes[index] = text[index % size];
    }
    free(text);
}

/* Reads them from the file at this path; of each no more than so many bytes. */
static inline void read_hostile_texts(const char *path, size_t limit)
{
    char line[1000];
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (*line >= '0' && *line <= '9') {
            read_hostile_line(line, limit);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

static inline void free_hostile_texts(void)
{
    while (hostile_count > 0) {
        hostile_count -= 1;
        free(hostile_texts[hostile_count].bytes);
    }
}

#endif
