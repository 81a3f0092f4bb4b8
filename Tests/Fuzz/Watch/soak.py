"""soak.py [seconds]

`diffable watch` that nobody looks after: on a terminal with a stream of 500 rows a second, on a terminal with a command
that succeeds, fails, hangs, prints garbage and changes its columns in turn, and the same command in a pipe. Meanwhile
keys are pressed. Fails if memory, descriptors or processes grow, if one of them ends or shows nothing any more, or if a
process is left behind.
"""

import json
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import time
import fcntl
import termios

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1800
random.seed(39)

# What the command does the n-th time. Its lists are long, so that the history of the terminal is full before memory is
# compared. Everything that is left behind has the path of the script among its arguments.
JOB = r"""
cd "$1"
n=$(($(cat count 2>/dev/null || echo 0) + 1))
echo $n >count
list() { awk -v n=$n 'BEGIN { srand(n); printf "[";
  for (i = 0; i < 4000; i++) printf "%s{\"id\":%d,\"a\":%d,\"b\":\"%s\",\"c\":%s}",
  i ? "," : "", (i + n) % 4200, rand() * 100, n % 5 ? "up" : "down", rand() < 0.5 ? "null" : i; print "]" }'; }
case $((n % 13)) in
0) exit 3 ;;
1) list; echo "no luck" >&2; exit 1 ;;
2) sh -c 'sleep 1000; :' "$0" & sleep 1000 ;;
3) head -c 5000 /dev/urandom ;;
4) printf 'PID   %%CPU COMMAND\n  1    2.0 a b\n 22   13.5 c\n' ;;
5) printf 'name,x,"y z"\nup,1,2\n%s,3,4\n' $n ;;
6) ;;
7) printf '[1,2,3'; kill -9 $$ ;;
8) list; sh -c 'sleep 1000; :' "$0" & ;;
9) printf '{"id":1,"a":2}\n{"id":%s,"q":[1,{"r":2}]}\n' $n ;;
*) list ;;
esac
"""


class Watch:
    def __init__(self, name, arguments, on_terminal, takes_rows=False):
        self.name, self.takes_rows, self.shown, self.samples = name, takes_rows, 0, []
        source = subprocess.PIPE if takes_rows else subprocess.DEVNULL
        command = ["build/bin/diffable", "watch"] + arguments
        environment = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", LUA_INIT="")
        if on_terminal:
            self.output, other = pty.openpty()
            fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

            def own_terminal():
                os.setsid()
                fcntl.ioctl(other, termios.TIOCSCTTY, 0)

            self.process = subprocess.Popen(
                command,
                stdin=source if takes_rows else other,
                stdout=other,
                stderr=other,
                env=environment,
                preexec_fn=own_terminal,
                bufsize=0,
            )
            os.close(other)
        else:
            self.process = subprocess.Popen(
                command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, bufsize=0
            )
            self.output = self.process.stdout.fileno()
        self.on_terminal = on_terminal

    def sample(self, children):
        pid = self.process.pid
        with open("/proc/%d/status" % pid) as file:
            memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
        below, found = [pid], 0
        while below:
            more = children.get(below.pop(), [])
            found += len(more)
            below += more
        self.samples.append((memory, len(os.listdir("/proc/%d/fd" % pid)), found))


def children_of_all():
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open("/proc/%s/stat" % entry) as file:
                    children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(entry))
            except OSError:
                pass
    return children


def left_behind(folder):
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                with open("/proc/%s/cmdline" % entry, "rb") as file:
                    if folder.encode() in file.read():
                        found.append(int(entry))
            except OSError:
                pass
    return found


def rows(number, second):
    """Ten rows of the stream, or what is wrong with them."""
    fields = [("a", "b", "c"), ("a", "b", "d"), ("x", "y"), ("a",)][second // 10 % 4]
    lines = []
    for index in range(number, number + 10):
        row = {name: random.randrange(1000) if random.random() < 0.8 else "text %d" % index for name in fields}
        if random.random() < 0.7:
            row["id"] = random.choice([index % 5000, str(index % 100)])
        lines.append(json.dumps(row))
    chance = random.random()
    if chance < 0.01:
        lines[5] = random.choice(["{,", "]", '"x', "\x00\x1b[2J", '{"id":1.5}'])
    elif chance < 0.02:
        lines[5] = json.dumps([{"id": index, "a": index} for index in range(random.randrange(400))])
    return "\n".join(lines) + "\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        job = os.path.join(folder, "job")
        with open(job, "w") as file:
            file.write(JOB)
        details = ["--detail", "a", "--detail", "b", "--detail", "c"]
        for part in "terminal", "pipe":
            os.mkdir(os.path.join(folder, part))
        command = ["--every", "0.5", "--timeout", "1", "--"]
        watches = [
            Watch("rows", ["--follow", "1000"] + details, True, True),
            Watch("command", details + command + ["sh", job, os.path.join(folder, "terminal")], True),
            Watch("pipe", command + ["sh", job, os.path.join(folder, "pipe")], False),
        ]
        start = time.monotonic()
        warm_up, next_sample, next_report, number, next_key = min(SECONDS / 3, 600), 1, 60, 0, 5
        warm = None
        while (elapsed := time.monotonic() - start) < SECONDS:
            readable, _, _ = select.select([watch.output for watch in watches], [], [], 0.01)
            for watch in watches:
                if watch.output in readable:
                    watch.shown += len(os.read(watch.output, 65536))
                if watch.process.poll() is not None:
                    sys.exit("%s ended with %d after %.0f s" % (watch.name, watch.process.returncode, elapsed))
            while number < elapsed * 500:
                watches[0].process.stdin.write(rows(number, int(elapsed)).encode())
                number += 10
            if elapsed >= next_key:
                next_key += 0.5
                for watch in watches[:2]:
                    os.write(
                        watch.output,
                        random.choice(
                            [
                                b"[",
                                b"[",
                                b"]",
                                b"]",
                                b"p",
                                b"h",
                                b"j",
                                b"G",
                                b"g",
                                b"t-3s\r",
                                b"t+9m\r",
                                b"r",
                                b"\x1b[B",
                            ]
                        ),
                    )
            if elapsed >= next_sample:
                next_sample += 1
                children = children_of_all()
                for watch in watches:
                    watch.sample(children)
            if warm is None and elapsed >= warm_up:
                warm = len(watches[0].samples)
            if elapsed >= next_report:
                next_report += 60
                for watch in watches:
                    memory, files, processes = watch.samples[-1]
                    print(
                        "%5.0f s  %-8s %7d KB  %3d descriptors  %2d processes"
                        % (elapsed, watch.name, memory, files, processes),
                        flush=True,
                    )
                    if watch.shown == 0:
                        sys.exit("%s has shown nothing for a minute" % watch.name)
                    watch.shown = 0
        failed = False
        # A history grows until it has its 16 MB. A short run ends before.
        room = 8192 if warm_up >= 300 else 24576
        for watch in watches:
            before, after = watch.samples[:warm], watch.samples[warm:]
            peaks = [max(sample[index] for sample in before) for index in range(3)]
            later = [max(sample[index] for sample in after) for index in range(3)]
            print(
                "%-8s memory %d KB, later %d KB; descriptors %d, later %d; processes %d, later %d"
                % (watch.name, peaks[0], later[0], peaks[1], later[1], peaks[2], later[2])
            )
            if later[0] > peaks[0] + room or later[1] > peaks[1] + 2 or later[2] > peaks[2] + 3 or later[2] > 8:
                print("FAILED: %s grows" % watch.name)
                failed = True
        for watch in watches:
            watch.process.send_signal(signal.SIGTERM)
        for watch in watches:
            deadline = time.monotonic() + 10
            while watch.process.poll() is None and time.monotonic() < deadline:
                if select.select([watch.output], [], [], 0.1)[0]:
                    try:
                        os.read(watch.output, 65536)
                    except OSError:
                        break
            watch.process.kill() if watch.process.poll() is None and time.monotonic() >= deadline else None
            if watch.process.wait() != -signal.SIGTERM:
                print("FAILED: %s ended with %d and not with SIGTERM" % (watch.name, watch.process.returncode))
                failed = True
        left = left_behind(folder)
        if left:
            print("FAILED: processes are left: %s" % left)
            for process in left:
                os.kill(process, signal.SIGKILL)
        print(
            "soak of watch: %d s, %d rows, %d runs"
            % (SECONDS, number, int(open(os.path.join(folder, "terminal/count")).read()))
        )
        if failed or left:
            sys.exit(1)


main()
