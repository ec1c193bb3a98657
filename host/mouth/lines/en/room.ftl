# What the program says about microphones and loudspeakers. Each fault ends with its mend.
room-no-portaudio = There is no sound: PortAudio is missing. Install it with: sudo apt install libportaudio2 (macOS: brew install portaudio).
room-no-soxr = The library soxr is missing; install it with: pip install 'tertulia[speech]'.
room-no-microphone = No microphone was found. Connect one and run again: tertulia doctor.
room-no-loudspeaker = No loudspeaker was found. Connect one and run again: tertulia doctor.
room-no-such-device = There is no device called “{ $name }”; there are { $names }.
room-device-busy = Another program is using “{ $name }”. Close it and run again: tertulia doctor.
room-device-refused = The device “{ $name }” cannot be opened ({ $why }). Choose another with --microphone or --loudspeaker.
room-permission = The system does not let us use the microphone “{ $name }”. Allow it for the terminal in the privacy settings.
room-bluetooth = “{ $name }” is wireless: while it listens it may sound like a telephone. A wired microphone is better.
room-typed = We go on in writing: type what you would say.
room-ear = I listen with { $ear } through the microphone “{ $name }”.
room-ear-typed = I listen to the keyboard.
room-lost = { $why ->
    [muted] The microphone gives only silence. I will wait; nobody loses anything.
   *[other] I have lost the microphone. I will wait; nobody loses anything.
}
room-lost-mend = { $why ->
    [muted] See whether it is muted, or allow it for the terminal in the privacy settings.
   *[other] Connect it again. You can also type what you would say.
}
room-back = I can hear again. Nobody has lost anything.
room-lost-for-good = The microphone does not come back. We go on in writing: type what you would say.
room-no-speaker-now = The loudspeaker does not answer; what I say is written.
