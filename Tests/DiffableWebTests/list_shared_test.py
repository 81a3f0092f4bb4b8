"""Three people edit one list: examples/web/shared in three contexts of Chromium, with the program in Lua that has the
list."""

import json
import os
import socket
import subprocess
import time
import urllib.request

from list_case import ListCase, root


class SharedTest(ListCase):
    def setUp(self):
        super().setUp()
        self.server = subprocess.Popen(
            ["node", f"{root}/examples/web/shared/server.mjs"],
            env={**os.environ, "PORT": "0"},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(self.stop)
        self.address = self.server.stdout.readline().strip()
        self.pages = {name: self.browser.open_context() for name in ("ann", "omar", "wei")}
        self.addCleanup(self.browser.close_contexts)
        for name in self.pages:
            self.on(name)
            self.browser.call("Page.navigate", url=self.address)
            self.assertTrue(
                self.browser.wait_until("globalThis.shared?.isSaved && source.snapshot().numberOfItems() === 3")
            )

    def stop(self):
        self.server.terminate()
        self.server.wait()
        self.server.stdout.close()

    def on(self, name, script=None):
        """What comes next is said to this page."""
        self.browser.session = self.pages[name]
        return script and self.evaluate(script)

    def texts(self):
        return self.evaluate(
            "[...document.querySelectorAll('.task:not(.leaving)')]"
            ".map((row) => row.querySelector('input:not([type])').value)"
        )

    def assert_all_show(self, *texts):
        for name in self.pages:
            self.on(name)
            found = json.dumps(texts)
            self.browser.wait_until(
                "shared.isSaved && JSON.stringify([...source.snapshot()].map(({ text }) => text)) === "
                f"{json.dumps(found.replace(', ', ','))}"
            )
            self.assertEqual(list(texts), self.texts(), name)
        with urllib.request.urlopen(f"{self.address}/version") as answer:
            versions = {answer.read().decode()}
        for name in self.pages:
            versions.add(self.on(name, "source.snapshot().version()"))
        self.assertEqual(1, len(versions), "the four lists differ")

    def write(self, index, text):
        """As a user: focus, write, leave."""
        self.evaluate(
            f"(() => {{ const field = document.querySelectorAll('.task input:not([type])')[{index}]; "
            "field.focus(); field.select(); })()"
        )
        self.browser.call("Input.insertText", text=text)
        self.evaluate("document.activeElement.blur()")

    def add(self, text):
        self.evaluate(
            f"document.getElementById('text').value = {json.dumps(text)}, document.querySelector('form button').click()"
        )

    def test_two_edit_at_once(self):
        for name, index, text in (("ann", 0, "Buy oat milk"), ("omar", 2, "Write to Ann")):
            self.on(name)
            self.write(index, text)
        self.on("ann")
        self.add("Read")
        self.assert_all_show("Buy oat milk", "Pay rent", "Write to Ann", "Read")

    def test_edits_that_cross_are_merged(self):
        # Neither page has received what the other one sent: both patches start from the same version.
        for name, text in (("ann", "Ann"), ("omar", "Omar"), ("wei", "Wei")):
            self.on(
                name,
                "(() => { for (let turn = 0; turn < 20; turn += 1) source.update((list) => "
                f"list.appendItems({{ id: '{text}' + turn, text: '{text} ' + turn, done: false }})); }})()",
            )
        found = lambda: sorted(self.evaluate("[...source.snapshot()].map(({ text }) => text)")[3:])  # noqa: E731
        for name in self.pages:
            self.on(name)
            self.assertTrue(
                self.browser.wait_until("shared.isSaved && source.snapshot().numberOfItems() === 63"), found()
            )
        orders = {json.dumps(self.on(name, "source.snapshot().itemIdentifiers()")) for name in self.pages}
        self.assertEqual(1, len(orders))

    def test_without_a_network_and_back(self):
        self.on("wei")
        self.offline(True)
        self.assertTrue(self.browser.wait_until("!shared.isConnected"))
        self.write(0, "Buy soy milk")
        self.evaluate("document.querySelectorAll('.task button')[1].click()")
        self.assertTrue(self.browser.wait_until("document.getElementById('state').textContent === 'Not sent yet'"))
        self.on("ann")
        self.write(2, "Call Ann at noon")
        self.add("Read")
        self.assertTrue(self.browser.wait_until("shared.isSaved"))
        self.assertEqual(["Buy milk", "Pay rent", "Call Ann at noon", "Read"], self.texts())
        self.on("wei")
        self.assertEqual(["Buy soy milk", "Call Ann"], self.texts())
        self.offline(False)
        self.assert_all_show("Buy soy milk", "Call Ann at noon", "Read")

    def test_an_undo_takes_back_the_own_change_alone(self):
        self.on("ann")
        self.write(0, "Buy oat milk")
        self.assertTrue(self.browser.wait_until("shared.isSaved"))
        self.on("omar")
        self.assertTrue(self.browser.wait_until("source.snapshot().item('milk').text === 'Buy oat milk'"))
        self.assertTrue(
            self.browser.wait_until("document.getElementById('undo').disabled"), "what others did can be undone"
        )
        self.write(1, "Pay rent by Friday")
        self.add("Read")
        self.assert_all_show("Buy oat milk", "Pay rent by Friday", "Call Ann", "Read")
        self.on("ann", "document.getElementById('undo').click()")
        self.assert_all_show("Buy milk", "Pay rent by Friday", "Call Ann", "Read")
        self.on("omar", "document.getElementById('undo').click(), document.getElementById('undo').click()")
        self.assert_all_show("Buy milk", "Pay rent", "Call Ann")

    def test_a_dragged_row(self):
        self.on("omar", "source.reorderItem({ section: 0, item: 0 }, { section: 0, item: 2 })")
        self.assert_all_show("Pay rent", "Call Ann", "Buy milk")
        self.on("omar", "document.getElementById('undo').click()")
        self.assert_all_show("Buy milk", "Pay rent", "Call Ann")

    def test_what_somebody_writes_stays_while_others_change_it(self):
        self.on("ann", "document.querySelector('.task input:not([type])').select()")
        self.browser.call("Input.insertText", text="Buy rice")
        self.on("omar")
        self.write(0, "Buy tea")
        self.on("ann")
        self.assertTrue(self.browser.wait_until("source.snapshot().item('milk').text === 'Buy tea'"))
        self.assertEqual("Buy rice", self.texts()[0])
        self.evaluate("document.activeElement.blur()")
        self.assert_all_show("Buy rice", "Pay rent", "Call Ann")

    def test_the_server_refuses_what_is_no_list_of_tasks(self):
        self.on("ann")
        patch = (
            "(list) => { const old = list.copy(); list.updateItems({ id: 'milk', text: 5 }); "
            "return import('/diffable/diffable.js').then(({ difference }) => difference(old, list).encode()); }"
        )
        status = (
            f"({patch})(source.snapshot()).then((body) => fetch('/list', {{ method: 'POST', body }}))"
            ".then(({ status }) => status)"
        )
        self.assertEqual(400, self.evaluate(status))
        self.assertEqual(
            400, self.evaluate("fetch('/list', { method: 'POST', body: 'nonsense' }).then(({ status }) => status)")
        )
        self.assertEqual(404, self.evaluate("fetch('/..%2f..%2fREADME.html').then(({ status }) => status)"))
        self.browser.events.clear()  # the browser's console has the refusals
        self.assert_all_show("Buy milk", "Pay rent", "Call Ann")

    def send(self, request):
        """Sends bytes to the server. Returns the first line of the answer if the request is complete."""
        port = int(self.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(request)
            if request.endswith(b"\r\n\r\n"):
                return connection.recv(1000).partition(b"\r\n")[0].decode()
            return None

    def test_a_page_that_goes_away_leaves_the_list_to_the_others(self):
        # The page is reloaded while it sends.
        self.send(b"POST /list HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")
        self.assertEqual("HTTP/1.1 400 Bad Request", self.send(b"GET // HTTP/1.1\r\nHost: x\r\n\r\n"))
        self.on("ann")
        self.add("Read")
        self.assert_all_show("Buy milk", "Pay rent", "Call Ann", "Read")
        self.assertIsNone(self.server.poll())

    def offline(self, is_offline):
        self.browser.call(
            "Network.emulateNetworkConditions",
            offline=is_offline,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def tearDown(self):
        time.sleep(0.1)
        lines = [
            line
            for line in self.browser.console_errors()
            if "ERR_INTERNET_DISCONNECTED" not in str(line) and "409" not in str(line)
        ]
        self.assertEqual([], lines)
