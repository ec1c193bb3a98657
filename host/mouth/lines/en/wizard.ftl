# What the host says in Wizard: short, at the pace of the cards.

## Opening
wizard-opening = Good evening. We play Wizard: { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}, about { $minutes } minutes. At the table: { $names }.
wizard-opening-tricks = For each trick, the winner's name will do.
wizard-opening-score = I keep bids and points; tricks are told at the end of a round.
wizard-opening-cards = I keep every card; a bare “king” is of the suit led.
wizard-opening-secret = Bids are secret.
wizard-opening-delayed = Bids are revealed at the end.
wizard-opening-german = German rule: from round four the bids may not add up.
wizard-opening-canadian = Canadian rule: if the dealer leads alone, the bids may not add up.
wizard-opening-always = The bids may never add up.
wizard-opening-many = Mind: Wizard is meant for six; more can play, in fewer rounds.
wizard-resumed = We were in round { $round }, { $dealer } deals.
wizard-resumed-start = We were about to find the dealer.
wizard-resumed-over = The game is over already.

## Names
wizard-n = { $n ->
    [0] zero
    [1] one
   *[other] { $n }
}
wizard-nobody = nobody

## Deal
wizard-ask-dealer = Who deals? Say “{ $example } deals” or “draw a card each”.
wizard-ask-draw = { $who }, which card did you draw?
wizard-ask-draw-short = { $who }, your card?
wizard-drawn = { $who }: { $card }.
wizard-redraw = A tie. { $names } draw again.
wizard-dealer-drawn = { $who } has the highest.
wizard-round = Round { $round ->
    [one] one, one card
   *[other] { $round }, { $round } cards
}. { $dealer } deals.
wizard-round--2 = Round { $round }. { $dealer } deals.
wizard-round-last = Last round. { $dealer } deals.

## Trump
wizard-ask-turned = { $who }, which card was turned up?
wizard-ask-turned-short = { $who }, trump?
wizard-turned = It is the { $card }. Trump: { $suit }.
wizard-trump = Trump: { $suit }.
wizard-trump--2 = Trump is { $suit }.
wizard-no-trump-jester = A jester: no trump.
wizard-no-trump-told = No trump.
wizard-no-trump-all_dealt = All cards are dealt: no trump.
wizard-no-trump-last_round = Last round: no trump.
wizard-turned-wizard = It is a wizard.
wizard-trump-tell = If there is a trump, say it: “trump is { $suit }”.
wizard-help-aside-suit = If there is a trump: “trump is { $suit }”.
wizard-ask-suit = { $who }, which suit do you choose?
wizard-ask-suit--2 = { $who }, choose the trump suit.

## Bids
wizard-ask-bid = { $who }, how many tricks? From zero to { $round }.
wizard-ask-bid-short = { $who }, your bid?
wizard-bid = { $who }: { $n }.
wizard-bid--2 = { $who }, { $n }.
wizard-ask-ready = In secret: mark your bid, then say “ready”.
wizard-ask-ready-short = Secret bids, then “ready”.
wizard-reveal-secret = Three, two, one: show!
wizard-reveal-delayed = The round is played. Now, what was marked.
wizard-ask-reveal = { $who }, how many?
wizard-ask-reveal-short = { $who }, your bid?
wizard-bids-locked = All marked. { $leader } leads.
wizard-bids-all = The bids: { $list }. { $sum ->
    [0] Zero
    [one] One
   *[other] That is { $sum }
} of { $round ->
    [one] one trick
   *[other] { $round } tricks
}.
wizard-bids-item = { $who } { $n }
wizard-bids-item-list = { $who } bid { $n }
wizard-leads = { $leader } leads.

## Tricks
wizard-ask-play-lead = { $who } leads.
wizard-ask-play = { $who } plays.
wizard-card = { $card }.
wizard-jester-led = A jester: no suit yet.
wizard-jester-led--2 = A jester. The next card sets the suit.
wizard-trick = { $who } takes it: { $taken } of { $bid }.
wizard-trick--2 = The trick is { $who }'s: { $taken } of { $bid }.
wizard-trick-hidden = { $who } takes it: { $taken }.
wizard-trick-short = Trick: { $who }.
wizard-undone-trump = I take the trump back.
wizard-undone-trick = I take back the trick of { $who }.
wizard-where = We are back in round { $round }.
wizard-where-bids = We are back at the bids of round { $round }.
wizard-where-trick = Round { $round }, trick { $trick }.
wizard-trick-undone = That trick again. { $leader } leads.
wizard-doubt = Maybe I misheard trick { $trick }: did { $who } follow { $suit }? Go on, or replay?
wizard-ask-taken-first = Play on. At the end, tell me everybody's tricks.
wizard-ask-taken = { $who }, how many tricks?
wizard-ask-taken-short = { $who }, tricks?
wizard-taken = { $who }: { $n }.

## Points
wizard-taken-all = Taken: { $list }.
wizard-row = { $who } bid { $bid } and took { $taken }: { $points }, { $total }.
wizard-row-short = { $who }, { $points }: { $total }.
wizard-row-bare = { $who } bid { $bid } and took { $taken }: { $points }.
wizard-row-bare-short = { $who }, { $points }.
wizard-ahead = In the lead: { $names }, with { $points }.
wizard-totals-asked = For the totals, “score”.
wizard-plus = plus { $points }
wizard-minus = minus { $points }
wizard-total = that makes { $points }
wizard-over-one = That is all: { $names } wins with { $points } points. Congratulations!
wizard-over-many = That is all: { $names } win with { $points } points. Congratulations!
wizard-over-one-below = That is all: { $names } wins, below zero.
wizard-over-many-below = That is all, and a draw below zero: { $names }.
wizard-order = In order: { $names }.
wizard-sure-cmd_leave = Wizard does not go on without { $who }. Shall we wait? Yes or no.
wizard-left = We wait for { $who }. On return, say “I'm back”.
wizard-back = { $who } is back.

## Refusals: the reason, and what can be said instead
wizard-refuse-not_your_turn = It is { $asked }'s turn.
wizard-refuse-unknown_player = Nobody here has that name. Playing: { $free }.
wizard-refuse-bid_range = A bid is from zero to { $round }.
wizard-refuse-bid_forbidden = You cannot say { $n }: the bids would add up. Possible: { $free }.
wizard-refuse-trump_required = With a wizard a suit must be chosen: { $free }.
wizard-refuse-must_follow = You have to follow { $suit }.
wizard-refuse-card_used = This round has seen the { $card } already.
wizard-refuse-card_not_held = You do not hold the { $card }.
wizard-refuse-card_unknown = That card is not of this pack.
wizard-refuse-too_many_wizards = All four wizards are out.
wizard-refuse-too_many_jesters = All four jesters are out.
wizard-refuse-already_done = That is done already.
wizard-refuse-already_done-trump = Trump is { $suit } already.
wizard-refuse-already_done-other = Trump is { $suit }. To change it: “trump is { $other }”.
wizard-refuse-already_done-own = That is done already. To change it: “I made a mistake”.
wizard-refuse-not_now = Not now.
wizard-refuse-not_ready = Not yet: first, “ready”.
wizard-refuse-away = We wait for { $names }. On return, say “I'm back”.
wizard-refuse-who = Whose? Say the name.
wizard-refuse-no_suit = Of which suit?
wizard-refuse-count = It does not add up: { $left } of { $round } left. Possible: { $free }; if not, “undo”.
wizard-refuse-cards = That is not it: this trick wants { $left } more cards.
wizard-refuse-suit = The suits are { $free }.
wizard-refuse-nothing_to_undo = There is no trick to undo.

## Questions
wizard-score-item = { $who } { $points }
wizard-score = Points: { $list }.
wizard-turn = It is { $who }'s turn.
wizard-turn-none = It is nobody's turn in particular.
wizard-trump-now = Trump: { $suit }, as it stands.
wizard-trump-unknown = I don't know the trump; say, for example, “trump is { $example }”.
wizard-trump-wizard = A wizard was turned up: { $who } chooses.
wizard-played = On the table: { $list }.
wizard-played-item = { $who }, { $card }
wizard-played-led = The suit is { $suit }.
wizard-played-none = No cards on the table yet.
wizard-played-untold = I don't keep the cards, only the tricks.
wizard-winning = So far the trick is { $who }'s, with the { $card }.
wizard-bids-secret = The bids are not known yet.
wizard-bids-none = No bids yet.
wizard-bid-one-none = { $who } has not bid yet.
wizard-tricks = { $list }.
wizard-tricks-item = { $who } { $taken } of { $bid }
wizard-tricks-item-hidden = { $who } { $taken }
wizard-dealer-now = { $who } deals.
wizard-dealer-none = Nobody knows yet who deals.
wizard-round-now = Round { $round } of { $rounds }.
wizard-rules = Bid the tricks you will take. Follow suit if you can; wizards and jesters may always be played. Exact: twenty, and ten a trick; each one off costs ten.
wizard-mine = { $who }: bid { $bid }, has { $taken }; { $points ->
    [0] no points
    [one] one point
   *[other] { $points } points
}.
wizard-mine-hidden = { $who } has { $taken }; { $points ->
    [0] no points
    [one] one point
   *[other] { $points } points
}.
wizard-free-bids = You may bid { $free }.
wizard-free-suits = You may choose { $free }.
wizard-free-nothing = There is nothing to choose now.
wizard-trump-corrected = Corrected: trump is { $suit }.
wizard-trump-corrected-none = Corrected: no trump.
wizard-protest = I hear you. “Undo trick” plays it again; “undo” takes the last act back.

## Asked again
wizard-again-dealer = { $who }, which card did you draw?
wizard-again-dealer-anyone = Who deals?
wizard-again-turned = { $who }, what was turned up?
wizard-again-suit = { $who }, which suit?
wizard-again-bid = { $who }, how many tricks?
wizard-again-ready = Is everything marked? Say “ready”.
wizard-again-reveal = { $who }, how many?
wizard-again-play = { $who }, which card?
wizard-again-trick = When the trick is over, say whose it is.
wizard-again-taken = { $who }, how many did you take?
wizard-again-taken-anyone = When the round is over, say how many each of you took.
wizard-again-revoke_doubt = Go on, or replay the trick?
wizard-again-away = We wait. On return, say “I'm back”.

## Words of the game, explained on request
wizard-term-trick = A trick is one card from each player. The best one takes it.
wizard-term-trump = Trump is the suit that beats the other three. Only a wizard beats a trump.
wizard-term-wizard = A wizard always wins. Of several, the first.
wizard-term-jester = A jester never wins. If all are jesters, the first wins.
wizard-term-bid = A bid is how many tricks you say you will take. Exact gives twenty and ten for each; else ten less for each that differs.
wizard-term-lead = Whoever puts down the first card of a trick leads.
wizard-term-follow = To follow suit is to play the suit that was led, if you have it. Wizards and jesters may always be played.
wizard-term-dealer = One person deals each round, moving to the left, and bids last.
