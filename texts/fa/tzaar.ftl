# TZAAR: what is asked, and why the game ended. $seat is 1 for White, 2 for Black.

tzaar-name = { $seat ->
    [1] سفید
   *[other] سیاه
}
tzaar-other = { $seat ->
    [1] سیاه
   *[other] سفید
}
tzaar-opening-capture = { tzaar-name }: بازی را با زدن یکی از مهره‌های حریف آغاز کنید. نوبت اول شما حرکت دوم ندارد.
tzaar-capture-first = { tzaar-name }: هر نوبت با زدن آغاز می‌شود. یکی از مهره‌های حریف را بزنید.
tzaar-second-action = { tzaar-name }: حالا دوباره بزنید، یکی از مهره‌ها یا ستون‌های خود را قدرتمندتر کنید، یا نوبت را واگذار کنید.
tzaar-over-no-tzaar = { tzaar-name } برنده شد: دیگر هیچ تزاری از { tzaar-other } دیده نمی‌شود.
tzaar-over-no-tzarra = { tzaar-name } برنده شد: دیگر هیچ تزارایی از { tzaar-other } دیده نمی‌شود.
tzaar-over-no-tott = { tzaar-name } برنده شد: دیگر هیچ تاتی از { tzaar-other } دیده نمی‌شود.
tzaar-over-no-capture = { tzaar-name } برنده شد: { tzaar-other } نمی‌تواند هیچ مهره‌ای را بزند.

tzaar-title = تزار
    .about = هر سه نوع مهره‌ی خود را نگه دارید، ستون بسازید و بزنید.
tzaar-offer-arrangement = چیدمان
    .about = شصت مهره در آغاز چطور چیده شوند.
tzaar-offer-arrangement-lot = چیدمان تصادفی
    .about = مهره‌ها قاطی می‌شوند و هر بازی آغازی تازه دارد.
tzaar-offer-arrangement-fixed = چیدمان ثابت
    .about = هر بازی از یک چیدمان همیشگی آغاز می‌شود.
tzaar-offer-arrangement-own = چیدمان خودتان
    .about = پیش از بازی، مهره‌ها را خودتان می‌چینید.
tzaar-piece-tott = تات
tzaar-piece-tzarra = تزارا
tzaar-piece-tzaar = تزار
tzaar-button-pass = واگذار کردن نوبت
