/* What lists of a Swift program's own types keep of the memory beside the values themselves and what those point to. */
#include "heap.h"
#include "lists.h"
#include "typed.h"

enum { COUNT = 100000, CHANGED = COUNT / 100, MOST_BYTES = 36 };

static void *make_items(typed_kind kind, numbers numbers)
{
    list list = make_list(numbers, STRINGS);
    uint64_t *revisions = calloc(numbers.count, sizeof *revisions);
    void *items = typed_make_items((int32_t)kind, list.bytes, revisions, (ptrdiff_t)numbers.count);
    free(revisions);
    free_list(list);
    return items;
}

/*
 * A data source and a snapshot of its list. Then the same after the list was described anew, with new values of its
 * own.
 */
static void measure(typed_kind kind)
{
    numbers numbers = ascending(0, COUNT), other = edited(numbers, CHANGED, CHANGED, COUNT);
    ptrdiff_t counts[TYPED_COUNTS];
    void *items = make_items(kind, numbers), *others = make_items(kind, other);
    double stride = (double)typed_stride(items);
    char name[96];
    size_t before = heap();
    void *source = typed_make_source((int32_t)kind);
    typed_apply(source, items, false, counts);
    void *snapshot = typed_snapshot(source);
    snprintf(name, sizeof name, "%s: each beside its value, snapshot and data source", typed_names[kind]);
    print_most(name, (double)(heap() - before) / COUNT - stride, MOST_BYTES, "B");
    typed_free(snapshot);
    typed_apply(source, others, true, counts);
    snapshot = typed_snapshot(source);
    snprintf(name, sizeof name, "%s: the same, described anew with 1 %% changed", typed_names[kind]);
    print_most(name, (double)(heap() - before) / COUNT - stride, MOST_BYTES, "B");
    typed_free(snapshot);
    typed_free(source);
    typed_free(items);
    typed_free(others);
    free(numbers.values);
    free(other.values);
}

int main(void)
{
    print_head("typed-memory: 100,000 items in Swift");
    for (typed_kind kind = TYPED_STRINGS; kind < TYPED_KINDS; kind += 1) {
        measure(kind);
    }
    return failures != 0;
}
