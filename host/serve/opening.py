"""`--serve` and `--private`: reads what was given, opens it, and says how to join."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from host.ears.base import Samples
from host.engine.game import Seat
from host.engine.session import Session
from host.games.welcome import Welcome
from host.mouth.base import Voice, VoiceError
from host.mouth.lines import Lines
from host.room.base import Room
from host.room.speaker import open_speaker
from host.serve.hub import renaming
from host.serve.serving import Serving, Whisper
from host.serve.tokens import BOARD
from host.telling.base import Say, Teller

if TYPE_CHECKING:
    from host.serve.server import Server

BAD, MISSING = 2, 3

EXAMPLE = "192.168.1.20:8765"
"""An address as it is typed, for a sentence in which numbers are said in words."""

NEEDED = ("starlette", "uvicorn", "websockets", "segno")
"""What the extra `serve` installs."""


class ServeError(ValueError):
    """What is wrong, in one sentence, and the exit code that goes with it."""

    def __init__(self, message: str, code: int = BAD) -> None:
        """Keep the sentence and the code."""
        super().__init__(message)
        self.code = code


class Seated(Protocol):
    """A table, as far as its pages are concerned (`host.table.Table`)."""

    session: Session[Any]

    @property
    def teller(self) -> Teller[Any]:
        """Who turns the events of its game into lines."""
        ...

    def announce(self, what: Sequence[Say]) -> None:
        """Say what belongs to the evening and to no game."""
        ...


class Output(Protocol):
    """A sound output of one player: `host.room.speaker.Speaker`, or a test."""

    def play(self, samples: Samples, rate: int) -> None:
        """Queue samples."""
        ...

    def stop(self) -> None:
        """Fall silent and forget the queue."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


@dataclass(slots=True)
class Opened:
    """Pages and private outputs that are open.

    Attributes:
        serving: the table's side.
        server: the network's side, or None where only `--private` was given.
    """

    serving: Serving
    server: Server | None
    _outputs: tuple[Output, ...]
    _lines: Lines
    _here_only: bool
    _show: Callable[[str], None]
    _told: bool = False

    def sit(self, table: Seated, seats: Sequence[Seat]) -> None:
        """Show the pages of a table from now on, and tell who is new how to join.

        Where the table is only being laid, the pages stay as they are.
        """
        if isinstance(table.session.game, Welcome):
            self.serving.rest()
            return
        before = self.serving.hub.seats if self._told else ()
        self.serving.begin(table.session, table.teller, seats)
        rules = getattr(table.session.game, "rules", None)
        if self._outputs and getattr(rules, "hands", "unknown") != "known":
            self._show(self._lines.say("serve-private-hands"))
        if self.server is None:
            return
        self.server.tokens.reseat(seats, renaming(before, seats))
        new = [seat for seat in (BOARD, *seats) if seat not in before]
        if renaming(before, seats) or (self._told and new == [BOARD]):
            return
        self._invite(new if not self._told else new[1:])
        if not self._told:
            table.announce([Say("serve-how-here" if self._here_only else "serve-how")])
        self._told = True

    def _invite(self, seats: Sequence[Seat]) -> None:
        """Write the addresses of seats, each with a code for a telephone's camera."""
        from host.serve.server import qr_code

        assert self.server is not None
        for seat in seats:
            url = self.server.url(seat)
            if seat == BOARD:
                self._show(self._lines.say("serve-print-board", url=url))
            else:
                self._show(self._lines.say("serve-print-seat", who=seat, url=url))
            if not self._here_only:
                # A code is for a telephone; where none can come in, it would be in the way.
                self._show(qr_code(url))
        self._show(self._lines.say(f"serve-print-{'local' if self._here_only else 'network'}"))

    def close(self) -> None:
        """Show the last state, then let go of network and devices. May be called twice."""
        self.serving.before(True)
        if self.server is not None:
            self.server.close()
        for output in self._outputs:
            output.close()


def open_pages(
    *,
    serve: str | None,
    private: Sequence[str],
    seats: Sequence[Seat],
    language: str,
    room: Room,
    voice: Voice,
    lines: Lines,
    show: Callable[[str], None],
    open_output: Callable[[str, str], tuple[Output | None, str]] = open_speaker,
) -> Opened:
    """Open the pages of a table and its private sound outputs.

    Args:
        serve: the address, empty for this machine alone, None for no pages.
        private: «NAME=DEVICE», each a seat and a sound output.
        seats: the seats of the table.
        language: of the pages.
        room: where the table is; use `Opened.serving.room` in its place.
        voice: whispers.
        lines: for what is wrong, and for what is written.
        show: writes one line.
        open_output: opens a sound output by name and language; gives None and why if it cannot.

    Raises:
        ServeError: something given is wrong, or cannot be had.
    """
    outputs: dict[Seat, Output] = {}
    try:
        for given in private:
            seat, device = _seat_and_device(given, seats, lines)
            output, why = open_output(device, language)
            if output is None:
                raise ServeError(
                    lines.say("serve-private-device", given=given, why=why.rstrip(".")), MISSING
                )
            outputs[seat.casefold()] = output
        whispers: Mapping[Seat, Whisper] = {
            seat: _whisper(output, voice) for seat, output in outputs.items()
        }
        serving = Serving(
            seats,
            language,
            room,
            region=lines.region,
            pages=serve is not None,
            whispers=whispers,
        )
        if serve is None:
            return Opened(serving, None, tuple(outputs.values()), lines, True, show)
        server, here_only = _serve(serve, serving, language, lines)
    except ServeError:
        for output in outputs.values():
            output.close()
        raise
    return Opened(serving, server, tuple(outputs.values()), lines, here_only, show)


def _serve(given: str, serving: Serving, language: str, lines: Lines) -> tuple[Server, bool]:
    if any(find_spec(name) is None for name in NEEDED):
        raise ServeError(lines.say("serve-missing"), MISSING)
    from host.serve.server import AddressError, Server, read_address
    from host.serve.tokens import Tokens

    try:
        address = read_address(given)
    except AddressError as error:
        raise ServeError(lines.say("serve-address", given=given, example=EXAMPLE)) from error
    try:
        server = Server(serving, Tokens(serving.hub.seats), address, language)
    except OSError as error:
        why = error.strerror or str(error)
        raise ServeError(lines.say("serve-cannot", given=given, why=why), MISSING) from error
    return server, address.here_only


def _seat_and_device(given: str, seats: Sequence[Seat], lines: Lines) -> tuple[Seat, str]:
    name, equals, device = given.partition("=")
    if not equals or not name.strip() or not device.strip():
        raise ServeError(lines.say("serve-private-form", given=given))
    found = [seat for seat in seats if seat.casefold() == name.strip().casefold()]
    if not seats:
        return name.strip(), device.strip()  # who plays is asked later
    if not found:
        raise ServeError(
            lines.say("serve-private-seat", given=given, names=lines.join(list(seats)))
        )
    return found[0], device.strip()


def _whisper(output: Output, voice: Voice) -> Whisper:
    def whisper(text: str) -> bool:
        try:
            speech = voice.render(text)
        except VoiceError:
            return False
        if not len(speech.samples):
            return False
        # A second «mis cartas» begins again instead of queueing behind the first.
        output.stop()
        output.play(speech.samples, speech.rate)
        return True

    return whisper
