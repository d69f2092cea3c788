# RO-TAS: what is asked, and why the game ended. $seat is the player's number, $rolls the rolls left.

rotas-roll-all = Player { $seat }: roll all five dice.
rotas-dice-fall = Player { $seat }: the dice are rolling.
rotas-roll-or-place = Player { $seat }: place a piece on a cell that your dice make, or choose dice to roll again ({ $rolls } left).
rotas-roll-on = Player { $seat }: these dice fit no open cell. Choose dice to roll again ({ $rolls } left).
rotas-must-place = Player { $seat }: that was your last roll. Place a piece on a cell that your dice make.
rotas-lose-piece = Player { $seat }: your last roll fits no open cell. You lose a piece.
rotas-lose-piece-early = Player { $seat }: no cell could be open to a later roll. You lose a piece.
rotas-over-line = Player { $seat } wins with four in a line.
rotas-over-fives = Player { $seat } wins with a piece in three five-alike cells.
rotas-over-points = All pieces are used up. Player { $seat } wins with { $points } points.
rotas-over-points-shared = All pieces are used up. The win is shared with { $points } points.
rotas-note-reconstructed = This board is a reconstruction; the printed one may differ.

rotas-help =
    RO-TAS: four tops in a line, or a piece in three five-alike cells, or the most points.
      r             roll all five dice
      r2,4          roll the second and the fourth again
      @c4           place a piece on c4, if your dice make what it shows
      lose          lose a piece, when nothing fits
    The rules in full: docs/rules/rotas.md
