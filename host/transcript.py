"""The transcript of a spoken table: what was said, heard and understood, when and how late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.cast import Spoken, comparable
from host.engine.game import Json
from host.rehearsal import Result
from host.table_parts import Understood


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
    """Return the transcript in order of time."""
    rows = [
        Line(t, f"{t:8.2f}  Tertulia: {sound.text or '[' + sound.line + ']'}")
        for t, sound in result.said
    ]
    rows += [row for event in result.events if (row := _verdict(event)) is not None]
    chain = -1
    for spoken in result.spoken:
        if spoken.role == "line" and spoken.repeat == 0:
            chain += 1
        good = as_meant(spoken)
        rows.append(Line(spoken.onset, _utterance(spoken), spoken, good, chain))
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


def shares(rows: list[Line]) -> tuple[float, float, int]:
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


def _verdict(event: Mapping[str, Json]) -> Line | None:
    """Return when a timed call began, when its time was over, and what the referee said."""
    kind = event["kind"]
    if kind not in ("call_made", "call_missed", "not_judged"):
        return None
    onset, deadline, grace = (event.get(key) for key in ("onset", "deadline", "grace"))
    heard = "no call was heard" if onset is None else f"the call began at {onset:.2f} s"
    limit = "" if deadline is None else f", the limit was {deadline:.2f} s"
    if kind == "not_judged":
        verdict = f"not judged ({event['why']}): the table was asked"
    elif kind == "call_missed":
        late = "" if onset is None else f"{onset - deadline:.2f} s "
        verdict = f"{late}too late" if late else "the time was over: missed"
    elif deadline is None or grace is None or onset <= deadline - grace:
        verdict = "in time, before the host had finished and the clock ran"
        limit = ""
    else:
        verdict = f"in time, {deadline - onset:.2f} s before it"
    t = deadline if onset is None else onset
    if t is None:
        t = 0.0
    return Line(t, f"{t:8.2f}  (call) {event['seat']}: {heard}{limit}: {verdict}", call=True)


def _utterance(spoken: Spoken) -> str:
    who = spoken.says.who or "?"
    again = f" (time {spoken.repeat + 1})" if spoken.repeat else ""
    head = f"{spoken.onset:8.2f}  {who}: said «{spoken.words}»{again}"
    if not spoken.results:
        return f"{head}; not heard"
    return head + "".join(_heard(spoken, what) for what in spoken.results)


def _heard(spoken: Spoken, what: Understood) -> str:
    acts = "; ".join(what.acts) or "nothing"
    return (
        f"; heard «{what.heard.words}», understood {acts} [{what.result}], "
        f"onset {what.heard.onset:.2f} ({what.heard.onset - spoken.onset:+.2f} s), "
        f"dealt with {what.t - spoken.offset:.2f} s after its end"
    )
