# toy
# How steps are typed.

oxo-help =
    Noughts and crosses: three in a row.
      b2            take the point b2
    The rules in full: docs/rules/oxo.md
