"""Faults that are made to happen: `make reliability` runs them all and prints the figures."""
