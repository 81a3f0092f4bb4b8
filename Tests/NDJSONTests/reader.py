"""Follows a stream of events, and so has the lists that it tells of. docs/ndjson.md says what the events are."""


def check_old(event, known):
    """An event may tell what it replaces."""
    if "old" in event:
        assert event["old"] == known, f"{event} follows {known}"


class List:
    def __init__(self):
        self.sections = []

    def rows(self, place):
        section = self.sections[place["section"]]
        assert section["id"] == place["section_id"]
        return section["rows"]

    def row(self, place):
        return self.rows(place)[place["item"]]

    def insert_row(self, place, row):
        self.rows(place).insert(place["item"], row)

    def delete_row(self, place):
        return self.rows(place).pop(place["item"])


class Reader:
    def __init__(self):
        self.lists = {}

    def read(self, event):
        """Takes one event; returns the number of the list that it completes, or None."""
        return getattr(self, event["event"])(event)

    def stream(self, event):
        assert (event["schema"], event["indexes_from"]) == ("diffable-ndjson-1", 0)

    def apply(self, event):
        self.list = self.lists.setdefault(event["list"], List())

    def reset(self, event):
        self.list.sections = []

    def insert_section(self, event):
        self.list.sections.insert(event["to"], {"id": event["id"], "header": None, "footer": None, "rows": []})

    def delete_section(self, event):
        assert self.list.sections.pop(event["from"])["id"] == event["id"]

    def move_section(self, event):
        self.list.sections.insert(event["to"], self.list.sections.pop(event["from"]))

    def insert_item(self, event):
        self.list.insert_row(event["to"], {"id": event["id"], "cell": None, "level": 0, "disclosure": None})

    def delete_item(self, event):
        assert self.list.delete_row(event["from"])["id"] == event["id"]

    def move_item(self, event):
        row = self.list.delete_row(event["from"])
        self.name_row(row, event)
        self.list.insert_row(event["to"], row)

    def update_item(self, event):
        self.name_row(self.list.row(event["at"]), event)

    reload_item = reconfigure_item = update_item

    def name_row(self, row, event):
        """Gives a row its new identifier. A row that is renamed and moves has been renamed when its update follows."""
        assert row["id"] in (event["id"], event.get("old_id", event["id"]))
        row["id"] = event["id"]

    def update_section(self, event):
        """Says that a header and a footer follow."""

    def header(self, event):
        check_old(event, self.list.sections[event["at"]]["header"])
        self.list.sections[event["at"]]["header"] = event["cell"]

    def footer(self, event):
        check_old(event, self.list.sections[event["at"]]["footer"])
        self.list.sections[event["at"]]["footer"] = event["cell"]

    def cell(self, event):
        check_old(event, self.list.row(event["at"])["cell"])
        self.list.row(event["at"])["cell"] = event["cell"]

    def outline(self, event):
        self.list.row(event["at"]).update(level=event["level"], disclosure=event["disclosure"])

    def error(self, event):
        """The program failed: no more events follow."""

    def applied(self, event):
        sections = self.list.sections
        assert event["sections"] == len(sections) and event["items"] == sum(
            len(section["rows"]) for section in sections
        )
        return event["list"]
