"""``tertulia decks check [PATH...] | stats [GAME] | print sapiencia | import FILE.csv``.

Exit codes: 0 done, 2 bad use or a bad deck.
"""

from __future__ import annotations

import dataclasses
import json
import math
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from host.commands.common import LanguageOption, fail, number, seed_option, tongue_of
from host.deck_faults import DeckError
from host.deck_import import read_csv, to_yaml
from host.deck_own import decks_in, examined, mind_language
from host.deck_print import PER_PAGE, sheets
from host.deck_stats import PLAYERS, PRESETS, Tally, simulate
from host.deck_trial import figures, load_trial
from host.decks import REGIONS, QuizCard, load_quiz_deck
from host.decks_sapiencia import MindCard, deck_faults, load_sapiencia_deck
from host.faults import explained
from host.files import regular
from host.games.sapiencia_rules import CATEGORIES, HAND
from host.resources import decks_dir

_TEXTS = Path(__file__).with_name("decks_text.toml")
TRIAL_KEYS = ("kept", "rewritten", "replaced", "read_again")

app = typer.Typer(
    help="Decks of cards: check them, count them, print them, import them.",
    no_args_is_help=True,
)

DeckOption = Annotated[
    Path | None, typer.Option("--deck", help="Your own deck in place of the program's.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over what is there.")]


@app.command("check")
def check_decks(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", help="Files or folders; else the program's decks."),
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Check decks of iKNOW and Sapiencia and say what is wrong where, and how to mend it."""
    tongue = tongue_of(language)
    faults = 0
    for path in paths or [decks_dir()]:
        found = list(dict.fromkeys(decks_in(path)))
        if not found:
            raise fail(_say(tongue, "nothing", path=path))
        for game, deck in found:
            wrong, quiz, minds = examined(game, deck, tongue)
            for fault in wrong:
                typer.echo(fault.text(tongue), err=True)
            faults += len(wrong)
            if not wrong:
                typer.echo(_say(tongue, f"ok_{game}", path=deck, cards=len(quiz) + len(minds)))
    if faults:
        raise fail(_say(tongue, "total_faults", faults=faults))


@app.command("stats")
def deck_stats(
    game: Annotated[
        str, typer.Argument(metavar="GAME|PATH", help="iknow, sapiencia or your own deck.")
    ] = "",
    games: Annotated[int, number("--games", "Games to simulate.", 0, 1_000_000, whole=True)] = 0,
    players: Annotated[int, number("--players", "Seats.", 2, 8, whole=True)] = 4,
    seed: Annotated[int, seed_option("The same games again.")] = 1,
    deck: DeckOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One object.")] = False,
    language: LanguageOption = None,
) -> None:
    """Count a deck's cards; for Sapiencia simulate games as well."""
    tongue = tongue_of(language)
    if game not in ("", "iknow", "sapiencia"):
        found = list(dict.fromkeys(decks_in(Path(game))))
        if len(found) != 1:
            raise fail(_say(tongue, "bad_game", game=game))
        game, deck = found[0]
    if game == "iknow" and games:
        raise fail(_say(tongue, "games_of_iknow"))
    told: dict[str, Any] = {}
    try:
        if game in ("", "iknow") and not (deck and not game):
            path = deck if game and deck else _shipped("iknow", tongue)
            quiz = load_quiz_deck(path)
            told["iknow"] = {"path": str(path), **_quiz_counts(quiz)}
            told["iknow"]["trial"] = figures(load_trial(path, {card.id for card in quiz}))
        if game in ("", "sapiencia"):
            path = deck or _shipped("sapiencia", tongue)
            cards = load_sapiencia_deck(path, mind_language(path))
            needed = HAND * players + HAND
            if games and len(cards) < needed:
                raise fail(_say(tongue, "too_few", seats=players, needed=needed, cards=len(cards)))
            told["sapiencia"] = {"path": str(path), **_mind_counts(cards)}
            tallies = _simulated(cards, games, players, seed)
            told["sapiencia"]["simulation"] = [dataclasses.asdict(t) for t in tallies]
    except DeckError as fault:
        raise fail(fault.text(tongue)) from fault
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    for name, counts in told.items():
        typer.echo(_say(tongue, f"heading_{name}", path=counts["path"], cards=counts["cards"]))
        for what, by_value in counts["by"].items():
            shown = ", ".join(
                f"{_texts(tongue).get(value, value)} {n}" for value, n in by_value.items()
            )
            typer.echo(f"  {_say(tongue, what)}: {shown}")
        if counts.get("trial", {}).get("cards"):
            _print_trial(tongue, counts["trial"])
    if games and "sapiencia" in told:
        typer.echo(_say(tongue, "heading_simulation", games=games, seats=players, seed=seed))
        for tally in tallies:
            _print_tally(tongue, tally)


def _print_trial(tongue: str, trial: Mapping[str, Any]) -> None:
    one, two, three = trial["named"]
    typer.echo(_say(tongue, "trial", cards=trial["cards"], one=one, two=two, three=three))
    one, two, three = trial["several_answers"]
    typer.echo("  " + _say(tongue, "trial_several", one=one, two=two, three=three))
    typer.echo("  " + _say(tongue, "trial_became", **{k: trial[k] for k in TRIAL_KEYS}))


def _quiz_counts(cards: Sequence[QuizCard]) -> dict[str, Any]:
    """Return how many cards there are of each kind: in the whole deck, then in each category."""
    by = {"category": dict(Counter(card.category for card in cards)), **_quiz_kinds(cards)}
    for category in by["category"]:
        mine = [card for card in cards if card.category == category]
        themes = Counter(card.theme or "none" for card in mine)
        kinds = {"theme": dict(themes.most_common()), **_quiz_kinds(mine)}
        by |= {f"{category}_{kind}": counts for kind, counts in kinds.items()}
    return {"cards": len(cards), "by": by}


def _quiz_kinds(cards: Sequence[QuizCard]) -> dict[str, dict[str, int]]:
    levels = Counter(card.difficulty for card in cards)
    regions = Counter(card.region or "none" for card in cards)
    return {
        "difficulty": {str(level): n for level, n in sorted(levels.items())},
        "region": {place: regions[place] for place in (*REGIONS, "none") if regions[place]},
    }


def _mind_counts(cards: Sequence[MindCard]) -> dict[str, Any]:
    return {
        "cards": len(cards),
        "by": {
            category: dict(Counter(v for c in cards for v in c.card.values(category)).most_common())
            for category in CATEGORIES
        },
    }


def _simulated(cards: Sequence[MindCard], games: int, seats: int, seed: int) -> list[Tally]:
    if not games:
        return []
    deck = [mind.card for mind in cards]
    return [
        simulate(deck, preset, player, games, seats, seed)
        for preset in PRESETS
        for player in PLAYERS
    ]


def _print_tally(tongue: str, tally: Tally) -> None:
    preset = _say(tongue, f"preset_{tally.preset}")
    typer.echo(f"  {preset}, {_say(tongue, f'player_{tally.player}')}")
    for line in (
        _say(tongue, "tally_rounds", **tally.rounds),
        _say(tongue, "tally_asked", share=tally.as_asked),
        _say(tongue, "tally_out", share=tally.out),
        _say(tongue, "tally_seats", seats=", ".join(f"{share:.1%}" for share in tally.seats)),
        _say(tongue, "tally_shared", share=tally.shared),
        _say(tongue, "tally_drawn", n=tally.drawn),
        _say(tongue, "tally_calls", n=tally.calls),
    ):
        typer.echo(f"    {line}")


@app.command("print")
def print_deck(
    game: Annotated[str, typer.Argument(metavar="GAME", help="sapiencia.")],
    out: Annotated[Path, typer.Option("--out", help="The HTML file to write.")] = Path(
        "sapiencia.html"
    ),
    deck: DeckOption = None,
    force: ForceOption = False,
    language: LanguageOption = None,
) -> None:
    """Write sheets that print as cards, nine to an A4 page."""
    tongue = tongue_of(language)
    if game != "sapiencia":
        raise fail(_say(tongue, "only_sapiencia", game=game))
    try:
        path = deck or _shipped("sapiencia", tongue)
        spoken = mind_language(path)
        cards = load_sapiencia_deck(path, spoken)
    except DeckError as fault:
        raise fail(fault.text(tongue)) from fault
    # The cards are in the deck's language, whoever prints them.
    _write(out, sheets(cards, _texts(spoken), spoken), tongue, force)
    pages = math.ceil(len(cards) / PER_PAGE)
    typer.echo(_say(tongue, "printed", path=out, cards=len(cards), pages=pages))


@app.command("import")
def import_deck(
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help="One card a line.")],
    out: Annotated[Path, typer.Option("--out", help="The deck to write, FILE.yaml.")],
    force: ForceOption = False,
    language: LanguageOption = None,
) -> None:
    """Make a Sapiencia deck of the figures of another printed one."""
    tongue = tongue_of(language)
    try:
        cards = read_csv(file)
    except DeckError as fault:
        raise fail(fault.text(tongue)) from fault
    _write(out, to_yaml(cards), tongue, force)
    typer.echo(_say(tongue, "imported", path=out, cards=len(cards)))
    faults = list(deck_faults(out, mind_language(out)))
    if faults:
        typer.echo(_say(tongue, "imported_faults", faults=len(faults)), err=True)
        for one in faults:
            typer.echo(one.text(tongue), err=True)


def _write(path: Path, text: str, tongue: str, force: bool) -> None:
    try:
        with regular(path, device=True).open(
            "w" if force else "x", encoding="utf-8", newline="\n"
        ) as file:
            file.write(text)
    except FileExistsError as error:
        raise fail(_say(tongue, "exists", path=path)) from error
    except OSError as error:
        raise fail(_say(tongue, "unwritable", path=path, why=error.strerror)) from error


def _shipped(game: str, tongue: str) -> Path:
    """Return the program's deck in a language, the Spanish one where there is none."""
    home = decks_dir() / game
    for language in (tongue, "es"):
        path = home / (language if game == "iknow" else f"{language}.yaml")
        if path.exists():
            return path
    return path


def _texts(tongue: str) -> Mapping[str, str]:
    tables: dict[str, dict[str, str]] = tomllib.loads(_TEXTS.read_text(encoding="utf-8"))
    return tables[tongue]


def _say(tongue: str, key: str, /, **fields: Any) -> str:
    return _texts(tongue)[key].format(**explained(fields, tongue))
