# How steps are typed, and what the pieces are called in the legend.

tzaar-help =
    TZAAR: keep all three types. * is a Tzaar, + a Tzarra, a bare letter a Tott.
      a1xb2         capture: first action of every turn
      a1+b2         put your stack on a1 onto your own on b2
      -             do without the second action
    The rules in full: mohreh rules tzaar
tzaar-look-tzaar = { $colour ->
    [white] white tzaar
   *[black] black tzaar
}
tzaar-look-tzarra = { $colour ->
    [white] white tzarra
   *[black] black tzarra
}
tzaar-look-tott = { $colour ->
    [white] white tott
   *[black] black tott
}
