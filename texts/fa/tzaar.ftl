# تزار: چه خواسته شده و بازی چرا تمام شد. $seat برای سفید 1 و برای مشکی 2 است.

tzaar-name = { $seat ->
    [1] سفید
   *[other] مشکی
}
tzaar-other = { $seat ->
    [1] مشکی
   *[other] سفید
}
tzaar-opening-capture = { tzaar-name }: بازی را با زدن یکی از مهره‌های حریف آغاز کنید. نوبت اول شما حرکت دوم ندارد.
tzaar-capture-first = { tzaar-name }: هر نوبت با زدن آغاز می‌شود. یکی از مهره‌های حریف را بزنید.
tzaar-second-action = { tzaar-name }: حالا دوباره بزنید، یکی از مهره‌ها یا ستون‌های خود را قدرتمندتر کنید، یا نوبت را واگذار کنید.
tzaar-over-no-tzaar = { tzaar-name } برنده شد: { tzaar-other } دیگر تزاری در رأس هیچ ستونی ندارد.
tzaar-over-no-tzarra = { tzaar-name } برنده شد: { tzaar-other } دیگر تزارایی در رأس هیچ ستونی ندارد.
tzaar-over-no-tott = { tzaar-name } برنده شد: { tzaar-other } دیگر تاتی در رأس هیچ ستونی ندارد.
tzaar-over-no-capture = { tzaar-name } برنده شد: { tzaar-other } نمی‌تواند هیچ مهره‌ای را بزند.

tzaar-title = تزار
    .about = هر سه نوع مهره‌ی خود را نگه دارید، ستون بسازید و مهره‌های حریف را بزنید.
tzaar-offer-arrangement = چیدمان
    .about = شصت مهره در آغاز چطور چیده شوند.
tzaar-offer-arrangement-lot = چیدمان تصادفی
    .about = مهره‌ها به‌طور تصادفی روی صفحه پخش می‌شوند و هر بازی آغازی تازه دارد.
tzaar-offer-arrangement-fixed = چیدمان ثابت
    .about = همه‌ی بازی‌ها از یک چیدمان آغاز می‌شوند.
tzaar-piece-tott = تات
tzaar-piece-tzarra = تزارا
    .of = تزارای
tzaar-piece-tzaar = تزار
tzaar-piece-black = { $piece } مشکی
tzaar-button-pass = واگذار کردن نوبت
