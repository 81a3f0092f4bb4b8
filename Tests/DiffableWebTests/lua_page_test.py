"""The page with Lua: its script and its prompt make lists of elements."""

import json

from list_case import ListCase

# A section without a header or a footer has an empty row for it.
ROWS = "[...document.querySelectorAll('.list > div > *:not(.leaving)')].filter((one) => one.textContent)"
TEXTS = ROWS + ".map((one) => [...one.children].map((part) => part.textContent).filter(Boolean).join(' '))"
FIRST = ["Today", "Bus 2.50", "Tram 2.80", "Train 7.00", "Tonight", "Taxi 19.00"]
OUTPUT = "[...output.children].map((one) => [one.className, one.textContent])"


class LuaPageTest(ListCase):
    def start(self, scheme="light", width=1000):
        self.browser.prefer(color_scheme=scheme)
        self.browser.resize(width, 800)
        self.open("examples/web/lua.html", ROWS + ".length > 1")
        self.frames()

    def script(self, text):
        self.evaluate(f"script.value = {json.dumps(text)}, run.click()")

    def line(self, text):
        self.evaluate("line.focus(), line.value = ''")
        self.browser.call("Input.insertText", text=text)
        self.enter()

    def enter(self):
        """As users do: with the character that makes the browser submit the form."""
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", text="\r")
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key="Enter")

    def test_light_dark_wide_and_narrow(self):
        for scheme in ("light", "dark"):
            for width in (390, 1000):
                self.start(scheme, width)
                self.line("fares")
                self.line("print(#fares:snapshot())")
                self.line("nothing.here")
                self.assertLessEqual(self.evaluate("document.documentElement.scrollWidth"), width)
                self.assertEqual(FIRST, self.evaluate(TEXTS))
                self.picture(f"lua-{scheme}-{width}")

    def test_lines_change_the_list_of_the_script(self):
        self.start()
        self.evaluate(f"globalThis.before = {ROWS}")
        # The line that is there at the beginning.
        self.evaluate("line.focus()")
        self.enter()
        self.assertEqual(
            ["Today", "Bus 2.50", "Taxi 19.00", "Tram 2.80", "Train 7.00", "Tonight"], self.evaluate(TEXTS)
        )
        self.assertEqual([0, 1, 5, 2, 3, 4], self.evaluate(ROWS + ".map((one) => before.indexOf(one))"))
        for _ in range(2):
            self.browser.press("ArrowUp")
        self.assertIn("update_items", self.evaluate("line.value"))
        self.enter()
        self.assertEqual("Train 6.50", self.evaluate(TEXTS)[4])
        self.assertTrue(self.evaluate(ROWS + "[4] === before[3]"))
        self.assertEqual(
            [["value", "1 item moved"], ["value", "1 item reconfigured"]],
            [one for one in self.evaluate(OUTPUT) if one[0] == "value"],
        )

    def test_a_changed_script_moves_the_same_elements(self):
        self.start()
        self.evaluate(f"globalThis.before = {ROWS}")
        text = self.evaluate("script.value")
        tram = '    { id = "tram", name = "Tram", price = "2.80" },\n'
        self.assertIn(tram, text)
        self.script(text.replace(tram, "").replace('    { id = "bus"', tram + '    { id = "bus"'))
        self.assertEqual(["Today", "Tram 2.80", "Bus 2.50", *FIRST[3:]], self.evaluate(TEXTS))
        self.assertEqual([0, 2, 1, 3, 4, 5], self.evaluate(ROWS + ".map((one) => before.indexOf(one))"))
        self.script("print 'no list'")
        self.assertEqual([], self.evaluate(TEXTS))
        self.assertEqual([["printed", "no list"]], self.evaluate(OUTPUT))

    def test_an_error_leaves_the_list(self):
        self.start()
        self.script(
            "diffable.data_source{ cell = tostring }:apply(diffable.snapshot{ { id = 1, items = { 2 } } }) "
            "error 'enough'"
        )
        self.assertEqual(FIRST, self.evaluate(TEXTS))
        self.assertEqual([["error", "script:1: enough"]], self.evaluate(OUTPUT))
        # The state of the script before is still there.
        for line, message in (
            ('change("append_items", "bus")', "DUPLICATE_IDENTIFIER"),
            ("x = = 1", "unexpected symbol"),
            ("error()", "nil"),
            ("string.rep('x', 1 << 40)", "too large"),
            ("require 'os'", "not in the page"),
        ):
            self.line(line)
            kind, text = self.evaluate(OUTPUT)[-1]
            self.assertEqual("error", kind, line)
            self.assertIn(message, text)
            self.assertEqual(FIRST, self.evaluate(TEXTS))
        self.line('change("delete_items", "bus")')
        self.assertEqual(["Today", *FIRST[2:]], self.evaluate(TEXTS))

    def test_a_script_without_an_end_is_stopped(self):
        self.start()
        self.line("while true do end")
        self.assertIn("stopped after", self.evaluate(OUTPUT)[-1][1])
        self.assertEqual(FIRST, self.evaluate(TEXTS))

    def test_hostile_text_is_text(self):
        self.start()
        hostile = "<img src=x onerror=\"document.title = 'hurt'\">"
        self.script(
            "local l = diffable.data_source{ cell = tostring } "
            f"l:apply(diffable.snapshot{{ {{ id = 1, items = {{ [[{hostile}]], 1, '1', '\\255' }} }} }}) "
            f"print [[{hostile}]]"
        )
        self.assertEqual([hostile, "1", "1", "\\xff"], self.evaluate(TEXTS))
        self.assertEqual([["printed", hostile]], self.evaluate(OUTPUT))
        self.line(f"error([[{hostile}]], 0)")
        self.assertEqual(["error", hostile], self.evaluate(OUTPUT)[-1])
        self.frames()
        self.assertEqual("A list in Lua", self.evaluate("document.title"))
        self.assertEqual(0, self.evaluate("document.images.length"))
