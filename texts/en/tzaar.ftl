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

tzaar-help =
    TZAAR: keep all three types. * is a Tzaar, + a Tzarra, a bare letter a Tott.
      a1xb2         capture: first action of every turn
      a1+b2         put your stack on a1 onto your own on b2
      -             do without the second action
    The rules in full: docs/rules/tzaar.md
