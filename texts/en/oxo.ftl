# toy
# Noughts and crosses: what is asked, and why the game ended. $seat is 1 for crosses, 2 for noughts; $who selects whom the
# sentence speaks to (see say-to), $name is the player's name.

oxo-name = { $seat ->
    [1] Crosses
   *[other] Noughts
}
oxo-place = { $who ->
    [other] { $name } is choosing a point.
   *[you] { say-to }: take a vacant point.
}
oxo-over-row = { $who ->
    [you] You won with three in a row.
    [lost] You lost: { $name } has three in a row.
   *[named] { $name } won with three in a row.
}
oxo-over-misere = { $who ->
    [you] You won, because your opponent has three in a row.
    [lost] You lost to { $name }, because you have three in a row.
   *[named] { $name } won, because the opponent has three in a row.
}
oxo-over-draw = The game is drawn: the board is full.

# Why a touch or a step is refused; each on one line, without selectors, as errors of programs quote it.
oxo-no-over = The game is over.
oxo-no-vacant = { $at } is taken. Choose a vacant point.

oxo-title = Noughts and crosses
    .about = Three in a row, on nine points.
oxo-offer-misere = Misère
    .about = Whoever makes three in a row loses.
oxo-piece-cross = cross
oxo-piece-nought = nought

# What is wrong with a text of this game; see wrong.ftl.
oxo-wrong-step = expected a point from `a1` to `c3`
oxo-wrong-letter = expected `X`, `O` or `.`
oxo-wrong-order = crosses and noughts are placed in turn, crosses first
oxo-wrong-end = the game would have ended before
