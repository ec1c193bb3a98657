"""The transcript of a spoken table: what was said, heard and understood, when and how late."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from host.cast import Spoken, comparable
from host.engine.game import Json
from host.rehearsal import Result
from host.table_parts import Understood

_TEXTS = Path(__file__).with_name("demo_text.toml")


def texts_of(language: str) -> Mapping[str, str]:
    """Return what demo and transcript write around the table's lines, by key, in a language."""
    tables = tomllib.loads(_TEXTS.read_text(encoding="utf-8"))
    return dict(tables.get(language, tables["en"]))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript.

    Attributes:
        t: seconds at which it began.
        text: the line as written into the file.
        spoken: the player's utterance, or None for the host's lines.
        first: True if it was understood as meant at this hearing.
        chain: which utterance of the guion it belongs to (repetitions share it), or -1.
        call: True if it tells what became of a timed call.
    """

    t: float
    text: str
    spoken: Spoken | None = None
    first: bool = False
    chain: int = -1
    call: bool = False


def lines_of(result: Result) -> list[Line]:
    """Return the transcript in order of time, in the language of the table."""
    texts = texts_of(result.guion.language)
    rows = [
        Line(t, f"{t:8.2f}  Tertulia: {sound.text or '[' + sound.line + ']'}")
        for t, sound in result.said
    ]
    rows += [row for event in result.events if (row := _verdict(event, texts)) is not None]
    chain = -1
    for spoken in result.spoken:
        if spoken.role == "line" and spoken.repeat == 0:
            chain += 1
        good = as_meant(spoken)
        rows.append(Line(spoken.onset, _utterance(spoken, texts), spoken, good, chain))
    return sorted(rows, key=lambda row: row.t)


def as_meant(spoken: Spoken) -> bool:
    """Tell whether an utterance was taken as it was meant.

    An answer counts by what it means (the judge's verdict), since spelling is the ear's.
    """
    meant = {comparable(act) for act in spoken.meant}
    for result in spoken.results:
        if result.result.startswith(("accepted", "command", "refused", "call")):
            taken = {comparable(act) for act in result.acts}
            if spoken.role in ("yes", "no", "undo") or (taken & meant):
                return not (
                    spoken.verdict is not None
                    and result.verdict is not None
                    and result.verdict not in (spoken.verdict, "unsure")
                )
    return False


def shares(rows: Sequence[Line]) -> tuple[float, float, int]:
    """Return the share understood at first hearing, in the end, and the number of utterances.

    Words that only mend a mishearing («sí», «deshacer») are not counted.
    """
    first: dict[tuple[int, int], bool] = {}
    end: dict[tuple[int, int], bool] = {}
    offset = 0
    last = -1
    for row in rows:
        if row.spoken is not None and row.spoken.role == "yes" and end:
            # A «sí» to «¿Dijiste …?» settles what the line before it meant.
            if any(result.result == "command" for result in row.spoken.results):
                end[next(reversed(end))] = True
            continue
        if row.spoken is None or row.spoken.role != "line":
            continue
        if row.chain < last:
            offset += 1
        last = row.chain
        key = (offset, row.chain)
        first.setdefault(key, row.first)
        end[key] = end.get(key, False) or row.first
    count = len(first)
    if not count:
        return 1.0, 1.0, 0
    return sum(first.values()) / count, sum(end.values()) / count, count


def _verdict(event: Mapping[str, Json], texts: Mapping[str, str]) -> Line | None:
    """Return when a timed call began, when its time was over, and what the referee said."""
    kind = event["kind"]
    if kind not in ("call_made", "call_missed", "not_judged"):
        return None
    onset, deadline, grace = (event.get(key) for key in ("onset", "deadline", "grace"))
    args = {"seat": event["seat"], "onset": onset, "limit": deadline}
    heard = "call_silent" if onset is None else "call_began"
    limit = "" if deadline is None else texts["call_limit"].format(**args)
    if kind == "not_judged":
        why = str(event["why"])
        verdict = texts["call_not_judged"].format(why=texts.get(f"why_{why}", why))
    elif kind == "call_missed":
        late = 0.0 if onset is None else onset - deadline
        verdict = texts["call_late" if late else "call_missed"].format(seconds=late)
    elif deadline is None or grace is None or onset <= deadline - grace:
        verdict, limit = texts["call_early"], ""
    else:
        verdict = texts["call_in_time"].format(seconds=deadline - onset)
    t = (deadline if onset is None else onset) or 0.0
    told = texts["call"].format(seat=event["seat"], heard=texts[heard].format(**args))
    return Line(t, f"{t:8.2f}  {told}{limit}: {verdict}", call=True)


def _utterance(spoken: Spoken, texts: Mapping[str, str]) -> str:
    who = spoken.says.who or "?"
    again = texts["said_again"].format(n=spoken.repeat + 1) if spoken.repeat else ""
    head = f"{spoken.onset:8.2f}  {texts['said'].format(who=who, words=spoken.words)}{again}"
    if not spoken.results:
        return head + texts["said_unheard"]
    return head + "".join(_heard(spoken, what, texts) for what in spoken.results)


def _heard(spoken: Spoken, what: Understood, texts: Mapping[str, str]) -> str:
    return texts["said_heard"].format(
        words=what.heard.words,
        acts="; ".join(what.acts) or texts["said_nothing"],
        result=what.result,
        onset=what.heard.onset,
        later=what.heard.onset - spoken.onset,
        seconds=what.t - spoken.offset,
    )
