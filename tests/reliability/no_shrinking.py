"""Lets a property fail at its first counterexample: a broken rule need not be shown small."""

from hypothesis import Phase, settings

settings.register_profile(
    "no-shrinking", phases=(Phase.explicit, Phase.generate), database=None, deadline=None
)
