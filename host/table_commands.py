"""Commands at a table: pause, repeat, undo, help and the rest, in every state of a game."""

from __future__ import annotations

from host.ears.base import Heard
from host.engine.game import Move, Refusal, Seat
from host.mouth.tuned import Tunable
from host.table_calls import CallsAtTable
from host.table_manners import change
from host.table_parts import Pending
from host.telling.base import Replay, Say, Tone
from host.understanding.interpret import Act

YES_OR_NO = frozenset({"cmd_yes", "cmd_no"})
"""Commands that answer a question of the host's own."""

SILENCING = frozenset({"cmd_repeat", "cmd_pause", "cmd_stop", "cmd_help"})
"""Commands that cut the host's own line short."""

UNDOING = frozenset({"cmd_undo", "cmd_not_me", "cmd_was"})
"""Commands that take the last act back."""

WHILE_REPLAYED = frozenset({"cmd_pause", "cmd_stop", "cmd_help", "cmd_end"})
"""Commands that are taken while a recording is played back."""

WHILE_PAUSED = frozenset({"cmd_resume", "cmd_help", "cmd_pause", "cmd_end", "cmd_score"})
"""What is heard during a pause."""

FREE_COMMANDS = frozenset(
    {
        "cmd_pause",
        "cmd_resume",
        "cmd_stop",
        "cmd_undo",
        "cmd_not_me",
        "cmd_was",
        "cmd_back",
        "cmd_hand",
        "cmd_phone",
    }
)
"""Commands that need no name of the host even out of turn: they remedy, they stop, or they
are about one's own hand."""


class CommandsAtTable(CallsAtTable):
    """The part of a table that does what it is told beside the game."""

    def _command(self, act: Act, who: Seat | None, heard: Heard) -> None:
        """Do what a command asks, or say why it does nothing here."""
        if act.act in SILENCING and not self.idle:
            self.room.stop()
        match act.act:
            case "cmd_stop":
                return
            case "cmd_pause":
                if not self._paused:
                    self._paused = True
                    # As early as it may have been: what is in doubt is the player's time.
                    self._rule(self._windows.pause(heard.onset - heard.onset_uncertainty))
                    self.session.journal.write("note", heard.onset, {"pause": True})
                self._host.utter([Say("common-paused")])
            case "cmd_resume":
                if self._paused:
                    self._paused = False
                    self.session.journal.write("note", heard.onset, {"pause": False})
                    self._quiet_since = heard.offset
                    self._rule(self._windows.resume(heard.offset))
                self._host.utter([Say("common-resumed")])
                self._ask(again=True)
                self._go_on()
            case "cmd_undo" | "cmd_not_me" | "cmd_was":
                self._undo(act, heard)
            case "cmd_help":
                self._host.utter(self._again.help(self.session.expectation, who or ""))
                if not self._paused:
                    self._ask(again=True)
            case "cmd_end":
                self._pending = Pending("end", None, who, heard)
                self._put_pending()
            case "cmd_leave" | "cmd_back":
                seat = act.args.get("seat") or who
                self._move(Move(act.act.removeprefix("cmd_"), who or "", {"seat": seat}))
            case "cmd_what_i_said":
                seat = who or ""
                self._host.utter([Replay(seat, Say("common-nothing-kept"))])
                self._ask(again=True)
            case "cmd_yes" | "cmd_no":
                self._host.utter([Say("common-nothing-asked")])
                self._ask(again=True)
            case command if command in self._services:
                self._host.utter(self._services[command](who, act.args))
                if not self._paused and not self.done:
                    self._ask(again=True)
            case _ if (changed := change(act.act, who, self._manner, self._patience)) is not None:
                self._patience = changed.patience or self._patience
                if changed.tuned and isinstance(self._voice, Tunable):
                    self._manner.tune(self._voice)
                if changed.note:
                    self.session.journal.write("note", heard.onset, {"manner": changed.note})
                self._host.utter(changed.said)
                if not self._paused:
                    self._ask(again=True)
            case _:
                answer = self._teller.query(self.session.state, act.act, {**act.args, "who": who})
                self._host.utter(answer if answer is not None else [Say("common-not-here")])
                if not self._paused:
                    self._ask(again=True)

    def _undo(self, act: Act, heard: Heard, *, ask: bool = True) -> bool:
        """Take back the last act; tell whether there was one."""
        since = heard.onset - heard.onset_uncertainty
        called = self._call_just_made(since) if act.act != "cmd_undo" else None
        if called is not None and self._move(Move("call_borrowed", "", {"id": called})) is None:
            return True  # D12: «fue Luis» voids a call that was not its owner's
        # What was said in answer to the undone act's next question answers nothing now.
        self._windows.forget()
        self._held.clear()
        self._early = None
        result = self.session.undo(self.room.now)
        if isinstance(result, Refusal):
            self.refusals.append(result.code)
            self._host.utter([Tone("refused"), Say("common-nothing-to-undo")])
        elif not result.act.who:
            self._host.utter([Say("common-undone-last")])
        elif act.act == "cmd_undo":
            self._host.utter([Say("common-undone", {"who": result.act.who})])
        else:
            self._host.utter([Say("common-not-you", {"who": result.act.who})])
        if ask:
            self._ask(again=True)
        return not isinstance(result, Refusal)
