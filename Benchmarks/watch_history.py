"""watch_history.py [lists]

Writes what `diffable watch --save` makes of a day of `ps aux` every two seconds, and opens it at random moments. The
lists are made up: 300 processes, of which 5 change from list to list, one is replaced (`ps` itself), and every tenth
list another one. Fails if the file takes more than 50 MB, or if showing a list takes more than 10 ms of the processor,
the median of 200, without what the command takes to show a list of one row.
"""

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

LISTS = int(sys.argv[1]) if len(sys.argv) > 1 else 43200
OPENINGS = 200
NAMES = "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND".split()
random.seed(39)


class Process:
    def __init__(self, pid, command):
        self.pid, self.command = pid, command
        self.user = random.choice(["root", "root", "www-data", "postgres", "ann"])
        self.vsz, self.rss = random.randrange(5000, 2500000), random.randrange(500, 600000)
        self.seconds = random.randrange(0, 20000)
        self.start = "%02d:%02d" % (random.randrange(24), random.randrange(60))
        self.change()

    def change(self):
        self.cpu = random.choice([0, 0, 0.1, 0.3, 1.2, 7.5, 12.0]) + random.randrange(3) / 10
        self.rss = max(300, self.rss + random.randrange(-200, 260))
        self.seconds += random.randrange(3)
        values = (
            self.user,
            self.pid,
            "%.1f" % self.cpu,
            "%.1f" % (self.rss / 160000),
            self.vsz,
            self.rss,
            "?",
            random.choice(["S", "Ssl", "R"]),
            self.start,
            "%d:%02d" % divmod(self.seconds, 60),
            self.command,
        )
        self.text = "{" + ",".join('"%s":"%s"' % pair for pair in zip(NAMES, values)) + "}"


def lists():
    words = (
        "/usr/lib/systemd/systemd /usr/sbin/sshd nginx: postgres: /usr/bin/python3 node /opt/app/bin/server kworker/u16"
    ).split()
    pid = 300
    processes = [
        Process(n + 1, "%s --worker=%d --config /etc/service.conf" % (random.choice(words), n)) for n in range(pid)
    ]
    for number in range(LISTS):
        pid += 1
        processes[-1] = Process(pid, "ps aux")
        for _ in range(5):
            processes[random.randrange(299)].change()
        if number % 10 == 9:
            pid += 1
            del processes[random.randrange(299)]
            processes.insert(-1, Process(pid, random.choice(words) + " --job %d" % number))
        yield "[" + ",".join(process.text for process in processes) + "]\n"


def used(arguments, text=b""):
    """The milliseconds of the processor that a run takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["build/bin/diffable", "watch"] + arguments, input=text, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def main():
    details = [part for name in NAMES if name != "PID" for part in ("--detail", name)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "day")
        start = time.monotonic()
        writer = subprocess.Popen(
            ["build/bin/diffable", "watch", "--key", "PID", "--diff-only", "--save", path] + details,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        for text in lists():
            writer.stdin.write(text)
        writer.stdin.close()
        if writer.wait() != 0:
            sys.exit("the lists were not written")
        size = os.path.getsize(path)
        print("%d lists: %.1f MB, written in %.0f s" % (LISTS, size / 1e6, time.monotonic() - start))
        duration = time.monotonic() - start
        one = statistics.median(used(["--once"], b"[1]") for _ in range(OPENINGS))
        times = sorted(
            used(["--once", "--play", path, "--at=-%ds" % random.randrange(int(duration) + 1)]) for _ in range(OPENINGS)
        )
        median = statistics.median(times)
        print(
            "a list at a random moment: %.1f ms of the processor, 95 of 100 below %.1f ms; a list of one row: %.1f ms"
            % (median, times[OPENINGS * 95 // 100], one)
        )
        if size > 50e6 or median - one > 10:
            sys.exit("a limit was exceeded: 50 MB, 10 ms")


main()
