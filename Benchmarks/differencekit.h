/* What DifferenceKit, which is not part of this project, would take. */
#ifndef DIFFERENCEKIT_H
#define DIFFERENCEKIT_H

#include "bench.h"

/*
 * Heckel's algorithm in heckel.swift stands in for DifferenceKit, multiplied by this. Once DifferenceKit and a textbook
 * in C were measured in one run, in the cells of measure_short in small.c (README.md has the times): DifferenceKit took
 * from 4.7 to 27 times as long. Heckel's algorithm takes from 3.4 to 21 times as long as the textbook here. Divided
 * cell by cell, that gives factors from 0.7 to 2.2, whose median is 1.26 in one run and 1.33 in another.
 */
static const double differencekit_to_heckel = 1.25;

/** What DifferenceKit would take where Heckel's algorithm takes these times. */
static inline series differencekit(series heckel)
{
    for (int round = 0; round < ROUNDS; round += 1) {
        heckel.values[round] *= differencekit_to_heckel;
    }
    return heckel;
}

#endif
