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
tzaar-piece-tott = تات
tzaar-piece-tzarra = تزارا
tzaar-piece-tzaar = تزار
tzaar-button-pass = واگذار کردن نوبت

# What is wrong with a text of this game; see wrong.ftl.
tzaar-wrong-centre = وسط صفحه‌ی تزار خانه نیست
tzaar-wrong-point = روی صفحه‌ی تزار چنین خانه‌ای نیست
tzaar-wrong-step = گام تزار چنین نوشته می‌شود: `a1xb2`، `a1+b2` یا `-`
tzaar-wrong-letters = اینجا باید { $count } حرف باشد، ستون به ستون
tzaar-wrong-piece = مهره‌های سفید با `Z`، `R` و `T` و مهره‌های سیاه با `z`، `r` و `t` نوشته می‌شوند
tzaar-wrong-count = باید { $count } مهره‌ی `{ $piece }` باشد، ولی { $found } مهره است
tzaar-wrong-fixed = واژه‌های `fixed` و `pieces=…` با هم نمی‌آیند
tzaar-wrong-letter = هر خانه با یکی از `Z`، `R`، `T`، `z`، `r`، `t` یا `.` نوشته می‌شود
tzaar-wrong-height = ارتفاع ستون باید از ۲ تا { $max } باشد
tzaar-wrong-long-column = این ستون بلندتر از اندازه است
tzaar-wrong-short-column = این ستون کوتاه‌تر از اندازه است
tzaar-wrong-stage = اینجا باید `opening`، `capture` یا `second` باشد
tzaar-wrong-too-many = هر بازیکن با مهره‌های درون ستون‌ها حداکثر ۳۰ مهره دارد
tzaar-wrong-both-lost = هر دو بازیکن یکی از انواع مهره را ندارند، پس هر دو باخته‌اند
tzaar-wrong-opening = اولین مهره را سفید می‌زند
