"""What the tests of lists in pages share: a browser, and a server for the files of the project, since modules are not
loaded from files."""

import functools
import http.server
import os
import sys
import threading
import unittest

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(root, "Tests/DiffablePageTests"))

from browser import Browser  # noqa: E402

SCREENSHOTS = os.environ.get("SCREENSHOTS")


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def do_GET(self):
        if self.path != "/favicon.ico":
            return super().do_GET()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class ListCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=root))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.address = f"http://127.0.0.1:{server.server_port}"
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        self.browser.events.clear()
        self.browser.prefer()
        self.browser.resize(800, 700)
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)

    def tearDown(self):
        self.assertEqual([], self.browser.console_errors())
        self.assertEqual(
            [], [url for url in self.browser.requests() if not url.startswith((self.address, "about:", "data:"))]
        )

    def open(self, path, ready="document.readyState === 'complete'"):
        if self.browser.script_lines:
            self.browser.script_lines.take()
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.call("Page.navigate", url=f"{self.address}/{path}")
        self.assertTrue(self.browser.wait_until(f"location.protocol === 'http:' && {ready}"), f"{path} does not load")

    def evaluate(self, expression):
        return self.browser.evaluate(expression)

    def frames(self, count=2):
        """Lets the page draw."""
        self.evaluate(
            f"(async () => {{ for (let i = 0; i < {count}; i += 1) await new Promise(requestAnimationFrame); }})()"
        )

    def freeze(self):
        """Time stands still for what moves from now on."""
        self.browser.call("Animation.setPlaybackRate", playbackRate=0)

    def move_to(self, share):
        """To a share of the way of all that moves."""
        self.evaluate(
            f"document.getAnimations().forEach((one) => one.currentTime = {share} * one.effect.getTiming().duration)"
        )

    def picture(self, name):
        if SCREENSHOTS:
            self.browser.screenshot(f"{SCREENSHOTS}/{name}.png")
