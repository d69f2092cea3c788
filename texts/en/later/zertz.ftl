# ZÈRTZ in the editor of positions.
zertz-edit-ground = ring
zertz-edit-stage = Stage of the turn
zertz-edit-stage-is = { $value ->
    [none] The turn begins
    [remove] A ring is to be removed
    [capture] A missed capture was claimed
   *[other] As it was: { $text }
}
