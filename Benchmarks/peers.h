/* peers.swift */
#ifndef PEERS_H
#define PEERS_H

#include <stddef.h>
#include <stdint.h>

void *peers_make_strings(const char *bytes, ptrdiff_t count, ptrdiff_t size);
void peers_free_strings(void *strings);
ptrdiff_t peers_heckel(void *old_strings, void *new_strings);
ptrdiff_t peers_myers(void *old_strings, void *new_strings);
void *peers_make_rows(const char *bytes, const uint64_t *revisions, ptrdiff_t count, ptrdiff_t size);
void peers_free_rows(void *rows);
ptrdiff_t peers_heckel_rows(void *old_rows, void *new_rows);

#endif
