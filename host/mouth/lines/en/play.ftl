# What the program says at the beginning and at the end of a typed evening.
play-ask-names = Who plays? Type the names, from the one who begins to their left: “Ann, Luke and Eve”.
play-ask-names-again = At least { $least ->
    [3] three
   *[other] two
} names are needed, with commas between them.
play-names = Playing: { $names }.
play-no-names = There are no names. Use --players "Ann, Luke, Eve".
play-names-twice = Two seats have the same name; add a surname or a nickname.
play-names-bad = A name has one to { $most } letters, and no signs.
play-names-none = “{ $name }” is no name: it is a number, or something that is said to me. Choose another.
play-names-letter = “{ $name }” is a single letter, and nobody is called so aloud: use a name.
play-names-own = “{ $name }” does not tell your name: use it.
play-names-alike = “{ $other }” and “{ $name }” sound the same; add a surname or a nickname to one.
play-length-iknow = A long game, to twenty; for a short one, “{ $short }” in the file of --rules.
play-length-sapiencia = A whole game; for a short one, “{ $short }” in the file of --rules.
play-length-wizard = A whole game; for a short one, “{ $short }” in the file of --rules.
play-names-number = { $game } is for { $least } to { $most }; check the names.
play-voice-unknown = There is no voice “{ $name }”; use --voice pyttsx3, kokoro or silent.
play-journal-unwritable = The journal { $path } cannot be written ({ $why }); choose another place with --journal FILE.
play-disk = The journal { $path } cannot be written any more ({ $why }). What was confirmed is safe.
play-disk-aloud = The disk lets me save nothing more, so I stop here. What was confirmed is safe.
play-unsaved = The journal { $path } cannot be written ({ $why }), and nothing of this game is saved. Free some space, or choose another file with --journal FILE.
play-unsaved-aloud = The disk does not let me save the game, so I stop here. Look at the screen.
play-resume = To go on with the game: { $command }
play-ended-before = What was typed ends here, before any game began: there is nothing to keep.
play-ended-after = What was typed ends here. The game was already over.
play-left-before = Leaving before any game began: there is nothing to keep.
play-left-after = Leaving. The game was already over.
play-resume-besides = The game of { $path } goes on as it was left; of the command this does not count: { $given }.
play-game-unknown = There is no game called “{ $name }”; there are { $games }.
play-hands-unseen = I deal, and like this nobody will see their cards: add --serve (phones) or --private NAME=DEVICE (headphones).
play-to-the-right = Here we play to the right: { $names }.
play-journal-there = { $path } is there already and is not overwritten. Go on with it by --resume, or choose another name.
play-deck-none = { $path }: there is no deck of that game there, or more than one; name a folder of iKNOW or a .yaml file of Sapiencia.
play-deck-gone = { $path }: the deck of this game is not there any more; put it back or say where it is with --deck.
play-deck-changed = { $path }: this deck is no longer the one of this game; make it as it was, or begin another game.
play-summary = The summary, five lines: { $path }
play-summary-unwritable = I cannot write the summary { $path } ({ $why }); the game itself is safe.
rules-unread = { $path }: cannot be read ({ $why }).
rules-not-yaml = { $where }: not understood. House rules are lines such as “{ $short }”, each of them once.
rules-unknown = { $where }: “{ $key }” is no rule of { $game }. There are { $allowed }.
rules-value = { $where }: “{ $key }” cannot be “{ $value }”; it may be { $allowed }.
rules-value-other = { $where }: “{ $key }” cannot be “{ $value }” ({ $why }).
rules-no-game = these games

# A journal that cannot be read or written: what is wrong and what to do.
journal-torn = { $path }:{ $line }: the last line is not whole, or not of this game, and I took it out; what was confirmed is there.
journal-torn-there = { $path }:{ $line }: the last line is not whole, or not of this game, and is not copied; what was confirmed is there.
journal-unread = { $path }: cannot be read ({ $why }). Look at its name and permissions.
journal-damaged = { $path }:{ $line }: damaged line. { $kept ->
    [0] No line before it is whole.
    [one] The first is whole: remove the others in a copy, and go on with that.
   *[other] The first { $kept } lines are whole: remove the others in a copy, and go on with that.
}
journal-foreign = { $path }: is no journal of Tertulia. Choose a game's file with --resume.
journal-newer = { $path }: written by a newer version ({ $version }); this one reads up to { $known }. Update the program.
journal-locked = { $path }: another game is writing into it. End that one first.
journal-empty = { $path }: the game had not begun yet. Begin a new one with: tertulia play.
journal-unmended = { $path }: it cannot be mended ({ $why }). Go on in another file with --journal FILE.
journal-header = { $path }: the first line lacks something or is no game's. It cannot be gone on with.
journal-language = { $path }: language “{ $language }”; I only know es and en.
journal-impossible = { $path }:{ $line }: this cannot have happened in a game, so it cannot be gone on with; the file stays as it was. If somebody changed it, go on with a copy from before.
journal-other-table = { $path }: its rules, cards or moves are of another table or version. It cannot be gone on with here.
