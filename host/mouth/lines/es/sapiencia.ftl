# What the host says in Sapiencia. One breath a line; the ids are the same in each language.
# No line after a card went may tell how many are left (D10): the same words for one and for two.

## Opening
sapiencia-opening = Buenas. Jugamos a Sapiencia, hacia la derecha: { $names }.
sapiencia-opening-unknown = Tres cartas por persona; el resto, boca abajo en el mazo.
sapiencia-opening-no-deck = No tengo cartas en este idioma: di lo impreso en las tuyas, como «Hipatia, país, Egipto, aportes, cinco».
    .usted = No tengo cartas en este idioma: diga lo impreso en las suyas, como «Hipatia, país, Egipto, aportes, cinco».
sapiencia-opening-no-deck-play = Para responder, nombre, dato y número: «Newton, Reino Unido, cuatro».
sapiencia-no-deck = --hands known: no hay mazo de Sapiencia en este idioma para repartir. Quítalo y juega con cartas impresas.
sapiencia-opening-call = Con una sola carta, grita «¡Sapiencia!» antes de { $seconds } segundos; si no, tres cartas más.
sapiencia-opening-known = Reparto tres cartas por persona. En el mazo quedan { $deck }.
sapiencia-resumed = Íbamos por la ronda { $round }. Talla { $talker }.
sapiencia-resumed-over = La partida ya terminó.

## Names of things
sapiencia-category-gender = género
sapiencia-category-profession = profesión
sapiencia-category-country = país
sapiencia-category-period = periodo
sapiencia-category-use = usos
sapiencia-criterion-prizes = premios
sapiencia-criterion-contributions = aportes
sapiencia-criterion-barriers = barreras
sapiencia-criterion-patents = patentes
sapiencia-criterion-nobel_prizes = premios Nobel
sapiencia-criterion-other_prizes = otros premios
sapiencia-nth = { $n ->
    [1] primera
    [2] segunda
   *[other] tercera
}

## The talker
sapiencia-ask-talk = { $who }, di personaje, categoría y criterio.
sapiencia-ask-talk--2 = Talla { $who }: personaje, categoría y criterio.
sapiencia-ask-talk-short = { $who }, ¿qué tallas? Personaje, categoría y criterio.
sapiencia-ask-talk-short--2 = { $who }, tu personaje, categoría y criterio.
sapiencia-said-card = { $card }.
sapiencia-ask-card = { $who }, ¿qué personaje?
sapiencia-ask-category = { $who }, ¿qué categoría?
sapiencia-ask-criterion = { $who }, ¿qué criterio?
sapiencia-ask-value = { $who }, ¿cuál: { $values }?
sapiencia-exposed = { $who } juega a { $card }. Categoría { $category }: { $value }. Criterio { $criterion }: { $bar }.
sapiencia-exposed--2 = { $who } pone a { $card }. En { $category }, { $value }. En { $criterion }, { $bar }.
sapiencia-exposed-short = { $card }. { $category }: { $value }. { $criterion }: { $bar }.

## The others
sapiencia-ask-play = { $who }, tu turno.
sapiencia-ask-play--2 = { $who }, ¿qué juegas?
sapiencia-ask-play-short = { $who }; se pide { $value }.
sapiencia-shown = { $card }: { $criterion }, { $score }.
sapiencia-equal = { $card }: { $criterion }, { $score }. Igual: se va.
sapiencia-equal--2 = { $card }, { $score } en { $criterion }. Iguala y se va.
sapiencia-above = { $card }: { $criterion }, { $score }. Supera: se va.
sapiencia-above--2 = { $card }, { $score } en { $criterion }. Supera y se va.
sapiencia-below = { $card }: { $criterion }, { $score }. Menor: se queda.
sapiencia-below--2 = { $card }, { $score } en { $criterion }. No llega y se queda.
sapiencia-highest-goes = { $card } es de lo más alto: se va.
sapiencia-highest-stays = { $card } no es de lo más alto: se queda.

## Drawing
sapiencia-ask-draw-first = { $who }, toma hasta tres; para si una sirve.
sapiencia-ask-draw-first--2 = { $who }, hasta tres cartas; para en la que sirva.
sapiencia-ask-draw-deal = { $who }, di «robo», hasta tres.
sapiencia-ask-draw = { $who }, la { $nth }. ¿Sirve?
sapiencia-ask-draw-stop = { $who }, ¿otra, o pasas?
sapiencia-misfit = No sirve.
sapiencia-pass-drawn = No hubo suerte: { $who } pasa.
sapiencia-pass-drawn--2 = Ninguna sirve: { $who } pasa.
sapiencia-pass-empty = Ya no quedan cartas: { $who } pasa.
sapiencia-pass-away = { $who } no está y pasa.
sapiencia-pass-said = { $who } pasa.
sapiencia-returned = Lo robado va al descarte.
sapiencia-reshuffled = Se acabó el mazo: se baraja el descarte.
sapiencia-last-round = Se acabó la última vuelta del mazo: esta ronda es la final.

## Settlement and the next talker
sapiencia-talker-goes = Nadie superó a { $card }: se va.
sapiencia-talker-goes--2 = { $card } no tuvo rival: se va.
sapiencia-talker-stays = Hubo quien superó: { $card } se queda con { $who }.
sapiencia-talker-stays--2 = Hubo algo mejor: { $card } se queda con { $who }.
sapiencia-next-highest = Talla { $who }: mostró la carta más alta.
sapiencia-next-nearest = Talla { $who }: empató en lo más alto, más cerca a la derecha.
sapiencia-next-order = Talla { $who }.
sapiencia-talker-moved = Talla { $who } en su lugar.
sapiencia-out-one = { $names } se queda sin cartas: ¡gana la partida!
sapiencia-out-many = { $names } se quedan sin cartas: ¡victoria compartida!
sapiencia-fewest-one = Gana { $names }, con { $count ->
    [one] una carta
   *[other] { $count } cartas
}. { -enhorabuena }
sapiencia-fewest-many = Ganan { $names }, con { $count ->
    [one] una carta
   *[other] { $count } cartas
}. { -enhorabuena }

## The call
sapiencia-call-made = Anotado.
sapiencia-call-made--2 = Oído.
sapiencia-penalty = Se pasó el plazo de Sapiencia: { $who } toma { $cards ->
    [0] lo que haya, que es nada
    [one] una carta
   *[other] { $cards } cartas
}.
sapiencia-penalty-false = Antes de tiempo: { $who } toma { $cards ->
    [0] lo que haya, que es nada
    [one] una carta
   *[other] { $cards } cartas
}.
sapiencia-ask-call-doubt = No lo pude oír bien. ¿{ $who } dijo Sapiencia? Sí o no.
sapiencia-doubt-called = Entonces cuenta.
sapiencia-borrowed = Retiro esa voz.
sapiencia-call-early = Oído: si esta jugada deja a { $who } con una carta, ya está dicho.
sapiencia-not-yet = Todavía no.
sapiencia-false-count = { $who } tiene { $count ->
    [one] una carta
   *[other] { $count } cartas
}.
sapiencia-ask-protest = ¿Se retira el castigo de { $who }? Sí o no.
sapiencia-came-late = Llegó después del plazo. Si no fue así, di «protesto».
sapiencia-heard-late = Oí «sapiencia» a los { $seconds } segundos; el plazo era de { $grace }.
sapiencia-heard-nothing = No oí «sapiencia» en los { $grace } segundos de plazo.
sapiencia-decimal = { $whole },{ $part }
sapiencia-upheld = El castigo queda.
sapiencia-lifted = Se retira el castigo: { $who } devuelve lo que tomó.

## Remedies
sapiencia-corrected = Corregido: { $card }, { $key }: { $value }.
sapiencia-left = Seguimos sin { $who }.
sapiencia-back = { $who } vuelve a jugar.
sapiencia-card-data = { $card }: { $category }, { $value }; { $criterion }, { $score }. Di «corrige» y el dato.
sapiencia-card-none = Todavía no hay ninguna carta en juego.

## Refusals: the reason, and what can be said instead
sapiencia-refuse-not_your_turn = Ahora le toca a { $asked }.
sapiencia-refuse-already_done = Eso ya está hecho. Le toca a { $asked }.
sapiencia-refuse-already_done-own = Eso ya está hecho; le toca a { $asked }. Para cambiarlo: «me equivoqué».
sapiencia-refuse-unknown_player = No hay nadie con ese nombre. Juegan { $free }.
sapiencia-refuse-card_unknown = No conozco esa carta. Di nombre, dato y número: «Zewail, Egipto, cinco».
sapiencia-refuse-card_unknown-dealt = No conozco esa carta. Di una de las tuyas.
    .usted = No conozco esa carta. Diga una de las suyas.
sapiencia-refuse-card_used = { $card } ya salió. Di otra carta.
sapiencia-refuse-card_not_held = { $card } no está entre tus cartas. Di otra.
# What can be said instead where a card does not fit: playing, drawing, or with dealt hands.
sapiencia-instead-play = Di otra o «no tengo»
sapiencia-instead-draw = Di otra o «no sirve»
sapiencia-instead-play-dealt = Di otra
sapiencia-instead-draw-dealt = Di «robo»
sapiencia-refuse-value-card = { $card } es de { $has }; hace falta { $required }. { $instead }.
sapiencia-refuse-value-required = Hace falta { $required }. { $instead }.
sapiencia-refuse-value-score = La carta de { $card } dice { $deck }. Di solo el nombre; luego, si no es así, «corrige».
sapiencia-refuse-value-missing = Esa carta no lo trae. Elige { $free }.
sapiencia-refuse-value-free = Eso no vale aquí. Elige { $free }.
sapiencia-refuse-value = Eso no vale aquí.
sapiencia-refuse-is_a_criterion = { $name } es un criterio. Di la categoría: { $free }.
sapiencia-refuse-is_a_category = { $name } es una categoría. Di el criterio: { $free }.
sapiencia-refuse-must_play = Hay carta que cumple: toca jugarla.
sapiencia-refuse-must_draw = Ninguna cumple: toca robar.
sapiencia-refuse-cannot_pass_yet = Aún puedes tomar { $left ->
    [one] una
   *[other] { $left }
}.
sapiencia-refuse-no_window = No hay nada que cantar ahora.
sapiencia-refuse-not_now = Eso no toca ahora.
sapiencia-refuse-not_now-talk = Eso no toca ahora. Di personaje, categoría y criterio.
sapiencia-refuse-not_now-play = Eso no toca ahora. Di tu carta, o «no tengo».
sapiencia-refuse-not_now-play-dealt = Eso no toca ahora. Di tu carta.
sapiencia-refuse-not_now-draw = Ya estás robando: di «no sirve», o la carta si sirve.
    .usted = Ya está robando: diga «no sirve», o la carta si sirve.
sapiencia-refuse-not_now-draw-dealt = Ya estás robando: di «robo».
    .usted = Ya está robando: diga «robo».

## Questions that may be asked at any time
sapiencia-score-item = { $who } { $count ->
    [0] ninguna
    [one] una
   *[other] { $count }
}
sapiencia-score = Cartas: { $list }.
sapiencia-score-later = Las cartas las digo en cuanto pase el turno.
sapiencia-cards = { $who } tiene { $count ->
    [0] cero cartas
    [one] una carta
   *[other] { $count } cartas
}.
sapiencia-deck = En el mazo quedan { $deck }; en el descarte, { $discards }.
sapiencia-turn = Le toca a { $who }.
sapiencia-turn-none = Ahora no le toca a nadie.
sapiencia-bar = { $card }: { $category }, { $value }; { $criterion }, { $bar }.
sapiencia-bar-none = Todavía no hay carta en juego.
sapiencia-choices = Categorías: { $categories }. Criterios: { $criteria }.
sapiencia-rules = Tallar es decir personaje, categoría y criterio. Se juega una carta que cumpla; si iguala o supera, se va. Con una sola, hay que cantar. Gana quien se quede sin cartas.

## Re-prompts
sapiencia-again-talk = { $who }, ¿qué tallas?
sapiencia-again-play = { $who }, ¿qué carta?
sapiencia-again-draw = { $who }, ¿sirve alguna?
sapiencia-again-call_doubt = ¿{ $seat } dijo Sapiencia?
sapiencia-again-protest = ¿Se retira el castigo?

## Words of the game, explained on request
sapiencia-term-bar = La vara es el número de la carta que abre la ronda. Si igualas o superas, tu carta se va.
sapiencia-term-talk = Talla quien abre la ronda: muestra una carta y dice categoría y criterio.
sapiencia-term-category = La categoría es lo que tu carta tiene que compartir: género, profesión, país, época o usos.
sapiencia-term-criterion = El criterio es el número que se compara: premios, aportes, barreras o patentes.
sapiencia-term-deck = El mazo son las cartas sin repartir, boca abajo.
sapiencia-term-discards = El descarte son las cartas que ya se fueron.
