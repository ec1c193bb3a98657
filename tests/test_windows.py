"""What the host lets be heard while a call may be owed: the same, whether one is or not (D10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from host.ears.base import RATE, Heard, Samples
from host.engine.journal import Journal, Record
from host.evening import Evening, open_evening
from host.guion import Guion, parse, read
from host.mouth.silent import SilentVoice
from host.rehearsal import Result, play_as_text
from host.room.text import TextRoom
from host.table_voice import RECORDING

TABLE = """---
game: sapiencia
language: es
seats: [Ana, Berta, Carlos]
rules: {{discard: {discard}}}
setup:
  counts: {counts}
  talker: Ana
  deck: 30
  cards:
    - {{id: hipatia, name: Hipatia, country: Egipto, contributions: 3}}
    - {{id: zewail, name: Zewail, country: Egipto, contributions: {second}}}
    - {{id: mahfuz, name: Mahfuz, country: Egipto, contributions: {third}}}
---
Ana: Hipatia, país, aportes
Berta: juego a Zewail
{between}Carlos: juego a Mahfuz
"""


def sounds(result: Result, until: float) -> list[tuple[float, str, str]]:
    """What the host lets be heard before a time, and when, to the hundredth."""
    return [(round(t, 2), s.line, s.text) for t, s in result.said if t < until]


def played(counts: str, discard: str, second: int, third: int, between: str = "") -> Result:
    text = TABLE.format(counts=counts, discard=discard, second=second, third=third, between=between)
    return play_as_text(parse(text, "d10"))


@pytest.mark.parametrize("discard", ["bar", "highest", "running"])
@pytest.mark.parametrize(
    ("second", "third", "whose"), [(3, 1, "Berta"), (1, 3, "Carlos"), (1, 1, "Ana")]
)
def test_D10_until_the_penalty_the_host_sounds_the_same_with_and_without_a_window(
    discard: str, second: int, third: int, whose: str
) -> None:
    """One seat's card goes: from two cards to one, or from five to four."""
    results = []
    for left in (2, 5):
        seats = ", ".join(f"{s}: {left if s == whose else 5}" for s in ("Ana", "Berta", "Carlos"))
        results.append(played("{" + seats + "}", discard, second, third))
    owing, free = results
    assert owing.outcome["must_call"] == [whose]
    assert free.outcome["must_call"] == []
    penalty = next(t for t, s in owing.said if s.line.startswith("sapiencia-penalty"))
    assert sounds(owing, penalty) == sounds(free, penalty)
    assert len(sounds(owing, penalty)) > 5


def test_D11_a_question_about_counts_waits_as_long_with_and_without_a_window() -> None:
    answered = []
    for left in (2, 3):
        counts = f"{{Ana: 5, Berta: {left}, Carlos: 5}}"
        result = played(counts, "bar", 3, 1, "+0.3 Carlos: ¿cuántas cartas tiene Berta?\n")
        asked = next(u.heard.offset for u in result.heard if "cuántas" in u.heard.words)
        after = [(round(t, 2), s.line) for t, s in result.said if t > asked]
        assert "sapiencia-cards" in [line for _, line in after]
        answered.append(after[0])
    owing, free = answered
    assert owing[0] == free[0]
    assert owing[1] == "sapiencia-penalty"
    assert free[1] == "sapiencia-cards"


@pytest.mark.parametrize(
    ("line", "told", "seconds"),
    [
        ("[silence 8]", "sapiencia-heard-nothing", 5.15),
        ("+5.4 Berta: ¡sapiencia!", "sapiencia-heard-late", 1.0),
    ],
)
def test_a_protest_plays_what_the_microphone_had(
    monkeypatch: pytest.MonkeyPatch, line: str, told: str, seconds: float
) -> None:
    """The call, if one was heard; else the whole of the window."""
    asked: list[tuple[float, float]] = []

    def recording(room: TextRoom, onset: float, offset: float) -> Samples:
        asked.append((onset, offset))
        return np.full(round((offset - onset) * RATE), 0.1, dtype=np.float32)

    monkeypatch.setattr(TextRoom, "recording", recording)
    counts = "{Ana: 5, Berta: 2, Carlos: 5}"
    text = TABLE.format(counts=counts, discard="bar", second=3, third=1, between="")
    text = text.replace("Carlos: juego a Mahfuz\n", f"{line}\nBerta: protesto\nAna: sí\n")
    result = play_as_text(parse(text, "protest"))
    assert result.outcome["penalties"] == []
    lines = [sound.line for _, sound in result.said]
    at = lines.index(told)
    assert lines[at + 1] == RECORDING
    assert result.said[at + 1][1].seconds == pytest.approx(seconds, abs=0.35)


@pytest.mark.parametrize(("confidence", "penalties"), [(0.9, 1), (0.4, 0)])
def test_words_that_an_ear_doubts_prove_no_absence(
    monkeypatch: pytest.MonkeyPatch, confidence: float, penalties: int
) -> None:
    """A neighbour's words explain the voice in a window only if they are surely those."""
    text = TABLE.format(
        counts="{Ana: 5, Berta: 2, Carlos: 5}",
        discard="bar",
        second=3,
        third=1,
        between="+2 Carlos: no tengo\n",
    )
    monkeypatch.setattr("host.room.text.Heard", partial(Heard, confidence=confidence))
    result = play_as_text(parse(text, "doubt"))
    assert len(result.outcome["penalties"]) == penalties


def gone_on(guion: Guion, records: Sequence[Record]) -> Evening:
    """Return the evening that goes on with these records, on another day."""
    return open_evening(
        game="sapiencia",
        language="es",
        seats=guion.seats,
        rules=guion.rules,
        setup=guion.setup,
        seed=guion.seed,
        where="another day",
        room=TextRoom(),
        voice=SilentVoice("es"),
        journal=Journal(records=records),
        records=records,
    )


def test_a_window_open_at_a_crash_is_not_judged_and_the_table_is_asked() -> None:
    """Nobody can know what was said while the program was away (A15)."""
    text = TABLE.format(
        counts="{Ana: 5, Berta: 2, Carlos: 5}", discard="bar", second=3, third=1, between=""
    )
    journal = Journal()
    guion = parse(text, "crash")
    play_as_text(guion, journal=journal)
    missed = next(i for i, r in enumerate(journal.records) if r.data.get("kind") == "call_missed")
    evening = gone_on(guion, journal.records[:missed])
    assert [call.who for call in evening.session.expectation.calls] == ["Berta"]
    evening.table.reopen()
    assert [event.kind for event in evening.table.events_told] == ["not_judged"]
    asked = evening.session.expectation
    assert (asked.phase, asked.args["seat"]) == ("call_doubt", "Berta")


TYPED = TABLE.replace("language: es\n", "language: {language}\nvoices: unknown\n")
TYPED_WORDS = {
    "es": ("Hipatia, país, aportes", "juego a Zewail", "no tengo"),
    "en": ("Hipatia, country, contributions", "I play Zewail", "I have none"),
}


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("ear", ["typed", "scripted"])
def test_what_is_typed_in_a_window_proves_what_it_says_and_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, ear: str, language: str
) -> None:
    """Typed words that mean nothing hide no call; an answer counts once the window is closed."""
    monkeypatch.setattr(TextRoom, "name", ear)
    talk, play, none = TYPED_WORDS[language]
    head = TYPED.split("Ana: ")[0].format(
        language=language,
        counts="{Ana: 5, Berta: 2, Carlos: 5}",
        discard="bar",
        second=3,
        third=1,
    )
    lines = f"Ana: {talk}\nBerta: {play}\n+1 ?: Lise Meitner\n+1 ?: {none}\n[silence 10]\n"
    result = play_as_text(parse(head + lines, "typed"))
    told = [sound.line for _, sound in result.said]
    certain = ear == "typed"
    assert [p["player"] for p in result.outcome["penalties"]] == ["Berta"] * certain
    assert ("sapiencia-ask-call-doubt" in told) is not certain
    assert ("sapiencia-ask-draw-first" in told) is certain
    assert "common-overlap" not in told or not certain


ANSWERS = ("sapiencia-false-count", "sapiencia-not-yet", "sapiencia-call-early")


def test_D10_a_call_that_nobody_owes_is_not_answered_while_a_window_runs() -> None:
    """Neither at once nor behind it: an answer would tell whether a call is owed."""
    results = []
    for left in (2, 5):
        counts = f"{{Ana: 5, Berta: {left}, Carlos: 5}}"
        results.append(played(counts, "bar", 3, 1, "+0.3 Ana: sapiencia\n"))
    owing, free = results
    penalty = next(t for t, s in owing.said if s.line.startswith("sapiencia-penalty"))
    assert sounds(owing, penalty) == sounds(free, penalty)
    own = played("{Ana: 5, Berta: 5, Carlos: 5}", "bar", 3, 1, "+0.3 Berta: sapiencia\n")
    for result in (owing, free, own):
        assert not {sound.line for _, sound in result.said} & set(ANSWERS)


CALLS = Path("tests/guiones/sapiencia")


@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("A16-canta-al-abrir", ["Ana"]),
        ("A16-canta-al-abrir-y-no-hacia-falta", []),
        ("A14-canta-y-otro-deshace", ["Eva"]),
        ("A14-canta-deshace-y-juega-otra", ["Luis", "Luis"]),
        ("A14-canta-y-deshace-en-seguida", ["Luis"]),
    ],
)
def test_a_call_once_noted_is_never_asked_for_again(name: str, whose: list[str]) -> None:
    """What others do or take back, and what one plays instead, unsays no call (A14, A16)."""
    journal = Journal()
    play_as_text(read(CALLS / f"{name}.guion"), journal=journal)
    assert _judged(journal) == [f"call_made {seat}" for seat in whose]


def _judged(journal: Journal) -> list[str]:
    """Return what was found of each call that was owed, and whose it was."""
    return [
        f"{r.data['kind']} {r.data['data']['seat']}"
        for r in journal.records
        if r.data.get("kind") in ("call_made", "call_missed", "not_judged")
    ]


def nameless(counts: str, *, second: int) -> str:
    """Return a table at which nobody's voice is known; Carlos's card goes."""
    return TYPED.format(
        language="es", counts=counts, discard="bar", second=second, third=3, between=""
    )


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("+1 ?: juego a Mahfuz, sapiencia\n", ["call_made Berta", "call_made Carlos"]),
        ("+3.5 ?: sapiencia\n?: juego a Mahfuz\n", ["call_made Berta", "not_judged Carlos"]),
        ("& +0.5 ?: sapiencia\n?: juego a Mahfuz\n", ["call_made Berta", "call_missed Carlos"]),
    ],
    ids=["in one breath", "in both turns", "in the turn of one"],
)
def test_D12_a_nameless_call_may_be_anybodys_whose_turn_it_was(said: str, found: list[str]) -> None:
    """It serves who owes it; who falls to one card next has perhaps made it, and is asked."""
    text = nameless("{Ana: 5, Berta: 2, Carlos: 2}", second=3)
    text = text.replace("Carlos: juego a Mahfuz\n", said + "[silence 20]\n")
    journal = Journal()
    play_as_text(parse(text, "nameless"), journal=journal)
    assert _judged(journal) == found


@pytest.mark.parametrize(
    ("calls", "ana"),
    [("+2 ?: sapiencia\n", "not_judged"), ("+1 ?: sapiencia\n+0.5 ?: sapiencia\n", "call_made")],
    ids=["one", "two"],
)
def test_A16_a_nameless_call_before_the_settlement_may_be_the_talkers(calls: str, ana: str) -> None:
    text = nameless("{Ana: 2, Berta: 5, Carlos: 2}", second=1)
    journal = Journal()
    play_as_text(parse(text + calls + "[silence 30]\n", "nameless"), journal=journal)
    assert _judged(journal) == ["call_made Carlos", f"{ana} Ana"]


@pytest.mark.parametrize("name", ["D12-canta-en-duda", "A16-canta-en-duda"])
def test_D12_a_nameless_call_while_another_is_doubted_leaves_a_doubt_behind(name: str) -> None:
    """It answers the question of the table, and may as well be the call of who plays next."""
    guion = replace(read(CALLS / f"{name}.guion"), voices="unknown")
    journal = Journal()
    play_as_text(guion, journal=journal)
    found = [told.split()[0] for told in _judged(journal)]
    assert found.count("not_judged") == 2
    assert "call_missed" not in found


@pytest.mark.parametrize("again", [0, 1], ids=["once", "twice"])
def test_a_call_noted_before_a_break_counts_behind_it(again: int) -> None:
    """The talker called at the opening; on another day nobody has to remember that (A16)."""
    journal = Journal()
    guion = read(CALLS / "A16-canta-al-abrir.guion")
    play_as_text(guion, journal=journal)
    kept = next(i for i, r in enumerate(journal.records) if r.data.get("kind") == "kept")
    records = journal.records[: kept + 1]
    for _ in range(again + 1):
        evening = gone_on(guion, records)
        evening.table.reopen()
        records = evening.session.journal.records
    table, room = evening.table, evening.table.room
    assert isinstance(room, TextRoom)

    def until(end: float) -> None:
        while room.now < end:
            for event in room.step():
                table.take(event)

    until(room.planned_end() + 1.0)
    room.speak_text("Eva", "juego a Mahfuz", room.now, speaker_known=True)
    until(room.now + 30.0)
    kinds = [event.kind for event in table.events_told]
    assert "call_made" in kinds
    assert "penalty" not in kinds
