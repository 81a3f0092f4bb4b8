"""What is in a page that `diffable --record` wrote, read as a browser would. As a program: prints its stream of
events."""

import html.parser
import json
import sys


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.title = ""
        self.scripts = {}
        self.addresses = []
        self.policy = None
        self.element = None
        with open(path, "rb") as file:
            self.feed(file.read().decode())
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.element = attributes.get("id") if tag == "script" else tag
        if tag == "script":
            self.scripts.setdefault(self.element, "")
        self.addresses += [attributes[name] for name in ("src", "href", "action", "data") if name in attributes]
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]

    def handle_endtag(self, tag):
        self.element = "nothing"

    def handle_data(self, data):
        if self.element == "title":
            self.title += data
        elif self.element in self.scripts:
            self.scripts[self.element] += data

    @property
    def stream(self):
        return self.scripts["events"]

    @property
    def captions(self):
        return json.loads(self.scripts["captions"])


if __name__ == "__main__":
    sys.stdout.buffer.write(Page(sys.argv[1]).stream.encode())
