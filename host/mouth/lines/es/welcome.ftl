# Lo que el anfitrión dice al poner la mesa y al levantarla. Sin segunda persona del plural.
welcome-greeting = Buenas. Soy Tertulia y llevo la mesa. Aquí se juega de viva voz.
welcome-greeting-typed = Buenas. Soy Tertulia y llevo la mesa. Hoy se juega por escrito.
welcome-voice-spain = Puedo hablar así, como en España.
welcome-voice-latin_america = O así, como en América.
welcome-ask-voice = ¿Cuál gusta más: la primera o la segunda?
welcome-accent = Con esta voz, entonces.
welcome-ask-resume = Quedó a medias { $game }, con { $names }. ¿Se sigue?
welcome-resume = Seguimos donde quedó.
welcome-ask-same = ¿Como la última vez: { $game }, con { $names }?
welcome-ask-game = ¿A qué se juega: iKNOW, Sapiencia o Wizard?
welcome-games = iKNOW son preguntas con apuestas; Sapiencia, cartas de grandes mentes; Wizard, predecir { -bazas }.
welcome-game = { $game }.
welcome-ask-name-first = ¿Quién empieza? Su nombre, por favor.
welcome-ask-name-next = ¿Quién está a la izquierda de { $who }?
welcome-ask-name-more = ¿Y a la izquierda de { $who }? Si no hay nadie, «ya está».
welcome-ask-name-rename = ¿Cómo llamo desde ahora a { $who }?
welcome-ask-name-join = ¿Cómo se llama quien llega?
welcome-ask-name-again = Otra vez, por favor; también vale deletrear.
welcome-name = { $name }.
welcome-spell = Oí { $name }: { $letters }.
welcome-ask-spell = ¿Es así? Sí o no.
welcome-ask-alike = Ya hay { $other }. ¿Con qué otro nombre llamo a esta persona? Si no hace falta, «ninguno».
welcome-missing-own = Me falta el nombre de quien dijo «yo».
welcome-missing-letter = Una letra sola no basta para llamar a nadie: hace falta un nombre.
welcome-missing-long = Eso es largo para un nombre: basta uno de pila, o un apodo.
welcome-missing-none = «{ $name }» no lo tomo por nombre.
welcome-left-out = Hay lugar para { $most }, no más: sin { $names }.
welcome-one-at-a-time = Un solo nombre cada vez.
welcome-one-at-a-time-join = De momento, una persona; la siguiente, otra vez con «se une otra persona».
welcome-spare = Por ahora digo «{ $name }». Se cambia con «cambia el nombre de { $name }».
welcome-names = Este es el orden: { $names }.
welcome-ask-length-iknow = ¿Corta, a diez puntos, unos { $short } minutos; o larga, a veinte, unos { $long }?
welcome-ask-length-sapiencia = ¿Corta, cinco rondas, unos { $short } minutos; o larga, entera, unos { $long }?
welcome-ask-length-wizard = ¿Corta, cinco rondas, unos { $short } minutos; o larga, entera, unos { $long }?
welcome-length-short = Corta.
welcome-length-long = Larga.
welcome-length-rounds = { $rounds ->
    [one] Una ronda
   *[other] { $rounds } rondas
}.
welcome-ask-mic-first = Probemos el micrófono. { $who }, di: buenas noches.
    .usted = Probemos el micrófono. { $who }, diga: buenas noches.
welcome-ask-mic = { $who }, di: buenas noches.
    .usted = { $who }, diga: buenas noches.
welcome-mic-hello = Se oye bien.
welcome-mic-hello--2 = Bien.
welcome-mic-skip = Sin prueba, entonces.
welcome-how = Habla solo quien yo nombre. Si se adelanta otra persona: «no fui yo».
welcome-begin = Empezamos.
welcome-ask-after = ¿Revancha, otro juego o lo dejamos?
welcome-rematch = ¡Revancha!
welcome-overrule = Volvemos a la última respuesta.
welcome-bye = Gracias por la partida. ¡Hasta la próxima!
welcome-renamed = Desde ahora, { $name }.
welcome-joins-sure = { $name }, desde la próxima partida.
welcome-back = Todo sigue como estaba.
welcome-leave = De acuerdo. ¡Hasta la próxima!
welcome-end-sure = ¿Lo dejamos? Sí o no.
welcome-seat-back = { $name } vuelve a la mesa.
welcome-joins = { $name } entra en la próxima partida.
welcome-spare-name = Asiento { $n }
welcome-refuse-few = Para este juego hacen falta { $least ->
    [1] uno
    [2] dos
   *[other] tres
} nombres al menos.
welcome-refuse-spell = Basta «sí», «no» o solo el nombre.
welcome-refuse-no-name = No oí ningún nombre.
welcome-refuse-many = Para este juego hay lugar para { $most }, no más.
welcome-refuse-order = Eso no lo tomo por nombre. Ahora van los nombres; para salir, «terminar».
welcome-refuse-nobody = En la mesa no hay { $name }.
welcome-refuse-not-now = Eso viene después.
welcome-query-none = Todavía no ha empezado la partida.
welcome-query-minutes = Corta, unos { $short } minutos; larga, unos { $long }. Se elige en seguida.
welcome-query-length = Hay partidas cortas y largas. Con la mesa completa, los minutos de cada una.
welcome-query-names = De momento: { $names }.
welcome-rules = Primero se pone la mesa: juego, nombres y duración. Las reglas vienen con el juego.
tonight-kept = Partida guardada. La próxima vez pregunto si se sigue.
tonight-rename-undone = Sigue siendo { $name }.
tonight-join-undone = { $name } no entra.
tonight-other = Otro juego, entonces.
tonight-other-later = Otro juego, al terminar esta partida: «terminar».
tonight-summary = Lo dejé en { $file }.
tonight-rematch-later = La revancha, al terminar esta partida.
welcome-help-aside-overrule = Si se juzgó mal una respuesta: «la de { $seat } { $ok ->
    [True] era correcta
   *[other] no vale
}».
