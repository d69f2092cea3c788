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
