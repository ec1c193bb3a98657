# How the host speaks and how long it waits: its answers when something else is asked of it.
manner-slower = Slower. Like this?
manner-slower-end = I cannot speak any slower.
manner-faster = Faster.
manner-faster-end = Any faster and nobody would follow.
manner-louder = Louder.
manner-louder-end = That is my loudest; turn up the loudspeaker.
manner-softer = Softer.
manner-softer-end = Any softer and nobody would hear me.
manner-time-more = Twice the time for everything, on other nights too. “Back to the usual times” ends it.
manner-time-most = That is ten times the time already. For none at all: “no time limits”.
manner-time-off = No time limits, on other nights too. “Back to the usual times” brings them back.
manner-time-usual = The usual times.
manner-speech-compact = I will say no more than needed.
manner-speech-full = I will tell everything.
manner-earcons-off = No sounds: I will use words.
manner-earcons-on = Short sounds again.
manner-treatment-usted = Formally, then.
manner-treatment-usted-to = { $who }, formally, then.
manner-treatment-tu = Informally, then.
manner-treatment-tu-to = { $who }, informally, then.
manner-heard = Noted.
manner-time-left = { $seconds ->
    [5] Five
   *[other] Ten
} seconds left.
