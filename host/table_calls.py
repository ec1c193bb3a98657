"""What a table does about calls: hears them, opens windows, holds back what must wait (D10).

`host.calls` keeps the windows and the referee; this is the part of `host.table.Table` that
feeds them with what was heard and tells the game what they found.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from host.calls import (
    OWED,
    SETTLES,
    TURN_ENDS,
    VERDICT_ACTS,
    Calling,
    EarlyCall,
    Ruling,
    Windows,
)
from host.ears.base import Heard
from host.engine.game import Event, Move, Seat
from host.engine.inputs import Voice as Stretch
from host.engine.session import Act
from host.table_core import TableCore
from host.table_parts import LONGEST_PATIENCE
from host.telling.base import Say, Tone
from host.two_readings import reading_of
from host.understanding.calls import CallHeard
from host.understanding.interpret import Meant, Nothing

REPLAY_PAUSE_S = 0.15
"""Quiet kept around a player's own recording when it is played back, in seconds."""

MOST_REPLAYED_S = 10.0
"""Of a window without a call the last so many seconds are played back."""

LEAST_PROOF = 0.5
"""Words of which an ear is less sure prove no absence of a call. Of 57 calls in Kokoro's voices,
clean and in babble, Whisper wrote one as quite other words («¡Usa bien, hija!»), at 0.37; of 57
other short utterances it wrote those that it got right at 0.49 to 0.87."""


class CallsAtTable(TableCore):
    """The part of a table that deals with calls."""

    def _begin_calls(self) -> None:
        """Set up: no window is open and nothing is held back."""
        game = self.session.game
        self._calling = game if isinstance(game, Calling) and game.call else None
        self._windows = Windows(self.room.uncertainty_s)
        self._held: deque[Heard] = deque()
        self._early: dict[Seat, EarlyCall] = {}
        self._early_before: dict[int, dict[Seat, EarlyCall]] = {}
        self._perhaps: set[Seat] = set()
        self._in_a_breath: EarlyCall | None = None
        self._ruling = 0
        self._missed: Seat | None = None
        self._own_calls: dict[float, Seat] = {}

    def call_in(self, words: str) -> CallHeard | None:
        """Return the call that `words` would hold if they were said now."""
        if self._calling is None:
            return None
        return self._interpreter.call_in(words, self.session.expectation)

    def _called(self, heard: Heard) -> Heard | None:
        """Take the call out of what was heard; return the rest, or None if there is none."""
        assert self._calling is not None
        if not heard.words.strip():
            self._loud(heard)
            self._rule(self._windows.take(Stretch(heard.onset, heard.offset, False), self.room.now))
            return None if self._windows.open else heard
        found = self._call_in(heard)
        if found is None:
            if self._may_have_called(heard):
                voice = Stretch(heard.onset, heard.offset, False)
                self._rule(self._windows.take(voice, self.room.now))
            return None if self._loud(heard) else heard
        if not found.sure:
            # It may have been one: no proof of absence, and no call either.
            self._rule(self._windows.take(Stretch(heard.onset, heard.offset, False), self.room.now))
            return heard
        who = self._whose(heard, found)
        if heard.speaker is not None and who != heard.speaker:
            return None  # «Luis, ¡sapiencia!»: somebody is reminded
        if heard.speaker is not None:
            self._own_calls[heard.onset] = heard.speaker
        self._note(heard, who, (f"call {found.name}",), "call")
        asked = who or self._missed
        if self._windows.owed:
            asked = next((c.who for c in self.session.expectation.calls), None)
        recording = self.room.recording(heard.onset - REPLAY_PAUSE_S, heard.offset)
        if asked is not None and recording is not None:
            self._recordings[asked] = recording
        if found.rest:
            # Whoever acts in the same breath has called, whomever else it may have served.
            own = heard.speaker is not None
            call = EarlyCall("", heard.onset, heard.onset_uncertainty, found.name, own)
            self._in_a_breath = call
        rest = replace(heard, words=found.rest, also=()) if found.rest else None
        owed = self._owing if self._windows.owed else set()
        self._perhaps |= self._whose_else(who, heard) - owed
        if self._doubting and rest is None and who in (None, self._doubted):
            # The table has just been asked whether it was called: a slow ear brings the answer.
            self._move(Move("did_call", who or "", {}, heard.onset, heard.onset_uncertainty))
            return None
        window = self._windows.open
        self._rule(self._windows.call(who, heard.onset, heard.onset_uncertainty, found.name))
        if not window and not self._doubting:
            self._without_window(who, heard, found)
        elif who is not None and who not in owed:
            self._keep_if_it_may_count(who, heard, silent=True)
        return rest

    def _whose(self, heard: Heard, found: CallHeard) -> Seat | None:
        """Return whose a call is: the speaker's, or that of the seat which is named with it.

        «Ana, ¡sapiencia!» in a voice that nobody knows may be shouted at Ana: it is hers only if
        she has something to call for, and «Luis, ¡sapiencia!» of Eva's is no call at all.
        """
        named = found.who
        if heard.speaker is not None:
            return named or heard.speaker
        assert self._calling is not None
        if named is None or named in self._owing:
            return named
        may = not self._owing and self._calling.may_owe(self.session.state, named)
        return named if may else None

    @property
    def _owing(self) -> set[Seat]:
        """Who owes a call."""
        return {call.who for call in self.session.expectation.calls}

    @property
    def _doubting(self) -> bool:
        """True while the table is asked whether a call was made."""
        return any(o.act == "did_call" for o in self.session.expectation.options)

    @property
    def _doubted(self) -> Seat | None:
        """The seat of which it is asked."""
        return self.session.expectation.args.get("seat")

    def _whose_else(self, who: Seat | None, heard: Heard) -> set[Seat]:
        """Return who may have made a nameless call, besides whom it serves (D12).

        Who has been asked since, and the talker, whose turn lasts all the round (A16): should
        they fall to one card, they are asked about it and not punished.
        """
        assert self._calling is not None
        if who is not None:
            return set()
        state, asked = self.session.state, self._speaker()
        late = self.session.expectation.phase == SETTLES or not self._too_early(heard)
        return {
            seat
            for seat in self._seats
            if self._calling.may_owe(state, seat) and (seat != asked or late)
        }

    def _call_in(self, heard: Heard) -> CallHeard | None:
        """Return the call that either ear heard, one that is sure rather than a doubtful one.

        The phrase that all texts together come nearest to, and not surely, is no call by itself:
        the nearest of a few phrases may still be far from what was said.
        """
        if heard.press is not None:
            name = str(heard.press.args.get("call"))
            return CallHeard(name, heard.speaker, "", True) if heard.press.act == "call" else None
        nearest = heard.words if heard.written and not heard.sure else ""
        calls = [
            replace(found, sure=found.sure and (words != nearest or words in heard.written))
            for words in (heard.words, *heard.also)
            if (found := self._interpreter.call_in(words, self.session.expectation)) is not None
        ]
        return next((call for call in calls if call.sure), calls[0] if calls else None)

    def _may_have_called(self, heard: Heard) -> bool:
        """Tell whether words that are no call prove no absence either (design.md section 2).

        The word inside a sentence calls nothing (D12), but two may have spoken at once; and an
        ear that makes other words of a call makes few of them, or doubts them. What two ears
        heard alike was said, and what was typed is what it says.
        """
        if heard.press is not None or heard.typed:
            return False
        texts = (heard.words, *heard.also)
        readings = {words: self.read(words) for words in (*texts, *heard.written)}
        first, *others = heard.written or texts
        if any(
            self._interpreter.same_talk(first, words, (readings[first], readings[words]))
            for words in others
        ):
            return False
        return (
            not heard.sure
            or heard.confidence < LEAST_PROOF
            or any(self._interpreter.may_hold_call(words, read) for words, read in readings.items())
        )

    def _loud(self, heard: Heard) -> bool:
        """Take any voice in a window that is no move for the call, where a table allows it."""
        assert self._calling is not None
        quiet = heard.over_host or heard.press is not None
        if quiet or not (self._calling.loud_call and self._windows.owed):
            return False
        mine = heard.speaker in self._owing
        if heard.words.strip() and not mine and not isinstance(self.read(heard.words), Nothing):
            return False
        name = self._calling.call
        self._note(heard, heard.speaker, (f"call {name}",), "call")
        self._rule(self._windows.call(heard.speaker, heard.onset, heard.onset_uncertainty, name))
        return True

    def _without_window(self, who: Seat | None, heard: Heard, found: CallHeard) -> None:
        """Take a call that nothing calls for yet (A14, A19, D13).

        While a window's time runs a call that nobody owes is not answered, then or later: any
        word would tell whether one is owed in it (D10). Where none runs the count is told (A19);
        one that may still count for the act to come is answered in words that hold either way if
        it was typed, else by a short sound: the act follows in a breath, and nobody waits for it.
        """
        assert self._calling is not None
        asked = self._speaker()
        seat = who or asked
        if seat is not None and self._keep_if_it_may_count(seat, heard):
            if not found.rest:
                told = Say(f"{self.session.game.name}-call-early", {"who": seat})
                typed = heard.typed or heard.press is not None
                self._host.utter([told if typed else Tone("heard")])
            return
        in_turn = who is not None and who == asked
        false = Move("false_call", who or "", {"in_turn": in_turn}, heard.onset)
        refusal = self._move(false)
        if refusal is not None and not found.rest:
            # While the table decides something else: a shout is answered all the same.
            self._refused(refusal, false)

    def _keep_if_it_may_count(self, seat: Seat, heard: Heard, *, silent: bool = False) -> bool:
        """Keep a call of a seat whose act may still bring it one (A14); tell whether it may."""
        assert self._calling is not None
        if not self._calling.may_owe(self.session.state, seat):
            return False
        own, name = heard.speaker is not None, self._calling.call
        call = EarlyCall(seat, heard.onset, heard.onset_uncertainty, name, own, silent)
        self._keep_early(call)
        return True

    def _keep_early(self, call: EarlyCall) -> None:
        """Let a call count for what its seat's turn still brings, on another day as well."""
        self._early[call.who] = call
        self.session.journal.write("note", self.room.now, {"early_call": call.who})

    def _calls_in(self, undone: Sequence[Act]) -> list[EarlyCall]:
        """Return the calls that were made in acts that have been taken back (A14).

        Who plays another card instead, in the same turn, has said it already. A call that was
        borrowed (D12) was nobody's.
        """
        made: dict[Seat, float] = {}
        for event in (event for act in undone for event in act.events):
            if event.kind == "call_made":
                made[event["seat"]] = event["onset"] or 0.0
            elif event.kind == "call_borrowed":
                made.pop(event["seat"], None)
        name = self._calling.call if self._calling is not None else ""
        own = self._own_calls
        return [
            EarlyCall(seat, onset, 0.0, name, own.get(onset) == seat, True)
            for seat, onset in made.items()
        ]

    def _early_then(self, undone: Sequence[Act]) -> list[EarlyCall]:
        """Return the calls that counted before acts that have been taken back."""
        kept = [self._early_before[a.number] for a in undone if a.number in self._early_before]
        return [replace(c, silent=True) for calls in kept for c in calls.values()]

    def _early_again(self) -> None:
        """Take up the calls that an earlier sitting had noted and that still hold (A14)."""
        if self._calling is None:
            return
        seats: dict[Seat, None] = {}
        for record in self.session.journal.records:
            kind, data = record.data.get("kind"), record.data.get("data", {})
            if record.kind == "note" and "early_call" in record.data:
                seats[record.data["early_call"]] = None
            elif record.kind == "event" and kind == TURN_ENDS:
                seats.clear()
            elif record.kind == "event" and kind == OWED:
                seats.pop(data.get("seat", ""), None)
        now = self.room.now
        self._early = {s: EarlyCall(s, now, 0.0, self._calling.call) for s in seats}

    def _drop_early(self, events: Sequence[Event], move: Move) -> list[EarlyCall]:
        """Let go of the early calls that nothing can follow any more, and return them.

        A seat's turn ends with its own act, the talker's with the round; what others do, or take
        back, ends no turn but theirs.
        """
        assert self._calling is not None
        may = self._calling.may_owe

        def over(who: Seat) -> bool:
            own = move.who == who and not may(self.session.state, who)
            return own or any(event.kind == TURN_ENDS for event in events)

        for event in events:
            if event.kind == OWED:
                self._early.pop(event["seat"], None)  # it is judged now
        gone = [call for who, call in self._early.items() if over(who)]
        for call in gone:
            del self._early[call.who]
        self._perhaps = {who for who in self._perhaps if not over(who)}
        return [call for call in gone if not call.silent]

    def _rule(self, rulings: Sequence[Ruling]) -> None:
        """Tell the game what the referee found, and go on with what was held back."""
        self._ruling += 1
        for ruling in rulings:
            self._keep_what_was_heard(ruling)
            self._move(Move(ruling.act, ruling.who, ruling.args, ruling.onset or 0.0))
        self._ruling -= 1
        self._go_on()

    def _keep_what_was_heard(self, ruling: Ruling) -> None:
        """Keep the sound of a window in which no call was heard: «protesto» plays it."""
        self._missed = ruling.who if ruling.act == "call_missed" else None
        if ruling.act != "call_missed" or ruling.onset is not None or ruling.deadline is None:
            return
        seconds = min(ruling.grace or 0.0, MOST_REPLAYED_S)
        recording = self.room.recording(ruling.deadline - seconds, ruling.deadline + REPLAY_PAUSE_S)
        if recording is None:
            self._recordings.pop(ruling.who, None)
        else:
            self._recordings[ruling.who] = recording

    def _go_on(self) -> None:
        """Settle what waited for a window, then deal with what was said in it, in order."""
        if self._ruling:
            return  # the verdicts first; whoever brings them calls again
        while not self._windows.open and not self.done:
            if self.session.expectation.phase == SETTLES:
                if self._move(Move(SETTLES, "")) is not None:
                    return
            elif self._held and not self._paused and (heard := self._next_held()) is not None:
                self._held.remove(heard)
                self._understand(heard)
            else:
                return

    def _next_held(self) -> Heard | None:
        """Return what is dealt with next of what was said in a window, if anything is.

        While the table is asked whether a call was made, moves wait for the answer; who has
        said so before being asked («no lo dijo») need not repeat it. A mere «no» was no answer.
        """
        if not self._doubting:
            return self._held[0]
        for heard in self._held:
            reading = self.read(heard.words)
            acts = {act.act for act in reading.acts} if isinstance(reading, Meant) else {""}
            if acts <= {"did_call", "did_not_call"} and len(heard.words.split()) > 1:
                return heard
        return None

    def _at_once(self, heard: Heard) -> bool:
        """Tell whether something said in a window is dealt with before it closes.

        «Tertulia, pausa» stops its clock (D11), and an undo takes it away with its act; both
        sound the same whatever is owed. «Fue Luis» waits: it may be about a call (D12). The next
        player's act may end the window (A15).
        """
        assert self._calling is not None
        reading = self.read(heard.words) if heard.press is None else reading_of(heard, self.read)
        if not isinstance(reading, Meant):
            return False
        acts = {act.act for act in reading.acts}
        if acts <= {"cmd_undo"} or (reading.addressed and acts == {"cmd_pause"}):
            return True
        if self._calling.close_on_next_play and self._next_plays(heard, acts):
            self._rule(self._windows.next_play(heard.onset + heard.onset_uncertainty))
        return False

    def _next_plays(self, heard: Heard, acts: set[str]) -> bool:
        """Tell whether words are an act of whoever is asked next, once they have been asked."""
        return (
            acts <= {option.act for option in self.session.expectation.options}
            and heard.speaker in (None, self._speaker())
            and heard.speaker not in self._owing
            and not heard.over_host
            and not self._too_early(heard)
        )

    def _open_windows(self, events: Sequence[Event], move: Move, since: float) -> None:
        """Open the window that an accepted act brings, and settle an early call (A14, D10)."""
        assert self._calling is not None
        grace = self._patience.limit(self._calling.grace_s)
        opened = self.room.now
        if move.act not in VERDICT_ACTS:
            # What was held back is dealt with late: its turn had begun when it was said.
            opened = min(since, opened, move.onset or opened)
        self._early_before[self.session.acts[-1].number] = dict(self._early)
        owing = [str(e["seat"]) for e in events if e.kind == OWED]
        breath, may, state = self._in_a_breath, self._calling.may_owe, self.session.state
        said = breath is not None and move.who and breath.onset == move.onset
        if breath is not None and said and (move.who in owing or may(state, move.who)):
            self._early.setdefault(move.who, replace(breath, who=move.who, silent=True))
        perhaps = any(who in self._perhaps and who not in self._early for who in owing)
        rulings = self._windows.after(
            events,
            name=self._calling.call,
            opened=opened,
            grace_s=LONGEST_PATIENCE * self._calling.grace_s if grace is None else grace,
            early=self._early,
        )
        if perhaps:
            # A nameless call may have been theirs: that none was made cannot be proved.
            now = self.room.now
            rulings += self._windows.take(Stretch(now, now, False), now)
        gone = self._drop_early(events, move)
        if self._windows.open and self.idle:
            rulings += self._windows.said(self.room.now)
        self._rule(rulings)
        if gone and not self._windows.owed and move.act not in VERDICT_ACTS:
            for call in gone:
                self._move(Move("false_call", call.who, {"in_turn": False}, call.onset))

    def _call_just_made(self, since: float, who: Seat | None = None) -> str | None:
        """Return the id of a call made since the last player's act that may have been borrowed.

        A remark that began before the call, but waited for its window to close (D10), is not
        about it: who called in time does not lose the call for what was said before. Nor is one
        that was said after another act, though that has been undone; and a call of which the
        room knows who made it was lent by nobody (D12).

        Args:
            since: seconds at which the remark began.
            who: whom it names: «fue Luis» takes nothing from Luis.
        """
        undone = max(
            (r.data["act"] for r in self.session.journal.records if r.kind == "undone"), default=-1
        )
        for act in reversed(self.session.acts):
            if not act.follows:
                return None
            if act.act == "call_made":
                made = act.events[0]
                onset = made["onset"] or 0.0
                seat = made["seat"]
                # Who has called in their own voice since lost nothing by another's.
                own = any(w == seat and t >= onset for t, w in self._own_calls.items())
                if who == seat or own:
                    return None
                lent = onset < since and undone < act.number
                return str(made["id"]) if lent else None
        return None
