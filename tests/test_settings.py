"""Settings are kept, a hand's comments stay, and what is wrong is named by file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from host.cli import app
from host.commands.config import sentence
from host.settings import KEYS, SettingsError, SettingsFile, with_value

BY_HAND = """# our table
pace = 140   # grandmother
earcons = false

[players.Ana]
treatment = "usted"
"""


def test_a_change_touches_its_own_line_only(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(BY_HAND, encoding="utf-8")
    file = SettingsFile(path)
    file.set("pace", 120)
    file.set("patience", "off")
    file.set("treatment", "usted", "players.José María")
    file.set("players", ["Ana", "Luis"], "last")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# our table\npace = 120  # grandmother\nearcons = false\n")
    assert '[players.Ana]\ntreatment = "usted"\n' in text
    again = SettingsFile(path).settings
    assert (again["pace"], again["patience"], again["earcons"]) == (120, "off", False)
    assert again.formal("Ana")
    assert again.formal("José María")
    assert not again.formal("Luis")
    assert again.last == {"players": ["Ana", "Luis"]}


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(BY_HAND, encoding="utf-8-sig", newline="\r\n")
    file = SettingsFile(path)
    assert file.settings["pace"] == 140
    file.set("pace", 120)
    again = SettingsFile(path).settings
    assert (again["pace"], again["earcons"], again.formal("Ana")) == (120, False, True)


def test_a_sign_in_quotes_is_no_remark() -> None:
    assert with_value('a = "x # y"', "a", "z") == 'a = "z"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pace = 20\n", ":1: pace no puede ser «20»; vale 100-260."),
        ("# x\n\nspeech = 'loud'\n", ":3: speech no puede ser «loud»; vale auto, full, compact."),
        ("earcons = 1\n", "earcons no puede ser «1»; vale true, false."),
        ("colour = 1\n", "no hay ningún ajuste «colour»"),
        ("pace = \n", "no es TOML"),
        ("pace\n", "escribe líneas como «pace = 140»"),
        ("last = 3\n", "«last» va entre corchetes"),
        ('[players.Ana]\nvoice = "x"\n', ":1: no hay ningún ajuste «voice»; hay treatment."),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as error:
        SettingsFile(path)
    said = sentence(error.value, "es")
    assert told in said
    assert str(path) in said
    assert sentence(error.value, "en") != said


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    file = SettingsFile(tmp_path / "taken" / "settings.toml")
    with pytest.raises(SettingsError, match="settings-unwritable"):
        file.set("pace", 120)
    assert file.settings["pace"] == 120


def test_the_command_shows_sets_and_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERTULIA_CONFIG", str(tmp_path / "c"))
    run = CliRunner().invoke
    assert run(app, ["config", "pace", "140"]).exit_code == 0
    assert run(app, ["config", "earcons", "no"]).exit_code == 0
    assert run(app, ["config", "patience", "off"]).exit_code == 0
    told = run(app, ["config"]).output
    assert all(f"{key} = " in told for key in KEYS)
    assert "pace = 140" in told
    assert "earcons = false" in told
    assert run(app, ["config", "patience"]).output.strip() == "patience = off"
    wrong = run(app, ["config", "pace", "fast"])
    assert wrong.exit_code == 2
    assert "pace no puede ser «fast»; vale 100-260." in wrong.output
    assert run(app, ["config", "nothing"]).exit_code == 2
