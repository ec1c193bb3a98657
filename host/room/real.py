"""The real room: a microphone and a loudspeaker on the table, and the keyboard beside them.

Time is the microphone's. The devices' threads only queue; all work is done in `step`, block
by block, so a slow ear makes the host wait and loses nothing. A watchdog on the machine's
clock notices a microphone that gives nothing, says so, and opens it again by its name.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import TextIO

from host.ears.base import BLOCK, RATE, Ear, Samples, hear_again
from host.ears.segments import MOST_UNCERTAINTY_S
from host.engine.inputs import Deaf, HeardThrough
from host.room.aec import REACH_S, EchoCanceller, open_canceller
from host.room.base import Closed, Lost, RoomEvent, Sound, Written
from host.room.devices import DeviceError, Devices, choose, refresh
from host.room.gate import Gate
from host.room.listening import Listening, ack_sound, for_the_table
from host.room.microphone import START_S, Gap, Intake, Microphone, Piece
from host.room.talking import Talking
from host.room.typed import LineSource, heard_line, line_source

TICK_S = 0.05
"""The longest wait for a piece of sound."""

SILENT_S = 1.0
"""A microphone that calls back no more for so long is lost (C5)."""

REOPEN_S = 1.0
"""Time between two tries to open a lost microphone again."""

WRITTEN_REOPEN_S = 10.0
"""The same once the table goes on in writing: looking may disturb the loudspeaker."""

CLOSE_S = 1.0
"""How long a lost device may take to close before the library looks for devices anew."""

GIVE_UP_S = 30.0
"""After so long without a microphone the table goes on in writing; it is tried on."""

ZEROS_S = 0.5
"""Exact zeros for so long are no silence: no microphone is that quiet (C6)."""

TELL_ZEROS_S = 2.0
"""After so many seconds of zeros the table is told; shorter ones are only not judged."""


class RealRoom:
    """See the module and `host.room.base.Room`."""

    def __init__(
        self,
        ear: Ear,
        devices: Devices,
        *,
        microphone: str | None = None,
        loudspeaker: str | None = None,
        keyboard: TextIO | LineSource | None = None,
        seats: Sequence[str] = (),
        gate: Gate | None = None,
        aec: bool | EchoCanceller = True,
        ack: bool = True,
        on_note: Callable[[str], None] | None = None,
        language: str = "es",
    ) -> None:
        """Open microphone and loudspeaker.

        Args:
            ear: fed block by block; it is closed by whoever opened it.
            devices: the library and the clock.
            microphone: its name, None for the system's.
            loudspeaker: its name, None for the system's.
            keyboard: lines typed beside the microphone, and all there is once it is lost.
            seats: names; a typed line that begins with one and a colon is that seat's.
            gate: judges what overlaps the host.
            aec: True for the default canceller, False for none, or a canceller.
            ack: True for a soft tick when somebody has spoken while the host is silent.
            on_note: told in one sentence what is missing or to be known.
            language: of these sentences.

        Raises:
            DeviceError: there is no microphone that can be opened.
        """
        self._devices = devices
        self._wanted = (microphone, loudspeaker)
        self._on_note = on_note
        self._ack = ack
        self._language = language
        device = choose(devices.sound, "input", microphone)
        self._mic: Microphone | None = Microphone(devices.sound, device, read=devices.read)
        self.microphone = device
        self._intake = Intake(self._mic.rate, devices.read)
        if device.wireless:
            self._say_what(DeviceError("room-bluetooth", name=device.name))
        name = "kalman" if aec is True else "none"
        canceller = open_canceller(name) if isinstance(aec, bool) else aec
        self.gate = gate if gate is not None else Gate()
        self._talking = Talking(devices, loudspeaker, self._heard_at, self._say_what)
        self._listening = Listening(ear, self.gate, canceller, echo=self._talking.audible)
        self._keyboard = (
            line_source(keyboard, self._intake.ledger) if keyboard is not None else None
        )
        self._seats: dict[str, str] = {}
        self.seat(seats)
        self._work: deque[Gap | tuple[int, Samples]] = deque()
        self._pending: list[RoomEvent] = []
        self._opening = True
        self._zeros: list[tuple[int, Samples]] = []
        self._muted_from: int | None = None
        self._muted_told = False
        self._lost_from: float | None = None
        self._lost_since = 0.0
        self._next_try = 0.0
        self._written = False
        self._written_until: float | None = None
        self._watermark = 0.0
        self._closing = threading.Thread()
        self._closed = False

    # ------------------------------------------------------------------ the protocol

    @property
    def uncertainty_s(self) -> float:
        """Seconds by which an onset may be off at most: that of voice activity in noise."""
        return MOST_UNCERTAINTY_S

    @property
    def now(self) -> float:
        """Seconds since the room opened, on the microphone's clock."""
        return self._intake.now

    @property
    def hearing(self) -> bool:
        """False while the microphone gives nothing."""
        return self._mic is not None and self._muted_from is None

    @property
    def loud(self) -> bool:
        """True while there is a loudspeaker."""
        return self._talking.audible

    def seat(self, names: Sequence[str]) -> None:
        """Tell who sits here: a typed line that begins with a name and a colon is theirs."""
        self._seats = {name.casefold(): name for name in names}

    @property
    def drift_ppm(self) -> float | None:
        """Millionths by which the loudspeaker runs slower than the microphone, if known."""
        mine, theirs = self._intake.fit.drift_ppm, self._talking.drift_ppm
        return None if mine is None or theirs is None else theirs - mine

    def planned_end(self) -> float:
        """Return when the host's turn ends if nobody interrupts; the last end if it is silent."""
        return self._talking.planned_end(self.now)

    def say(self, sound: Sound) -> None:
        """Queue a sound. Without a loudspeaker, or without samples, it is only shown."""
        self._talking.say(sound, self.now)

    def stop(self) -> None:
        """Fade out and forget what is queued."""
        self._talking.stop()

    def expect(self, phrases: Sequence[str], *, free: bool = False) -> None:
        """Tell the ear what may be said now."""
        self._listening.ear.expect(phrases, free=free)

    def recording(self, onset: float, offset: float) -> Samples | None:
        """Return the microphone signal, less the host's echo, or None if it is forgotten."""
        return self._listening.recording(onset, offset)

    def hear_again(self, recording: Samples) -> str:
        """Return what the ear's second recogniser makes of a recording, "" for nothing."""
        return hear_again(self._listening.ear, recording)

    def close(self) -> None:
        """Let go of the devices. May be called twice."""
        self._closed = True
        mic, self._mic = self._mic, None
        if mic is not None:
            mic.close()
        self._talking.close()
        self._listening.forget()

    def step(self) -> list[RoomEvent]:
        """Deal with what the devices brought, or wait a moment for it."""
        try:
            return self._step()
        except KeyboardInterrupt:
            return [Closed("interrupted")]

    # ------------------------------------------------------------------ one step

    def _step(self) -> list[RoomEvent]:
        if not self._work and not self._talking.due(self.now):
            self._wait()
        self._collect()
        events = self._spoken()
        while self._work and not events:
            events += self._do(self._work.popleft())
            events += self._listening.deliver()
            events += self._spoken()
        events += self._typed()
        events += self._watch()
        return events

    def _wait(self) -> None:
        if self._devices.rest is not None:
            self._devices.rest(TICK_S)
        elif self._mic is not None:
            self._mic.wait(TICK_S)
        else:
            threading.Event().wait(TICK_S)

    def _spoken(self) -> list[RoomEvent]:
        """Return what the loudspeaker began and ended up to now."""
        known = self.drift_ppm is not None
        spoken = self._talking.take(self.now, drift_known=known)
        self._listening.tell_gate(spoken)
        return list(for_the_table(spoken))

    def _heard_at(self, at: float) -> float:
        """Return the room's time of what left the loudspeaker at a monotonic reading."""
        return self._intake.room_time(at + (self._mic.latency_s if self._mic else 0.0))

    def _say_what(self, what: DeviceError) -> None:
        if self._on_note is not None:
            self._on_note(what.text(self._language))

    def _collect(self) -> None:
        mic = self._mic
        while mic is not None:
            piece = mic.take()
            if piece is None:
                return
            self._enter(piece)

    def _enter(self, piece: Piece) -> None:
        gap, blocks = self._intake.take(piece)
        if gap is not None:
            self._work.append(gap)
        self._work += blocks

    def _do(self, work: Gap | tuple[int, Samples]) -> list[RoomEvent]:
        if isinstance(work, Gap):
            return self._pass_a_gap(work)
        start, near = work
        if near.any():
            return self._hear(start, near)
        return self._hear_zeros(start, near)

    def _hear(self, start: int, near: Samples) -> list[RoomEvent]:
        events: list[RoomEvent] = []
        if self._muted_from is not None:
            begin, end = self._muted_from / RATE, start / RATE
            self._muted_from, self._muted_told = None, False
            self._listening.skip(begin, end)
            events.append(Deaf(begin, end, "muted"))
        for held in self._zeros:
            self._feed(*held)
        self._zeros.clear()
        self._feed(start, near)
        return events

    def _feed(self, start: int, near: Samples) -> None:
        far = self._talking.reference.block(start)
        host = self._talking.reference.sounds(start - round(REACH_S * RATE), start + BLOCK)
        self._listening.take(start, near, far, host=host)
        if self._ack and self._listening.acknowledges() and not self._talking.busy:
            self._talking.say(ack_sound(), self.now)

    def _hear_zeros(self, start: int, near: Samples) -> list[RoomEvent]:
        """Hold zeros back: a few are silence of a driver, many are a muted microphone (C6)."""
        self._zeros.append((start, near))
        if self._muted_from is None:
            if len(self._zeros) * BLOCK < ZEROS_S * RATE:
                return []
            self._muted_from = self._zeros[0][0]
        for at, _ in self._zeros:
            self._listening.miss(at, self._talking.reference.block(at))
        self._zeros.clear()
        if not self._muted_told and start + BLOCK - self._muted_from >= TELL_ZEROS_S * RATE:
            self._muted_told = True
            return [Lost(self._muted_from / RATE, "muted")]
        return []

    def _pass_a_gap(self, gap: Gap) -> list[RoomEvent]:
        for held in self._zeros:
            self._feed(*held)
        self._zeros.clear()
        first = math.ceil(max(gap.start, gap.end - 2 * REACH_S) * RATE / BLOCK) * BLOCK
        for at in range(first, round(gap.end * RATE), BLOCK):
            self._listening.miss(at, self._talking.reference.block(at))
        start = gap.start if self._muted_from is None else self._muted_from / RATE
        self._muted_from, self._muted_told = None, False
        self._listening.skip(start, gap.end)
        opening, self._opening = self._opening, False
        lost, self._lost_from = self._lost_from is not None, None
        if self._written_until is not None:
            # What was typed meanwhile was heard.
            start, lost, self._written_until = min(self._written_until, gap.end), True, None
        if opening:
            return []
        return [Deaf(start, gap.end, "unplugged" if lost else "overflow")]

    # ------------------------------------------------------------------ the keyboard

    def _typed(self) -> list[RoomEvent]:
        if self._keyboard is None or (self._keyboard.patient and self._talking.busy):
            return []
        typed = self._keyboard.next(0.0)
        if typed is None:
            return []
        if typed.words is None:
            self._keyboard = None
            return [Closed("eof")] if self._written else []
        if not typed.words.strip():
            return []
        t = max(typed.t, 0.0)
        return [heard_line(typed.words, t, self._seats, over=self._talking.busy)]

    # ------------------------------------------------------------------ the watchdog

    def _watch(self) -> list[RoomEvent]:
        now = self._devices.read()
        stopped_lines = self._talking.watch(now, self.now)
        self._listening.tell_gate(stopped_lines)
        events: list[RoomEvent] = list(stopped_lines)
        mic = self._mic
        if mic is not None:
            limit = START_S if mic.last_call is None else SILENT_S
            since = mic.opened_at if mic.last_call is None else mic.last_call
            stopped = mic.last_call is not None and not mic.active
            if now - since > limit or (stopped and not self._work):
                events += self._lose(now)
        elif now >= self._next_try and not self._closed:
            self._next_try = now + (WRITTEN_REOPEN_S if self._written else REOPEN_S)
            self._reopen()
        if self._lost_from is not None and self._mic is None and not self._written:
            if now - self._lost_since > GIVE_UP_S:
                events += self._go_on_in_writing()
        elif self._written and self._mic is None and self.now >= self._watermark + 0.1:
            self._watermark = self.now
            events.append(HeardThrough(self._watermark))
        return events

    def _lose(self, now: float) -> list[RoomEvent]:
        mic, self._mic = self._mic, None
        if mic is not None:
            # A driver may hang on a device that is gone; that must not hold the table.
            self._closing = threading.Thread(target=mic.close, name="close microphone", daemon=True)
            self._closing.start()
        if self._lost_from is None:
            self._lost_from = self._intake.block_time
            self._lost_since = now
            self._next_try = now
            return [Lost(self._lost_from, "unplugged")]
        return []

    def _reopen(self) -> None:
        """Try to open the microphone of that name again, then whatever the system has."""
        sound = self._devices.sound
        for anew in (False, True):
            if anew:
                if self._closing.ident is not None:
                    self._closing.join(CLOSE_S)
                    if self._closing.is_alive():
                        return
                if self._talking.busy:
                    return  # looking for devices anew would cut the host short
                self._talking.while_closed(lambda: refresh(sound))
            for name in dict.fromkeys((self.microphone.name, self._wanted[0])):
                try:
                    device = choose(sound, "input", name)
                    self._mic = Microphone(sound, device, read=self._devices.read)
                except DeviceError:
                    continue
                self.microphone = device
                self._intake.reopened(self._mic.rate)
                if self._written:
                    self._written, self._written_until = False, self._watermark
                return

    def _go_on_in_writing(self) -> list[RoomEvent]:
        assert self._lost_from is not None
        now = self.now
        deaf = Deaf(self._lost_from, now, "unplugged")
        self._lost_from = None
        if self._keyboard is None:
            return [deaf, Closed("no-microphone")]
        self._written, self._watermark = True, now
        return [deaf, Written(now)]
