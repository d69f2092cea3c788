# YINSH: what is asked, and why the game ended. $seat is 1 for White, 2 for Black; $who selects whom the sentence speaks
# to (see say-to), $name is the player's name.

yinsh-name = { $seat ->
    [1] White
   *[other] Black
}
yinsh-place-ring = { $who ->
    [other] { $name } is placing a ring.
   *[you] { say-to }: place a ring on any vacant point.
}
yinsh-move-ring = { $who ->
    [other] { $name } is choosing a ring to move.
   *[you] { say-to }: choose a ring. It leaves a marker behind and moves on.
}
yinsh-move-where = { say-to }: choose where the ring goes.
yinsh-take-row = { $who ->
    [other] { $name } has five in a row and is choosing the row to take.
   *[you] { say-to }: you have five in a row. Touch one end of the row to take.
}
yinsh-take-row-first = { $who ->
    [other] { $name } has a row on the board and takes it before moving.
   *[you] { say-to }: there is a row of yours. Take it first: touch one end.
}
yinsh-row-end = { say-to }: now touch the other end of the row.
yinsh-remove-ring = { $who ->
    [other] { $name } is choosing a ring to remove.
   *[you] { say-to }: now remove one of your rings.
}
yinsh-must-pass = { $who ->
    [other] { $name } cannot move a ring and must pass.
   *[you] { say-to }: none of your rings can move, so you must pass.
}
yinsh-over-rings = { $rings ->
    [1] { $who ->
        [you] You won with the first row.
        [lost] You lost: { $name } made the first row.
       *[named] { $name } won with the first row.
    }
   *[other] { $who ->
        [you] You won: { $rings } of your rings are off the board.
        [lost] You lost: { $name } has { $rings } rings off the board.
       *[named] { $name } won: { $rings } rings are off the board.
    }
}
yinsh-over-supply = { $who ->
    [you] You won: no marker is left, and you have more rings off the board.
    [lost] You lost: no marker is left, and { $name } has more rings off the board.
   *[named] { $name } won: no marker is left, and { $name } has more rings off the board.
}
yinsh-over-supply-draw = The game is drawn: no marker is left, and both have taken equally many rings off.
yinsh-over-blocked = { $who ->
    [you] You won: nobody can move, and you have more rings off the board.
    [lost] You lost: nobody can move, and { $name } has more rings off the board.
   *[named] { $name } won: nobody can move, and { $name } has more rings off the board.
}
yinsh-over-blocked-draw = The game is drawn: nobody can move, and both have taken equally many rings off.
yinsh-part-row = Take the row
yinsh-part-ring = Remove a ring
yinsh-part-move = Move

# Why a touch or a step is refused; each on one line, without selectors, as errors of programs quote it.
yinsh-no-over = The game is over.
yinsh-no-tray = This only counts. Touch a point of the board.
yinsh-no-vacant = A ring stands on { $at }. Choose a vacant point.
yinsh-no-placing = All rings are placed first; then they move.
yinsh-no-more-rings = All your rings are placed; now move one of them.
yinsh-no-row = First take your row: touch an end of it, { $ends }.
yinsh-no-row-end = The row from { $from } ends on { $ends }.
yinsh-no-five = { $at } has no marker of yours, so these five are no row.
yinsh-no-ring-first = You have taken a row. Now remove one of your rings.
yinsh-no-own-ring = No ring of yours stands on { $at }. Remove one of your own.
yinsh-no-row-taken = A ring is removed only after a row is taken.
yinsh-no-must-pass = None of your rings can move: you must pass.
yinsh-no-pass = You pass only when none of your rings can move.
yinsh-no-theirs = The ring on { $at } is your opponent's. Choose one of your own.
yinsh-no-marker = The marker on { $at } stays where it is. Choose one of your rings.
yinsh-no-ring-chosen = No ring stands on { $at }. First choose one of your rings.
yinsh-no-move = The ring on { $at } is shut in and cannot move.
yinsh-no-line = A ring moves in a straight line, and that is in no line with { $from }.
yinsh-no-onto-ring = The ring cannot stop on { $at }: another ring stands there.
yinsh-no-onto-marker = The ring cannot stop on { $at }: a marker lies there, and it stops on vacant points only.
yinsh-no-over-ring = A ring never jumps over a ring, and one stands on { $by }.
yinsh-no-landing = After a jump over markers the ring stops right behind them, here on { $to }.

yinsh-title = YINSH
    .about = Turn markers over. Each row of five takes one of your rings off; take off three to win.
yinsh-offer-length = Length
    .about = How many rows it takes to win.
yinsh-offer-length-full = Three rows
    .about = The whole game: the third ring off the board wins.
yinsh-offer-length-blitz = Blitz
    .about = The first row wins. For a short game.
yinsh-button-pass = Pass

# What is wrong with a text of this game; see wrong.ftl.
yinsh-wrong-point = there is no such point on the YINSH board
yinsh-wrong-step = expected a step such as `d4`, `d4-d8`, `xc2-c6`, `*e5` or `pass`
yinsh-wrong-row = expected a row such as `xc2-c6`
yinsh-wrong-ends = expected the two ends of five in a line, smaller first
yinsh-wrong-letter = expected `R`, `r`, `M`, `m` or `.` for each point
yinsh-wrong-stage = expected place, move, moved, ring-move or ring
yinsh-wrong-rings = a player has five rings, on and off the board
yinsh-wrong-markers = there are only 51 markers, on the board and in the supply
yinsh-wrong-both-won = both players have taken all their rings
yinsh-wrong-won = the game is won, so the stage must be `move`
yinsh-wrong-passed = `passed` goes with the stage `move` only
yinsh-wrong-early-marker = there are no markers while rings are placed
yinsh-wrong-order = rings are placed in turn, White first
yinsh-wrong-no-row = after the move there must be a row to take
yinsh-wrong-no-ring = there is no ring to remove
