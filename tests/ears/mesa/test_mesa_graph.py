"""Transducers as bytes, and graphs of phrases, `[unk]` and syllables."""

from __future__ import annotations

import math
import time

import pytest
from mesa_files import read_fst

from host.ears.mesa.fst import Fst
from host.ears.mesa.graph import (
    Costs,
    Graph,
    Phrase,
    free_graph,
    phrase_graph,
    plain_words,
    pronunciations,
)
from host.ears.mesa.phones import INNER_BLANK, OUTER_BLANK, PHONE_COUNT, PHONES


def paths(graph: Graph, phones: str) -> dict[str, float]:
    """Return the words that accept `phones` (blanks are free), each with its least cost."""
    finals, arcs = read_fst(graph.fst)
    names = {int(n): w for w, n in (line.split() for line in graph.words.splitlines())}
    best: dict[str, float] = {}
    todo, seen = [(0, 0, "", 0.0)], set()
    while todo:
        state, at, words, cost = todo.pop()
        if (state, at, words, round(cost, 3)) in seen or cost > 60:
            continue
        seen.add((state, at, words, round(cost, 3)))
        if at == len(phones) and finals[state] < math.inf:
            best[words] = min(best.get(words, math.inf), cost + finals[state])
        for taken, given, weight, target in arcs[state]:
            more = f"{words} {names[given]}".strip() if given else words
            identity = (taken + 1) // 2
            if taken == 0 or identity in (OUTER_BLANK, INNER_BLANK):
                if target != state:
                    todo.append((target, at, more, cost + weight))
            elif taken % 2 == 0 and at < len(phones) and phones[at] == PHONES[(identity - 3) // 4]:
                todo.append((target, at + 1, more, cost + weight))
    return best


def test_a_transducer_is_read_back() -> None:
    fst = Fst()
    a, b = fst.state(), fst.state(0.5)
    fst.arc(a, b, 4, 7, 1.25)
    fst.arc(b, b, 3)
    finals, arcs = read_fst(fst.to_bytes())
    assert finals == [math.inf, 0.5]
    assert arcs == [[(4, 7, 1.25, 1)], [(3, 0, 0.0, 1)]]
    with pytest.raises(ValueError, match="state"):
        Fst().to_bytes()


def test_phrases_are_hard() -> None:
    graph = phrase_graph([Phrase("juego a Hipatia"), Phrase("juego", 1.5)], unk=False)
    assert paths(graph, "juegoaipatia") == {"juego a Hipatia": 0.0}
    assert paths(graph, "juego") == {"juego": 1.5}
    assert paths(graph, "juegoa") == {}
    assert paths(graph, "juegojuego") == {"juego juego": 1.5 + 1.5 + Costs().again}


def test_a_vowel_that_two_words_share_may_be_said_once() -> None:
    graph = phrase_graph([Phrase("la Ana"), Phrase("juega a dos")], unk=False)
    assert paths(graph, "laana") == paths(graph, "lana") == {"la Ana": 0.0}
    assert paths(graph, "juegados") == {"juega a dos": 0.0}
    assert list(pronunciations(["a", "a"])) == [("a", "a")]


def test_words_that_sound_alike_are_both_there() -> None:
    graph = phrase_graph([Phrase("vaca"), Phrase("baca", 1.0)], unk=False)
    assert paths(graph, "baka") == {"vaca": 0.0, "baca": 1.0}


def test_unknown_takes_any_two_phones_or_more() -> None:
    costs = Costs(unknown=3.0, unknown_phone=0.5)
    graph = phrase_graph([Phrase("no")], costs=costs)
    assert paths(graph, "sapo") == {"[unk]": 5.0, "[unk] [unk]": 8.0 + Costs().again}
    assert paths(graph, "no") == {"no": 0.0, "[unk]": 4.0}
    assert "[unk]" not in phrase_graph([Phrase("no")], unk=False).words


def test_silence_costs_what_it_is_told() -> None:
    assert paths(phrase_graph([Phrase("no")], costs=Costs(silence=7.0)), "") == {"": 7.0}
    assert paths(phrase_graph([Phrase("no")], costs=Costs(silence=math.inf)), "") == {}


def test_the_free_path_spells_what_it_hears() -> None:
    heard = paths(free_graph(), "sapiensia")
    assert min(heard, key=lambda words: heard[words]) == "sa pien sia"
    assert "sapiensia" in {words.replace(" ", "") for words in heard}
    for phones in ("Ro", "Cu", "ñe", "gi", "pe"):
        assert paths(free_graph(), phones)


def test_what_cannot_be_said_is_left_out() -> None:
    assert plain_words("¡Hola,\0 <eps> [unk] #0 — h mundo!") == ["¡Hola,", "mundo!"]
    for bad in ([], [Phrase("")], [Phrase("— … !")], [Phrase("\0\x1b")]):
        with pytest.raises(ValueError, match="phrases"):
            phrase_graph(bad)
    with pytest.raises(ValueError, match="cost"):
        phrase_graph([Phrase("no", math.nan)])


def test_labels_are_transition_ids_of_the_model() -> None:
    _, arcs = read_fst(phrase_graph([Phrase("veintitrés de corazones")]).fst)
    labels = {taken for state in arcs for taken, *_ in state}
    assert labels <= set(range(2 * PHONE_COUNT + 1))


def test_sixty_phrases_take_milliseconds_and_five_thousand_are_handled() -> None:
    some = [Phrase(f"juego a {a}{b}{c}no") for a in ("ba", "ke") for b in ("ri", "lo", "mu")
            for c in ("ta", "se", "di", "fo", "chu", "na", "lle", "gui", "za", "rra")]  # fmt: skip
    began = time.process_time()
    phrase_graph(some)
    assert time.process_time() - began < 0.25
    many = [Phrase(f"{a.words} {b.words}") for a in some for b in some + some][:5000]
    began = time.process_time()
    graph = phrase_graph(many)
    assert time.process_time() - began < 20
    assert len(graph.words.splitlines()) < 100
