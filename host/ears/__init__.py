"""Ears: a recogniser each. They know blocks of samples and text, and nothing of games."""
