/*
 * A program that knows nothing of Diffable, with two plugins: with -DSTATIC they are linked to it, or else it is given
 * their files, that of the list first unless there is a third argument. The data source of one is shown by the other.
 * At last memory is exhausted in one, of which the other is told.
 */
#include "plugins.h"
#include <stdlib.h>
#ifdef STATIC
#define open_plugin(file) NULL
#define find(plugin, name) name
#else
#include <dlfcn.h>

static void *open_plugin(const char *file)
{
    void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (plugin == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    return plugin;
}
#define find(plugin, name) ((__typeof__(&name))(uintptr_t)dlsym(plugin, #name))
#endif

int main(int count, char **arguments)
{
    (void)arguments;
    void *first = open_plugin(arguments[1]), *second = open_plugin(arguments[2]);
    void *list = count > 3 ? second : first, *terminal = count > 3 ? first : second;
    (void)list, (void)terminal;
    printf("engines: %d\n", find(list, list_apply_address)() == find(terminal, terminal_apply_address)() ? 1 : 2);
    diffable_data_source *source = find(list, list_make)();
    int failed = find(terminal, terminal_show)(source) + find(list, list_apply)(source, "good");
    printf("applied: %s\n", failed == 0 ? "yes" : "no");
    find(list, list_apply)(source, "bad");
    fflush(stdout);
    find(terminal, terminal_exhaust)();
    return 0;
}
