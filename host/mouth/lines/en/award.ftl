# At the end: two true and kind awards, and the summary for the chat.
award-iknow-eye = Best eye: { $name }, { $n ->
    [one] one bet
   *[other] { $n } bets
} won.
award-iknow-memory = Best memory: { $name }, { $n ->
    [one] one right answer
   *[other] { $n } right answers
}.
award-iknow-bold = Boldest: { $name }, { $n ->
    [one] one right answer
   *[other] { $n } right answers
} from a single clue.
award-iknow-trusted = Most trusted: { $name }, { $n ->
    [one] one bet
   *[other] { $n } bets
} on them won.
award-sapiencia-voice = Best voice: { $name }, { $n ->
    [one] one Sapiencia
   *[other] { $n } Sapiencias
} in time.
award-sapiencia-swift = Lightest hands: { $name } got rid of { $n ->
    [one] one card
   *[other] { $n } cards
}.
award-sapiencia-talker = Led most often: { $name }, { $n ->
    [one] one round
   *[other] { $n } rounds
}.
award-wizard-aim = Best aim: { $name }, { $n ->
    [one] one bid
   *[other] { $n } bids
} met exactly.
award-wizard-brave = Highest bid met: { $name }, { $n ->
    [one] one trick
   *[other] { $n } tricks
}.
award-wizard-tricks = Most tricks: { $name }, with { $n }.
award-solo = { $n ->
    [one] One point
   *[other] { $n } points
} in ten questions. Your best is still { $best }.
award-solo-best = { $n ->
    [one] One point
   *[other] { $n } points
} in ten questions: a new best!
summary-game = Tertulia: { $game }, with { $names }.
summary-won-one = { $names } won.
summary-won-many = { $names } won together.
summary-alone = A game alone.
summary-nobody = This time nobody won.
summary-score = In the end: { $list }.
summary-score-item = { $name } { $n }
summary-thanks = And a rematch is due, of course.
over-nobody = That is the end, in the first round and all level: nobody wins.
