"""Real pages in a real browser: four hands and a board, one of them by keyboard and names alone.

Skipped where Chromium is not installed (Debian: `apt install chromium`). With SERVE_SHOTS a folder
is filled with pictures, to be looked at.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromium
import pytest
from serve_tables import CARDS, Served, axe_source, said

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
pytest.importorskip("websockets", reason="the extra `serve` is not installed")

from host.serve.server import Address, Server
from host.serve.tokens import BOARD, Tokens

pytestmark = pytest.mark.skipif(chromium.find() is None, reason="Chromium is not installed")

SEATS = ["Ana", "Luis", "Eva", "Leo"]
SHOTS = os.environ.get("SERVE_SHOTS")


@pytest.fixture(scope="module")
def browser() -> Iterator[chromium.Chromium]:
    made = chromium.Chromium()
    yield made
    made.close()


class Live:
    """A served table with a page for everybody. The table's clock goes on when it is let."""

    def __init__(self, browser: chromium.Chromium, game: str, **given: Any) -> None:
        self.served = Served(game, SEATS, **given)
        self.server = Server(self.served.serving, Tokens(SEATS), Address("127.0.0.1"), "es")
        self.served.open()
        self.pages = {seat: browser.page(self.server.url(seat)) for seat in SEATS}
        self.pages[BOARD] = browser.page(self.server.url(BOARD), 1920, 1080)
        for page in self.pages.values():
            page.until("document.getElementById('link').textContent.startsWith('Conectado')")

        # Simulated time runs ahead of real telephones; here they are never lost.
        self.served.hub.sure_until = lambda: None  # type: ignore[method-assign]

    def level(self) -> None:
        """Wait until every page shows what its view says."""
        for seat, page in self.pages.items():
            shown = json.dumps(self.served.view(seat))
            page.until(f"JSON.stringify(view) === JSON.stringify({shown})")

    def took(self, acts: int) -> None:
        """Let the table go on until it has taken another act."""
        for _ in range(3000):
            if len(self.served.session.acts) > acts:
                break
            self.served.run(0.1)
        self.served.hush()
        self.level()

    def press(self, seat: str, name: str) -> None:
        """Press a button; Ana by keyboard and by the names of the accessibility tree alone."""
        page, acts = self.pages[seat], len(self.served.session.acts)
        if seat == "Ana":
            page.press_by_keyboard(name)
        else:
            page.run(
                "[...document.querySelectorAll('button')].find((b) => !b.hidden && "
                f"b.textContent === {json.dumps(name)}).click()"
            )
        # The press has to cross the network before simulated time goes on.
        page.until("document.getElementById('note').textContent.startsWith('Enviado')")
        page.run("document.getElementById('note').textContent = ''")
        self.took(acts)

    def check(self, name: str) -> None:
        """Let axe-core look at every page, and take pictures where they are wanted."""
        source = axe_source()
        for seat, page in self.pages.items():
            if source:
                page.run(source)
                found = page.run(
                    "axe.run().then((found) => found.violations.map("
                    "(v) => [v.id, v.help, ...v.nodes.map((n) => n.html)].join(' ')))"
                )
                assert found == [], f"{name}: {seat or 'board'}"
            wide = page.run("document.documentElement.scrollWidth > innerWidth")
            assert not wide, f"{name}: {seat or 'board'} is wider than its window"
        if SHOTS:
            self.shoot(Path(SHOTS), name)

    def shoot(self, folder: Path, name: str) -> None:
        folder.mkdir(exist_ok=True)
        for seat, sizes in (
            ("Ana", {"phone": (390, 844), "zoom400": (320, 256)}),
            (BOARD, {"tv": (1920, 1080), "zoom400": (480, 270)}),
        ):
            page = self.pages[seat]
            for scheme in ("light", "dark"):
                page.media(scheme=scheme)
                for kind, (width, height) in sizes.items():
                    page.size(width, height)
                    page.picture(folder / f"{name}-{seat or 'board'}-{kind}-{scheme}.png")
            page.media()
            page.size(*((390, 844) if seat else (1920, 1080)))

    def close(self) -> None:
        self.served.serving.before(True)
        self.server.close()


WIZARD = {
    "rules": {"hands": "known", "rounds": 2, "bidding": "secret"},
    "setup": {
        "dealer": "Leo",
        "round": 2,
        "turned": "5p",
        "hands": {
            "Ana": ["Kp", "2c"],
            "Luis": ["3c", "W1"],
            "Eva": ["4c", "B1"],
            "Leo": ["9c", "9d"],
        },
    },
}


def test_a_round_of_wizard_on_four_hands_is_the_round_that_is_played_by_voice(
    browser: chromium.Chromium,
) -> None:
    live = Live(browser, "wizard", **WIZARD)
    try:
        live.level()
        live.check("wizard-secret")
        ana = live.pages["Ana"]
        headings = {"Cartas de Ana", "Mis cartas", "Tu apuesta secreta"}
        assert set(ana.names("heading")) == {*headings, "Lo último que dijo Tertulia"}
        assert "rey de picas" not in live.pages["Luis"].run("document.body.innerText")
        for seat, bid in (("Ana", "1"), ("Luis", "1"), ("Eva", "0"), ("Leo", "0")):
            live.press(seat, bid)
        live.check("wizard-play")
        board = live.pages[BOARD].run("document.body.innerText")
        assert "rey de picas" not in board
        assert not live.pages[BOARD].names("button")
        plays = [
            ("Ana", "dos de corazones"), ("Luis", "tres de corazones"),
            ("Eva", "cuatro de corazones"), ("Leo", "nueve de corazones"),
            ("Leo", "nueve de diamantes"), ("Ana", "rey de picas"),
            ("Luis", "mago"), ("Eva", "bufón"),
        ]  # fmt: skip
        for at, (seat, card) in enumerate(plays):
            live.press(seat, f"Jugar {card}")
            if seat == "Ana" and at == 0:
                # The card is gone, and the focus is at its heading, not lost.
                assert ana.focused() == "heading Mis cartas"
                live.check("wizard-trick")
        assert live.served.session.state.phase == "over"
        live.served.serving.before(True)  # as an evening does when the host has told the end
        live.level()
        assert live.pages[BOARD].run("document.getElementById('now').textContent").startswith("Se")
        live.check("wizard-over")
        spoken = Served("wizard", SEATS, **WIZARD)
        spoken.open()
        for seat, words in (
            ("Ana", "listo"), ("Luis", "listo"), ("Eva", "listo"), ("Leo", "listo"),
            ("Ana", "una"), ("Luis", "una"), ("Eva", "cero"), ("Leo", "cero"), *plays,
        ):  # fmt: skip
            spoken.say(seat, words)
            spoken.wait()
        assert live.served.evening.outcome() == spoken.evening.outcome()
    finally:
        live.close()


SAPIENCIA = {
    "rules": {"hands": "known"},
    "setup": {
        "hands": {
            "Ana": ["hipatia", "mistral"],
            "Luis": ["zewail", "neruda"],
            "Eva": ["euclides", "borges"],
            "Leo": ["varo", "khayyam"],
        },
        "deck": ["raman", "villegas", "lovelace", "cai-lun", "papanicolaou"],
        "talker": "Ana",
        "cards": CARDS,
    },
}


def test_a_game_of_sapiencia_on_four_hands_is_the_game_that_is_played_by_voice(
    browser: chromium.Chromium,
) -> None:
    live = Live(browser, "sapiencia", **SAPIENCIA)
    try:
        live.level()
        live.check("sapiencia-talk")
        acts = [
            ("Ana", "Jugar Hipatia de Alejandría", "Hipatia de Alejandría"),
            ("Ana", "país", "país"), ("Ana", "aportes", "aportes"),
            ("Luis", "Jugar Ahmed Zewail", "juego a Ahmed Zewail"),
            ("Luis", "¡Sapiencia!", "¡Sapiencia!"), ("Eva", "Jugar Euclides", "juego a Euclides"),
            ("Leo", "Robar una carta", "robo"), ("Leo", "Robar una carta", "robo"),
            ("Leo", "Robar una carta", "robo"),
        ]  # fmt: skip
        for at, (seat, button, _) in enumerate(acts):
            live.press(seat, button)
            if at == 3:
                live.check("sapiencia-window")
                counts = live.served.view(BOARD)["tables"][1]["rows"]
                assert {row[1] for row in counts} == {"–"}
        live.served.run(12)
        live.level()
        live.check("sapiencia-round")
        spoken = Served("sapiencia", SEATS, **SAPIENCIA)
        spoken.open()
        for seat, _, words in acts:
            spoken.say(seat, words)
            spoken.hush()
        spoken.run(12)
        assert live.served.evening.outcome() == spoken.evening.outcome()
        assert live.served.session.state.counts["Luis"] == 1
        assert any("Anotado" in line or "Oído" in line for line in said(live.served.inner))
    finally:
        live.close()


def test_a_page_comes_back_by_itself_and_a_sorted_hand_stays_sorted(
    browser: chromium.Chromium,
) -> None:
    live = Live(browser, "wizard", **WIZARD)
    try:
        page = live.pages["Ana"]
        live.level()
        assert page.run("location.href").endswith("/")  # the token has left the address
        page.press_by_keyboard("Ordenar las cartas")
        page.press_by_keyboard("Subir dos de corazones")
        # The moved card is first now; the focus is on the button that is there, not lost.
        assert page.focused() == "button Subir rey de picas"
        order = "[...document.querySelectorAll('#cards .name')].map((n) => n.textContent)"
        assert page.run(order) == ["dos de corazones", "rey de picas"]
        page.run("socket.close()")
        page.until("connected === false || true")
        page.until("connected && socket.readyState === 1")
        page.call("Page.reload")
        page.until("view && document.querySelectorAll('#cards li').length === 2")
        assert page.run(order) == ["dos de corazones", "rey de picas"]
        # A press that was made while the network was away arrives, and once.
        page.run("connected = false; socket.onclose = null; socket.close(); socket = null")
        page.press_by_keyboard("1")
        assert live.served.hub.taken() == []
        page.run("connect()")
        page.until("document.getElementById('note').textContent.startsWith('Enviado')")
        live.took(1)
        assert dict(live.served.session.state.sealed) == {"Ana": 1}
    finally:
        live.close()


def test_the_board_of_iknow(browser: chromium.Chromium) -> None:
    live = Live(browser, "iknow", setup={"category": "world"})
    try:
        live.level()
        live.check("iknow-place")
        for seat, square in zip(
            ("Ana", "Luis", "Eva", "Leo"),
            ("Nivel 3, primera", "Nivel 3, segunda", "Nivel 2, primera", "Nivel 1, primera"),
            strict=True,
        ):
            live.press(seat, square)
        live.press("Ana", "Luis acierta")
        live.press("Luis", "Ana falla")
        live.check("iknow-bets")
        rows = live.pages[BOARD].run(
            "[...document.querySelectorAll('#tables tbody tr')].map((r) => r.innerText)"
        )
        assert any("Ana" in row and "- Luis" in row for row in rows)
    finally:
        live.close()
