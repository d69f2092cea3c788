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
tzaar-offer-arrangement-lot = Arranged by lot
    .about = All pieces are mixed: every game begins anew.
tzaar-offer-arrangement-fixed = Fixed arrangement
    .about = The same beginning every time.
tzaar-offer-arrangement-own = Your own arrangement
    .about = You lay the pieces out yourselves before the game.
tzaar-piece-tott = Tott
tzaar-piece-tzarra = Tzarra
tzaar-piece-tzaar = Tzaar
tzaar-button-pass = Pass
