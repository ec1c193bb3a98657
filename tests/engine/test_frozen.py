"""What is true at a table is replaced, never changed: every fact, state and message is frozen."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from types import ModuleType

import pytest

import host.engine
import host.games


def classes() -> list[type]:
    found: list[type] = []
    for package in (host.engine, host.games):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            found += _of(importlib.import_module(module.name))
    return found


def _of(module: ModuleType) -> list[type]:
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type)
        and dataclasses.is_dataclass(thing)
        and thing.__module__ == module.__name__
    ]


def test_there_are_such_classes() -> None:
    assert len(classes()) > 30


@pytest.mark.parametrize("kind", classes(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_it_can_neither_be_changed_nor_take_a_name_it_does_not_have(kind: type) -> None:
    thing = object.__new__(kind)
    name = dataclasses.fields(kind)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(thing, name, 1)
    assert not hasattr(thing, "__dict__")
