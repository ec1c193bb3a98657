# What the host says in iKNOW. Short enough for one breath; the ids are the same in each language.

## Opening
iknow-opening = Good evening. We play iKNOW to { $target } points. { $names }, everybody starts with one point.
iknow-opening-solo = Ten questions for { $who }, without bets. Fewer clues, more points.
iknow-solo-score = { $points ->
    [0] No points
    [one] One point
   *[other] { $points } points
} in { $n ->
    [one] one question
   *[other] { $n } questions
}.
iknow-over-solo-early = That is it, then.
iknow-sure-cmd_leave-at_stake = There are bets on the table. Shall we go on without { $who }? Yes or no.
iknow-over-solo = That was the last question.
iknow-opening-host-reads = I do the reading. Only the one I name answers.
iknow-opening-first = { $who } is the first to choose a level; in each round, the next to the left.
iknow-opening-rotating = { $reader } reads: no token this round, and two points for it.
iknow-resumed-category = We were about to choose a category.
iknow-resumed-place = We were choosing levels.
iknow-resumed-bet = We were betting.
iknow-resumed-answer = We were answering.
iknow-resumed-clue = We were at the { $clues ->
    [one] first
    [2] second
   *[other] third
} clue.
iknow-resumed-doubt = We were settling a doubtful answer.
iknow-resumed-vote = We were voting.
iknow-resumed-over = That game is already over.

## Names of things
iknow-category-people = People
iknow-category-world = The world
iknow-category-works = Works and products
iknow-category-events = Phenomena and events
iknow-level = { $level ->
    [1] one
    [2] two
   *[other] three
}
iknow-plus = plus
iknow-minus = minus

## Category
iknow-round = Round { $round }.
iknow-reader = { $who } reads.
iknow-ask-category = { $who }, which category? People, world, products or phenomena.
iknow-ask-category-short = { $who }, category?
iknow-category-by = { $category }, chosen by { $who }.
iknow-category-by--2 = { $who } wants { $category }.
iknow-category-moved = Nobody was right: now, { $category }.
iknow-category-set = Category: { $category }.
iknow-category-empty = No cards left there. We move on to { $category }.

## Question and levels
iknow-question = The question: { $question }
iknow-question--2 = Here is the question: { $question }
iknow-ask-place = { $who }, which level: { $levels }?
iknow-ask-place--2 = { $who }, choose a level: { $levels }.
iknow-ask-place-short = { $who }, level?
iknow-placed = { $who } on { $level }.
iknow-placed-second = { $who } on { $level }, second square.
iknow-placed-all = Tokens are down: { $list }.
iknow-placed-item = { $who } on { $level }

## Bets
iknow-ask-bet-first = { $who }, who is right, or who is wrong? Say, for example, plus { $example }.
iknow-ask-bet = { $who }, your bet?
iknow-ask-bet--2 = { $who }, who is right or wrong?
iknow-ask-bet-short = { $who }, your bet?
iknow-bet-plus = { $who }: plus on { $target }.
iknow-bet-plus--2 = { $who } backs { $target }.
iknow-bet-minus = { $who }: minus on { $target }.
iknow-bet-minus--2 = { $who } bets against { $target }.
iknow-no-bet = { $who } does not bet.
iknow-bets-all = Bets: { $list }.
iknow-bets-none = Nobody bets.
iknow-bet-item-none = { $who } nothing
iknow-bet-item-plus = { $who } plus { $target }
iknow-bet-item-minus = { $who } minus { $target }

## Clues and answers
iknow-clue = Clue for { $level ->
    [one] one point
   *[other] { $level } points
}: { $clue }
iknow-ask-answer = { $who }, your answer.
iknow-ask-answer--2 = { $who }, what do you say?
iknow-ask-answer-short = { $who }, answer.

## Reveal
iknow-all-answered = Everybody has answered.
iknow-answer = The answer: { $answer }.
iknow-answer--2 = The card says: { $answer }.
iknow-replay = { $who } said:
iknow-replay-said = { $who } said “{ $said }”.
iknow-doubt = I am in doubt about { $who }.
iknow-doubt-said = I heard “{ $said }”.
iknow-doubt-ask = The card says { $answer }. I let it count unless somebody objects.
iknow-doubt-reader = { $who }, does it count? Yes or no.
iknow-contested = I look at { $who }’s answer again.
iknow-contest-silent = I heard no answer.
iknow-vote-open = Those vote who bet neither for { $seat } nor against: { $names }.
iknow-vote-ask = { $who }, does { $seat }’s answer count? Yes or no.
iknow-doubt-right = The answer of { $who } counts.
iknow-doubt-wrong = The answer of { $who } does not count.
iknow-doubt-right-vote = By vote, the answer of { $who } counts: { $yes } for it, { $no ->
    [0] nobody
   *[other] { $no }
} against.
iknow-doubt-wrong-vote = By vote, the answer of { $who } does not count: { $yes ->
    [0] nobody
   *[other] { $yes }
} for it, { $no } against.
iknow-doubt-nobody = Everybody has bet on it: nobody votes, and the answer of { $who } counts.
iknow-doubt-tie = A tie, and a tie favours whoever answered: the answer of { $who } counts.
iknow-right-one = { $names } was right.
iknow-right-many = { $names } were right.
iknow-right-none = Nobody this time.
iknow-fact = Did you know? { $fact }
iknow-chips = { $who }, { $chips ->
    [one] one point
   *[other] { $chips } points
} for the right answer.
iknow-chips--2 = { $who } wins { $chips ->
    [one] one point
   *[other] { $chips } points
}.
iknow-bet-won-plus = { $who } backed { $target } and wins one point.
iknow-bet-lost-plus = Backing { $target } costs { $who } one point.
iknow-bet-won-minus = { $who } bet against { $target } and wins one point.
iknow-bet-lost-minus = Betting against { $target } costs { $who } one point.
iknow-reader-chips = { $who }, two points for reading.
iknow-leader = { $names } leads with { $points ->
    [one] one point
   *[other] { $points } points
}.
iknow-leaders = { $names } lead with { $points ->
    [one] one point
   *[other] { $points } points
}.
iknow-swapped = I swap the card.
iknow-voided = The round is void and the card put aside. Nobody wins or loses.
iknow-left = We go on without { $who }.
iknow-back = { $who } is back.
iknow-over-one = That is the end: { $names } wins with { $points ->
    [one] one point
   *[other] { $points } points
}. Congratulations!
iknow-over-many = That is the end: { $names } win with { $points ->
    [one] one point
   *[other] { $points } points
}. Congratulations!

## Refusals: the reason, and what can be said instead
iknow-refuse-not_your_turn = It is { $asked }’s turn.
iknow-refuse-unknown_player = Nobody has that name. Playing are { $free }.
iknow-refuse-level_full = That level is full. Free: { $free }.
iknow-refuse-square_taken = That square is taken. Free: { $free }.
iknow-refuse-own_token = You cannot bet on your own token. Free: { $free }.
iknow-refuse-no_token = { $name } has no token this round. Free: { $free }.
iknow-refuse-circle_taken = That bet is taken. Free: { $free }.
iknow-refuse-already_done = That is done already.
iknow-refuse-already_done-own = That is done already. To change it: “I made a mistake”.
iknow-refuse-must_play = A bet is needed here. Free: { $free }.
iknow-refuse-not_now = Not now.
iknow-refuse-no-answer-yet = { $name } has not answered yet.
iknow-refuse-square = There is no such square. Free: { $free }.
iknow-refuse-value = There is no such thing here. Free: { $free }.
iknow-free-circle-plus = plus { $who }
iknow-free-circle-minus = minus { $who }

## Questions that may be asked at any time
iknow-standing-item = { $who } { $points }
iknow-score = The points.
iknow-score-row = { $who }: { $points }.
iknow-score-debt = { $who }: zero, and owes { $debt }.
iknow-turn = It is { $who }’s turn.
iknow-turn-none = It is nobody’s turn now.
iknow-free-levels = Free squares: { $free }.
iknow-free-level = { $n ->
    [1] one
   *[other] two
} for { $level }
iknow-free-bets = Possible: { $free }.
iknow-free-bets-plus = To be right: { $names }.
iknow-free-bets-minus = To be wrong: { $names }.
iknow-free-nothing = There is nothing to choose now.
iknow-nothing = nothing
iknow-who-square = On { $level }: { $names }.
iknow-who-square-none = On { $level }: nobody.
iknow-who-bet-plus = { $who } bet on { $target }.
iknow-who-bet-minus = { $who } bet against { $target }.
iknow-who-bet-none = { $who } has placed no bet.
iknow-category-now = The category is { $category }.
iknow-category-none = There is no category yet.
iknow-no-question = There is no question yet.
iknow-no-clue = There are no clues yet.
iknow-not-told-yet = That is told when everybody has answered.
iknow-rules = Choose a level: three, two or one. Bet on somebody else. Hear the clue and answer. Right pays the points of the level; a bet, one.
iknow-protest = I hear you. “Undo” takes the last act back; “bad question” voids the round.
iknow-protest-after = I hear you. If I misheard, say “{ $who } was right” and the table decides. “Bad question” voids the round.
iknow-protest-after-right = I hear you. If I misheard, say “{ $who } was wrong” and the table decides. “Bad question” voids the round.
iknow-protest-alone = I hear you. If I misheard, say “it was right”. “Bad question” voids the round.
iknow-not-undone = Once the answer is read nothing is undone. The table decides the doubtful one.
iknow-not-undone-after = Once the answer is read nothing is undone. If I misheard, say “I protest”; “bad question” voids the round.
iknow-not-undone-clue = Another clue has been read, so that answer stands.
iknow-refuse-known = A card is swapped before anybody has placed. After that, “bad question”.
iknow-refuse-whose = Whose, { $names }? Say, for example, “{ $example } was right”.
iknow-refuse-whose-wrong = Whose, { $names }? Say, for example, “{ $example } was wrong”.
iknow-refuse-overrule = There is no answer to look at again now.
iknow-refuse-overrule-same = That is how { $name }’s answer was counted.
iknow-refuse-bad_question = There is no question to void yet.

## Asked before it is done
iknow-sure-bad_question = Shall I void the round and put this card aside? Yes or no.

## Re-prompts and help
iknow-again-category = { $who }, category?
iknow-again-place = { $who }, which level?
iknow-again-bet = { $who }, who is right or wrong?
iknow-again-answer = { $who }, your answer?
iknow-change-answer = { $who }, say what you think; if not, “pass”.
iknow-again-doubt = { $who }, does it count?
iknow-again-doubt-anyone = Does it count, or does somebody object?
iknow-again-vote = { $who }, does { $seat }’s answer count?
iknow-help-answer = Answer with what you think: “it's Frida Kahlo”; or “pass”.
iknow-help-answer-same_as = Answer with what you think: “it's Frida Kahlo”, “same as { $target }” or “pass”.

## Words of the game, explained on request
iknow-term-level = The level is what you risk. Three answers with one clue and wins three points; one hears all three and wins one.
iknow-term-square = Each level has two squares. The first one answers first.
iknow-term-chip = The token goes on a level and shows what you risk. What you win are points.
iknow-term-bet = A bet says that somebody else will be right or wrong. If it comes true you win a point; if not, you lose one.
iknow-term-category = The category is what the question is about: people, world, works or events.
iknow-term-clue = Each question has three clues, from the hardest to the easiest. Your level says how many you hear.
iknow-help-aside-overrule = If an answer was judged wrongly: “{ $seat } { $ok ->
    [True] was right
   *[other] was wrong
}”.
