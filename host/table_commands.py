"""Commands at a table: pause, repeat, undo, help and the rest, in every state of a game."""

from __future__ import annotations

from host.ears.base import Heard, hear_again
from host.engine.game import Move, Seat
from host.mouth.tuned import Tunable
from host.table_manners import change
from host.table_mending import MendingAtTable
from host.table_parts import Pending
from host.telling.base import Replay, Say, Tone
from host.telling.welcome import GAME_NAMES
from host.understanding.choosing import QUERIES
from host.understanding.interpret import Act
from host.understanding.text import normalise

PAUSE_REMARK_EVERY_S = 20.0
"""During a pause the host says at most this often that it is one: people talk meanwhile."""

SILENCING = frozenset({"cmd_repeat", "cmd_pause", "cmd_stop", "cmd_help"})
"""Commands that cut the host's own line short."""

UNDOING = frozenset({"cmd_undo", "cmd_not_me", "cmd_was"})
"""Commands that take the last act back."""

WHILE_REPLAYED = frozenset({"cmd_pause", "cmd_stop", "cmd_help", "cmd_end", "cmd_keep"})
"""Commands that are taken while a recording is played back."""

DECIDING = UNDOING | {"cmd_leave", "cmd_back", "cmd_end", "cmd_keep"}
"""Commands that change the game or ask whether to: an open yes-or-no question ends with them."""

WHILE_PAUSED = frozenset(
    {"cmd_resume", "cmd_help", "cmd_pause", "cmd_end", "cmd_keep", "cmd_score"}
)
"""What is heard during a pause."""

QUESTIONS = QUERIES | {"cmd_correct"}
"""Commands that change nothing and tell no secret: whoever asks them is answered, also where
another is asked (D3 keeps the host's name for those that do something)."""

FREE_COMMANDS = frozenset(
    {
        "cmd_pause",
        "cmd_resume",
        "cmd_stop",
        "cmd_undo",
        "cmd_not_me",
        "cmd_was",
        "cmd_leave",
        "cmd_back",
        "cmd_keep",
        "cmd_hand",
        "cmd_phone",
        "cmd_protest",
    }
)
"""Commands that need no name of the host even out of turn: they remedy, they stop (or ask
whether to), they are about one's own hand, or they tell who is at the table.

In a call's window they wait until it closes, as all others do (D10)."""


class CommandsAtTable(MendingAtTable):
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
                    self._paused_told, self._paused_wait = heard.offset, PAUSE_REMARK_EVERY_S
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
            case "cmd_end" | "cmd_keep":
                kept = act.act == "cmd_keep" and act.act in self._services
                self._pending = Pending("end", act if kept else None, who, heard)
                self._put_pending()
            case "cmd_leave":
                self._move(leaving(act, who))
            case "cmd_back":
                self._back(act, who, heard)
            case "cmd_what_i_said":
                seat = who or ""
                self._host.utter([Replay(seat, Say("common-nothing-kept"))])
                self._ask(again=True)
            case "cmd_protest":
                self._appeal(act.who or heard.speaker)
                self._ask(again=True)
            case "cmd_term":
                game = str(act.args.get("game") or self.session.game.name)
                here = game == self.session.game.name
                where = [] if here else [Say("common-term-elsewhere", {"game": GAME_NAMES[game]})]
                self._host.utter([*where, Say(f"{game}-term-{act.args['term']}")])
                if not self._paused:
                    self._ask(again=True)
            case "cmd_thinking":
                self._host.utter([Say("common-thinking", {"who": who or ""})])
            case "cmd_where":
                self._host.utter(self._teller.where_we_are(self.session.state))
                self._ask(again=True)
            case "cmd_yes" | "cmd_no":
                expectation = self.session.expectation
                if expectation.asked is None and not expectation.anyone:
                    self._host.utter([Say("common-nothing-asked")])
                    self._ask(again=True)
                else:
                    # «¿Sirve alguna?» «Sí»: which one is what is missing.
                    self._host.utter([Say("common-yes-or-no-is-none")])
                    self._ask(missed=True)
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

    def _back(self, act: Act, who: Seat | None, heard: Heard) -> None:
        """Let a seat come back; «ya volví» in a voice that is nobody's is whose who is away."""
        away = self._away() if act.who is None and heard.speaker is None else []
        if act.args.get("seat") or not away:
            self._move(leaving(act, who))
        elif len(away) == 1:
            self._move(leaving(act, away[0]))
        else:
            names = self._lines.options(away)
            self._host.utter([Say("common-who-is-back", {"names": names, "example": away[0]})])
            self._ask(again=True)

    def _away(self) -> list[Seat]:
        """Return who may come back, in order of seats."""
        options = [o for o in self.session.expectation.options if o.act == "back"]
        if options:
            return [str(seat) for seat in options[0].slots["seat"]]
        away = getattr(self.session.state, "away", ())
        return [seat for seat in self._seats if seat in away]

    def _appeal(self, who: Seat | None) -> None:
        """Hear what was judged once more by the second ear, and tell both readings (D9).

        The verdict is not changed by it: the table decides, by «pregunta mala».
        """
        state = self.session.state
        judged = self._teller.appealable(state, who)
        kept = {seat: self._recordings[seat] for seat in judged if seat in self._recordings}
        if kept:
            self._host.utter([Tone("heard")])  # a slow second ear is no silence
        for seat, first in judged.items():
            second = hear_again(self.room, kept[seat]) if seat in kept else ""
            if second:
                self._host.utter([Say("common-appeal-again")])
            told = {"who": seat, "first": first.strip(" ."), "second": second.strip(" .")}
            if not second:
                self._host.utter([Say("common-appeal-once", told)])
            elif normalise(first) == normalise(second):
                self._host.utter([Say("common-appeal-same", told)])
            else:
                self._host.utter([Say("common-appeal-both", told)])
                if self._teller.would_be_right(state, second):
                    self._host.utter([Say("common-appeal-right", {"who": seat})])
        self._host.utter(self._teller.query(state, "cmd_protest", {}) or [Say("common-not-here")])


def leaving(act: Act, who: Seat | None) -> Move:
    """Return the move of a seat that leaves or comes back: the one that is named, else `who`."""
    return Move(act.act.removeprefix("cmd_"), who or "", {"seat": act.args.get("seat") or who})
