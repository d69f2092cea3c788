# How steps are typed, and what the pieces are called in the legend.

yinsh-help =
    ینش: با ساختن ردیف‌های پنج‌تایی حلقه‌هایتان را از صفحه بردارید.
      `d4`            گذاشتن یک حلقه روی `d4`، در آغاز بازی
      `d4-d8`         گذاشتن نشان‌گذار در `d4` و بردن حلقه به `d8`
      `xc2-c6`        برداشتن ردیف `c2` تا `c6`
      `*e5`           و برداشتن حلقه‌تان از `e5`
      `pass`          وقتی هیچ حلقه‌ای نمی‌تواند حرکت کند
    قوانین کامل: `mohreh rules yinsh`
yinsh-look-ring = { $colour ->
    [white] حلقه‌ی سفید
   *[black] حلقه‌ی سیاه
}
yinsh-look-marker = { $colour ->
    [white] نشان‌گذار سفید
   *[black] نشان‌گذار سیاه
}
