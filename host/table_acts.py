"""What is done at a table once it is understood: moves, and commands in their turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from host.calls import VERDICT_ACTS
from host.ears.base import Heard
from host.engine.game import Event, Move, Refusal, Seat
from host.table_calls import REPLAY_PAUSE_S
from host.table_commands import (
    FREE_COMMANDS,
    PAUSE_REMARK_EVERY_S,
    QUESTIONS,
    UNDOING,
    WHILE_PAUSED,
    CommandsAtTable,
    leaving,
)
from host.table_core import plain
from host.table_parts import JustMade, Pending
from host.telling.base import Say
from host.two_readings import evidence
from host.understanding.interpret import Act, Meant


class ActsAtTable(CommandsAtTable):
    """The part of a table that takes acts from words to the game."""

    def _meant(self, heard: Heard, reading: Meant) -> None:
        """Do what was said, act by act, in the order of the words."""
        if self._paused and not any(a.act in WHILE_PAUSED for a in reading.acts):
            # Where an answer is due any words are one: then they may as well be talk.
            asks = reading.addressed or any(a.act != "answer" for a in reading.acts)
            self._in_pause(heard, tuple(map(plain, reading.acts)), addressed=asks)
            return
        self._reprompts = 0  # somebody is there
        later = False
        acts = reading.acts
        if acts[0].act in UNDOING and (acts[1:] or acts[0].args.get("then")):
            # «No dije eso, dije trece»: what is taken back is not asked again.
            self._note(heard, heard.speaker, (plain(acts[0]),), "command")
            if not self._answers_reopened(acts[0], heard):
                undone = self._undo(acts[0], heard, ask=False)
                if not undone:
                    if self._pending is None:
                        self._ask(again=True)
                    return
            # It is read by what may be said once the act is gone.
            words = acts[1].text if acts[1:] else str(acts[0].args["then"])
            then = self.read(words)
            literal = self._interpreter.move_in(words, self.session.expectation)
            if isinstance(then, Meant):
                acts, later = then.acts, True
            elif literal is not None:
                # It was said to mend a mishearing: it is taken by its letter, or refused.
                acts, later = (literal,), True
            else:
                self._host.utter([Say("common-not-understood")])
                self._ask(again=True)
                return
        for act in acts:
            self._act(act, heard, addressed=reading.addressed, later=later)
            if self.done:
                break

    def _act(
        self,
        act: Act,
        heard: Heard,
        *,
        addressed: bool = False,
        noted: bool = False,
        later: bool = False,
    ) -> None:
        """Do one act.

        Args:
            addressed: the host was called by its name.
            noted: whoever watches the table knows of it already.
            later: it corrects what the same breath took back.
        """
        asked = self._speaker()
        who = act.who or heard.speaker or asked
        if act.act == "cmd_same":
            same = self._same_as_before(who)
            if same is None:
                self._note(heard, who, (plain(act),), "command")
                self._host.utter([Say("common-same-as-what")])
                self._ask(again=True)
                return
            act = replace(same, who=act.who)
        words = (plain(act),)
        another = (
            asked is not None
            and heard.speaker != asked
            and not addressed
            and act.act not in FREE_COMMANDS
        )
        if another and self._together:
            # Two spoke at once: they are asked one after the other, and nobody is refused.
            self._note(heard, who, words, "ignored: two at once")
            self._host.utter([Say("common-one-at-a-time", {"first": asked, "then": who})])
            self._ask(again=True)
        elif another and heard.speaker is not None and act.act == "cmd_thinking":
            self._note(heard, who, words, "ignored: another is asked")
        elif act.act.startswith("cmd_"):
            if another and heard.speaker is not None and not noted and act.act not in QUESTIONS:
                self._note(heard, who, words, "refused: not_now")
                self.refusals.append("not_now")
                self._host.utter([Say("common-call-me-by-name", {"example": act.text})])
                self._ask(again=True)
                return
            if not noted and act.act == "cmd_leave" and self._leaving_is_asked(act, who):
                self._note(heard, who, words, "unsure")
                self._pending = Pending("sure", act, who, heard)
                self._put_pending()
                return
            if not noted:
                self._note(heard, who, words, "command")
            self._command(act, who, heard)
        elif self._too_early(heard) and act.who is None and not later:
            self._note(heard, None, words, "ignored: before the question")
            self._host.utter([Say("common-overlap")])
            self._ask(again=True)
        elif not noted and self._weighty(act):
            self._note(heard, who, words, "unsure")
            self._pending = Pending("sure", act, who, heard)
            self._put_pending()
        else:
            self._play(act, who or "", heard, noted=noted)

    def _same_as_before(self, who: Seat | None) -> Act | None:
        """Return «yo también» as the act that it stands for: what another has just done."""
        made = self._before
        done = next((act for act in reversed(self.session.acts) if not act.follows), None)
        if made is None or done is None or done.number != made.number or made.who == who:
            return None
        options = {option.act for option in self.session.expectation.options}
        if made.act == "same_as" or (made.act == "answer" and "answer" in options):
            return Act("same_as", {"target": made.who}, None, 100.0, "")
        # On a level there is room for two; the square is the other's.
        args = {key: value for key, value in made.args.items() if key != "place"}
        return Act(made.act, args, None, 100.0, "") if made.act in options else None

    def _in_pause(
        self, heard: Heard, acts: tuple[str, ...] = (), *, addressed: bool = False
    ) -> None:
        """Say that it is a pause and how to go on: to whoever asks the host, else rarely.

        What is typed is for the host. Of talk it is said at most every 20 s, and each time after
        twice as long: people talk in a pause.
        """
        self._note(heard, heard.speaker, acts, "ignored: paused")
        first = self._paused_wait == PAUSE_REMARK_EVERY_S
        asks = addressed or heard.typed or heard.press is not None
        if first or asks or heard.onset - self._paused_told >= self._paused_wait:
            if not asks or first:
                self._paused_wait *= 2.0
            self._paused_told = heard.offset
            self._host.utter([Say("common-paused-still")])

    def _play(self, act: Act, who: Seat, heard: Heard, *, noted: bool) -> None:
        """Make the move that an act is, and note what became of it."""
        move = Move(act.act, who, act.args, heard.onset, heard.onset_uncertainty)
        if act.act in ("answer", "rename"):
            # What two ears heard, or that nobody could mishear it: for whoever judges it.
            typed = {"typed": True} if heard.typed else {}
            move = replace(move, args={**move.args, **evidence(heard), **typed})
        completed = self.judge(move)
        before, expectation = self.session.state, self.session.expectation
        verdict = None if isinstance(completed, Refusal) else completed.args.get("verdict")
        result = self._move(move, heard)
        last = self.session.last_act
        if result is None and last is not None and last.who and last.act == act.act:
            self._made = JustMade(last.number, last.who, act.act, act.args, before, expectation)
            self._before = self._made
        if not noted:
            became = f"refused: {result.code}" if isinstance(result, Refusal) else "accepted"
            self._note(heard, who or None, (plain(act),), became, verdict)

    def _weighty(self, act: Act) -> bool:
        """Tell whether a move that is possible now undoes so much that it is confirmed first."""
        possible = any(o.act == act.act for o in self.session.expectation.options)
        return possible and self._again.weighty(act.act) is not None

    def _leaving_is_asked(self, act: Act, who: Seat | None) -> bool:
        """Tell whether a seat that leaves is asked about first, as the end of a game is (D3).

        «Me voy» that nobody is known to have said is taken for the asked player's, and may be
        another's. Not asked is what the host has just offered (D7), and what is refused anyway.
        """
        if self._offered is not None and act.args.get("seat") == self._offered:
            return False
        return not isinstance(self.session.foresee(leaving(act, who)), Refusal)

    def _too_early(self, heard: Heard) -> bool:
        """What was said before the question was put cannot be its answer.

        What was typed is not refused so: it is no echo, and on a screen the question may stand
        while the table still waits for a window to close.
        """
        if heard.speaker is not None or heard.press is not None or heard.typed:
            return False
        return self._ask_from is None or heard.onset + heard.onset_uncertainty < self._ask_from

    def _move(self, move: Move, heard: Heard | None = None) -> Refusal | None:
        """Make a move, tell what came of it and ask the next question.

        Returns:
            Why it does not count, or None; a verdict that comes too late is not told.
        """
        before = self.session.state
        completed = self._teller.complete(before, move)
        result: Sequence[Event] | Refusal
        if isinstance(completed, Refusal):
            result = completed
        else:
            follows = move.act in VERDICT_ACTS
            result = self.session.move(completed, self.room.now, follows=follows)
        if isinstance(result, Refusal):
            if move.act not in VERDICT_ACTS:
                self._refused(result, move)
            return result
        if move.act not in VERDICT_ACTS and self._teller.forgets(before, move):
            self._recordings.clear()
        if heard is not None and self._teller.keeps_recording(move):
            recording = self.room.recording(
                heard.onset - REPLAY_PAUSE_S, heard.offset + REPLAY_PAUSE_S
            )
            if recording is not None:
                self._recordings[move.who] = recording
        since = self._turn_since
        asked = self._asked
        self._tell(before, result)
        expectation = self.session.expectation
        if move.act not in VERDICT_ACTS:
            self._mended()
        if move.act not in VERDICT_ACTS or asked != (expectation.asked, expectation.phase):
            # Who was called before the verdict need not be called again.
            self._ask()
        if self._calling is not None:
            self._open_windows(result, move, since)
        return None
