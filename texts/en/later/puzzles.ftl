# Puzzles.
puzzle-about = Positions from real games with exactly one right turn, each of them proven. Everything works offline.
puzzle-all = All puzzles
puzzle-today = Puzzle of the day
puzzle-of-day = Puzzle of { $date }
puzzle-run = Train
puzzle-storm = Storm
puzzle-storm-about = Three minutes, one turn each, harder and harder. A mistake costs ten seconds.
puzzle-storm-begin = Start the clock
puzzle-storm-again = Once more
puzzle-storm-over = Time is up
puzzle-storm-score = { $count } solved, { $mistakes ->
    [0] no mistakes
    [1] one mistake
   *[other] { $mistakes } mistakes
}
puzzle-storm-best = Your best: { $count }
puzzle-choose = Choose a puzzle
puzzle-theme = Theme
puzzle-difficulty = Difficulty
puzzle-any = Any
puzzle-easy = Easy
puzzle-medium = Medium
puzzle-hard = Hard
puzzle-expert = Very hard
puzzle-more = Show more
puzzle-solved-of = { $count } of { $all } solved
puzzle-is-solved = solved
puzzle-sheet = Sheet to print
puzzle-print = Print
puzzle-solutions = Solutions

puzzle-goal-win-in-one = Win at once
puzzle-goal-win-in-two = Win in two
puzzle-goal-win-in-three = Win in three
puzzle-goal-only-defence = The only defence
puzzle-goal-win-chance = The best chance to win
puzzle-goal-block-chance = Stop the opponent
puzzle-goal-last-chance = The last round
puzzle-asked-win-in-one = { $name } to move: win with this turn.
puzzle-asked-win-in-two = { $name } to move: win with your second turn, whatever the opponent does.
puzzle-asked-win-in-three = { $name } to move: win with your third turn, whatever the opponent does.
puzzle-asked-only-defence = { $name } to move: the opponent threatens to win. Find the only turn that prevents it.
puzzle-asked-win-chance = { $name } to move: which choice wins most often in this turn?
puzzle-asked-block-chance = { $name } to move: after which choice does the opponent win least often with the next turn?
puzzle-asked-last-chance = { $name } to move, in the last round: which choice wins the game most often?

puzzle-idea-capture = captures
puzzle-idea-isolation = isolating rings
puzzle-idea-sacrifice = giving marbles away
puzzle-idea-last-of-a-type = the last piece of a type
puzzle-idea-no-capture = no capture left
puzzle-idea-double-row = two rows at once
puzzle-idea-given-row = a row that the opponent makes
puzzle-idea-rows-of-both = rows of both colours
puzzle-idea-row = a row on the way
puzzle-idea-keep = which dice to keep
puzzle-idea-place = where to place

puzzle-judging = Checking this turn…
puzzle-nothing = { "" }
puzzle-right-so-far = Right. The opponent replies…
puzzle-solved = Right! That is the solution.
puzzle-solved-late = That is the solution.
puzzle-shown = This is the solution.
puzzle-wrong = Not this turn.
puzzle-wrong-one = It does not win. The game goes on with
puzzle-wrong-win = The opponent gets away with
puzzle-wrong-defence = The opponent wins with
puzzle-wrong-end = The game is over, and you have not won it.
puzzle-worse-chance = Another choice is better: these are the exact chances.
puzzle-unknown = This turn would take too long to check. Try another one.
puzzle-show-solution = Show the solution
puzzle-show-again = Show it again
puzzle-next = Next puzzle
puzzle-go-on-run = Train on
puzzle-analyse = Analyse this position
puzzle-link-copied = The link to this puzzle is copied.
puzzle-rating-of = Rating { $number }
puzzle-your-rating = Your rating: { $number }
puzzle-gained = +{ $count }
puzzle-lost = −{ $count }
puzzle-graph-words = Your rating went from { $first } to { $last }.

puzzle-chances = Exact chances
puzzle-percent = { $percent }.{ $number }%
puzzle-roll = roll again: { $dice }
puzzle-place = place on { $spot }
puzzle-and-more = and { $count } more
puzzle-your-choice = your choice

puzzle-no-bank = The puzzles could not be loaded
puzzle-missing = There is no such puzzle
puzzle-missing-why = The link may be incomplete, or the puzzle has been replaced by a better one.
