"""Settings are kept, a hand's comments stay, and what is wrong is named by file, line and key."""

from __future__ import annotations

import os
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


def test_a_list_over_several_lines_is_one_entry() -> None:
    text = '[last]\nplayers = [  # us\n  "Ana",\n  "Luis",\n]\ngame = "iknow"\n'
    after = with_value(text, "players", ["Eva", "Leo"], "last")
    assert after == '[last]\nplayers = ["Eva", "Leo"]  # us\ngame = "iknow"\n'


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


@pytest.mark.parametrize(
    ("text", "told", "kept"),
    [
        ("[last]\ngame = 'ajedrez'\nlength = 'long'\n", ":2: [last] game no puede", ["length"]),
        ("[last]\ngame = 3\nplayers = ['Ana', 'Luis']\n", ":2: [last] game", ["players"]),
        ("[last]\ngame = 'iknow'\nplayers = [1, [2]]\n", ":3: [last] players", ["game"]),
        ("[last]\nplayers = 'Ana'\n", "[last] players", []),
        ("[last]\nplayers = ['Ana', 'ana']\n", "[last] players", []),
        ("[last]\nplayers = ['Ana', '']\n", "[last] players", []),
        ("[last]\nplayers = ['Ana', 'a:b']\n", "[last] players", []),
        ("[last]\nplayers = []\n", "[last] players", []),
        ("[last]\ngame = 'wizard'\nplayers = ['Ana', 'Luis']\n", "3 [last] players", ["game"]),
        ("[last]\nlength = 'medium'\n", "vale short, long", []),
        ("[last]\nwinner = 'Ana'\n", "no hay ningún [last] winner", []),
        ("[best]\niknow_solo = 'x'\n", ":2: [best] iknow_solo no puede ser «x»", []),
        ("[best]\niknow_solo = true\n", "[best] iknow_solo", []),
        ("[best]\niknow_solo = -1\n", "[best] iknow_solo", []),
        (f"[best]\niknow_solo = 0x{'f' * 9000}\n", "[best] iknow_solo no puede ser «…»", []),
        ("[best]\nchess = 1\niknow_solo = 7\n", ":2: no hay ningún [best] chess", ["iknow_solo"]),
    ],
)
def test_what_is_wrong_of_evenings_before_is_told_and_not_used(
    tmp_path: Path, text: str, told: str, kept: list[str]
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("pace = 140\n" + text, encoding="utf-8")
    settings = SettingsFile(path).settings
    assert settings["pace"] == 140
    (wrong,) = settings.ignored
    line = 1 + int(told[1]) if told.startswith(":") else 0
    said = sentence(wrong, "es")
    assert (f":{line}{told[2:]}" if line else told.removeprefix("3 ")) in said
    assert str(path) in said
    assert sentence(wrong, "en") != said
    assert sorted({*settings.last, *settings.best}) == sorted(kept)


def test_numbers_and_brackets_without_end_are_no_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for text in (f"pace = {'1' * 5000}\n", "pace = " + "[" * 5000 + "\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError, match="settings-no-toml"):
            SettingsFile(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name on this system")
def test_a_pipe_in_the_place_of_the_settings_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    with pytest.raises(SettingsError, match="settings-unreadable"):
        SettingsFile(tmp_path / "settings.toml")
    (tmp_path / "settings.toml").unlink()
    os.mkfifo(tmp_path / "settings.new")
    with pytest.raises(SettingsError, match=r"settings-unwritable.*settings\.new"):
        SettingsFile(tmp_path / "settings.toml").set("pace", 120)


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


def test_a_change_that_is_not_kept_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("TERTULIA_CONFIG", str(tmp_path / "taken" / "below"))
    told = CliRunner().invoke(app, ["config", "pace", "140"])
    assert told.exit_code == 1
    assert "no se ha guardado" in told.output
    assert "hoy" not in told.output


def test_a_value_below_nothing_is_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTULIA_CONFIG", str(tmp_path))
    told = CliRunner().invoke(app, ["config", "pace", "-1"])
    assert told.exit_code == 2
    assert "pace no puede ser «-1»; vale 100-260" in told.output
    assert CliRunner().invoke(app, ["config", "loudness", "-3"]).exit_code == 0
    assert SettingsFile(tmp_path / "settings.toml").settings["loudness"] == -3


def test_the_command_tells_what_it_does_not_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERTULIA_CONFIG", str(tmp_path))
    (tmp_path / "settings.toml").write_text("[last]\ngame = 'ajedrez'\n", encoding="utf-8")
    told = CliRunner().invoke(app, ["config"])
    assert told.exit_code == 0
    assert told.output.count("«ajedrez»") == 1
