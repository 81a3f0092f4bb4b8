/* The difference of random lists replayed over an array of arrays as the header says: it must give the new list. */
#include "lists.h"

static diffable_change change_at(const diffable_difference *difference, diffable_change_kind kind, size_t index)
{
    diffable_change change = DIFFABLE_CHANGE_INIT;
    assert_ok(diffable_difference_changes(difference, kind, index, &change, 1, NULL, &error));
    return change;
}

#define for_each_change(change, difference, kind) \
    for (size_t change##_index = 0; change##_index < diffable_difference_count(difference, kind); change##_index += 1) \
        for (diffable_change change = change_at(difference, kind, change##_index), *once = &change; once != NULL; \
            once = NULL)

static int compare(const void *left, const void *right)
{
    const diffable_change *one = left, *other = right;
    ptrdiff_t order = one->to.section != other->to.section ? one->to.section - other->to.section
                                                           : one->to.item - other->to.item;
    return (order > 0) - (order < 0);
}

/* Those of two kinds, in the order of their places in the new list. */
static int arrivals(const diffable_difference *difference, diffable_change_kind one, diffable_change_kind other,
    diffable_change *changes)
{
    int count = 0;
    for_each_change(change, difference, one) changes[count++] = change;
    for_each_change(change, difference, other) changes[count++] = change;
    qsort(changes, (size_t)count, sizeof *changes, compare);
    return count;
}

static void replay(const diffable_difference *difference, list *list)
{
    const int64_t gone = -1;
    static section old[MOST_SECTIONS];
    diffable_change changes[NAMES];
    for_each_change(change, difference, DIFFABLE_DELETED_ITEMS) list->sections[change.from.section]
        .items[change.from.item] = gone;
    for_each_change(change, difference, DIFFABLE_MOVED_ITEMS) list->sections[change.from.section]
        .items[change.from.item] = gone;
    for (int index = 0; index < list->count; index += 1) {
        section *section = &list->sections[index];
        int kept = 0;
        for (int item = 0; item < section->count; item += 1) {
            if (section->items[item] != gone)
                section->items[kept++] = section->items[item];
        }
        section->count = kept;
        old[index] = *section;
    }
    for_each_change(change, difference, DIFFABLE_DELETED_SECTIONS)
    {
        assert_int_equal(old[change.from.section].count, 0);
        list->sections[change.from.section].name = gone;
    }
    for_each_change(change, difference, DIFFABLE_MOVED_SECTIONS) list->sections[change.from.section].name = gone;
    int kept = 0;
    for (int index = 0; index < list->count; index += 1) {
        if (list->sections[index].name != gone)
            list->sections[kept++] = list->sections[index];
    }
    list->count = kept;
    int count = arrivals(difference, DIFFABLE_INSERTED_SECTIONS, DIFFABLE_MOVED_SECTIONS, changes);
    for (int index = 0; index < count; index += 1) {
        int to = (int)changes[index].to.section;
        make_room_for_sections(list, to, 1);
        list->sections[to] = changes[index].from.section >= 0 ? old[changes[index].from.section]
                                                              : (section){ .name = changes[index].id.integer };
    }
    count = arrivals(difference, DIFFABLE_INSERTED_ITEMS, DIFFABLE_MOVED_ITEMS, changes);
    for (int index = 0; index < count; index += 1) {
        section *section = &list->sections[changes[index].to.section];
        int to = (int)changes[index].to.item;
        make_room(section, to, 1);
        section->items[to] = changes[index].id.integer;
    }
}

static void replaying_gives_the_new_list(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 3000; round += 1) {
        static list replayed, expected;
        diffable_snapshot *old_list, *new_list;
        random_lists(round, &old_list, &new_list);
        diffable_difference *difference = diffable_difference_new(old_list, new_list);
        read_list(old_list, &replayed);
        read_list(new_list, &expected);
        replay(difference, &replayed);
        assert_same_list(&replayed, &expected, round);
        for_each_change(change, difference, DIFFABLE_RECONFIGURED_ITEMS)
        {
            assert_true(revision_of_item(old_list, change.id) != revision_of_item(new_list, change.id));
        }
        diffable_difference_free(difference);
        diffable_snapshot_free(old_list);
        diffable_snapshot_free(new_list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(replaying_gives_the_new_list) };
    return cmocka_run_group_tests_name("differences_replay", tests, NULL, NULL);
}
