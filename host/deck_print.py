"""A Sapiencia deck as HTML sheets that print as cards, nine to an A4 page.

Black on white, large type, the number in large print and as a line of Braille cells. The
page fetches nothing: it prints the same on a machine without a network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from host.decks_sapiencia import MindCard
from host.games.sapiencia_rules import CATEGORIES, CRITERIA

PER_PAGE = 9
"""Three rows of three cards of 63 by 88 mm, the size of a poker card."""

_NUMBER_SIGN = "\u283c"
_BRAILLE_DIGITS = dict(
    zip("1234567890", "\u2801\u2803\u2809\u2819\u2811\u280b\u281b\u2813\u280a\u281a", strict=True)
)
_STARRED = ("contributions", "barriers")

_STYLE = """
@page { size: A4 portrait; margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { color: #000; background: #fff; font-family: Verdana, "DejaVu Sans", Arial, sans-serif; }
.sheet { width: 210mm; height: 297mm; padding: 16mm 10.5mm; display: grid;
  grid-template: repeat(3, 88mm) / repeat(3, 63mm); break-after: page; }
.sheet:last-child { break-after: auto; }
.card { border: 0.4mm solid #000; padding: 2mm 2.5mm; overflow: hidden; display: flex;
  flex-direction: column; }
.top { display: flex; justify-content: space-between; align-items: center;
  border-bottom: 0.4mm solid #000; }
.number { font-size: 30pt; font-weight: 700; line-height: 1; }
.braille { font-family: "DejaVu Sans", "Segoe UI Symbol", "Apple Braille", "FreeSerif", sans-serif;
  font-size: 24pt; line-height: 1.2; }
h2 { font-size: 13pt; line-height: 1.1; min-height: 10.5mm; margin: 1mm 0 0.5mm; }
dl { font-size: 9.5pt; line-height: 1.17; display: grid; grid-template-columns: 1fr auto;
  column-gap: 2mm; }
dl.values { grid-template-columns: auto 1fr; padding-bottom: 0.8mm; }
dl.figures { border-top: 0.4mm solid #000; padding-top: 0.8mm; margin-top: auto;
  font-size: 10.5pt; }
dt { font-weight: 400; }
dd { font-weight: 700; text-align: right; }
"""


def two_digits(number: int) -> str:
    """Return the number of a card as it is printed."""
    return f"{number:02d}"


def braille(number: int) -> str:
    """Return a number as Braille cells: the number sign, then its digits.

    >>> braille(42)
    '⠼⠙⠃'
    """
    return _NUMBER_SIGN + "".join(_BRAILLE_DIGITS[digit] for digit in str(number))


def sheets(cards: Sequence[MindCard], labels: Mapping[str, str], language: str) -> str:
    """Return the whole page.

    Args:
        cards: the deck.
        labels: the printed word for every category and criterion, ``title`` for the page
            and ``stars`` for so many stars, with ``{n}``.
        language: ``es`` or ``en``, told to screen readers.
    """
    pages = [cards[i : i + PER_PAGE] for i in range(0, len(cards), PER_PAGE)]
    body = "\n".join(
        '<section class="sheet">\n' + "\n".join(_card(c, labels) for c in page) + "\n</section>"
        for page in pages
    )
    title = escape(labels["title"])
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _card(mind: MindCard, labels: Mapping[str, str]) -> str:
    card = mind.card
    values = "".join(
        f"<dt>{escape(labels[category])}</dt><dd>{escape(', '.join(card.values(category)))}</dd>"
        for category in CATEGORIES
    )
    figures = ""
    for criterion in CRITERIA:
        number = card.score(criterion)
        if number is None:
            continue
        shown = str(number)
        if criterion in _STARRED:
            told = escape(labels["stars"].format(n=number))
            shown = f'<span aria-label="{told}">{number} {"★" * number}</span>'
        figures += f"<dt>{escape(labels[criterion])}</dt><dd>{shown}</dd>"
    return (
        '<article class="card">'
        f'<div class="top"><span class="number">{two_digits(mind.number)}</span>'
        f'<span class="braille" aria-hidden="true">{braille(mind.number)}</span></div>'
        f"<h2>{escape(card.name)}</h2>"
        f'<dl class="values">{values}</dl><dl class="figures">{figures}</dl></article>'
    )
