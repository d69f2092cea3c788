# YINSH in the editor of positions.
yinsh-edit-stage = Stage of the game
yinsh-edit-stage-is = { $value ->
    [place] Rings are being placed
    [move] A ring is to be moved
    [moved] A row is to be taken
    [ring] A ring is to be removed
    [ring-move] A ring is to be removed, then one moves
   *[other] As it was: { $text }
}
yinsh-edit-wrong-won = The game is won, so no row or ring is left to take: choose “A ring is to be moved”.
yinsh-edit-wrong-order = Rings are placed in turn, White first: with equally many on the board White is to move, with one white ring more, Black.
yinsh-edit-wrong-no-row = No row can be taken: the player to move has no five markers in a row.
