# RO-TAS: what is asked, and why the game ended. $rolls are the rolls left; $who selects whom the sentence speaks to (see
# say-to), $name is the player's name.

rotas-roll-all = { $who ->
    [other] { $name } is taking the dice.
   *[you] { say-to }: roll all five dice.
}
rotas-dice-fall = { $who ->
    [you] Your dice are rolling.
   *[other] { $name }: the dice are rolling.
}
rotas-roll-or-place = { $who ->
    [other] { $name } is choosing a cell, or dice to roll again.
   *[you] { say-to }: place a piece where the dice fit, or roll some again ({ $rolls } left).
}
rotas-roll-chosen = { say-to }: roll the chosen dice, or choose more.
rotas-roll-on = { $who ->
    [other] { $name } is choosing dice to roll again.
   *[you] { say-to }: the dice fit no open cell. Choose some to roll again ({ $rolls } left).
}
rotas-must-place = { $who ->
    [other] { $name } is choosing a cell.
   *[you] { say-to }: that was your last roll. Place a piece where the dice fit.
}
rotas-lose-piece = { $who ->
    [other] { $name } can place nothing and loses a piece.
   *[you] { say-to }: your last roll fits no open cell. You lose a piece.
}
rotas-lose-piece-early = { $who ->
    [other] { $name } could place nothing any more and loses a piece.
   *[you] { say-to }: no cell would be open to a later roll. You lose a piece.
}
rotas-over-line = { $who ->
    [you] You won with four in a line.
    [lost] You lost: { $name } has four in a line.
   *[named] { $name } won with four in a line.
}
rotas-over-fives = { $who ->
    [you] You won: you have a piece in three five-alike cells.
    [lost] You lost: { $name } has a piece in three five-alike cells.
   *[named] { $name } won with a piece in three five-alike cells.
}
rotas-over-points = { $who ->
    [you] You won: all pieces are used up, and you have the most points, { $points }.
    [lost] You lost: all pieces are used up, and { $name } has the most points, { $points }.
   *[named] { $name } won: all pieces are used up, and { $points } points are the most.
}
rotas-over-points-shared = { $who ->
    [you] You share the win: all pieces are used up, and { $points } points are the most.
   *[named] The win is shared: all pieces are used up, and { $points } points are the most.
}
rotas-over-alone = { $who ->
    [you] You won: the others have left the game.
    [lost] You lost: { $name } stayed to the end.
   *[named] { $name } won: the others have left the game.
}
rotas-part-roll = Roll
rotas-part-place = Place a piece
rotas-note-reconstructed = This board is a reconstruction; the printed one may differ.

# Why a touch or a step is refused; each on one line, without selectors, as errors of programs quote it.
rotas-no-over = The game is over.
rotas-no-cell-chosen = Pieces come from your hand by themselves. Choose a cell.
rotas-no-rolling = The dice are still rolling.
rotas-no-fall = No dice are rolling, so none can fall.
rotas-no-kept-die = Die { $die } was kept, so it cannot change.
rotas-no-dice-yet = First roll the dice.
rotas-no-part = The first roll of a turn is of all five dice.
rotas-no-dice-chosen = First choose the dice that you want to roll again.
rotas-no-rolls-left = That was the fifth roll, the last of this turn.
rotas-no-must-lose = Nothing fits any more: you lose a piece.
rotas-no-lose = A piece is lost only when you can place none and no further roll can help.
rotas-no-cell = This board has no cell { $at }.
rotas-no-full-cell = The cell { $at } is full: it holds five pieces.
rotas-no-high-cell = The stack on { $at } is too high: after roll { $rolls } you may cover height { $limit } at most, and this is height { $height }.
rotas-no-alike = The cell { $at } needs { $need } alike, and your dice have { $most } at most.
rotas-no-pair = The cell { $at } needs a pair, and no two of your dice are alike.
rotas-no-pair-of = The cell { $at } needs a pair of the number { $number }, and your dice do not make it.
rotas-no-house = The cell { $at } needs a full house: three of one number and two of another.
rotas-no-straight = The cell { $at } needs a straight: 1 to 5, or 2 to 6.
rotas-no-leaving = Nobody leaves a game of two: whoever gives up has lost.
rotas-no-seat = This player is not in the game.

rotas-title = RO-TAS
    .about = Roll, choose, and build four in a line on top of everybody else.
rotas-offer-seats = Players
    .about = The number of players.
rotas-offer-seats-2 = Two players
rotas-offer-seats-3 = Three players
rotas-offer-seats-4 = Four players
rotas-offer-board = Board
    .about = Which combinations lie where. The printed board is not known to us, so these are reconstructions.
rotas-offer-board-six = Six by six
    .about = Every row and column has each combination once.
rotas-offer-board-six-b = Six by six, mixed
    .about = The same size, less regular.
rotas-offer-board-small = Small, five by five
    .about = Fewer cells: quicker lines, higher stacks.
rotas-offer-board-own = A board of your own
    .about = Lay it out as your box has it, or as you like.
rotas-offer-advanced = Advanced
    .about = The more rolls you take, the lower the stacks you may still cover.
rotas-offer-hard-pairs = Hard pairs
    .about = A pair cell takes only a pair of the number it shows.
rotas-offer-strict-house = Strict full house
    .about = Five alike do not count as a full house.
rotas-button-roll = Roll
rotas-button-lose = Lose a piece

# What is wrong with a text of this game; see wrong.ftl.
rotas-wrong-cell = expected a cell from a1 to l12
rotas-wrong-step = expected a step such as `r`, `r2,4`, `=13356`, `@c4`, `lose` or `leave3`
rotas-wrong-roll = expected dice 1 to 5 in rising order such as `r2,4`, all five as `r`
rotas-wrong-fall = expected five dice from 1 to 6 such as `=13356`
rotas-wrong-leave = expected a seat from 1 to 4 such as `leave3`
rotas-wrong-seats = expected 2, 3 or 4 seats
rotas-wrong-pair = a pair needs its number, P1 to P6
rotas-wrong-figure = expected a cell H, S, 3, 4, 5, P1 to P6 or `.`
rotas-wrong-size = a board has at most 12 rows of 12 cells
rotas-wrong-row = expected { $count } cells in every row
rotas-wrong-no-line = no line of four cells is possible on this board
rotas-wrong-fives = the board needs at least three `5` cells, and has { $count }
rotas-wrong-room = the board has room for { $room } pieces, and { $seats } players have { $pieces }
rotas-wrong-rows = expected { $count } rows of cells separated by `/`
rotas-wrong-cells = expected { $count } cells in a row separated by `,`
rotas-wrong-hands = expected { $count } numbers of pieces separated by `/`
rotas-wrong-no-hole = the board has no hole here
rotas-wrong-hole = the board has a hole here
rotas-wrong-pieces = expected `-` or up to five pieces of the seats 1 to { $seats }
rotas-wrong-out-of-two = nobody leaves a game of two: it is over, and the other has won
rotas-wrong-turn-of-leaver = it cannot be the turn of a player who has left
rotas-wrong-hand = `hand` does not fit: every turn uses up one piece, seat after seat
rotas-wrong-too-many = a player has 15 pieces, on the board and in hand
rotas-wrong-winners = more than one player has won
rotas-wrong-rolls-after-end = the game is over, so there is nothing to roll
rotas-wrong-rolls = a turn has five rolls
rotas-wrong-zero-rolls = leave it out before the first roll
rotas-wrong-no-dice = `dice=…` is missing after a roll
rotas-wrong-early-dice = before the first roll no die shows a number
rotas-wrong-out = expected seats from 1 to { $seats } in rising order such as `2,3`
rotas-wrong-dice = expected five dice, each 1 to 6, or `-` while it rolls
