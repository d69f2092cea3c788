# toy
# How steps are typed, and what the pieces are called in the legend.

oxo-help =
    Noughts and crosses: three in a row.
      b2            take the point b2
    The rules in full: mohreh rules oxo
oxo-look-cross = cross
oxo-look-nought = nought
