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

yinsh-help =
    YINSH: take your rings off by making five markers in a row.
      d4            place a ring on d4, at the beginning
      d4-d8         leave a marker on d4 and move the ring to d8
      xc2-c6        take the row from c2 to c6
      { "  *e5" }           and remove your ring on e5
      pass          no ring can move
    The rules in full: docs/rules/yinsh.md
