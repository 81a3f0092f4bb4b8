#include "lists.h"

static const diffable_snapshot *target;

static int64_t section_name(ptrdiff_t index)
{
    diffable_id id = diffable_snapshot_section_at(target, (size_t)index);
    assert_int_equal(id.kind, DIFFABLE_ID_INTEGER);
    return id.value.integer;
}

static int64_t item_name(diffable_index_path path, size_t offset)
{
    diffable_id id = diffable_snapshot_item_at(target, diffable_index_path_make(path.section, path.item + (ptrdiff_t)offset));
    assert_int_equal(id.kind, DIFFABLE_ID_INTEGER);
    return id.value.integer;
}

static void take_sections(list *list, int from, int count, section *taken)
{
    assert_true(from >= 0 && count > 0 && from + count <= list->count);
    memcpy(taken, &list->sections[from], (size_t)count * sizeof *taken);
    memmove(&list->sections[from], &list->sections[from + count], (size_t)(list->count - from - count) * sizeof *taken);
    list->count -= count;
}

static void take_items(list *list, diffable_index_path from, int count, int64_t *taken)
{
    assert_true(from.section >= 0 && from.section < list->count);
    section *section = &list->sections[from.section];
    assert_true(from.item >= 0 && count > 0 && from.item + count <= section->count);
    memcpy(taken, &section->items[from.item], (size_t)count * sizeof *taken);
    memmove(&section->items[from.item], &section->items[from.item + count], (size_t)(section->count - (int)from.item - count) * sizeof *taken);
    section->count -= count;
}

/* Every index is checked against the list as it is at that moment. */
static void take_step(list *list, const diffable_step *step)
{
    static section sections[MOST_SECTIONS];
    int64_t items[MOST_ITEMS];
    int count = (int)step->count;
    const diffable_index_path to = step->to, final_path = step->final_path;
    switch (step->kind) {
    case DIFFABLE_STEP_DELETE_SECTIONS:
        take_sections(list, (int)step->from.section, count, sections);
        break;
    case DIFFABLE_STEP_INSERT_SECTIONS:
    case DIFFABLE_STEP_MOVE_SECTIONS:
        if (step->kind == DIFFABLE_STEP_MOVE_SECTIONS) {
            take_sections(list, (int)step->from.section, count, sections);
        }
        assert_true(to.section >= 0 && to.section <= list->count);
        make_room_for_sections(list, (int)to.section, count);
        for (int index = 0; index < count; index += 1) {
            if (step->kind == DIFFABLE_STEP_MOVE_SECTIONS) {
                list->sections[to.section + index] = sections[index];
                assert_int_equal(sections[index].name, section_name(final_path.section + index));
            } else {
                list->sections[to.section + index].count = 0;
                list->sections[to.section + index].name = section_name(final_path.section + index);
            }
        }
        break;
    case DIFFABLE_STEP_DELETE_ITEMS:
        take_items(list, step->from, count, items);
        break;
    case DIFFABLE_STEP_INSERT_ITEMS:
    case DIFFABLE_STEP_MOVE_ITEMS:
        if (step->kind == DIFFABLE_STEP_MOVE_ITEMS) {
            take_items(list, step->from, count, items);
        }
        assert_true(to.section >= 0 && to.section < list->count && to.item >= 0 && to.item <= list->sections[to.section].count);
        make_room(&list->sections[to.section], (int)to.item, count);
        for (int index = 0; index < count; index += 1) {
            int64_t name = item_name(final_path, (size_t)index);
            assert_true(step->kind == DIFFABLE_STEP_INSERT_ITEMS || items[index] == name);
            list->sections[to.section].items[to.item + index] = name;
        }
        break;
    case DIFFABLE_STEP_UPDATE_SECTIONS:
        for (int index = 0; index < count; index += 1) {
            assert_int_equal(list->sections[step->from.section + index].name, section_name(final_path.section + index));
        }
        break;
    case DIFFABLE_STEP_RELOAD_ITEMS:
    case DIFFABLE_STEP_RECONFIGURE_ITEMS:
        for (int index = 0; index < count; index += 1) {
            assert_int_equal(list->sections[step->from.section].items[step->from.item + index], item_name(final_path, (size_t)index));
        }
        break;
    }
}

static void taking_the_steps_gives_the_new_list(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 3000; round += 1) {
        static list replayed, expected;
        diffable_snapshot *old_list, *new_list;
        random_lists(round, &old_list, &new_list);
        diffable_difference *difference = diffable_difference_new(old_list, new_list);
        diffable_steps *steps = diffable_steps_new(difference);
        diffable_difference_free(difference);
        read_list(old_list, &replayed);
        read_list(new_list, &expected);
        target = new_list;
        for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
            diffable_step step = DIFFABLE_STEP_INIT;
            assert_ok(diffable_steps_at(steps, index, &step, &error));
            take_step(&replayed, &step);
        }
        assert_same_list(&replayed, &expected, round);
        diffable_steps_free(steps);
        diffable_snapshot_free(old_list);
        diffable_snapshot_free(new_list);
    }
}

/* The steps from one list to another, as in "4 x3 0.0 -1.-1 -1.-1; ": kind, count, from, to, place in the new list. */
static const char *steps_of(const char *from, const char *to)
{
    static text line;
    line.size = 0;
    line.bytes[0] = '\0';
    diffable_snapshot *old_list = snapshot_of(from), *new_list = snapshot_of(to);
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_steps *steps = diffable_steps_new(difference);
    for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
        diffable_step step = DIFFABLE_STEP_INIT;
        assert_ok(diffable_steps_at(steps, index, &step, &error));
        add(&line, "%d x%zu %td.%td %td.%td %td.%td; ", (int)step.kind, step.count, step.from.section, step.from.item,
            step.to.section, step.to.item, step.final_path.section, step.final_path.item);
    }
    diffable_steps_free(steps);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
    return line.bytes;
}

static void neighbours_are_one_step(void **state)
{
    (void)state;
    assert_string_equal(steps_of("A: a", "A: a"), "");
    assert_string_equal(steps_of("A: a b c d", "A: d"), "4 x3 0.0 -1.-1 -1.-1; ");
    assert_string_equal(steps_of("A: a", "A: a b c d"), "5 x3 -1.-1 0.1 0.1; ");
    assert_string_equal(steps_of("A: a b c d", "A: c d a b"), "6 x2 0.0 0.2 0.2; ");
    assert_string_equal(steps_of("A: a b", "A: a=1 b=1"), "8 x2 0.0 -1.-1 0.0; ");
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_steps_free(NULL);
    assert_null(diffable_steps_new(NULL));
    assert_int_equal(diffable_steps_count(NULL), 0);
    diffable_snapshot *old_list = snapshot_of(""), *new_list = snapshot_of("A:");
    diffable_difference *difference = diffable_difference_new(old_list, new_list);
    diffable_steps *steps = diffable_steps_new(difference);
    diffable_step step = DIFFABLE_STEP_INIT;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: steps is NULL", diffable_steps_at(NULL, 0, &step, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: step is NULL", diffable_steps_at(steps, 0, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: index is 1, and the number of steps is 1", diffable_steps_at(steps, 1, &step, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: index is 18446744073709551615, and the number of steps is 1",
                 diffable_steps_at(steps, SIZE_MAX, &step, &error));
    step.struct_size = 0;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: step: struct_size is 0; start from the _INIT macro of the struct",
                 diffable_steps_at(steps, 0, &step, &error));
    assert_int_equal(step.count, 0);
    diffable_steps_free(steps);
    diffable_difference_free(difference);
    diffable_snapshot_free(old_list);
    diffable_snapshot_free(new_list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_the_steps_gives_the_new_list),
        cmocka_unit_test(neighbours_are_one_step),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
