"""An utterance as tokens: normalised words that still know where they were written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from host.understanding.numbers import to_words
from host.understanding.text import normalise

_PIECE = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[+,.:;!?¡¿…—–]", re.UNICODE)
_NUMBER = re.compile(r"(\d{1,4})(?:[ºª°]|st|nd|rd|th|[oa])?")
_DIGITS = re.compile(r"\d{1,4}")
_PLUS = {"es": "más", "en": "plus"}
MOST_TOKENS = 60
"""Words beyond this many are talk, whatever they are; only an answer may be longer."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word.

    Attributes:
        word: normalised, numbers in words.
        start: index in the raw text where it begins.
        mark: the punctuation that follows it, or "".
        capital: True if it was written with a capital.
    """

    word: str
    start: int
    mark: str = ""
    capital: bool = False


Tokens = tuple[Token, ...]


def tokenise(text: str, language: str) -> Tokens:
    """Return the words of `text`; digits become words (``nivel 2`` → nivel dos)."""
    found: list[Token] = []
    for match in _PIECE.finditer(text):
        raw = match.group()
        if raw == "+":
            found.append(Token(normalise(_PLUS.get(language, "plus")), match.start()))
        elif not any(letter.isalnum() for letter in raw):
            if found and not found[-1].mark:
                last = found[-1]
                found[-1] = Token(last.word, last.start, raw, last.capital)
        else:
            number = _NUMBER.fullmatch(raw)
            words = to_words(int(number.group(1)), language) if number else raw
            capital = raw[0].isupper()
            found += [
                Token(word, match.start(), capital=capital) for word in normalise(words).split()
            ]
    return tuple(found)


def end_of(text: str, token: Token) -> int:
    """Return the index in `text` behind the word that a token was written as."""
    found = _PIECE.match(text, token.start)
    return found.end() if found else token.start


def text_of(tokens: Tokens) -> str:
    """Return the words joined by spaces."""
    return " ".join(token.word for token in tokens)


def starts_with(tokens: Tokens, group: tuple[str, ...]) -> bool:
    """Tell whether the tokens begin with these words."""
    return len(tokens) >= len(group) and all(
        token.word == word for token, word in zip(tokens, group, strict=False)
    )


def ends_with(tokens: Tokens, group: tuple[str, ...]) -> bool:
    """Tell whether the tokens end with these words."""
    return len(tokens) >= len(group) and starts_with(tokens[len(tokens) - len(group) :], group)


def pieces(tokens: Tokens) -> list[Tokens]:
    """Split at punctuation."""
    found: list[Tokens] = []
    start = 0
    for at, token in enumerate(tokens, start=1):
        if token.mark or at == len(tokens):
            found.append(tokens[start:at])
            start = at
    return found


def in_words(name: str, language: str) -> str:
    """Return a name as it is said: its digits are words («Pedro1» is «Pedro uno»).

    A number alone is nobody's name, and stays as it is.
    """
    if not any(letter.isalpha() for letter in name):
        return name
    spelled = _DIGITS.sub(lambda found: f" {to_words(int(found[0]), language)} ", name)
    return name if spelled == name else " ".join(spelled.split())
