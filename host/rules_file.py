"""House rules in a file: read, checked, and every fault told with file, line, field and mend."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from host import yamlfile
from host.engine.game import Json
from host.files import UnreadError, text_of
from host.games.iknow import IknowRules
from host.games.rule_keys import TABLE_KEYS, RuleError
from host.games.sapiencia_rules import SapienciaRules
from host.games.wizard import WizardRules
from host.mouth.lines import Lines
from host.table_parts import Patience
from host.telling.welcome import GAME_NAMES
from host.text_faults import yaml_fault

_RULES: Mapping[str, Any] = {
    "iknow": IknowRules,
    "sapiencia": SapienciaRules,
    "wizard": WizardRules,
}

LONGEST_VALUE = 60
"""Characters of a wrong value that are told: the line shows the rest."""

EXAMPLE = "target: 10"
"""A line of house rules, as it is written in the file."""


class RulesFileError(ValueError):
    """A file of house rules that cannot be used; one sentence in the player's language."""


def read(path: Path, game: str | None, lines: Lines) -> dict[str, Json]:
    """Return the house rules of a file.

    Args:
        path: a YAML file of lines such as «target: 10».
        game: the game they are for, or None while it is not chosen yet.
        lines: the line files of the player's language.

    Raises:
        RulesFileError: the file cannot be read, or a rule or value in it is wrong.
    """
    try:
        text = text_of(path)
        data = yamlfile.load(text)
    except UnreadError as error:
        told = lines.say("rules-unread", path=error.where, why=error.why)
        raise RulesFileError(told) from error
    except (yaml.YAMLError, RecursionError) as error:
        where = f"{path}:{yaml_fault(error)[0] + 1}"
        raise RulesFileError(lines.say("rules-not-yaml", where=where, short=EXAMPLE)) from error
    if data is None:
        return {}
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise RulesFileError(lines.say("rules-not-yaml", where=f"{path}:1", short=EXAMPLE))
    try:
        _check(data, game)
    except RuleError as error:
        raise RulesFileError(_told(error, path, text, game, lines)) from error
    except ValueError as error:
        key = next((k for k in data if re.search(rf"\b{re.escape(k)}\b", str(error))), "")
        fault = RuleError(str(error), key, data.get(key), ())
        raise RulesFileError(_told(fault, path, text, game, lines)) from error
    return data


def _check(rules: Mapping[str, Json], game: str | None) -> None:
    Patience.from_rules(rules)
    if game is not None and game in _RULES:
        _RULES[game].from_dict(rules)
        return
    known = sorted({key for kind in _RULES.values() for key in _keys(kind)})
    for key in rules:
        if key not in (*known, *TABLE_KEYS):
            raise RuleError(key, key, None, [*known, *TABLE_KEYS], known=False)


def _keys(kind: Any) -> list[str]:
    """Return the rules that a game has, as it names them itself."""
    try:
        kind.from_dict({"": None})
    except RuleError as error:
        return [key for key in error.allowed if key not in TABLE_KEYS]
    return []


def _told(fault: RuleError, path: Path, text: str, game: str | None, lines: Lines) -> str:
    line = next(
        (
            number
            for number, row in enumerate(text.splitlines(), start=1)
            if re.match(rf"\s*[{{]?\s*[\"']?{re.escape(fault.key)}[\"']?\s*:", row)
        ),
        1,
    )
    args = {"where": f"{path}:{line}", "key": fault.key, "allowed": lines.options(fault.allowed)}
    if not fault.known:
        name = GAME_NAMES.get(game or "", lines.say("rules-no-game"))
        return lines.say("rules-unknown", **args, game=name)
    value = str(fault.value).lower() if isinstance(fault.value, bool) else str(fault.value)
    value = value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "…"
    if fault.allowed:
        return lines.say("rules-value", **args, value=value)
    return lines.say("rules-value-other", **args, value=value, why=str(fault))
