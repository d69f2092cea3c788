# The page: everything that is said around the games.

say-name = Mohreh
say-description = Four board games for two to four: play the computer or each other, with or without a network.
say-credits = ZÈRTZ, TZAAR and YINSH are games by Kris Burm. RO-TAS belongs to its designers and its publisher.
say-unofficial = This page is unofficial: no designer or publisher has a part in it.
say-comma = { ", " }
say-full-stop = { ". " }

# Home
say-welcome = Sit down and play
say-welcome-about = Four games of pure thought, and of thought and dice. Nothing to install, no account, and once it is open it needs no network.
say-going-on = Going on
say-finished = Finished
say-play = Play
say-play-computer = Play the computer
say-play-here = At this screen
say-rules = Rules
say-home = To the start page
say-games = My games
say-no-games = No game is kept on this device yet.
say-bring = Open a game or a position
say-save-all = Save all games in a file
say-learn = Learn a game
say-skip = Skip to the content
say-card-won = You won
say-card-lost = You lost

# Addresses that lead nowhere, and browsers that cannot
say-lost = There is no such page
say-lost-why = The address leads nowhere. Perhaps it was cut short on its way.
say-no-game = This game is not here
say-no-game-why = Games are kept on the device on which they are played. This one has been deleted, or it was played elsewhere.
say-broken-game = This game cannot be read
say-broken-game-why = What is kept of it is damaged. It stays as it is until you delete it; saved in a file, it may still be mended by hand.
say-without-wasm = To play, this page needs a newer browser: one that runs WebAssembly. The rules can be read with any.
say-without-script = To play, this page needs JavaScript. The rules can be read without it.
say-no-store = This browser keeps nothing for us, so the game will be gone when you leave.
say-store-full = The browser has no more room for games. Delete some that you no longer need; until then, nothing new is kept.
say-update = A new version of this page is ready.
say-update-now = Use it now
say-close = Close
say-elsewhere = This game is open in another tab
say-elsewhere-why = So that no turn is lost, it goes on only where it was opened last.
say-play-on-here = Play on here

# New game
say-who = Who plays
say-who-computer = You and the computer
say-who-people = People at this screen
say-who-mixed = Seat by seat
say-level = Level
say-level-1 = Overlooks much. For your very first games.
say-level-2 = Sees what is near, and still misses things.
say-level-4 = A player who knows the game.
say-level-6 = Hard to surprise.
say-level-8 = All it has.
say-first = Who starts
say-first-lot = By lot
say-first-me = You
say-first-other = The computer
say-person = A person
say-player = Player { $seat }
say-you = You
say-computer-level = Computer, level { $level }
say-clock = Clock
say-clock-none = None
say-begin = Begin
say-setup-wrong = This does not go together:
say-grid-about = Choose what to lay, then touch the cells.
say-row-more = One row more
say-row-less = One row less
say-column-more = One column more
say-column-less = One column less
say-no-board-file = This file holds no board. It should have a line such as rows = ["H 3 5 S P1 4", …].
say-swap-about = Touch two pieces, and they change places.
say-mix = Mix them

# Table
say-undo = Undo
say-take-back = Take back
say-hint = Hint
say-hint-is = A good turn is { $steps }.
say-resign = Resign
say-really-resign = Really resign?
say-resigned = Player { $seat } has resigned.
say-out-of-time = Player { $seat } has run out of time.
say-has-won = Player { $seat } has won.
say-rematch = Play again
say-review = Look at it again
say-turns = Turns
say-looking-back = You are looking at an earlier position.
say-back-to-now = Back to the game
say-notation = In notation
say-play-step = Play
say-not-legal = This cannot be played:
say-thinking = The computer is thinking …
say-thinking-deep = The computer is thinking: { $depth } deep, { $nodes } positions
say-interrupt = Interrupt
say-halted = The computer waits.
say-go-on = Go on
say-engine-failed = The computer cannot play just now.
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
say-at-this-screen = At this screen
say-turns-played = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
}

# Replay
say-bring-about = Paste a record, a position or a link, or open a file.
say-show = Show
say-cannot-read = This cannot be read:
say-to-start = To the beginning
say-step-back = One step back
say-step-on = One step on
say-to-end = To the end
say-play-through = Play it through
say-step = Step
say-step-of = Step { $step } of { $all }
say-try-from-here = Go on from here
say-film-percent = GIF: { $percent } %
say-picture-failed = The picture could not be made.

# Over the network
say-online = Online
say-lobby = Play online
say-play-online = Play a friend or anybody, online
say-my-online-games = My games online
say-who-online = A friend or somebody online
say-how-they-come = How they come
say-by-link = With a link you send
say-by-lobby = Anybody, from the lobby
say-private-about = A private game: it stands in no list, and only those who have its link can watch it.
say-public-about = A public game: anybody can watch it, and find it in the archive later.
say-chat-players = The players
say-chat-everybody = Everybody who watches
say-chat-nobody = Nobody
say-first-them = The other
say-computers = Seats for the computer
say-clock-live = { $all ->
    [one] { $all } minute, { $count } s a turn
   *[other] { $all } minutes, { $count } s a turn
}
say-clock-days = { $count ->
    [one] { $count } day a turn
   *[other] { $count } days a turn
}
say-days-hours = { $count } d { $number } h
say-open-table = Open the table
say-your-name = What shall we call you?
say-your-name-about = The others see this name. No account is needed; this device will be known again.
say-guest = Guest { $number }
say-name-empty = A name needs a letter or a digit.
say-name-long = A name has up to { $count } letters.
say-name-invisible = There is a character in it that nobody can see.
say-name-marks = One letter has too many marks.
say-name-mixed = A word has letters of different alphabets.
say-not-now = Not now
say-you-are = You are { $name }.
say-change-name = Another name
say-my-tables = My tables
say-open-tables = Waiting for an opponent
say-no-open-tables = Nobody waits just now. Open a table, and somebody may come.
say-open-a-table = Open a table
say-live-tables = Being played
say-no-live-tables = No game goes on just now.
say-sit-down = Sit down
say-watch = Watch
say-your-turn = Your turn
say-their-turn = Goes on
say-over = Over
say-waits = Waiting
say-waiting = Waiting for somebody to sit down …
say-invited = A seat is free for you.
say-free-seat = Free
say-reserved = These seats are for those who played before. You will see the game once it begins.
say-in-lobby = The table also stands in the lobby, where anybody may sit down.
say-invite = Send this link, or let it be scanned. Whoever opens it can sit down.
say-share = Share
say-qr = The link as a QR code
say-table-link-copied = The link is copied.
say-close-table = Close the table
say-closed = This table was closed
say-closed-why = Whoever opened it has taken it away before the game began.
say-connecting = Connecting …
say-connected = Connected
say-trying-again = { $count ->
    [one] No connection, trying again in { $count } second
   *[other] No connection, trying again in { $count } seconds
}
say-saved = Saved
say-not-sent = Your turn is not sent yet
say-sending = Being sent …
say-watching = { $count ->
    [one] { $count } watches
   *[other] { $count } watch
}
say-no-network = This needs a network
say-no-network-why = Tables for several screens are kept by the server, which cannot be reached just now. Games on this device can be played without it.
say-no-table = There is no such table
say-no-table-why = The address leads to no table. Perhaps it was cut short on its way: a private game opens only with its whole link.
say-table-full = Somebody was quicker: no seat is free here.
say-not-allowed = This is not for you to do.
say-too-fast = That was too much at once. Wait a little.
say-not-kept = The server can keep nothing just now. It will be tried again.
say-too-late = Something else came first.
say-refused = The server does not accept this:
say-that-is-you = you
say-away = away
say-lag-short = { $count } ms
say-lag = Round trip to the server: { $count } ms
say-stuck = The computer cannot go on here. Take a turn back, or resign.
say-you-watch = You are watching.
say-their-move = { $name } is to move.
say-draw = Draw
say-abort = Call it off
say-really-abort = Really call it off?
say-offers-draw = { $name } offers a draw.
say-you-offer-draw = You have offered a draw.
say-asks-back = { $name } asks to take the last turn back.
say-you-ask-back = You have asked to take your last turn back.
say-agree = Agree
say-decline = Decline
say-declined = What you asked was declined.
say-away-claim-soon = { $name } is away. You can claim the game in { $count } s.
say-away-claim = { $name } does not come back. You can claim the game.
say-claim = Claim the game
say-gone = Player { $seat } has gone away, and the game was claimed.
say-draw-agreed = A draw was agreed on.
say-aborted = The game was called off before it had begun.
say-next-game = To the next game
say-they-wait = They wait: play again
say-asked-again = The others see that you want to play again.
say-chat = Chat
say-chat-line = Say something
say-send = Send
say-mute = Mute
say-unmute = { $count ->
    [one] { $count } person is muted: hear everybody again
   *[other] { $count } people are muted: hear everybody again
}
say-chat-closed = The chat of this table is closed.
say-chat-of-players = Only the players write here.
say-close-chat = Close the chat for those who watch
say-dice-fairness = Can the dice be trusted?
say-dice-fairness-about = Before the game the server fixed a secret number and showed only its fingerprint. All dice follow from that number and from what each player added. After the game it is shown, and this page can check every roll.
say-dice-commitment = Fingerprint (SHA-256):
say-dice-seed = Secret number:
say-check-dice = Check the dice
say-dice-fair = { $count ->
    [one] Checked: the one roll follows from the secret number.
   *[other] Checked: all { $count } rolls follow from the secret number.
}
say-dice-unfair = This does not fit:
say-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
say-no-clock = no clock
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
say-whose-games = Whose games
say-date-from = Not before
say-date-to = Not after
say-search = Search
say-nothing-found = No game was found.
say-more = More
say-stop-search = Stop
say-searched-to = Searched back to { $date }.
say-download-all = Save all of these in a file

# Rules
say-rules-about = The complete rules of all four games, in our own words, with drawings.
say-contents = Contents

# Settings
say-settings = Settings
say-settings-kept = Settings are kept on this device.
say-theme = Colours
say-theme-machine = As the device has it
say-theme-light = Light
say-theme-dark = Dark
say-theme-contrast = High contrast
say-board = Board
say-setting-lit = Point out what can be touched
    .about = Spots that you can play now are lit.
say-setting-names = Coordinates
    .about = The names of the spots stand around the board or on it.
say-setting-signs = Shapes on pieces
    .about = Pieces are told apart by a sign as well as by colour.
say-setting-turned = Turn the board
    .about = See it from the other side.
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
