"""The decks of Sapiencia: great minds read from YAML, each checked before anyone plays them.

A deck is one file with a list of cards (``decks/sapiencia/es.yaml``). The place of a card in
the file is its number, which players may say («la cuarenta y dos») and which is printed on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, model_validator

from host.deck_faults import Complaint, DeckError, Where
from host.deck_files import (
    Form,
    Identifier,
    Place,
    Sentence,
    Text,
    rows,
    told,
    validated,
)
from host.deck_words import command_words
from host.games.sapiencia_rules import CATEGORIES, SapienciaCard
from host.resources import decks_dir
from host.understanding.sounds import key, similarity
from host.understanding.text import normalise

MOST_CARDS = 99
"""Cards are numbered with two digits at most."""

FEWEST_SHARING = 4
"""A value on fewer cards would leave the others nothing to play."""

STARS = 5
"""Most stars of contributions and of barriers."""

ALIKE = 90.0
"""Names of two cards that sound as alike as this (0 to 100) are taken for one another."""

LIKE_A_COMMAND = 95.0
"""A name that sounds as much like a command as this would be taken for it."""

_MOST = 9999  # The largest figure: no one holds more patents, and no one says more.
_FIELD_OF: Mapping[str, str] = {"profession": "professions", "use": "uses"}


@dataclass(frozen=True, slots=True)
class MindCard:
    """One great mind of a deck.

    Attributes:
        number: its place in the deck, from 1.
        card: what the game compares.
        aliases: other names that people say (A26).
        note: what may be told about the figures; may be empty.
        source: where they can be checked.
    """

    number: int
    card: SapienciaCard
    aliases: tuple[str, ...]
    note: str
    source: str

    @property
    def names(self) -> tuple[str, ...]:
        """The name and the aliases."""
        return (self.card.name, *self.aliases)


def _whole(value: Any, least: int, most: int, mend: Complaint) -> int:
    if value is None or value == "":
        raise Complaint("number_empty", mend=mend)
    if isinstance(value, bool) or not str(value).isascii() or not str(value).isdigit():
        raise Complaint("number_none", mend=mend)
    if not least <= int(value) <= most:
        raise Complaint("number_is", number=int(value), mend=mend)
    return int(value)


def _stars(value: Any) -> int:
    return _whole(value, 1, STARS, Complaint("stars", most=STARS))


def _figure(value: Any) -> int:
    return _whole(value, 0, _MOST, Complaint("whole", most=_MOST))


def _some(values: list[str]) -> list[str]:
    if not values:
        raise Complaint("empty_list")
    return _different(values)


def _different(values: list[str]) -> list[str]:
    seen: set[str] = set()
    for value in values:
        if (same := normalise(value)) in seen:
            raise Complaint("value_twice", value=value)
        seen.add(same)
    return values


_Stars = Annotated[int, BeforeValidator(_stars)]
_Figure = Annotated[int, BeforeValidator(_figure)]
_Values = Annotated[list[Form], AfterValidator(_some)]


class _Row(BaseModel):
    """A card as it is written."""

    model_config = ConfigDict(extra="forbid")

    id: Identifier
    name: Form
    aliases: Annotated[list[Form], AfterValidator(_different)] = []
    gender: Form
    professions: _Values
    country: Form
    period: Form
    uses: _Values
    prizes: _Figure | None = None
    contributions: _Stars
    barriers: _Stars
    patents: _Figure
    nobel_prizes: _Figure
    other_prizes: _Figure
    note: Text = ""
    source: Sentence

    @model_validator(mode="before")
    @classmethod
    def _no_empty_prizes(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Refuse ``prizes:`` with nothing behind it, which says neither 0 nor «left out»."""
        if "prizes" in data and data["prizes"] is None:
            return {**data, "prizes": ""}
        return data


FIELDS: tuple[str, ...] = tuple(_Row.model_fields)
"""The fields of a card in the order in which they are written."""

LISTS: tuple[str, ...] = ("aliases", "professions", "uses")
"""The fields that hold several values."""


def read_row(data: Mapping[str, Any], number: int, place: Place) -> MindCard:
    """Return the card in a row of a file.

    Raises:
        DeckError: for the first thing wrong in it.
    """
    row = validated(_Row, data, place)
    for i, alias in enumerate(row.aliases):
        if normalise(alias) == normalise(row.name):
            wrong = ("aliases", i)
            raise told(place(wrong), data, wrong, Complaint("own_name"))
    card = SapienciaCard(
        id=row.id,
        name=row.name,
        gender=row.gender,
        professions=tuple(row.professions),
        country=row.country,
        period=row.period,
        uses=tuple(row.uses),
        prizes=row.prizes,
        contributions=row.contributions,
        barriers=row.barriers,
        patents=row.patents,
        nobel_prizes=row.nobel_prizes,
        other_prizes=row.other_prizes,
    )
    return MindCard(number, card, tuple(row.aliases), row.note, row.source)


Placed = tuple[MindCard, Mapping[str, Any], Place]
"""A card with its row and the lines of its fields."""


def deck_faults(
    path: Path, language: str, placed: list[Placed] | None = None
) -> Iterator[DeckError]:
    """Yield what is wrong in a deck, card by card and then between cards.

    What keeps the file from being read further ends the list. `placed` takes the cards that
    can be read.
    """
    placed = [] if placed is None else placed
    broken = False
    try:
        for number, (data, place) in enumerate(rows(path), start=1):
            try:
                placed.append((read_row(data, number, place), data, place))
            except DeckError as error:
                broken = True
                yield error
    except DeckError as error:
        yield error
        return
    if not placed and not broken:
        yield DeckError(f"{path}:1", Complaint("no_cards"))
    yield from duplicates(placed)
    # With a card missing, the others would be blamed for what it would share with them.
    if not broken:
        yield from faults_between(placed, language)


def load_sapiencia_deck(path: Path, language: str) -> tuple[MindCard, ...]:
    """Return the cards of a deck in the order of the file.

    Raises:
        DeckError: for the first thing wrong.
    """
    placed: list[Placed] = []
    for fault in deck_faults(path, language, placed):
        raise fault
    return tuple(card for card, _, _ in placed)


@lru_cache(maxsize=4)
def default_sapiencia_deck(language: str) -> tuple[MindCard, ...]:
    """Return the deck that comes with the program in `language` ("es").

    Each card is checked; what is wrong between cards `deck_faults` finds, in ten times as long.

    Raises:
        DeckError: when there is none in that language; the sentence names those there are.
            Also for the first thing wrong in a card.
    """
    home = decks_dir() / "sapiencia"
    known = sorted(path.stem for path in home.glob("*.yaml"))
    if language not in known:
        none = Complaint("no_mind_deck", language=language[:20], known=tuple(known))
        raise DeckError(home, none if known else Complaint("no_decks"))
    path = home / f"{language}.yaml"
    return tuple(read_row(data, n, place) for n, (data, place) in enumerate(rows(path), start=1))


# ---------------------------------------------------------------------- between cards


def _fault(placed: Placed, loc: tuple[int | str, ...], complaint: Complaint) -> DeckError:
    _, data, place = placed
    return told(place(loc), data, loc, complaint)


def duplicates(placed: Sequence[Placed]) -> Iterator[DeckError]:
    """Yield ids and names that stand twice, and cards beyond number 99."""
    ids: dict[str, Where] = {}
    names: dict[str, str] = {}
    for one in placed:
        card, _, place = one
        if (there := ids.setdefault(card.card.id, place(("id",)))) != place(("id",)):
            yield _fault(one, ("id",), Complaint("id_there", there=there))
        for loc, name in _named(card):
            first = names.setdefault(normalise(name), card.card.id)
            if first != card.card.id:
                complaint = Complaint("name_there", name=name, other=first)
                yield _fault(one, loc, complaint)
    if len(placed) > MOST_CARDS:
        one = placed[MOST_CARDS]
        complaint = Complaint("too_many", number=MOST_CARDS + 1, most=MOST_CARDS)
        yield _fault(one, ("id",), complaint)


def faults_between(placed: Sequence[Placed], language: str) -> Iterator[DeckError]:
    """Yield values that too few cards share or that are unclear, and names that sound alike."""
    yield from _values(placed)
    yield from _sounds(placed, language)


def _named(card: MindCard) -> list[tuple[tuple[int | str, ...], str]]:
    return [
        (("name",), card.card.name),
        *((("aliases", i), alias) for i, alias in enumerate(card.aliases)),
    ]


def _valued(card: MindCard) -> Iterator[tuple[str, tuple[int | str, ...], str]]:
    for category in CATEGORIES:
        field = _FIELD_OF.get(category, category)
        for i, value in enumerate(card.card.values(category)):
            yield category, ((field, i) if field != category else (field,)), value


def _values(placed: Sequence[Placed]) -> Iterator[DeckError]:
    cards: dict[tuple[str, str], list[Placed]] = defaultdict(list)
    first: dict[tuple[str, str], tuple[Placed, tuple[int | str, ...], str]] = {}
    for one in placed:
        for category, loc, value in _valued(one[0]):
            cards[category, normalise(value)].append(one)
            first.setdefault((category, normalise(value)), (one, loc, value))
    for (category, same), (one, loc, value) in first.items():
        number = len(cards[category, same])
        if number < FEWEST_SHARING:
            code = "lonely" if number > 1 else "lonely_one"
            complaint = Complaint(code, value=value, cards=number, needed=FEWEST_SHARING)
            yield _fault(one, loc, complaint)
        for other in CATEGORIES[: CATEGORIES.index(category)]:
            if (other, same) in first:
                complaint = Complaint("value_of_two", value=value, other=other)
                yield _fault(one, loc, complaint)


def _sounds(placed: Sequence[Placed], language: str) -> Iterator[DeckError]:
    """Yield names that an ear would take for another card's, for a value or for a command."""
    commands = {said: key(said, language) for said in command_words(language, "sapiencia")}
    values: dict[str, str] = {}
    for one in placed:
        for _, loc, value in _valued(one[0]):
            if value in values:
                continue
            values[value] = key(value, language)
            for said, sound in commands.items():
                if _alike(values[value], sound, LIKE_A_COMMAND):
                    complaint = Complaint("like_words_value", value=value, words=said)
                    yield _fault(one, loc, complaint)
                    break
    taken: list[tuple[str, str, str]] = []
    for one in placed:
        own = []
        for loc, name in _named(one[0]):
            sound = key(name, language)
            own.append((sound, name, one[0].card.id))
            words = {**commands, **values}
            like = [w for w, s in words.items() if _alike(sound, s, LIKE_A_COMMAND)]
            if like:
                complaint = Complaint("like_words_name", name=name, words=like[0])
                yield _fault(one, loc, complaint)
                continue
            for other, other_name, card_id in taken:
                if normalise(name) != normalise(other_name) and _alike(sound, other, ALIKE):
                    complaint = Complaint("like_name", name=name, other=other_name, card=card_id)
                    yield _fault(one, loc, complaint)
                    break
        taken += own


def _alike(one: str, other: str, least: float) -> bool:
    # Keys of unlike lengths need not be compared phone by phone.
    longer = max(len(one), len(other))
    far = abs(len(one) - len(other)) * 100 > (100 - least) * longer
    return not far and similarity(one, other) >= least
