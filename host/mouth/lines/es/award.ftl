# Al terminar: dos premios verdaderos y amables, y el resumen para el chat.
award-iknow-eye = Mejor ojo: { $name }, { $n ->
    [one] una apuesta
   *[other] { $n } apuestas
} con acierto.
award-iknow-memory = Más saber: { $name }, { $n ->
    [one] una respuesta buena
   *[other] { $n } respuestas buenas
}.
award-iknow-bold = Más valor: { $name }, { $n ->
    [one] un acierto
   *[other] { $n } aciertos
} con una sola pista.
award-iknow-trusted = Quien dio más confianza: { $name }, { $n ->
    [one] una apuesta ganada
   *[other] { $n } apuestas ganadas
} a su favor.
award-sapiencia-voice = Mejor voz: { $name }, { $n ->
    [one] una Sapiencia
   *[other] { $n } Sapiencias
} a tiempo.
award-sapiencia-swift = Más ligereza: { $name } soltó { $n ->
    [one] una carta
   *[other] { $n } cartas
}.
award-sapiencia-talker = Quien más talló: { $name }, { $n ->
    [one] una ronda
   *[other] { $n } rondas
}.
award-wizard-aim = Mejor puntería: { $name }, { $n ->
    [one] una ronda exacta
   *[other] { $n } rondas exactas
}.
award-wizard-brave = Apuesta más alta cumplida: { $name }, { $n ->
    [one] una { -baza }
   *[other] { $n } { -bazas }
}.
award-wizard-tricks = Más { -bazas }: { $name }, con { $n }.
award-solo = { $n ->
    [one] Un punto
   *[other] { $n } puntos
} en diez preguntas. Tu mejor marca sigue en { $best }.
    .usted = { $n ->
    [one] Un punto
   *[other] { $n } puntos
} en diez preguntas. Su mejor marca sigue en { $best }.
award-solo-best = { $n ->
    [one] Un punto
   *[other] { $n } puntos
} en diez preguntas: ¡marca nueva!
summary-game = Tertulia: { $game }, con { $names }.
summary-won-one = Ganó { $names }.
summary-won-many = Ganaron { $names }.
summary-alone = Una partida a solas.
summary-nobody = Esta vez no ganó nadie.
summary-score = Al final: { $list }.
summary-score-item = { $name } { $n }
summary-thanks = Y, por supuesto, hay revancha pendiente.
over-nobody = Se acabó en la primera ronda, con todo igualado: no gana nadie.
