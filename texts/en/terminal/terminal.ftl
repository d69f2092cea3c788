# What the program says in the terminal. Notation and words to type stand in backticks.

cli-error = error: { $why }
cli-play-help =
    Type a step, or several separated by blanks; all of them are played, or none. Besides:
      steps         what is legal now
      undo          take back a step of the last turn, against the computer your own last turn
                    (never a roll of the dice)
      show          draw the board again, with what its signs mean
      position      the text of this position
      save FILE     write the game into a new file, and again after every step
      help          this
      quit          stop playing
cli-so-far = The game so far, as one line (in a file, --from goes on with it):
cli-from-other = --from: this is a game of { $found }, not of { $kind }
cli-no-seat = --seat: this game has { $count } seats
cli-several-games = the file holds more than one game
cli-which-game = Which game? Type its number or its name, or `quit`.
cli-type-help = Type `help` for help.
cli-after-end = `save FILE` keeps the game, `undo` goes back, `quit` ends.
cli-kept = The game is kept in { $path }.
cli-dice-fall = The dice fall: { $dice }
cli-no-steps = None: the game is over.
cli-save-what = Type the name of a file too, such as: save game.txt
cli-saved = Saved, and again after every step.
cli-not-saved = Not saved: { $why }
cli-save-failed = The game could not be saved: { $why }
cli-computer = Computer, level { $level }
cli-computer-plays = Seat { $seat } ({ $who }) plays { $steps }
cli-see-dice = `{ $step }`: see first how the dice fall.
cli-illegal = { $why }. { $asked } (`steps` lists what is legal.)
cli-undo-touch-move = Touch-move was agreed: nothing is taken back.
cli-undo-nothing = There is nothing to take back: only steps of the last turn can be, and no roll.
cli-undo-not-yet = There is nothing to take back: you have not played yet.
cli-undo-dice = The dice have fallen since: what they have shown cannot be unseen.

cli-game-number = { $name }: game { $number }
cli-result = result { $result }
cli-replayed = { $name }: game { $number }, { $game }, { $turns } turns, { $steps } steps: { $end }
cli-no-record = there is no record in it
cli-dice-wrong = NOT as it should be: { $why }
cli-dice-headers = no { $words } among its header lines; a server writes them into the record of a game once it is over
cli-dice-fair = { $count ->
    [0] { $game }, table { $table }: no dice fell; it shows the seed { $seed }, which the server had committed to ({ $commitment })
    [1] { $game }, table { $table }: 1 fall follows from the seed { $seed }, which the server had committed to ({ $commitment })
   *[other] { $game }, table { $table }: { $count } falls follow from the seed { $seed }, which the server had committed to ({ $commitment })
}
cli-serving = Mohreh is at { $address } (Ctrl+C ends it)
cli-serve-failed = { $why }

cli-not-utf8 = this is not UTF-8 text
cli-not-utf8-line = line { $line }: this is not UTF-8 text
cli-is-folder = this is a folder; give the name of a file
cli-exists = the file exists already; choose another name
cli-no-lot = --draw: nothing of { $kind } is settled by lot
cli-board-large = this file is too large to be a board
cli-board-rows = expected `rows`, a list of texts, one for each row of cells
cli-board-key = unknown key `{ $word }`; known is: rows
cli-system = { $why }
cli-system-not-found = No such file or directory
cli-system-denied = Permission denied
cli-system-folder = Is a directory
cli-system-full = No space left on device
cli-picture = picture:  { $path }
cli-man = { $count } pages in { $folder }

# Beside a board
draw-supply = supply
draw-in-hand = in hand
draw-captured = captured
draw-taken = taken
draw-lost = lost
draw-on-board = on board
draw-points = points
draw-seat = seat { $what }
draw-dice = dice
draw-rolls-left = rolls left
draw-vacant-ring = vacant ring
draw-empty-point = empty point
draw-full-house = full house
draw-straight = straight
draw-pair = pair
draw-alike-3 = three alike
draw-alike-4 = four alike
draw-alike-5 = five alike
draw-on-cell = what stands on a cell, lowest first
draw-on-spot = what stands on { $what }
draw-stack = stack of { $what }
draw-decided = decided the game

# Import and export
cli-converted = Games written to { $name }: { $count }. Not read: { $failed }.

# Review
cli-number = { $n }
cli-percent = { $n } %
cli-inaccuracy = inaccuracy
cli-mistake = mistake
cli-blunder = blunder
cli-review-turn = { $turn }. { $steps }  { $before } → { $after }
cli-review-fault = { $turn }. { $steps }  { $before } → { $after }, better: { $best }
cli-review-comment = { $fault }: { $before } → { $after }, better: { $best }
cli-review-player = { $name }: accuracy { $accuracy }, inaccuracies { $inaccuracies }, mistakes { $mistakes }, blunders { $blunders }.
cli-review-luck = The dice gave { $luck } of win chance, choices gave away { $lost }.
cli-review-bad-luck = The dice took { $luck } of win chance, choices gave away { $lost }.
cli-graph-title = Win chance of { $name }
cli-graph-title-all = Win chances
cli-graph-turns = turn
cli-graph-about = The win chance over { $turns } turns; { $faults } turns at fault are marked.

# Explorer
cli-explored = Games of this kind: { $count }.
cli-explored-turn = { $steps }  played { $count } times, { $result }
cli-explored-wins = player { $seat } won { $count }
cli-explored-rating = mean rating { $n }
