# What the commands around a server say: serve, backup, restore, check, load and bot.

cli-english = { $why }

cli-serve-password = warning: everybody on this machine can see the password in --database; put the address into a file and name it with --database-file
cli-location-empty = its first line must say where the database is
cli-no-home = it is not known where your files are, as HOME is not set; say where the database is with --database FILE
cli-address = expected a number with a port, such as 127.0.0.1:7373 or [::1]:7373
cli-no-config = there is no such file of settings; --config names it
cli-config-line = { $path }, line { $line }
cli-setting = { $name } = { $value }: { $why }
cli-public = expected http://… or https://…

cli-backup-done = { $path }: { $counts } were copied
cli-restore-done = { $path }: { $counts } were brought back
cli-counts = { $people } people, { $tokens } tokens, { $tables } tables, { $plies } entries of their logs and { $chat } lines of chat
cli-no-database = there is no such database
cli-memory-empty = there is nothing in memory yet
cli-no-file = there is no such file

cli-check-problem = { $what }
cli-checked = { $problems ->
    [0] checked { $tables } tables: nothing is wrong
    [1] checked { $tables } tables: 1 problem
   *[other] checked { $tables } tables: { $problems } problems
}
cli-check-interrupted = { $problems ->
    [0] interrupted after { $tables } tables: nothing is wrong
    [1] interrupted after { $tables } tables: 1 problem
   *[other] interrupted after { $tables } tables: { $problems } problems
}

# Load tests
cli-load-opening = opening { $count } tables …
cli-load-playing = playing for { $seconds } s …
cli-load-interrupted = interrupted; what was played is checked
cli-load-checking = checking { $count } games …
cli-load-checked = { $count } entries checked
cli-load-fault = FAULT: { $why }
cli-load-good = everything that was acknowledged is there, once and in order
cli-load-bad = { $count } games did not go as they must
cli-load-memory-players = { $count } sockets with a table for every two of them: { $bytes } bytes more for each
cli-load-memory-watchers = { $count } sockets that watch: { $bytes } bytes more for each
cli-load-speed = { $turns } turns with { $steps } steps in { $seconds } s: { $rate } steps a second
cli-load-latency = { $what }: p50 { $half } ms, p90 { $most } ms, p99 { $nearly } ms, worst { $worst } ms
cli-load-acknowledged = from sent to acknowledged
cli-load-newcomer = level 1, from the request for a table to its answer
cli-load-again = connected again { $count } times
cli-load-watched = { $count } messages reached { $watchers } watchers
cli-load-table = table { $table }
cli-load-lost = LOST: { $kept } was acknowledged, { $found } is there
cli-load-doubled = DOUBLED: more is there than was played
cli-load-refused = refused: { $why }
cli-load-nobody = nobody came back within a minute
cli-load-no-entries = a table without entries
cli-load-attack = attack: { $counts }
cli-load-times = { $what } { $count }×
cli-load-no-answer = no answer
cli-load-no-status = no status
cli-load-closed = closed
cli-load-opened = opened
cli-load-closed-by-server = closed by the server
cli-load-table-opened = table opened
cli-load-table-refused = table refused with { $why }
cli-load-strongest = answer of the strongest level
cli-load-newcomer-refused = newcomer refused with { $why }
cli-load-attack-server = an attack needs a server at http://HOST:PORT: { $why }
cli-load-no-address = no address of { $url }

# A program at the tables of a server
cli-link = expected ID#KEY, or the link to a table
cli-bot-token = the token is not one that a server gives
cli-bot-status = { $request }: answered with { $status }
cli-bot-lost = no connection ({ $why }); again in { $seconds } s
cli-bot-unknown = the server does not know whose token this is
cli-bot-server = the server
cli-bot-table = table { $table }
cli-bot-again = connected again
cli-bot-plays = { $name } plays at { $server }, with { $engine } (Ctrl+C ends it)
cli-bot-level = level { $level }
cli-bot-done = { $count ->
    [1] 1 game played to the end, { $open } unfinished
   *[other] { $count } games played to the end, { $open } unfinished
}
cli-bot-server-refuses = the server refuses: { $why }
cli-bot-cannot = cannot be played: { $why }
cli-bot-waits = { $game }: waits for somebody to sit down
cli-bot-begins = { $game }: { $names }; seat { $seat } is ours; { $url }
cli-bot-whole = { $why }; asking for the whole game again
cli-bot-no-turn = no turn was found: { $why }
cli-bot-no-table = there is no such table any more
cli-bot-refused = refused: { $why }
cli-bot-given-up = is given up: nothing more is played there
cli-bot-no-seat = there is no seat { $seat }
cli-bot-no-beginning = the beginning of the game is missing
cli-bot-no-step = no step was answered
cli-bot-turn-over = `{ $step }` was answered, but the turn had ended
cli-bot-turn = { $turn }. { $who }: { $steps }
cli-bot-dice = the dice
cli-bot-draws = { $name } offers a draw
cli-bot-back = { $name } asks to go back to step { $step }
cli-bot-agrees = { $name } agrees
cli-bot-declines = { $name } declines
cli-bot-resigns = { $name } resigns
cli-bot-flag = { $name } has run out of time
cli-bot-gone = { $name } has been away too long
cli-bot-aborts = { $name } ends the game before it has begun
cli-bot-computer = computer { $level }
cli-bot-nobody = nobody
cli-bot-over = over
cli-bot-won = won
cli-bot-drawn = drawn
cli-bot-won-together = won together
cli-bot-lost-game = lost
cli-bot-place = place { $place } of { $count }
cli-bot-result = { $word } ({ $places }) after { $turns } turns
cli-bot-result-by = { $word } ({ $places }) after { $turns } turns: { $end }
cli-end-agreed = draw agreed
cli-end-resigned = resigned { $seat }
cli-end-time = out of time { $seat }
cli-end-gone = gone { $seat }
cli-end-aborted = aborted
