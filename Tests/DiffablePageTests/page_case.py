"""What the tests of pages share: a browser with a page of the folder PAGES, and what its lists should show."""

import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../NDJSONTests"))

from browser import Browser  # noqa: E402
from page import Page  # noqa: E402
from reader import Reader  # noqa: E402

folder = os.path.abspath(os.environ["PAGES"])
disturbing = {*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x61C}


def shown(value):
    """Text as text views show it."""
    if isinstance(value, dict):
        value = bytes.fromhex(value["hex"]).decode(errors="backslashreplace")
    names = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(names.get(one) or (f"\\u{{{ord(one):x}}}" if ord(one) in disturbing else one) for one in str(value))


def states(page):
    """After each apply: what every list shows, as (kind, text, detail) from top to bottom."""
    reader = Reader()
    for line in page.stream.splitlines():
        if reader.read(json.loads(line)) is not None:
            yield [list(entries(shown_list)) for shown_list in reader.lists.values()]


def entries(shown_list):
    def entry(kind, cell):
        return [kind, shown(cell["text"]) or " ", shown(cell.get("detail", ""))]

    for section in shown_list.sections:
        if section["header"]:
            yield entry("header", section["header"])
        for row in section["rows"]:
            yield entry("row", row["cell"])
        if section["footer"]:
            yield entry("footer", section["footer"])


ENTRIES = """[...document.querySelectorAll(".list")].map((list) =>
  [...list.querySelectorAll("[role=listitem]:not([aria-hidden], [inert])")].map((entry) => [
    ["header", "row", "footer"].find((kind) => entry.classList.contains(kind)),
    entry.querySelector(".text").textContent, entry.querySelector(".detail")?.textContent ?? ""]))"""
TEXT = "document.getElementById('{}').textContent"


class PageCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        self.browser.events.clear()
        self.browser.prefer()
        self.browser.resize(1180, 900)
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)

    def tearDown(self):
        self.assertEqual([], self.browser.console_errors())
        self.assertEqual(
            [], [url for url in self.browser.requests() if not url.startswith(("file://" + folder, "about:"))]
        )

    def open(self, name, fragment=""):
        self.browser.open(f"{folder}/{name}.html", fragment)
        return Page(f"{folder}/{name}.html")

    def evaluate(self, expression):
        return self.browser.evaluate(expression)

    def step(self):
        """Where the slider, the address and the text say that the page is."""
        slider = int(self.evaluate("document.getElementById('slider').value"))
        self.assertEqual(f"#{slider}", self.evaluate("location.hash"))
        self.assertEqual(str(slider), self.evaluate(TEXT.format("place")).split(" / ")[0])
        return slider

    def picture(self, name, of=None):
        path = f"{folder}/{name}.png"
        self.browser.screenshot(path, of)
        return path
