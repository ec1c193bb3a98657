# Lo que dice el programa al empezar y al terminar una velada escrita.
play-ask-names = ¿Quiénes juegan? Escribe los nombres, desde quien empieza hacia su izquierda: «Ana, Luis y Eva».
play-ask-names-again = Hacen falta al menos { $least ->
    [3] tres
   *[other] dos
} nombres, separados por comas.
play-names = Juegan { $names }.
play-no-names = No hay nombres. Usa --players "Ana, Luis, Eva".
play-names-twice = Dos asientos tienen el mismo nombre; añade un apellido o un apodo.
play-names-bad = Un nombre tiene de una a { $most } letras, sin signos.
play-names-number = { $game } se juega de { $least } a { $most }; revisa los nombres.
play-voice-unknown = No conozco la voz «{ $name }»; usa --voice pyttsx3, kokoro o silent.
play-journal-unwritable = No puedo escribir el diario { $path } ({ $why }); elige otro sitio con --journal ARCHIVO.
play-disk = No puedo seguir escribiendo el diario { $path } ({ $why }). Lo confirmado está a salvo.
play-resume = Para seguir la partida: { $command }
play-game-unknown = No conozco el juego «{ $name }»; hay { $games }.
play-to-the-right = Aquí se juega hacia la derecha: { $names }.
play-journal-there = { $path } ya existe y no se borra. Sigue esa partida con --resume, o elige otro nombre.
play-summary = El resumen, en cinco líneas: { $path }
play-summary-unwritable = No puedo escribir el resumen { $path } ({ $why }); la partida está a salvo.
rules-unread = { $path }: no se puede leer ({ $why }).
rules-not-yaml = { $where }: no se entiende. Las reglas son líneas como «target: 10», cada una una sola vez.
rules-unknown = { $where }: «{ $key }» no es ninguna regla de { $game }. Las que hay: { $allowed }.
rules-value = { $where }: «{ $key }» no puede ser «{ $value }»; vale { $allowed }.
rules-value-other = { $where }: «{ $key }» no puede ser «{ $value }» ({ $why }).
rules-no-game = estos juegos
