"""The pages of examples/web, in light and dark, wide and narrow."""

import os
import re

from list_case import ListCase, root

ROWS = "[...document.querySelectorAll('#list > div > *:not(.leaving)')]"
TEXTS = ROWS + ".map((one) => one.innerText.replace(/\\s+/g, ' ').trim())"
ARRIVED = "document.getAnimations().length === 0"


class ExamplesTest(ListCase):
    def start(self, name, scheme="light", width=1000):
        self.browser.prefer(color_scheme=scheme)
        self.browser.resize(width, 800)
        self.open(f"examples/web/{name}.html", ROWS + ".length > 1")
        self.frames()

    def test_light_dark_wide_and_narrow(self):
        for name in ("payment", "search", "outline", "reorder"):
            for scheme in ("light", "dark"):
                for width in (390, 1000):
                    self.start(name, scheme, width)
                    self.assertLessEqual(self.evaluate("document.documentElement.scrollWidth"), width)
                    outside = (
                        ROWS + f".filter((one) => one.getBoundingClientRect().right > {width} || "
                        "one.scrollWidth > one.clientWidth).length"
                    )
                    self.assertEqual(0, self.evaluate(outside))
                    self.picture(f"{name}-{scheme}-{width}")

    def test_the_examples_of_the_documents(self):
        documented = {
            ("docs/web.md", "## Lists as elements"): ["Today", "Apple: 1.50", "Pear: 2.00"],
            ("README.md", "## In the browser"): ["Bus 2.50", "Train 7.00"],
        }
        os.makedirs(f"{root}/build/tests", exist_ok=True)
        for (name, heading), texts in documented.items():
            with open(f"{root}/{name}", encoding="utf-8") as page:
                example = page.read().split(heading)[1].split("```html\n")[1].split("```")[0]
            file = f"build/tests/{os.path.basename(name)}.html"
            with open(f"{root}/{file}", "w", encoding="utf-8") as page:
                page.write("<!DOCTYPE html>" + re.sub(r'"[./a-z]*/diffable.js"', '"/build/web/diffable.js"', example))
            self.open(file, f"location.pathname.endsWith('/{file}') && {ROWS}.length > 1")  # not on the page before it
            self.assertEqual(texts, self.evaluate(TEXTS))

    def test_payment(self):
        self.start("payment")
        texts = self.evaluate(TEXTS)
        first = [
            "Payment Breakdown",
            "Fare $30.00",
            "Tolls $2.50",
            "Service fee $3.00",
            "Taxes $4.50",
            "Total $40.00",
            "Current Method",
            "Pay with Credit card",
        ]
        self.assertEqual(first, texts)
        self.freeze()
        self.evaluate("next.click()")
        self.move_to(0.4)
        self.picture("payment-in-motion")
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)
        self.assertEqual(["Payment Options", "Credit card ✓", "Wallet", "Cash"], self.evaluate(TEXTS)[6:10])
        # Choosing another option updates three rows, which stay the same elements.
        self.evaluate(f"globalThis.before = {ROWS}, before[8].click()")
        self.assertEqual(
            ["Credit card", "Wallet ✓", "Cash", "Current Method", "Pay with Wallet"], self.evaluate(TEXTS)[7:12]
        )
        self.assertTrue(self.evaluate(f"{ROWS}.every((one, index) => one === before[index])"))
        self.assertEqual(
            ["false", "true", "false"],
            self.evaluate("[...document.querySelectorAll('.option')].map((one) => one.ariaSelected)"),
        )
        expected = [13 + 1, 14 + 3, 17, 17, 17 - 5, 8]
        for count in expected:
            self.evaluate("next.click()")
            self.assertEqual(count, len(self.evaluate(TEXTS)), self.evaluate("caption.textContent"))
        self.assertTrue(self.browser.wait_until(ARRIVED))
        self.assertEqual(
            [*first[:4], "Taxes and fees $4.50", "Total to pay $40.00", "Current Method", "Pay with Wallet"],
            self.evaluate(TEXTS),
        )

    def test_search(self):
        self.start("search")
        self.assertEqual("10,000 of 10,000", self.evaluate("document.getElementById('count').textContent"))
        self.assertLess(self.evaluate(ROWS + ".length"), 80)
        for query, count, top in (
            ("ada", "500 of", "A"),
            ("ada quinston", "1 of", "Q"),
            ("nobody", "0 of", None),
            ("", "10,000", "A"),
        ):
            self.evaluate(f"query.value = '{query}', query.dispatchEvent(new Event('input'))")
            self.assertTrue(self.browser.wait_until(ARRIVED))
            self.frames()
            self.assertTrue(self.evaluate("document.getElementById('count').textContent").startswith(count), query)
            self.assertEqual(top, next(iter(self.evaluate(TEXTS)), None))
        self.evaluate("list.scrollTop = list.scrollHeight")
        self.assertTrue(self.browser.wait_until(TEXTS + ".at(-1).startsWith('Zelwood, Radia')"))

    def test_outline(self):
        self.start("outline")
        self.assertEqual(["Project", "sources", "tests", "README", "Notes", "Ideas"], self.evaluate(TEXTS))
        self.evaluate(ROWS + "[1].click()")
        self.assertEqual(["Project", "sources", "engine", "views", "terminal", "tests"], self.evaluate(TEXTS)[:6])
        look = (
            "[document.activeElement.innerText, document.activeElement.ariaLevel, document.activeElement.ariaExpanded]"
        )
        self.evaluate(ROWS + "[2].focus()")
        self.assertEqual(["engine", "2", "false"], self.evaluate(look))
        for key, focus in (
            ("ArrowRight", ["engine", "2", "true"]),
            ("ArrowRight", ["difference.swift", "3", None]),
            ("ArrowDown", ["snapshot.swift", "3", None]),
            ("ArrowLeft", ["engine", "2", "true"]),
            ("ArrowLeft", ["engine", "2", "false"]),
            ("ArrowLeft", ["sources", "1", "true"]),
            ("Enter", ["sources", "1", "false"]),
            ("End", ["Ideas", "1", "false"]),
        ):
            self.browser.press(key)
            self.assertEqual(focus, self.evaluate(look), key)
        self.assertTrue(self.browser.wait_until(ARRIVED))
        self.assertEqual(["Project", "sources", "tests", "README", "Notes", "Ideas"], self.evaluate(TEXTS))

    def test_reorder(self):
        self.start("reorder")
        handle = "(({{ left, top }}) => [left + 8, top + 12])({}[{}].querySelector('.handle').getBoundingClientRect())"
        x, start = self.evaluate(handle.format(ROWS, 1))
        _, end = self.evaluate(handle.format(ROWS, 7))

        def mouse(kind, y):
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

        mouse("mousePressed", start)
        for step in range(1, 9):
            mouse("mouseMoved", start + (end + 4 - start) * step / 8)
        self.picture("reorder-dragging")
        mouse("mouseReleased", end + 4)
        self.assertEqual(
            "To do: Draw, Print, Feed the cat, Bind. Done: Think, Write, Read", self.evaluate("order.textContent")
        )
        self.assertTrue(self.browser.wait_until(ARRIVED))
        self.assertEqual(
            ["To do", "Draw", "Print", "Feed the cat", "Bind", "Done", "Think", "Write", "Read"],
            [text.replace("⠿ ", "").replace("⠿", "") for text in self.evaluate(TEXTS)],
        )
        self.evaluate(ROWS + "[1].focus()")
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key="ArrowDown", modifiers=1)
        self.assertTrue(self.evaluate("order.textContent").startswith("To do: Print, Draw, Feed the cat"))
