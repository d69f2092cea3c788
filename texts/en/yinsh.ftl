# YINSH: what is asked, and why the game ended. $seat is 1 for White, 2 for Black.

yinsh-name = { $seat ->
    [1] White
   *[other] Black
}
yinsh-place-ring = { yinsh-name }: place a ring on any vacant point.
yinsh-move-ring = { yinsh-name }: choose a ring, leave a marker in its place and move it.
yinsh-take-row = { yinsh-name }: you have five in a row. Choose the row to take.
yinsh-take-row-first = { yinsh-name }: there is a row of yours on the board. Take it before you move.
yinsh-remove-ring = { yinsh-name }: now remove one of your rings.
yinsh-must-pass = { yinsh-name }: none of your rings can move, so you must pass.
yinsh-over-rings = { $rings ->
    [1] { yinsh-name } wins with the first row.
   *[other] { yinsh-name } wins: { $rings } rings are off the board.
}
yinsh-over-supply = { yinsh-name } wins: no marker is left, and { yinsh-name } has taken more rings off.
yinsh-over-supply-draw = The game is drawn: no marker is left, and both have taken equally many rings off.
yinsh-over-blocked = { yinsh-name } wins: nobody can move, and { yinsh-name } has taken more rings off.
yinsh-over-blocked-draw = The game is drawn: nobody can move, and both have taken equally many rings off.

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
