# What the terminal says besides: how steps are typed, for each game.

zertz-help =
    ZÈRTZ: win 3 marbles of each colour, or 4 white, or 5 grey, or 6 black.
      Wd4 Gd4 Bd4   place a white, grey or black marble on d4
      -a1           then remove the free ring a1
      d4xd6         jump from d4 to d6 and take what is between; go on if you can
      claim pass    make the opponent capture after all; nothing to place
    The rules in full: docs/rules/zertz.md

tzaar-help =
    TZAAR: keep all three types. * is a Tzaar, + a Tzarra, a bare letter a Tott.
      a1xb2         capture: first action of every turn
      a1+b2         put your stack on a1 onto your own on b2
      -             do without the second action
    The rules in full: docs/rules/tzaar.md

yinsh-help =
    YINSH: take your rings off by making five markers in a row.
      d4            place a ring on d4, at the beginning
      d4-d8         leave a marker on d4 and move the ring to d8
      xc2-c6        take the row from c2 to c6
      { "  *e5" }           and remove your ring on e5
      pass          no ring can move
    The rules in full: docs/rules/yinsh.md

rotas-help =
    RO-TAS: four tops in a line, or a piece in three five-alike cells, or the most points.
      r             roll all five dice
      r2,4          roll the second and the fourth again
      @c4           place a piece on c4, if your dice make what it shows
      lose          lose a piece, when nothing fits
    The rules in full: docs/rules/rotas.md
