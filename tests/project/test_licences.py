"""`docs/licences.md` names every package and every model with the licence that it has."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CATALOGUE = tomllib.loads((ROOT / "models" / "catalog.toml").read_text(encoding="utf-8"))
LISTED = dict(
    re.findall(r"^\| ([\w.-]+) \| (.+) \|$", (ROOT / "docs/licences.md").read_text("utf-8"), re.M)
)
PACKAGES = sorted(
    {
        re.split(r"[\s<>=;\[]", wanted)[0]
        for group in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
        for wanted in group
    }
)
FAMILIES = ("MIT", "BSD", "Apache", "MPL", "LGPL", "GPL")


def stated(package: str) -> set[str]:
    """Return the families of licences that an installed package states in its metadata."""
    about = metadata(package)
    fields = [about.get("License-Expression") or "", *(about.get_all("Classifier") or [])]
    if not any("icense" in field or fields[0] for field in fields):
        fields.append((about.get("License") or "")[:80])
    text = " ".join(f for f in fields if f == fields[0] or "icense" in f or f == fields[-1])
    text = text.replace("Mozilla Public License", "MPL").replace("Topic", "")
    return {family for family in FAMILIES if re.search(rf"\b{family}\b", text)}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_dependency_is_named_with_the_licence_it_states(package: str) -> None:
    assert package in LISTED
    try:
        families = stated(package)
    except PackageNotFoundError:
        pytest.skip(f"{package} is not installed here")
    assert all(family in LISTED[package] for family in families)


def test_packages_that_are_not_used_any_more_are_not_named() -> None:
    models = {model["name"] for model in CATALOGUE["model"]}
    assert set(LISTED) - models - {"es-mesa", "Package", "Model"} <= set(PACKAGES)


def test_every_model_has_the_licence_of_the_catalogue() -> None:
    assert LISTED["es-mesa"].startswith(PROJECT["license"].get("text", "MIT"))
    for model in CATALOGUE["model"]:
        assert LISTED[model["name"]] == model["licence"]
