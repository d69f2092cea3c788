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
