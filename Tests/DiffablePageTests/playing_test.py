"""How a person moves about in a page, and in a large one."""

from page_case import ENTRIES, TEXT, PageCase, states


class PlayingTest(PageCase):
    def set_speed(self, speed):
        self.evaluate(f"speed.value = '{speed}'; speed.dispatchEvent(new Event('change'))")

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
        self.assertTrue(
            self.evaluate(
                "forward.disabled === false && document.querySelector('[role=status][aria-live=polite]') !== null"
            )
        )
        for fragment, step in (("#99", 5), ("#nonsense", 1), ("", 1)):
            self.open("steps", fragment)
            self.assertEqual(step, self.step())

    def test_what_has_the_focus_is_outlined(self):
        self.open("steps", "#1")
        for _ in range(4):
            self.browser.press("Tab")
        self.assertEqual("solid", self.evaluate("getComputedStyle(document.activeElement).outlineStyle"))

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
            self.assertEqual(expected[step - 1][0][first : first + len(elements)], elements)
            in_sight = """[...document.querySelectorAll(".entry:is(.moved, .updated)")].some((one) =>
              one.getBoundingClientRect().top >= 0 &&
              one.getBoundingClientRect().bottom <= document.getElementById("player").offsetTop)"""
            self.assertTrue(self.evaluate(in_sight), f"no change is in sight at step {step}")
        self.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        last = expected[-1][0][-1][1]
        self.assertTrue(
            self.browser.wait_until(
                f"[...document.querySelectorAll('.text')].some((one) => one.textContent === '{last}')"
            )
        )
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
