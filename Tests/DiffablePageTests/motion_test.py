"""Rows on their way from step to step, in a time that stands still."""

from page_case import PageCase

# Where they are, by the text that they begin with.
PLACES = """Object.fromEntries([...document.querySelectorAll(".list:first-child .entry:not(.absent)")].map((entry) => {
  const { translate, opacity } = getComputedStyle(entry);
  const [x, y] = translate.split(" ").map(parseFloat);
  return [entry.querySelector(".text").textContent, [Math.round(x), Math.round(y), Math.round(100 * opacity)]];
}))"""


class MotionTest(PageCase):
    def freeze(self):
        """Time stands still for what moves from now on."""
        self.browser.call("Animation.setPlaybackRate", playbackRate=0)

    def move_to(self, share):
        """To a share of the way; all animations of the page last as long."""
        self.evaluate(
            f"document.getAnimations().forEach((one) => one.currentTime = {share} * one.effect.getTiming().duration)"
        )

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
            self.assertTrue(
                min(before[name][1], after[name][1]) < on_the_way[name][1] < max(before[name][1], after[name][1]), name
            )
        self.assertEqual([0, 44, 100], after["Figs"])
        # Nothing but the translation, and the list's own height, is animated.
        animated = """document.getAnimations().filter((one) => !one.effect.target.classList.contains("rows"))
          .flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys))"""
        self.assertLessEqual(
            set(self.evaluate(animated)), {"offset", "computedOffset", "easing", "composite", "translate", "opacity"}
        )

    def test_a_renamed_row_is_the_same_row(self):
        # In each step a row is renamed. In the last, a new row gets its old identifier.
        row = """[...document.querySelectorAll(".entry")].find((entry) => entry.textContent.includes("Hello"))"""
        self.open("renaming", "#1")
        self.evaluate(f"globalThis.row = {row}")
        for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
            self.browser.press(key)
            self.assertTrue(self.evaluate(f"row === {row} && !row.inert"), key)

    def test_a_step_on_the_way_goes_on_from_there(self):
        for start, key, back, name in (
            ("#1", "ArrowRight", "ArrowLeft", "Figs"),
            ("#3", "ArrowLeft", "ArrowRight", "Apple"),
            ("#5", "Home", "End", "Plum"),
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
        leaving = (
            "[...document.querySelectorAll('.leaving')].map((row) => "
            "[row.querySelector('.text').textContent, row.inert])"
        )
        self.assertEqual([["Apple", True]], self.evaluate(leaving))
        self.assertGreater(self.evaluate(PLACES)["Apple"][0], 0)
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)
        self.assertTrue(self.browser.wait_until("document.querySelectorAll('.leaving').length === 0"))

    def test_rows_that_leave_are_marked_as_deleted(self):
        looks = """[...document.querySelectorAll('.leaving')].map((row) =>
          [row.querySelector('.text').textContent, row.className, row.querySelector('.sign').textContent])"""
        self.open("leaving", "#1")
        self.freeze()
        self.browser.press("ArrowRight")
        self.assertEqual([["Apple", "entry row deleted leaving", "-"]], self.evaluate(looks))
        color = "getComputedStyle(document.querySelector('{} .sign')).color"
        self.assertEqual(self.evaluate(color.format(".absent")), self.evaluate(color.format(".leaving")))
        self.assertNotEqual(self.evaluate(color.format(".row:not(.leaving)")), self.evaluate(color.format(".leaving")))

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
