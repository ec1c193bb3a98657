"""A file of house rules that is wrong: one sentence with file, line, field and mend."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.games.sapiencia_rules import SapienciaCard
from host.mouth.lines import Lines
from host.rules_file import RulesFileError, read


@pytest.mark.parametrize(
    ("game", "text", "line", "told"),
    [
        ("iknow", "bets: optional\ntarget: 15\n", 2, "«target» no puede ser «15»; vale 20 o 10"),
        ("iknow", "targt: 10\n", 1, "«targt» no es ninguna regla de iKNOW"),
        ("wizard", "keep: all\n", 1, "«keep» no puede ser «all»; vale tricks"),
        ("sapiencia", "\ngrace_s: soon\n", 2, "«grace_s» no puede ser «soon»; vale 2…10."),
        ("sapiencia", "end_after: .nan\n", 1, "«end_after» no puede ser «nan»; vale 1…20."),
        ("wizard", "rounds: -1\n", 1, "«rounds» no puede ser «-1»; vale all o 1…"),
        ("iknow", "prompt_s: .inf\n", 1, "«prompt_s» no puede ser «inf»; vale 0…3600"),
        ("iknow", "prompt_s: -3\n", 1, "«prompt_s» no puede ser «-3»"),
        ("iknow", "patience: 0\n", 1, "«patience» no puede ser «0»; vale 1…10 u off"),
        ("iknow", "target: 10\ntarget: 20\n", 2, "no se entiende"),
        ("iknow", "- 3\n", 1, "no se entiende"),
        (None, "wings: 2\n", 1, "«wings» no es ninguna regla de estos juegos"),
    ],
)
def test_a_wrong_rule_is_told_with_its_line(
    tmp_path: Path, game: str | None, text: str, line: int, told: str
) -> None:
    file = tmp_path / "casa.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesFileError) as error:
        read(file, game, Lines("es"))
    assert str(error.value).startswith(f"{file}:{line}: ")
    assert told in str(error.value)


def test_a_file_of_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "casa.yaml"
    file.write_bytes("target: 10\n# para España\n".encode("latin-1"))
    for language, said in (
        ("es", "no se puede leer (no es texto UTF-8: guárdalo como UTF-8)."),
        ("en", "cannot be read (it is not UTF-8 text: save it as UTF-8)."),
    ):
        with pytest.raises(RulesFileError) as error:
            read(file, "iknow", Lines(language))
        assert str(error.value) == f"{file}:2: {said}"
    with pytest.raises(RulesFileError, match=r"\(no existe\)"):
        read(tmp_path / "no.yaml", "iknow", Lines("es"))


def test_the_same_in_english(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("target: 15\n", encoding="utf-8")
    with pytest.raises(RulesFileError, match="“target” cannot be “15”; it may be 20 or 10"):
        read(file, "iknow", Lines("en"))


@pytest.mark.parametrize("game", ["iknow", "sapiencia", "wizard", None])
def test_good_rules_pass(tmp_path: Path, game: str | None) -> None:
    file = tmp_path / "casa.yaml"
    file.write_text("patience: off\nprompt_s: 0\n", encoding="utf-8")
    assert read(file, game, Lines("es")) == {"patience": "off", "prompt_s": 0}


def test_a_card_has_no_more_stars_than_can_be_said() -> None:
    with pytest.raises(ValueError, match="contributions cannot be 99; write a number from 0 to 20"):
        SapienciaCard.from_dict({"id": "x", "name": "X", "contributions": 99})
