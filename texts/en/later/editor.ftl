# The editor of positions.
say-edit-about = Choose a piece and tap the board. Drag a piece to move it; dropped beside the board, it is gone.
say-edit-this = Edit this position
say-edit-tools = What to put on the board
say-edit-erase = Take off
say-edit-undo = Undo
say-edit-redo = Redo
say-edit-clear = Clear
say-edit-start = Start position
say-edit-turn = To move
say-edit-die = Die { $number }: { $face }
say-edit-more = One more: { $piece }
say-edit-less = One less: { $piece }
say-edit-count = { $piece }: { $count }
say-edit-setup = Board and rules
say-edit-text = Position as text
say-edit-text-about = Paste a position or a link to one.
say-edit-open = Set it up
say-edit-good = This position can be played.
say-edit-puzzle = A puzzle position: no game leads to it, but it can be played.
say-edit-over = In this position the game is over.
say-edit-wrong = This is not a position of the game yet.
say-edit-too-many = { $piece }: { $count } are too many; the game has { $all }.
say-edit-missing = { $count ->
    [one] { $piece }: { $count } of { $all } is missing.
   *[other] { $piece }: { $count } of { $all } are missing.
}
say-edit-absent = { $piece }: none on the board.
say-edit-play = Play from here
say-edit-side = Your seat
say-edit-analyse = Analyse
say-edit-link-copied = The link is copied. It opens this position.
say-no-ring = no ring
