/* How long commands take from nothing to their end. */
#define ROUNDS 51
#include <spawn.h>
#include <sys/wait.h>

#include "bench.h"

extern char **environ;

static double run(const char *command, const char *chunk)
{
    char *arguments[] = { (char *)command, "-e", (char *)chunk, NULL };
    pid_t process;
    int status;
    double start = now();
    if (posix_spawnp(&process, command, NULL, NULL, arguments, environ) != 0 || waitpid(process, &status, 0) != process
        || status != 0) {
        fprintf(stderr, "%s -e '%s' failed\n", command, chunk);
        exit(2);
    }
    return now() - start;
}

int main(void)
{
    series bare, module, command;
    for (int round = WARM_UP; round < ROUNDS; round += 1) {
        record(&bare, round, run("lua5.4", ""));
        record(&module, round, run("lua5.4", "require 'diffable'"));
        record(&command, round, run("build/bin/diffable", ""));
    }
    print_head("start");
    compare("lua5.4 -e 'require \"diffable\"', to lua5.4 -e ''", &module, &bare, 1.5);
    compare("diffable -e '', to lua5.4 -e ''", &command, &bare, 2.5);
    return failures != 0;
}
