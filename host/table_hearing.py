"""What a table makes of what it hears, and what it does where it is not sure."""

from __future__ import annotations

from dataclasses import replace

from host.ears.base import Heard
from host.engine.game import Json, Move, Refusal
from host.table_acts import ActsAtTable
from host.table_commands import (
    DECIDING,
    SILENCING,
    UNDOING,
    WHILE_REPLAYED,
    leaving,
)
from host.table_core import plain
from host.table_parts import Pending
from host.telling.base import Say, Tone
from host.two_readings import YES_OR_NO, reading_of
from host.understanding.interpret import (
    Act,
    Meant,
    Nothing,
    Reading,
    UnknownName,
    Unsure,
)
from host.understanding.readings import is_answer

MOST_PUT_AGAIN = 2
"""A question whether to end, or to undo, is put again so often; then nothing comes of it."""

NOISE_REMARK_EVERY_S = 20.0
"""Voice of which nothing was made is remarked upon at most this often: kitchens are loud."""


class HearingAtTable(ActsAtTable):
    """The part of a table that listens."""

    def _hear(self, heard: Heard) -> None:
        """Deal with an utterance now, or once the window is closed in which it was said."""
        if not heard.final:
            self._partial(heard)
            return
        if heard.typed:
            # What is typed is meant, also while the host speaks: nobody types by accident.
            heard = replace(heard, over_host=False)
        self._write_down(heard)
        if self._is_replay(heard):
            self._note(heard, None, (), "echo")
            return
        self._quiet_since = max(self._quiet_since, heard.offset)
        last, self._last_heard = self._last_heard, heard
        self._together = (
            last is not None
            and None not in (last.speaker, heard.speaker)
            and last.speaker != heard.speaker
            and heard.onset < last.offset
        )
        called = self._called(heard) if self._calling is not None else heard
        if called is not None:
            if self._windows.open and not self._paused and not self._at_once(called):
                # D10: nothing is confirmed before the window has closed, whatever is owed.
                self._held.append(called)
                self._go_on()
            else:
                self._understand(called)

    def _write_down(self, heard: Heard) -> None:
        """Keep what was heard in the journal, whatever becomes of it."""
        data: dict[str, Json] = {
            "words": heard.words,
            "offset": round(heard.offset, 3),
            "uncertainty": round(heard.onset_uncertainty, 3),
            "confidence": round(heard.confidence, 3),
            "ear": heard.ear,
            "speaker": heard.speaker,
            "over_host": heard.over_host,
        }
        if heard.also:
            data["also"] = list(heard.also)
        self.session.journal.write("heard", heard.onset, data)

    def _is_replay(self, heard: Heard) -> bool:
        """Tell whether a recording that the host played back was heard (pitfalls E8).

        Its words are a player's, so the gate cannot know them; a command still counts.
        """
        if heard.speaker is not None or heard.typed:
            return False
        if not self._host.replayed(heard.onset, heard.offset):
            return False
        reading = self.read(heard.words, over_host=True)
        return not (
            isinstance(reading, Meant) and all(a.act in WHILE_REPLAYED for a in reading.acts)
        )

    def _partial(self, heard: Heard) -> None:
        """A partial may stop the host's voice, no more (design.md section 2)."""
        if self.idle or not heard.words.strip():
            return
        reading = self.read(heard.words, over_host=True)
        if isinstance(reading, Meant) and any(a.act in SILENCING for a in reading.acts):
            self.room.stop()

    def _understand(self, heard: Heard) -> None:
        """Deal with what was said, calls apart."""
        if not heard.words.strip():
            self._unintelligible(heard)
            return
        made, self._made = self._made, None
        if heard.press is None and not self._paused and self._insisted(heard, made):
            return
        in_pause = self._paused and self._pending is not None and self._pending.kind != "end"
        if self._pending is not None and not in_pause and self._answer_pending(heard):
            return
        reading = reading_of(heard, lambda words: self.read(words, over_host=heard.over_host))
        match reading:
            case Meant():
                self._meant(heard, reading)
            case UnknownName() if self._paused:
                self._in_pause(heard, addressed=True)
            case UnknownName():
                self._note(heard, heard.speaker, (f"{reading.act} {reading.name}",), "unknown name")
                self._refused(
                    Refusal("unknown_player", {"name": reading.name}, self._seats),
                    Move(reading.act, heard.speaker or self._speaker() or "", {}),
                )
            case Unsure():
                self._unsure(heard, reading)
            case Nothing():
                self._nothing(heard, reading.addressed)

    def _unsure(self, heard: Heard, reading: Unsure) -> None:
        """Ask one short question («¿Dijiste trece?»)."""
        if self._paused:
            self._in_pause(heard, addressed=reading.addressed)
            return
        acts = reading.seats or (reading.best,)
        if len(acts) > 1:
            # «Volvió la abuela»: of two grandmothers it is the one who is away.
            acts = tuple(act for act in acts if self._may_be(act, heard)) or acts
            if len(acts) == 1:
                self._meant(heard, Meant(acts, reading.addressed))
                return
        who = acts[0].who or heard.speaker or self._speaker()
        self._note(heard, who, (plain(acts[0]),), "unsure")
        self._pending = Pending("confirm", acts[0], who, heard, others=acts[1:])
        self._put_pending()

    def _may_be(self, act: Act, heard: Heard) -> bool:
        """Tell whether a seat may leave or come back now; of anything else it is not known."""
        if act.act not in ("cmd_leave", "cmd_back"):
            return True
        return not isinstance(self.session.foresee(leaving(act, heard.speaker)), Refusal)

    def _answer_pending(self, heard: Heard) -> bool:
        """Take a yes or a no to the host's own question; False if it was neither."""
        pending = self._pending
        assert pending is not None
        words_said = () if heard.press is not None else (heard.words, *heard.also)
        if heard.written:
            words_said = (heard.words,)  # what either ear made of it alone was weighed already
        said = [self._interpreter.confirmed_by(words) for words in words_said]
        yes, named = next((answer for answer in said if answer[0] is not None), (None, ()))
        put = pending.since
        if yes is not None and put is not None and heard.onset + heard.onset_uncertainty < put:
            # It was held back while a call's window was open, or heard late (D10).
            self._note(heard, heard.speaker, (), "ignored: before the question")
            return True
        if named and heard.speaker is None:
            # «Maruja: no»: a part of a name tells who answers, as the whole one does.
            heard = replace(heard, speaker=pending.who if pending.who in named else named[0])
        if yes is None:
            reading = self.read(heard.words, over_host=heard.over_host)
            if isinstance(reading, Meant) and {a.act for a in reading.acts} <= YES_OR_NO:
                # «Sí, incorrecto»: it was an answer, and not one to go by.
                self._note(heard, heard.speaker or pending.who, (), "nothing")
                self._put_pending()
                return True
            if heard.press is None and pending.kind != "confirm" and _says_nothing(reading):
                self._neither(heard, pending)
                return True
            meant = reading_of(heard, self.read) if heard.press is not None else reading
            self._let_go(pending, meant)
            return False
        if _is_anothers(heard, pending):
            # Who says that they go is asked themselves: nobody else sends them away.
            self._neither(heard, pending)
            return True
        self._pending = None
        self._note(heard, heard.speaker or pending.who, ("yes" if yes else "no",), "command")
        if pending.kind == "end":
            if yes and pending.act is not None:
                self._host.utter(self._services[pending.act.act](pending.who, {}))
            elif yes:
                self._move(Move("end", pending.who or "", {}, heard.onset, heard.onset_uncertainty))
            else:
                self._stays()
        elif pending.kind == "undo" and yes and pending.heard is not None:
            self._undo(Act("cmd_undo", {}, None, 100.0, ""), replace(pending.heard, speaker=None))
        elif not yes and pending.others:
            self._pending = replace(
                pending, act=pending.others[0], others=pending.others[1:], since=None
            )
            self._put_pending()
        elif yes and pending.act is not None and pending.heard is not None:
            self._act(pending.act, replace(pending.heard, speaker=pending.who), noted=True)
        else:
            line = "common-goes-on" if pending.kind in ("sure", "undo") else "common-say-again"
            other = self._other_who_may_leave(pending)
            self._host.utter([Say(line, {"who": pending.who or ""}), *other])
            self._ask(again=True)
        return True

    def _let_go(self, pending: Pending, reading: Reading) -> None:
        """End an open yes-or-no question at other words, which deal with it or are told so.

        A command that only asks, or a pause, leaves it open: it is put again after the answer.
        One that asks the same anew, and a question what was said, end without a word; so does
        the question whether to end where the game is to be kept instead.
        """
        acts = {act.act for act in reading.acts} if isinstance(reading, Meant) else set()
        if pending.kind == "confirm":
            self._pending = None
        elif acts and all(act.startswith("cmd_") and act not in DECIDING for act in acts):
            return
        elif self._paused or _asks_anew(pending, acts):
            self._pending = None
        else:
            self._drop_pending()

    def _other_who_may_leave(self, pending: Pending) -> list[Say]:
        """Tell how another seat leaves, where «me voy» was nobody's by name and not the asked's."""
        act, heard = pending.act, pending.heard
        if not _goes(pending) or act is None or act.who or heard is None or heard.speaker:
            return []
        other = next((seat for seat in self._seats if seat != pending.who), None)
        return [Say("common-leave-other", {"other": other})] if other else []

    def _neither(self, heard: Heard, pending: Pending) -> None:
        """Put a yes-or-no question again, at most twice; then tell that all stays as it was."""
        self._note(heard, heard.speaker, (), "nothing")
        if pending.again < MOST_PUT_AGAIN:
            self._pending = replace(pending, again=pending.again + 1)
            self._put_pending(again=True)
        else:
            self._pending = None
            self._stays()

    def _stays(self) -> None:
        """Tell that nothing came of a question whether to end: the game, or the pause, goes on."""
        if self._paused:
            self._host.utter([Say("common-paused-still")])
        else:
            self._host.utter([Say("common-goes-on")])
            self._ask(again=True)

    def _unintelligible(self, heard: Heard) -> None:
        """There was voice or noise and nothing was made of it: never taken for an answer."""
        self._note(heard, heard.speaker, (), "nothing")
        if self._paused or not self.idle:
            return
        if self._pending is not None:
            self._put_pending(again=True)
            return
        if heard.onset - self._last_noise >= NOISE_REMARK_EVERY_S:
            self._last_noise = heard.onset
            self._host.utter([Say("common-not-heard")])
            self._ask(missed=True)

    def _nothing(self, heard: Heard, addressed: bool) -> None:
        """Say that words were heard and not understood, where they may have been meant."""
        if self._paused:
            self._in_pause(heard, addressed=addressed)
            return
        if heard.over_host or self._too_early(heard):
            self._note(heard, heard.speaker, (), "nothing")
            self._host.utter([Say("common-overlap")])
            self._ask(again=True)
            return
        self._note(heard, heard.speaker, (), "nothing")
        expectation = self.session.expectation
        if expectation.asked is None and not expectation.anyone and not addressed:
            return  # talk at the table while nobody is asked
        self._host.utter([Tone("refused"), Say("common-not-understood")])
        self._ask(missed=True)


def _says_nothing(reading: Reading) -> bool:
    """Tell whether words are no move and no command: at most an answer, which is anything."""
    return is_answer(reading) or not isinstance(reading, Meant)


def _asks_anew(pending: Pending, acts: set[str]) -> bool:
    """Tell whether words ask what is being asked already («terminar», said twice)."""
    same = {"end": {"cmd_end", "cmd_keep"}, "undo": UNDOING}.get(pending.kind)
    return bool(acts) and acts <= (same or {pending.act.act if pending.act else ""})


def _goes(pending: Pending) -> bool:
    """Tell whether the question is to a seat that says it leaves («me voy»)."""
    act = pending.act
    return act is not None and act.act == "cmd_leave" and not act.args.get("seat")


def _is_anothers(heard: Heard, pending: Pending) -> bool:
    """Tell whether a yes or no to «Ana, ¿te vas?» is known to be of somebody else (D2)."""
    return _goes(pending) and heard.speaker not in (None, pending.who)
