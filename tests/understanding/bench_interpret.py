"""Measures the thresholds of host/understanding/choosing.py. Not a test.

Run: ``python tests/understanding/bench_interpret.py``; it prints the tables of
docs/understanding.md. Phrases are sampled from the phrasebook and spoilt as recognisers spoil
them (confused letters, lost ends, words run together); talk is ``data/talk_LANG.txt``, as it is
and spoilt.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from pathlib import Path

from host.engine.game import Expectation, Option
from host.understanding import choosing
from host.understanding.interpret import Interpreter, Meant, Nothing, Reading, UnknownName, Unsure
from host.understanding.phrasebook import Phrase, Phrasebook
from host.understanding.text import normalise

SEATS = {
    "es": ("Ana", "Luis", "Eva", "Pedro", "Marta", "Diego"),
    "en": ("Alice", "David", "Emma", "Peter", "Grace", "Hugo"),
}
CONFUSED = {
    "es": "b:v d g p;v:b f;d:t b l;t:d p k;p:b t;c:s g k;s:z c f;z:s;f:s j;g:j d;j:g f;m:n;n:m l"
    ";l:r n;r:l d;e:i a;i:e y;o:u a;u:o;a:e o;y:ll i;h:",
    "en": "b:p v;v:b f;d:t;t:d p;p:b t;c:k s;s:z;f:th v;g:k;k:g t;m:n;n:m;l:r;r:l w;e:i a;i:e"
    ";o:u a;u:o;a:e o;w:r;h:",
}


def table(language: str) -> dict[str, list[str]]:
    rows = (row.split(":") for row in CONFUSED[language].split(";"))
    return {letter: others.split() or [""] for letter, others in rows}


def spoil(text: str, edits: int, language: str, rng: random.Random) -> str:
    """Return `text` with so many recogniser-like errors."""
    confused = table(language)
    letters = list(text.lower())
    for _ in range(edits):
        if len(letters) < 2:
            break
        at = rng.randrange(len(letters))
        draw = rng.random()
        if letters[at] == " ":
            letters[at] = ""
        elif draw < 0.55 and letters[at] in confused:
            letters[at] = rng.choice(confused[letters[at]])
        elif draw < 0.75:
            letters[at] = ""
        elif draw < 0.85:
            letters.insert(at, rng.choice("aeosnr"))
        elif draw < 0.93:
            letters[0] = ""
        else:
            letters.pop()
        letters = list("".join(letters))
    return "".join(letters)


def moments(language: str) -> dict[str, Expectation]:
    seats = SEATS[language]
    return {
        "category": Expectation(
            "category",
            seats[0],
            (Option("category", {"category": ("people", "world", "works", "events")}),),
        ),
        "place": Expectation(
            "place",
            seats[0],
            (
                Option("place", {"level": (3, 2, 1)}),
                *(Option("place", {"level": (n,), "place": (1, 2)}) for n in (3, 2, 1)),
                Option("place", {"square": (1, 2, 3, 4, 5, 6)}),
            ),
        ),
        "bet": Expectation(
            "bet",
            seats[0],
            (*(Option("bet", {"target": (s,), "sign": ("+", "-")}) for s in seats[1:]),),
        ),
        "answer": Expectation(
            "answer",
            seats[0],
            (Option("answer", {"said": ()}), Option("pass"), Option("same_as", {"target": seats})),
            free_speech=True,
        ),
    }


def outcome(reading: Reading, meant: Phrase | None) -> str:
    match reading:
        case Meant():
            act = reading.acts[0]
            if meant is None:
                return "taken"
            right = act.act == meant.act and tuple(sorted(act.args.items())) == meant.args
            return "right" if right else "wrong"
        case Unsure():
            return "asked"
        case UnknownName():
            return "stranger"
        case Nothing():
            return "nothing"


def talk(language: str) -> list[str]:
    path = Path(__file__).parent / "data" / f"talk_{language}.txt"
    return [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


def fragments(language: str, rng: random.Random, n: int = 600) -> list[str]:
    """Return talk cut into one to three words, as a recogniser in a noisy room leaves it."""
    found: set[str] = set()
    for line in talk(language):
        words = normalise(line).split()
        for length in (1, 2, 3):
            found |= {" ".join(words[i : i + length]) for i in range(len(words) - length + 1)}
    return rng.sample(sorted(found), n)


def trial(
    language: str, phase: str, edits: int, rng: random.Random, n: int
) -> list[tuple[str, Phrase]]:
    """Return spoilt utterances of the moves of a phase, with what they mean."""
    book = Phrasebook(language, "iknow")
    options = [o for o in moments(language)[phase].options if o.act != "answer"]
    said = [p for p in book.phrases(options, SEATS[language]) if p.weight == 1.0 and not p.ask]
    chosen = [rng.choice(said) for _ in range(n)]
    return [(spoil(p.text, edits, language, rng), p) for p in chosen]


def share(counts: Counter[str], *names: str) -> str:
    return f"{100 * sum(counts[name] for name in names) / max(1, counts.total()):.1f}"


def main() -> None:
    for language in ("es", "en"):
        reader = Interpreter(Phrasebook(language, "iknow"), SEATS[language])
        now = moments(language)
        phases = ("category", "place", "bet")
        rng = random.Random(11)
        spoken = {
            edits: [(w, p, ph) for ph in phases for w, p in trial(language, ph, edits, rng, 150)]
            for edits in (1, 2, 3)
        }
        chat = talk(language)
        print(f"\n## {language}: {len(chat)} sentences of talk")
        bits = fragments(language, rng)
        print(
            "| ACCEPT | 1 error: right/wrong/asked | 2 errors | 3 errors | talk taken, asked "
            "| its fragments taken, asked |"
        )
        print("|---|---|---|---|---|---|")
        kept = choosing.ACCEPT, choosing.SHORT_ACCEPT
        for accept in (72.0, 76.0, 80.0, 85.0, 90.0):
            choosing.ACCEPT, choosing.SHORT_ACCEPT = accept, max(accept, kept[1])
            cells = []
            for rows in spoken.values():
                counts = Counter(outcome(reader.interpret(w, now[ph]), p) for w, p, ph in rows)
                cells.append(
                    f"{share(counts, 'right')} / {share(counts, 'wrong')} / "
                    f"{share(counts, 'asked', 'stranger')}"
                )
            for lines in (chat, bits):
                counts = Counter(
                    outcome(reader.interpret(line, now[phase]), None)
                    for phase in phases
                    for line in lines
                )
                cells.append(f"{share(counts, 'taken')}, {share(counts, 'asked', 'stranger')}")
            print(f"| {accept:.0f} | " + " | ".join(cells) + " |")
        choosing.ACCEPT, choosing.SHORT_ACCEPT = kept
        free = Counter(
            reading.acts[0].act if isinstance(reading, Meant) else "nothing"
            for reading in (reader.interpret(line, now["answer"]) for line in chat)
        )
        print(f"among answers talk is: {dict(free)}")
        for edits in (0, 1, 2):
            passes = trial(language, "answer", edits, rng, 150)
            counts = Counter(outcome(reader.interpret(w, now["answer"]), p) for w, p in passes)
            print(f"pass and same_as among answers, {edits} errors: {dict(counts)}")
        times = []
        for words in [*(w for w, _, _ in spoken[2]), *chat]:
            start = time.perf_counter()
            reader.interpret(words + " ", now["bet"])
            times.append(1000 * (time.perf_counter() - start))
        print(
            f"one utterance, 6 seats: median {statistics.median(times):.1f} ms, "
            f"99 % {statistics.quantiles(times, n=100)[98]:.1f} ms, worst {max(times):.1f} ms"
        )


if __name__ == "__main__":
    main()
