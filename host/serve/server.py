"""Opens the server: its address, its thread, and what tells people how to join."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import threading
from dataclasses import dataclass

import h11
import segno
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from host.serve.app import LONGEST_MESSAGE, make_app
from host.serve.doorstep import Doorstep
from host.serve.serving import Serving
from host.serve.tokens import Tokens

HERE = "127.0.0.1"
"""Where the server listens unless it is told otherwise: on this machine alone."""

PAGE_WORDS = (
    "title",
    "said",
    "connecting",
    "joined",
    "lost",
    "replaced",
    "taken",
    "wrong",
    "slow",
    "sent",
    "stale",
    "wait",
    "read",
    "order",
    "order-done",
    "up",
    "moved",
    "no-cards",
    "nothing",
    "over",
)
"""The page's own texts (`serve-page-…`)."""

_HOLES = {"sent": ("what",), "taken": ("who",), "up": ("card",), "moved": ("card", "place")}
"""What the page itself fills in."""


class AddressError(ValueError):
    """What is no address; the text is what was given."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen; port 0 takes a free one."""

    host: str
    port: int = 0

    @property
    def here_only(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def read_address(given: str) -> Address:
    """Read «192.168.1.20», «192.168.1.20:8765», «:8765» or nothing at all.

    Raises:
        AddressError: it is none of these.
    """
    text = given.strip()
    host, colon, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    if colon and not (port.isdigit() and 0 < int(port) < 65536):
        raise AddressError(given)
    host = host or HERE
    if host != "localhost":
        try:
            if ipaddress.ip_address(host).version != 4:
                raise AddressError(given)
        except ValueError as error:
            raise AddressError(given) from error
    return Address(host, int(port) if colon else 0)


def page_words(serving: Serving) -> dict[str, str]:
    """Return the page's own texts, with «{name}» where the page fills something in."""
    return {
        key: serving.words.say(
            f"serve-page-{key}", **{hole: f"{{{hole}}}" for hole in _HOLES.get(key, ())}
        )
        for key in PAGE_WORDS
    }


def own_address() -> str:
    """Return this machine's address in its network, or the loopback where it has none.

    Nothing is sent: a datagram socket that is given a far end only chooses its near one.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return HERE


MOST_ASKING = 64
"""Connections that are no page's open line, at a time; see `Doorstep` for what becomes of more."""

SILENT_S = 5.0
"""Seconds after which a connection that has asked for nothing is closed."""


class _Asking(H11Protocol):
    """A connection that asks for files, or for a page's line; it is not let stand open."""

    step: Doorstep

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, and the time in which something is to be asked for."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self._place = self.step.come(peer, transport.abort)
        self._timer = self.loop.call_later(SILENT_S, self._end_if_silent)

    def _end_if_silent(self) -> None:
        if self.cycle is None and self.step.holds(self._place):
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Give the place back: at the door there is another."""
        self._gone()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._gone()
        super().connection_lost(exc)

    def _gone(self) -> None:
        self._timer.cancel()
        self.step.leave(self._place)


class Server:
    """The server of one table, running in a thread of its own."""

    def __init__(self, serving: Serving, tokens: Tokens, address: Address, language: str) -> None:
        """Listen and begin to serve.

        Raises:
            OSError: the address cannot be had.
        """
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._socket.bind((address.host, address.port))
            # Who is quicker than the thread below waits in line instead of being turned away.
            self._socket.listen(128)
        except OSError:
            self._socket.close()
            raise
        self.port = int(self._socket.getsockname()[1])
        self.tokens = tokens
        everywhere = address.host == "0.0.0.0"
        self.shown = own_address() if everywhere else address.host
        names = {self.shown, HERE, "localhost"} if everywhere or address.here_only else {self.shown}
        room = serving.room
        app = make_app(
            serving.hub,
            tokens,
            hosts=[f"{name}:{self.port}" for name in sorted(names)],
            words=page_words(serving),
            language=language,
            now=lambda: room.now,
        )
        self._server = _Quiet(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,  # addresses are nobody's business; tokens are never in them
                server_header=False,
                date_header=False,
                lifespan="off",
                http=type("_OfThisTable", (_Asking,), {"step": Doorstep(MOST_ASKING)}),
                ws="websockets-sansio",
                ws_max_size=4 * LONGEST_MESSAGE,
                ws_max_queue=8,
                ws_per_message_deflate=False,
                ws_ping_interval=None,
                timeout_keep_alive=5,
                h11_max_incomplete_event_size=8 * 1024,
            )
        )
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name="pages", daemon=True
        )
        self._thread.start()

    def url(self, seat: str) -> str:
        """Return the address of a seat's page, or of the board; the token stays in the browser."""
        return f"http://{self.shown}:{self.port}/#{self.tokens.of(seat)}"

    def close(self) -> None:
        """Stop serving. May be called twice."""
        self._server.should_exit = True
        self._thread.join(timeout=2)
        self._server.force_exit = True
        self._thread.join(timeout=2)
        self._socket.close()


# What a stranger's bytes are worth is nobody's business at the table: without a handler of its own,
# what a library tells programmers would come to the terminal.
for _library in ("uvicorn", "asyncio", "websockets"):
    logging.getLogger(_library).addHandler(logging.NullHandler())


class _Quiet(uvicorn.Server):
    """A server that leaves the program's signals alone."""

    def install_signal_handlers(self) -> None:
        """Install none: Ctrl-C is the table's."""


def qr_code(url: str) -> str:
    """Return a QR code of an address as lines of text for the terminal."""
    code = segno.make(url, error="l", micro=False)
    rows = [[bool(cell) for cell in row] for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    # Two rows in a line of half blocks, dark on light whatever the terminal's colours are.
    pairs = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    return "\n".join(
        "".join(pairs[top, low] for top, low in zip(rows[n], rows[n + 1], strict=True))
        for n in range(0, len(rows), 2)
    )
