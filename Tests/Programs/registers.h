/*
 * The registers of a program: s0 to s3 hold snapshots, t0 and t1 section snapshots.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "program.h"

static diffable_snapshot *registers[REGISTERS];

static bool is_tree_register(size_t number)
{
    return number >= TREE_REGISTERS;
}

static size_t register_number(const char *word)
{
    size_t number = REGISTERS;
    if (word != NULL && (*word == 's' || *word == 't') && word[1] >= '0' && word[1] <= '9' && word[2] == '\0') {
        number = (size_t)(word[1] - '0') + (*word == 't' ? TREE_REGISTERS : 0);
    }
    require(number < REGISTERS, "no such register");
    return number;
}

static diffable_snapshot *register_named(const char *word)
{
    return registers[register_number(word)];
}

static void become(const char *word, diffable_snapshot *snapshot)
{
    size_t number = register_number(word);
    diffable_snapshot_free(registers[number]);
    registers[number] = snapshot;
    puts("ok");
}

static diffable_snapshot *new_snapshot(size_t number)
{
    return is_tree_register(number) ? diffable_section_snapshot_new() : diffable_snapshot_new();
}

static void make_registers(void)
{
    for (size_t index = 0; index < REGISTERS; index += 1) {
        registers[index] = new_snapshot(index);
    }
}

static void free_registers(void)
{
    for (size_t index = 0; index < REGISTERS; index += 1) {
        diffable_snapshot_free(registers[index]);
    }
}

#endif
