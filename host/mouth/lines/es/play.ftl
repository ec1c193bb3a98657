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
play-names-none = «{ $name }» no vale como nombre: es un número o algo que se me dice a mí. Usa otro.
play-names-letter = «{ $name }» es una sola letra, y nadie se llama así de viva voz: usa un nombre.
play-names-own = «{ $name }» no dice cómo te llamas: usa tu nombre.
play-names-alike = «{ $other }» y «{ $name }» suenan igual; añade a uno un apellido o un apodo.
play-length-iknow = Partida larga, a veinte; la corta, con «{ $short }» en el archivo de --rules.
play-length-sapiencia = Partida entera; la corta, con «{ $short }» en el archivo de --rules.
play-length-wizard = Partida entera; la corta, con «{ $short }» en el archivo de --rules.
play-names-number = { $game } se juega de { $least } a { $most }; revisa los nombres.
play-voice-unknown = No conozco la voz «{ $name }»; usa --voice pyttsx3, kokoro o silent.
play-journal-unwritable = No puedo escribir el diario { $path } ({ $why }); elige otro sitio con --journal ARCHIVO.
play-disk = No puedo seguir escribiendo el diario { $path } ({ $why }). Lo confirmado está a salvo.
play-disk-aloud = El disco no me deja guardar más, así que paro aquí. Lo confirmado está a salvo.
play-unsaved = No puedo escribir el diario { $path } ({ $why }), y de esta partida no se ha guardado nada. Libera espacio, o elige otro archivo con --journal ARCHIVO.
play-unsaved-aloud = El disco no me deja guardar la partida, así que paro aquí. Mira la pantalla.
play-resume = Para seguir la partida: { $command }
play-ended-before = Aquí termina lo escrito, antes de empezar ninguna partida: no hay nada que guardar.
play-ended-after = Aquí termina lo escrito. La partida ya había terminado.
play-left-before = Lo dejamos antes de empezar ninguna partida: no hay nada que guardar.
play-left-after = Lo dejamos. La partida ya había terminado.
play-resume-besides = Sigo la partida de { $path } tal como quedó; de la orden no cuenta: { $given }.
play-game-unknown = No conozco el juego «{ $name }»; hay { $games }.
play-hands-unseen = Reparto yo, y así nadie verá sus cartas: añade --serve (teléfonos) o --private NOMBRE=APARATO (auriculares).
play-to-the-right = Aquí se juega hacia la derecha: { $names }.
play-journal-there = { $path } ya existe y no se borra. Sigue esa partida con --resume, o elige otro nombre.
play-deck-none = { $path }: no hay ahí un mazo de ese juego, o hay más de uno; nombra una carpeta de iKNOW o un archivo .yaml de Sapiencia.
play-deck-gone = { $path }: el mazo de esta partida ya no está ahí; devuélvelo a su sitio o di dónde está con --deck.
play-deck-changed = { $path }: este mazo no es ya el de esta partida; déjalo como estaba, o empieza otra.
play-summary = El resumen, en cinco líneas: { $path }
play-summary-unwritable = No puedo escribir el resumen { $path } ({ $why }); la partida está a salvo.
rules-unread = { $path }: no se puede leer ({ $why }).
rules-not-yaml = { $where }: no se entiende. Las reglas son líneas como «{ $short }», cada una una sola vez.
rules-unknown = { $where }: «{ $key }» no es ninguna regla de { $game }. Las que hay: { $allowed }.
rules-value = { $where }: «{ $key }» no puede ser «{ $value }»; vale { $allowed }.
rules-value-other = { $where }: «{ $key }» no puede ser «{ $value }» ({ $why }).
rules-no-game = estos juegos

# El diario que no se deja leer o escribir: qué pasa y qué hacer.
journal-torn = { $path }:{ $line }: la última línea no está entera, o no es de esta partida, y la he quitado; lo confirmado está.
journal-torn-there = { $path }:{ $line }: la última línea no está entera, o no es de esta partida, y no la copio; lo confirmado está.
journal-unread = { $path }: no se puede leer ({ $why }). Mira el nombre y los permisos.
journal-damaged = { $path }:{ $line }: línea dañada. { $kept ->
    [0] No hay ninguna línea sana antes.
    [one] La primera está bien: quita las demás en una copia, y sigue con ella.
   *[other] Las primeras { $kept } líneas están bien: quita las demás en una copia, y sigue con ella.
}
journal-foreign = { $path }: no es un diario de Tertulia. Elige con --resume el archivo de una partida.
journal-newer = { $path }: lo escribió una versión más nueva ({ $version }); esta lee hasta la { $known }. Actualiza el programa.
journal-locked = { $path }: otra partida está escribiendo en él. Termina esa primero.
journal-empty = { $path }: la partida no había empezado todavía. Empieza una nueva con: tertulia play.
journal-unmended = { $path }: no se puede arreglar ({ $why }). Sigue la partida en otro archivo, con --journal ARCHIVO.
journal-header = { $path }: a la primera línea le falta algo o no es de una partida. No se puede seguir.
journal-language = { $path }: idioma «{ $language }»; solo conozco es y en.
journal-impossible = { $path }:{ $line }: esto no puede haber pasado en una partida, así que no se puede seguir; el archivo queda como estaba. Si alguien lo cambió, sigue con una copia de antes.
journal-other-table = { $path }: sus reglas, cartas o jugadas son de otra mesa o de otra versión. Aquí no se puede seguir.
