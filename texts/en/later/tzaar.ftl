# TZAAR in the editor of positions.
tzaar-edit-stage = Stage of the turn
tzaar-edit-stage-is = { $value ->
    [opening] The single capture that opens the game
    [capture] The first action, a capture
    [second] The second action
   *[other] As it was: { $text }
}
tzaar-edit-wrong-too-many = { $seat ->
    [1] White has { $count } pieces, counting those in stacks; 30 are the most.
   *[other] Black has { $count } pieces, counting those in stacks; 30 are the most.
}
tzaar-edit-wrong-both-lost = Both sides lack a type on top of a stack, so both would have lost.
tzaar-edit-wrong-opening = White makes the opening capture, so it cannot be Black’s turn.
