# ZÈRTZ: what is asked, and why the game ended. $who selects whom the sentence speaks to (see say-to), $name is the
# player's name.

zertz-place = { $who ->
    [other] { $name } is choosing a marble to place.
   *[you] { say-to }: place a marble. Choose one from the supply.
}
zertz-place-on = { say-to }: put it on any vacant ring.
zertz-place-own = { $who ->
    [other] { $name } is placing a captured marble, as the supply is empty.
   *[you] { say-to }: the supply is empty, so place a marble that you have captured.
}
zertz-remove-ring = { $who ->
    [other] { $name } is removing a ring.
   *[you] { say-to }: now remove a free ring from the edge of the board.
}
zertz-must-capture = { $who ->
    [other] { $name } must capture.
   *[you] { say-to }: a capture is possible, so you must capture.
}
zertz-jump-to = { say-to }: choose where the marble jumps.
zertz-go-on-jumping = { $who ->
    [other] { $name } is jumping on with the marble on { $spot }.
   *[you] { say-to }: the marble on { $spot } can jump again, so it must go on.
}
zertz-must-pass = { $who ->
    [other] { $name } has nothing to place and nothing to capture, and must pass.
   *[you] { say-to }: you have nothing to place and nothing to capture, so you must pass.
}
zertz-place-or-capture = { $who ->
    [other] { $name } is placing a marble, or capturing.
   *[you] { say-to }: place a marble, or capture.
}
zertz-place-own-or-capture = { $who ->
    [other] { $name } is placing a captured marble, or capturing.
   *[you] { say-to }: the supply is empty. Place one of your own marbles, or capture.
}
zertz-claimed = { $who ->
    [other] { $name } missed a capture, so that turn was undone. Now { $name } must capture.
   *[you] { say-to }: your opponent challenged a missed capture; your turn was undone. Capture now.
}
zertz-accept-or-claim = { $who ->
    [other] { $name } is checking whether a capture was missed. If not, the game is over.
   *[you] { say-to }: this turn would end the game. Accept it with a pass, or claim a missed capture.
}
zertz-over-each = { $who ->
    [you] You won: you have at least { $count } marbles of each colour.
    [lost] You lost: { $name } has at least { $count } marbles of each colour.
   *[named] { $name } won with at least { $count } marbles of each colour.
}
zertz-over-white = { $who ->
    [you] You won: you have { $count } white marbles, and { $goal } are enough.
    [lost] You lost: { $name } has { $count } white marbles, and { $goal } are enough.
   *[named] { $name } won with { $count } white marbles; { $goal } are enough.
}
zertz-over-grey = { $who ->
    [you] You won: you have { $count } grey marbles, and { $goal } are enough.
    [lost] You lost: { $name } has { $count } grey marbles, and { $goal } are enough.
   *[named] { $name } won with { $count } grey marbles; { $goal } are enough.
}
zertz-over-black = { $who ->
    [you] You won: you have { $count } black marbles, and { $goal } are enough.
    [lost] You lost: { $name } has { $count } black marbles, and { $goal } are enough.
   *[named] { $name } won with { $count } black marbles; { $goal } are enough.
}
zertz-over-full = { $who ->
    [you] You won: no vacant ring is left, and you placed the last marble.
    [lost] You lost: no vacant ring is left, and { $name } placed the last marble.
   *[named] { $name } won: no vacant ring is left, and theirs was the last marble.
}
zertz-over-passes = The game is drawn: both players had to pass.
zertz-over-repetition = The game is drawn: the same position came up for the third time.
zertz-part-place = Place a marble
zertz-part-remove = Remove a ring

# Why a touch or a step is refused; each on one line, without selectors, as errors of programs quote it.
zertz-no-over = The game is over.
zertz-no-end-waits = This turn would end the game: accept it with a pass, or claim a missed capture.
zertz-no-claim = Your opponent has missed no capture.
zertz-no-ring = There is no ring at { $at }.
zertz-no-must-capture = A capture is possible, so you must capture: jump with { $by }.
zertz-no-other-marble = The marble on { $by } can jump again, so it must go on first.
zertz-no-marble = There is no marble on { $at } that could jump.
zertz-no-jump = The marble on { $at } cannot jump: it needs a marble beside it and a vacant ring straight behind that one.
zertz-no-landing = The marble on { $from } cannot land there: it jumps straight over one marble, to the ring right behind it.
zertz-no-between = Between { $from } and { $to } there is no marble to jump over.
zertz-no-landing-taken = A jump ends on a vacant ring, and a marble stands on { $at }.
zertz-no-must-land = The marble that you have touched must jump, to { $to }.
zertz-no-put-down = First put the marble that you have touched on a vacant ring.
zertz-no-marble-chosen = First choose a marble, then the ring for it.
zertz-no-vacant-ring = A marble stands on { $at }. Choose a vacant ring.
zertz-no-marble-left = No marble of this colour is left to place.
zertz-no-other-stock = As long as the supply holds a marble, you place from it, and not from captured ones.
zertz-no-own-stock = The supply is empty: place a marble that you have captured yourself.
zertz-no-marbles = The supply is empty and you own no marble, so there is nothing to place.
zertz-no-ring-first = First place a marble; only then a ring is removed.
zertz-no-ring-due = Your marble is placed. Now remove a free ring: { $free }.
zertz-no-marble-on = The ring { $at } cannot be removed: a marble stands on it.
zertz-no-inner = The ring { $at } cannot be removed: there are rings all around it.
zertz-no-free-ring = The ring { $at } cannot be removed: to get out it would have to slide past { $by }.
zertz-no-pass = You pass only when you can neither place nor capture.

zertz-title = ZÈRTZ
    .about = Capture marbles on a board that shrinks with every turn.
zertz-offer-board = Board
    .about = The size of the board, and how you play. A larger board changes nothing else; blitz and tournament have rules of their own.
zertz-offer-board-37 = Basic, 37 rings
    .about = The usual board, best for a first game.
zertz-offer-board-blitz = Blitz, 37 rings
    .about = Fewer marbles, and one less of each is enough to win. A short game.
zertz-offer-board-tournament = Tournament, 48 rings
    .about = The larger board, with touch-move and overlooked captures.
zertz-offer-board-tournament-61 = Tournament, 61 rings
    .about = The largest board, with touch-move and overlooked captures.
zertz-offer-board-40 = 40 rings
    .about = The basic board and three rings more.
zertz-offer-board-41 = 41 rings
    .about = The basic board and four rings more.
zertz-offer-board-43 = 43 rings
    .about = The basic board and three rings more on each of two sides.
zertz-offer-board-44 = 44 rings
    .about = The basic board and seven rings more along its foot.
zertz-offer-board-48 = 48 rings
    .about = The tournament board with the usual rules.
zertz-offer-board-61 = 61 rings
    .about = Much room and a long game; the box does not hold this many rings.
zertz-offer-overlook = Overlooked captures, with a right to claim
    .about = Nothing points out captures. Whoever misses one can be made to undo the turn and capture.
zertz-offer-touch = Touch-move
    .about = What you touch you must play; nothing can be taken back.
zertz-button-claim = Claim
zertz-button-pass = Pass

# What is wrong with a text of this game; see wrong.ftl.
zertz-wrong-point = there is no such ring on any ZÈRTZ board
zertz-wrong-step = expected a step such as `Wd4`, `-a1`, `d4xd6`, `pass` or `claim`
zertz-wrong-rings = expected 37, 40, 41, 43, 44, 48 or 61 rings
zertz-wrong-blitz = blitz is played with 37 rings only
zertz-wrong-letter = expected `o`, `.`, `W`, `G` or `B`
zertz-wrong-no-ring-here = this board has no ring { $point }
zertz-wrong-own = expected two lists of marbles separated by `/`
zertz-wrong-seen = expected { $count } parts, cells, own and turn, separated by `:`
zertz-wrong-claim = expected { $count } parts, cells, supply and own, separated by `:`
zertz-wrong-seen-rings = the rings are not those of the position
zertz-wrong-seat = expected a seat, 1 or 2
zertz-wrong-early-seen = positions repeat only once the supply is empty
zertz-wrong-too-many = there are more marbles of a colour than the game has
zertz-wrong-both-won = both players own enough to win
zertz-wrong-full-group = a full group of rings is cut off, and would have been taken
zertz-wrong-no-free-ring = there is no free ring to remove
zertz-wrong-no-jump = the marble that should jump on cannot
zertz-wrong-no-capture = there is nothing to capture
zertz-wrong-no-overlook = only with `overlook` there are claims
zertz-wrong-late-passes = `passes` goes with the start of a turn only
zertz-wrong-stage = expected remove, capture or a jump such as jump-d4
zertz-wrong-passes = expected 1 or 2
zertz-wrong-claim-seen = `claim-seen` goes with `claim`
zertz-wrong-no-claim = nothing can be claimed here
