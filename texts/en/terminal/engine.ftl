# What the commands that measure say: think, bench, perft, random and match.

cli-took = { $seconds } s
cli-took-processor = { $seconds } s ({ $processor } s of processor time)
cli-no-random = the system gives no random numbers ({ $why }); use --seed
cli-weights-large = this file is too large to be an evaluation file
cli-unreadable = the file cannot be read

cli-think-line = depth { $depth }  { $nodes } nodes { $seconds } s  win { $win } %  { $steps }
cli-think-best = best: { $steps }
cli-think-speed = { $nodes } nodes in { $took }, { $rate } million a second
cli-think-roll = nobody is to move here: the dice have to fall first (their fall belongs into --played)
cli-think-over = nobody is to move here: the game is over

cli-bench = { $kind } { $nodes } nodes  { $rate } million a second
cli-perft-speed = time { $took }, { $rate } million nodes a second

cli-random-games = { $games } games of { $kind }, seed { $seed }
cli-random-speed = time { $took }: { $games } games and { $steps } steps a second
cli-random-lengths = steps a game: least { $least }, median { $median }, mean { $mean }, most { $most }
cli-random-outcomes = outcomes (finishing place of each seat):
cli-random-outcome = { $outcome } { $count } { $part } %  { $bar }

# Numbers and players
cli-whole-number = `{ $text }`: expected a whole number
cli-count = `{ $text }`: expected a number from 1 up, such as 500 or 20k
cli-sprt = expected two numbers, the lower one first, such as 0,20
cli-quote-open = a { $quote } is not closed
cli-level = `{ $text }`: expected a level from 1 to 8
cli-feature = `{ $text }`: unknown feature of the search; known are: { $known }
cli-player-line = a player is one line of text
cli-player-random = `{ $option }`: a random player knows only seed=N
cli-player-options = `{ $option }`: expected weights=FILE, network=FILE, without=FEATURE, threads=N, table=MB or seed=N
cli-player-unknown = `{ $player }`: expected level:1 to level:8, nodes:20k, time:MS, depth:3, random or program:COMMAND
cli-player-command = a command is missing, as in `program:./other --fast,nodes=20k`
cli-player-weights = these are weights for { $found }, not for { $kind }
cli-player-network = this is a network for { $found }, not for { $kind }
cli-no-start = `{ $command }` does not start: { $why }

# The match
cli-match-side = { $side }
cli-match-player = { $side }: { $player }
cli-match-terms = { $kind }, { $setup }, { $turns } random turns, seed { $seed }
cli-match-drawn = setup drawn
cli-match-usual = usual setup
cli-match-setup = setup { $setup }
cli-match-go = { $side }: go { $go }
cli-match-before = { $count } pairs were played before
cli-match-interrupted = interrupted; the same command with --resume goes on ({ $path })
cli-match-not-kept = interrupted; with --out FILE a match can be resumed
cli-match-dice = --opening-turns: here dice make the games differ
cli-match-seats = --sprt: Elo is for two seats
cli-match-no-opening = no opening of { $turns } random turns in { $tries } was balanced; try another --opening-turns
cli-match-exists = the file exists already; --resume goes on with the match in it
cli-match-other = this is not the file of this match: it begins with
      { $found }
    and not with
      { $wanted }
cli-match-game = game { $number }
cli-match-misplaced = game { $number } stands where it should not
cli-match-torn = game { $number } is not whole
cli-match-malformed = a record does not say what it should
cli-match-no-dice = the dice do not fall
cli-match-progress = { $pairs } pairs: { $brief }
cli-match-fault = pair { $pair }, game { $game }: { $side } loses by { $fault }

# Why a player forfeits. The English is kept in records.
cli-fault-crash = crash: { $why }
cli-fault-illegal = illegal: { $why }
cli-fault-timeout = timeout: { $why }
cli-fault-crashes = { $count } crash
cli-fault-illegals = { $count } illegal
cli-fault-timeouts = { $count } timeout
cli-fault-answered = it answered: { $line }
cli-fault-late = no answer to `go { $go }` in { $seconds } s
cli-fault-ended = the program ended, { $status }
cli-fault-closed = the program closed its output
cli-fault-said = { $end }: { $said }
cli-fault-turn-over = `{ $step }`: the turn had ended
cli-fault-leaves = `{ $step }`: nobody leaves in a match
cli-fault-part = `{ $steps }` is not a whole turn

# The report of a match
cli-match-none = no pair was finished
cli-match-total = { $seats ->
    [2] { $pairs } pairs, { $games } games: A won { $won }, drew { $shared }, lost { $lost }
   *[other] { $pairs } rounds, { $games } games: A won { $won }, shared { $shared }, lost { $lost }
}
cli-match-share = share   { $percent }; { $expected } % if all play alike
cli-match-score = score   { $percent }, { $elo }
cli-match-percent = { $mean } ± { $error } %
cli-match-elo = Elo { $elo } ± { $error }
cli-match-pairs = pairs   { $none } { $half } { $one } { $more } { $two }  (A had 0, ½, 1, 1½, 2 points)
cli-match-sprt = SPRT    LLR { $llr } of ±{ $bound }, { $verdict }
cli-match-high = A is stronger: { $high } Elo fit better than { $low }
cli-match-low = A is not stronger: { $low } Elo fit better than { $high }
cli-match-few = fewer than { $count } pairs
cli-match-open = open between { $low } and { $high } Elo
cli-match-seat = { $seats ->
    [2] seat { $seat }  A won { $won }, drew { $shared }, lost { $lost }
   *[other] seat { $seat }  A won { $won }, shared { $shared }, lost { $lost }
}
cli-match-length = length  { $turns } turns
cli-match-spent = { $side }       { $nodes } nodes and { $time } ms a turn
cli-match-faults = { $spent }; lost by fault: { $faults }
