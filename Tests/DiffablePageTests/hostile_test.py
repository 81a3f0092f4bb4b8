"""A page of hostile texts: each is shown as text, and none does anything."""

import os
import sys

from page_case import ENTRIES, TEXT, PageCase, shown, states

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../TestSupport"))

from hostile import texts  # noqa: E402

# The elements of a page by name, how many have addresses or handlers, and whether a script of a text was run.
ELEMENTS = "[...new Set([...document.querySelectorAll('*')].map((one) => one.localName))].sort()"
ACTIVE = """[...document.querySelectorAll("*")].flatMap((one) => [...one.attributes]
  .filter(({ name }) => name.startsWith("on") || ["src", "srcdoc", "href", "action", "autofocus"].includes(name))
  .map(({ name }) => name))"""


class HostileTest(PageCase):
    def check(self, elements):
        self.assertEqual("undefined", self.evaluate("typeof hurt"))
        self.assertEqual([], self.evaluate(ACTIVE))
        self.assertLessEqual(set(self.evaluate(ELEMENTS)), elements)

    def test_texts_are_text_wherever_they_are(self):
        self.browser.resize(1180, 30000)  # all rows are visible
        self.browser.prefer(reduced_motion="reduce")
        self.open("steps", "#3")
        # A page of the usual kind has all elements that there are, but for a list of one kind of change.
        elements = set(self.evaluate(ELEMENTS))
        page = self.open("hostile", "#0")
        expected = list(states(page))
        self.assertEqual(len(texts), len(expected))
        names = [shown({"hex": text[:3000].hex()}) or f"List {number}" for number, text in enumerate(texts, 1)]
        for step in (*range(8, len(texts), 16), len(texts)):
            self.evaluate(f"location.hash = '#{step}'")
            self.assertTrue(self.browser.wait_until(f"document.getElementById('slider').value == {step}"))
            self.assertEqual(expected[step - 1], self.evaluate(ENTRIES)[:step])
            self.assertEqual(
                names, self.evaluate("[...document.querySelectorAll('.list-name')].map((name) => name.textContent)")
            )
            self.check(elements)
        # The caption, the summary and the changes of each text that would be markup.
        for step, text in enumerate(texts, 1):
            if b"<" in text:
                self.evaluate(f"location.hash = '#{step}'")
                self.assertTrue(self.browser.wait_until(f"document.getElementById('slider').value == {step}"))
                self.assertIn(shown({"hex": text[:10].hex()}), self.evaluate(TEXT.format("caption")))
                self.check(elements)
        self.assertEqual("hostile.lua", self.evaluate(TEXT.format("title")))
