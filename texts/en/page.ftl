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
say-clock-quick = 3 minutes, 3 seconds a turn
say-clock-usual = 10 minutes, 10 seconds a turn
say-clock-long = 30 minutes, 20 seconds a turn
say-begin = Begin
say-setup-wrong = This does not go together:
say-grid-about = Choose what to lay, then touch the cells.
say-row-more = One row more
say-row-less = One row less
say-column-more = One column more
say-column-less = One column less
say-no-board-file = This file holds no board. It should have a line such as rows = ["H 3 5 S P1 4", …].

# Table
say-undo = Undo
say-take-back = Take back
say-hint = Hint
say-hint-is = A good turn is { $steps }.
say-resign = Resign
say-really-resign = Really resign?
say-resigned = Player { $seat } has resigned.
say-out-of-time = The time of player { $seat } has run out.
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
