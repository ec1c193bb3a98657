"""The first evening as a game of its own: voice, game, names, length, microphone (D1, D8).

It goes through the same session, journal, table and undo as the games, so repeat, help, pause
and «me equivoqué» work while the table is being laid. What comes out is a `Plan`. It knows no
language: names, and which of them sound alike, come with the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from host.engine.game import (
    Chance,
    Event,
    Expectation,
    Json,
    Move,
    Option,
    Refusal,
    fold,
)
from host.games.welcome_state import Asked, Start, WelcomeState, apply_event

__all__ = ["Asked", "Start", "Welcome", "WelcomeState", "rules_of"]

LENGTHS = ("short", "long")
"""Games are short or long (D8)."""

SHORT_ROUNDS = 5
"""Rounds of a short game of Sapiencia or Wizard."""

MOST_ROUNDS = 20
"""More rounds than this has no Wizard table (WIZ-5)."""

MOST_SPELLINGS = 3
"""After so many refused spellings a seat gets a name of the host's; it can be changed later."""

AFTERS = ("rematch", "other", "bye")
"""What may follow a game."""

Decision = list[Event] | Refusal


class Welcome:
    """The Game protocol for `WelcomeState`."""

    name = "welcome"

    def __init__(self, asked: Asked) -> None:
        """Take what is known before."""
        self.asked = asked

    # ------------------------------------------------------------------ the protocol

    def begin(self, chance: Chance) -> list[Event]:
        """Return the one event that opens the evening."""
        asked = self.asked
        began = Event("welcome_began", {"start": asked.start, "names": list(asked.names)})
        told = self._settle(fold(self, [began]), asked.told) if asked.told else []
        return [began, *told]

    def blank(self) -> WelcomeState:
        """Return the state before any event."""
        return WelcomeState()

    def apply(self, state: WelcomeState, event: Event) -> WelcomeState:
        """Return the state after one event; raise ValueError for one of another game."""
        return apply_event(self.asked, state, event)

    def expectation(self, state: WelcomeState) -> Expectation:
        """Return what may be said now; anybody may answer, save at the microphone."""
        expected = self._expected(state)
        if state.phase in ("blank", "over") or not state.names or self.asked.one_name:
            return expected
        # A name that was spelled wrong is put right at any time («Xabi se llama Xabier»).
        again = Option("rename", {"seat": state.names, "name": ()})
        return replace(expected, options=(*expected.options, again))

    def _expected(self, state: WelcomeState) -> Expectation:
        phase = state.phase
        args: dict[str, Json] = {"n": len(state.names)}
        match phase:
            case "resume" | "same":
                # Who would rather play something else may say so at once.
                games = Option("game", {"game": tuple(self.asked.limits)})
                return self._for_all(phase, Option("agree"), Option("decline"), games)
            case "spell":
                # Another name than the one that is spelled is as good as a no.
                instead = Option("answer")
                return self._for_all(phase, Option("agree"), Option("decline"), instead, args=args)
            case "voice":
                return self._for_all(phase, Option("accent", {"accent": self.asked.accents}))
            case "game":
                return self._for_all(phase, Option("game", {"game": tuple(self.asked.limits)}))
            case "name" | "alike":
                # «Nadie más» ends the names; where one name is asked for, it stays as it was.
                more = (
                    phase == "name" and not state.renaming and (state.names or self.asked.one_name)
                )
                options = [Option("no_more")] if more else []
                if phase == "alike":
                    # Whoever is there already may have been named twice.
                    options = [Option("no_more"), Option("same_one")]
                return Expectation(
                    phase, None, tuple(options), anyone=True, free_speech=True, args=args
                )
            case "length":
                options = [Option("length", {"length": LENGTHS})]
                if state.game == "wizard":
                    options.append(Option("length", {"n": tuple(range(1, MOST_ROUNDS + 1))}))
                return self._for_all(phase, *options)
            case "mic":
                return Expectation(phase, state.untested, (Option("hello"), Option("skip")))
            case "after":
                afters = [Option(after) for after in AFTERS]
                gone = tuple(s for s in self.asked.names if s not in state.names)
                if self.asked.away and gone:
                    afters.append(Option("back", {"seat": gone}))
                return self._for_all(phase, *afters, *self.asked.reviews)
        return Expectation(phase)

    def decide(self, state: WelcomeState, move: Move, chance: Chance) -> Decision:
        """Turn a move into events with all that follows, or say why it does not count."""
        allowed = {option.act for option in self.expectation(state).options}
        if move.act == "end" and state.phase not in ("blank", "over"):
            return self._left_off(state)
        if state.phase in ("name", "alike") and move.act == "names":
            return self._names(state, move)
        if state.phase == "spell" and move.act == "names":
            return self._instead(state, move)
        if move.act == "no_more" and self.asked.one_name and state.phase == "name":
            return self._left_off(state)
        if move.act in allowed and state.phase == "alike":
            return self._dropped(state, move)
        if move.act == "no_more" and state.phase == "name" and not self._enough(state):
            least = self.asked.limits[state.game][0]
            return Refusal("not_now", {"why": "few", "least": least})
        if move.act not in allowed:
            return Refusal("not_now", {"phase": state.phase}, tuple(sorted(allowed)))
        match move.act:
            case "agree" | "decline":
                return self._agreed(state, move.act == "agree")
            case "game" if state.phase in ("resume", "same"):
                chosen = self._chosen(move)
                if isinstance(chosen, Refusal):
                    return chosen
                return [Event(f"{state.phase}_chosen", {"yes": False}), *chosen]
            case "accent" | "game":
                return self._chosen(move)
            case "length":
                return self._length(state, move)
            case "no_more" if state.heard:
                return self._settle(state, state.heard)  # who was named besides is not forgotten
            case "no_more":
                return [Event("names_done", {"names": list(state.names)})]
            case "rename":
                return self._rename(state, move)
            case "back":
                return self._back(state, move)
            case "overrule":
                return self._review(move)
            case "rematch" if not self.asked.fits(state.game, state.names):
                least, most = self.asked.limits[state.game]
                if len(state.names) > most:
                    return Refusal("not_now", {"why": "many", "most": most})
                return Refusal("not_now", {"why": "few", "least": least})
            case "hello" | "skip":
                return [Event("mic_tested", {"seat": state.untested, "how": move.act})]
        return [Event("after_chosen", {"what": move.act})]

    def outcome(self, state: WelcomeState) -> dict[str, Json]:
        """Return how far the table is laid."""
        return {
            "game": state.game,
            "seats": list(state.names),
            "length": state.length,
            "accent": state.accent,
            "choice": state.choice,
            "turn": state.untested if state.phase == "mic" else None,
            "finished": state.phase == "over",
        }

    def undo_reaches(self, undone: Sequence[Event], since: Sequence[Event]) -> bool:
        """Everything said while the table is being laid may be taken back."""
        return True

    # ------------------------------------------------------------------ moves

    def _left_off(self, state: WelcomeState) -> Decision:
        """Leave: the evening before it began, or the name that was asked for in a game."""
        if state.renaming:
            return [Event("name_kept", {"name": state.renaming})]
        what = "back" if self.asked.one_name else "bye"
        return [Event("after_chosen", {"what": what})]

    def _dropped(self, state: WelcomeState, move: Move) -> Decision:
        """Let go of a name that sounds like one that is there, and go on (D1)."""
        if move.act == "rename":
            return self._rename(state, move)
        if state.renaming or self.asked.one_name:
            return self._left_off(state)
        dropped = Event("name_dropped", {"name": state.doubted})
        # Who was named behind it is not forgotten.
        return [dropped, *self._settle(fold(self, [dropped], state), state.heard)]

    def _rename(self, state: WelcomeState, move: Move) -> Decision:
        """Give a seat of this table another name; without one it is asked for."""
        seat = move.args.get("seat")
        if seat not in state.names:
            return Refusal("unknown_player", {"why": "nobody", "name": seat}, state.names)
        wish = Event("rename_wished", {"seat": seat})
        told = move.args.get("names")
        if not isinstance(told, list) or not told:
            return [wish]
        return [wish, *self._settle(fold(self, [wish], state), [dict(told[0])])]

    def _back(self, state: WelcomeState, move: Move) -> Decision:
        seat = move.args.get("seat")
        if seat not in self.asked.away or seat in state.names:
            return Refusal("already_done", {"name": seat})
        return [Event("seat_back", {"seat": seat})]

    def _review(self, move: Move) -> Decision:
        """Contest a verdict of the game that is over; whose it is may have to be asked."""
        ok = move.args.get("ok")
        meant = (o.slots for o in self.asked.reviews if ok in o.slots["ok"] and "seat" in o.slots)
        seats = tuple(seat for slots in meant for seat in slots["seat"])
        seat = move.args.get("seat") or (seats[0] if len(seats) == 1 else None)
        if seat not in seats:
            return Refusal("not_now", {"why": "whose", "ok": ok}, seats)
        return [Event("after_chosen", {"what": "overrule", "seat": seat, "ok": ok})]

    def _names(self, state: WelcomeState, move: Move) -> Decision:
        told = move.args.get("names")
        if not isinstance(told, list) or not told:
            why = "order" if move.args.get("order") else "no-name"
            return Refusal("wrong_value", {"why": why})
        one = self.asked.one_name or bool(state.renaming)
        room = 1 if one else self.asked.limits[state.game][1] - len(state.names)
        outside = [name["name"] for name in told[room:] if name.get("name")]
        events: list[Event] = []
        if outside:
            events = [Event("names_left_out", {"names": outside, "first": told[0].get("name")})]
        return [*events, *self._settle(state, [dict(name) for name in told[:room]])]

    def _instead(self, state: WelcomeState, move: Move) -> Decision:
        """Take one sure name for the one that is being spelled: «¿Es así?» «Leo»."""
        told = move.args.get("names")
        if not isinstance(told, list) or len(told) != 1 or not told[0].get("sure"):
            return Refusal("wrong_value", {"why": "spell"})
        return self._settle(state, [{**told[0], "confirmed": True}, *state.heard])

    def _settle(self, state: WelcomeState, told: Sequence[Mapping[str, Json]]) -> list[Event]:
        """Take names in order until one has to be asked about; what is behind it waits."""
        events: list[Event] = []
        taken = [*state.names, *self.asked.taken]
        for at, name in enumerate(told):
            rest = [dict(other) for other in told[at + 1 :]]
            if name.get("missing"):
                event = {"why": name["missing"], "words": name["words"], "rest": rest}
                return [*events, Event("name_missing", event)]
            if name.get("like") in taken:
                event = {"name": name["name"], "like": name["like"], "rest": rest}
                return [*events, Event("name_alike", event)]
            newcomer = self.asked.start == "join" and not name.get("confirmed")
            if newcomer or not name.get("sure"):
                # Talk at the table must not become a person: a newcomer is asked about.
                event = {"name": name["name"], "rest": rest, "sure": bool(name.get("sure"))}
                return [*events, Event("name_doubted", event)]
            events.append(Event("name_told", {"name": name["name"]}))
            taken.append(name["name"])
        if not state.renaming and self._full(state, len(events)):
            names = [*state.names, *(e["name"] for e in events)]
            events.append(Event("names_done", {"names": names}))
        return events

    def _agreed(self, state: WelcomeState, yes: bool) -> Decision:
        if state.phase != "spell":
            return [Event(f"{state.phase}_chosen", {"yes": yes})]
        if yes:
            sure = {"name": state.doubted, "sure": True, "confirmed": True}
            return self._settle(state, [sure, *state.heard])
        if state.refused + 1 < MOST_SPELLINGS:
            return [Event("name_refused", {"name": state.doubted})]
        # Nobody is kept spelling: the seat gets a name of the host's, which can be changed.
        spare = next(name for name in self.asked.spare if name not in state.names)
        return [
            Event("name_refused", {"name": state.doubted}),
            *self._settle(state, [{"name": spare, "sure": True, "confirmed": True}, *state.heard]),
        ]

    def _chosen(self, move: Move) -> Decision:
        value = move.args.get(move.act)
        known = self.asked.accents if move.act == "accent" else tuple(self.asked.limits)
        if value not in known:
            return Refusal("wrong_value", {move.act: value}, known)
        return [Event(f"{move.act}_chosen", {move.act: value})]

    def _length(self, state: WelcomeState, move: Move) -> Decision:
        length, rounds = move.args.get("length"), move.args.get("n")
        if length not in LENGTHS and not (
            state.game == "wizard" and type(rounds) is int and 1 <= rounds <= MOST_ROUNDS
        ):
            return Refusal("wrong_value", {"length": length}, LENGTHS)
        return [Event("length_chosen", {"length": length or "short", "rounds": rounds or 0})]

    # ------------------------------------------------------------------ what comes next

    def _enough(self, state: WelcomeState) -> bool:
        if self.asked.one_name or state.doubted:
            return False
        return len(state.names) >= self.asked.limits[state.game][0]

    def _full(self, state: WelcomeState, more: int) -> bool:
        if self.asked.one_name:
            return False  # one name is no order of a table
        return len(state.names) + more >= self.asked.limits[state.game][1]

    @staticmethod
    def _for_all(
        phase: str, *options: Option, args: Mapping[str, Json] | None = None
    ) -> Expectation:
        return Expectation(phase, None, options, anyone=True, args=args or {})


def rules_of(game: str, length: str, rounds: int = 0) -> dict[str, Json]:
    """Return the house rules of a short or a long game (D8)."""
    short = length == "short"
    match game:
        case "iknow":
            return {"target": 10 if short else 20}
        case "sapiencia":
            return {"end": "rounds", "end_after": SHORT_ROUNDS} if short else {}
        case "wizard":
            return {"rounds": rounds or SHORT_ROUNDS} if short else {}
    return {}
