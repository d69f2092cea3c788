# How steps are typed, and what the pieces are called in the legend.

zertz-help =
    ZÈRTZ: win 3 marbles of each colour, or 4 white, or 5 grey, or 6 black.
      Wd4 Gd4 Bd4   place a white, grey or black marble on d4
      -a1           then remove the free ring a1
      d4xd6         jump from d4 to d6 and take what is between; go on if you can
      claim pass    make the opponent capture after all; nothing to place
    The rules in full: mohreh rules zertz
zertz-look-marble = { $colour ->
    [white] white marble
    [grey] grey marble
   *[black] black marble
}
