"""The phrasebook: every template is whole, and what it says can be read back."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Expectation, Option
from host.table_manners import ACTS as MANNERS
from host.understanding import templates
from host.understanding.phrasebook import Phrasebook, PhrasebookError
from host.understanding.sounds import key

SEATS = ("Ana", "Luis", "Eva", "Pedro", "Marta", "Diego")
COMMANDS = [
    "cmd_term",
    "cmd_repeat",
    "cmd_repeat_question",
    "cmd_clues",
    "cmd_pause",
    "cmd_resume",
    "cmd_undo",
    "cmd_score",
    "cmd_turn",
    "cmd_help",
    "cmd_rules",
    "cmd_yes",
    "cmd_no",
    "cmd_not_me",
    "cmd_was",
    "cmd_end",
    "cmd_free",
    "cmd_who_square",
    "cmd_who_bet",
    "cmd_category",
    "cmd_what_i_said",
    "cmd_protest",
    "cmd_leave",
    "cmd_back",
    "cmd_correct",
    "cmd_stop",
    "cmd_phone",
    "cmd_rename",
    "cmd_join",
    "cmd_rematch",
    "cmd_other",
    "cmd_keep",
    "cmd_where",
    "cmd_thinking",
    "cmd_same",
]
MOVES = [
    "category",
    "place",
    "bet",
    "no_bet",
    "pass",
    "same_as",
    "musing",
    "accept",
    "object",
    "vote",
    "known",
    "bad_question",
    "overrule",
]


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_act_has_phrases_with_sound(language: str) -> None:
    phrases = Phrasebook(language, "iknow").everything(SEATS)
    spanish_only = {"cmd_formal", "cmd_informal"}
    manners = {act for act in MANNERS if language == "es" or act not in spanish_only}
    assert {phrase.act for phrase in phrases} == {*COMMANDS, *MOVES, *manners}
    for phrase in phrases:
        assert phrase.key, phrase.text
        assert "{" not in phrase.text
        for start, end in phrase.spans:
            assert 0 <= start < end, phrase


def test_phrases_hold_the_values_of_the_options_only() -> None:
    book = Phrasebook("es", "iknow")
    options = [Option("bet", {"target": ("Luis",), "sign": ("-",)})]
    phrases = book.phrases(options, SEATS)
    assert {phrase.args for phrase in phrases} == {(("sign", "-"), ("target", "Luis"))}
    assert phrases is book.phrases(options, SEATS)


def test_the_number_of_phrases_is_bounded() -> None:
    assert len(Phrasebook("es", "iknow").everything(SEATS)) < 9700
    assert len(Phrasebook("es", "iknow").commands()) < 2200


def test_spans_are_where_the_slots_sound() -> None:
    phrases = Phrasebook("es", "iknow").everything(SEATS)
    phrase = next(p for p in phrases if p.text == "creo que Marta acierta")
    ((start, end),) = phrase.spans
    assert phrase.key[start:end] == key("Marta", "es")


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize(
    ("act", "args"),
    [
        ("category", {"category": "works"}),
        ("place", {"level": 3}),
        ("place", {"level": 1}),
        ("place", {"level": 3, "place": 2}),
        ("place", {"square": 4}),
        ("bet", {"target": "Ana", "sign": "+"}),
        ("bet", {"target": "Ana", "sign": "-"}),
        ("vote", {"ok": False}),
        ("same_as", {"target": "Luis"}),
        ("cmd_leave", {"seat": "Luis"}),
        ("cmd_leave", {}),
        ("cmd_who_square", {"level": 2}),
        ("cmd_score", {}),
    ],
)
def test_samples_are_phrases_of_the_same_meaning(
    language: str, act: str, args: dict[str, object]
) -> None:
    book = Phrasebook(language, "iknow")
    rng = random.Random(4)
    meanings = {(p.text, p.meaning) for p in book.everything(SEATS)}
    for _ in range(12):
        said = book.sample(act, args, rng)
        assert (said, (act, tuple(sorted(args.items())))) in meanings


def test_the_plainest_words() -> None:
    book = Phrasebook("es", "iknow")
    assert book.say("place", {"level": 3}) == "tres puntos"
    assert book.say("place", {"level": 1}) == "un punto"
    assert book.say("bet", {"target": "Luis", "sign": "+"}) == "Luis acierta"
    assert book.say("place", {"level": 3, "place": 2}) == "tres, segundo"


def test_an_act_without_words_is_an_error() -> None:
    with pytest.raises(ValueError, match="no es words for juggle"):
        Phrasebook("es", "iknow").sample("juggle", {}, random.Random(1))


def test_help_shows_moves_and_apart_from_them_commands() -> None:
    book = Phrasebook("es", "iknow")
    options = (
        Option("bet", {"target": ("Luis",), "sign": ("+", "-")}),
        Option("bet", {"target": ("Eva",), "sign": ("+", "-")}),
    )
    shown = book.help_examples(Expectation("bet", "Ana", options))
    assert shown == ["Luis acierta", "Eva falla", "Luis falla", "Eva acierta"]
    answers = Expectation(
        "answer", "Ana", (Option("answer", {"said": ()}), Option("pass")), free_speech=True
    )
    assert book.help_examples(answers) == ["paso"]
    assert book.help_examples(Expectation("over")) == []
    assert book.help_commands()[:3] == ["repite", "deshacer", "marcador"]


def test_help_shows_another_move_each_time() -> None:
    """Ways to say the same move more exactly are not shown beside it."""
    options = (
        Option("place", {"level": (3, 2)}),
        Option("place", {"level": (3,), "place": (1, 2)}),
        Option("place", {"square": (1, 2, 3)}),
    )
    shown = Phrasebook("es", "iknow").help_examples(Expectation("place", "Ana", options))
    assert shown == ["tres puntos", "dos puntos"]


def test_a_missing_file_is_one_sentence() -> None:
    with pytest.raises(PhrasebookError, match=r"data/es/chess\.yaml: there is no such file"):
        Phrasebook("es", "chess")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("acts: [", r"f\.yaml, line 1: this is not YAML"),
        ("acts:\n  a:\n    - sya: [x]\n", r"f\.yaml: acts\.a\[0\]: an entry has no field 'sya'"),
        ("acts:\n  a:\n    - say: ['(x|y']\n", r"f\.yaml: acts\.a\[0\]\.say\[0\]: .* no template"),
        ("acts:\n  a:\n    - say: ['<gone> x']\n", r"there is no rule <gone>"),
        ("acts:\n  a:\n    - say: ['[x]']\n", r"may be nothing at all"),
        ("acts:\n  a:\n    - with: {b: 1}\n", r"must hold a sentence"),
        ("lists:\n  a: [no]\n", r"False needs quotes"),
        ("wrong: 1\n", r"the file has no field 'wrong'"),
        ("[1, 2]\n", r"f\.yaml: names with values are needed"),
    ],
)
def test_wrong_files_name_file_and_field(text: str, message: str) -> None:
    with pytest.raises(PhrasebookError, match=message):
        templates.read(text, "f.yaml")
