"""page_test.py <folder>

The pages of the folder, in headless Chromium: what they show at each step, on the way, and to whom. SCREENSHOTS=folder
keeps the pictures.
"""
import json
import os
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../NDJSONTests"))

from browser import Browser  # noqa: E402
from page import Page  # noqa: E402
from reader import Reader  # noqa: E402

folder = os.path.abspath(sys.argv.pop(1))
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
  [...list.querySelectorAll("[role=listitem]:not([aria-hidden])")].map((entry) => [
    ["header", "row", "footer"].find((kind) => entry.classList.contains(kind)),
    entry.querySelector(".text").textContent, entry.querySelector(".detail")?.textContent ?? ""]))"""
# Where they are, by the text that they begin with.
PLACES = """Object.fromEntries([...document.querySelectorAll(".list:first-child .entry")].map((entry) => {
  const { transform, opacity } = getComputedStyle(entry);
  const { m41, m42 } = new DOMMatrix(transform);
  return [entry.querySelector(".text").textContent, [Math.round(m41), Math.round(m42), Math.round(100 * opacity)]];
}))"""
CHANGES = """[...document.querySelectorAll("#changes-list button")].map((change) =>
  [".sign", ".verb", ".name", ".where"].map((part) => change.querySelector(part).textContent))"""
TEXT = "document.getElementById('{}').textContent"


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        self.browser.events.clear()
        self.browser.prefer()
        self.browser.resize(1180, 900)
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)

    def tearDown(self):
        self.assertEqual([], self.browser.complaints())
        self.assertEqual([], [url for url in self.browser.requests() if not url.startswith(("file://" + folder, "about:"))])

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

    def read(self, path):
        """The pieces of text that a picture shows, in letters and digits: other marks are taken for one another."""
        text = subprocess.run(["tesseract", path, "-", "--psm", "11"], capture_output=True, text=True, check=True).stdout
        return ["".join(filter(str.isalnum, line)).lower() for line in text.splitlines() if any(map(str.isalnum, line))]

    def freeze(self):
        """Time stands still for what moves from now on."""
        self.browser.call("Animation.setPlaybackRate", playbackRate=0)

    def move_to(self, share):
        """To a share of the way; all animations of the page last as long."""
        self.evaluate(f"document.getAnimations().forEach((one) => one.currentTime = {share} * one.effect.getTiming().duration)")

    def set_speed(self, speed):
        self.evaluate(f"speed.value = '{speed}'; speed.dispatchEvent(new Event('change'))")

    # What is seen

    def test_three_steps_as_pictures(self):
        expected = {
            1: "today apple 150 pear 1200 fromthegarden untilsix tomorrow plum 075",
            2: "today figs apple 150 untilsix tomorrow plum 075 pear 1200 fromthegarden",
            3: "today figs untilsix tomorrow plum 275 pear 1200 fromthegarden",
        }
        for step, words in expected.items():
            self.open("steps", f"#{step}")
            read = self.read(self.picture(f"step{step}", ".list .rows"))
            # Signs, images and accessories read as this or that letter, alone or beside a word.
            found = [next((word for word in words.split() if word in one), one) for one in read if len(one) > 1]
            self.assertEqual(words.split(), found)
            self.assertEqual(step, self.step())

    def test_changes_are_listed_with_signs_and_words(self):
        self.open("steps", "#2")
        self.assertEqual([
            ["+", "inserted", "Figs", "row 1 of Today"],
            [">", "moved", "Pear", "from row 2 of Today to row 2 of Tomorrow"],
        ], self.evaluate(CHANGES))
        self.assertEqual("steps.lua", self.evaluate(TEXT.format("title")))
        self.assertEqual("Figs from the left, and the pear waits", self.evaluate(TEXT.format("caption")))
        self.assertEqual("Step 2 of 5 · List 1: 1 item inserted, 1 moved (left)", self.evaluate(TEXT.format("summary")))
        self.browser.press("ArrowRight")
        self.assertEqual([
            ["-", "deleted", "Apple", "was row 2 of Today"], ["~", "reconfigured", "Plum", "row 1 of Tomorrow"],
        ], self.evaluate(CHANGES))
        self.browser.press("End")
        self.assertEqual([], self.evaluate(CHANGES))
        self.assertEqual("Everything was reloaded.", self.evaluate(TEXT.format("changes-list")))
        self.browser.press("Home")
        self.assertEqual("Nothing has been applied yet.", self.evaluate(TEXT.format("changes-list")))
        self.assertEqual("Step 0 of 5: before the first apply", self.evaluate(TEXT.format("summary")))

    def test_every_step_of_any_list_is_what_a_reader_of_the_stream_has(self):
        self.browser.resize(1180, 6000)
        self.browser.prefer(reduced_motion="reduce")
        for name in ("steps", "payment", "lists"):
            page = self.open(name, "#0")
            expected = list(states(page))
            for step, state in enumerate(expected, 1):
                self.browser.press("ArrowRight")
                shown_lists = self.evaluate(ENTRIES)
                self.assertEqual(state, shown_lists[:len(state)], f"{name}, step {step}")
                self.assertEqual([[]] * (len(shown_lists) - len(state)), shown_lists[len(state):])
                self.assertEqual(step, self.step())
            self.browser.press("ArrowRight")
            self.assertEqual(len(expected), self.step())
            # Back again, and anywhere at once, it is the same.
            for step in [*range(len(expected) - 1, 0, -1), len(expected), len(expected) // 2]:
                self.evaluate(f"location.hash = '#{step}'")
                self.assertTrue(self.browser.wait_until(f"document.getElementById('slider').value == {step}"))
                state = expected[step - 1]
                self.assertEqual(state, self.evaluate(ENTRIES)[:len(state)], f"{name}, back at step {step}")

    def test_text_is_never_markup(self):
        self.open("steps", "#4")
        self.assertEqual("undefined", self.evaluate("typeof broken"))
        self.assertEqual("</script><script>broken = 1</script>", self.evaluate(TEXT.format("caption")))
        self.assertEqual([
            ["header", "<!--<script>", ""], ["row", "</script><img src=x onerror='broken = 3'>", ""],
            ["row", "line\\nfeed \\u{1b}[31m nul\\u{0}", ""], ["row", "\\u{2028}\\u{202e}&amp;", ""],
            ["row", "half \\xe2\\x82 \ufeff東", ""], ["row", " ", ""],
        ], self.evaluate(ENTRIES)[1])
        ids = self.evaluate("[...document.querySelectorAll('.change .id')].map((id) => id.textContent)")
        self.assertEqual(["1", "</script><script>broken = 2</script>", "-9223372036854775808", "9007199254740993", "\\xff", ""], ids)
        self.assertEqual(0, self.evaluate("document.querySelectorAll('img').length"))

    def test_light_dark_wide_and_narrow(self):
        colors = set()
        for scheme in ("light", "dark"):
            for width in (1180, 360):
                self.browser.prefer(color_scheme=scheme)
                self.browser.resize(width, 780)
                self.open("payment", "#5")
                self.picture(f"{scheme}-{width}")
                self.assertLessEqual(self.evaluate("document.documentElement.scrollWidth"), width)
                outside = """[...document.querySelectorAll("#player *, .detail, .accessory, .change")]
                  .filter((one) => one.getClientRects().length && one.getBoundingClientRect().right > innerWidth).length"""
                self.assertEqual(0, self.evaluate(outside))
            style = "(({ color, backgroundColor }) => color + backgroundColor)(getComputedStyle(document.querySelector('.entry')))"
            colors.add(self.evaluate(style))
        self.assertEqual(2, len(colors))

    # Motion

    def test_rows_travel_between_their_places(self):
        self.open("steps", "#1")
        before = self.evaluate(PLACES)
        self.freeze()
        self.browser.press("ArrowRight")
        at_first = self.evaluate(PLACES)
        width = self.evaluate("document.querySelector('.rows').clientWidth")
        for name in ("Apple", "Pear", "Plum"):
            self.assertEqual(before[name], at_first[name])
        self.assertEqual([-width, 44, 100], at_first["Figs"])
        self.move_to(0.4)
        on_the_way = self.evaluate(PLACES)
        self.picture("on-the-way")
        self.move_to(1)
        after = self.evaluate(PLACES)
        self.assertTrue(-width < on_the_way["Figs"][0] < 0)
        for name in ("Pear", "Plum"):
            self.assertTrue(min(before[name][1], after[name][1]) < on_the_way[name][1] < max(before[name][1], after[name][1]), name)
        self.assertEqual([0, 44, 100], after["Figs"])
        # Nothing but the transform, and the list's own height, is animated.
        animated = """document.getAnimations().filter((one) => !one.effect.target.classList.contains("rows"))
          .flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys))"""
        self.assertLessEqual(set(self.evaluate(animated)), {"offset", "computedOffset", "easing", "composite", "transform", "opacity"})

    def test_a_step_on_the_way_goes_on_from_there(self):
        for start, key, back, name in (
            ("#1", "ArrowRight", "ArrowLeft", "Figs"), ("#3", "ArrowLeft", "ArrowRight", "Apple"), ("#5", "Home", "End", "Plum"),
        ):
            self.open("steps", start)
            self.freeze()
            self.browser.press(key)
            self.move_to(0.4)
            on_the_way = self.evaluate(PLACES)
            self.assertNotEqual([0, 100], on_the_way[name][::2], f"{name} comes or goes")
            self.browser.press(back)
            self.assertEqual(on_the_way, self.evaluate(PLACES), start)

    def test_deleted_rows_leave_by_the_animation(self):
        self.open("steps", "#2")
        self.freeze()
        self.browser.press("ArrowRight")
        self.move_to(0.5)
        leaving = "[...document.querySelectorAll('.leaving')].map((row) => [row.querySelector('.text').textContent, row.ariaHidden])"
        self.assertEqual([["Apple", "true"]], self.evaluate(leaving))
        self.assertGreater(self.evaluate(PLACES)["Apple"][0], 0)
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)
        self.assertTrue(self.browser.wait_until("document.querySelectorAll('.leaving').length === 0"))

    def test_nothing_moves_where_reduced_motion_is_asked_for(self):
        self.browser.prefer(reduced_motion="reduce")
        self.open("steps", "#1")
        self.freeze()
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"):
            self.browser.press(key)
            self.assertEqual(0, self.evaluate("document.getAnimations().length"), key)

    def test_nothing_moves_in_an_apply_without_animation(self):
        self.open("steps", "#0")
        self.freeze()
        self.browser.press("ArrowRight")
        self.assertEqual(0, self.evaluate("document.getAnimations().length"))

    # Playing

    def test_playing_goes_to_the_end_and_pauses_there(self):
        self.open("steps", "#2")
        self.set_speed("4")
        label = "document.getElementById('play').getAttribute('aria-label')"
        self.browser.press(" ")
        self.assertEqual("Pause", self.evaluate(label))
        self.assertTrue(self.browser.wait_until(label + " === 'Play'"))
        self.assertEqual(5, self.step())
        # From the end it begins anew; a second press, and any step, pauses.
        self.set_speed("0.5")
        self.browser.press(" ")
        self.assertLess(self.step(), 5)
        self.browser.press(" ")
        self.assertEqual("Play", self.evaluate(label))
        self.browser.press(" ")
        self.browser.press("End")
        self.assertEqual(("Play", 5), (self.evaluate(label), self.step()))

    def test_buttons_slider_and_marks(self):
        self.open("steps", "#1")
        self.assertEqual(5, self.evaluate("document.querySelectorAll('#marks .mark').length"))
        self.evaluate("forward.click()")
        self.assertEqual(2, self.step())
        self.evaluate("back.click(); back.click()")
        self.assertEqual((0, True), (self.step(), self.evaluate("back.disabled")))
        self.evaluate("slider.focus()")
        for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("End", 5), ("ArrowLeft", 4), ("Home", 0)):
            self.browser.press(key)
            self.assertEqual(step, self.step())
        self.evaluate("slider.value = 3; slider.dispatchEvent(new Event('input'))")
        self.assertEqual(3, self.step())
        self.assertIn("1 item deleted", self.evaluate("slider.getAttribute('aria-valuetext')"))
        self.assertTrue(self.evaluate("forward.disabled === false && document.querySelector('[role=status][aria-live=polite]') !== null"))
        for fragment, step in (("#99", 5), ("#nonsense", 1), ("", 1)):
            self.open("steps", fragment)
            self.assertEqual(step, self.step())

    def test_what_has_the_focus_is_outlined(self):
        self.open("steps", "#1")
        for _ in range(4):
            self.browser.press("Tab")
        self.assertEqual("solid", self.evaluate("getComputedStyle(document.activeElement).outlineStyle"))

    # What may be large, and nothing

    def test_ten_thousand_rows(self):
        page = self.open("large", "#1")
        self.assertEqual(100, page.stream.count('{"event":"applied"'))
        expected = list(states(page))
        for step in (2, 3, 50, 100):
            self.evaluate(f"location.hash = '#{step}'")
            self.assertTrue(self.browser.wait_until(f"document.getElementById('slider').value == {step}"))
            # Rows that went out of sight are gone when they have arrived.
            arrived = """document.getAnimations().length === 0 && [...document.querySelectorAll("[role=listitem]")]
              .every((one, index, all) => one.ariaPosInSet - all[0].ariaPosInSet === index)"""
            self.assertTrue(self.browser.wait_until(arrived))
            elements = self.evaluate(ENTRIES)[0]
            self.assertLess(len(elements), 100)
            first = int(self.evaluate("document.querySelector('[role=listitem]').getAttribute('aria-posinset')")) - 1
            self.assertEqual(expected[step - 1][0][first:first + len(elements)], elements)
            in_sight = """[...document.querySelectorAll(".entry:is(.moved, .updated)")].some((one) =>
              one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= document.getElementById("player").offsetTop)"""
            self.assertTrue(self.evaluate(in_sight), f"no change is in sight at step {step}")
        self.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        last = expected[-1][0][-1][1]
        self.assertTrue(self.browser.wait_until(f"[...document.querySelectorAll('.text')].some((one) => one.textContent === '{last}')"))
        self.open("large", "#1")
        self.assertEqual(200, self.evaluate("document.querySelectorAll('.change').length"))
        self.assertEqual("9,801 more", self.evaluate(TEXT.format("more")))
        self.evaluate("more.click()")
        self.assertEqual(400, self.evaluate("document.querySelectorAll('.change').length"))

    def test_a_change_leads_to_its_row(self):
        self.open("large", "#1")
        self.evaluate("document.querySelectorAll('.change')[150].click()")
        self.assertEqual("row 150", self.evaluate("document.querySelector('.found .text').textContent"))

    def test_a_page_of_nothing_says_so(self):
        self.open("nothing")
        self.assertIn("applied nothing", self.evaluate("document.body.innerText"))
        self.assertFalse(self.evaluate("document.getElementById('player').checkVisibility()"))
        self.browser.press("ArrowRight")
        self.browser.press(" ")


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    if "SCREENSHOTS" in os.environ:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".png"):
                shutil.copy(f"{folder}/{name}", os.environ["SCREENSHOTS"])
    sys.exit(not result.wasSuccessful())
