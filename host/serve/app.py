"""The small server: five fixed addresses and one WebSocket, and nothing else.

It knows no game. It lets in who has a token, sends the newest view, and takes presses. No
address has a part that comes from the outside, so there is no path to trick.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from host.engine.game import Seat
from host.serve.doorstep import Doorstep
from host.serve.hub import ASK_EVERY_S, Hub
from host.serve.tokens import BOARD, Tokens

LONGEST_MESSAGE = 512
"""Characters of what a page may send at once: a press is about a hundred."""

BURST, A_SECOND = 40, 10.0
"""Messages that a page may send at once, and that it earns again in a second."""

MOST_PRESSES = 1_000_000
"""Presses of one load of a page."""

MOST_BOARDS = 32
"""Boards open at a time; of each hand there is one."""

MOST_AT_DOOR = 32
"""Connections that have not shown a token yet; see `Doorstep` for what becomes of more."""

MOST_WRONG = 20
"""Wrong tokens in a minute after which the door stays shut for a minute, for that address."""

DOOR_S = 5.0
"""Seconds in which a connection has to show its token."""

SLOW_S = 10.0
"""A page that has not read a view after so many seconds is let go; it may come again."""

WRONG, TAKEN, REPLACED, SLOW = 4401, 4409, 4410, 4429
"""Why a connection is closed, as the page is told (codes of the private range)."""

LATER = 1013
"""Closed without having been heard: a page comes again by itself."""

_TYPES = {"page.js": "text/javascript", "page.css": "text/css"}


def make_app(
    hub: Hub,
    tokens: Tokens,
    *,
    hosts: Sequence[str],
    words: Mapping[str, str],
    language: str,
    now: Callable[[], float],
) -> ASGIApp:
    """Return the server as an ASGI app.

    Args:
        hub: where views come from and presses go.
        tokens: who may open what.
        hosts: what may stand in the Host header («192.168.1.20:8765»); nothing else is served.
        words: the page's own texts by id.
        language: of the pages.
        now: the room's clock, in seconds.
    """
    door = _Door(hub, tokens, frozenset(f"http://{host}" for host in hosts), now)
    page = _page(words, language)

    async def shell(request: Request) -> Response:
        return Response(page, media_type="text/html")

    def static(name: str) -> Callable[[Request], Awaitable[Response]]:
        text = resources.files("host.serve").joinpath("static", name).read_text("utf-8")

        async def answer(request: Request) -> Response:
            return Response(text, media_type=_TYPES[name])

        return answer

    app = Starlette(
        routes=[
            Route("/", shell, methods=["GET"]),
            Route("/page.js", static("page.js"), methods=["GET"]),
            Route("/page.css", static("page.css"), methods=["GET"]),
            WebSocketRoute("/table", door.open),
        ]
    )
    app.router.redirect_slashes = False
    return _Guard(app, frozenset(hosts))


def _page(words: Mapping[str, str], language: str) -> str:
    """Return the page's HTML with its texts; they go in as an attribute, escaped."""
    html = resources.files("host.serve").joinpath("static", "page.html").read_text("utf-8")
    given = {
        "%LANGUAGE%": language,
        "%TITLE%": escape(words["title"]),
        "%WORDS%": escape(json.dumps(dict(words), ensure_ascii=False)),
    }
    for name, text in given.items():
        html = html.replace(name, text)
    return html


class _Guard:
    """Looks at every request before anything else: who it names, and what answers carry."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        named = [value for name, value in scope["headers"] if name == b"host"]
        host = named[0].decode("latin-1").lower() if len(named) == 1 else ""
        if host not in self._hosts:
            # A foreign name that leads here is somebody else's page (DNS rebinding).
            if scope["type"] == "http":
                await PlainTextResponse("?", 421)(scope, receive, self._guarded(send, ""))
            else:
                await send({"type": "websocket.close", "code": WRONG})
            return
        if scope["type"] == "http" and (refused := _refused(scope)) is not None:
            await refused(scope, receive, self._guarded(send, host))
            return
        await self._app(scope, receive, self._guarded(send, host))

    def _guarded(self, send: Send, host: str) -> Send:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_headers(host)]
            await send(message)

        return guarded


def _refused(scope: Scope) -> Response | None:
    """Refuse whatever is no plain reading, and close: a body, however long, is never read."""
    if scope["method"] not in ("GET", "HEAD"):
        return PlainTextResponse("?", 405, headers={"connection": "close", "allow": "GET, HEAD"})
    named = dict(scope["headers"])
    if named.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in named:
        return PlainTextResponse("?", 413, headers={"connection": "close"})
    return None


def _headers(host: str) -> list[tuple[bytes, bytes]]:
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        f"connect-src 'self' {f'ws://{host}' if host else ''}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    given = {
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
        "cache-control": "no-store",
    }
    return [(name.encode(), value.encode("latin-1")) for name, value in given.items()]


class _Budget:
    """How many messages a page may still send."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._left = float(BURST)
        self._at = now()

    def spend(self) -> bool:
        """Take one; False if there is none left."""
        at = self._now()
        self._left = min(float(BURST), self._left + max(0.0, at - self._at) * A_SECOND)
        self._at = at
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class _Door:
    """Lets pages in and serves each in turn."""

    def __init__(
        self, hub: Hub, tokens: Tokens, origins: frozenset[str], now: Callable[[], float]
    ) -> None:
        self._hub = hub
        self._tokens = tokens
        self._origins = origins
        self._now = now
        self._boards = 0
        self._step = Doorstep(MOST_AT_DOOR)
        self._wrong: dict[str, list[float]] = {}

    async def open(self, socket: WebSocket) -> None:
        """Serve one connection from its first message to its last."""
        origins = socket.headers.getlist("origin")
        if len(origins) != 1 or origins[0].lower() not in self._origins:
            await socket.close(WRONG)
            return
        peer = socket.client.host if socket.client is not None else ""
        if self._shut(peer):
            await socket.close(SLOW)
            return
        try:
            await socket.accept()
            await self._serve(socket, peer)
        except (WebSocketDisconnect, RuntimeError, ConnectionError):
            pass  # it is gone: whatever was to be told, nobody is there

    def _shut(self, peer: str) -> bool:
        """Tell whether too many wrong tokens came from an address; what is past is forgotten."""
        recent = {p: [t for t in ts if self._now() - t < 60.0] for p, ts in self._wrong.items()}
        self._wrong = {p: ts for p, ts in recent.items() if ts}
        return len(self._wrong.get(peer, ())) >= MOST_WRONG

    async def _first(self, socket: WebSocket, peer: str) -> Mapping[str, Any] | None:
        """Return what a connection says first; None if it took too long or its place was needed."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(DOOR_S) as limit:

                def hurry() -> None:
                    with contextlib.suppress(RuntimeError):  # its time is over anyway
                        limit.reschedule(loop.time())

                place = self._step.come(peer, hurry)
                try:
                    return _read(await _received(socket))
                finally:
                    self._step.leave(place)
        except TimeoutError:
            return None

    async def _serve(self, socket: WebSocket, peer: str) -> None:
        first = await self._first(socket, peer)
        if first is None:
            await socket.close(LATER)
            return
        seat = self._tokens.who(first.get("token"))
        device = first.get("device")
        if seat is None or not _short(device):
            self._wrong.setdefault(peer, []).append(self._now())
            await socket.close(WRONG)
            return
        if seat != BOARD:
            await self._let_in(socket, seat, str(device))
        elif self._boards >= MOST_BOARDS:
            await socket.close(SLOW)
        else:
            self._boards += 1
            try:
                await self._let_in(socket, seat, str(device))
            finally:
                self._boards -= 1

    async def _let_in(self, socket: WebSocket, seat: Seat, device: str) -> None:
        before = None if seat == BOARD else self._hub.last_heard(seat)
        ticket = self._hub.enter(seat, device)
        if ticket is None:
            await socket.send_text(json.dumps({"taken": seat}))
            await socket.close(TAKEN)
            return
        await _Connection(self._hub, socket, seat, ticket, before, self._now).run()


class _Connection:
    """One page that was let in."""

    def __init__(
        self,
        hub: Hub,
        socket: WebSocket,
        seat: Seat,
        ticket: int,
        before: float | None,
        now: Callable[[], float],
    ) -> None:
        self._hub = hub
        self._socket = socket
        self._seat = seat
        self._ticket = ticket
        self._before = before
        self._now = now
        self._budget = _Budget(now)
        self._changed = asyncio.Event()
        self._asked: dict[int, float] = {}
        self._answers: list[str] = []
        self._said_so = False

    async def run(self) -> None:
        """Send views and take messages until one side ends."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            with contextlib.suppress(RuntimeError):  # the server is closing
                loop.call_soon_threadsafe(self._changed.set)

        stop = self._hub.watch(wake)
        both = {asyncio.create_task(_until_gone(work())) for work in (self._write, self._take)}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop()
            for task in both:
                task.cancel()
            self._hub.leave(self._seat, self._ticket, said_so=self._said_so)

    async def _write(self) -> None:
        """Send the newest view, what was made of presses, and the question whether it is there."""
        seen, number = 0, 0
        asked_at = self._now() - ASK_EVERY_S
        while True:
            if not self._hub.holds(self._seat, self._ticket):
                await self._socket.close(REPLACED)
                return
            newest = self._hub.newest(self._seat, seen)
            if newest is not None:
                seen = newest[0]
                await self._send(newest[1])
            answers, self._answers = self._answers, []
            for answer in answers:
                await self._send(answer)
            if self._now() - asked_at >= ASK_EVERY_S:
                number, asked_at = number + 1, self._now()
                self._asked = {number: asked_at}
                await self._send(json.dumps({"ask": number}))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ASK_EVERY_S):
                    await self._changed.wait()
            self._changed.clear()

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(SLOW_S):
            await self._socket.send_text(text)

    async def _take(self) -> None:
        while True:
            text = await _received(self._socket)
            if not self._budget.spend():
                await self._socket.close(SLOW)
                return
            message = _read(text)
            if not self._hub.holds(self._seat, self._ticket):
                return
            if "here" in message:
                self._here(message["here"])
            elif "bye" in message:
                self._said_so = True
                self._hub.rest(self._seat)
            elif "press" in message and self._seat != BOARD:
                self._press(message)

    def _here(self, number: object) -> None:
        at = self._asked.pop(number, None) if isinstance(number, int) else None
        if self._seat != BOARD:
            self._hub.heard_of(self._seat, None if at is None else self._now() - at)
        # From now on a press is sent as it is made.
        self._before, self._said_so = None, False

    def _press(self, message: Mapping[str, Any]) -> None:
        key, page, count = message["press"], message.get("page"), message.get("count")
        if not _short(key) or not _short(page) or type(count) is not int:
            return
        if not 0 <= count < MOST_PRESSES:
            return
        late = self._before if message.get("late") is True else None
        self._said_so = False
        answer = self._hub.press(self._seat, str(key), str(page), count, late)
        self._answers.append(json.dumps({"pressed": answer}, ensure_ascii=False))
        self._changed.set()


async def _until_gone(work: Coroutine[Any, Any, None]) -> None:
    """Do this until the other side is gone, or so slow that it is let go."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, ConnectionError, TimeoutError):
        await work


async def _received(socket: WebSocket) -> str:
    """Return the text of the next message; of a binary one, which no page sends, there is none.

    Raises:
        WebSocketDisconnect: the other side is gone.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    return str(message.get("text") or "")


def _short(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 64


def _read(text: str) -> Mapping[str, Any]:
    """Return a message; one that is none has nothing in it."""
    if len(text) > LONGEST_MESSAGE:
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
