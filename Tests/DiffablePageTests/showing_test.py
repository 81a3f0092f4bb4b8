"""What a page shows at each step."""

import subprocess

from page_case import ENTRIES, TEXT, PageCase, states

CHANGES = """[...document.querySelectorAll("#changes-list button")].map((change) =>
  [".sign", ".verb", ".name", ".where"].map((part) => change.querySelector(part).textContent))"""


GROUPS = "[...document.querySelectorAll('#changes-list .group')].map((group) => group.textContent)"


class ShowingTest(PageCase):
    def read(self, path):
        """The pieces of text that a picture shows, in letters and digits: other marks are taken for one another."""
        text = subprocess.run(
            ["tesseract", path, "-", "--psm", "11"], capture_output=True, text=True, check=True
        ).stdout
        return ["".join(filter(str.isalnum, line)).lower() for line in text.splitlines() if any(map(str.isalnum, line))]

    def test_three_steps_as_pictures(self):
        expected = {
            1: "today apple 150 pear 1200 fromthegarden untilsix tomorrow plum 075",
            2: "today figs apple 150 untilsix tomorrow plum 075 pear 1200 fromthegarden",
            3: "today figs apple untilsix tomorrow plum 275 pear 1200 fromthegarden",
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
        self.assertEqual(
            [
                ["+", "inserted", "Figs", "row 1"],
                [">", "moved", "Pear", "from row 2 of Today to row 2"],
            ],
            self.evaluate(CHANGES),
        )
        self.assertEqual("steps.lua", self.evaluate(TEXT.format("title")))
        self.assertEqual("Figs from the left, and the pear waits", self.evaluate(TEXT.format("caption")))
        self.assertEqual(
            "Step 2 of 5 · Fruit market: 1 item inserted, 1 moved (left)", self.evaluate(TEXT.format("summary"))
        )
        self.browser.press("ArrowRight")
        self.assertEqual(
            [
                ["-", "deleted", "Apple", "was row 2"],
                ["~", "reconfigured", "Plum", "row 1"],
            ],
            self.evaluate(CHANGES),
        )
        self.assertEqual(["In Today", "In Tomorrow"], self.evaluate(GROUPS))
        edits = "[...document.querySelectorAll('#changes-list .edit')].map((edit) => edit.textContent)"
        self.assertEqual(["detail 0.75 → 2.75", "accessory disclosure → nothing"], self.evaluate(edits))
        self.browser.press("End")
        self.assertEqual([], self.evaluate(CHANGES))
        self.assertEqual("Everything was reloaded.", self.evaluate(TEXT.format("changes-list")))
        self.browser.press("Home")
        self.assertEqual("Nothing has been applied yet.", self.evaluate(TEXT.format("changes-list")))
        self.assertEqual("Step 0 of 5: before the first apply", self.evaluate(TEXT.format("summary")))

    def test_lists_have_their_names(self):
        names = (
            "[...document.querySelectorAll('.list')].map((list) => "
            "[list.querySelector('.list-name').textContent, list.ariaLabel])"
        )
        hostile = "<b>\\u{1b}[31m\\xff"
        self.open("steps", "#4")
        self.assertEqual([["Fruit market", "Fruit market"], [hostile, hostile]], self.evaluate(names))
        self.assertIn(f"Step 4 of 5 · {hostile}: ", self.evaluate(TEXT.format("summary")))
        self.open("lists", "#1")
        self.assertEqual([["List 1", "List 1"], ["List 2", "List 2"]], self.evaluate(names))

    def test_deletions_are_shown_where_they_were(self):
        lines = """[...document.querySelectorAll(".entry")].map((entry) =>
          entry.querySelector(".sign").textContent + entry.querySelector(".text").textContent)"""
        self.browser.prefer(reduced_motion="reduce")
        self.open("leaving", "#2")
        self.assertEqual(
            ["fruit", "-Apple", "Pear", "+Plum", "+Fig", "+Date", "+Lime", "+Kiwi", "+nuts", "+Almond"],
            self.evaluate(lines),
        )
        self.browser.press("ArrowRight")
        self.assertEqual(["fruit", "-Plum, Fig, Date and 1 more", "Kiwi", ">Pear", "-nuts"], self.evaluate(lines))
        self.assertEqual(["In nuts", "In fruit"], self.evaluate(GROUPS))
        self.assertEqual(
            [["1", "3"], ["2", "3"], ["3", "3"]],
            self.evaluate(
                "[...document.querySelectorAll('[role=listitem]:not([aria-hidden], [inert])')]"
                ".map((one) => [one.ariaPosInSet, one.ariaSetSize])"
            ),
        )
        # A deletion of the list of changes leads to where it was.
        self.evaluate(
            "[...document.querySelectorAll('.change')].find((one) => one.textContent.includes('Lime')).click()"
        )
        self.assertEqual(
            "Plum, Fig, Date and 1 more", self.evaluate("document.querySelector('.found .text').textContent")
        )
        self.browser.press("Home")
        self.assertEqual([], self.evaluate(lines))

    def test_a_renamed_item_is_one_change(self):
        signs = """[...document.querySelectorAll(".entry")].map((entry) =>
          entry.querySelector(".sign").textContent + entry.querySelector(".text").textContent)"""
        edits = "[...document.querySelectorAll('#changes-list .edit')].map((edit) => edit.textContent)"
        self.browser.prefer(reduced_motion="reduce")
        self.open("renaming", "#2")
        self.assertEqual(
            [["-", "deleted", "typing", "was row 2"], ["~", "renamed, reconfigured", "Hello", "row 1"]],
            self.evaluate(CHANGES),
        )
        self.assertEqual(["id draft → 90"], self.evaluate(edits))
        self.assertEqual(["chat", "~Hello", "-typing", "done", "old"], self.evaluate(signs))
        self.browser.press("ArrowRight")
        self.assertEqual(
            [[">~", "renamed, moved, reconfigured", "Hello", "from row 1 of chat to row 2"]], self.evaluate(CHANGES)
        )
        self.assertEqual(["id 90 → 91"], self.evaluate(edits))
        self.assertEqual(["chat", "done", "old", ">~Hello"], self.evaluate(signs))
        self.browser.press("ArrowRight")
        self.assertEqual(
            [["+", "inserted", "Again", "row 1"], ["~", "renamed, reconfigured", "Hello", "row 3"]],
            self.evaluate(CHANGES),
        )
        self.assertEqual(["chat", "done", "+Again", "old", "~Hello"], self.evaluate(signs))

    def test_every_step_of_any_list_is_what_a_reader_of_the_stream_has(self):
        self.browser.resize(1180, 6000)
        self.browser.prefer(reduced_motion="reduce")
        for name in ("steps", "payment", "lists", "renaming"):
            page = self.open(name, "#0")
            expected = list(states(page))
            for step, state in enumerate(expected, 1):
                self.browser.press("ArrowRight")
                shown_lists = self.evaluate(ENTRIES)
                self.assertEqual(state, shown_lists[: len(state)], f"{name}, step {step}")
                self.assertEqual([[]] * (len(shown_lists) - len(state)), shown_lists[len(state) :])
                self.assertEqual(step, self.step())
            self.browser.press("ArrowRight")
            self.assertEqual(len(expected), self.step())
            # Back again, and anywhere at once, it is the same.
            for step in [*range(len(expected) - 1, 0, -1), len(expected), len(expected) // 2]:
                self.evaluate(f"location.hash = '#{step}'")
                self.assertTrue(self.browser.wait_until(f"document.getElementById('slider').value == {step}"))
                state = expected[step - 1]
                self.assertEqual(state, self.evaluate(ENTRIES)[: len(state)], f"{name}, back at step {step}")

    def test_text_is_never_markup(self):
        self.open("steps", "#4")
        self.assertEqual("undefined", self.evaluate("typeof broken"))
        self.assertEqual("</script><script>broken = 1</script>", self.evaluate(TEXT.format("caption")))
        self.assertEqual(
            [
                ["header", "<!--<script>", ""],
                ["row", "</script><img src=x onerror='broken = 3'>", ""],
                ["row", "line\\nfeed \\u{1b}[31m nul\\u{0}", ""],
                ["row", "\\u{2028}\\u{202e}&amp;", ""],
                ["row", "half \\xe2\\x82 \ufeff東", ""],
                ["row", " ", ""],
            ],
            self.evaluate(ENTRIES)[1],
        )
        ids = self.evaluate("[...document.querySelectorAll('.change .id')].map((id) => id.textContent)")
        self.assertEqual(
            ["1", "</script><script>broken = 2</script>", "-9223372036854775808", "9007199254740993", "\\xff", ""], ids
        )
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
                  .filter((one) => one.getClientRects().length && one.getBoundingClientRect().right > innerWidth)
                  .length"""
                self.assertEqual(0, self.evaluate(outside))
            style = (
                "(({ color, backgroundColor }) => color + backgroundColor)"
                "(getComputedStyle(document.querySelector('.entry')))"
            )
            colors.add(self.evaluate(style))
        self.assertEqual(2, len(colors))
