"use strict";
// The page. The lists, the changes, the timeline and the address show one step of the recording.

const at = (id) => document.getElementById(id);
const recording = new Recording(at("events").textContent, JSON.parse(at("captions").textContent));
// Milliseconds between two steps while playing.
const stepPause = 1400;

const player = {
  step: 0,
  timer: null,
  speed: 1,
  lists: recording.names.map((name) => new RecordedList(name)),
  changes: new ChangesView(at("changes-list"), at("more"), (key) => player.bringIntoSight(key)),

  get isPlaying() {
    return this.timer !== null;
  },

  go(step, { isAnimated = true } = {}) {
    const before = this.step;
    step = Math.min(Math.max(step, 0), recording.length);
    this.step = step;
    const apply = recording.applies[step - 1];
    const changes = step === 0 ? [] : changesOf(recording, step);
    const marks = new Map(changes.map(({ key, kinds }) => [key, kinds]));
    const motion = isAnimated ? this.motion(before, step) : null;
    const moving = recording.applies[Math.max(before, step) - 1]?.list;
    const oldKeys = motion ? this.oldKeys(before, step, changes) : new Map();
    const state = recording.state(step);
    const places = apply ? deletedPlaces(recording.state(step - 1)[apply.list], changes) : new Map();
    this.scrollToChanges(apply, changes, places, state);
    this.lists.forEach((view, index) => {
      const isChanged = apply?.list === index;
      view.element.classList.toggle("current", isChanged);
      const [shownMarks, shownPlaces] = isChanged ? [marks, places] : [new Map(), new Map()];
      view.show(state[index], shownMarks, shownPlaces, index === moving ? oldKeys : new Map(), motion);
    });
    const note = apply?.isReload ? "Everything was reloaded." : "Nothing changed.";
    this.changes.show(changes, apply ? note : "Nothing has been applied yet.");
    this.showStep(step, apply);
  },

  // Returns the animation between two steps, or null if there is none.
  motion(before, step) {
    if (before === step) return null;
    // A single apply has its own animation, forwards and backwards. Several applies at once fade.
    const name = Math.abs(before - step) === 1 ? recording.applies[Math.max(before, step) - 1].animation : "fade";
    const motion = motionNamed(name);
    return motion && { ...motion, speed: this.speed };
  },

  // Returns the keys that renamed elements had at the step `before`, by their keys at the next step or the one before.
  // Between other steps, renamed elements leave and come. `changes` are those of `step`.
  oldKeys(before, step, changes) {
    if (Math.abs(before - step) !== 1) return new Map();
    const isForward = before < step;
    const renamed = (isForward ? changes : changesOf(recording, before)).filter(
      ({ key, oldKey }) => oldKey !== null && oldKey !== key,
    );
    return new Map(renamed.map(({ key, oldKey }) => (isForward ? [key, oldKey] : [oldKey, key])));
  },

  // Called before anything moves. If no change is visible, scrolls to the first one.
  scrollToChanges(apply, changes, places, state) {
    const view = apply && this.lists[apply.list];
    if (!view || changes.length === 0) return;
    const layout = layoutOf(state[apply.list], places);
    const entries = changes
      .map(({ key }) => layout.entries[layout.indexes.get(key) ?? layout.deletedIndexes.get(key)])
      .filter(Boolean);
    if (entries.length === 0) return;
    const { top } = view;
    const ceiling = document.querySelector(".top").offsetHeight;
    const bottom = at("player").getBoundingClientRect().top;
    const isInSight = ({ y, height }) => top + y >= ceiling && top + y + height <= bottom;
    if (entries.some(isInSight)) return;
    view.reserve(layout.height);
    window.scrollBy({ top: top + entries[0].y - bottom / 3, behavior: "instant" });
  },

  bringIntoSight(key) {
    const view = this.lists[recording.applies[this.step - 1].list];
    const entry = entryOf(view.layout, key);
    if (entry) view.find(entry);
  },

  showStep(step, apply) {
    const many = recording.names.length > 1 && apply ? ` · ${recording.names[apply.list]}` : "";
    const summary = apply ? recording.summary(step) : "before the first apply";
    at("caption").textContent = apply?.caption ?? "";
    at("caption").hidden = !apply?.caption;
    at("summary").textContent = `Step ${step} of ${recording.length}${many}: ${summary}`;
    at("place").textContent = `${step} / ${recording.length}`;
    at("slider").value = step;
    at("slider").setAttribute("aria-valuetext", [apply?.caption, at("summary").textContent].filter(Boolean).join(". "));
    at("back").disabled = step === 0;
    at("forward").disabled = step === recording.length;
    at("marks")
      .querySelectorAll(".current")
      .forEach((mark) => mark.classList.remove("current"));
    at("marks").children[step - 1]?.classList.add("current");
    const hash = `#${step}`;
    // Browsers limit how often this may be called. Over the limit, the address keeps the older step.
    try {
      if (location.hash !== hash) history.replaceState(null, "", hash);
    } catch {
      /* over the limit */
    }
  },

  play() {
    if (this.step === recording.length) this.go(0, { isAnimated: false });
    const next = () => {
      this.go(this.step + 1);
      if (this.step === recording.length) this.pause();
      else this.timer = setTimeout(next, stepPause / this.speed);
    };
    this.timer = setTimeout(next, 200);
    this.showPlaying();
  },

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.showPlaying();
  },

  showPlaying() {
    at("play").setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    at("play").title = `${this.isPlaying ? "Pause" : "Play"} (space)`;
    document.body.classList.toggle("playing", this.isPlaying);
  },

  // Called when the user chose a step, which ends playing.
  jump(step) {
    this.pause();
    this.go(step);
  },
};

function stepOfAddress() {
  return /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null;
}

const keys = {
  " ": () => (player.isPlaying ? player.pause() : player.play()),
  ArrowLeft: () => player.jump(player.step - 1),
  ArrowRight: () => player.jump(player.step + 1),
  Home: () => player.jump(0),
  End: () => player.jump(recording.length),
};

function start() {
  at("title").textContent = document.title;
  at("nothing").hidden = recording.length > 0;
  if (recording.length === 0) {
    at("changes").hidden = true;
    return;
  }
  at("player").hidden = false;
  at("lists").append(...player.lists.map((view) => view.element));
  at("lists").classList.toggle("single", player.lists.length === 1);
  at("slider").max = recording.length;
  at("marks").style.setProperty("--count", recording.length);
  at("marks").append(...marksOf(recording));
  at("slider").addEventListener("input", () => player.jump(Number(at("slider").value)));
  at("back").addEventListener("click", keys.ArrowLeft);
  at("forward").addEventListener("click", keys.ArrowRight);
  at("play").addEventListener("click", keys[" "]);
  at("speed").addEventListener("change", () => {
    player.speed = Number(at("speed").value);
  });
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    // The element with the focus handles its own keys.
    const isTaken = target.closest("select") || (event.key === " " && target.closest("button"));
    if (isTaken || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !Object.hasOwn(keys, event.key))
      return;
    event.preventDefault();
    keys[event.key]();
  });
  addEventListener("hashchange", () => {
    const step = stepOfAddress();
    if (step !== null && step !== player.step) player.jump(step);
  });
  // Elements that stick below the header need its height in their style.
  new ResizeObserver(([{ target }]) => {
    document.documentElement.style.setProperty("--top", `${target.offsetHeight}px`);
  }).observe(document.querySelector(".top"));
  player.go(stepOfAddress() ?? 1, { isAnimated: false });
}

start();
