# What the host says in Sapiencia. One breath a line; the ids are the same in each language.
# No line after a card went may tell how many are left (D10): the same words for one and for two.

## Opening
sapiencia-opening = Good evening. We play Sapiencia, to the right: { $names }.
sapiencia-opening-unknown = Three cards each; the rest face down as the deck.
sapiencia-opening-no-deck = I have no cards in English, so say what is printed on yours: “Hypatia, country, Egypt, contributions, five”.
sapiencia-opening-no-deck-play = To answer, say name, value and number: “Newton, England, four”.
sapiencia-no-deck = --hands known: there is no deck of Sapiencia in English to deal. Leave it out and play with printed cards.
sapiencia-opening-call = With one card left, shout “Sapiencia!” within { $seconds } seconds; if not, three more cards.
sapiencia-opening-known = I deal three cards each. { $deck } are left in the deck.
sapiencia-resumed = We were in round { $round }. { $talker } is the talker.
sapiencia-resumed-over = That game is over.

## Names of things
sapiencia-category-gender = gender
sapiencia-category-profession = profession
sapiencia-category-country = country
sapiencia-category-period = period
sapiencia-category-use = uses
sapiencia-criterion-prizes = prizes
sapiencia-criterion-contributions = contributions
sapiencia-criterion-barriers = barriers
sapiencia-criterion-patents = patents
sapiencia-criterion-nobel_prizes = Nobel prizes
sapiencia-criterion-other_prizes = other prizes
sapiencia-nth = { $n ->
    [1] first
    [2] second
   *[other] third
}

## The talker
sapiencia-ask-talk = { $who }, say a person, a category and a criterion.
sapiencia-ask-talk--2 = { $who } talks: person, category and criterion.
sapiencia-ask-talk-short = { $who }, you talk. Person, category and criterion?
sapiencia-ask-talk-short--2 = { $who }, your person, category and criterion.
sapiencia-said-card = { $card }.
sapiencia-ask-card = { $who }, which person?
sapiencia-ask-category = { $who }, which category?
sapiencia-ask-criterion = { $who }, which criterion?
sapiencia-ask-value = { $who }, which one: { $values }?
sapiencia-exposed = { $who } plays { $card }. Category { $category }: { $value }. Criterion { $criterion }: { $bar }.
sapiencia-exposed--2 = { $who } puts down { $card }. For { $category }, { $value }. For { $criterion }, { $bar }.
sapiencia-exposed-short = { $card }. { $category }: { $value }. { $criterion }: { $bar }.

## The others
sapiencia-ask-play = { $who }, your turn.
sapiencia-ask-play--2 = { $who }, what do you play?
sapiencia-ask-play-short = { $who }; wanted: { $value }.
sapiencia-shown = { $card }: { $criterion }, { $score }.
sapiencia-equal = { $card }: { $criterion }, { $score }. Equal: it goes.
sapiencia-equal--2 = { $card }, { $score } in { $criterion }. It matches and goes.
sapiencia-above = { $card }: { $criterion }, { $score }. Higher: it goes.
sapiencia-above--2 = { $card }, { $score } in { $criterion }. It beats that and goes.
sapiencia-below = { $card }: { $criterion }, { $score }. Lower: it stays.
sapiencia-below--2 = { $card }, { $score } in { $criterion }. Not enough, it stays.
sapiencia-highest-goes = { $card } is among the highest: it goes.
sapiencia-highest-stays = { $card } is not among the highest: it stays.

## Drawing
sapiencia-ask-draw-first = { $who }, take up to three; stop if one fits.
sapiencia-ask-draw-first--2 = { $who }, up to three cards; stop at one that fits.
sapiencia-ask-draw-deal = { $who }, say “draw”, up to three.
sapiencia-ask-draw = { $who }, the { $nth }. Does it fit?
sapiencia-ask-draw-stop = { $who }, another, or pass?
sapiencia-misfit = It doesn't fit.
sapiencia-pass-drawn = No luck: { $who } passes.
sapiencia-pass-drawn--2 = None fits: { $who } passes.
sapiencia-pass-empty = No cards are left: { $who } passes.
sapiencia-pass-away = { $who } is away and passes.
sapiencia-pass-said = { $who } passes.
sapiencia-returned = What was drawn goes to the discards.
sapiencia-reshuffled = The deck is through: the discards are shuffled.
sapiencia-last-round = The last pass through the deck is done: this is the final round.

## Settlement and the next talker
sapiencia-talker-goes = Nobody beat { $card }: it goes.
sapiencia-talker-goes--2 = { $card } had no rival: it goes.
sapiencia-talker-stays = It was beaten: { $card } stays with { $who }.
sapiencia-talker-stays--2 = { $card } was beaten and stays with { $who }.
sapiencia-next-highest = { $who } talks next: theirs was the highest card.
sapiencia-next-nearest = { $who } talks next: tied for highest, nearest on the right.
sapiencia-next-order = { $who } talks next.
sapiencia-talker-moved = { $who } talks instead.
sapiencia-out-one = { $names } is out of cards and wins the game!
sapiencia-out-many = { $names } are out of cards and share the win!
sapiencia-fewest-one = { $names } wins, with { $count ->
    [one] one card
   *[other] { $count } cards
}. Congratulations!
sapiencia-fewest-many = { $names } win, with { $count ->
    [one] one card
   *[other] { $count } cards
}. Congratulations!

## The call
sapiencia-call-made = Noted.
sapiencia-call-made--2 = I heard it.
sapiencia-penalty = The time for Sapiencia ran out: { $who } takes { $cards ->
    [0] what there is, which is nothing
    [one] one card
   *[other] { $cards } cards
}.
sapiencia-penalty-false = Too early: { $who } takes { $cards ->
    [0] what there is, which is nothing
    [one] one card
   *[other] { $cards } cards
}.
sapiencia-ask-call-doubt = I could not hear that well. Did { $who } say Sapiencia? Yes or no.
sapiencia-doubt-called = Then it counts.
sapiencia-borrowed = I take that voice back.
sapiencia-call-early = Heard: if this play leaves { $who } one card, it is said already.
sapiencia-not-yet = Not yet.
sapiencia-false-count = { $who } has { $count ->
    [one] one card
   *[other] { $count } cards
}.
sapiencia-ask-protest = Is the penalty of { $who } taken back? Yes or no.
sapiencia-came-late = That came after the limit. If it did not, say “I protest”.
sapiencia-heard-late = I heard “sapiencia” at { $seconds } seconds; the limit was { $grace }.
sapiencia-heard-nothing = I did not hear “sapiencia” within the { $grace } seconds.
sapiencia-decimal = { $whole }.{ $part }
sapiencia-upheld = The penalty stands.
sapiencia-lifted = The penalty is taken back: { $who } returns what was drawn.

## Remedies
sapiencia-corrected = Corrected: { $card }, { $key }: { $value }.
sapiencia-left = We go on without { $who }.
sapiencia-back = { $who } is back in the game.
sapiencia-card-data = { $card }: { $category }, { $value }; { $criterion }, { $score }. Say “correct” and the figure.
sapiencia-card-none = No card is in play yet.

## Refusals: the reason, and what can be said instead
sapiencia-refuse-not_your_turn = It is { $asked }'s turn.
sapiencia-refuse-already_done = That is done. It is { $asked }'s turn.
sapiencia-refuse-already_done-own = That is done; it is { $asked }'s turn. To change it: “I made a mistake”.
sapiencia-refuse-unknown_player = Nobody has that name. The players are { $free }.
sapiencia-refuse-card_unknown = I don't know that card. Say name, value and number: “Zewail, Egypt, five”.
sapiencia-refuse-card_unknown-dealt = I don't know that card. Say one of yours.
sapiencia-refuse-card_used = { $card } is out. Say another card.
sapiencia-refuse-card_not_held = { $card } is not in your hand. Say another card.
# What can be said instead where a card does not fit: playing, drawing, or with dealt hands.
sapiencia-instead-play = Say another, or “I have none”
sapiencia-instead-draw = Say another, or “it doesn't fit”
sapiencia-instead-play-dealt = Say another
sapiencia-instead-draw-dealt = Say “draw”
sapiencia-refuse-value-card = { $card } is { $has }; it takes { $required }. { $instead }.
sapiencia-refuse-value-required = It takes { $required }. { $instead }.
sapiencia-refuse-value-score = The card of { $card } says { $deck }. Say only the name; then, if that is wrong, “correct”.
sapiencia-refuse-value-missing = That card has none. Choose { $free }.
sapiencia-refuse-value-free = That won't do here. Choose { $free }.
sapiencia-refuse-value = That won't do here.
sapiencia-refuse-is_a_criterion = { $name } is a criterion. Say the category: { $free }.
sapiencia-refuse-is_a_category = { $name } is a category. Say the criterion: { $free }.
sapiencia-refuse-must_play = There is a card that fits: it has to be played.
sapiencia-refuse-must_draw = None fits: it is time to draw.
sapiencia-refuse-cannot_pass_yet = You can still take { $left ->
    [one] one
   *[other] { $left }
}.
sapiencia-refuse-no_window = There is nothing to call now.
sapiencia-refuse-not_now = Not now.
sapiencia-refuse-not_now-talk = Not now. Say person, category and criterion.
sapiencia-refuse-not_now-play = Not now. Say your card, or “I have none”.
sapiencia-refuse-not_now-play-dealt = Not now. Say your card.
sapiencia-refuse-not_now-draw = You are drawing: say “it doesn't fit”, or the card if it fits.
sapiencia-refuse-not_now-draw-dealt = You are drawing: say “draw”.

## Questions that may be asked at any time
sapiencia-score-item = { $who }, { $count ->
    [0] none
    [one] one
   *[other] { $count }
}
sapiencia-score = Cards: { $list }.
sapiencia-score-later = I'll tell the cards as soon as this turn is over.
sapiencia-cards = { $who } has { $count ->
    [0] no cards
    [one] one card
   *[other] { $count } cards
}.
sapiencia-deck = { $deck } left in the deck; { $discards } in the discards.
sapiencia-turn = It is { $who }'s turn.
sapiencia-turn-none = It is nobody's turn now.
sapiencia-bar = { $card }. { $category }: { $value }. { $criterion }: { $bar }.
sapiencia-bar-none = No card is in play yet.
sapiencia-choices = Categories: { $categories }. Criteria: { $criteria }.
sapiencia-rules = The talker says person, category and criterion. Play a card that fits; if it equals or beats, it goes. With a single card left, call it. Whoever is out of cards wins.

## Re-prompts
sapiencia-again-talk = { $who }, what do you lead?
sapiencia-again-play = { $who }, which card?
sapiencia-again-draw = { $who }, does one fit?
sapiencia-again-call_doubt = Did { $seat } say Sapiencia?
sapiencia-again-protest = Is the penalty lifted?

## Words of the game, explained on request
sapiencia-term-bar = The bar is the number of the card that opens the round. Equal or beat it, and your card goes.
sapiencia-term-talk = The talker opens the round: shows a card and names category and criterion.
sapiencia-term-category = The category is what your card has to share: gender, profession, country, period or uses.
sapiencia-term-criterion = The criterion is the number that is compared: prizes, contributions, barriers or patents.
sapiencia-term-deck = The deck is the cards not dealt, face down.
sapiencia-term-discards = The discard pile is the cards that are gone already.
