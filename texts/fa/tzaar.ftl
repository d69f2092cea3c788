# تزار: چه خواسته شده و بازی چرا تمام شد. $seat برای سفید 1 و برای مشکی 2 است؛ $who می‌گوید جمله با چه کسی است
# (say-to را ببینید)، $name نام بازیکن و $rival نام حریف است.

tzaar-name = { $seat ->
    [1] سفید
   *[other] مشکی
}
tzaar-opening-capture = { $who ->
    [other] { $name } بازی را با زدن یک مهره آغاز می‌کند.
   *[you] { say-to }: بازی را فقط با زدن یک مهره آغاز کنید. یکی از مهره‌هایتان را انتخاب کنید.
}
tzaar-capture-first = { $who ->
    [other] { $name } دارد انتخاب می‌کند چه مهره‌ای را بزند.
   *[you] { say-to }: اول باید بزنید. مهره‌ای را که با آن می‌زنید انتخاب کنید.
}
tzaar-capture-what = { say-to }: انتخاب کنید کدام مهره را می‌زنید.
tzaar-second-action = { $who ->
    [other] { $name } دارد حرکت دوم را انتخاب می‌کند.
   *[you] { say-to }: حالا دوباره بزنید، مهره‌ای از خود را قدرتمندتر کنید، یا نوبت را واگذار کنید.
}
tzaar-second-where = { say-to }: مهره‌ای از حریف را بزنید یا روی یکی از مهره‌های خودتان بروید.
tzaar-over-no-tzaar = { $who ->
    [you] شما بردید: { $rival } دیگر تزاری در رأس هیچ ستونی ندارد.
    [lost] شما باختید: دیگر تزاری در رأس هیچ ستونی ندارید.
   *[named] { $name } برنده شد: { $rival } دیگر تزاری در رأس هیچ ستونی ندارد.
}
tzaar-over-no-tzarra = { $who ->
    [you] شما بردید: { $rival } دیگر تزارایی در رأس هیچ ستونی ندارد.
    [lost] شما باختید: دیگر تزارایی در رأس هیچ ستونی ندارید.
   *[named] { $name } برنده شد: { $rival } دیگر تزارایی در رأس هیچ ستونی ندارد.
}
tzaar-over-no-tott = { $who ->
    [you] شما بردید: { $rival } دیگر تاتی در رأس هیچ ستونی ندارد.
    [lost] شما باختید: دیگر تاتی در رأس هیچ ستونی ندارید.
   *[named] { $name } برنده شد: { $rival } دیگر تاتی در رأس هیچ ستونی ندارد.
}
tzaar-over-no-capture = { $who ->
    [you] شما بردید: هر نوبت با زدن آغاز می‌شود و { $rival } نمی‌تواند هیچ مهره‌ای را بزند.
    [lost] شما باختید: هر نوبت با زدن آغاز می‌شود و نمی‌توانید هیچ مهره‌ای را بزنید.
   *[named] { $name } برنده شد: هر نوبت با زدن آغاز می‌شود و { $rival } نمی‌تواند هیچ مهره‌ای را بزند.
}
tzaar-part-first = زدن
tzaar-part-second = زدن، قدرتمندتر کردن یا واگذاری
tzaar-no-vacant = مهره فقط روی مهره‌ای دیگر می‌رود.
tzaar-no-line = این اولین مهره در خط راست از مهره‌ی شما نیست.
tzaar-no-higher = این ستون را نمی‌توانید بزنید: از ستون شما بلندتر است.
tzaar-no-theirs = این مهره‌ی حریف است. اول یکی از مهره‌های خودتان را انتخاب کنید.
tzaar-no-capture = این مهره حالا نمی‌تواند چیزی را بزند.
tzaar-no-move = این مهره حالا جایی برای رفتن ندارد.
tzaar-no-count = اینجا فقط مهره‌های رأس ستون‌ها شمرده می‌شوند. مهره‌ای روی صفحه انتخاب کنید.

tzaar-title = تزار
    .about = هر سه نوع مهره‌ی خود را نگه دارید، ستون بسازید و مهره‌های حریف را بزنید.
tzaar-offer-arrangement = چیدمان
    .about = شصت مهره در آغاز چطور چیده شوند.
tzaar-offer-arrangement-lot = چیدمان تصادفی
    .about = مهره‌ها به‌طور تصادفی روی صفحه پخش می‌شوند و هر بازی آغازی تازه دارد.
tzaar-offer-arrangement-fixed = چیدمان ثابت
    .about = همه‌ی بازی‌ها از یک چیدمان آغاز می‌شوند.
tzaar-offer-arrangement-own = چیدمان خودتان
    .about = پیش از بازی، مهره‌ها را خودتان می‌چینید.
tzaar-piece-tott = تات
tzaar-piece-tzarra = تزارا
    .of = تزارای
tzaar-piece-tzaar = تزار
tzaar-piece-black = { $piece } مشکی
tzaar-button-pass = واگذار کردن نوبت

# What is wrong with a text of this game; see wrong.ftl.
tzaar-wrong-centre = وسط صفحه‌ی تزار خانه نیست
tzaar-wrong-point = روی صفحه‌ی تزار چنین خانه‌ای نیست
tzaar-wrong-step = گام تزار چنین نوشته می‌شود: `a1xb2`، `a1+b2` یا `-`
tzaar-wrong-letters = اینجا باید { $count } حرف باشد، ستون به ستون
tzaar-wrong-piece = مهره‌های سفید با `Z`، `R` و `T` و مهره‌های مشکی با `z`، `r` و `t` نوشته می‌شوند
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
