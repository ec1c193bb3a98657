# Lo que el anfitrión dice en Wizard: corto, al paso de las cartas.

## Apertura
wizard-opening = Buenas. Jugamos a Wizard: { $rounds ->
    [one] una ronda
   *[other] { $rounds } rondas
}, unos { $minutes } minutos. Juegan { $names }.
wizard-opening-tricks = De cada { -baza } basta el nombre de quien la gana.
wizard-opening-score = Llevo apuestas y puntos; las { -bazas }, al final de cada ronda.
wizard-opening-cards = Llevo cada carta; un «rey» solo es del palo que salió.
wizard-opening-secret = Con apuesta secreta.
wizard-opening-delayed = Con apuesta revelada al final.
wizard-opening-german = Con regla alemana: desde la cuarta, la suma no puede cuadrar.
wizard-opening-canadian = Con regla canadiense: si quien reparte va en cabeza, la suma no puede cuadrar.
wizard-opening-always = La suma de apuestas nunca puede cuadrar.
wizard-opening-many = Aviso: Wizard está pensado para seis; con más también se puede, en menos rondas.
wizard-resumed = Íbamos por la ronda { $round }, reparte { $dealer }.
wizard-resumed-start = Íbamos a ver quién reparte.
wizard-resumed-over = La partida ya terminó.

## Nombres
wizard-n = { $n ->
    [0] cero
    [1] una
   *[other] { $n }
}
wizard-nobody = nadie

## Reparto
wizard-ask-dealer = ¿Quién reparte? Di «reparte { $example }», o «que saque carta cada cual».
wizard-ask-draw = { $who }, ¿qué carta sacaste?
wizard-ask-draw-short = { $who }, ¿carta?
wizard-drawn = { $who }: { $card }.
wizard-redraw = Empate. Sacan otra { $names }.
wizard-dealer-drawn = La más alta es de { $who }.
wizard-round = Ronda { $round ->
    [one] uno, una carta
   *[other] { $round }, { $round } cartas
}. Reparte { $dealer }.
wizard-round--2 = Ronda { $round }. Da cartas { $dealer }.
wizard-round-last = Última ronda. Reparte { $dealer }.

## Triunfo
wizard-ask-turned = { $who }, ¿qué carta salió de triunfo?
wizard-ask-turned-short = { $who }, ¿triunfo?
wizard-turned = Sale { $card }. Triunfo, { $suit }.
wizard-trump = Triunfo, { $suit }.
wizard-trump--2 = Pintan { $suit }.
wizard-no-trump-jester = Bufón: sin triunfo.
wizard-no-trump-told = Sin triunfo.
wizard-no-trump-all_dealt = Se reparten todas: sin triunfo.
wizard-no-trump-last_round = Última ronda: sin triunfo.
wizard-turned-wizard = Sale un mago.
wizard-trump-tell = Si hay triunfo, dilo: «triunfo { $suit }».
    .usted = Si hay triunfo, dígalo: «triunfo { $suit }».
wizard-help-aside-suit = Si hay triunfo: «triunfo { $suit }».
wizard-ask-suit = { $who }, ¿qué palo eliges?
wizard-ask-suit--2 = { $who }, elige palo de triunfo.

## Apuestas
wizard-ask-bid = { $who }, ¿cuántas { -bazas }? De cero a { $round }.
wizard-ask-bid-short = { $who }, ¿cuántas?
wizard-bid = { $who }: { $n }.
wizard-bid--2 = { $who }, { $n }.
wizard-ask-ready = En secreto: cada cual apunta su apuesta y dice «listo».
wizard-ask-ready-short = Apuestas en secreto, y «listo».
wizard-reveal-secret = Tres, dos, uno: ¡a la vista!
wizard-reveal-delayed = Ronda terminada. Ahora, lo que se había apuntado.
wizard-ask-reveal = { $who }, ¿cuántas?
wizard-ask-reveal-short = { $who }, ¿pedidas?
wizard-bids-locked = Todo apuntado. Sale { $leader }.
wizard-bids-all = Pedidas: { $list }. { $sum ->
    [0] Ninguna
    [one] Una
   *[other] Son { $sum }
} de { $round ->
    [one] una { -baza }
   *[other] { $round } { -bazas }
}.
wizard-bids-item = { $who } { $n }
wizard-bids-item-list = { $who } pidió { $n }
wizard-leads = Sale { $leader }.

## Bazas
wizard-ask-play-lead = Sale { $who }.
wizard-ask-play = Juega { $who }.
wizard-card = { $card }.
wizard-jester-led = Bufón: todavía no hay palo.
wizard-jester-led--2 = Bufón. El palo lo pone quien sigue.
wizard-trick = { -Baza } de { $who }: lleva { $taken } de { $bid }.
wizard-trick--2 = La { -baza } es de { $who }: { $taken } de { $bid }.
wizard-trick-hidden = { -Baza } de { $who }: lleva { $taken }.
wizard-trick-short = { -Baza } de { $who }.
wizard-undone-trump = Deshago el triunfo.
wizard-undone-trick = Deshago la { -baza } de { $who }.
wizard-where = Volvemos a la ronda { $round }.
wizard-where-bids = Volvemos a las apuestas de la ronda { $round }.
wizard-where-trick = Ronda { $round }, { -baza } número { $trick }.
wizard-trick-undone = Se repite la { -baza }. Sale { $leader }.
wizard-doubt = Quizá oí mal la { -baza } { $trick }: ¿siguió { $who } { $suit }? ¿Seguimos o se repite?
wizard-ask-taken-first = A jugar. Al terminar, di cuántas { -bazas } hizo cada cual.
wizard-ask-taken = { $who }, ¿cuántas { -bazas }?
wizard-ask-taken-short = { $who }, ¿hechas?
wizard-taken = { $who }: { $n }.

## Puntos
wizard-taken-all = Hechas: { $list }.
wizard-row = { $who } pidió { $bid } e hizo { $taken }: { $points }, { $total }.
wizard-row-short = { $who }, { $points }: { $total }.
wizard-row-bare = { $who } pidió { $bid } e hizo { $taken }: { $points }.
wizard-row-bare-short = { $who }, { $points }.
wizard-ahead = Por delante, { $names }, con { $points }.
wizard-totals-asked = Los totales, con «marcador».
wizard-plus = más { $points }
wizard-minus = menos { $points }
wizard-total = total { $points }
wizard-over-one = Se acabó: gana { $names }, con { $points } puntos. { -enhorabuena }
wizard-over-many = Se acabó: ganan { $names }, con { $points } puntos. { -enhorabuena }
wizard-over-one-below = Se acabó: gana { $names }, bajo cero.
wizard-over-many-below = Se acabó: empatan { $names }, bajo cero.
wizard-order = Orden final: { $names }.
wizard-sure-cmd_leave = Wizard no sigue sin { $who }. ¿Esperamos a que vuelva? Sí o no.
wizard-left = Esperamos a { $who }. Al volver, «ya volví».
wizard-back = { $who } está de vuelta.

## Negativas: la razón, y qué se puede decir
wizard-refuse-not_your_turn = Ahora le toca a { $asked }.
wizard-refuse-unknown_player = No hay nadie con ese nombre. Juegan { $free }.
wizard-refuse-bid_range = Se pide de cero a { $round }.
wizard-refuse-bid_forbidden = No puedes decir { $n }: la suma cuadraría. Vale { $free }.
wizard-refuse-trump_required = Con un mago hay que elegir palo: { $free }.
wizard-refuse-must_follow = Tienes que seguir { $suit }.
wizard-refuse-card_used = Ya salió { $card } en esta ronda.
wizard-refuse-card_not_held = No tienes { $card }.
wizard-refuse-card_unknown = Esa carta no es de esta baraja.
wizard-refuse-too_many_wizards = Los cuatro magos ya salieron.
wizard-refuse-too_many_jesters = Los cuatro bufones ya salieron.
wizard-refuse-already_done = Eso ya está hecho.
wizard-refuse-already_done-trump = El triunfo ya es { $suit }.
wizard-refuse-already_done-other = El triunfo es { $suit }. Para cambiarlo: «el triunfo es { $other }».
wizard-refuse-already_done-own = Eso ya está hecho. Para cambiarlo: «me equivoqué».
wizard-refuse-not_now = Eso no toca ahora.
wizard-refuse-not_ready = Todavía no: primero, «listo».
wizard-refuse-away = Esperamos a { $names }. Al volver, «ya volví».
wizard-refuse-who = ¿De quién? Di el nombre.
wizard-refuse-no_suit = ¿De qué palo?
wizard-refuse-count = No cuadra: { $left ->
    [0] no queda ninguna
    [one] queda una
   *[other] quedan { $left }
} de las { $round } { -bazas }. Vale { $free }; si no, «deshacer».
wizard-refuse-cards = Sobran o faltan: a esta { -baza } le quedan { $left } cartas.
wizard-refuse-suit = Los palos son { $free }.
wizard-refuse-nothing_to_undo = No hay { -baza } que deshacer.

## Preguntas
wizard-score-item = { $who } { $points }
wizard-score = Puntos: { $list }.
wizard-turn = Le toca a { $who }.
wizard-turn-none = Ahora no le toca a nadie en particular.
wizard-trump-now = El triunfo: { $suit }.
wizard-trump-unknown = El triunfo no lo sé; di, por ejemplo, «triunfo { $example }».
wizard-trump-wizard = Salió un mago: elige { $who }.
wizard-played = En la mesa: { $list }.
wizard-played-item = { $who }, { $card }
wizard-played-led = El palo es { $suit }.
wizard-played-none = Todavía no hay cartas en la mesa.
wizard-played-untold = Las cartas no las llevo; solo las { -bazas }.
wizard-winning = La { -baza } va siendo de { $who }, con { $card }.
wizard-bids-secret = Las apuestas aún no se saben.
wizard-bids-none = Todavía no hay apuestas.
wizard-bid-one-none = { $who } todavía no ha pedido.
wizard-tricks = { $list }.
wizard-tricks-item = { $who } { $taken } de { $bid }
wizard-tricks-item-hidden = { $who } { $taken }
wizard-dealer-now = Reparte { $who }.
wizard-dealer-none = Todavía no se sabe quién reparte.
wizard-round-now = Ronda { $round } de { $rounds }.
wizard-rules = Pide las { -bazas } que harás. Sigue el palo si puedes; mago y bufón van siempre. Acertar da veinte y diez por { -baza }; cada una de diferencia quita diez.
wizard-mine = { $who }: pidió { $bid }, lleva { $taken }; { $points ->
    [0] cero puntos
    [one] un punto
   *[other] { $points } puntos
}.
wizard-mine-hidden = { $who }: lleva { $taken }; { $points ->
    [0] cero puntos
    [one] un punto
   *[other] { $points } puntos
}.
wizard-free-bids = Se puede pedir { $free }.
wizard-free-suits = Se puede elegir { $free }.
wizard-free-nothing = Ahora no hay nada que elegir.
wizard-trump-corrected = Corrijo: triunfo, { $suit }.
wizard-trump-corrected-none = Corrijo: sin triunfo.
wizard-protest = Te oigo. «Deshacer { -baza }» la repite; «deshacer» quita lo último.

## Se pregunta otra vez
wizard-again-dealer = { $who }, ¿qué carta sacaste?
wizard-again-dealer-anyone = ¿Quién reparte?
wizard-again-turned = { $who }, ¿qué salió de triunfo?
wizard-again-suit = { $who }, ¿qué palo?
wizard-again-bid = { $who }, ¿cuántas { -bazas }?
wizard-again-ready = ¿Está todo apuntado? Di «listo».
wizard-again-reveal = { $who }, ¿cuántas?
wizard-again-play = { $who }, ¿qué carta?
wizard-again-trick = Al acabar la { -baza }, di de quién es.
wizard-again-taken = { $who }, ¿cuántas hiciste?
wizard-again-taken-anyone = Al terminar la ronda, di cuántas hizo cada cual.
wizard-again-revoke_doubt = ¿Seguimos, o se repite la { -baza }?
wizard-again-away = Esperamos. Al volver, «ya volví».

## Words of the game, explained on request
wizard-term-trick = Una { -baza } es una carta de cada persona. Se la lleva la mejor.
wizard-term-trump = El triunfo es el palo que gana a los otros tres. Solo el mago gana al triunfo.
wizard-term-wizard = El mago gana siempre. Si hay varios, el primero.
wizard-term-jester = El bufón no gana nunca. Si todo son bufones, gana el primero.
wizard-term-bid = La apuesta es cuántas { -bazas } dices que harás. Acertar da veinte y diez por cada una; fallar quita diez por cada una de diferencia.
wizard-term-lead = Sale quien pone la primera carta de la { -baza }.
wizard-term-follow = Seguir el palo es echar del palo que salió, si tienes. Mago y bufón valen siempre.
wizard-term-dealer = Reparte una persona en cada ronda, hacia la izquierda. Apuesta la última.
