"""Rows on their way, in a time that stands still."""

from list_case import ListCase


class MotionTest(ListCase):
    def setUp(self):
        super().setUp()
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate("void test.start()")

    def places(self):
        return self.evaluate("test.places()")

    def test_rows_go_from_where_they_were_to_where_they_belong(self):
        self.evaluate("test.apply({ a: [1, 2, 3, 4] })")
        before = self.places()
        self.freeze()
        self.evaluate("test.apply({ a: [4, 5, 1, 2] }, { animation: 'left' })")
        start = self.places()
        for row in "124":
            self.assertEqual(before[row], start[row])
        self.assertEqual([-800, before["2"][1], 100], start["5"])
        self.assertEqual(before["3"], start["3"])
        self.move_to(0.4)
        way = self.places()
        self.picture("list-in-motion")
        self.assertTrue(-800 < way["5"][0] < 0 and -800 < way["3"][0] < 0)
        self.assertTrue(before["4"][1] > way["4"][1] > 0 and before["1"][1] < way["1"][1])
        self.assertEqual("1", self.evaluate("getComputedStyle(document.getElementById('row-4')).zIndex"))
        self.move_to(1)
        self.assertEqual([[0, row * before["2"][1], 100] for row in range(4)], [self.places()[row] for row in "4512"])
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)
        self.assertTrue(self.browser.wait_until("document.querySelectorAll('.leaving, .moving').length === 0"))
        self.assertEqual(["Row 4", "Row 5", "Row 1", "Row 2"], self.evaluate("test.shown()"))
        animated = "document.getAnimations().length"
        self.assertEqual(0, self.evaluate(animated))

    def test_motion_that_is_interrupted_goes_on_from_there(self):
        self.evaluate("test.apply({ a: [1, 2, 3, 4] })")
        self.freeze()
        self.evaluate("test.apply({ a: [4, 5, 1, 2] }, { animation: 'right' })")
        self.move_to(0.4)
        # What is applied in one frame moves together.
        self.frames()
        way = self.places()
        # Back again. The row that was leaving is the same element, and the one that came leaves from where it is.
        self.evaluate(
            "globalThis.third = document.getElementById('row-3'), "
            "test.apply({ a: [1, 2, 3, 4] }, { animation: 'right' })"
        )
        self.assertEqual(way, self.places())
        self.assertTrue(
            self.evaluate(
                "third === document.getElementById('row-3') && !third.inert && !third.hasAttribute('aria-hidden')"
            )
        )
        self.move_to(1)
        self.assertEqual([0, 0, 100], self.places()["1"])
        self.assertEqual([1, 2, 3], [round(self.places()[row][1] / self.places()["2"][1]) for row in "234"])

    def test_motion_goes_on_if_its_end_is_the_same(self):
        self.evaluate("test.apply({ a: [1, 2, 3, 4] })")
        self.freeze()
        self.evaluate("test.apply({ a: [4, 1, 2, 3] }, {})")
        self.move_to(0.4)
        self.evaluate("globalThis.motions = document.getAnimations()")
        self.evaluate("test.apply({ a: [4, 1, 2, { id: 3, title: 'three' }] }, {})")
        self.assertTrue(
            self.evaluate(
                "document.getAnimations().length === 4 && "
                "motions.every((one) => document.getAnimations().includes(one))"
            )
        )

    # Inserts rows at the top one by one, so many in each frame, and returns the most elements and animations that there
    # were.
    BURST = """(async (count, perFrame) => {
      let [elements, animations] = [0, 0];
      const look = () => {
        elements = Math.max(elements, test.view.rows.container.children.length);
        animations = Math.max(animations, document.getAnimations().length);
      };
      for (let id = 1000; id < 1000 + count; id += 1) {
        const snapshot = test.source.snapshot();
        snapshot.prependItems([{ id }], "a");
        if (id % 3 === 0) snapshot.deleteItems(id - 10);
        test.source.apply(snapshot).dispose();
        snapshot.dispose();
        if (id % perFrame === 0) {
          look();
          await new Promise(requestAnimationFrame);
          look();
        }
      }
      look();
      return [elements, animations];
    })"""

    def test_a_burst_of_applies_moves_few_rows(self):
        for per_frame in (400, 20, 3):
            self.evaluate("test.apply({ a: test.range(0, 30) })")
            elements, animations = self.evaluate(f"{self.BURST}(400, {per_frame})")
            self.assertLess(elements, 260, per_frame)
            self.assertLess(animations, 260, per_frame)
            self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"))
            expected = self.evaluate("test.source.snapshot().itemIdentifiers().slice(0, 10).map((id) => `Row ${id}`)")
            self.assertEqual(expected, self.evaluate("test.shown().slice(0, 10)"))
            tops = self.evaluate(
                "[...test.view.rows.container.children].map((one) => Math.round(one.getBoundingClientRect().top))"
            )
            self.assertEqual([tops[0] + row * (tops[1] - tops[0]) for row in range(len(tops))], tops)

    def test_at_most_200_rows_move(self):
        self.evaluate(
            "test.start({ overscan: Infinity }), test.apply({ a: test.range(0, 1000) }), list.scrollTop = 20000"
        )
        self.frames()
        self.evaluate("test.apply({ a: test.range(0, 1000).reverse() }, {})")
        self.assertEqual(200, self.evaluate("test.view.rows.motion.moving.size"))
        # Those in sight are among them.
        self.assertEqual(
            [],
            self.evaluate("""test.view.rows.shown.filter((row) => {
          const [top, bottom] = test.view.rows.viewport.containerRange;
          return row.top < bottom && row.top + row.height > top && !row.animation;
        }).map(({ identifier }) => identifier)"""),
        )

    def test_applies_in_one_frame_move_together(self):
        self.evaluate("test.apply({ a: [1, 2, 3, 4] })")
        before = self.places()
        self.freeze()
        self.frames()
        # The row that comes and goes in between is never seen, and the first one goes from where it was to where it
        # belongs.
        self.evaluate(
            "test.apply({ a: [2, 3, 4, 1] }, {}), test.apply({ a: [9, 2, 3, 1] }, {}), test.apply({ a: [2, 1, 3] }, {})"
        )
        self.frames()
        start = self.places()
        self.assertEqual({**before}, start)
        self.move_to(1)
        end = self.places()
        self.assertEqual([0, before["2"][1], before["3"][1]], [end[row][1] for row in "213"])
        self.assertEqual(0, end["4"][2])

    def test_a_row_that_leaves_has_no_focus(self):
        self.evaluate("test.start({ role: 'listbox' }), test.apply({ a: [1, 2, 3] })")
        self.browser.call("Accessibility.enable")
        self.evaluate("document.querySelector('#row-2 input').focus()")
        self.evaluate("test.apply({ a: [1, 3] }, {})")
        self.frames(4)
        # The page reports no error. Each test checks that when it ends.
        self.assertEqual(
            [True, None],
            self.evaluate("[document.getElementById('row-2').inert, document.getElementById('row-2').ariaHidden]"),
        )
        self.browser.call("Accessibility.disable")

    def test_every_animation_ends_with_the_list(self):
        for name in ("automatic", "fade", "right", "left", "top", "bottom", "middle"):
            self.evaluate("test.apply({ a: [1, 2, 3] })")
            self.freeze()
            self.evaluate(f"test.apply({{ a: [3, 4, 1] }}, {{ animation: '{name}' }})")
            self.assertGreater(self.evaluate("document.getAnimations().length"), 2, name)
            self.move_to(0.5)
            self.browser.call("Animation.setPlaybackRate", playbackRate=1)
            self.assertTrue(self.browser.wait_until("document.getAnimations().length === 0"), name)
            self.assertEqual(["Row 3", "Row 4", "Row 1"], self.evaluate("test.shown()"))
            self.assertEqual([100] * 3, [opacity for _, _, opacity in self.places().values()])

    def test_nothing_moves_where_it_is_not_wanted(self):
        self.freeze()
        self.evaluate("test.apply({ a: [1, 2, 3, 4] }, { animation: 'none' })")
        self.assertEqual(0, self.evaluate("document.getAnimations().length"))
        self.browser.prefer(reduced_motion="reduce")
        self.evaluate("test.apply({ a: [4, 5, 1, 2] }, { animation: 'left' })")
        self.assertEqual(0, self.evaluate("document.getAnimations().length"))
        self.assertEqual(4, self.evaluate("test.view.rows.container.children.length"))

    def test_a_long_list_has_few_elements(self):
        self.evaluate("test.apply({ a: test.range(0, 10000) })")
        count = "test.view.rows.container.children.length"
        self.assertLess(self.evaluate(count), 50)
        self.assertLess(self.evaluate("test.made"), 80)
        self.evaluate("list.scrollTop = list.scrollHeight")
        self.assertTrue(self.browser.wait_until("test.shown().at(-1) === 'Row 9999'"))
        self.assertLess(self.evaluate(count), 50)
        self.assertEqual(
            ["10000", "10000"],
            self.evaluate(
                "[document.getElementById('row-9999').ariaPosInSet, document.getElementById('row-9999').ariaSetSize]"
            ),
        )
        # The first visible row stays where it is when rows above it go.
        self.evaluate("list.scrollTop = 100000")
        self.frames(4)
        visible = """[...test.view.rows.container.children].map((one) => [one.id, one.getBoundingClientRect().top])
          .filter(([, top]) => top >= 0 && top < 600)"""
        before = self.evaluate(visible)
        self.evaluate("test.apply({ a: test.range(1000, 10000) }, {})")
        self.assertEqual(before, self.evaluate(visible))
        self.assertLess(self.evaluate(count), 50)
        # Rows that come from far away are soon there, and those that go there soon gone.
        row = before[3][0].replace("row-", "")
        self.freeze()
        self.evaluate(f"test.apply({{ a: [{row}, ...test.range(1000, 10000).filter((one) => one !== {row})] }}, {{}})")
        self.move_to(0.5)
        self.assertIn(f"row-{row}", self.evaluate("[...test.view.rows.container.children].map((one) => one.id)"))
        self.move_to(1)
        self.browser.call("Animation.setPlaybackRate", playbackRate=1)
        self.assertTrue(self.browser.wait_until(f"document.getElementById('row-{row}') === null"))

    def test_rows_of_any_height(self):
        self.evaluate(
            """test.apply({ a: test.range(0, 2000).map((id) => ({ id, title: "Row " + id, isTall: id % 3 === 0 })) })"""
        )
        gaps = """(() => {
          const boxes = [...test.view.rows.container.children].map((one) => one.getBoundingClientRect());
          return boxes.slice(1).filter((box, index) => Math.abs(box.top - boxes[index].bottom) > 0.1).length;
        })()"""
        for top in (0, 5000, 40000, 38000, 500):
            self.evaluate(f"list.scrollTop = {top}")
            self.frames(4)
            self.assertEqual(0, self.evaluate(gaps), top)
            self.assertTrue(
                self.evaluate(
                    "test.view.rows.container.children.length > 10 && "
                    "document.elementFromPoint(400, 300).closest('.row') !== null"
                )
            )
        # A row that grows by itself moves those below it.
        self.evaluate(
            "[...document.querySelectorAll('.row')].find((one) => one.getBoundingClientRect().top > 100)"
            ".style.paddingBottom = '90px'"
        )
        self.frames(4)
        self.assertEqual(0, self.evaluate(gaps))
        self.assertEqual("Row 1500", self.evaluate("test.view.scrollTo(1500).firstElementChild.textContent"))
        self.assertTrue(
            self.evaluate(
                "(({ top, bottom }) => top >= 0 && bottom <= 600.5)"
                '(document.getElementById("row-1500").getBoundingClientRect())'
            )
        )

    def test_a_list_that_is_hidden_keeps_its_heights(self):
        print_it = (
            "dispatchEvent(new Event('beforeprint')), list.style.fontSize = '60px', list.style.lineHeight = '70px'"
        )
        for hide, show in (
            ("list.hidden = true", "list.hidden = false"),
            (print_it, "list.style = '', dispatchEvent(new Event('afterprint'))"),
        ):
            self.evaluate("test.start(), test.apply({ a: test.range(0, 100) })")
            self.frames(4)
            height = self.evaluate("test.view.rows.layout.height")
            self.evaluate(hide)
            self.frames(4)
            self.assertEqual(height, self.evaluate("test.view.rows.layout.height"))
            self.assertEqual(
                [],
                self.evaluate(
                    "test.view.rows.shown.filter(({ height }) => height !== null && (height < 30 || height > 60))"
                    ".map(({ height }) => height)"
                ),
            )
            self.evaluate(show)
            self.frames(4)
            self.assertEqual(height, self.evaluate("test.view.rows.layout.height"))

    def test_a_list_that_is_hidden_at_first(self):
        self.evaluate("list.hidden = true, test.apply({ a: test.range(0, 1000) }), list.hidden = false")
        self.frames(4)
        tops = "[...test.view.rows.container.children].map((one) => one.getBoundingClientRect().top)"
        self.assertTrue(
            self.evaluate(
                f"{tops}.length > 14 && {tops}.every((top, index, all) => index === 0 || top > all[index - 1] + 40)"
            )
        )

    def test_a_section_without_a_header(self):
        self.evaluate(
            "void test.start({ header: ({ id }) => id === 'b' ? null : id, "
            "footer: ({ id }) => id === 'b' ? 'the end' : undefined })"
        )
        self.evaluate("test.apply({ a: [1], b: [2] })")
        self.assertEqual(["a", "Row 1", "", "", "Row 2", "the end"], self.evaluate("test.shown()"))
        self.assertEqual(
            [0, 0], self.evaluate("[...test.view.rows.container.children].slice(2, 4).map((one) => one.offsetHeight)")
        )

    def test_a_header_that_was_null_once(self):
        self.evaluate("""void test.start({ header({ title }, id, old) {
          (globalThis.olds ??= []).push(old?.className ?? null);
          if (title === null || title === 'text') return title;
          const header = old ?? Object.assign(document.createElement('b'), { className: 'own' });
          header.innerHTML = `<i>${title}</i> of ${id}`;
          globalThis.last = header;
          return header;
        } })""")
        header = "test.view.rows.container.firstElementChild"
        for title, shown in (
            ("null", ["", 0]),
            ("'A'", ["A of a", True]),
            ("'text'", ["text", True]),
            ("'B'", ["B of a", True]),
            ("null", ["", 0]),
        ):
            self.evaluate(f"""(() => {{
              const next = test.source.newSnapshot();
              next.appendSections({{ id: 'a', title: {title}, items: [1] }});
              test.source.apply(next, {{ animatingDifferences: false }});
            }})()""")
            self.assertEqual(shown, self.evaluate(f"[{header}.textContent, {header}.offsetHeight && true]"), title)
        # The element of the provider has neither the text nor the style that the list wrote, and it never gets one of
        # the list.
        self.assertEqual(["B of a", ""], self.evaluate("[last.textContent, last.style.display]"))
        self.assertEqual([None, None, "own", None, "own"], self.evaluate("olds"))

    def test_a_provider_that_throws_on_the_way(self):
        self.evaluate("test.isBroken = (id) => id === 500, test.apply({ a: test.range(0, 1000) })")
        self.evaluate("list.scrollTop = list.scrollHeight / 2")
        self.assertTrue(self.browser.wait_until("document.getElementById('row-501') !== null"))
        self.assertIn("no cell for 500", str(self.browser.console_errors()))
        self.assertIsNone(self.evaluate("document.getElementById('row-500')"))
        self.browser.events.clear()
        self.evaluate("test.isBroken = () => false, test.apply({ a: test.range(400, 1000) })")
        self.assertTrue(self.evaluate("document.getElementById('row-501') !== null"))

    def test_a_provider_that_throws_for_a_row_that_was_not_expected(self):
        # The first row is high, and the next ones are lower, so that more of them are in sight than were prepared.
        self.evaluate(
            "test.apply({ a: [{ id: 1000, isTall: true }, 1001] }), document.querySelector('#row-1000 input').focus()"
        )
        self.evaluate("test.isBroken = (id) => id === 20, test.apply({ a: [1001, ...test.range(0, 100)] })")
        self.assertIn("no cell for 20", str(self.browser.console_errors()))
        self.browser.events.clear()
        self.assertTrue(
            self.evaluate("document.getElementById('row-21') !== null && document.getElementById('row-20') === null")
        )
        self.assertEqual("row-1001", self.evaluate("document.activeElement.parentNode.id"))

    def test_a_list_that_the_page_scrolls(self):
        self.evaluate("globalThis.element = list, element.style.cssText = 'height: auto; overflow: visible'")
        # An element around it that would scroll sideways alone, or only cuts its corners, is not the one that scrolls
        # it.
        for style in ("", "overflow: hidden; border-radius: 20px", "overflow-x: auto"):
            self.evaluate(f"""(() => {{
              const card = document.createElement("div");
              card.style.cssText = "{style}";
              card.append(element);
              document.body.replaceChildren(card);
              test.start();
              test.apply({{ a: test.range(0, 3000) }});
            }})()""")
            self.assertLess(self.evaluate("test.view.rows.container.children.length"), 60, style)
            self.evaluate("scrollTo(0, 60000)")
            self.frames(4)
            visible = """[...test.view.rows.container.children].map((one) => [one.id, one.getBoundingClientRect().top])
              .filter(([, top]) => top >= 0 && top < innerHeight)"""
            before = self.evaluate(visible)
            self.assertGreater(len(before), 12, style)
            self.evaluate("test.apply({ a: test.range(500, 3000) }, {})")
            self.assertEqual(before, self.evaluate(visible), style)
            self.evaluate("scrollTo(0, 0)")

    # Random applies, with and without motion, in bursts and over frames, while the list is scrolled, printed and given
    # another size. Returns what is wrong in the end.
    RANDOM = """(async (seed, turns, anchor) => {
      test.start({ anchor, header: ({ id }) => id });
      const random = (limit) => (seed = (seed * 1103515245 + 12345) % 2147483648) % limit;
      let next = 1;
      const made = () => ({ id: next, title: `Row ${next++}`, isTall: random(4) === 0 });
      let lists = { a: Array.from({ length: 40 }, made), b: Array.from({ length: 10 }, made) };
      const animations = ["fade", "left", "right", "top", "bottom", "middle", "automatic"];
      for (let turn = 0; turn < turns; turn += 1) {
        for (const list of Object.values(lists)) {
          for (let edits = random(3); edits > 0; edits -= 1) {
            const place = random(list.length + 1);
            switch (random(6)) {
              case 0: case 1: list.splice(place, 0, ...Array.from({ length: 1 + random(3) }, made)); break;
              case 2: list.splice(place, 1 + random(4)); break;
              case 3: list.splice(random(list.length + 1), 0, ...list.splice(place, 1 + random(5))); break;
              case 4: if (list[place]) list[place] = { ...list[place], isTall: !list[place].isTall }; break;
              case 5: if (random(8) === 0) list.reverse(); break;
            }
          }
        }
        if (random(8) === 0) [lists.a, lists.b] = [lists.b, lists.a];
        if (random(15) === 0) lists = Object.fromEntries(Object.entries(lists).reverse());
        test.apply(lists, random(4) === 0
          ? { animatingDifferences: false }
          : { animation: animations[random(animations.length)] });
        if (random(5) === 0) list.scrollTop = random(3000);
        if (random(9) === 0) list.style.height = `${200 + random(400)}px`;
        if (random(40) === 0) for (const type of ["beforeprint", "afterprint"]) dispatchEvent(new Event(type));
        if (random(3) === 0) await new Promise(requestAnimationFrame);
        if (random(12) === 0) await new Promise((done) => setTimeout(done, random(300)));
      }
      for (let turn = 0; turn < 100 && document.getAnimations().length > 0; turn += 1)
        await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => setTimeout(done, 300));
      const wrong = [];
      const { rows } = test.view;
      const elements = [...rows.container.children];
      const texts = Object.entries(lists).flatMap(([id, items]) => [id, ...items.map(({ title }) => title)]);
      const first = texts.indexOf(test.shown()[0]);
      if (JSON.stringify(test.shown()) !== JSON.stringify(texts.slice(first, first + test.shown().length)))
        wrong.push(test.shown(), texts);
      const boxes = elements.map((one) => one.getBoundingClientRect());
      if (boxes.some(({ top }, index) => index > 0 && Math.abs(top - boxes[index - 1].bottom) > 0.6))
        wrong.push("places");
      const { top, bottom } = list.getBoundingClientRect();
      if (boxes.length === 0 || boxes[0].top > top + 0.6 ||
          boxes.at(-1).bottom < Math.min(bottom, rows.container.getBoundingClientRect().bottom) - 0.6)
        wrong.push("window");
      const states = elements.filter((one) => one.inert || /leaving|moving|dragging/.test(one.className) ||
        one.style.zIndex || getComputedStyle(one).opacity !== "1");
      if (states.length > 0 || rows.motion.moving.size > 0 || rows.motion.leaving.size > 0)
        wrong.push("states", states.map(({ id }) => id), rows.motion.moving.size, rows.motion.leaving.size);
      if (elements.length > 60) wrong.push(`${elements.length} elements`);
      return wrong;
    })"""

    def test_random_applies_with_motion_end_as_they_should(self):
        for seed in (1, 2):
            anchor = ("top", "end")[seed % 2]
            self.assertEqual([], self.evaluate(f"{self.RANDOM}({seed}, 120, '{anchor}')"), seed)
