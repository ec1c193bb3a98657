# What the host says in iKNOW. Short enough for one breath; the ids are the same in each language.

## Opening
iknow-opening = Buenas. Jugamos a iKNOW hasta { $target } puntos. { $names }, cada cual empieza con un punto.
iknow-opening-solo = Diez preguntas para { $who }, sin apuestas. Con menos pistas, más puntos.
iknow-solo-score = { $points ->
    [0] Cero puntos
    [one] Un punto
   *[other] { $points } puntos
} en { $n ->
    [one] una pregunta
   *[other] { $n } preguntas
}.
iknow-over-solo-early = Hasta aquí, entonces.
iknow-sure-cmd_leave-at_stake = Hay apuestas en juego. ¿Seguimos sin { $who }? Sí o no.
iknow-over-solo = Se acabaron las preguntas.
iknow-opening-host-reads = Leo yo. Responde solo quien yo nombre.
iknow-opening-first = Empieza eligiendo nivel { $who }; en cada ronda, quien sigue hacia la izquierda.
iknow-opening-rotating = Lee { $reader }: esta ronda no pone ficha y gana dos puntos.
iknow-resumed-category = Íbamos a elegir categoría.
iknow-resumed-place = Íbamos por los niveles.
iknow-resumed-bet = Íbamos por las apuestas.
iknow-resumed-answer = Íbamos por las respuestas.
iknow-resumed-clue = Íbamos por la { $clues ->
    [one] primera
    [2] segunda
   *[other] tercera
} pista.
iknow-resumed-doubt = Íbamos por una respuesta dudosa.
iknow-resumed-vote = Íbamos por un voto.
iknow-resumed-over = La partida ya terminó.

## Names of things
iknow-category-people = Personas
iknow-category-world = El mundo
iknow-category-works = Obras y productos
iknow-category-events = Fenómenos y eventos
iknow-level = { $level ->
    [1] uno
    [2] dos
   *[other] tres
}
iknow-plus = más
iknow-minus = menos

## Category
iknow-round = Ronda { $round }.
iknow-reader = Lee { $who }.
iknow-ask-category = { $who }, ¿qué categoría? Personas, mundo, obras o fenómenos.
iknow-ask-category-short = { $who }, ¿categoría?
iknow-category-by = { $category }, elige { $who }.
iknow-category-by--2 = { $who } quiere { $category }.
iknow-category-moved = Nadie acertó: ahora, { $category }.
iknow-category-set = Categoría: { $category }.
iknow-category-empty = Ya no quedan cartas de esa. Pasamos a { $category }.

## Question and levels
iknow-question = La pregunta: { $question }
iknow-question--2 = Atención a la pregunta: { $question }
iknow-ask-place = { $who }, ¿en qué nivel: { $levels }?
iknow-ask-place--2 = { $who }, elige nivel: { $levels }.
iknow-ask-place-short = { $who }, ¿nivel?
iknow-placed = { $who }, { $level }.
iknow-placed-second = { $who }, { $level }, segunda casilla.
iknow-placed-all = Fichas puestas: { $list }.
iknow-placed-item = { $who } en { $level }

## Bets
iknow-ask-bet-first = { $who }, ¿quién acierta o quién falla? Di, por ejemplo, más { $example }.
iknow-ask-bet = { $who }, ¿tu apuesta?
iknow-ask-bet--2 = { $who }, ¿quién acierta o falla?
iknow-ask-bet-short = { $who }, ¿apuesta?
iknow-bet-plus = { $who }: más a { $target }.
iknow-bet-plus--2 = { $who }, a favor de { $target }.
iknow-bet-minus = { $who }: menos a { $target }.
iknow-bet-minus--2 = { $who }, en contra de { $target }.
iknow-no-bet = { $who } no apuesta.
iknow-bets-all = Apuestas: { $list }.
iknow-bets-none = Nadie apuesta.
iknow-bet-item-none = { $who } nada
iknow-bet-item-plus = { $who } más { $target }
iknow-bet-item-minus = { $who } menos { $target }

## Clues and answers
iknow-clue = Pista de { $level ->
    [one] un punto
   *[other] { $level } puntos
}: { $clue }
iknow-ask-answer = { $who }, tu respuesta.
iknow-ask-answer--2 = { $who }, ¿qué dices?
iknow-ask-answer-short = Responde { $who }.

## Reveal
iknow-all-answered = Ya respondió todo el mundo.
iknow-answer = La respuesta: { $answer }.
iknow-answer--2 = La carta dice: { $answer }.
iknow-replay = { $who } dijo:
iknow-replay-said = { $who } dijo «{ $said }».
iknow-doubt = Tengo una duda con { $who }.
iknow-doubt-said = Oí «{ $said }».
iknow-doubt-ask = La carta dice { $answer }. La doy por buena si nadie se opone.
iknow-doubt-reader = { $who }, ¿la das por buena? Sí o no.
iknow-contested = Reviso la de { $who }.
iknow-contest-silent = No oí ninguna respuesta.
iknow-vote-open = Vota quien no apostó ni por { $seat } ni en contra: { $names }.
iknow-vote-ask = { $who }, ¿vale la de { $seat }? Sí o no.
iknow-doubt-right = La de { $who } vale.
iknow-doubt-wrong = La de { $who } no vale.
iknow-doubt-right-vote = Por votos, la de { $who } vale: a favor, { $yes ->
    [one] uno
   *[other] { $yes }
}; en contra, { $no ->
    [0] nadie
    [one] uno
   *[other] { $no }
}.
iknow-doubt-wrong-vote = Por votos, la de { $who } no vale: a favor, { $yes ->
    [0] nadie
    [one] uno
   *[other] { $yes }
}; en contra, { $no ->
    [one] uno
   *[other] { $no }
}.
iknow-doubt-nobody = Todo el mundo apostó sobre eso: nadie vota, y la de { $who } vale.
iknow-doubt-tie = Empate, y el empate favorece a quien respondió: la de { $who } vale.
iknow-right-one = Acertó { $names }.
iknow-right-many = Acertaron { $names }.
iknow-right-none = Esta vez no acertó nadie.
iknow-fact = Curiosidad: { $fact }
iknow-chips = { $who }, { $chips ->
    [one] un punto
   *[other] { $chips } puntos
} por acertar.
iknow-chips--2 = { $who } gana { $chips ->
    [one] un punto
   *[other] { $chips } puntos
}.
iknow-bet-won-plus = { $who } apostó por { $target } y gana un punto.
iknow-bet-lost-plus = La apuesta de { $who } por { $target } cuesta un punto.
iknow-bet-won-minus = { $who } apostó contra { $target } y gana un punto.
iknow-bet-lost-minus = La apuesta de { $who } contra { $target } cuesta un punto.
iknow-reader-chips = { $who }, dos puntos por leer.
iknow-leader = Va primero { $names }, con { $points ->
    [one] un punto
   *[other] { $points } puntos
}.
iknow-leaders = Van primero { $names }, con { $points ->
    [one] un punto
   *[other] { $points } puntos
}.
iknow-swapped = Cambio la carta.
iknow-voided = Anulo la ronda y aparto esa carta. Nadie gana ni pierde.
iknow-left = Seguimos sin { $who }.
iknow-back = { $who } vuelve a jugar.
iknow-over-one = Se acabó: gana { $names }, con { $points ->
    [one] un punto
   *[other] { $points } puntos
}. { -enhorabuena }
iknow-over-many = Se acabó: ganan { $names }, con { $points ->
    [one] un punto
   *[other] { $points } puntos
}. { -enhorabuena }

## Refusals: the reason, and what can be said instead
iknow-refuse-not_your_turn = Ahora le toca a { $asked }.
iknow-refuse-unknown_player = No hay nadie con ese nombre. Juegan { $free }.
iknow-refuse-level_full = Ese nivel está lleno. Queda { $free }.
iknow-refuse-square_taken = Esa casilla está ocupada. Queda { $free }.
iknow-refuse-own_token = No se puede apostar por la ficha propia. Queda { $free }.
iknow-refuse-no_token = { $name } no tiene ficha en esta ronda. Queda { $free }.
iknow-refuse-circle_taken = Esa apuesta ya está puesta. Queda { $free }.
iknow-refuse-already_done = Eso ya está hecho.
iknow-refuse-already_done-own = Eso ya está hecho. Para cambiarlo: «me equivoqué».
iknow-refuse-must_play = Aquí hay que apostar. Queda { $free }.
iknow-refuse-not_now = Eso no toca ahora.
iknow-refuse-no-answer-yet = { $name } todavía no ha respondido.
iknow-refuse-square = No existe esa casilla. Queda { $free }.
iknow-refuse-value = Eso no existe aquí. Queda { $free }.
iknow-free-circle-plus = más { $who }
iknow-free-circle-minus = menos { $who }

## Questions that may be asked at any time
iknow-standing-item = { $who } { $points }
iknow-score = Puntos.
iknow-score-row = { $who }: { $points ->
    [0] cero
    [one] uno
   *[other] { $points }
}.
iknow-score-debt = { $who }: cero, y debe { $debt }.
iknow-turn = Le toca a { $who }.
iknow-turn-none = Ahora no le toca a nadie.
iknow-free-levels = Casillas libres: { $free }.
iknow-free-level = { $n ->
    [1] una
   *[other] dos
} de { $level }
iknow-free-bets = Se puede: { $free }.
iknow-free-bets-plus = Acierta: { $names }.
iknow-free-bets-minus = Falla: { $names }.
iknow-free-nothing = Ahora no hay nada que elegir.
iknow-nothing = nada
iknow-who-square = En { $level } está { $names }.
iknow-who-square-none = En { $level } no hay nadie.
iknow-who-bet-plus = { $who } apostó por { $target }.
iknow-who-bet-minus = { $who } apostó contra { $target }.
iknow-who-bet-none = { $who } no tiene apuesta puesta.
iknow-category-now = Estamos en { $category }.
iknow-category-none = Todavía no hay categoría.
iknow-no-question = Todavía no hay pregunta.
iknow-no-clue = Todavía no hay pistas.
iknow-not-told-yet = Eso se sabe al final, con todas las respuestas dadas.
iknow-rules = Elige nivel: tres, dos o uno. Apuesta por otra persona. Oye la pista y responde. Acertar da los puntos del nivel; la apuesta, uno.
iknow-protest = Te oigo. «Deshacer» quita lo último; «pregunta mala» anula la ronda.
iknow-protest-after = Te oigo. Si oí mal, di «la de { $who } era correcta» y decide la mesa. «Pregunta mala» anula la ronda.
iknow-protest-after-right = Te oigo. Si oí mal, di «la de { $who } no vale» y decide la mesa. «Pregunta mala» anula la ronda.
iknow-protest-alone = Te oigo. Si oí mal, di «era correcta». «Pregunta mala» anula la ronda.
iknow-not-undone = Leída la respuesta, ya no se deshace. La mesa decide la que está en duda.
iknow-not-undone-after = Leída la respuesta, ya no se deshace. Si oí mal, di «protesto»; «pregunta mala» anula la ronda.
iknow-not-undone-clue = Leída otra pista, esa respuesta queda.
iknow-refuse-known = La carta se cambia antes de que nadie ponga ficha. Después, «pregunta mala».
iknow-refuse-whose = ¿La de { $names }? Di, por ejemplo, «la de { $example } era correcta».
iknow-refuse-whose-wrong = ¿La de { $names }? Di, por ejemplo, «la de { $example } no vale».
iknow-refuse-overrule = Ahora no hay respuesta que revisar.
iknow-refuse-overrule-same = La de { $name } ya quedó así.
iknow-refuse-bad_question = Todavía no hay pregunta que anular.

## Asked before it is done
iknow-sure-bad_question = ¿Anulo la ronda y aparto esta carta? Sí o no.

## Re-prompts and help
iknow-again-category = { $who }, ¿categoría?
iknow-again-place = { $who }, ¿qué nivel?
iknow-again-bet = { $who }, ¿quién acierta o falla?
iknow-again-answer = { $who }, ¿qué respondes?
iknow-change-answer = { $who }, di lo que creas; si no, «paso».
iknow-again-doubt = { $who }, ¿vale esa respuesta?
iknow-again-doubt-anyone = ¿Vale, o alguien se opone?
iknow-again-vote = { $who }, ¿vale la de { $seat }?
iknow-help-answer = Se responde con lo que se crea: «es Frida Kahlo»; o «paso».
iknow-help-answer-same_as = Se responde con lo que se crea: «es Frida Kahlo», «lo mismo que { $target }» o «paso».

## Words of the game, explained on request
iknow-term-level = El nivel es lo que se arriesga. Tres responde con una pista y gana tres puntos; uno oye las tres y gana uno.
iknow-term-square = Cada nivel tiene dos casillas. La primera responde antes.
iknow-term-chip = La ficha se pone en un nivel y dice qué se arriesga. Lo que se gana son puntos.
iknow-term-bet = Apostar es decir si otra persona acierta o falla. Si sale, ganas un punto; si no, lo pierdes.
iknow-term-category = La categoría dice de qué va la pregunta: personas, mundo, obras o fenómenos.
iknow-term-clue = Cada pregunta tiene tres pistas, de la más difícil a la más fácil. Se oyen según el nivel.
iknow-help-aside-overrule = Si se juzgó mal una respuesta: «la de { $seat } { $ok ->
    [True] era correcta
   *[other] no vale
}».
