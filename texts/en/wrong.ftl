# What is wrong with a text or a step. Each sentence stands on one line, begins small and follows what it is about;
# notation stands in backticks. `games` takes the English for programs from here.

wrong-quote = “{ $text }”
wrong-line = line { $line }
wrong-step = step { $step }
list-or = { $list } or { $last }
list-another = another one

wrong-illegal = `{ $step }` is not a legal step here
wrong-over = the game is over already, { $result }
wrong-ended = the game is over already
wrong-no-step = this is not played as a step
wrong-place-missing = a place is missing here
wrong-number = expected a whole number from 0 to { $max }
wrong-numbers = expected { $count } numbers separated by `{ $separator }`
wrong-word = unknown word; known are: { $known }
wrong-word-twice = this word is given twice
wrong-flag = `{ $word }` stands alone, without a value
wrong-no-value = expected a value: `{ $word }=…`
wrong-missing = `{ $word }=…` is missing
wrong-columns = expected { $count } columns of cells separated by `/`
wrong-column = expected a column of { $count } places
wrong-seat = expected a seat from 1 to { $seats }
wrong-game = unknown game; known are: { $known }

# Records
wrong-no-record = no record found: it begins with a line such as `game: yinsh`
wrong-begin = a record begins with a line such as `game: yinsh`
wrong-one-line = expected KIND|SETUP|STEP STEP …
wrong-header-key = expected a key of small letters and digits, with blanks or dashes inside
wrong-header-lines = a header has one line
wrong-header-twice = the header `{ $word }` is given twice
wrong-headers = too many header lines
wrong-late-header = a header line stands above the turns, and its key has small letters only
wrong-turn-incomplete = turn { $turn } is not complete yet
wrong-turn = this is turn { $turn }
wrong-result = the steps end with the result { $result }
wrong-places = expected `unfinished` or { $count } finishing places

# Links and pasted text
wrong-link = this link holds neither a game nor a position; perhaps it was cut short on its way
wrong-position = a position begins with the name of its game, as in `yinsh|…`

# Dice
wrong-dice-record = the record of this game cannot be read
wrong-dice-header = the record has no line `{ $word }`
wrong-dice-seed = `seed` is not 64 hexadecimal digits
wrong-dice-commitment = the seed is not the one that was committed to
wrong-dice-plies = `dice` names too few plies
wrong-dice-fall = `{ $step }` fell, but the seed gives `{ $fall }`

# What the server refuses: whole sentences, by the reason that it gives
refused-waiting-tables = Already { $count } tables of yours wait for an opponent. Close some of them first.
refused-bot-games = Already { $count } games against the computer are running. Finish or resign some of them first.
refused-tokens = You can have up to { $count } tokens. Revoke some of them first.
refused-setup = This board is too large for a table of the server.
refused-rematch = A rematch is for those who have played.
refused-long-game = This game is very long: it can only be played on or resigned.
refused-asked-before = You have asked this before. You can ask again after the next step.
refused-no-offer = There is nothing left to answer: the offer is gone.
refused-not-now = This cannot be asked now.
refused-abort = Two turns have been played, so the game can no longer be called off. You can resign.
refused-claim = Nobody has been away long enough yet.
refused-name = This name is not possible. Choose another one.
refused-line = This line cannot be sent: it is empty, too long, or has a character that nobody can see.
refused-chat-closed = The chat of this table is closed.
refused-chat-of-players = Only the players write here.
refused-searches = Many people are searching just now. Try again in a moment.
refused-exports = Many people are saving games just now. Try again in a minute.
refused-review = The operator of this server has not enabled reviews for you. The computer on your device can review the game.
refused-review-unfinished = Only a finished game can be reviewed.
refused-reviews = The server has enough games to review just now. Try again later.

# Variations, comments and marks of a record
wrong-variation-first = a variation stands after the step that it replaces
wrong-variation-note = in a variation, comments and marks stand after its first step
wrong-variation-open = the variation that begins here is not closed: `)` is missing
wrong-variation-close = no variation is open here
wrong-variation-empty = a variation has at least one step
wrong-variation-same = this step is there already: the game or another variation goes on with it
wrong-variation-deep = variations are nested up to { $max } deep
wrong-variation-many = a record with variations has up to { $max } steps
wrong-comment-open = this comment does not end: `'` is missing
wrong-mark = expected a mark such as `!d4`, `!d4>e5` or `!d4/red`
wrong-marks = a position has up to { $max } marks

# Records of other sites
wrong-foreign-server-log = this is a log of the server, not the record of a game
wrong-foreign-long = this file is too long for a record
wrong-foreign-empty = there is no game in this file
wrong-foreign-sgf = this is not SGF any more: a bracket or a parenthesis is missing
wrong-foreign-json = this is not JSON any more; perhaps the file was cut short
wrong-foreign-game = this game is not known here
wrong-foreign-variant = this variant cannot be played here
wrong-foreign-arrangement = the arrangement of the pieces is not complete
wrong-foreign-handicap = a marble is given away before the game, which cannot be played here
wrong-foreign-edit = the position was set up by hand, which this format does not tell in full
wrong-foreign-gesture = this is not understood
wrong-foreign-two-marbles = two marbles are placed in one turn
wrong-foreign-illegal = this would be `{ $step }`, which is not legal there
wrong-foreign-after-end = the game is over by the rules here, { $result }; the rest is left out
