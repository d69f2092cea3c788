# How steps are typed, and what the pieces are called in the legend.

tzaar-help =
    تزار: هر سه نوع مهره‌ی خود را نگه دارید. `*` تزار است، `+` تزارا و حرف تنها تات.
      `a1xb2`         زدن: گام اول هر حرکت
      `a1+b2`         گذاشتن ستون `a1` روی ستون خودتان در `b2`
      `-`             گذشتن از گام دوم
    قوانین کامل: `mohreh rules tzaar`
tzaar-look-tzaar = { $colour ->
    [white] تزار سفید
   *[black] تزار سیاه
}
tzaar-look-tzarra = { $colour ->
    [white] تزارای سفید
   *[black] تزارای سیاه
}
tzaar-look-tott = { $colour ->
    [white] تات سفید
   *[black] تات سیاه
}
