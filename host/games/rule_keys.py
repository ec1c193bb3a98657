"""House rules as a table gives them: keys and values, checked the same way in every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from host.engine.game import Json

TABLE_KEYS = ("patience", "prompt_s")
"""Rule keys of all games that concern the table's clocks, not the rules."""


class RuleError(ValueError):
    """A house rule that is not there, or whose value is not allowed.

    Attributes:
        key: the rule.
        value: what was given; None where the rule itself is unknown.
        allowed: the rules that there are, or the values that the rule may have.
        known: whether there is such a rule.
    """

    def __init__(
        self, text: str, key: str, value: Json, allowed: Sequence[str], *, known: bool = True
    ) -> None:
        """Keep the parts, for whoever says it in another language."""
        super().__init__(text)
        self.key = key
        self.value = value
        self.allowed = tuple(allowed)
        self.known = known


def read_keys(
    game: str, names: Sequence[str], given: Mapping[str, Json], check: Callable[[str, Json], Json]
) -> dict[str, Json]:
    """Return the rules of `given` that are the game's, each as `check` returns it.

    Args:
        game: the game's name as people write it, for errors.
        names: the rules it has.
        given: what the table chose; `TABLE_KEYS` are passed over.
        check: takes key and value, and raises ValueError for a value that is not allowed.

    Raises:
        RuleError: for an unknown key or value; names the key, the value and what is allowed.
    """
    chosen: dict[str, Json] = {}
    for key, value in given.items():
        if key in TABLE_KEYS:
            continue
        if key not in names:
            every = [*names, *TABLE_KEYS]
            text = f"rules: {key} is no rule of {game}; the rules are {', '.join(every)}."
            raise RuleError(text, key, None, every, known=False)
        chosen[key] = check(key, value)
    return chosen


def one_of(key: str, value: Json, choices: Sequence[Json]) -> Json:
    """Return a value that is one of the choices; raise RuleError with them if it is not."""
    # True is 1 to Python, so the type has to agree as well.
    if not any(type(value) is type(c) and value == c for c in choices):
        allowed = [_yaml(choice) for choice in choices]
        text = f"rules: {key} cannot be {value!r}; it is {' or '.join(allowed)}."
        raise RuleError(text, key, value, allowed)
    return value


def _yaml(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
