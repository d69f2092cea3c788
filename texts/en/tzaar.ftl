# TZAAR: what is asked, and why the game ended. $seat is 1 for White, 2 for Black; $who selects whom the sentence speaks
# to (see say-to), $name is the player's name, $rival the other's.

tzaar-name = { $seat ->
    [1] White
   *[other] Black
}
tzaar-opening-capture = { $who ->
    [other] { $name } is opening the game with a single capture.
   *[you] { say-to }: open the game with a single capture. Choose one of your pieces.
}
tzaar-capture-first = { $who ->
    [other] { $name } is choosing what to capture.
   *[you] { say-to }: capture first. Choose the piece to capture with.
}
tzaar-capture-what = { say-to }: choose the piece to capture.
tzaar-second-action = { $who ->
    [other] { $name } is choosing the second action.
   *[you] { say-to }: now capture again, make a stack of your own stronger, or pass.
}
tzaar-second-where = { say-to }: choose a piece to capture, or one of your own to stack on.
tzaar-over-no-tzaar = { $who ->
    [you] You won: { $rival } has no Tzaar left on top.
    [lost] You lost: you have no Tzaar left on top.
   *[named] { $name } won: { $rival } has no Tzaar left on top.
}
tzaar-over-no-tzarra = { $who ->
    [you] You won: { $rival } has no Tzarra left on top.
    [lost] You lost: you have no Tzarra left on top.
   *[named] { $name } won: { $rival } has no Tzarra left on top.
}
tzaar-over-no-tott = { $who ->
    [you] You won: { $rival } has no Tott left on top.
    [lost] You lost: you have no Tott left on top.
   *[named] { $name } won: { $rival } has no Tott left on top.
}
tzaar-over-no-capture = { $who ->
    [you] You won: { $rival } can capture nothing, and every turn begins with a capture.
    [lost] You lost: you can capture nothing, and every turn begins with a capture.
   *[named] { $name } won: { $rival } can capture nothing, and every turn begins with a capture.
}
tzaar-part-first = Capture
tzaar-part-second = Capture, stack or pass

# Why a touch or a step is refused; each on one line, without selectors, as errors of programs quote it.
tzaar-no-over = The game is over.
tzaar-no-count = This only counts what stands on top. Choose a piece on the board.
tzaar-no-piece = Nothing stands on { $at }. Choose one of your pieces.
tzaar-no-theirs = The piece on { $at } is your opponent's. First choose one of your own.
tzaar-no-pass = A turn begins with a capture; only its second action may be passed.
tzaar-no-stack-yet = A capture comes first, with { $by }. You put pieces on your own only as the second action.
tzaar-no-capture = The piece on { $at } can capture nothing, and a capture comes first: choose { $by }.
tzaar-no-move = The piece on { $at } can go nowhere: no line leads from it to a piece of yours, or to one that it can capture.
tzaar-no-line = A piece moves in a straight line, and that is in no line with { $from }.
tzaar-no-vacant = Nothing stands on { $at }, and a piece moves only onto another piece.
tzaar-no-jump = A piece never jumps over another, and { $by } is in the way.
tzaar-no-centre = No line crosses the centre of the board.
tzaar-no-own = The piece on { $at } is your own, so you cannot capture it.
tzaar-no-higher = This stack is too low: height { $own } cannot capture height { $other }.
tzaar-no-enemy = The piece on { $at } is your opponent's, and you never stack on those.

tzaar-title = TZAAR
    .about = Keep all three of your types alive while you stack and strike.
tzaar-offer-arrangement = Arrangement
    .about = How the sixty pieces stand at the beginning.
tzaar-offer-arrangement-lot = Random arrangement
    .about = The pieces are spread over the board at random, so every game begins differently.
tzaar-offer-arrangement-fixed = Fixed arrangement
    .about = The same beginning every time.
tzaar-offer-arrangement-own = Your own arrangement
    .about = You lay the pieces out yourselves before the game.
tzaar-piece-tott = Tott
tzaar-piece-tzarra = Tzarra
tzaar-piece-tzaar = Tzaar
tzaar-piece-black = black { $piece }
tzaar-button-pass = Pass

# What is wrong with a text of this game; see wrong.ftl.
tzaar-wrong-centre = the centre of the TZAAR board is not a point
tzaar-wrong-point = there is no such point on the TZAAR board
tzaar-wrong-step = expected a step such as `a1xb2`, `a1+b2` or `-`
tzaar-wrong-letters = expected { $count } letters, by columns
tzaar-wrong-piece = expected Z, R, T for White and z, r, t for Black
tzaar-wrong-count = expected { $count } of `{ $piece }`, found { $found }
tzaar-wrong-fixed = `fixed` and `pieces=…` contradict each other
tzaar-wrong-letter = expected `Z`, `R`, `T`, `z`, `r`, `t` or `.`
tzaar-wrong-height = expected a height from 2 to { $max }
tzaar-wrong-long-column = the column is too long
tzaar-wrong-short-column = the column is too short
tzaar-wrong-stage = expected opening, capture or second
tzaar-wrong-too-many = a side has at most 30 pieces, counting those in stacks; here it has { $count }
tzaar-wrong-both-lost = both sides lack a type, so both have lost
tzaar-wrong-opening = White makes the opening capture
