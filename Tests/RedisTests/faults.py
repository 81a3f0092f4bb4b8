"""Runs the publisher and many followers of examples/redis with a real server, and breaks what can break.

The publisher has a list of 100,000 rows, and prints the version that each of its documents leads to. Each follower
prints the versions that it goes through. Meanwhile one follower is killed and restarted again and again. Some start
late. One is away for a moment, and one until the stream no longer has what it missed. The server is restarted,
restarted without its last entries, and restarted without all its data. Several times, a follower is stopped while all
entries of the stream are removed.

At the end all lists must be equal, and the versions of each follower must be in the order of the publisher, with none
of them twice.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PROGRAMS = sys.argv[1]
FOLLOWERS = int(os.environ.get("FOLLOWERS", 50))
RATE = int(os.environ.get("RATE", 1000))
SECONDS = int(os.environ.get("SECONDS", 40))
ROWS = 100_000
LATE = FOLLOWERS // 5
VICTIM, BRIEFLY_AWAY, LONG_AWAY, SLOW = 0, 1, 2, 3

folder = tempfile.mkdtemp(prefix="diffable-redis-")
started = time.monotonic()
processes = []  # that run, or have run
seconds_used = {}  # of a processor, by the name of the program


def start_process(command, **files):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **files)
    processes.append(process)
    return process


def end(process, how=None):
    """Sends a signal, or waits until the process ends by itself. Returns its status."""
    if how is not None:
        process.send_signal(how)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    program = os.path.basename(process.args[0])
    seconds_used[program] = seconds_used.get(program, 0) + usage.ru_utime + usage.ru_stime
    return process.returncode


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


PORT = free_port()
ADDRESS = f"127.0.0.1:{PORT}"


def say(message):
    print(f"{time.monotonic() - started:6.1f} s  {message}", flush=True)


def require(condition, message):
    if not condition:
        raise SystemExit(f"FAILED: {message}")


def wait_until(condition, seconds, message):
    end = time.monotonic() + seconds
    while not condition():
        require(time.monotonic() < end, message)
        time.sleep(0.05)


def redis(*command):
    """The output of a command, without the last line end; None if the server does not answer."""
    result = subprocess.run(
        ["redis-cli", "-p", str(PORT), *command], stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    return result.stdout[:-1] if result.returncode == 0 else None


def entry_number(entry):
    time_of_entry, number = entry.split(b"-")
    return int(time_of_entry), int(number)


def first_entry():
    return entry_number(redis("XRANGE", "list", "-", "+", "COUNT", "1").split(b"\n")[0])


class Server:
    def __init__(self):
        self.process = None

    def start(self):
        self.process = start_process(
            [
                "redis-server",
                "--port",
                str(PORT),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder,
                "--appendonly",
                "yes",
                "--save",
                "",
                "--logfile",
                os.path.join(folder, "redis.log"),
            ]
        )
        wait_until(lambda: redis("PING") == b"PONG", 60, "the server does not start")

    def stop(self, how):
        end(self.process, how)


def last_line(path):
    """The last complete line of a file; None if it has none."""
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 200))
        lines = file.read().split(b"\n")
    return lines[-2] if len(lines) > 1 else None


class Follower:
    """A follower, and all processes that it has been. Each of them has a file for its versions."""

    def __init__(self, number):
        self.state = os.path.join(folder, f"{number}.list")
        self.path = os.path.join(folder, f"{number}.versions")
        self.errors = os.path.join(folder, f"{number}.errors")
        self.runs = []
        self.process = None

    def start(self):
        self.runs.append(f"{self.path}.{len(self.runs)}")
        with open(self.runs[-1], "wb") as versions, open(self.errors, "ab") as errors:
            self.process = start_process(
                [os.path.join(PROGRAMS, "follower"), "--versions", ADDRESS, "list", self.state],
                stdout=versions,
                stderr=errors,
            )

    def kill(self):
        status = end(self.process, signal.SIGKILL)
        require(status == -signal.SIGKILL, f"a follower ended with status {status}")

    def version(self):
        """The version that was printed last."""
        for run in reversed(self.runs):
            line = last_line(run)
            if line:
                return line
        return None

    def versions(self):
        """All versions, without a last line that is incomplete because the process was killed."""
        for run in self.runs:
            with open(run, "rb") as file:
                yield from file.read().split(b"\n")[:-1]

    def missed_a_patch(self):
        with open(self.errors, "rb") as file:
            return b"WRONG_VERSION" in file.read()

    def saved(self):
        """The entry and the document at the start of the file."""
        with open(self.state, "rb") as file:
            entry, size = file.readline().split()
            return entry, file.read(int(size)), file.read()


def check_versions(followers, position):
    """That each follower went through versions of the publisher, in order. Returns how many versions they saw."""
    seen = 0
    for number, follower in enumerate(followers):
        last = -1
        for version in follower.versions():
            require(version in position, f"follower {number} has version {version}, which was never published")
            require(
                position[version] > last,
                f"follower {number} went from version {last} to {position[version]} of the publisher",
            )
            last = position[version]
            seen += 1
    return seen


def shown_rows(path):
    """The rows of the list, in the last text that a follower wrote."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    counts = [index for index, line in enumerate(lines) if line.startswith("=")]
    if not counts:
        return None
    block = lines[counts[-2] + 1 if len(counts) > 1 else 0 : counts[-1]]
    return [line[5:] for line in block if not line.startswith("-")]


def check_view():
    """Followers that have seen all changes of a short list show the same rows as one that starts afterwards, also if
    the publisher is another process with another list."""
    watchers = []

    def watch():
        path = os.path.join(folder, f"watcher.{len(watchers)}")
        with open(path, "wb") as output:
            watchers.append(
                (path, start_process([os.path.join(PROGRAMS, "follower"), ADDRESS, "short"], stdout=output))
            )

    watch()
    for count in 5, 7:
        with open(os.path.join(folder, "short.versions"), "wb") as output:
            publisher = start_process(
                [os.path.join(PROGRAMS, "publisher"), ADDRESS, "short", str(count), "50", "100"], stdout=output
            )
        require(end(publisher) == 0, "the publisher failed")
        watch()
        wait_until(lambda: shown_rows(watchers[-1][0]) is not None, 60, "a follower shows no list")
        rows = shown_rows(watchers[-1][0])
        require(len(rows) == count and any("change" in row for row in rows), f"a follower shows {rows}")
        for path, _ in watchers:
            wait_until(
                lambda: shown_rows(path) == rows, 60, f"two followers show different rows: {shown_rows(path)}, {rows}"
            )
    for _, watcher in watchers:
        end(watcher, signal.SIGKILL)
    seconds_used.clear()


def run(server):
    server.start()
    check_view()
    say(f"{FOLLOWERS} followers of {ROWS} rows, {RATE} changes a second for {SECONDS} s")
    followers = [Follower(number) for number in range(FOLLOWERS)]
    for follower in followers[:-LATE]:
        follower.start()
    history_path = os.path.join(folder, "publisher.versions")
    with open(history_path, "wb") as output:
        publisher = start_process(
            [os.path.join(PROGRAMS, "publisher"), ADDRESS, "list", str(ROWS), str(RATE), str(RATE * SECONDS)],
            stdout=output,
        )
    begin = time.monotonic()
    samples = []

    def fault(part, message):
        """Waits for a part of the time, in which one follower is killed and restarted all along."""
        while time.monotonic() < begin + part * SECONDS:
            samples.append((last_line(history_path), [follower.version() for follower in followers]))
            followers[VICTIM].kill()
            followers[VICTIM].start()
            time.sleep(0.5)
        say(message)

    fault(0.10, "the late followers start, and two are killed")
    for follower in followers[-LATE:]:
        follower.start()
    for number in BRIEFLY_AWAY, LONG_AWAY:
        followers[number].kill()
    missing_since = entry_number(redis("XREVRANGE", "list", "+", "-", "COUNT", "1").split(b"\n")[0])
    fault(0.15, "one of the two resumes, with a file that ends in a document of which only the start was written")
    with open(followers[BRIEFLY_AWAY].state, "ab") as file:
        file.write(b"9999999999999-0 100\n\x90")
    followers[BRIEFLY_AWAY].start()
    wait_until(lambda: last_line(followers[BRIEFLY_AWAY].runs[-1]), 60, "a follower does not resume")
    require(not followers[BRIEFLY_AWAY].missed_a_patch(), "a follower that was away briefly missed a patch")
    fault(0.25, "the server is stopped and restarted")
    server.stop(signal.SIGTERM)
    time.sleep(1)
    server.start()
    fault(0.45, "the server is killed, and restarted without the last entries that followers have read")
    require(
        not any(follower.missed_a_patch() for follower in followers),
        "a follower missed a patch when the server was restarted",
    )
    publisher.send_signal(signal.SIGSTOP)
    time.sleep(0.5)
    entries = redis("XREVRANGE", "list", "+", "-", "COUNT", "9")
    redis("XDEL", "list", *re.findall(rb"(?m)^[0-9]+-[0-9]+$", entries))
    server.stop(signal.SIGKILL)
    server.start()
    publisher.send_signal(signal.SIGCONT)
    fault(0.60, "the other follower resumes, when the stream no longer has what it missed")
    wait_until(lambda: first_entry() > missing_since, 60, "the stream is not trimmed")
    followers[LONG_AWAY].start()
    wait_until(followers[LONG_AWAY].missed_a_patch, 60, "a follower did not notice that it missed patches")
    wait_until(lambda: last_line(followers[LONG_AWAY].runs[-1]), 60, "a follower does not read the whole list")
    for part in 0.70, 0.73, 0.76, 0.79:
        # It misses some patches, and the whole list that Redis has may be older than its own.
        fault(part, "all entries are removed while a follower is stopped")
        followers[SLOW].process.send_signal(signal.SIGSTOP)
        version = last_line(history_path)
        wait_until(lambda: last_line(history_path) != version, 60, "the publisher does not go on")
        time.sleep(0.1)
        redis("XTRIM", "list", "MAXLEN", "0")
        followers[SLOW].process.send_signal(signal.SIGCONT)
    fault(0.85, "the server loses all data and is restarted")
    server.stop(signal.SIGKILL)
    shutil.rmtree(os.path.join(folder, "appendonlydir"))
    server.start()
    fault(1.00, "the last changes are made")
    require(end(publisher) == 0, "the publisher failed")
    published = time.monotonic()
    say(f"{RATE * SECONDS} changes were made and published in {published - begin:.1f} s")

    with open(history_path, "rb") as file:
        history = [line.split()[0] for line in file]
    # After a lost connection, the publisher may send the last version again.
    history = [version for index, version in enumerate(history) if index == 0 or version != history[index - 1]]
    position = {version: index for index, version in enumerate(history)}
    require(len(position) == len(history), "the publisher had a version twice")
    wait_until(
        lambda: all(follower.version() == history[-1] for follower in followers),
        60,
        f"followers do not have the last version: {[f.state for f in followers if f.version() != history[-1]]}",
    )
    say(f"all lists are equal {time.monotonic() - published:.1f} s later")
    for follower in followers:
        follower.kill()

    # A follower that starts writes its list, which must be what the publisher wrote, byte by byte.
    entry, document = redis("HGET", "list:snapshot", "entry"), redis("HGET", "list:snapshot", "document")
    for number in VICTIM, BRIEFLY_AWAY, LONG_AWAY, FOLLOWERS - 1:
        followers[number].start()
        wait_until(
            lambda: followers[number].saved() == (entry, document, b""),
            60,
            f"the file of follower {number} has another list",
        )
        followers[number].kill()
    server.stop(signal.SIGTERM)

    seen = check_versions(followers, position)
    behind = sorted(
        position[sample.split()[0]] - position[version]
        for sample, versions in samples
        if sample
        for version in versions
        if version
    )
    missed = sum(follower.missed_a_patch() for follower in followers)
    say(
        f"{len(history)} versions were published, and seen {seen} times; "
        f"half of the followers were at most {behind[len(behind) // 2]} "
        f"versions behind, and nine of ten at most {behind[len(behind) * 9 // 10]}"
    )
    say(
        f"{len(followers[VICTIM].runs)} processes were one follower; "
        f"{missed} followers missed a patch and read the list again"
    )
    say(
        "seconds of a processor: "
        + ", ".join(f"{program} {seconds:.1f}" for program, seconds in sorted(seconds_used.items()))
        + f"; a follower took {1e6 * seconds_used['follower'] / seen:.0f} microseconds for each version"
    )
    print("1 passed, 0 failed")


try:
    run(Server())
finally:
    for process in processes:
        if process.poll() is None:
            process.kill()
            process.wait()
    shutil.rmtree(folder)
