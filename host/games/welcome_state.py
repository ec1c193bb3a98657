"""The state of an evening that is being laid, and how events change it (D1, D8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from host.engine.game import Event, Json, Option, Seat

Start = Literal["greet", "after", "again", "rename", "join"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known before, and what is to be asked.

    Attributes:
        start: ``greet`` for a whole evening, ``after`` behind a game, ``again`` for another game
            of the same people, ``rename`` and ``join`` for one name in the middle of one.
        limits: game -> fewest and most seats.
        game: the game, if it is known; names: the seats, if they are.
        accents: voices to choose from; empty if that is not asked.
        last: ``game``, ``players`` and ``length`` of the last evening, or empty.
        unfinished: ``game`` and ``players`` of a game that can be gone on with, or empty.
        microphone: True if every seat tries the microphone.
        spare: names for seats whose own could not be understood, in order of seats.
        taken: names of others at the table, which a new name must not sound like.
        told: names that came with the wish (`NameTold` as in a ``names`` move).
        away: seats among `names` that left the game before: they stay out unless they come back.
        reviews: what may still be said about the game that is over: a verdict of its last round
            may be contested until something else is chosen (D9).
    """

    limits: Mapping[str, tuple[int, int]]
    start: Start = "greet"
    game: str = ""
    names: tuple[Seat, ...] = ()
    accents: tuple[str, ...] = ()
    last: Mapping[str, Json] = field(default_factory=dict)
    unfinished: Mapping[str, Json] = field(default_factory=dict)
    microphone: bool = True
    spare: tuple[str, ...] = ()
    taken: tuple[Seat, ...] = ()
    told: tuple[Mapping[str, Json], ...] = ()
    away: tuple[Seat, ...] = ()
    reviews: tuple[Option, ...] = ()

    @property
    def one_name(self) -> bool:
        """Whether one name is asked for, in the middle of a game."""
        return self.start in ("rename", "join")

    def fits(self, game: str, names: Sequence[Seat]) -> bool:
        """Whether so many may play a game; any number while it is not known."""
        least, most = self.limits.get(game, (0, len(names)))
        return least <= len(names) <= most


@dataclass(frozen=True, slots=True)
class WelcomeState:
    """How far the table is laid.

    Attributes:
        phase: what is asked: ``resume``, ``voice``, ``same``, ``game``, ``name``, ``spell``,
            ``alike``, ``length``, ``mic``, ``after`` or ``over``.
        heard: names that were told in one breath and are still to be dealt with.
        doubted: the name that is being spelled, or that sounds like another's.
        like: the seat whose name it sounds like.
        refused: how many spellings of this seat's name were refused.
        named: True once all names are there.
        tested: seats that tried the microphone.
        renaming: the seat of this table that gets another name.
        choice: what comes of it: ``play``, ``resume``, ``rematch``, ``other``, ``bye`` or
            ``back`` (nobody is named anew, nobody comes in), or ``overrule``.
        review: the verdict that is contested: ``seat`` and ``ok`` (`reviews`).
    """

    phase: str = "blank"
    accent: str = ""
    game: str = ""
    names: tuple[Seat, ...] = ()
    heard: tuple[Mapping[str, Json], ...] = ()
    doubted: str = ""
    like: str = ""
    refused: int = 0
    named: bool = False
    renaming: Seat = ""
    length: str = ""
    rounds: int = 0
    tested: tuple[Seat, ...] = ()
    asked_resume: bool = False
    asked_same: bool = False
    choice: str = ""
    review: Mapping[str, Json] = field(default_factory=dict)

    @property
    def untested(self) -> Seat | None:
        """The next seat that has not tried the microphone."""
        return next((seat for seat in self.names if seat not in self.tested), None)


def apply_event(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    """Return the state after one event; raise ValueError for one of another game."""
    do = _APPLY.get(event.kind)
    if do is None:
        raise ValueError(f"event {event.kind!r} is of another game")
    after = do(asked, state, event)
    return replace(after, phase=_phase(asked, after))


def _phase(asked: Asked, state: WelcomeState) -> str:
    """Return the first thing that is still to be asked."""
    if state.choice and state.choice != "other":
        return "over"
    if asked.start == "after" and not state.choice:
        return "after"
    if asked.unfinished and not state.asked_resume and asked.start == "greet":
        return "resume"
    if asked.accents and not state.accent:
        return "voice"
    if asked.last and not (state.asked_same or state.game) and asked.start == "greet":
        return "same"
    if not state.game and not asked.one_name:
        return "game"
    if not state.named or state.renaming:
        return "alike" if state.like else "spell" if state.doubted else "name"
    if asked.one_name:
        return "over"
    if not state.length and len(state.names) > 1:
        return "length"
    if asked.microphone and asked.start == "greet" and state.untested is not None:
        return "mic"
    return "over"


def _began(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    names = tuple(name for name in event["names"] if name not in asked.away)
    # A seat that is named anew has its old name still: it counts for what sounds alike.
    named = bool(names) and not asked.one_name
    return replace(state, game=asked.game, names=names, named=named)


def _resume_chosen(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    choice = "resume" if event["yes"] else ""
    return replace(state, asked_resume=True, choice=choice)


def _same_chosen(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    if not event["yes"]:
        return replace(state, asked_same=True)
    last = asked.last
    return replace(
        state,
        asked_same=True,
        game=str(last["game"]),
        names=tuple(last["players"]),
        named=True,
        length=str(last.get("length") or "short"),
    )


def _accent_chosen(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, accent=event["accent"])


def _game_chosen(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    after = replace(state, game=event["game"])
    alone = state.choice == "other" and len(state.names) == 1
    if state.named and (alone or not asked.fits(after.game, after.names)):
        # So many cannot play that game, or somebody may have come: who plays is asked.
        return replace(after, names=(), named=False)
    return after


def _name_told(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    names = (*state.names, event["name"])
    if state.renaming:
        names = tuple(event["name"] if n == state.renaming else n for n in state.names)
    return replace(
        state,
        names=names,
        named=state.named or asked.one_name,
        renaming="",
        doubted="",
        like="",
        refused=0,
        heard=(),
    )


def _rename_wished(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, renaming=event["seat"], doubted="", like="", refused=0)


def _seat_back(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    here = {*state.names, event["seat"]}
    return replace(state, names=tuple(name for name in asked.names if name in here))


def _name_kept(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, renaming="", doubted="", like="", refused=0, heard=())


def _name_doubted(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, doubted=event["name"], like="", heard=tuple(event["rest"]))


def _name_refused(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, doubted="", refused=state.refused + 1)


def _name_alike(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    rest = tuple(event["rest"])
    return replace(state, doubted=event["name"], like=event["like"], heard=rest)


def _name_dropped(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, doubted="", like="", refused=0, heard=())


def _name_missing(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, doubted="", like="", heard=tuple(event["rest"]))


def _names_done(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, named=True)


def _length_chosen(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, length=event["length"], rounds=event["rounds"])


def _mic_tested(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    return replace(state, tested=(*state.tested, event["seat"]))


def _after_chosen(asked: Asked, state: WelcomeState, event: Event) -> WelcomeState:
    what = event["what"]
    if what == "overrule":
        return replace(state, choice=what, review={"seat": event["seat"], "ok": event["ok"]})
    # Another game may be of another length; the same one is played again as it was.
    return replace(state, choice=what, game="" if what == "other" else state.game)


_APPLY: Mapping[str, Callable[[Asked, WelcomeState, Event], WelcomeState]] = {
    "welcome_began": _began,
    "resume_chosen": _resume_chosen,
    "same_chosen": _same_chosen,
    "accent_chosen": _accent_chosen,
    "game_chosen": _game_chosen,
    "name_told": _name_told,
    "name_doubted": _name_doubted,
    "name_refused": _name_refused,
    "name_alike": _name_alike,
    "name_missing": _name_missing,
    "names_left_out": lambda asked, state, event: state,
    "rename_wished": _rename_wished,
    "name_kept": _name_kept,
    "name_dropped": _name_dropped,
    "seat_back": _seat_back,
    "names_done": _names_done,
    "length_chosen": _length_chosen,
    "mic_tested": _mic_tested,
    "after_chosen": _after_chosen,
}
