# How steps are typed, and what the pieces are called in the legend.

rotas-help =
    رو-تاس: دوز چهارتایی، یا مهره در سه خانه‌ی پنج‌تایی، یا بیشترین امتیاز.
      `r`             ریختن هر پنج تاس
      `r2,4`          دوباره ریختن تاس دوم و چهارم
      `@c4`           گذاشتن مهره در `c4`، اگر تاس‌ها وضعیتش را ساخته‌اند
      `lose`          از دست دادن یک مهره، وقتی تاس‌ها به هیچ خانه‌ای نمی‌خورند
    قوانین کامل: `mohreh rules rotas`
rotas-look-piece = مهره‌ی بازیکن { $seat }
