# How steps are typed, and what the pieces are called in the legend.

zertz-help =
    زرتز: سه گوی از هر رنگ، یا چهار گوی سفید، یا پنج گوی خاکستری، یا شش گوی سیاه تصاحب کنید.
      `Wd4 Gd4 Bd4`   گذاشتن گوی سفید، خاکستری یا سیاه روی `d4`
      `-a1`           بعد جدا کردن حلقه‌ی آزاد `a1`
      `d4xd6`         پریدن از `d4` به `d6` و تصاحب گوی میان آن‌ها؛ اگر بشود، باز هم بپرید
      `claim pass`    اعتراض به تصاحب فراموش‌شده‌ی حریف؛ واگذار کردن نوبت
    قوانین کامل: `mohreh rules zertz`
zertz-look-marble = { $colour ->
    [white] گوی سفید
    [grey] گوی خاکستری
   *[black] گوی سیاه
}
