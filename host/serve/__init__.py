"""Pages for the players' own telephones and for a board that all can see.

What a page may know is a `View`: a pure function of the game's state. What a page may do is press
one of the buttons it was given; the press reaches the table as speech does, with its time. The
network runs in a thread of its own and never makes the table wait.
"""
