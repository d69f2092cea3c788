# Explorer: turns that were played from a position.
say-explorer = Played from here
say-explorer-source = Games
say-explorer-server = Archive
say-explorer-device = This device
say-explorer-file = The file
say-explorer-loading = Counting…
say-explorer-games = { $count ->
    [one] One game has come here.
   *[other] { $count } games have come here.
}
say-explorer-none = No game has come here yet.
say-explorer-empty = There are no games of this kind yet.
say-explorer-offline = The archive cannot be reached. The games on this device are there.
say-explorer-deep = The archive counts the first { $count } turns of each game.
say-explorer-over = The game is over here.
say-explorer-roll = Roll the dice to see what others chose.
say-explorer-middle = The turn is not complete. Turns are counted from their beginning.
say-explorer-count = { $count ->
    [one] one game, { $percent }%
   *[other] { $count } games, { $percent }%
}
say-explorer-open = without a result
say-explorer-shared = shared { $percent }%
say-explorer-rating = average rating { $n }
say-explorer-all = Show { $count } turns

say-server-review = Have the server review it
say-server-review-waits = The server reviews other games first.
say-server-reviewed = { $step } of { $all } positions
