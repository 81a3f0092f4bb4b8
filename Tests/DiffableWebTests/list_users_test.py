"""Users who do anything: keys, clicks, drags, wheels and windows of other sizes, while the program changes the list.
After each action, the page shows the list that the data source has. ACTIONS is how many there are, and SEED where they
begin."""

import os
import random
import string

from list_case import ListCase

ACTIONS = int(os.environ.get("ACTIONS", 400))
SEED = int(os.environ.get("SEED", 1))
# How many actions a list lives through.
LIFE = 100

DRAGS = "{ canReorderItem: (item) => (item.id ?? item) % 7 !== 0 }"
LISTS = (
    ("{ role: 'listbox', selection: 'multiple', isReorderable: true, header: ({ id }) => id }", DRAGS),
    ("{ role: 'listbox', selection: 'single', announce: () => 'changed' }", "{}"),
    ("{ isReorderable: true, onChoose() {}, header: ({ id }) => id, stickyHeaders: true }", DRAGS),
    ("{ role: 'tree', isReorderable: true }", DRAGS),
    ("{ role: 'tree', overscan: Infinity, header: ({ id }) => id, footer: ({ id }) => id }", "{}"),
    ("{ anchor: 'end', onChoose() {} }", "{}"),
    ("{ overscan: 0, role: 'listbox', selection: 'multiple' }", "{}"),
)

# What the program does to the list, and what must hold. Both are functions of the page.
PAGE = r"""
globalThis.edit = (random, options, isTree) => {
  const next = () => (random = (random * 1103515245 + 12345) % 2147483648);
  const below = (limit) => (next() >>> 12) % limit;
  const { container } = test.view.rows;
  const hadFocus = container.contains(document.activeElement);
  const made = () => {
    test.last = (test.last ?? 0) + 1;
    const item = { id: test.last, title: `Row ${test.last}`, isTall: below(4) === 0 };
    if (isTree && below(3) === 0) item.children = Array.from({ length: 1 + below(3) }, made);
    return item;
  };
  test.source.update((draft) => {
    for (let edits = 1 + below(4); edits > 0; edits -= 1) {
      const items = draft.allItemIdentifiers();
      const any = () => items.filter((id) => draft.containsItem(id))[below(items.length)];
      const [one, other] = [any(), any()];
      const sections = draft.sectionIdentifiers();
      switch (below(8)) {
        case 0: case 1:
          if (sections.length > 0)
            draft.appendItems(Array.from({ length: 1 + below(30) }, made), sections[below(sections.length)]);
          break;
        case 2: if (one !== undefined) draft.insertItemsBefore(made(), one); break;
        case 3: draft.deleteItems(items.slice(below(items.length + 1)).slice(0, below(12))); break;
        case 4:
          if (one !== undefined)
            draft.updateItems({ id: one, title: `Row ${one} again`, isTall: below(2) === 0 });
          break;
        case 5:
          if (one !== undefined && other !== undefined && one !== other)
            try { draft.moveItemAfter(one, other); }
            catch (error) { if (error.code !== "INVALID_DESTINATION") throw error; }
          break;
        case 6: draft.appendSections({ id: `section ${(test.section = (test.section ?? 0) + 1)}` }); break;
        case 7:
          if (sections.length > 2 && below(3) === 0) draft.deleteSections(sections[below(sections.length)]);
          break;
      }
    }
  }, options)?.dispose();
  const snapshot = test.source.snapshot();
  test.count = snapshot.allItemIdentifiers().length;
  const isLost = hadFocus && snapshot.numberOfItems() > 0 && !container.contains(document.activeElement);
  snapshot.dispose();
  return isLost ? ["the focus left the list"] : [];
};

globalThis.faults = (isAtRest) => {
  const { view, source } = test;
  const { container } = view.rows;
  const snapshot = source.snapshot();
  const wrong = [];
  const expect = (holds, ...what) => holds || wrong.push(what);
  const { header, footer } = view.sections.kinds;
  const expected = snapshot.sectionIdentifiers().flatMap((id) => [
    ...(header ? [`header ${id}`] : []),
    ...snapshot.itemIdentifiers(id).map((item) => `item ${item}`),
    ...(footer ? [`footer ${id}`] : []),
  ]);
  expect(snapshot.allItemIdentifiers().length === test.count, "items came or went", test.count);
  const places = new Map(expected.map((name, index) => [name, index]));
  const elements = [...container.children].filter((one) => view.rowOf(one) && !one.classList.contains("leaving"));
  const isDragging = container.querySelector(":scope > .dragging") !== null;
  const rows = elements.map((element) => ({
    element, ...view.rowOf(element), name: `${view.rowOf(element).kind} ${view.rowOf(element).identifier}`,
  }));
  for (const { kind, identifier, name, element } of rows) {
    expect(places.has(name), "is not in the list", name);
    const text = (element.querySelector("span") ?? element).textContent;
    const wanted = kind === "item" ? snapshot.item(identifier)?.title ?? `Row ${identifier}` : String(identifier);
    expect(text === wanted, "shows", text, wanted);
  }
  expect(new Set(rows.map(({ name }) => name)).size === rows.length, "a row twice", rows.map(({ name }) => name));
  if (!isDragging) {
    const order = rows.map(({ name }) => places.get(name));
    expect(order.every((place, index) => index === 0 || order[index - 1] < place), "order", order);
  }
  const items = rows.filter(({ kind }) => kind === "item");
  const stops = items.filter(({ element }) => element.tabIndex === 0).length;
  if (container.querySelector("[tabindex='-1'], [tabindex='0']") && items.length > 0)
    expect(stops === 1, "Tab reaches", stops);
  const selected = view.selectedItems;
  for (const id of selected) expect(snapshot.containsItem(id), "selected and gone", id);
  for (const { element, identifier } of items) {
    const mark = element.getAttribute("aria-selected");
    if (mark !== null) expect((mark === "true") === selected.includes(identifier), "aria-selected", identifier, mark);
    const isExpanded = element.getAttribute("aria-expanded");
    if (isExpanded !== null)
      expect((isExpanded === "true") === snapshot.isExpanded(identifier), "aria-expanded", identifier);
  }
  if (isAtRest && !isDragging) {
    // The part of the list that is in the browser's window.
    const box = container.parentNode.getBoundingClientRect();
    const window = { top: Math.max(box.top, 0), bottom: Math.min(box.bottom, innerHeight) };
    const seen = rows
      .map((row) => ({ ...row, place: places.get(row.name), ...row.element.getBoundingClientRect().toJSON() }))
      .filter(({ top, bottom, height }) => height > 0 && bottom > window.top + 1 && top < window.bottom - 1);
    seen.forEach(({ place, top }, index) => {
      if (index === 0) return;
      const before = seen[index - 1];
      expect(place === before.place + 1, "a row is missing between", before.name, expected[place]);
      expect(Math.abs(top - before.bottom) < 1, "a gap", before.name, before.bottom, top);
    });
    if (expected.length > 0 && window.bottom - window.top > 2) {
      expect(seen.length > 0, "nothing is seen of", expected.length);
      const [first, last] = [seen[0], seen.at(-1)];
      if (first) expect(first.place === 0 || first.top < window.top + 2, "nothing above", first.name, first.top);
      if (last)
        expect(last.place === expected.length - 1 || last.bottom > window.bottom - 2,
          "nothing below", last.name, last.bottom);
    }
  }
  snapshot.dispose();
  return wrong.slice(0, 4);
};
"""

KEYS = (
    *["ArrowDown"] * 4,
    *["ArrowUp"] * 4,
    *["ArrowRight", "ArrowLeft"] * 2,
    *["Home", "End", "PageDown", "PageUp", "Enter", " ", "Escape", "Tab"],
)
ALT, CONTROL, SHIFT = 1, 2, 8


class UsersTest(ListCase):
    def begin(self, choice):
        self.options, self.source_options = choice.choice(LISTS)
        self.is_tree = "tree" in self.options
        self.open("Tests/DiffableWebTests/list.html", "globalThis.test !== undefined")
        self.evaluate(f"void (() => {{ {PAGE} }})()")
        self.evaluate(
            f"test.start({self.options}, {self.source_options}), test.apply({{ a: [], b: [], c: [] }}), test.count = 0"
        )
        self.x, self.y, self.is_pressed = 30, 30, False
        for _ in range(3):
            self.edit(choice)

    def edit(self, choice):
        options = choice.choice(("{}", "{}", "{ animatingDifferences: false }", '{ animation: "left" }'))
        is_tree = "true" if self.is_tree else "false"
        return self.evaluate(f"edit({choice.randrange(1 << 30)}, {options}, {is_tree})")

    def mouse(self, kind, **more):
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=self.x, y=self.y, **more)

    def key(self, key, modifiers):
        text = {"text": key} if len(key) == 1 and not modifiers & (ALT | CONTROL) else {}
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key, modifiers=modifiers, **text)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)

    def press(self, modifiers=0):
        self.is_pressed = True
        self.mouse("mousePressed", button="left", buttons=1, clickCount=1, modifiers=modifiers)

    def release(self, modifiers=0):
        self.is_pressed = False
        self.mouse("mouseReleased", button="left", clickCount=1, modifiers=modifiers)

    def move(self, x, y):
        self.x, self.y = x, y
        self.mouse("mouseMoved", button="left" if self.is_pressed else "none", buttons=1 if self.is_pressed else 0)

    def act(self, choice):
        """Does something. Returns what it was, and what was wrong at once."""
        what = choice.randrange(20)
        modifiers = choice.choice((0, 0, 0, CONTROL, SHIFT, ALT))
        if what < 6:
            return "edit", self.edit(choice)
        if what < 11:
            key = choice.choice((*KEYS, choice.choice(string.ascii_letters)))
            if choice.randrange(12) == 0:
                key, modifiers = "a", CONTROL
            self.key(key, modifiers)
            return f"{key} {modifiers}", []
        if what < 14:
            if self.is_pressed:
                self.release()
            self.move(choice.randrange(5, 500), choice.randrange(2, 600))
            self.press(modifiers)
            if choice.randrange(2) == 0:
                self.release(modifiers)
            return f"press {self.x} {self.y} {modifiers}", []
        if what < 17:
            self.move(choice.randrange(5, 500), choice.randrange(-20, 650))
            return f"move {self.x} {self.y}", []
        if what == 17:
            distance = choice.choice((-20000, -600, -90, 90, 600, 20000))
            self.mouse("mouseWheel", deltaX=0, deltaY=distance)
            return f"wheel {distance}", []
        if what == 18:
            width, height = choice.randrange(300, 900), choice.randrange(200, 600)
            self.evaluate(f"void Object.assign(list.style, {{ width: '{width}px', height: '{height}px' }})")
            return f"resize {width} {height}", []
        self.evaluate("document.querySelector('#list [tabindex=\"0\"]')?.focus()")
        return "focus", []

    def rest(self):
        """Ends what moves, and lets the page draw."""
        self.evaluate(
            "(async () => { for (let turn = 0; turn < 4; turn += 1) { "
            "document.getAnimations().forEach((one) => one.finish()); "
            "await new Promise(requestAnimationFrame); } })()"
        )

    def test_the_page_shows_the_list_whatever_users_do(self):
        done = 0
        for seed in range(SEED, SEED + (ACTIONS + LIFE - 1) // LIFE):
            choice = random.Random(seed)
            self.begin(choice)
            story = []
            for number in range(min(LIFE, ACTIONS - done)):
                action, wrong = self.act(choice)
                story.append(action)
                is_at_rest = number % 8 == 7
                if is_at_rest:
                    self.rest()
                wrong += self.evaluate(f"faults({'true' if is_at_rest else 'false'})")
                self.assertEqual(
                    ([], []), (wrong, self.browser.console_errors()), f"SEED={seed}: {self.options}; {story[-20:]}"
                )
                done += 1
            if self.is_pressed:
                self.release()
