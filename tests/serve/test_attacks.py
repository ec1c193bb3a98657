"""The attack list: whatever comes in from the network, the table plays on."""

from __future__ import annotations

import asyncio
import json
import socket as socketlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import unquote

import pytest
from serve_tables import Served

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from host.serve.app import (
    BURST,
    LATER,
    MOST_AT_DOOR,
    MOST_BOARDS,
    MOST_WRONG,
    REPLACED,
    SLOW,
    TAKEN,
    WRONG,
    make_app,
)
from host.serve.doorstep import Doorstep
from host.serve.server import MOST_ASKING, Address, Server, page_words
from host.serve.tokens import BOARD, Tokens

HOST = "127.0.0.1:8765"
ORIGIN = {"origin": f"http://{HOST}", "host": HOST}
SEATS = ["Ana", "Luis", "Eva"]


class Site:
    """A table of Wizard, its server in this process, and pages that talk to it."""

    def __init__(self) -> None:
        self.served = Served(
            "wizard",
            SEATS,
            rules={"hands": "known", "rounds": 15},
            setup={"dealer": "Eva", "turned": "5p"},
        )
        self.tokens = Tokens(SEATS)
        self.app = app = make_app(
            self.served.hub,
            self.tokens,
            hosts=[HOST],
            words=page_words(self.served.serving),
            language="es",
            now=lambda: self.served.room.now,
        )
        self.client = TestClient(app, base_url=f"http://{HOST}")
        self.served.open()

    def status(self, path: str) -> int:
        """Ask for a path as it is written: clients mend what an attacker does not."""
        name, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": unquote(name),
            "raw_path": name.encode(),
            "query_string": query.encode(),
            "headers": [(b"host", HOST.encode())],
        }
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(self.app(scope, receive, send))
        return int(sent[0]["status"])

    def socket(self, **headers: str) -> Any:
        return self.client.websocket_connect("/table", headers={**ORIGIN, **headers})

    def enter(self, socket: Any, seat: str, device: str = "phone") -> dict[str, Any]:
        socket.send_json({"token": self.tokens.of(seat), "device": device})
        return receive(socket, "view")

    def plays_on(self) -> None:
        """The game goes on by voice: the next bid is taken."""
        who = self.served.session.expectation.asked
        before = len(self.served.session.acts)
        legal = self.served.evening.outcome()["legal"]
        bids = self.served.session.expectation.phase == "bid"
        self.served.say(who, "cero" if bids else self.served.evening.teller.names.card(legal[0]))
        self.served.wait()
        assert len(self.served.session.acts) > before


def receive(socket: Any, what: str) -> Any:
    """Return the next message of a kind; others are passed over."""
    while True:
        message = socket.receive_json()
        if what in message:
            return message[what]


def closed(socket: Any) -> int:
    """Return the code with which the server closes."""
    while True:
        try:
            socket.receive_json()
        except WebSocketDisconnect as gone:
            return gone.code


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    with made.client:
        yield made
    made.plays_on()


# ---------------------------------------------------------------------- tokens


def test_a_wrong_token_opens_nothing(site: Site) -> None:
    for token in ("", "x", "a" * 22, "ñ" * 22, "x" * 100_000, None, 5, ["a"], {}):
        with site.socket() as socket:
            socket.send_json({"token": token, "device": "phone"})
            assert closed(socket) == WRONG


@pytest.mark.parametrize("raw", [b"", b"x", b'{"token": "x"}', b"\xff\x00"])
def test_a_first_message_that_is_binary_opens_nothing(site: Site, raw: bytes) -> None:
    with site.socket() as socket:
        socket.send_bytes(raw)
        assert closed(socket) == WRONG


def test_a_token_of_another_sitting_opens_nothing(site: Site) -> None:
    with site.socket() as socket:
        socket.send_json({"token": Tokens(SEATS).of("Ana"), "device": "phone"})
        assert closed(socket) == WRONG


def test_a_token_shows_its_own_seat_alone(site: Site) -> None:
    for seat, title in (("Ana", "Cartas de Ana"), ("Luis", "Cartas de Luis"), (BOARD, "Tablero")):
        with site.socket() as socket:
            view = site.enter(socket, seat)
            assert view["title"] == title
            assert bool(view["cards"]) == (seat != BOARD)


def test_guessing_shuts_the_door_for_a_minute(site: Site) -> None:
    for _ in range(MOST_WRONG):
        with site.socket() as socket:
            socket.send_json({"token": "guess", "device": "x"})
            assert closed(socket) == WRONG
    with pytest.raises(WebSocketDisconnect) as gone, site.socket() as socket:
        site.enter(socket, "Ana")
    assert gone.value.code == SLOW
    site.served.run(61)
    with site.socket() as socket:
        assert site.enter(socket, "Ana")["title"] == "Cartas de Ana"


def test_a_used_token_on_a_second_device_is_refused_until_the_table_says_so(site: Site) -> None:
    with site.socket() as first:
        site.enter(first, "Ana", "one")
        with site.socket() as second:
            second.send_json({"token": site.tokens.of("Ana"), "device": "two"})
            assert receive(second, "taken") == "Ana"
            assert closed(second) == TAKEN
        site.served.say("Luis", "Ana cambia de teléfono")
        site.served.wait()
        assert closed(first) == REPLACED
        with site.socket() as second:
            assert site.enter(second, "Ana", "two")["title"] == "Cartas de Ana"
        with site.socket() as first_again:
            first_again.send_json({"token": site.tokens.of("Ana"), "device": "one"})
            assert closed(first_again) == TAKEN


def test_the_same_device_replaces_its_own_connection(site: Site) -> None:
    with site.socket() as first:
        site.enter(first, "Ana")
        with site.socket() as second:
            site.enter(second, "Ana")
            assert closed(first) == REPLACED
            assert site.served.hub.has_page("Ana")


def test_tokens_are_nowhere_but_in_the_address(
    site: Site, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="uvicorn")
    with site.socket() as socket:
        site.enter(socket, "Ana")
    for path in ("/", "/page.js", "/page.css", "/nowhere"):
        assert site.tokens.of("Ana") not in site.client.get(path).text
    out, err = capfd.readouterr()
    token = site.tokens.of("Ana")
    assert token not in out + err + caplog.text
    for record in site.served.session.journal.records:
        assert token not in json.dumps(dict(record.data), ensure_ascii=False)


# ---------------------------------------------------------------------- where requests come from


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1", f"{HOST}.x", ""]
)
def test_a_foreign_host_is_refused(site: Site, host: str) -> None:
    assert site.client.get("/", headers={"host": host}).status_code == 421
    with pytest.raises(WebSocketDisconnect), site.socket(host=host):
        pass


def test_a_foreign_origin_is_refused(site: Site) -> None:
    for origin in (
        "http://evil.example",
        "null",
        f"https://{HOST}",
        f"http://{HOST}.evil.example",
        "",
    ):
        with pytest.raises(WebSocketDisconnect) as gone, site.socket(origin=origin):
            pass
        assert gone.value.code == WRONG


def test_no_origin_is_refused(site: Site) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        site.client.websocket_connect("/table", headers={"host": HOST}),
    ):
        pass


def test_every_answer_carries_a_strict_policy(site: Site) -> None:
    for path in ("/", "/page.js", "/page.css", "/nowhere"):
        answer = site.client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
    page = site.client.get("/").text
    assert "http://" not in page
    assert "https://" not in page
    assert "<script>" not in page
    assert " style=" not in page


def test_path_tricks_find_nothing(site: Site) -> None:
    for path in (
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/page.js",
        "/page.js/..",
        "//page.js",
        "/page.js%00.css",
        "/..%5c..%5cwindows",
        "/table/",
        "/?token=x",
    ):
        assert site.status(path) == (200 if path.startswith("/?") else 404), path


def test_only_reading_is_allowed(site: Site) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert site.client.request(method, "/", content=b"x" * 1000).status_code == 405


# ---------------------------------------------------------------------- presses


def asked_seat(site: Site) -> tuple[str, str]:
    """Return who is asked to bid and the key of their «0»."""
    who = str(site.served.session.expectation.asked)
    return who, site.served.buttons(who)["0"]


def test_a_press_of_another_seat_is_nobodys(site: Site) -> None:
    who, key = asked_seat(site)
    other = next(seat for seat in SEATS if seat != who)
    with site.socket() as socket:
        site.enter(socket, other)
        message = {"press": key, "page": "p", "count": 1}
        socket.send_json({**message, "seat": who, "who": who, "token": "x"})
        assert receive(socket, "pressed")["why"] == "stale"
    site.served.wait()
    assert site.served.session.state.bids == {}


def test_the_board_presses_nothing(site: Site) -> None:
    _, key = asked_seat(site)
    with site.socket() as socket:
        site.enter(socket, BOARD)
        socket.send_json({"press": key, "page": "p", "count": 1})
        socket.send_json({"here": 1})
        assert site.served.hub.taken() == []


def test_replayed_and_reordered_presses_count_once(site: Site) -> None:
    who, key = asked_seat(site)
    with site.socket() as socket:
        site.enter(socket, who)
        for count, why in ((2, None), (2, "again"), (1, "again"), (3, "wait")):
            socket.send_json({"press": key, "page": "p", "count": count})
            assert receive(socket, "pressed").get("why") == why
        site.served.wait()
        assert site.served.session.state.bids == {who: 0}
        # An old key of a turn that is over is no press of the next one.
        socket.send_json({"press": key, "page": "q", "count": 1})
        assert receive(socket, "pressed")["why"] == "stale"


NO_MESSAGES = [
        "", "{", "[]", "null", '"x"', "5", '{"press": 5}', '{"press": "x"}', "[" * 400,
        '{"press": "x", "page": "p", "count": true}', '{"here": {}}', '{"here": 1e999}',
        '{"press": "x", "page": "p", "count": ' + "9" * 300 + "}", "\\u0000", "x" * 2000,
    ]  # fmt: skip


def test_messages_that_are_none_are_passed_over(site: Site) -> None:
    who, key = asked_seat(site)
    with site.socket() as socket:
        site.enter(socket, who)
        for text in NO_MESSAGES:
            socket.send_text(text)
            socket.send_bytes(text.encode())
        socket.send_json({"press": key, "page": "p", "count": 1})
        while not (answer := receive(socket, "pressed"))["ok"]:
            pass
        assert answer["what"] == "0"
    site.served.wait()
    assert site.served.session.state.bids == {who: 0}


def test_ten_thousand_messages_in_a_second_end_that_connection_alone(site: Site) -> None:
    who, _ = asked_seat(site)
    with site.socket() as other, site.socket() as socket:
        site.enter(other, who)
        site.enter(socket, "Eva" if who != "Eva" else "Ana")
        for number in range(10_000):
            socket.send_json({"press": "x", "page": "p", "count": number})
        assert closed(socket) == SLOW
        assert len(site.served.hub.taken()) <= BURST
        other.send_json({"press": site.served.buttons(who)["0"], "page": "p", "count": 1})
        assert receive(other, "pressed")["ok"]
    site.served.wait()
    assert site.served.session.state.bids == {who: 0}


def test_who_says_nothing_at_the_door_keeps_nobody_out(site: Site) -> None:
    with ExitStack() as silent:
        crowd = [silent.enter_context(site.socket()) for _ in range(MOST_AT_DOOR)]
        with site.socket() as socket:
            assert closed(crowd[0]) == LATER
            assert site.enter(socket, "Ana")["title"] == "Cartas de Ana"
            more = [silent.enter_context(site.socket()) for _ in range(3 * MOST_AT_DOOR)]
            assert [closed(one) for one in crowd[1:]] == [LATER] * (MOST_AT_DOOR - 1)
            with site.socket() as other:
                assert site.enter(other, "Luis")["title"] == "Cartas de Luis"
            assert closed(more[0]) == LATER


def test_a_crowd_of_one_address_makes_room_before_a_telephone_of_another(site: Site) -> None:
    crowd = TestClient(site.app, base_url=f"http://{HOST}", client=("10.0.0.66", 5000))
    with ExitStack() as silent, site.socket() as slow:
        for _ in range(3 * MOST_AT_DOOR):
            silent.enter_context(crowd.websocket_connect("/table", headers=ORIGIN))
        assert site.enter(slow, "Ana")["title"] == "Cartas de Ana"


def test_guesses_from_one_address_shut_the_door_for_that_one(site: Site) -> None:
    thief = TestClient(site.app, base_url=f"http://{HOST}", client=("10.0.0.66", 5000))
    for _ in range(MOST_WRONG):
        with thief.websocket_connect("/table", headers=ORIGIN) as socket:
            socket.send_json({"token": "guess", "device": "x"})
            assert closed(socket) == WRONG
    with pytest.raises(WebSocketDisconnect), thief.websocket_connect("/table", headers=ORIGIN):
        pass
    with site.socket() as socket:
        assert site.enter(socket, "Ana")["title"] == "Cartas de Ana"


def test_too_many_boards_take_no_hand_its_page(site: Site) -> None:
    with ExitStack() as open_ones:
        for number in range(MOST_BOARDS):
            site.enter(open_ones.enter_context(site.socket()), BOARD, f"screen {number}")
        with site.socket() as socket:
            socket.send_json({"token": site.tokens.of(BOARD), "device": "one more"})
            assert closed(socket) == SLOW
        with site.socket() as socket:
            assert site.enter(socket, "Ana")["title"] == "Cartas de Ana"
    with site.socket() as socket:
        site.enter(socket, BOARD)


def test_the_longest_waiting_of_the_greatest_crowd_makes_room() -> None:
    step = Doorstep(4)
    gone: list[str] = []
    places = {
        name: step.come(name[0], partial(gone.append, name)) for name in ("a1", "b1", "b2", "c1")
    }
    step.come("a", partial(gone.append, "a2"))
    assert gone == ["b1"]
    assert not step.holds(places["b1"])
    step.leave(places["b1"])
    step.leave(places["c1"])
    step.come("d", partial(gone.append, "d1"))
    assert gone == ["b1"]
    step.come("d", partial(gone.append, "d2"))
    assert gone == ["b1", "a1"]


# ---------------------------------------------------------------------- coming back


def test_two_hundred_reconnections_lose_and_double_nothing(site: Site) -> None:
    """Every page goes and comes back, with presses sent again as a page does that had no answer."""
    served = site.served
    counts = dict.fromkeys(SEATS, 0)
    again: dict[str, dict[str, Any]] = {}
    pressed: list[str] = []
    for number in range(200):
        who = str(served.session.expectation.asked)
        seat = who if number % 2 else SEATS[number // 2 % 3]
        with site.socket() as socket:
            view = site.enter(socket, seat)
            assert view["title"] == f"Cartas de {seat}"
            held = [card["text"] for card in view["cards"]]
            own = served.session.state.hands[seat]
            assert len(held) == len(own)
            if seat in again:
                socket.send_json({**again.pop(seat), "late": True})
                assert receive(socket, "pressed")["why"] in ("again", "stale")
            keys = served.buttons(seat)
            if seat == who and keys and number % 5:
                counts[seat] += 1
                text = sorted(keys)[0]
                message = {"press": keys[text], "page": "p", "count": counts[seat]}
                socket.send_json(message)
                if number % 3:
                    assert receive(socket, "pressed")["ok"]
                else:
                    receive(socket, "pressed")  # the answer that the page never got
                    again[seat] = message
                pressed.append(seat)
        served.wait()
    assert len(pressed) > 60
    acts = [act.who for act in served.session.acts if act.who]
    assert acts == pressed
    assert served.evening.outcome()["refusals"] == []


# ---------------------------------------------------------------------- over a real socket


def test_connections_that_ask_for_nothing_keep_nobody_out(site: Site) -> None:
    server = Server(site.served.serving, site.tokens, Address("127.0.0.1"), "es")
    at = ("127.0.0.1", server.port)
    try:
        with ExitStack() as silent:
            crowd = [
                silent.enter_context(socketlib.create_connection(at, timeout=30))
                for _ in range(2 * MOST_ASKING)
            ]
            for half in crowd[MOST_ASKING:]:
                half.sendall(b"GET / HT")
            with socketlib.create_connection(at, timeout=30) as raw:
                raw.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
                assert b" 200 " in raw.recv(64)
            assert [one.recv(1) for one in crowd[:MOST_ASKING]] == [b""] * MOST_ASKING
    finally:
        server.close()


def test_a_body_of_a_hundred_megabytes_is_not_read(site: Site) -> None:
    server = Server(site.served.serving, site.tokens, Address("127.0.0.1"), "es")
    sent = 0
    try:
        with socketlib.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
            head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 104857600"
            raw.sendall(f"{head}\r\n\r\n".encode())
            answer = raw.recv(64)
            try:
                for _ in range(1600):
                    raw.sendall(b"x" * 65536)
                    sent += 65536
            except OSError:
                pass  # it was shut in our face, as it should be
        assert b" 405 " in answer
        with socketlib.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
            raw.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            assert b" 200 " in raw.recv(64)
    finally:
        server.close()
    assert sent < 104857600


def test_a_page_that_does_not_read_is_let_go_and_nothing_piles_up(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.serve.app.SLOW_S", 0.05)
    first = json.dumps({"token": site.tokens.of("Ana"), "device": "phone"})
    incoming: list[Any] = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "text": first},
    ]
    sent: list[str] = []

    async def receive() -> Any:
        if incoming:
            return incoming.pop(0)
        return await asyncio.get_running_loop().create_future()

    async def send(message: Any) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.send":
            # Nobody reads: this write never ends. Meanwhile the table goes on.
            for n in range(1000):
                views = {"Ana": replace(site.served.serving._pages.board(state), now=str(n))}
                site.served.hub.publish(views, "")
            await asyncio.get_running_loop().create_future()

    state = site.served.session.state
    scope = {
        "type": "websocket",
        "path": "/table",
        "raw_path": b"/table",
        "query_string": b"",
        "scheme": "ws",
        "headers": [(name.encode(), value.encode()) for name, value in ORIGIN.items()],
        "subprotocols": [],
    }
    asyncio.run(asyncio.wait_for(site.app(scope, receive, send), 30))
    assert sent.count("websocket.send") == 1
    assert not site.served.hub.has_page("Ana")
    newest = site.served.hub.newest("Ana", 0)
    assert newest is not None
    assert '"now": "999"' in newest[1]
    site.served.serving._shown = None


def test_what_a_library_tells_programmers_is_not_for_the_terminal() -> None:
    """A bad request was an English warning amid what the host says."""
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import logging, host.serve.server\n"
            "for name in ('uvicorn.error', 'asyncio', 'websockets.server'):\n"
            "    logging.getLogger(name).warning('Invalid HTTP request received.')",
        ],
        capture_output=True,
        check=True,
    )
    assert (told.stdout, told.stderr) == (b"", b"")
