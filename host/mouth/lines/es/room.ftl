# Lo que el programa dice de micrófonos y altavoces. Cada fallo termina en lo que lo arregla.
room-no-portaudio = No hay sonido: falta PortAudio. Instálalo con: sudo apt install libportaudio2 (en macOS: brew install portaudio).
room-no-soxr = Falta la biblioteca soxr; instálala con: pip install 'tertulia[speech]'.
room-no-microphone = No encuentro ningún micrófono. Conecta uno y repite: tertulia doctor.
room-no-loudspeaker = No encuentro ningún altavoz. Conecta uno y repite: tertulia doctor.
room-no-such-device = No hay ningún aparato llamado «{ $name }»; hay { $names }.
room-device-busy = Otro programa está usando «{ $name }». Ciérralo y repite: tertulia doctor.
room-device-refused = El aparato «{ $name }» no se deja abrir ({ $why }). Elige otro con --microphone o --loudspeaker.
room-permission = El sistema no deja usar el micrófono «{ $name }». Da permiso al terminal en los ajustes de privacidad.
room-bluetooth = «{ $name }» es inalámbrico: al escuchar puede sonar a teléfono. Mejor un micrófono con cable.
room-typed = Seguimos por escrito: escribe lo que dirías.
room-ear = Escucho con { $ear } en el micrófono «{ $name }».
room-ear-typed = Escucho el teclado.
room-lost = { $why ->
    [muted] El micrófono solo da silencio. Espero, y nadie pierde nada.
   *[other] Me he quedado sin micrófono. Espero, y nadie pierde nada.
}
room-lost-mend = { $why ->
    [muted] Mira si está silenciado, o da permiso al terminal en los ajustes de privacidad.
   *[other] Vuelve a conectarlo. También puedes escribir lo que dirías.
}
room-back = Ya vuelvo a oír. Nadie ha perdido nada.
room-lost-for-good = El micrófono no vuelve. Seguimos por escrito: escribe lo que dirías.
room-no-speaker-now = El altavoz no responde; lo que digo queda escrito.
