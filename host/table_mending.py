"""How a table mends what was misheard: what is taken back, whose it was, what is said instead.

An undo takes back the last act and opens its question again (rules 4.1). What is said to mend
that question undoes nothing more: «no dije eso, dije tres» answers it, and «fue Maite» only
tells whose the words were that «no fui yo» took back (D2).
"""

from __future__ import annotations

from host.ears.base import Heard
from host.engine.game import Move, Refusal, Seat
from host.engine.session import Act as Done
from host.table_calls import CallsAtTable
from host.table_parts import JustMade, Pending
from host.telling.base import Say, Tone
from host.understanding.interpret import Act, Meant

DOUBT = "call_doubt"
"""The phase in which the table says whether a call was made."""


TOLD_OF = "trick"
"""The act that tells who won something, and the phase in which the table is to tell it."""


class MendingAtTable(CallsAtTable):
    """The part of a table that takes back and corrects."""

    def _undo(self, act: Act, heard: Heard, *, ask: bool = True) -> bool:
        """Take back the last act, or ask first if it was not theirs who wants it back.

        Args:
            ask: put the question again; False if what was said instead follows.

        Returns:
            Whether something was taken back.
        """
        beside = self._undo_first() if self._undo_first is not None else None
        self._undo_first = None
        if beside is not None:
            self._host.utter(beside)
            if ask and not self.done:
                self._ask(again=True)
            return True
        was = str(act.args.get("seat", "")) if act.act == "cmd_was" else None
        if was is not None and self._won_by(was, heard):
            return True
        since = heard.onset - heard.onset_uncertainty
        last = self.session.last_act
        called = self._call_just_made(since, was) if act.act != "cmd_undo" else None
        other = heard.speaker not in (None, last.who if last is not None else None)
        if called is not None and act.act == "cmd_not_me" and other and last is not None:
            # Whose call it was not is told by somebody else: it stays its owner's.
            self._host.utter([Say("common-stays", {"who": last.who})])
            if ask:
                self._ask(again=True)
            return False
        if called is not None and self._move(Move("call_borrowed", "", {"id": called})) is None:
            return True  # D12: «fue Luis» voids a call that was not its owner's
        if act.act != "cmd_undo" and self.session.expectation.phase == DOUBT:
            # Whose call it was is being asked; the act before it is nobody else's for that.
            self._host.utter([Tone("refused")])
            if ask:
                self._ask(again=True)
            return False
        if was is not None and self._said_whose(was, last):
            return False
        named = act.who or heard.speaker
        if last is not None and self._another(named, last) and self._own_mistake(act, heard):
            self._pending = Pending("undo", act, named, heard)
            self._put_pending()
            return False
        # What was said in answer to the undone act's next question answers nothing now; a call
        # that somebody made stays made.
        waiting = self._windows.forget()
        self._held.clear()
        before = list(self.session.acts)
        result = self.session.undo(self.room.now)
        if isinstance(result, Refusal):
            self.refusals.append(result.code)
            why = self._teller.query(self.session.state, "not_undone", {})
            self._host.utter([Tone("refused"), *(why or [Say("common-nothing-to-undo")])])
        else:
            gone = before[len(self.session.acts) :]
            for call in (*self._early_then(gone), *self._calls_in(gone), *waiting):
                # «No fui yo»: what was said in another's place was said by nobody knows whom.
                if call.own or act.act == "cmd_undo":
                    self._keep_early(call)
            self._tell_undone(act, result.act)
            self._reopened = self._manner.style.mending = True
            self._retracted = result.act.who if act.act == "cmd_not_me" else None
        if ask:
            self._ask(again=True)
        return not isinstance(result, Refusal)

    def _won_by(self, seat: Seat, heard: Heard) -> bool:
        """Take «no, fue Luis» behind a trick that was told: it is about who won it.

        Nobody is asked for a trick's winner, so that it matters to nobody who told it (D30). The
        same where an undo has opened that question again.
        """
        last, phase = self.session.last_act, self.session.expectation.phase
        if last is not None and last.act == TOLD_OF:
            if last.events[0].data.get("seat") == seat:
                self._host.utter([Say("common-stays", {"who": seat})])
                self._ask(again=True)
                return True
            if isinstance(self.session.undo(self.room.now), Refusal):
                return False
        elif not (self._reopened and phase == TOLD_OF):
            return False
        self._manner.style.mending = True
        self._move(Move(TOLD_OF, "", {"seat": seat}, heard.onset, heard.onset_uncertainty))
        return True

    def _said_whose(self, seat: Seat, last: Done | None) -> bool:
        """Take «fue Maite» where nothing is left to take back: it tells who spoke (D2)."""
        if self._retracted is None and (last is None or last.who != seat):
            return False
        self._host.utter([Say("common-was", {"who": seat})])
        self._ask(again=True)
        return True

    def _another(self, named: Seat | None, last: Done) -> bool:
        """Tell whether somebody who has acted before wants back what another did after."""
        if named is None or not last.who or last.who == named:
            return False
        return any(act.who == named for act in self.session.acts[-len(self._seats) :])

    def _own_mistake(self, act: Act, heard: Heard) -> bool:
        """Tell whether it is «me equivoqué», which is about one's own act; «deshacer» is not."""
        return act.act == "cmd_undo" and self._interpreter.own_mistake(heard.words)

    def _tell_undone(self, act: Act, done: Done) -> None:
        """Say whose act was taken back, and where that leads if the game had gone on."""
        whose = done.who or str(done.events[0].data.get("seat") or "")
        told = self._teller.query(
            self.session.state, "undone", {"who": whose, "kinds": [e.kind for e in done.events]}
        )
        if act.act != "cmd_undo" and done.who:
            self._host.utter([Say("common-not-you", {"who": done.who})])
        elif told is not None:
            self._host.utter(told)
        elif whose:
            self._host.utter([Say("common-undone", {"who": whose})])
        else:
            self._host.utter([Say("common-undone-last")])

    def _mended(self) -> None:
        """An act was accepted: the question that an undo had opened is answered."""
        self._reopened = self._manner.style.mending = False
        self._retracted = None

    def _answers_reopened(self, act: Act, heard: Heard) -> bool:
        """Tell whether a correction is about the question that an undo has just opened."""
        return self._reopened and (act.who or heard.speaker) in (None, self._speaker())

    def _insisted(self, heard: Heard, made: JustMade | None) -> bool:
        """Take «dije trece» right after an act, or after «¿Dijiste tres?», by its letter.

        Of the act that was just made it is the correction; where the game refuses it, the act
        stays and the reason is told.
        """
        pending = self._pending
        rest = self._interpreter.insisted(heard.words)
        if rest is None:
            last = self.session.last_act
            told = pending is None and last is not None and last.act == TOLD_OF
            other = self._interpreter.denied(heard.words) if told else None
            act = other and self._interpreter.move_in(other, self.session.expectation, TOLD_OF)
            seat = act.args.get("seat") if act else None
            return isinstance(seat, str) and self._won_by(seat, heard)
        if pending is not None:
            asked = pending.act
            if pending.kind != "confirm" or asked is None:
                return False
            act = self._interpreter.move_in(rest, self.session.expectation, asked.act)
            if act is None or act.args == asked.args:
                return False
            self._pending = None
            self._manner.style.mending = True
            self._meant(heard, Meant((act,)))
            return True
        if made is None or heard.speaker not in (None, made.who):
            return False
        last = self.session.last_act
        act = self._interpreter.move_in(rest, made.expectation, made.act)
        if last is None or last.number != made.number or act is None or act.args == made.args:
            return False
        move = Move(act.act, made.who, act.args)
        refusal = self.session.foresee(move, made.state)
        if isinstance(refusal, Refusal):
            self.refusals.append(refusal.code)
            self._note(heard, made.who, (act.text,), f"refused: {refusal.code}")
            why = self._teller.refuse(made.state, refusal, move)
            stays = Say("common-stays", {"who": made.who})
            self._host.utter([Tone("refused"), *why, stays])
            self._ask(again=True)
        else:
            self._meant(heard, Meant((Act("cmd_undo", {"then": rest}, None, 100.0, ""),)))
        return True
