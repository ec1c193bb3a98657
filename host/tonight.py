"""A whole evening in one room: the table is laid, a game is played, and then another.

One table follows the other; each has its own session and journal. What joins them is here: the
plan that laying the table gives, names that change, guests who come in, the rematch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from host.awards import Award, awards, score_line
from host.engine.game import Json, Move, Option, Seat
from host.engine.journal import Journal, Record, renamed
from host.engine.session import Session
from host.evening import Evening, open_evening
from host.games.welcome import Start, WelcomeState, rules_of
from host.house import House, Plan, Unfinished
from host.mouth.lines import Lines
from host.mouth.tuned import ACCENTS, Tunable
from host.opening import in_order
from host.opening.welcome import asked_for, open_box, open_names
from host.room.acoustics import earcons
from host.room.base import Closed, RoomEvent
from host.table import Table
from host.table_core import Service
from host.table_parts import Patience
from host.telling.base import Say, Utter
from host.understanding.interpret import Interpreter

ASIDE = "aside"
"""Why a table stops that is gone back to: somebody is given a name meanwhile."""

ANEW = "anew"
"""Why a table stops that is opened again at once: a name was changed back."""

KEPT = "kept"
"""Why a table stops that goes on another day: the table asked for it."""

OTHER = "other"
"""Why a game stops in which nothing was played: another is wanted."""


class Tonight:
    """An evening under way. `open` begins it; every event of the room goes to `take`.

    Attributes:
        table: the table that is played at now.
        evening: the game that is, or was last, played; None before the first.
        games: how many games have begun.
        done: True when the evening is over, and `done_why`: ``over``, ``kept``, or why the room
            closed.
    """

    def __init__(
        self, house: House, plan: Plan | None = None, unfinished: Unfinished | None = None
    ) -> None:
        """Prepare an evening.

        Args:
            plan: what is known already; whatever it leaves open is asked.
            unfinished: a game that may be gone on with.
        """
        self._house = house
        self._lines = Lines(house.language, region=house.manner.region)
        self._plan = plan or Plan()
        self._unfinished = unfinished
        self._declined = False
        self._joining: list[Seat] = []
        self._aside: tuple[Start, Seat] | None = None
        self._told: tuple[Mapping[str, Json], ...] = ()
        self._in_game = False
        self.evening: Evening | None = None
        self.games = 0
        self.awards: tuple[Award, ...] = ()
        self.done = False
        self.done_why = ""
        self._table: Table | None = None
        self._deck = house.deck

    @property
    def table(self) -> Table:
        """The table that is played at now."""
        assert self._table is not None, "open() comes first"
        return self._table

    @property
    def in_game(self) -> bool:
        """True while a game is played that could be gone on with another day.

        So it is while somebody is given a name in the middle of one.
        """
        return self._in_game or self._aside is not None

    # ------------------------------------------------------------------ the course of it

    def open(self, journal: Journal | None = None) -> None:
        """Begin: with the game if all is known, else with what has to be asked.

        Args:
            journal: the journal of the game that the plan goes on with.
        """
        if journal is not None:
            self._play(self._plan, journal)
        elif self._plan.game and self._plan.seats:
            self._play(self._plan)
        else:
            self._lay("greet")

    def take(self, event: RoomEvent) -> None:
        """Deal with one event of the room, and go on to the next table where one is over."""
        if self.done:
            return
        self.table.take(event)
        self._mark_declined()
        if isinstance(event, Closed):
            self.done, self.done_why = True, event.why
        elif self.table.done:
            self._go_on()

    def _mark_declined(self) -> None:
        """Keep at once that an unfinished game was declined: it is not offered again."""
        state, left = self.table.session.state, self._unfinished
        if left is None or self._declined or not isinstance(state, WelcomeState):
            return
        if state.asked_resume and state.choice != "resume":
            self._declined = True
            left.decline()

    def run(self) -> None:
        """Let the evening run until it is over or the room closes."""
        while not self.done:
            for event in self._house.room.step():
                self.take(event)

    def outcome(self) -> dict[str, Json]:
        """Return what came of the last game, and of the evening."""
        played = self.evening.outcome() if self.evening is not None else {}
        return {
            **played,
            "game": self._plan.game,
            "seats": list(self._plan.seats),
            "length": self._plan.length,
            "games": self.games,
            "awards": [{"kind": a.kind, "player": a.seat, "n": a.n} for a in self.awards],
        }

    def _go_on(self) -> None:
        state = self.table.session.state
        if self.table.done_why == ANEW:
            if self.table.idle:
                self._open_again()
        elif self.table.done_why == OTHER:
            if self.table.idle:
                self._lay("again")
        elif self.table.done_why == KEPT:
            if self.table.idle:
                self.done, self.done_why = True, KEPT
        elif self._aside is not None:
            if self.table.done_why == ASIDE:
                if self.table.idle:
                    self._lay(self._aside[0], self._aside[1])
            else:
                self._back_from_aside(state)
        elif self._in_game:
            self._over()
        else:
            self._laid(state)

    # ------------------------------------------------------------------ laying the table

    def _lay(
        self,
        start: Start,
        seat: Seat = "",
        first: Sequence[Utter] = (),
    ) -> None:
        """Open a table at which things are asked that are no game's.

        Args:
            seat: who gets another name.
            first: what is said before the first question.
        """
        house, plan, settings = self._house, self._plan, self._house.manner.settings
        spanish = house.language == "es" and isinstance(house.voice, Tunable)
        accents = tuple(ACCENTS) if house.accents and spanish and not settings["voice"] else ()
        greet = start == "greet"
        aside = start in ("rename", "join")
        behind = start in ("after", "again")
        here = self._at_the_table() if behind else plan.seats
        gone = self._gone() if behind else ()
        reviews = self._reviews() if start == "after" else ()
        named = [seat for option in reviews for seat in option.slots.get("seat", ())]
        told, self._told = self._told, ()
        last = dict(settings.last) if greet and not plan.game and not plan.seats else {}
        left = self._unfinished
        opened, book = open_box(
            asked_for(
                self._lines,
                start=start,
                game="" if start == "again" else plan.game,
                names=(seat,) if start == "rename" else () if start == "join" else here,
                accents=accents if greet else (),
                last=last if last.get("game") and last.get("players") else {},
                unfinished={"game": left.game, "players": left.seats} if left and greet else {},
                microphone=house.microphone,
                taken=[s for s in (*plan.seats, *self._joining) if s != seat] if aside else (),
                told=told if aside else (),
                away=gone,
                reviews=reviews,
            ),
            self._lines,
            tuple(first),
        )
        session: Session[Any] = Session(opened.game, Journal(), seed=house.seed)
        self._in_game = False
        self._table = Table(
            room=house.room,
            session=session,
            teller=opened.teller,
            interpreter=Interpreter(book, tuple(dict.fromkeys([*gone, *named]))),
            lines=self._lines,
            voice=house.voice,
            tones=earcons(),
            seats=plan.seats,
            patience=Patience.from_rules({"patience": settings["patience"], **house.rules}),
            observer=house.observer,
            manner=house.manner,
        )
        house.on_table(self._table, plan.seats)
        self._table.open({"game": "welcome", "start": start})

    def _laid(self, state: WelcomeState) -> None:
        """Do what was decided while the table was laid."""
        if state.accent:
            self._house.manner.choose_voice(state.accent)
            self._lines = Lines(self._house.language, region=self._house.manner.region)
        if state.choice == "bye":
            self.done, self.done_why = True, "over"
        elif state.choice == "resume" and self._unfinished is not None:
            left, self._unfinished = self._unfinished, None
            journal, records = left.open()
            self._deck = left.deck or self._deck
            self._plan = Plan(left.game, left.seats, resume=tuple(records))
            self._play(self._plan, journal)
        elif state.choice == "overrule":
            self._open_again(Move("overrule", "", state.review))
        elif state.choice == "rematch":
            assert self.evening is not None
            again = dict(self.evening.header["rules"])
            self._joining.clear()
            self._play(replace(self._plan, seats=state.names, resume=()), rules=again)
        else:
            seats = state.names
            self._joining.clear()
            length = state.length or "short"
            self._play(Plan(state.game, seats, length, state.rounds))

    def _at_the_table(self) -> tuple[Seat, ...]:
        """Return who sat at the last game, to the left, and behind them who came meanwhile."""
        return (*self._plan.seats, *(s for s in self._joining if s not in self._plan.seats))

    def _gone(self) -> tuple[Seat, ...]:
        """Return who left the last game and has not come back (D7)."""
        state = self.evening.session.state if self.evening is not None else None
        return tuple(getattr(state, "away", ()))

    def _reviews(self) -> tuple[Option, ...]:
        """Return what may still be said about a verdict of the game that is over (D9)."""
        if self.evening is None:
            return ()
        options = self.evening.session.expectation.options
        return tuple(option for option in options if option.act == "overrule")

    # ------------------------------------------------------------------ games

    def _play(
        self,
        plan: Plan,
        journal: Journal | None = None,
        rules: Mapping[str, Json] | None = None,
    ) -> None:
        """Open the game of a plan; a rematch has the rules of the game before."""
        house = self._house
        self._plan = plan
        self.games += 1
        for key, value in (
            ("game", plan.game),
            ("players", list(plan.seats)),
            ("length", plan.length),
        ):
            if value:
                house.manner.save(key, value, "last")
        book = journal or house.journal_of(plan.game)
        seats = plan.seats if plan.resume else in_order(plan.game, plan.seats)
        if rules is None:
            rules = {**rules_of(plan.game, plan.length, plan.rounds), **house.rules}
        self._open_game(book, seats, rules, dict(house.setup), plan.resume)

    def _open_game(
        self,
        book: Journal,
        seats: Sequence[Seat],
        rules: Mapping[str, Json],
        setup: Mapping[str, Json],
        records: Sequence[Record],
        then: Move | None = None,
        *,
        another_day: bool = True,
    ) -> None:
        house = self._house
        if records:
            header = records[0].data
            seats, rules, setup = header["seats"], header["rules"], header["setup"]
            deck = self._deck if header.get("deck") else None
        elif self._deck is not None and self._deck.game == self._plan.game:
            deck = self._deck
        else:
            deck = None
        self.evening = open_evening(
            game=self._plan.game,
            language=house.language,
            seats=seats,
            rules=rules,
            setup=setup,
            seed=house.seed + self.games - 1,
            where=house.where,
            room=house.room,
            voice=house.voice,
            journal=book,
            observer=house.observer,
            records=records,
            manner=house.manner,
            services={**self._own_services(), **house.services},
            deck=deck,
        )
        self._in_game = True
        self._table = self.evening.table
        house.on_table(self._table, tuple(seats))
        if then is not None:
            self._table.reopen_with(then)
        elif records:
            self._table.reopen(another_day=another_day)
        else:
            self._table.open(self.evening.header)

    def _over(self) -> None:
        """Tell what is to be told of a game, and ask what comes next."""
        assert self.evening is not None
        session = self.evening.session
        self.awards = awards(session.game.name, session.events())
        told: list[Utter] = [
            Say(f"award-{award.kind}", {"name": award.seat, "n": award.n}) for award in self.awards
        ]
        best = score_line(session.game.name, session.events(), self._house.manner.settings.best)
        if best is not None:
            told.append(Say(best.line, {"n": best.score, "best": best.best}))
            self._house.manner.save("iknow_solo", max(best.score, best.best), "best")
        written = self._house.on_over(self.evening, self.awards)
        if written:
            told.append(Say("tonight-summary", {"file": written}))
        self._lay("after", first=told)

    # ------------------------------------------------------------------ names and guests

    def _own_services(self) -> dict[str, Service]:
        return {
            "cmd_rename": self._rename,
            "cmd_join": self._join,
            "cmd_rematch": lambda who, args: [Say("tonight-rematch-later")],
            "cmd_other": self._other,
            "cmd_keep": self._keep,
        }

    def _keep(self, who: Seat | None, args: Mapping[str, Json]) -> Sequence[Say]:
        """Leave the game as it stands, for another day: its journal holds all of it."""
        self.table.done, self.table.done_why = True, KEPT
        return [Say("tonight-kept")]

    def _other(self, who: Seat | None, args: Mapping[str, Json]) -> Sequence[Say]:
        """Another game: at once where nothing was played yet, else when this one is over."""
        if len(self.table.session.acts) > 1:
            return [Say("tonight-other-later")]
        # It is over, so that nobody is asked another day whether to go on with it.
        self.table.session.move(Move("end", who or ""), self._house.room.now)
        self.table.done, self.table.done_why = True, OTHER
        return [Say("tonight-other")]

    def _rename(self, who: Seat | None, args: Mapping[str, Json]) -> Sequence[Say]:
        seat = str(args.get("seat") or who or "")
        words = str(args.get("name") or "")
        if words:
            names = open_names(self._lines)
            here = (*self._plan.seats, *self._joining)
            heard = names.read(words, typed=not self._house.microphone, seats=here)
            others = [s for s in here if s != seat]
            self._told = tuple(names.told(heard[:1], others))
        return self._step_aside("rename", seat)

    def _join(self, who: Seat | None, args: Mapping[str, Json]) -> Sequence[Say]:
        return self._step_aside("join", "")

    def _step_aside(self, start: Start, seat: Seat) -> Sequence[Say]:
        """Leave the game where it stands until a name is there."""
        self._aside = (start, seat)
        self.table.done, self.table.done_why = True, ASIDE
        return []

    def _back_from_aside(self, state: WelcomeState) -> None:
        assert self._aside is not None
        start, old = self._aside
        self._aside = None
        new = state.names[-1] if state.choice != "back" else ""
        if new and start == "join":
            self._joining.append(new)
        elif new:
            self._call(old, new)
        self._open_again()
        if new:
            played = len(self.table.session.acts)

            def take_back() -> Sequence[Say] | None:
                if len(self.table.session.acts) != played:
                    return None  # the game has gone on: its own acts come first
                if start == "join":
                    self._joining.remove(new)
                    return [Say("tonight-join-undone", {"name": new})]
                self._call(new, old)
                self.table.done, self.table.done_why = True, ANEW
                return [Say("tonight-rename-undone", {"name": old})]

            self.table.undo_first(take_back)

    def _call(self, old: Seat, new: Seat) -> None:
        """Give a seat of the game another name, in its journal as well."""
        assert self.evening is not None
        book = self.evening.session.journal
        book.write("renamed", self._house.room.now, {"old": old, "new": new})
        seats = tuple(new if seat == old else seat for seat in self._plan.seats)
        self._plan = replace(self._plan, seats=seats)
        self._house.manner.save("players", list(seats), "last")

    def _open_again(self, then: Move | None = None) -> None:
        """Open the game where it stands, with the names as they are now.

        Args:
            then: the move that a game which was over goes on with.
        """
        assert self.evening is not None
        book = self.evening.session.journal
        records = renamed(book.records)
        self._open_game(book, (), {}, {}, records, then, another_day=False)
