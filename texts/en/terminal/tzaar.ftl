# How steps are typed.

tzaar-help =
    TZAAR: keep all three types. * is a Tzaar, + a Tzarra, a bare letter a Tott.
      a1xb2         capture: first action of every turn
      a1+b2         put your stack on a1 onto your own on b2
      -             do without the second action
    The rules in full: docs/rules/tzaar.md
