/* peers.swift */
#ifndef PEERS_H
#define PEERS_H

#include <stddef.h>

void *peers_make_strings(const char *bytes, ptrdiff_t count, ptrdiff_t size);
void peers_free_strings(void *strings);
ptrdiff_t peers_heckel(void *old_strings, void *new_strings);
ptrdiff_t peers_myers(void *old_strings, void *new_strings);

#endif
