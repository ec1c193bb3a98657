"""What the host says in Sapiencia, and that it never says more than it may (D10, rules 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from host.engine.game import Move, Refusal, fold
from host.games.sapiencia import Sapiencia, SapienciaCard, SapienciaRules, SapienciaState
from host.mouth.lines import Lines
from host.telling.base import Say, Style
from host.telling.sapiencia import SapienciaTeller
from host.telling.sapiencia_words import card_words
from host.understanding.numbers import said_as_label
from tests.games.tables import InOrder

CARDS = (
    SapienciaCard("hipatia", "Hipatia", country="Egipto", contributions=3, professions=("a", "b")),
    SapienciaCard("zewail", "Zewail", country="Egipto", contributions=3),
    SapienciaCard("mahfuz", "Mahfuz", country="Egipto", contributions=1),
    SapienciaCard("euler", "Euler", country="Suiza", contributions=5),
    SapienciaCard("heron", "Herón", country="Egipto", contributions=5),
    *(SapienciaCard(f"f{n}", f"Persona {n}", country="Francia") for n in range(10)),
)

ROUND: Sequence[tuple[str, str, dict[str, Any]]] = (
    ("Ana", "talk", {"card": "hipatia"}),
    ("Ana", "talk", {"category": "country", "criterion": "contributions"}),
    ("Berta", "play", {"card": "zewail"}),
    ("Carlos", "play", {"card": "mahfuz"}),
)


class Spoken:
    """A table that notes every line in words."""

    def __init__(
        self, setup: Mapping[str, Any] | None = None, language: str = "es", **rules: Any
    ) -> None:
        self.game = Sapiencia(
            ["Ana", "Berta", "Carlos"], CARDS, SapienciaRules.from_dict(rules), setup or {}
        )
        self.lines = Lines(language)
        self.teller = SapienciaTeller(self.game, self.lines)
        self.state: SapienciaState = fold(self.game, self.game.begin(InOrder()))
        self.said: list[str] = self.words(self.teller.opening(self.state))
        self.ask()

    def words(self, utters: Sequence[Any]) -> list[str]:
        return [self.lines.say(u.id, **dict(u.args)) for u in utters if isinstance(u, Say)]

    def ask(self) -> None:
        asked = self.teller.ask(self.state, self.game.expectation(self.state))
        self.said += self.words(asked)

    def move(self, who: str, act: str, **args: Any) -> list[str]:
        """Make a move; return what is said to it."""
        before = len(self.said)
        move = self.teller.complete(self.state, Move(act, who, args))
        assert isinstance(move, Move)
        got = self.game.decide(self.state, move, InOrder())
        if isinstance(got, Refusal):
            self.said += self.words(self.teller.refuse(self.state, got, move))
            return self.said[before:]
        for event in got:
            after = self.game.apply(self.state, event)
            self.said += self.words(self.teller.tell(self.state, event, after))
            self.state = after
        self.ask()
        return self.said[before:]

    def query(self, act: str, **args: Any) -> list[str]:
        got = self.teller.query(self.state, act, args)
        assert got is not None
        return self.words(got)


def played(setup: Mapping[str, Any], upto: int = len(ROUND), **rules: Any) -> Spoken:
    table = Spoken(setup, **rules)
    for who, act, args in ROUND[:upto]:
        table.move(who, act, **args)
    return table


@pytest.mark.parametrize("discard", ["bar", "highest", "running"])
@pytest.mark.parametrize("left", [2, 3, 4])
def test_D10_a_discard_is_told_in_the_same_words_whatever_it_leaves(
    discard: str, left: int
) -> None:
    # With the highest only, the card goes at the end of the round.
    upto = 4 if discard == "highest" else 3
    one, more = (
        played({"counts": {"Ana": 4, "Berta": n, "Carlos": 4}}, upto, discard=discard)
        for n in (2, left + 1)
    )
    assert one.state.owed is not None
    assert more.state.owed is None
    assert one.said == more.said


def test_D10_the_talkers_own_fall_to_one_is_told_like_any_other() -> None:
    tables = [
        played({"counts": {"Ana": n, "Berta": 5, "Carlos": 5}, "deck": 9}, upto=2) for n in (2, 3)
    ]
    for table in tables:
        table.move("Berta", "play", card="mahfuz")
        table.move("Carlos", "draw", count=3)
    owing, not_owing = tables
    assert owing.state.owed is not None
    assert owing.said == not_owing.said


@pytest.mark.parametrize("act", ["cmd_score", "cmd_cards", "cmd_deck"])
def test_counts_are_not_told_while_a_call_is_owed(act: str) -> None:
    table = played({"counts": {"Ana": 4, "Berta": 2, "Carlos": 4}}, upto=3)
    assert table.query(act, seat="Berta") == ["Las cartas las digo en cuanto pase el turno."]
    table.move("", "call_made", id="sapiencia-1", onset=1.0)
    assert table.query(act, seat="Berta") != ["Las cartas las digo en cuanto pase el turno."]


def test_counts_are_public_otherwise() -> None:
    table = played({"counts": {"Ana": 4, "Berta": 1, "Carlos": 4}}, upto=2)
    assert table.query("cmd_cards", seat="Berta") == ["Berta tiene una carta."]
    assert table.query("cmd_cards", who="Berta") == ["Berta tiene una carta."]
    assert table.query("cmd_score") == ["Cartas: Ana cuatro, Berta una y Carlos cuatro."]
    assert table.query("cmd_bar") == ["Hipatia: país, Egipto; aportes, tres."]


def test_the_course_of_a_round_in_words() -> None:
    table = played({"counts": {"Ana": 4, "Berta": 4, "Carlos": 4}})
    assert table.said == [
        "Buenas. Jugamos a Sapiencia, hacia la derecha: Ana, Berta y Carlos.",
        "Tres cartas por persona; el resto, boca abajo en el mazo.",
        "Con una sola carta, grita «¡Sapiencia!» antes de cinco segundos; si no, tres cartas más.",
        "Ana, di personaje, categoría y criterio.",
        "Hipatia.",
        "Ana, ¿qué categoría?",
        "Ana juega a Hipatia. Categoría país: Egipto. Criterio aportes: tres.",
        "Berta, tu turno.",
        "Zewail: aportes, tres. Igual: se va.",
        "Carlos, ¿qué juegas?",
        "Mahfuz: aportes, uno. Menor: se queda.",
        "Nadie superó a Hipatia: se va.",
        "Talla Berta: empató en lo más alto, más cerca a la derecha.",
        "Berta, ¿qué tallas? Personaje, categoría y criterio.",
    ]


def test_drawing_in_words() -> None:
    table = played({}, upto=2)
    assert table.move("Berta", "none") == ["Berta, toma hasta tres; para si una sirve."]
    assert table.move("Berta", "not_fit") == ["Berta, la segunda. ¿Sirve?"]
    assert table.move("Berta", "pass") == ["Aún puedes tomar dos."]
    said = table.move("Berta", "draw", count=3)
    assert said == ["No hubo suerte: Berta pasa.", "Carlos, ¿qué juegas?"]


def test_D6_a_penalty_blames_nobody() -> None:
    table = played({"counts": {"Ana": 4, "Berta": 2, "Carlos": 4}}, upto=3)
    said = table.move("", "call_missed", id="sapiencia-1", deadline=5.0)
    assert said[0] == "Se pasó el plazo de Sapiencia: Berta toma tres cartas."
    assert "olvid" not in " ".join(table.said)


def test_a_call_in_doubt_is_asked_and_a_protest_too() -> None:
    table = played({"counts": {"Ana": 4, "Berta": 2, "Carlos": 4}}, upto=3)
    said = table.move("", "call_doubted", id="sapiencia-1", why="deaf")
    assert said == ["No lo pude oír bien. ¿Berta dijo Sapiencia? Sí o no."]
    said = table.move("Ana", "did_not_call")
    assert said[0] == "Se pasó el plazo de Sapiencia: Berta toma tres cartas."
    assert table.move("Berta", "protest") == ["¿Se retira el castigo de Berta? Sí o no."]
    assert table.move("Ana", "overrule")[0] == ("Se retira el castigo: Berta devuelve lo que tomó.")


@pytest.mark.parametrize(
    ("onset", "told"),
    [
        (15.4, "Oí «sapiencia» a los 5,4 segundos; el plazo era de cinco."),
        (15.01, "Oí «sapiencia» a los 5,01 segundos; el plazo era de cinco."),
        (None, "No oí «sapiencia» en los cinco segundos de plazo."),
    ],
)
def test_a_protest_is_told_what_was_heard_and_when(onset: float | None, told: str) -> None:
    table = played({"counts": {"Ana": 4, "Berta": 2, "Carlos": 4}}, upto=3)
    verdict = {"id": "sapiencia-1", "deadline": 15.0, "grace": 5.0}
    table.move("", "call_missed", **verdict, **({} if onset is None else {"onset": onset}))
    said = table.move("Berta", "protest")
    assert said == [told, "¿Se retira el castigo de Berta? Sí o no."]


def test_A19_a_false_call_is_answered_with_the_count_or_with_not_yet() -> None:
    table = played({}, upto=2)
    assert table.move("Berta", "false_call", in_turn=True)[0] == "Berta tiene tres cartas."
    assert table.move("", "false_call")[0] == "Todavía no."
    brisk = played({}, upto=2, preset="brisk")
    assert brisk.move("Berta", "false_call", in_turn=True)[0] == "Todavía no."
    said = brisk.move("Berta", "false_call", in_turn=True)
    assert said[0] == "Antes de tiempo: Berta toma una carta."


def test_a_dispute_reads_the_card_and_correct_amends_the_figure() -> None:
    table = played({"counts": {"Ana": 4, "Berta": 4, "Carlos": 4}}, upto=3)
    assert table.query("cmd_dispute") == [
        "Zewail: país, Egipto; aportes, tres. Di «corrige» y el dato."
    ]
    said = table.move("Carlos", "correct", number=4)
    assert said[0] == "Corregido: Zewail, aportes: cuatro."


REFUSED: Sequence[tuple[int, str, str, dict[str, Any], str]] = (
    (0, "Berta", "talk", {"card": "zewail"}, "Ahora le toca a Ana."),
    (
        0,
        "Ana",
        "talk",
        {"card": "nadie"},
        "No conozco esa carta. Di nombre, dato y número: «Zewail, Egipto, cinco».",
    ),
    (
        0,
        "Ana",
        "talk",
        {"category": "patents"},
        "Patentes es un criterio. Di la categoría: género, profesión, país, periodo o usos.",
    ),
    (
        0,
        "Ana",
        "talk",
        {"criterion": "country"},
        "País es una categoría. Di el criterio: premios, aportes, barreras, patentes, "
        "premios Nobel u otros premios.",
    ),
    (
        1,
        "Ana",
        "talk",
        {"category": "use"},
        "Esa carta no lo trae. Elige género, profesión, país o periodo.",
    ),
    (
        1,
        "Ana",
        "talk",
        {"category": "profession", "value": "c"},
        "Eso no vale aquí. Elige a o b.",
    ),
    (
        2,
        "Berta",
        "play",
        {"card": "euler"},
        "Euler es de Suiza; hace falta Egipto. Di otra o «no tengo».",
    ),
    (2, "Berta", "play", {"card": "hipatia"}, "Hipatia ya salió. Di otra carta."),
    (
        2,
        "Berta",
        "play",
        {"card": "zewail", "value": 5},
        "La carta de Zewail dice tres. Di solo el nombre; luego, si no es así, «corrige».",
    ),
    (2, "Berta", "pass", {}, "Aún puedes tomar tres."),
    (
        3,
        "Berta",
        "play",
        {"card": "heron"},
        "Eso ya está hecho; le toca a Carlos. Para cambiarlo: «me equivoqué».",
    ),
    (3, "Carlos", "protest", {}, "Eso no toca ahora. Di tu carta, o «no tengo»."),
    (3, "Berta", "protest", {}, "Eso no toca ahora."),
    (3, "Nadie", "play", {}, "No hay nadie con ese nombre. Juegan Ana, Berta y Carlos."),
)


@pytest.mark.parametrize(("upto", "who", "act", "args", "line"), REFUSED)
def test_a_refusal_says_why_and_what_would_do(
    upto: int, who: str, act: str, args: dict[str, Any], line: str
) -> None:
    table = played({"counts": {"Ana": 4, "Berta": 4, "Carlos": 4}}, upto=upto)
    assert table.move(who, act, **args)[0] == line


def test_while_drawing_nothing_is_offered_that_is_refused() -> None:
    table = played({}, upto=2)
    table.move("Berta", "none")
    said = table.move("Berta", "draw", count=1, card="euler")
    assert said == ["Euler es de Suiza; hace falta Egipto. Di otra o «no sirve»."]
    said = table.move("Berta", "none")
    assert said == ["Ya estás robando: di «no sirve», o la carta si sirve."]
    assert table.move("Berta", "not_fit") == ["Berta, la segunda. ¿Sirve?"]


def test_with_dealt_hands_nothing_is_offered_that_is_refused() -> None:
    hands = {"Ana": ["hipatia"], "Berta": ["zewail", "euler"], "Carlos": ["mahfuz"]}
    table = Spoken({"hands": hands}, hands="known")
    table.move("Ana", "talk", card="hipatia", category="country", criterion="contributions")
    # «No tengo» is refused to whoever holds a card that fits (SAP-10).
    assert table.move("Berta", "play", card="euler") == [
        "Euler es de Suiza; hace falta Egipto. Di otra."
    ]
    assert table.move("Berta", "play", card="nadie") == [
        "No conozco esa carta. Di una de las tuyas."
    ]


def test_compact_the_talker_is_asked_for_all_and_the_others_hear_what_is_wanted() -> None:
    table = Spoken({"counts": {"Ana": 4, "Berta": 4, "Carlos": 4}})
    table.teller = SapienciaTeller(table.game, table.lines, Style("compact"))
    table.said.clear()
    table.ask()
    assert table.said == ["Ana, ¿qué tallas? Personaje, categoría y criterio."]
    for who, act, args in ROUND[:3]:
        table.move(who, act, **args)
    assert table.said[-1] == "Carlos; se pide Egipto."


def all_moves() -> Iterator[tuple[dict[str, Any], dict[str, Any], list[Any]]]:
    """Games that pass through every line."""
    counts = {"counts": {"Ana": 2, "Berta": 2, "Carlos": 4}}
    missed = ("", "call_missed", {"id": "sapiencia-1", "deadline": 5.0})
    made = ("", "call_made", {"id": "sapiencia-1", "onset": 1.0})
    yield (
        counts,
        {},
        [
            *ROUND[:3],
            made,
            ("", "call_borrowed", {}),
            ("", "call_missed", {"id": "sapiencia-2", "deadline": 9.0}),
            ("Berta", "protest", {}),
            ("", "uphold", {}),
            ROUND[3],
            ("Ana", "end", {}),
        ],
    )
    for discard in ("highest", "running"):
        yield counts, {"discard": discard}, [*ROUND[:3], missed, ROUND[3], ("", "settle", {})]
    yield (
        {"counts": {"Ana": 1, "Berta": 3, "Carlos": 3}, "deck": 3, "passes": 2},
        {"drawn": "return", "optional_draw": True},
        [
            *ROUND[:2],
            ("Berta", "draw", {"count": 1}),
            ("Berta", "pass", {}),
            ("Carlos", "draw", {"count": 2}),
            ("Carlos", "fits", {"card": "mahfuz"}),
        ],
    )
    yield (
        {
            "hands": {"Ana": ["hipatia", "f1"], "Berta": ["f2", "f3"], "Carlos": ["zewail", "f4"]},
            "deck": ["f5", "f6", "mahfuz"],
        },
        {"hands": "known"},
        [
            *ROUND[:2],
            ("Berta", "none", {}),
            ("Berta", "draw", {}),
            ("Berta", "draw", {"count": 3}),
            ("Carlos", "none", {}),
            ("Carlos", "play", {"card": "f4"}),
            ("Carlos", "play", {"card": "f1"}),
            ("Ana", "leave", {"seat": "Carlos"}),
            ("Carlos", "back", {}),
        ],
    )
    yield (
        {"counts": {"Ana": 3, "Berta": 3, "Carlos": 3}, "deck": 1, "passes": 2},
        {},
        [
            *ROUND[:2],
            ("Berta", "draw", {"count": 1}),
            ("Carlos", "play", {"card": "heron"}),
            ("", "settle", {}),
        ],
    )


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_line_can_be_said_in_both_languages(language: str) -> None:
    said: list[str] = []
    for setup, rules, moves in all_moves():
        table = Spoken(setup, language, **rules)
        for who, act, args in moves:
            table.move(who, act, **args)
            for query in ("score", "cards", "deck", "turn", "bar", "repeat", "dispute", "free"):
                said += table.query(f"cmd_{query}", seat="Ana")
        said += table.words(table.teller.where_we_are(table.state))
        said += table.query("cmd_rules")
        said += table.said
    assert all(len(line) < 200 for line in said)
    assert not any("{" in line or "sapiencia-" in line for line in said)
    assert table.teller.query(table.state, "cmd_clues", {}) is None


def test_no_line_to_one_player_speaks_to_several() -> None:
    for language, words in (("es", ("ustedes", "vosotros", "digan", "jueguen")), ("en", ())):
        folder = Lines(language)
        assert folder.exists("sapiencia-rules")
        for word in words:
            table = Spoken({}, language)
            assert word not in " ".join(table.said).lower()


def test_forms_of_cards_are_names_aliases_and_numbers() -> None:
    numbered = partial(said_as_label, language="es")
    words = card_words(CARDS[:2], {"hipatia": ["Hipatia de Alejandría"]}, numbered)
    assert words["card"] == {"hipatia": ("Hipatia", "Hipatia de Alejandría"), "zewail": ("Zewail",)}
    assert words["card_number"] == {
        "hipatia": ("uno", "una", "cero uno"),
        "zewail": ("dos", "cero dos"),
    }
    assert set(words["value"]) == {"a", "b", "Egipto"}
