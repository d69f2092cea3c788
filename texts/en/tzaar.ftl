# TZAAR: what is asked, and why the game ended. $seat is 1 for White, 2 for Black.

tzaar-name = { $seat ->
    [1] White
   *[other] Black
}
tzaar-other = { $seat ->
    [1] Black
   *[other] White
}
tzaar-opening-capture = { tzaar-name }: open the game with one capture. Your first turn has no second action.
tzaar-capture-first = { tzaar-name }: your turn begins with a capture.
tzaar-second-action = { tzaar-name }: now capture again, make a stack of your own stronger, or pass.
tzaar-over-no-tzaar = { tzaar-name } wins: { tzaar-other } has no Tzaar left to show.
tzaar-over-no-tzarra = { tzaar-name } wins: { tzaar-other } has no Tzarra left to show.
tzaar-over-no-tott = { tzaar-name } wins: { tzaar-other } has no Tott left to show.
tzaar-over-no-capture = { tzaar-name } wins: { tzaar-other } cannot capture anything.

tzaar-title = TZAAR
    .about = Keep all three of your types alive while you stack and strike.
tzaar-offer-arrangement = Arrangement
    .about = How the sixty pieces stand at the beginning.
tzaar-offer-arrangement-lot = Random arrangement
    .about = The pieces are spread over the board at random, so every game begins differently.
tzaar-offer-arrangement-fixed = Fixed arrangement
    .about = The same beginning every time.
tzaar-piece-tott = Tott
tzaar-piece-tzarra = Tzarra
tzaar-piece-tzaar = Tzaar
tzaar-piece-black = black { $piece }
tzaar-button-pass = Pass

# What is wrong with a text of this game; see wrong.ftl.
tzaar-wrong-centre = the centre of the TZAAR board is not a point
tzaar-wrong-point = there is no such point on the TZAAR board
tzaar-wrong-step = expected a step such as `a1xb2`, `a1+b2` or `-`
tzaar-wrong-letters = expected { $count } letters, by columns
tzaar-wrong-piece = expected Z, R, T for White and z, r, t for Black
tzaar-wrong-count = expected { $count } of `{ $piece }`, found { $found }
tzaar-wrong-fixed = `fixed` and `pieces=…` contradict each other
tzaar-wrong-letter = expected `Z`, `R`, `T`, `z`, `r`, `t` or `.`
tzaar-wrong-height = expected a height from 2 to { $max }
tzaar-wrong-long-column = the column is too long
tzaar-wrong-short-column = the column is too short
tzaar-wrong-stage = expected opening, capture or second
tzaar-wrong-too-many = a side has at most 30 pieces, counting those in stacks
tzaar-wrong-both-lost = both sides lack a type, so both have lost
tzaar-wrong-opening = White makes the opening capture
