# What the host says when the table is laid, and when it is cleared.
welcome-greeting = Good evening. I am Tertulia and I host the table. Here we play by voice alone.
welcome-greeting-typed = Good evening. I am Tertulia and I host the table. Tonight we play in writing.
welcome-voice-spain = I can speak like this.
welcome-voice-latin_america = Or like this.
welcome-ask-voice = Which is better: the first or the second?
welcome-accent = This voice, then.
welcome-ask-resume = { $game } was left unfinished, with { $names }. Shall we go on?
welcome-resume = Then we go on from there.
welcome-ask-same = The same as last time: { $game }, with { $names }?
welcome-ask-game = What shall we play: iKNOW, Sapiencia or Wizard?
welcome-games = iKNOW is a quiz with bets; Sapiencia is cards of great minds; in Wizard you predict your tricks.
welcome-game = { $game }.
welcome-ask-name-first = Who begins? Your name, please.
welcome-ask-name-next = Who sits on the left of { $who }?
welcome-ask-name-more = And on the left of { $who }? If nobody, “that's all”.
welcome-ask-name-rename = What shall I call { $who } from now on?
welcome-ask-name-join = What is the newcomer's name?
welcome-ask-name-again = Once more, please; you may spell it too.
welcome-name = { $name }.
welcome-spell = I heard { $name }: { $letters }.
welcome-ask-spell = Is that right? Yes or no.
welcome-ask-alike = There is { $other } already. By what other name shall I call this person? If by none, “none”.
welcome-missing-own = I still need the name of whoever said “me”.
welcome-missing-letter = A single letter is not enough to call anybody: I need a name.
welcome-missing-long = That is long for a name: a first name will do, or a nickname.
welcome-missing-none = “{ $name }” I do not take for a name.
welcome-left-out = There is room for { $most }, no more: without { $names }.
welcome-one-at-a-time = One name at a time.
welcome-one-at-a-time-join = One person for now; for the next one, “somebody else joins in” again.
welcome-spare = For now I say “{ $name }”. Change it with “change the name of { $name }”.
welcome-names = This is the order: { $names }.
welcome-ask-length-iknow = Short, to ten points, about { $short } minutes; or long, to twenty, about { $long }?
welcome-ask-length-sapiencia = Short, five rounds, about { $short } minutes; or long, to the end, about { $long }?
welcome-ask-length-wizard = Short, five rounds, about { $short } minutes; or long, all of them, about { $long }?
welcome-length-short = Short.
welcome-length-long = Long.
welcome-length-rounds = { $rounds ->
    [one] One round
   *[other] { $rounds } rounds
}.
welcome-ask-mic-first = Let us try the microphone. { $who }, say: good evening.
welcome-ask-mic = { $who }, say: good evening.
welcome-mic-hello = I hear you well.
welcome-mic-hello--2 = Good.
welcome-mic-skip = Without a test, then.
welcome-how = Only the one I name speaks. If somebody else comes first: “that wasn't me”.
welcome-begin = Let us begin.
welcome-ask-after = A rematch, another kind of game, or enough for today?
welcome-rematch = A rematch!
welcome-overrule = Back to the last answer.
welcome-bye = Thank you for the game. Until next time!
welcome-renamed = From now on, { $name }.
welcome-joins-sure = { $name }, from the next game on.
welcome-back = All stays as it was.
welcome-leave = Very well. Until next time!
welcome-end-sure = Shall we leave it? Yes or no.
welcome-seat-back = { $name } is back at the table.
welcome-joins = { $name } comes in with the next game.
welcome-spare-name = Seat { $n }
welcome-refuse-few = This game needs at least { $least ->
    [1] one name
    [2] two names
   *[other] three names
}.
welcome-refuse-spell = “Yes”, “no” or just the name will do.
welcome-refuse-no-name = I heard no name.
welcome-refuse-many = There is room for { $most } in this game, no more.
welcome-refuse-order = I do not take that for a name. The names come now; “end the game” leaves.
welcome-refuse-nobody = There is no { $name } at the table.
welcome-refuse-not-now = That comes later.
welcome-query-none = The game has not begun yet.
welcome-query-minutes = Short, about { $short } minutes; long, about { $long }. It is chosen in a moment.
welcome-query-length = There are short games and long ones. Once all are here I tell the minutes of each.
welcome-query-names = So far: { $names }.
welcome-rules = First we lay the table: game, names and length. The rules come with the game.
tonight-kept = Game saved. Next time I ask whether to go on.
tonight-rename-undone = It is { $name } still.
tonight-join-undone = { $name } does not come in.
tonight-other = Another game, then.
tonight-other-later = Another kind of game when this one is over: “end the game”.
tonight-summary = I left it in { $file }.
tonight-rematch-later = The rematch comes when this game is over.
welcome-help-aside-overrule = If an answer was judged wrongly: “{ $seat } { $ok ->
    [True] was right
   *[other] was wrong
}”.
