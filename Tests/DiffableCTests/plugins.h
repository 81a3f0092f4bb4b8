/* What the two plugins of plugins_test.sh offer to plugin_host.c. */
#include <diffable.h>
#include <stdint.h>
#include <stdio.h>

const void *list_apply_address(void);
diffable_data_source *list_make(void);
int list_apply(diffable_data_source *source, const char *item);

const void *terminal_apply_address(void);
int terminal_show(diffable_data_source *source);
void terminal_exhaust(void);
