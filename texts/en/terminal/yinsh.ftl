# How steps are typed, and what the pieces are called in the legend.

yinsh-help =
    YINSH: take your rings off by making five markers in a row.
      d4            place a ring on d4, at the beginning
      d4-d8         leave a marker on d4 and move the ring to d8
      xc2-c6        take the row from c2 to c6
      { "  *e5" }           and remove your ring on e5
      pass          no ring can move
    The rules in full: mohreh rules yinsh
yinsh-look-ring = { $colour ->
    [white] white ring
   *[black] black ring
}
yinsh-look-marker = { $colour ->
    [white] white marker
   *[black] black marker
}
