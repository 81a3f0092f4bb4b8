"""A page in headless Chromium, driven over a pipe: https://chromedevtools.github.io/devtools-protocol says what is said
there."""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Coverage"))

from script_lines import ScriptLines  # noqa: E402


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp()
        commands, self.output = os.pipe()
        self.input, answers = os.pipe()
        # The browser reads what it is told from 3 and answers at 4.
        self.process = subprocess.Popen(
            [
                "sh",
                "-c",
                f'exec "$@" 3<&{commands} 4>&{answers}',
                "sh",
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-extensions",
                "--disable-background-networking",
                "--remote-debugging-pipe",
                f"--user-data-dir={self.folder}",
            ],
            pass_fds=(commands, answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self.rest = b""
        self.number = 0
        self.session = None
        self.events = []
        self.contexts = []
        self.own_session = self.session = self.new_page()
        self.script_lines = None
        # `make coverage` names a folder here.
        if "SCRIPT_LINES" in os.environ:
            self.script_lines = ScriptLines(self)

    def new_page(self, **context):
        """Returns the session of a new page."""
        session, self.session = self.session, None
        target = self.call("Target.createTarget", url="about:blank", **context)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Animation"):
            self.call(domain + ".enable")
        session, self.session = self.session, session
        return session

    def open_context(self):
        """Returns the session of a page in a context of its own, as in the window of another user. Calls go
        to the page whose session is `session`."""
        session, self.session = self.session, None
        self.contexts.append(self.call("Target.createBrowserContext")["browserContextId"])
        self.session = session
        return self.new_page(browserContextId=self.contexts[-1])

    def close_contexts(self):
        self.session = None
        for context in self.contexts:
            self.call("Target.disposeBrowserContext", browserContextId=context)
        self.contexts = []
        self.session = self.own_session

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.script_lines:
            self.script_lines.take()
            self.script_lines.write(os.environ["SCRIPT_LINES"])
        os.close(self.output)
        self.process.terminate()
        self.process.wait()
        os.close(self.input)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.rest:
            more = os.read(self.input, 1 << 20)
            assert more, "the browser has gone"
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer.get('error')}"
                return answer["result"]
            self.events.append(answer)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, (
            f"{expression}: {result['exceptionDetails']['exception'].get('description', result['exceptionDetails'])}"
        )
        return result["result"].get("value")

    def wait_until(self, expression):
        """For what takes the browser time; false after half a minute."""
        for _ in range(600):
            if self.evaluate(expression):
                return True
            time.sleep(0.05)
        return False

    def open(self, path, fragment=""):
        if self.script_lines:
            self.script_lines.take()
        # Away first: the same page with another fragment would not be loaded again.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=f"file://{path}{fragment}")
        assert self.wait_until("location.protocol === 'file:' && document.readyState === 'complete'"), (
            f"{path} does not load"
        )

    def press(self, key):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **(text if kind == "keyDown" else {}))

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=False)

    def prefer(self, **features):
        """As in prefer(color_scheme="dark"); what is not named is as the browser has it."""
        wanted = [{"name": "prefers-" + name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=wanted)

    def screenshot(self, path, of=None):
        """Of the window, or of the element that a selector finds."""
        clip = {}
        if of:
            box = self.evaluate(f"document.querySelector('{of}').getBoundingClientRect().toJSON()")
            box = {name: box[name] for name in ("x", "y", "width", "height")}
            clip = {"clip": {**box, "scale": 1}}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", **clip)["data"]))

    def requests(self):
        return [
            event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"
        ]

    def console_errors(self):
        """Returns what the page wrote to the console about errors: exceptions, errors and warnings."""
        found = []
        for event in self.events:
            parameters = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"])
            elif event["method"] == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(parameters["args"])
            elif event["method"] == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"])
        return found
