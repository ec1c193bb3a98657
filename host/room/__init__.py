"""Rooms: microphone, loudspeaker, clocks and the gate against self-hearing.

A room knows samples and the protocols of ears and voices. It knows no game and no meaning.
"""
