# RO-TAS in the editor of positions.
rotas-edit-rolls = Dice of this turn
rotas-edit-rolls-is = { $value ->
    [none] Not rolled yet
    [1] After the first roll
    [5] After the last roll
   *[other] After { $text } rolls
}
rotas-edit-out = Left the game
rotas-edit-out-is = { $value ->
    [none] Nobody
   *[other] Player { $text }
}
rotas-edit-wrong-hand = The pieces in hand do not fit together: every turn uses up one, so whoever has moved in this round has one less.
