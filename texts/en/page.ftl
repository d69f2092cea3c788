# The page: everything that is said around the games.

say-name = Mohreh
say-description = Four board games for two to four: play the computer or each other, with or without a network.
say-credits = ZÈRTZ, TZAAR and YINSH are games by Kris Burm. RO-TAS belongs to its designers and its publisher.
say-unofficial = This page is unofficial and not connected with any designer or publisher.
say-comma = { ", " }
say-full-stop = { ". " }

# Home
say-welcome = Sit down and play
say-welcome-about = Three games of pure strategy and one with dice. Nothing to install, no account; once opened, it works without a network.
say-going-on = In progress
say-finished = Finished
say-play = Play
say-play-computer = Play the computer
say-play-here = On this device
say-rules = Rules
say-home = Home
say-games = My games
say-no-games = No games on this device yet.
say-bring = Open a game or a position
say-editor = Set up a position
say-save-all = Save all games in a file
say-puzzles = Puzzles
say-learn = Learn a game
say-learn-this = Learn it
say-skip = Skip to the content
say-card-won = You won
say-card-lost = You lost

# Addresses that lead nowhere, and browsers that cannot
say-lost = There is no such page
say-lost-why = The address leads nowhere. Perhaps it was cut short on its way.
say-no-game = This game is not here
say-no-game-why = Games are kept on the device on which they are played. This one has been deleted, or it was played elsewhere.
say-broken-game = This game cannot be read
say-broken-game-why = What was saved of it is damaged. It stays as it is until you delete it; saved to a file, it may still be repaired by hand.
say-without-wasm = To play, this page needs a newer browser: one that runs WebAssembly. The rules can be read in any browser.
say-without-script = To play, this page needs JavaScript. The rules can be read without it.
say-no-store = This browser saves nothing, so the game is lost when you close the page.
say-store-full = The browser has no more room for games. Delete some that you no longer need; until then, nothing new is saved.
say-update = A new version of this page is ready.
say-update-now = Update
say-close = Close
say-elsewhere = This game is open in another tab
say-elsewhere-why = So that no turn is lost, it goes on only where it was opened last.
say-play-on-here = Play on here

# New game
say-who = Who plays?
say-who-computer = You and the computer
say-who-people = Several people on this device
say-who-mixed = Choose for each seat
say-level = Level
say-level-1 = Overlooks much. For your very first games.
say-level-2 = Sees what is near, and still misses things.
say-level-4 = A player who knows the game.
say-level-6 = Hard to surprise.
say-level-8 = Full strength.
say-first = Who starts?
say-first-lot = By lot
say-first-me = You
say-first-other = The computer
say-person = A person
say-player = Player { $seat }
say-you = You
say-computer-level = Computer, level { $level }
say-clock = Clock
say-clock-none = No clock
say-begin = Begin
say-setup-wrong = These options can't be combined:
say-grid-about = Pick a symbol, then tap the cells.
say-no-cell = No cell
say-row-more = Add row
say-row-less = Remove row
say-column-more = Add column
say-column-less = Remove column
say-no-board-file = This file holds no board. It should have a line such as rows = ["H 3 5 S P1 4", …].
say-swap-about = Touch two pieces, and they change places.
say-mix = Mix them

# Table
say-undo = Undo
say-take-back = Take back
say-hint = Hint
say-hint-is = Suggested turn: { $steps }.
say-resign = Resign
say-really-resign = Really resign?
say-resigned = { $who ->
    [you] You resigned.
   *[other] { $name } resigned.
}
say-out-of-time = { $who ->
    [you] Your time ran out.
   *[other] { $name } ran out of time.
}
say-has-won = { $who ->
    [you] You won.
   *[other] { $name } won.
}
say-rematch = Rematch
say-review = Review game
say-turns = Turns
say-looking-back = You are looking at an earlier position.
say-back-to-now = Back to the game
say-notation = Type a move
say-play-step = Play
say-not-legal = This cannot be played:
say-thinking = The computer is thinking…
say-thinking-deep = The computer is thinking: { $depth } deep, { $nodes } positions
say-interrupt = Stop
say-halted = The computer is paused.
say-go-on = Continue
say-engine-failed = The computer cannot play right now.
say-engine-weak = Part of what the computer needs could not be loaded. It plays a little weaker for now, and tries again on its next turn.
say-turn-board = Turn the board
say-copy-link = Copy link
say-link-copied = The link is copied. It holds the whole game.
say-copy-position = Copy position
say-position-copied = The position is copied as text.
say-save-file = Save as file
say-load-file = Open a file
say-delete = Delete
say-really-delete = Really delete?
say-against-level = Against the computer, level { $level }
say-at-this-screen = Several people on this device
say-turns-played = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
}
say-to = { $who ->
    [you] Your turn
   *[named] { $name }
}
say-the-computer = the computer
say-not-your-turn = Wait a moment: { $name } is to move.

# Replay
say-bring-about = Paste a game, a position or a link, or open a file.
say-show = Show
say-cannot-read = This cannot be read:
say-to-start = To the beginning
say-step-back = One step back
say-step-on = One step forward
say-to-end = To the end
say-play-through = Play through
say-step = Step
say-step-of = Step { $step } of { $all }
say-try-from-here = Continue from here
say-film-percent = GIF: { $percent } %
say-picture-failed = The picture could not be made.

# Over the network
say-online = Online
say-lobby = Play online
say-play-online = Play online, with a friend or anyone
say-my-online-games = My online games
say-who-online = Online, with a friend or anyone
say-how-they-come = How will your opponent join?
say-by-link = By a link you send
say-by-lobby = Anyone, from the lobby
say-private-about = A private game: it is in no list, and only people with its link can watch it.
say-public-about = A public game: anyone can watch it, and find it in the archive later.
say-chat-players = The players
say-chat-everybody = Players and spectators
say-chat-nobody = Nobody
say-first-them = Opponent
say-computers = Computer players
say-clock-live = { $all ->
    [one] { $all } min + { $count } s per turn
   *[other] { $all } min + { $count } s per turn
}
say-clock-days = { $count ->
    [one] { $count } day per turn
   *[other] { $count } days per turn
}
say-days-hours = { $count } d { $number } h
say-open-table = Open the table
say-your-name = What shall we call you?
say-your-name-about = The others see this name. No account is needed; we'll recognise this device.
say-guest = Guest { $number }
say-name-empty = A name needs a letter or a digit.
say-name-long = A name can have up to { $count } letters.
say-name-invisible = The name contains an invisible character.
say-name-marks = One letter has too many marks.
say-name-mixed = A word has letters of different alphabets.
say-not-now = Not now
say-you-are = You are { $name }.
say-change-name = Change name
say-my-tables = My tables
say-open-tables = Waiting for an opponent
say-no-open-tables = Nobody is waiting right now. Open a table, and somebody may come.
say-open-a-table = Open a table
say-live-tables = In progress
say-no-live-tables = No games in progress.
say-sit-down = Sit down
say-watch = Watch
say-your-turn = Your turn
say-their-turn = In progress
say-over = Finished
say-waits = Waiting
say-waiting = Waiting for somebody to sit down…
say-invited = A seat is free for you.
say-free-seat = Free
say-reserved = These seats are kept for the players of the last game. You will see the game once it begins.
say-in-lobby = The table is also in the lobby, where anyone may sit down.
say-invite = Send this link, or let others scan it. Whoever opens it can sit down.
say-share = Share
say-qr = The link as a QR code
say-table-link-copied = The link is copied.
say-close-table = Close the table
say-closed = This table has been closed
say-closed-why = The host closed it before the game began.
say-connecting = Connecting…
say-loading = Loading…
say-part-missing = This page could not be loaded
say-part-missing-why = Check the connection. Once loaded, it works offline too.
say-try-again = Try again
say-connected = Connected
say-trying-again = { $count ->
    [one] No connection, trying again in { $count } second
   *[other] No connection, trying again in { $count } seconds
}
say-saved = Saved
say-not-sent = Your turn has not been sent yet
say-sending = Sending…
say-watching = { $count ->
    [one] { $count } watching
   *[other] { $count } watching
}
say-no-network = This needs a connection
say-no-network-why = Online tables are kept by the server, which cannot be reached right now. You can go on with the games on this device.
say-no-table = There is no such table
say-no-table-why = The address leads to no table. Perhaps it was cut short on its way: a private game opens only with its whole link.
say-table-full = Somebody was quicker: no seat is free here.
say-not-allowed = You can't do that.
say-too-fast = That was too fast. Wait a moment.
say-not-kept = The server can't save right now. Retrying.
say-too-late = Too late: the game has moved on.
say-refused = The server does not accept this.
say-that-is-you = you
say-away = away
say-lag-short = { $count } ms
say-lag = Round trip to the server: { $count } ms
say-stuck = The computer is stuck here. Take a turn back, or resign.
say-you-watch = You are watching.
say-draw = Offer a draw
say-abort = Call it off
say-really-abort = Really call it off?
say-offers-draw = { $name } offers a draw.
say-you-offer-draw = You have offered a draw.
say-asks-back = { $name } asks to take the last turn back.
say-you-ask-back = You have asked to take your last turn back.
say-agree = Agree
say-decline = Decline
say-declined = Your request was declined.
say-away-claim-soon = { $name } is away. You can claim the game in { $count } s.
say-away-claim = { $name } has not come back. You can claim the game.
say-claim = Claim the game
say-gone = { $who ->
    [you] You left and did not come back, and lost the game.
   *[other] { $name } left and did not come back, and lost the game.
}
say-draw-agreed = The players agreed on a draw.
say-aborted = The game was called off before it had begun.
say-next-game = Go to the next game
say-they-wait = They're waiting: rematch
say-asked-again = The others see that you want to play again.
say-chat = Chat
say-chat-line = Say something
say-send = Send
say-mute = Mute
say-unmute = { $count ->
    [one] { $count } person is muted: show all messages
   *[other] { $count } people are muted: show all messages
}
say-chat-closed = The chat of this table is closed.
say-chat-of-players = Only the players can write here.
say-close-chat = Close the chat for spectators
say-dice-fairness = Can the dice be trusted?
say-dice-fairness-about = Before the game the server fixed a secret number and showed only its fingerprint. All dice follow from that number and from what each player added. After the game it is shown, and this page can check every roll.
say-dice-commitment = Fingerprint (SHA-256):
say-dice-seed = Secret number:
say-check-dice = Check the dice
say-dice-fair = { $count ->
    [one] Checked: the one roll follows from the secret number.
   *[other] Checked: all { $count } rolls follow from the secret number.
}
say-dice-unfair = The dice do not match the secret number:
say-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
say-read-rules = Read the rules

# Archive
say-archive = Archive
say-game = Game
say-variant = Variant
say-result = Result
say-any = Any
say-first-won = The first player won
say-second-won = The second player won
say-drawn = A draw
say-player-name = Name of a player
say-whose-games = Whose games?
say-date-from = From
say-date-to = Until
say-search = Search
say-nothing-found = No games found.
say-more = More
say-stop-search = Stop
say-searched-to = Searched back to { $date }.
say-download-all = Save all of these in a file
say-year = Year
say-month = Month
say-day = Day

# Rules
say-rules-about = The complete rules of all four games, in our own words, with drawings.
say-contents = Contents

# Settings
say-settings = Settings
say-settings-kept = Settings are kept on this device.
say-theme = Colours
say-theme-machine = Same as the device
say-theme-light = Light
say-theme-dark = Dark
say-theme-contrast = High contrast
say-board = Board
say-setting-lit = Highlight legal moves
    .about = Spots that you can play now light up.
say-setting-names = Coordinates
    .about = The names of the spots are shown around the board or on it.
say-setting-signs = Symbols on pieces
    .about = Pieces differ by a symbol as well as by colour.
say-setting-turned = Turn the board
    .about = See the board from the other side.
say-setting-sound = Sounds
    .about = Soft sounds when pieces move.
say-tokens = Programs that play for you
say-tokens-about = With a token, a program such as a bot of your own can play under your name. Keep it secret, and revoke it here when it is no longer needed.
say-token-label = What the token is for
say-token-make = Make a token
say-token-once = Copy the token now: it is shown only this once.
say-token-copied = The token is copied.
say-token-revoke = Revoke
say-token-really-revoke = Really revoke?
say-copy = Copy

# Said to those who listen
say-white-piece = white { $piece }
say-grey-piece = grey { $piece }
say-black-piece = black { $piece }
say-piece-of-seat = { $piece } of player { $seat }
say-marble = marble
say-ring = ring
say-marker = marker
say-disc = piece
say-empty = empty
say-height = height { $height }
say-decided = decided the game
say-can-be-touched = can be touched
say-can-be-captured = can be captured
say-comes-first = comes first
say-in-the-way = is in the way
say-later = later in this turn
say-later-in-turn = Later in this turn you can touch it.
say-rule = Rule { $rule }
say-full-house = full house
say-straight = straight
say-alike = { $count } alike
say-pair = pair of { $number }
say-dice = Dice
say-die = die showing { $face }
say-die-waiting = die not rolled yet
say-die-chosen = chosen to be rolled
say-moved = { $piece } from { $from } to { $to }
say-placed = { $piece } on { $to }
say-taken = { $piece } taken from { $from }
say-turned = { $spot } is now { $piece }
say-ring-gone = ring { $spot } removed
say-role-supply = Supply
say-role-hand = In hand
say-role-captured = Captured
say-role-taken = Rings off the board
say-role-lost = Lost
say-role-on-board = On the board
say-role-points = Points
