"""A real browser for the tests: headless Chromium, driven over the DevTools pipe with the standard
library alone.

A page is opened from a file at a given width and colour scheme; the test evaluates expressions in
it and takes pictures. What the console said and what was asked of the network is kept, so that a
test can demand that both are empty.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
]
SECONDS = 90.0


class Browser:
    """One browser with one page; a context manager that ends the browser."""

    def __enter__(self) -> Browser:
        """Start Chromium: it reads commands on its descriptor 3 and answers on 4, each message
        ended by a NUL.
        """
        assert CHROMIUM is not None
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()
        start = 'in=$1 out=$2; shift 2; exec "$@" 3<&"$in" 4>&"$out"'
        command = [
            "bash",
            "-c",
            start,
            "bash",
            str(theirs_in),
            str(theirs_out),
            CHROMIUM,
            *FLAGS,
            f"--user-data-dir={self._profile.name}",
            "about:blank",
        ]
        self._process = subprocess.Popen(
            command,
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer, self._sent, self._session = b"", 0, None
        self.console: list[str] = []
        self.requests: list[str] = []
        self._events: list[str] = []
        target = next(
            t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page"
        )
        self._session = self.send(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True
        )["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)
        self._profile.cleanup()

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """One command and its result; what arrives meanwhile is kept."""
        self._sent += 1
        message: dict[str, Any] = {"id": self._sent, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while True:
            reply = self._receive()
            if reply.get("id") == self._sent:
                assert "error" not in reply, reply
                return dict(reply["result"])

    def _receive(self) -> dict[str, Any]:
        deadline = time.monotonic() + SECONDS
        while b"\0" not in self._buffer:
            left = deadline - time.monotonic()
            assert left > 0 and select.select([self._from], [], [], left)[0], (
                "the browser does not answer"
            )
            chunk = os.read(self._from, 1 << 20)
            assert chunk, "the browser ended"
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        method, params = message.get("method", ""), message.get("params", {})
        self._events.append(method)
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.console.append(json.dumps(params))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        return message

    def open(self, page: Path, width: int, scheme: str = "light", media: str = "screen") -> None:
        """Load a file in a window of this width, in the `light` or `dark` scheme, on `screen` or
        for `print`.
        """
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.send("Emulation.setScrollbarsHidden", hidden=True)
        self.send(
            "Emulation.setEmulatedMedia",
            media=media,
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        self._events.clear()
        self.send("Page.navigate", url=page.as_uri())
        while "Page.loadEventFired" not in self._events:
            self._receive()

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""
        result = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def picture(self, path: Path, longest: int = 16000) -> None:
        """A PNG of the whole page."""
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {
            "x": 0,
            "y": 0,
            "width": size["width"],
            "height": min(size["height"], longest),
            "scale": 1,
        }
        shot = self.send(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip
        )
        path.write_bytes(base64.b64decode(shot["data"]))
