"""Benchmarks: figures of this program beside a peer's, measured in the same run.

Nothing here looks at a clock by itself: whoever measures brings one.
"""
