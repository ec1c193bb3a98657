"""What the host says while the table is laid and when it is cleared (D1, D8)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from host.engine.game import Event, Expectation, Json, Move, Refusal, Seat
from host.games.welcome import SHORT_ROUNDS, Welcome, WelcomeState
from host.telling.base import Say, Tone, Unjudged, Utter, Words
from host.understanding.names import NameHeard, NameReader

GAME_NAMES = {"iknow": "iKNOW", "sapiencia": "Sapiencia", "wizard": "Wizard"}
"""Games as people write them, in every language."""

QUIZ_ROUND_S, QUIZ_SEAT_S = 40, 22
"""Seconds that a round of iKNOW takes, and each seat in it, compact."""

QUIZ_POINTS = 2.5
"""Points that the leader gains in a round of iKNOW."""

MINDS_SEAT_S, MINDS_ROUNDS = 16, 15
"""Seconds a seat and round of Sapiencia, and rounds of a whole game."""

BID_S, TRICK_S, WIZARD_ROUND_S = 5, 20, 40
"""Seconds that a bid, a trick and the rest of a round of Wizard take."""

WIZARD_CARDS = 60
"""Cards of Wizard's pack: so many among the seats is the number of rounds (WIZ-5)."""


_TOLD_AFTERS = frozenset({"rematch", "bye", "back", "overrule"})
"""What follows a game and is told in a line of its own, ``welcome-…``."""


@dataclass(frozen=True, slots=True)
class WelcomeTeller(Unjudged[WelcomeState]):
    """Speaks while the table is laid.

    Attributes:
        game: the game of laying it.
        words: the line files of the table's language.
        names: reads and spells names.
        first: what is said before the first question.
    """

    game: Welcome
    words: Words
    names: NameReader
    first: tuple[Utter, ...] = ()

    def opening(self, state: WelcomeState) -> list[Utter]:
        """Greet, if this is the beginning of an evening."""
        asked = self.game.asked
        # Without a microphone nobody is told to speak.
        line = "welcome-greeting" if asked.microphone else "welcome-greeting-typed"
        greeting = [Say(line)] if asked.start == "greet" else []
        return [*greeting, *self.first]

    def where_we_are(self, state: WelcomeState) -> list[Utter]:
        """Say nothing: laying the table is not gone on with another day."""
        return []

    def standing(self, state: WelcomeState) -> list[Utter]:
        """Say nothing: there are no points yet."""
        return []

    def tell(self, before: WelcomeState, event: Event, after: WelcomeState) -> list[Utter]:
        """Repeat what was understood, in as few words as there are."""
        said = self._tell(before, event, after)
        if after.phase == "over" and before.phase != "over":
            said += self._end(after)
        return said

    def _tell(self, before: WelcomeState, event: Event, after: WelcomeState) -> list[Utter]:
        match event.kind:
            case "accent_chosen":
                return [Say("welcome-accent", accent=str(event["accent"]))]
            case "resume_chosen" if event["yes"]:
                return [Say("welcome-resume")]
            case "game_chosen":
                return [Say("welcome-game", {"game": GAME_NAMES[event["game"]]})]
            case "name_told":
                name = event["name"]
                if name in self.game.asked.spare:
                    return [Say("welcome-spare", {"name": name})]
                start = "rename" if before.renaming else self.game.asked.start
                line = {"rename": "welcome-renamed", "join": "welcome-joins"}.get(start)
                return [Say(line or "welcome-name", {"name": name})]
            case "name_doubted":
                name = event["name"]
                if event.data.get("sure"):
                    return [Say("welcome-joins-sure", {"name": name})]
                return [Say("welcome-spell", {"name": name, "letters": self.names.spell(name)})]
            case "name_missing":
                return [Say(f"welcome-missing-{event['why']}", {"name": event["words"]})]
            case "names_left_out":
                return [self._left_out(event, before)]
            case "names_done":
                return [Say("welcome-names", {"names": self.words.join(after.names)})]
            case "length_chosen" if after.rounds:
                return [Say("welcome-length-rounds", {"rounds": after.rounds})]
            case "length_chosen":
                return [Say(f"welcome-length-{after.length}")]
            case "mic_tested":
                return [Tone("heard"), Say(f"welcome-mic-{event['how']}")]
            case "name_kept":
                return [Say("welcome-back")]
            case "seat_back":
                return [Say("welcome-seat-back", {"name": event["seat"]})]
            case "after_chosen" if event["what"] == "bye" and before.phase != "after":
                return [Say("welcome-leave")]
            case "after_chosen" if event["what"] in _TOLD_AFTERS:
                return [Say(f"welcome-{event['what']}")]
        return []

    def _left_out(self, event: Event, state: WelcomeState) -> Say:
        """Tell who was named and finds no room, or that names are taken one at a time."""
        if self.game.asked.start == "join":
            return Say("welcome-one-at-a-time-join", {"name": event["first"] or ""})
        if state.renaming or self.game.asked.one_name:
            return Say("welcome-one-at-a-time")
        most = self.game.asked.limits[state.game][1]
        names = self.words.join([str(name) for name in event["names"]])
        return Say("welcome-left-out", {"names": names, "most": most})

    def _end(self, state: WelcomeState) -> list[Utter]:
        """Say how to speak, once, before the first game of an evening."""
        if self.game.asked.start != "greet" or state.choice:
            return []
        how: list[Utter] = [Say("welcome-how")] if len(state.names) > 1 else []
        return [*how, Say("welcome-begin")]

    def ask(self, state: WelcomeState, expectation: Expectation) -> list[Utter]:
        """Put the question of the moment; asked again it comes with more help."""
        again = bool(expectation.args.get("again"))
        asked = self.game.asked
        match state.phase:
            case "resume":
                return [Say("welcome-ask-resume", self._party(asked.unfinished))]
            case "same":
                return [Say("welcome-ask-same", self._party(asked.last))]
            case "voice":
                samples = [Say(f"welcome-voice-{a}", accent=a) for a in asked.accents]
                return [*samples, Say("welcome-ask-voice")]
            case "game":
                help_: list[Utter] = [Say("welcome-games")] if again else []
                return [*help_, Say("welcome-ask-game")]
            case "name":
                return [self._ask_name(state)]
            case "spell":
                return [Say("welcome-ask-spell")]
            case "alike":
                return [Say("welcome-ask-alike", {"other": state.like})]
            case "length":
                short, long = self.minutes(state, "short"), self.minutes(state, "long")
                line = f"welcome-ask-length-{state.game}"
                return [Say(line, {"short": short, "long": long})]
            case "mic":
                first = "" if state.tested else "-first"
                return [Say(f"welcome-ask-mic{first}", {"who": expectation.asked or ""})]
            case "after":
                return [Say("welcome-ask-after")]
        return []

    def _ask_name(self, state: WelcomeState) -> Say:
        start = self.game.asked.start
        if state.refused:
            return Say("welcome-ask-name-again")
        if start == "rename" or state.renaming:
            who = state.renaming or state.names[0]
            return Say("welcome-ask-name-rename", {"who": who})
        if start == "join":
            return Say("welcome-ask-name-join")
        if not state.names:
            return Say("welcome-ask-name-first")
        more = len(state.names) >= max(2, self.game.asked.limits[state.game][0])
        line = "welcome-ask-name-more" if more else "welcome-ask-name-next"
        return Say(line, {"who": state.names[-1]})

    def _party(self, told: Mapping[str, Json]) -> dict[str, Json]:
        names = self.words.join([str(name) for name in told["players"]])
        return {"game": GAME_NAMES[str(told["game"])], "names": names}

    def minutes(self, state: WelcomeState, length: str) -> int:
        """Return about how many minutes a game takes, in fives (D8)."""
        seats, short = len(state.names), length == "short"
        match state.game:
            case "iknow":
                rounds = (10 if short else 20) / QUIZ_POINTS
                seconds = rounds * (QUIZ_ROUND_S + QUIZ_SEAT_S * seats)
            case "sapiencia":
                seconds = (SHORT_ROUNDS if short else MINDS_ROUNDS) * seats * MINDS_SEAT_S
            case _:
                whole = WIZARD_CARDS // max(3, seats)
                rounds = min(SHORT_ROUNDS, whole) if short else whole
                tricks = rounds * (rounds + 1) / 2
                seconds = rounds * (WIZARD_ROUND_S + BID_S * seats) + TRICK_S * tricks
        return max(5, 5 * math.ceil(seconds / 300))

    # ------------------------------------------------------------------ moves

    def complete(self, state: WelcomeState, move: Move) -> Move | Refusal:
        """Find the names in what was said, and which of them sound like another's."""
        if move.act == "rename":
            return self._rename(state, move)
        if move.act != "answer":
            return move
        said = str(move.args.get("said", ""))
        # Who is named anew may well be called nearly as before («Xabi», «Xabier»).
        old = state.renaming or (state.names[0] if self.game.asked.start == "rename" else "")
        typed = bool(move.args.get("typed"))
        # Of what two ears made of it, the one in which every name is sure.
        ways = [
            self._read(str(words), typed, old, state)
            for words in (said, *move.args.get("also", ()))
        ]
        held = [way for way in ways if way] or [[]]
        heard = next((way for way in held if all(name.sure for name in way)), held[0])
        known = [name for name in state.names if name != old]
        order = not heard and self.names.is_order(said, self._seats(state))
        if heard and not old and state.phase != "spell":
            heard = [*heard, *_waiting(state, heard)]
        told = self.names.told(heard, [*known, *self.game.asked.taken])
        return replace(move, act="names", args={"names": told, "order": order})

    def _seats(self, state: WelcomeState) -> tuple[Seat, ...]:
        """Return everybody whose name is known here."""
        return (*state.names, *self.game.asked.taken)

    def _read(self, words: str, typed: bool, old: Seat, state: WelcomeState) -> list[NameHeard]:
        """Return the names in words; of «Ana se llama Rosa» the new one, if Ana's is asked for."""
        seats = self._seats(state)
        sentence = self.names.sentence(words, seats)
        if sentence is None:
            return self.names.read(words, typed=typed, seats=seats)
        return self.names.read(sentence[1], typed=typed, seats=seats) if sentence[0] == old else []

    def _rename(self, state: WelcomeState, move: Move) -> Move:
        """Find the new name in «Xabi se llama Xabier»; nobody's seat is the last one named."""
        seat = str(move.args.get("seat") or state.names[-1])
        words, typed = str(move.args.get("name", "")), bool(move.args.get("typed"))
        others = [name for name in self._seats(state) if name != seat]
        heard = self.names.read(words, typed=typed, seats=self._seats(state))
        told = self.names.told(heard, others)
        return replace(move, args={"seat": seat, "names": told})

    def refuse(self, state: WelcomeState, refusal: Refusal, move: Move) -> list[Utter]:
        """Say why something does not count."""
        match refusal.args.get("why"):
            case "few":
                return [Say("welcome-refuse-few", {"least": refusal.args["least"]})]
            case "many":
                return [Say("welcome-refuse-many", {"most": refusal.args["most"]})]
            case "nobody":
                return [Say("welcome-refuse-nobody", {"name": refusal.args["name"]})]
            case "order":
                return [Say("welcome-refuse-order")]
            case "no-name":
                return [Say("welcome-refuse-no-name")]
            case "spell":
                return [Say("welcome-refuse-spell")]
            case "whose" if refusal.free:
                line = "iknow-refuse-whose" if refusal.args["ok"] else "iknow-refuse-whose-wrong"
                names = self.words.options([str(seat) for seat in refusal.free])
                return [Say(line, {"names": names, "example": str(refusal.free[0])})]
        return [Say("welcome-refuse-not-now")]

    def query(self, state: WelcomeState, act: str, args: Mapping[str, Json]) -> list[Utter] | None:
        """Answer what may be asked while the table is laid."""
        match act:
            case "cmd_repeat" | "cmd_repeat_question":
                return []
            case "cmd_rules":
                return [Say("welcome-rules")]
            case "cmd_how_long" if state.game and len(state.names) > 1:
                told = {key: self.minutes(state, key) for key in ("short", "long")}
                return [Say("welcome-query-minutes", told)]
            case "cmd_how_long":
                return [Say("welcome-query-length")]
            case "cmd_turn" if state.names:
                return [Say("welcome-query-names", {"names": self.words.join(state.names)})]
            case "cmd_score" | "cmd_turn":
                return [Say("welcome-query-none")]
        return None


def _waiting(state: WelcomeState, heard: Sequence[NameHeard]) -> list[NameHeard]:
    """Return who was named in the breath before, behind a name that had to be asked for.

    Who tells several names again has told them anew.
    """
    again = {name.name for name in heard} if len(heard) > 1 else set()
    return [
        NameHeard(
            str(name.get("name") or name.get("words") or ""),
            bool(name.get("sure", True)),
            name.get("missing", ""),
        )
        for name in state.heard
        if not again & {name.get("name")}
    ]
