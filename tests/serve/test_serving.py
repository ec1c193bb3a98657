"""The table's side of the pages: room, watermark, lost telephones, whispers, addresses."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from serve_tables import CARDS, Served

from host.cli import with_address
from host.engine.inputs import HeardThrough, Voice
from host.mouth.base import Speech
from host.mouth.lines import Lines
from host.mouth.silent import SilentVoice
from host.play_screen import PlayError
from host.playing import play_typed
from host.room.text import TextRoom
from host.serve.delay import MOST_S, Delay
from host.serve.hub import FORGOTTEN_S, LOST_S
from host.serve.opening import ServeError, open_pages
from host.serve.tokens import Tokens

SEATS = ["Ana", "Luis"]


# ---------------------------------------------------------------------- delays


def test_the_delay_of_a_telephone_is_the_players() -> None:
    delay = Delay()
    assert delay.pressed(10.0) == (10.0, MOST_S)
    for trip in (0.3, 0.1, 0.2):
        delay.add(trip)
    onset, off = delay.pressed(10.0)
    assert onset == pytest.approx(9.95)
    assert onset - off == pytest.approx(9.7)  # a likely way of 0.05 s, and 0.3 s at the most


def test_who_answers_late_on_purpose_gains_no_more_than_the_most() -> None:
    delay = Delay()
    for _ in range(20):
        delay.add(60.0)
    onset, off = delay.pressed(10.0)
    assert 10.0 - (onset - off) <= 2 * MOST_S


# ---------------------------------------------------------------------- the call


def sapiencia(**given: Any) -> Served:
    served = Served(
        "sapiencia",
        SEATS,
        rules={"hands": "known"},
        setup={
            "hands": {"Ana": ["hipatia", "mistral", "euclides"], "Luis": ["zewail", "neruda"]},
            "talker": "Ana",
            "cards": CARDS,
        },
        **given,
    )
    served.open()
    for text in ("Jugar Hipatia de Alejandría", "país", "aportes"):
        served.press("Ana", text)
        served.wait()
    return served


def fall_to_one(served: Served) -> float:
    """Let Luis get rid of a card; return when his time begins to run."""
    served.press("Luis", "Jugar Ahmed Zewail")
    served.run(0.5)
    while not served.table.idle:
        served.run(0.05)
    return float(served.room.now)


def test_a_call_that_was_on_its_way_at_the_deadline_counts() -> None:
    served = sapiencia()
    served.hub.enter("Luis", "phone")
    since = fall_to_one(served)
    while served.room.now < since + 5.0:
        served.hub.heard_of("Luis", 0.4)
        served.run(0.1)
    served.run(0.2)
    assert served.press("Luis", "¡Sapiencia!")["ok"]
    served.hub.heard_of("Luis", 0.4)
    served.run(10)
    assert served.session.state.counts["Luis"] == 1


def test_a_call_pressed_after_the_deadline_is_late() -> None:
    served = sapiencia()
    served.hub.enter("Luis", "phone")
    since = fall_to_one(served)
    while served.room.now < since + 5.6:
        served.hub.heard_of("Luis", 0.02)
        served.run(0.1)
    served.press("Luis", "¡Sapiencia!")
    for _ in range(60):
        served.hub.heard_of("Luis", 0.02)
        served.run(0.1)
    assert served.session.state.counts["Luis"] == 4


def test_a_telephone_lost_in_the_window_is_no_proof_of_silence() -> None:
    served = sapiencia()
    served.hub.enter("Luis", "phone")
    fall_to_one(served)
    served.hub.heard_of("Luis", 0.02)
    served.run(LOST_S + 6)
    # Nothing came, and a press may have been lost: the table is asked, nobody draws.
    assert served.session.expectation.phase == "call_doubt"
    assert served.session.state.counts["Luis"] == 1
    served.press("Ana", "Sí, se oyó")
    served.wait()
    assert served.session.state.counts["Luis"] == 1


def test_a_telephone_that_says_it_sleeps_holds_nothing_up() -> None:
    served = sapiencia()
    served.hub.enter("Luis", "phone")
    served.hub.heard_of("Luis", 0.02)
    served.hub.rest("Luis")
    fall_to_one(served)
    served.run(10)
    assert served.session.state.counts["Luis"] == 4


def test_a_call_sent_again_after_a_lost_network_is_dated_in_the_players_favour() -> None:
    served = sapiencia()
    ticket = served.hub.enter("Luis", "phone")
    assert ticket is not None
    fall_to_one(served)
    served.hub.heard_of("Luis", 0.02)
    before = served.hub.last_heard("Luis")
    served.hub.leave("Luis", ticket, said_so=False)
    served.run(4.5)
    served.hub.enter("Luis", "phone")
    assert served.press("Luis", "¡Sapiencia!", not_before=before)["ok"]
    served.run(10)
    assert served.session.state.counts["Luis"] == 1


def test_trembling_fingers_call_once() -> None:
    served = sapiencia()
    fall_to_one(served)
    assert served.press("Luis", "¡Sapiencia!")["ok"]
    assert served.press("Luis", "¡Sapiencia!")["why"] == "again"
    served.run(10)
    assert served.session.state.counts["Luis"] == 1


def test_the_watermark_stays_behind_what_may_be_on_its_way() -> None:
    served = Served("sapiencia", SEATS, rules={"hands": "known"}, setup={"talker": "Ana"})
    served.open()
    served.hub.enter("Ana", "phone")
    served.hub.heard_of("Ana", 0.2)
    heard_at = served.room.now
    through: list[float] = []
    gaps: list[Voice] = []
    while served.room.now < heard_at + LOST_S + 1:
        for event in served.room.step():
            served.table.take(event)
            if isinstance(event, HeardThrough):
                through.append(event.t)
                if served.room.now < heard_at + LOST_S:
                    assert event.t <= heard_at - 0.2 + 1e-6
            if isinstance(event, Voice):
                gaps.append(event)
    assert through == sorted(through)
    assert through[-1] > heard_at + LOST_S - 1  # and it goes on once the telephone is lost
    assert [gap.explained for gap in gaps] == [False]
    assert gaps[0].start < heard_at <= gaps[0].end


# ---------------------------------------------------------------------- presses under way


def test_a_press_that_an_undo_dropped_holds_no_other_up() -> None:
    served = sapiencia()
    fall_to_one(served)
    # Ana is the next talker's neighbour: what she presses waits for the window.
    served.say("Luis", "me equivoqué")
    served.wait()
    assert served.session.expectation.asked == "Luis"
    assert served.press("Luis", "Jugar Ahmed Zewail")["ok"]


def test_a_second_press_waits_for_the_first_but_not_for_ever() -> None:
    served = Served("sapiencia", SEATS, rules={"hands": "known"}, setup={"talker": "Ana"})
    served.open()
    assert served.press("Ana", "país")["ok"]
    assert served.press("Ana", "usos")["why"] == "wait"
    served.inner._clock.advance_to(served.room.now + FORGOTTEN_S + 1)
    assert served.press("Ana", "usos")["ok"]


# ---------------------------------------------------------------------- «mis cartas»


class Earphone:
    def __init__(self) -> None:
        self.played: list[float] = []
        self.stopped = 0
        self.closed = False

    def play(self, samples: Any, rate: int) -> None:
        self.played.append(len(samples) / rate)

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        self.closed = True


class Whispering(SilentVoice):
    """A voice that notes what it renders."""

    def __init__(self) -> None:
        super().__init__("es")
        self.texts: list[str] = []

    def render(self, text: str) -> Speech:
        self.texts.append(text)
        return Speech(np.ones(1600, np.float32), 16_000)


def test_a_hand_is_whispered_and_not_told_the_table() -> None:
    voice, earphone = Whispering(), Earphone()
    opened = open_pages(
        serve=None,
        private=["ana=auriculares"],
        seats=SEATS,
        language="es",
        room=TextRoom(),
        voice=voice,
        lines=Lines("es"),
        show=lambda text: None,
        open_output=lambda device, language: (earphone, ""),
    )
    served = sapiencia(whispers=opened.serving._whispers)
    for who in SEATS:
        served.say(who, "mis cartas")
        served.wait()
    assert voice.texts == [
        "Tienes Hipatia de Alejandría (Está en la mesa), Gabriela Mistral y Euclides."
    ]
    assert len(earphone.played) == 1
    told = [s.text for _, s in served.inner.played]
    assert "Ana, te lo digo al oído." in told
    assert "Luis, no tengo dónde decírtelo a solas." in told
    assert not any("Mistral" in text or "Neruda" in text for text in told)
    opened.close()
    assert earphone.closed


def test_with_a_page_the_hand_is_there() -> None:
    served = sapiencia()
    served.hub.enter("Luis", "phone")
    served.say("Luis", "mis cartas")
    served.wait()
    assert "Luis, tus cartas están en tu página." in [s.text for _, s in served.inner.played]


def test_a_hand_that_the_host_did_not_deal_is_not_his_to_tell() -> None:
    served = Served("sapiencia", SEATS, setup={"talker": "Ana"})
    served.open()
    served.say("Ana", "mis cartas")
    served.wait()
    assert "Ana, tus cartas las tienes tú: no reparto yo." in [
        s.text for _, s in served.inner.played
    ]


# ---------------------------------------------------------------------- what is given wrong


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"serve": "somewhere"}, "--serve somewhere: escribe una dirección"),
        ({"serve": "127.0.0.1:99999"}, "escribe una dirección"),
        ({"serve": "203.0.113.7"}, "--serve 203.0.113.7: no se puede abrir"),
        ({"private": ["Ana"]}, "--private Ana: escribe un nombre"),
        ({"private": ["Eva=x"]}, "--private Eva=x: en la mesa están Ana y Luis"),
        ({"private": ["Ana=x"]}, "--private Ana=x: no se puede usar ese aparato (no hay)"),
    ],
)
def test_what_is_wrong_is_one_sentence(given: dict[str, Any], told: str) -> None:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    settings: dict[str, Any] = {"serve": None, "private": ()}
    with pytest.raises(ServeError) as error:
        open_pages(
            **{**settings, **given},
            seats=SEATS,
            language="es",
            room=TextRoom(),
            voice=SilentVoice("es"),
            lines=Lines("es"),
            show=lambda text: None,
            open_output=lambda device, language: (None, "no hay."),
        )
    assert told in str(error.value)


def test_an_option_whose_address_may_be_left_out() -> None:
    assert with_address(["play", "--serve"]) == ["play", "--serve="]
    assert with_address(["play", "--serve", "--seed", "1"]) == ["play", "--serve=", "--seed", "1"]
    assert with_address(["play", "--serve", "wizard"]) == ["play", "--serve=", "wizard"]
    assert with_address(["play", "--serve", "1.2.3.4"]) == ["play", "--serve", "1.2.3.4"]


def test_a_whole_evening_with_pages_and_without_a_telephone(tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    out = io.StringIO()
    code = play_typed(
        game="wizard",
        names=["Ana", "Luis", "Eva"],
        language="es",
        voice="silent",
        rules={"hands": "known"},
        seed=5,
        resume=None,
        journal=tmp_path / "j.jsonl",
        serve="",
        stdin=io.StringIO("Ana: mis cartas\nterminar partida\nsí\n"),
        stdout=out,
    )
    assert code == 0
    told = out.getvalue()
    assert told.count("http://127.0.0.1:") == 4
    assert "Las cartas se ven en " in told  # ordenador or computadora: as the region says
    assert "no tengo dónde decírtelo a solas" in told


def opened_for(shown: list[str], **given: Any) -> Any:
    settings: dict[str, Any] = {"serve": "", "private": (), "seats": SEATS}
    return open_pages(
        **{**settings, **given},
        language="es",
        room=TextRoom(),
        voice=SilentVoice("es"),
        lines=Lines("es"),
        show=shown.append,
        open_output=lambda device, language: (Earphone(), ""),
    )


def test_where_the_host_does_not_deal_a_whisper_is_said_to_be_useless() -> None:
    shown: list[str] = []
    opened = opened_for(shown, serve=None, private=["Ana=x"])
    opened.sit(Served("sapiencia", SEATS, setup={"talker": "Ana"}).table, SEATS)
    assert shown == ["--private: aquí el anfitrión no reparte; añade --hands known."]


def test_who_comes_later_is_shown_how_to_join_and_who_is_renamed_keeps_the_page() -> None:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    shown: list[str] = []
    opened = opened_for(shown, seats=())
    try:
        opened.sit(Served("sapiencia", SEATS, setup={"talker": "Ana"}).table, tuple(SEATS))
        assert len(shown) == 4  # board, two hands, and that it opens here alone
        token = opened.server.tokens.of("Luis")
        opened.serving.hub.enter("Luis", "phone")
        renamed = ("Ana", "Lucho")
        opened.sit(Served("sapiencia", list(renamed), setup={"talker": "Ana"}).table, renamed)
        assert len(shown) == 4
        assert opened.server.tokens.who(token) == "Lucho"
        assert opened.serving.hub.has_page("Lucho")
        more = ("Ana", "Lucho", "Eva")
        opened.sit(Served("sapiencia", list(more), setup={"talker": "Ana"}).table, more)
        assert [line.split(",")[0] for line in shown[4:]] == ["Eva", shown[3]]
    finally:
        opened.close()


def test_a_wrong_address_is_bad_use(tmp_path: Path) -> None:
    with pytest.raises(PlayError) as error:
        play_typed(
            game="iknow",
            names=SEATS,
            language="en",
            voice="silent",
            rules={},
            seed=1,
            resume=None,
            journal=tmp_path / "j.jsonl",
            serve="nowhere at all",
            stdin=io.StringIO(""),
            stdout=io.StringIO(),
        )
    assert error.value.code == 2
    assert not (tmp_path / "j.jsonl").exists()


def test_tokens_are_random_and_each_is_its_own() -> None:
    some, others = Tokens(SEATS), Tokens(SEATS)
    every = [t.of(seat) for t in (some, others) for seat in ("", *SEATS)]
    assert len(set(every)) == 6
    assert all(len(token) >= 22 for token in every)
    assert [some.who(some.of(seat)) for seat in SEATS] == SEATS
    assert some.who(others.of("Ana")) is None
