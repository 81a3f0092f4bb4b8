/*
 * Functions of both the publisher and the follower: a connection to Redis, which is opened again when it was lost.
 */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <diffable.h>
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ENTRY_SIZE = 48, TIMEOUT_SECONDS = 5 };

static diffable_error *error;
static redisContext *redis; /* NULL while there is no connection */

static inline void require(bool condition, const char *message)
{
    if (!condition) {
        fprintf(stderr, "%s\n", message);
        exit(EXIT_FAILURE);
    }
}

static inline void check(diffable_status status)
{
    require(status >= DIFFABLE_OK, diffable_error_message(error));
}

static inline void wait_milliseconds(long milliseconds)
{
    nanosleep(&(struct timespec){ milliseconds / 1000, milliseconds % 1000 * 1000000 }, NULL);
}

/* Ends the program if its output cannot be written, for example because the reader of a pipe has ended. */
static inline void flush_output(void)
{
    require(fflush(stdout) == 0 && ferror(stdout) == 0, "The output cannot be written.");
}

static inline void print_version(diffable_list_version version)
{
    for (size_t i = 0; i < sizeof version.bytes; i += 1)
        printf("%02x", version.bytes[i]);
}

static inline void close_connection(const char *reason)
{
    fprintf(stderr, "Redis: %s. Trying again in a second.\n", reason);
    redisFree(redis);
    redis = NULL;
    wait_milliseconds(1000);
}

/* Connects to an address such as 127.0.0.1:6379, if there is no connection. Returns whether there is one now. */
static inline bool connect_to_server(const char *address)
{
    const struct timeval timeout = { TIMEOUT_SECONDS, 0 };
    char host[256];
    int port;
    if (redis != NULL)
        return true;
    require(sscanf(address, "%255[^:]:%d", host, &port) == 2, "An address is HOST:PORT.");
    redis = redisConnectWithTimeout(host, port, timeout);
    require(redis != NULL, "There is no memory for a connection.");
    if (redis->err == 0 && redisSetTimeout(redis, timeout) == REDIS_OK)
        return true;
    close_connection(redis->errstr);
    return false;
}

/*
 * Returns a reply of the expected type, or NULL if the reply is nil. If there is no reply, or a reply of another type,
 * closes the connection and returns NULL.
 */
static inline redisReply *expect(int type, redisReply *reply)
{
    if (reply != NULL && reply->type == type)
        return reply;
    if (reply == NULL)
        close_connection(redis->errstr);
    else if (reply->type != REDIS_REPLY_NIL)
        close_connection(reply->type == REDIS_REPLY_ERROR ? reply->str : "unexpected reply");
    freeReplyObject(reply);
    return NULL;
}

#endif
