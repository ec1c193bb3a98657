"""What always works, in every state of every game: the states come from the machines themselves."""

from __future__ import annotations

import pytest
from still_room import Sitting, ids, interpreter, text
from walk import HOUSES, Place, phases_written, walk

from host.engine.game import Move, Refusal
from host.mouth.lines import LANGUAGES
from host.reprompts import LAST_PROMPT, MOST_WORDS
from host.understanding.interpret import Meant, Unsure

PASSING = frozenset({"settle", "over"})
"""The table leaves the first at once (no window is open); in the other nothing is asked."""

PLACES = [p for language in LANGUAGES for game in HOUSES for p in walk(game, language)[0]]
ASKING = [place for place in PLACES if place.expectation.phase not in PASSING]

SAY = {
    "help": {
        "es": ["ayuda", "¿qué puedo decir?", "no sé qué decir", "ayúdame"],
        "en": ["help", "what can I say?", "I don't know what to say"],
    },
    "repeat": {
        "es": ["repite", "otra vez", "¿cómo?", "no te oí", "¿puedes repetir?"],
        "en": ["repeat", "say again", "I didn't hear that", "could you repeat that?"],
    },
    "score": {
        "es": ["marcador", "¿cómo vamos?", "di los puntos", "¿quién va ganando?"],
        "en": ["score", "what's the score?", "how are we doing?"],
    },
    "turn": {
        "es": ["¿a quién le toca?", "¿quién va?"],
        "en": ["whose turn is it?", "who is next?"],
    },
    "rules": {"es": ["reglas", "explica las reglas"], "en": ["rules", "what are the rules?"]},
    "free": {"es": ["¿qué queda libre?", "¿qué queda?"], "en": ["what is free?", "what's left?"]},
    "protest": {"es": ["protesto"], "en": ["I protest"]},
    "pause": {
        "es": ["pausa", "un momento", "espera"],
        "en": ["pause", "wait a moment", "hold on"],
    },
    "resume": {"es": ["sigue", "continúa"], "en": ["go on", "continue"]},
    "undo": {
        "es": ["deshacer", "me equivoqué", "no dije eso", "eso no lo dije"],
        "en": ["undo", "I made a mistake", "I didn't say that"],
    },
    "end": {
        "es": ["terminar partida", "terminar", "fin", "se acabó"],
        "en": ["end the game", "the end", "finish"],
    },
    "yes": {"es": ["sí"], "en": ["yes"]},
    "no": {"es": ["no"], "en": ["no"]},
}
"""What may be said in every state, with variants (rules.md 4.1 and section 0)."""

STAY = ("help", "repeat", "score", "turn", "rules", "free")
"""Of these nothing changes."""


@pytest.mark.parametrize("game", HOUSES)
def test_the_walk_comes_through_every_state_that_is_written(game: str) -> None:
    """A new phase in a game's modules that no walk reaches fails here."""
    places, passed = walk(game)
    seen = passed | {place.expectation.phase for place in places}
    assert phases_written(game) <= seen


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_what_may_always_be_asked_is_answered_and_changes_nothing(place: Place) -> None:
    sitting = Sitting(place)
    before = sitting.session.state
    for what in STAY:
        for words in SAY[what][place.language]:
            said = sitting.hear(words)
            told = text(said)
            assert told, f"{words}: not a word"
            assert "common-not-understood" not in ids(said), words
            assert "common-nothing-to-undo" not in ids(said), words
            assert sitting.session.state is before, f"{words}: {told}"
            answers = {
                "help": lambda line: line == "common-help-always",
                "score": lambda line: "-score" in line or "-winning" in line,
                "turn": lambda line: "-turn" in line,
                "rules": lambda line: line.endswith("-rules"),
            }
            if what in answers:
                assert any(map(answers[what], ids(said))), f"{words}: {ids(said)}"


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_help_offers_what_is_possible_here(place: Place) -> None:
    """Every example can be said: it is read as one of the moves of this moment."""
    sitting = Sitting(place)
    now = sitting.session.expectation
    heard = interpreter(place)
    examples = heard.phrasebook.help_examples(now)
    assert len(set(examples)) == len(examples)
    moves = [o for o in now.options if o.act != "answer" and all(o.slots.values())]
    assert examples or not moves
    for words in examples:
        reading = heard.interpret(words, now)
        assert isinstance(reading, Meant | Unsure), words
        act = reading.acts[0] if isinstance(reading, Meant) else reading.best
        assert act.act in {o.act for o in now.options} or act.act.startswith("cmd_"), words
    always = heard.phrasebook.help_commands()
    assert len(set(always)) == len(always) >= 5
    for words in always:
        reading = heard.interpret(words, now)
        assert isinstance(reading, Meant), words
        assert reading.acts[0].act.startswith("cmd_")


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_a_pause_holds_everything_and_help_and_score_work_in_it(place: Place) -> None:
    sitting = Sitting(place)
    before = sitting.session.state
    for words in SAY["pause"][place.language]:
        assert "common-paused" in ids(sitting.hear(words)), words
        assert sitting.quiet(3600.0) == []
        assert "common-help-always" in ids(sitting.hear(SAY["help"][place.language][0]))
        assert any("-score" in line for line in ids(sitting.hear(SAY["score"][place.language][0])))
        assert sitting.session.state is before
        for again in SAY["resume"][place.language][:1]:
            said = sitting.hear(again)
            assert "common-resumed" in ids(said), again
            assert len(said) > 1, "the question is put again"


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_undo_takes_the_last_act_back_or_says_that_there_is_none(place: Place) -> None:
    for words in SAY["undo"][place.language]:
        sitting = Sitting(place)
        acts = len(sitting.session.acts)
        said = ids(sitting.hear(words))
        if "common-nothing-to-undo" in said or any("-not-undone" in line for line in said):
            assert len(sitting.session.acts) == acts
        elif said == ["common-undo-other"]:
            # «Me equivoqué», and the last act was another's: it is asked about first.
            assert len(sitting.session.acts) == acts
            sitting.hear(SAY["yes"][place.language][0])
            assert len(sitting.session.acts) < acts
            continue
        else:
            undone = ("common-undone", "wizard-undone-trick", "wizard-undone-trump")
            assert set(undone) & set(said), words
            assert len(sitting.session.acts) < acts
        assert len(said) > 1, "something is asked again"


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_ending_is_asked_about_and_no_goes_on(place: Place) -> None:
    sitting = Sitting(place)
    before = sitting.session.state
    for words in SAY["end"][place.language]:
        assert ids(sitting.hear(words)) == ["common-end-sure"], words
        assert "common-goes-on" in ids(sitting.hear(SAY["no"][place.language][0]))
    assert sitting.session.state is before
    assert not sitting.table.done


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_a_protest_is_never_ignored(place: Place) -> None:
    sitting = Sitting(place)
    said = ids(sitting.hear(SAY["protest"][place.language][0]))
    assert "common-not-understood" not in said
    assert any(line for line in said if not line.startswith("tone-")), said


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_each_re_prompt_is_short_and_another_one(place: Place) -> None:
    """Not understood three times: shorter, another form, choices; and nothing is lost."""
    if place.expectation.free_speech:
        pytest.skip("whatever is said is the answer")
    sitting = Sitting(place)
    before = sitting.session.state
    told = []
    for _ in range(4):
        said = sitting.hear("bzrk fnord wubble")
        assert "common-not-understood" in ids(said)
        told.append(text([sound for sound in said if not sound.line.startswith("common-not-")]))
    assert all(told)
    assert all(len(question.split()) <= MOST_WORDS for question in told), told
    examples = interpreter(place).phrasebook.help_examples(sitting.session.expectation)
    assert len(set(told[:3])) == (3 if examples else 2), told
    assert len(told[0].split()) <= 12, told[0]
    assert sitting.session.state is before


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_a_long_silence_is_a_pause_and_never_an_answer(place: Place) -> None:
    now = Sitting(place).session.expectation
    if now.silence_s is not None:
        pytest.skip("here silence means that nobody objects (D23, D31)")
    sitting = Sitting(place)
    before = sitting.session.state
    told = [sitting.quiet(3000.0) for _ in range(12)]
    assert sitting.session.state is before
    assert not sitting.table.done
    assert all(len(text(said).split()) <= MOST_WORDS for said in told), list(map(text, told))
    if now.asked is not None:
        assert all(map(text, told[: LAST_PROMPT + 1]))
        leaves = Move("leave", now.asked, {"seat": now.asked})
        possible = not isinstance(sitting.session.foresee(leaves), Refusal)
        assert ("common-go-on-without" in ids(told[3])) == possible
        assert "common-waiting" in ids(told[LAST_PROMPT])
        assert told[LAST_PROMPT + 1 :] == [[]] * (11 - LAST_PROMPT)
    said = sitting.hear(SAY["repeat"][place.language][0])
    assert text(said), "whoever comes back is asked again"


@pytest.mark.parametrize("place", ASKING, ids=lambda p: p.name)
def test_a_noise_is_never_an_answer(place: Place) -> None:
    sitting = Sitting(place)
    before = sitting.session.state
    said = sitting.hear("", speaker=None)
    assert sitting.session.state is before
    assert "common-not-heard" in ids(said)
    assert len(text(said).split()) <= MOST_WORDS + 6


def test_for_what_may_be_any_words_there_are_no_other_ways_to_say_it() -> None:
    """A simulated player says it once more as it was; nothing fails."""
    table = Sitting(next(p for p in PLACES if p.game == "sapiencia")).table
    assert table.phrasings("none", {})
    for act, args in (
        ("answer", {"said": "Chopin"}),
        ("talk", {"card": "Chopin", "category": "country", "criterion": "contributions"}),
        ("cmd_undo", {"then": "chopin"}),
    ):
        assert table.phrasings(act, args) == []
