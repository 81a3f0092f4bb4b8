"""A program in Lua owns a list, and pages follow it by server-sent events, with the page of docs/web.md."""

import base64
import functools
import http.server
import os
import re
import subprocess
import threading
import urllib.parse

from list_case import Files, ListCase, root

TEXTS = "[...document.querySelectorAll('#list > div > *:not(.leaving)')].map((one) => one.innerText.trim())"

# Each line of its input is a list that is applied, or a version that is asked for; the answer is a message in
# hexadecimal digits.
OWNER = r"""
local diffable = require "diffable"
local source = diffable.data_source{ view = false }
local publisher = diffable.publisher(source)
for line in io.lines() do
  if line:find("^version") then
    local version = line:match("%x%x+")
    local message = publisher:message(version and #version == 32 and version or nil)
    print(((message or ""):gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)))
  else
    local items = {}
    for id, price in line:gmatch("(%a+)=(%S+)") do items[#items + 1] = { id = id, title = id, price = price } end
    source:apply(diffable.snapshot{ { id = "fares", items = items } })
    print(publisher:version())
  end
  io.stdout:flush()
end
"""


class Owner:
    """The program that has the list, and the connections that wait for a change of it."""

    def __init__(self):
        environment = {**os.environ, "LUA_CPATH": f"{root}/build/lua/?.so;;"}
        self.process = subprocess.Popen(
            ["lua5.4", "-e", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.changed = threading.Condition()
        self.version = ""
        self.lost = 0  # so many messages are not sent
        self.ended = 0  # connections with a lower number end
        self.connections = 0

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def apply(self, line):
        with self.changed:
            self.version = self.ask(line)[0]
            self.changed.notify_all()

    def message(self, version):
        return bytes.fromhex((self.ask(f"version {version}") or [""])[0])

    def close(self):
        with self.changed:
            self.ended = self.connections + 1
            self.changed.notify_all()
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Events(Files):
    owner = None

    def do_GET(self):
        if not self.path.startswith("/fares"):
            return super().do_GET()
        owner = self.owner
        version = urllib.parse.parse_qs(self.path.partition("?")[2]).get("version", [""])[0]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"retry: 20\n\n")
        self.wfile.flush()
        with owner.changed:
            owner.connections += 1
            number = owner.connections
            while number > owner.ended:
                if version != owner.version:
                    message = owner.message(version)
                    version = owner.version
                    if owner.lost > 0:
                        owner.lost -= 1
                        owner.changed.notify_all()
                    else:
                        try:
                            self.wfile.write(b"data: " + base64.b64encode(message) + b"\n\n")
                            self.wfile.flush()
                        except OSError:
                            return
                owner.changed.wait()


class EventsTest(ListCase):
    def setUp(self):
        super().setUp()
        self.owner = Owner()
        self.addCleanup(self.owner.close)
        handler = type("Handler", (Events,), {"owner": self.owner})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=root))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(lambda: self.browser.call("Page.navigate", url="about:blank"))
        self.address = f"http://127.0.0.1:{server.server_port}"
        with open(f"{root}/docs/web.md", encoding="utf-8") as page:
            example = page.read().split("Server-sent events are texts")[1].split("```html\n")[1].split("```")[0]
        os.makedirs(f"{root}/build/tests", exist_ok=True)
        with open(f"{root}/build/tests/events.html", "w", encoding="utf-8") as page:
            script = re.sub(r'"[./a-z]*/diffable.js"', '"/build/web/diffable.js"', example).replace(
                "const follower", "const follower = globalThis.follower"
            )
            page.write(f"<!DOCTYPE html><div id=list></div>{script}")

    def shows(self, *texts):
        self.browser.wait_until(
            f"{TEXTS}.join() === {','.join(texts)!r} && follower.version() === {self.owner.version!r}"
        )
        self.assertEqual((list(texts), self.owner.version), (self.evaluate(TEXTS), self.evaluate("follower.version()")))

    def test_a_page_follows_what_a_program_applies(self):
        self.owner.apply("Bus=2.50 Tram=3.00")
        self.open("build/tests/events.html", "globalThis.follower !== undefined")
        self.shows("Bus 2.50", "Tram 3.00")
        self.evaluate("globalThis.bus = [...document.querySelectorAll('#list > div > *')][0]")
        self.owner.apply("Train=7.00 Tram=3.00 Bus=2.75")
        self.shows("Train 7.00", "Tram 3.00", "Bus 2.75")
        self.assertTrue(self.evaluate("[...document.querySelectorAll('#list > div > *')].includes(bus)"))

    def test_what_was_lost_is_asked_for(self):
        self.owner.apply("Bus=1")
        self.open("build/tests/events.html", "globalThis.follower !== undefined")
        self.shows("Bus 1")
        self.owner.lost = 1
        self.owner.apply("Bus=2 Tram=2")
        with self.owner.changed:
            self.assertTrue(self.owner.changed.wait_for(lambda: self.owner.lost == 0, timeout=30))
        self.owner.apply("Bus=3 Tram=2")
        self.shows("Bus 3", "Tram 2")
        self.assertEqual(2, self.owner.connections)

    def test_a_connection_that_ends_is_resumed(self):
        self.owner.apply("Bus=1")
        self.open("build/tests/events.html", "globalThis.follower !== undefined")
        self.shows("Bus 1")
        for price in range(2, 5):
            with self.owner.changed:
                self.owner.ended = self.owner.connections
                self.owner.changed.notify_all()
            self.owner.apply(f"Bus={price} Tram={price}")
            self.shows(f"Bus {price}", f"Tram {price}")
        self.assertGreater(self.owner.connections, 3)
