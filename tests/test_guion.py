"""Guiones are read exactly, and what is wrong in one is named by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.guion import GuionError, Happens, Says, compare, parse, read

HEAD = "---\ngame: sapiencia\nseats: [Ana, Luis]\nseed: 7\n---\n"


def test_every_kind_of_line() -> None:
    guion = parse(
        HEAD + "# all of them\n"
        "Ana: Hipatia, país\n"
        "+1.5 Luis: juego a Zewail  # with a remark\n"
        "-0.5 ?: ¡Sapiencia!\n"
        "& +0,25 Ana: repite\n"
        "[silence 3]\n[noise party 2 -10]\n[unplug 1.5]\n",
        "x",
    )
    assert guion.steps == (
        Says("Ana", "Hipatia, país", 0.8, "after", 7),
        Says("Luis", "juego a Zewail", 1.5, "after", 8),
        Says(None, "¡Sapiencia!", 0.5, "before_end", 9),
        Says("Ana", "repite", 0.25, "with", 10),
        Happens("silence", 3.0, 11),
        Happens("noise", 2.0, 12, "party", -10.0),
        Happens("unplug", 1.5, 13),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x:1: a guion begins"),
        ("hola\n---\n---\n", "x:1: a guion begins"),
        ("---\ngame: chess\nseats: [A]\n---\n", "x:2: game:"),
        ("---\ngame: iknow\n---\n", "x:2: seats:"),
        ("---\ngame: iknow\nseats: [A, A]\n---\n", "each name may stand only once"),
        ("---\ngame: iknow\nseats: [A]\nsaets: 1\n---\n", "x:4: saets:"),
        ("---\ngame: iknow\nseats: [A\n---\n", "x:3: the front matter is not YAML"),
        ("---\ngame: iknow\nseats: [A]\nrules: 3\n---\n", "x:4: rules:"),
        ("---\na: &a [1]\nb: *a\n---\n", "aliases"),
        ("---\n- 1\n---\n", "needs «game» and «seats»"),
        (HEAD + "Pedro: hola\n", "x:6: Pedro has no seat; the seats are Ana, Luis"),
        (HEAD + "hola\n", "x:6: «hola» is no line"),
        (HEAD + "Ana:\n", "x:6: «Ana:» is no line"),
        (HEAD + "& -1 Ana: a\n", "«&» takes a time with «+»"),
        (HEAD + "& +1 Ana: a\n", "needs a spoken line before it"),
        (HEAD + "[silence]\n", "x:6: «[silence]» is no happening"),
        (HEAD + "[silence -1]\n", "is no happening"),
        (HEAD + "[noise a b c]\n", "is no happening"),
        (HEAD + "[explode 3]\n", "is no happening"),
        (HEAD + "+99999999 Ana: a\n", "x:6: +99999999 is too far; at most 3600 seconds."),
        (HEAD + "-3600,5 Ana: a\n", "x:6: -3600,5 is too far"),
        (HEAD + f"+{'9' * 400} Ana: a\n", "is too far"),
        (HEAD + "Ana: a\n& +4000 Luis: b\n", "x:7: +4000 is too far"),
        (HEAD + "[silence 99999]\n", "is no happening"),
        ("---\ngame: iknow\nseats: [A]\nseed: -5\n---\n", "x:4: seed: Input should be greater"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(GuionError) as error:
        parse(text, "x")
    assert message in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(GuionError, match="cannot be read"):
        read(tmp_path / "no.guion")
    (tmp_path / "latin").write_bytes(b"---\nseats: [Jos\xe9]\n---\n")
    with pytest.raises(GuionError, match="not UTF-8"):
        read(tmp_path / "latin")


@given(st.text(max_size=300))
def test_any_text_gives_a_guion_or_a_sentence(text: str) -> None:
    for whole in (text, HEAD + text, "---\n" + text + "\n---\n"):
        try:
            parse(whole, "x")
        except GuionError as error:
            message = str(error)
        else:
            continue
        assert message.startswith("x:")


def test_maps_compare_by_subset_and_lists_exactly() -> None:
    assert compare({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}) == []
    assert compare({"a": [1, 2]}, {"a": (1, 2)}) == []
    assert compare({"a": [1]}, {"a": [1, 2]}) == ["a: expected [1], got [1, 2]"]
    assert compare({"a": {"x": 1}}, {"a": {}}) == ["a.x: expected 1, and there is nothing"]
    assert compare({"a": None}, {"a": "Ana"}) == ["a: expected None, got 'Ana'"]


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = Path(__file__).parent / "guiones" / "iknow" / "K-20.guion"
    same = tmp_path / "K-20.guion"
    same.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(same).steps == read(path).steps
