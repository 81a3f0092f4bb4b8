"""draw.py <title> <lines> < events > picture.svg

Draws the applies of a stream of events, as docs/ndjson.md describes them, as an animated picture: rows travel, come and
go as they do on a terminal, and what changed is shown beside what it was. The same events make the same bytes.
"""

import json
import os
import sys
from html import escape

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../NDJSONTests"))
from reader import Reader  # noqa: E402

WIDTH, ROW, MARGIN, TOP = 640, 22, 20, 44
HOLD, MOVE = 2.0, 0.45  # seconds of a state, and of the motion that begins it
GLYPHS = {"checkmark": "✓", "disclosure": "›", "star": "☆", "star.fill": "★", "none": ""}

STYLE = """
svg { color-scheme: light dark; }
rect { fill: #ffffff; stroke: #d0d7de; }
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
fill: #1f2328; white-space: pre; }
.header { font-weight: bold; }
.title { fill: #656d76; }
.changed { fill: #9a6700; }
.inserted { fill: #1a7f37; }
.end { text-anchor: end; }
g, text { animation: linear infinite both; }
@media (prefers-color-scheme: dark) {
  rect { fill: #0d1117; stroke: #30363d; }
  text { fill: #e6edf3; }
  .title { fill: #7d8590; }
  .changed { fill: #d29922; }
  .inserted { fill: #3fb950; }
}
@media (prefers-reduced-motion: reduce) { g, text { animation: none !important; } }
"""


def shown(cell):
    accessory = cell.get("accessory", "")
    right = " ".join(part for part in (cell.get("detail", ""), GLYPHS.get(accessory, accessory)) if part)
    return cell.get("text", ""), right


def rows_of(sections):
    """The rows of a list by their identity, each with its line, and the number of lines."""
    rows, line = {}, 0
    for section in sections:
        for kind in ("header", "rows", "footer"):
            if kind == "rows":
                for row in section["rows"]:
                    rows["item", row["id"]] = (line, *shown(row["cell"]), "item")
                    line += 1
            elif section[kind]:
                rows[kind, section["id"]] = (line, *shown(section[kind]), "header")
                line += 1
    return rows, line


def states_of(stream):
    """The rows after each apply, with its animation."""
    reader, states, animation = Reader(), [], None
    for line in stream:
        event = json.loads(line)
        done = reader.read(event)
        if event["event"] == "apply":
            animation = event["animation"]
        if done is not None:
            states.append((rows_of(reader.lists[done].sections)[0], animation))
    return states


def percent(seconds, total):
    return f"{100 * seconds / total:.4f}".rstrip("0").rstrip(".") + "%"


class Picture:
    def __init__(self, states):
        self.states = states
        self.total = HOLD * len(states)
        self.frames = {}
        self.body = []

    def animation(self, frames):
        """The name of the animation with these frames: (seconds, declarations)."""
        text = " ".join(f"{percent(time, self.total)} {{ {style} }}" for time, style in frames)
        return self.frames.setdefault(text, f"a{len(self.frames)}")

    def draw_row(self, key):
        places = [rows.get(key) for rows, _ in self.states]
        frames, last = [], None

        def style(place, x, opacity):
            return f"transform: translate({x}px, {TOP + place[0] * ROW}px); opacity: {opacity}"

        for index, place in enumerate(places):
            start, animation = index * HOLD, self.states[index][1]
            before = places[index - 1] if index else None
            outside = {"left": -WIDTH, "right": WIDTH}.get(animation, 0)
            known = place or before
            if known is None:
                continue
            first = style(before, 0, 1) if before else style(place, outside, 0)
            final = style(place, 0, 1) if place else style(before, outside, 0)
            if not frames and start > 0:
                frames.append((0, first))
            frames += [(start, first), (start + MOVE, final)]
            last = final
        frames.append((self.total, last))
        self.body.append(
            f'<g style="animation-name: {self.animation(frames)}; animation-duration: {self.total}s; {last}">'
        )
        self.draw_texts(places)
        self.body.append("</g>")

    def draw_texts(self, places):
        """What a row shows: a text for each time that it is the same."""
        runs = []
        for index, place in enumerate(places):
            before = places[index - 1] if index else None
            if place is None:
                continue
            _, left, right, kind = place
            mark = kind
            if index and before is None:
                mark += " inserted"
            elif before and before[1:] != place[1:]:
                mark += " changed"
                if before[1] != left:
                    left = f"{before[1]} -> {left}"
                if before[2] != right and before[2] and right and before[2] not in GLYPHS.values():
                    right = f"{before[2]} -> {right}"
            content = (left, right, mark)
            if runs and runs[-1][0] == content and runs[-1][2] == index:
                runs[-1][2] = index + 1
            else:
                runs.append([content, index, index + 1])
        for (left, right, mark), start, end in runs:
            # A row that leaves shows its last text while it does.
            while end < len(places) and places[end] is None:
                end += 1
            style = ""
            if (start, end) != (0, len(places)):
                name = self.animation(
                    [
                        *([(0, "opacity: 0"), (start * HOLD - 0.001, "opacity: 0")] if start else []),
                        (start * HOLD, "opacity: 1"),
                        *(
                            [(end * HOLD - 0.001, "opacity: 1"), (end * HOLD, "opacity: 0")]
                            if end < len(places)
                            else []
                        ),
                        (self.total, f"opacity: {int(end == len(places))}"),
                    ]
                )
                style = (
                    f' style="animation-name: {name}; animation-duration: {self.total}s; '
                    f'opacity: {int(end == len(places))}"'
                )
            indent = MARGIN + (17 if mark.startswith("item") else 0)
            self.body.append(f'<text class="{mark}" x="{indent}" y="15"{style}>{escape(left)}</text>')
            if right:
                self.body.append(f'<text class="{mark} end" x="{WIDTH - MARGIN}" y="15"{style}>{escape(right)}</text>')

    def draw(self, title, lines):
        keys = []
        for rows, _ in self.states:
            keys += [key for key in rows if key not in keys]
        for key in keys:
            self.draw_row(key)
        height = TOP + lines * ROW + 12
        names = "\n".join(f"@keyframes {name} {{ {text} }}" for text, name in self.frames.items())
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
                f'viewBox="0 0 {WIDTH} {height}" role="img">',
                f"<title>{escape(title)}</title>",
                f"<style>{STYLE}{names}\n</style>",
                f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
                f'<text class="title" x="{MARGIN}" y="26">$ {escape(title)}</text>',
                *self.body,
                "</svg>",
                "",
            ]
        )


states = states_of(sys.stdin)
lines = max(int(sys.argv[2]), max(line for rows, _ in states for line, *_ in rows.values()) + 1)
sys.stdout.write(Picture(states).draw(sys.argv[1], lines))
