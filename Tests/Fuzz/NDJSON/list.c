#include "list.h"

#include <stdlib.h>
#include <string.h>

struct identifier *identifier_new(bool is_integer, int64_t integer, const char *bytes, size_t size)
{
    struct identifier *result = malloc(sizeof *result + size);
    *result = (struct identifier){ .is_integer = is_integer, .integer = integer, .size = size };
    if (size > 0) {
        memcpy(result->bytes, bytes, size);
    }
    return result;
}

static size_t total(const struct cell *cell)
{
    size_t result = 0;
    for (int index = 0; index < CELL_TEXTS; index += 1) {
        result += cell->sizes[index];
    }
    return result;
}

bool cell_equal(const struct cell *one, const struct cell *other)
{
    if (one == NULL || other == NULL) {
        return one == other;
    }
    return memcmp(one->sizes, other->sizes, sizeof one->sizes) == 0 && one->height == other->height
        && one->indentation == other->indentation && memcmp(one->bytes, other->bytes, total(one)) == 0;
}

struct cell *cell_new(size_t size)
{
    struct cell *result = malloc(sizeof *result + size);
    *result = (struct cell){ .height = 0 };
    return result;
}

/** Returns an array, perhaps at another address, in which there is room at `index` for one more element. */
static void *with_gap(void *elements, size_t count, size_t index, size_t size)
{
    if ((count & (count - 1)) == 0) { /* zero or a power of two: it may be full */
        elements = realloc(elements, (count == 0 ? 1 : count * 2) * size);
    }
    char *gap = (char *)elements + index * size;
    memmove(gap + size, gap, (count - index) * size);
    return elements;
}

void list_insert_section(struct list *list, size_t index, struct section section)
{
    list->sections = with_gap(list->sections, list->count, index, sizeof section);
    list->sections[index] = section;
    list->count += 1;
}

void list_insert_row(struct section *section, size_t index, struct row row)
{
    section->rows = with_gap(section->rows, section->count, index, sizeof row);
    section->rows[index] = row;
    section->count += 1;
}

struct section list_take_section(struct list *list, size_t index)
{
    struct section result = list->sections[index];
    list->count -= 1;
    memmove(list->sections + index, list->sections + index + 1, (list->count - index) * sizeof result);
    return result;
}

struct row list_take_row(struct section *section, size_t index)
{
    struct row result = section->rows[index];
    section->count -= 1;
    memmove(section->rows + index, section->rows + index + 1, (section->count - index) * sizeof result);
    return result;
}

void row_free(struct row row)
{
    free(row.id);
    free(row.cell);
}

void section_free(struct section section)
{
    for (size_t index = 0; index < section.count; index += 1) {
        row_free(section.rows[index]);
    }
    free(section.rows);
    free(section.id);
    free(section.edges[0]);
    free(section.edges[1]);
}

void list_clear(struct list *list)
{
    for (size_t index = 0; index < list->count; index += 1) {
        section_free(list->sections[index]);
    }
    free(list->sections);
    list->sections = NULL;
    list->count = 0;
}

size_t list_items(const struct list *list)
{
    size_t result = 0;
    for (size_t index = 0; index < list->count; index += 1) {
        result += list->sections[index].count;
    }
    return result;
}
