"""What a table does in a silence: asks again, warns, or takes it for consent."""

from __future__ import annotations

from host.engine.game import Move, Refusal, Seat
from host.reprompts import LAST_PROMPT
from host.table_core import TableCore
from host.table_manners import warning_due
from host.telling.base import Say, Tone

OFFER_AFTER = 3
"""After so many re-prompts the host offers to go on without that player (D7)."""


class QuietAtTable(TableCore):
    """The part of a table that minds the quiet, once it is proven."""

    def _mind_the_quiet(self) -> None:
        """Re-prompt, or take a silence that means consent, once the quiet is proven."""
        if not self.idle or self._paused or self.done:
            return
        expectation = self.session.expectation
        quiet = self._watermark - self._quiet_since
        consent = self._patience.limit(expectation.silence_s)
        if consent is not None and self._pending is None and self._warn(consent, quiet):
            return
        if consent is not None and self._pending is None and quiet > consent:
            self._quiet_since = self._watermark
            self._move(Move(expectation.silence_act, "", {}, self._watermark))
            return
        limit = self._patience.limit(self._patience.prompt_s)
        if limit is not None:
            # Who does not answer is asked less and less often: nobody wants to be nagged.
            limit *= 2.0 ** max(0, self._reprompts - OFFER_AFTER + 1)
        if limit is None or quiet <= limit or expectation.phase == "over":
            return
        if expectation.asked is None and not expectation.anyone:
            return  # nobody is asked: people play cards, and the host waits
        if self._reprompts > LAST_PROMPT:
            return  # a long silence is a pause: the host waits until somebody speaks
        self._quiet_since = self._watermark
        self._drop_pending()
        self._reprompts += 1
        who = expectation.asked
        if who is None:
            count = self._reprompts
            self._ask()
            self._reprompts = count
            return
        if self._reprompts > LAST_PROMPT:
            self._host.utter([Say("common-waiting", {"who": who})])
            return
        if self._reprompts > OFFER_AFTER and self._can_go_on_without(who):
            self._offered = who
            self._host.utter([Say("common-go-on-without", {"who": who})])
            return
        if self._reprompts != OFFER_AFTER:
            self._host.utter([Say("common-still-there", {"who": who})])
        self._misses = self._reprompts - 1
        self._ask(missed=True)

    def _can_go_on_without(self, who: Seat) -> bool:
        """Tell whether the game would let the seat leave now."""
        return not isinstance(self.session.foresee(Move("leave", who, {"seat": who})), Refusal)

    def _warn(self, limit: float, quiet: float) -> bool:
        """Tell that a limit is nearly over; tell whether that has just been said.

        Only where silence counts as an act: after any other limit the question is put again
        and nothing is lost. Never in a call's window (D10).
        """
        before, self._quiet_seen = self._quiet_seen, quiet
        since, after = self._warned
        if since == self._quiet_since:
            # An ear's watermark lies behind the end of the warning: it was given already.
            before = max(before, after)
        if not self._manner.warnings or quiet < before:
            return False
        seconds = warning_due(limit, limit - before, limit - quiet)
        if seconds is None:
            return False
        self._warned_after = quiet
        self._host.utter([Tone("nearly"), Say("manner-time-left", {"seconds": seconds})])
        return True
