"""Drives Debian's Chromium by its DevTools protocol: no driver, no download, one WebSocket."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

WAIT_S = 60.0
"""How long anything in the browser may take on a slow machine; nothing waits longer than needed."""


def find() -> str | None:
    """Return the browser's path, or None where it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Chromium:
    """A headless browser with its own empty profile."""

    def __init__(self) -> None:
        from websockets.sync.client import connect

        program = find()
        assert program is not None
        self._home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--force-renderer-accessibility",
                "--hide-scrollbars",
                f"--user-data-dir={self._home.name}",
                "--remote-debugging-port=0",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HOME": self._home.name},
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            found = re.search(r"DevTools listening on (ws://\S+)", line)
            if found:
                break
        else:
            raise RuntimeError("Chromium ended before it listened.")
        self._held = ExitStack()
        self._socket = self._held.enter_context(
            connect(found[1], max_size=None, open_timeout=WAIT_S)
        )
        self._number = 0

    def call(self, method: str, session: str | None = None, **params: Any) -> Any:
        """Call a method and return its result; events meanwhile are passed over."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv(timeout=WAIT_S))
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def page(self, url: str, width: int = 390, height: int = 844, **media: str) -> Page:
        """Open a page as one telephone would: with a memory of its own."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = Page(self, attached["sessionId"])
        page.size(width, height)
        page.media(**media)
        for domain in ("Page", "Runtime", "Accessibility"):
            page.call(f"{domain}.enable")
        page.call("Page.navigate", url=url)
        return page

    def close(self) -> None:
        self._held.close()
        self._process.terminate()
        self._process.wait(timeout=WAIT_S)
        if self._process.stderr is not None:
            self._process.stderr.close()
        self._home.cleanup()


class Page:
    """One tab."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self._browser = browser
        self._session = session

    def call(self, method: str, **params: Any) -> Any:
        return self._browser.call(method, self._session, **params)

    def size(self, width: int, height: int, scale: float = 1.0) -> None:
        """Set the window in CSS pixels; 400 % zoom of a window is a quarter of its width."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )

    def media(self, scheme: str = "light") -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def run(self, script: str) -> Any:
        """Return the value of an expression; a promise is waited for."""
        result = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def until(self, script: str) -> Any:
        """Wait inside the browser until an expression is true; return its value."""
        return self.run(
            "new Promise((done, fail) => {"
            "const look = () => { let found = null;"
            f" try {{ found = (() => {script})(); }} catch (error) {{ /* not loaded yet */ }}"
            " if (found) done(found);"
            f" else if (performance.now() - since > {WAIT_S * 1000}) fail('never: ' +"
            f" {json.dumps(script)} + ' in ' + document.body.innerText);"
            " else setTimeout(look, 20); };"
            "const since = performance.now(); look(); })"
        )

    def key(self, key: str) -> None:
        """Press one key of the keyboard."""
        codes = {"Tab": 9, "Enter": 13, " ": 32}
        given: dict[str, Any] = {
            "key": key,
            "code": "Space" if key == " " else key,
            "windowsVirtualKeyCode": codes[key],
        }
        if key != "Tab":
            given["text"] = "\r" if key == "Enter" else key
        self.call("Input.dispatchKeyEvent", type="keyDown", **given)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def focused(self) -> str:
        """Return role and name of what has the focus, as a screen reader is told."""
        for node in self.call("Accessibility.getFullAXTree")["nodes"]:
            focus = [p for p in node.get("properties", []) if p["name"] == "focused"]
            if focus and focus[0]["value"]["value"] and node["role"]["value"] != "RootWebArea":
                return f"{node['role']['value']} {node['name']['value']}"
        return ""

    def names(self, role: str) -> list[str]:
        """Return the names of everything with that role in the accessibility tree."""
        return [
            node["name"]["value"]
            for node in self.call("Accessibility.getFullAXTree")["nodes"]
            if not node.get("ignored") and node["role"]["value"] == role
        ]

    def press_by_keyboard(self, name: str) -> None:
        """Move with Tab to a button of this name, and press Enter."""
        for _ in range(60):
            if self.focused() == f"button {name}":
                self.key("Enter")
                return
            self.key("Tab")
        raise AssertionError(f"no button {name!r}; there are {self.names('button')}")

    def picture(self, path: Path) -> None:
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))
