"""The shared engine: seats, the Game protocol, events, the referee and the journal.

It knows time as a number and nothing of audio, language or any one game.
"""
