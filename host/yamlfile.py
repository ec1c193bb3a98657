"""YAML as people mean it: `on` and `off` are words, and only true and false are booleans."""

from __future__ import annotations

import re
from typing import Any

import yaml

_BOOL = "tag:yaml.org,2002:bool"


def _like(base: Any) -> Any:
    """Return a safe loader with the booleans of YAML 1.2."""

    class Loader(base):  # type: ignore[misc]
        """See `_like`."""

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            """Refuse a key that stands twice: YAML would forget the first in silence."""
            seen: set[str] = set()
            for key, _ in node.value:
                if isinstance(key, yaml.ScalarNode) and key.value != "<<":
                    if key.value in seen:
                        raise yaml.constructor.ConstructorError(
                            None, None, f"«{key.value}» stands twice", key.start_mark
                        )
                    seen.add(key.value)
            return super().construct_mapping(node, deep)

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != _BOOL]
        for first, resolvers in base.yaml_implicit_resolvers.items()
    }
    Loader.add_implicit_resolver(_BOOL, re.compile(r"^(?:true|True|false|False)$"), list("tTfF"))
    return Loader


_EXACT = _like(yaml.SafeLoader)
"""Says to the line where a text is no YAML."""

_QUICK = _like(getattr(yaml, "CSafeLoader", yaml.SafeLoader))
"""Ten times as fast where PyYAML was built with libyaml: a deck is read at every start."""


def _has_alias(text: str) -> bool:
    try:
        return any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=_QUICK))
    except yaml.YAMLError:
        return False  # no YAML at all: `load` says where


def load(text: str) -> Any:
    """Return what a YAML text says; raise yaml.YAMLError if it is none.

    A date that does not exist and a number of thousands of digits are no YAML values either.
    Aliases are refused: ten lines of them may stand for more values than any memory holds.
    """
    if "*" in text and _has_alias(text):
        raise yaml.YAMLError("aliases (*name) are not allowed: write the value out")
    try:
        try:
            return yaml.load(text, Loader=_QUICK)
        except yaml.YAMLError:
            return yaml.load(text, Loader=_EXACT)  # says where
    except (ValueError, OverflowError) as error:
        raise yaml.YAMLError(f"a value that cannot be read: {error}") from error
