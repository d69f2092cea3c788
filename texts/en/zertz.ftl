# ZÈRTZ: what is asked, and why the game ended. $seat is the player's number.

zertz-place = Player { $seat }: place a marble on a vacant ring.
zertz-place-own = Player { $seat }: the supply is empty, so place one of the marbles you have captured.
zertz-remove-ring = Player { $seat }: now remove a free ring from the edge of the board.
zertz-must-capture = Player { $seat }: a capture is possible, so you must capture.
zertz-go-on-jumping = Player { $seat }: the marble on { $spot } can jump again, so it must go on.
zertz-must-pass = Player { $seat }: you have nothing to place and nothing to capture, so you must pass.
zertz-place-or-capture = Player { $seat }: place a marble, or capture.
zertz-place-own-or-capture = Player { $seat }: the supply is empty. Place one of your own marbles, or capture.
zertz-claimed = Player { $seat }: your turn was claimed and taken back, because a capture was possible. Now you must capture.
zertz-accept-or-claim = Player { $seat }: this turn would end the game. Accept it with a pass, or claim an overlooked capture.
zertz-over-each = Player { $seat } wins with { $count } marbles of each colour.
zertz-over-white = Player { $seat } wins with { $count } white marbles.
zertz-over-grey = Player { $seat } wins with { $count } grey marbles.
zertz-over-black = Player { $seat } wins with { $count } black marbles.
zertz-over-full = Player { $seat } wins: no vacant ring is left, and theirs was the last marble.
zertz-over-passes = The game is drawn: both players had to pass.
zertz-over-repetition = The game is drawn: the same position came up for the third time.

zertz-help =
    ZÈRTZ: win 3 marbles of each colour, or 4 white, or 5 grey, or 6 black.
      Wd4 Gd4 Bd4   place a white, grey or black marble on d4
      -a1           then remove the free ring a1
      d4xd6         jump from d4 to d6 and take what is between; go on if you can
      claim pass    make the opponent capture after all; nothing to place
    The rules in full: docs/rules/zertz.md
