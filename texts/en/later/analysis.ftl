# Analysis: the tree of turns, marks, the engine.
say-tree = Turns
say-turn-by = { $turn }, { $name }: { $steps }
say-variation = Variation on turn { $turn }
say-comment = Comment
say-promote = Promote variation
say-delete-from-here = Delete from here
say-mark-circle = circle on { $spot }
say-mark-arrow = arrow from { $from } to { $to }
say-clear-marks = Clear marks
say-arrow-from = Arrow from { $spot }. Press A again on the spot where it ends.
say-roll = Roll the dice

say-engine = Computer analysis
say-engine-speed = depth { $depth }, { $nodes } thousand positions a second
say-thinking-short = Thinking…
say-chance = { $name } { $percent }%
say-percent = { $percent }%
say-wins-surely = wins
say-loses-surely = loses
say-best-lines = Best lines
say-lines = Lines
say-threat = Threat
say-threat-about = What the other side would do if it were its turn
say-odds = Odds of the cells
say-odds-about = The exact chance to reach each cell in this turn, for somebody who aims at nothing else.
