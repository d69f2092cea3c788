# How steps are typed, and what the pieces are called in the legend.

tzaar-help =
    تزار: هر سه نوع مهره‌ی خود را نگه دارید. `*` تزار است، `+` تزارا و حرف تنها تات.
      `a1xb2`         زدن: حرکت اول هر نوبت
      `a1+b2`         سوار کردن مهره‌ی `a1` روی مهره‌ی خودتان در `b2`
      `-`             واگذار کردن نوبت، به جای حرکت دوم
    قوانین کامل: `mohreh rules tzaar`
tzaar-look-tzaar = { $colour ->
    [white] تزار سفید
   *[black] تزار مشکی
}
tzaar-look-tzarra = { $colour ->
    [white] تزارای سفید
   *[black] تزارای مشکی
}
tzaar-look-tott = { $colour ->
    [white] تات سفید
   *[black] تات مشکی
}
