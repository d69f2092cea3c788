# How steps are typed, and what the pieces are called in the legend.

rotas-help =
    RO-TAS: four tops in a line, or a piece in three five-alike cells, or the most points.
      r             roll all five dice
      r2,4          roll the second and the fourth again
      @c4           place a piece on c4, if your dice make what it shows
      lose          lose a piece, when nothing fits
    The rules in full: mohreh rules rotas
rotas-look-piece = piece of seat { $seat }
