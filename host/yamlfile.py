"""YAML as people mean it: `on` and `off` are words, and only true and false are booleans."""

from __future__ import annotations

import re
from typing import Any

import yaml

_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast where PyYAML was built with libyaml; a deck is read at every start."""


class _Loader(_Safe):  # type: ignore[misc]
    """The safe loader with the booleans of YAML 1.2."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|false|False)$"), list("tTfF")
)


def load(text: str) -> Any:
    """Return what a YAML text says; raise yaml.YAMLError if it is none.

    A date that does not exist and a number of thousands of digits are no YAML values either.
    """
    try:
        return yaml.load(text, Loader=_Loader)
    except (ValueError, OverflowError) as error:
        raise yaml.YAMLError(f"a value that cannot be read: {error}") from error
