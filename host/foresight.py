"""What the host will probably say next: the answers to every move that is possible now."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from host.engine.game import Expectation, Move, Option, Refusal, steps
from host.engine.session import Session
from host.telling.base import Teller, Utter

MOST_MOVES = 16
"""So many moves are looked at; where more are possible none is likely enough."""


def answers(
    session: Session[Any], teller: Teller[Any], most: int = MOST_MOVES
) -> Iterator[list[Utter]]:
    """Return, for each likely move of who is asked, what the host would say, question included.

    Moves with free words (a quiz answer) are left out: nobody can know them.
    """
    expectation = session.expectation
    if expectation.asked is None:
        return
    for move in itertools.islice(_moves(expectation), most):
        completed = teller.complete(session.state, move)
        if isinstance(completed, Refusal):
            continue
        result = session.foresee(completed)
        if isinstance(result, Refusal):
            continue
        events, after = result
        told = [teller.tell(*step) for step in steps(session.game, events, session.state)]
        question = teller.ask(after, session.game.expectation(after))
        yield [*itertools.chain.from_iterable(told), *question]


def _moves(expectation: Expectation) -> Iterator[Move]:
    assert expectation.asked is not None
    seen: set[tuple[object, ...]] = set()
    for option in expectation.options:
        for args in _fillings(option):
            mark = (option.act, *sorted((k, str(v)) for k, v in args.items()))
            if mark not in seen:
                seen.add(mark)
                yield Move(option.act, expectation.asked, args)


def _fillings(option: Option) -> Iterator[dict[str, Any]]:
    if any(not values for values in option.slots.values()):
        return
    names = list(option.slots)
    for values in itertools.product(*(option.slots[name] for name in names)):
        yield dict(zip(names, values, strict=True))
