"""What the host says of a game: events and questions as line ids, never as words.

A teller knows one game's events and cards and the ids of the lines (`host/mouth/lines`). It
knows neither sound nor time.
"""
