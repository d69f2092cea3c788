# ینش: چه خواسته شده و بازی چرا تمام شد. $seat برای سفید 1 و برای سیاه 2 است.

yinsh-name = { $seat ->
    [1] سفید
   *[other] سیاه
}
yinsh-place-ring = { yinsh-name }: هنوز همه‌ی حلقه‌ها چیده نشده‌اند؛ یک حلقه روی یکی از نقطه‌های خالی بگذارید.
yinsh-move-ring = { yinsh-name }: یکی از حلقه‌هایتان را انتخاب کنید، نشان‌گذاری داخلش بگذارید و حلقه را حرکت دهید.
yinsh-take-row = { yinsh-name }: یک ردیف پنج‌تایی دارید. انتخاب کنید کدام ردیف را برمی‌دارید.
yinsh-take-row-first = { yinsh-name }: ردیفی از شما روی صفحه است. پیش از حرکت آن را بردارید.
yinsh-remove-ring = { yinsh-name }: ردیف را برداشتید؛ حالا یکی از حلقه‌هایتان را هم بردارید.
yinsh-must-pass = { yinsh-name }: هیچ‌کدام از حلقه‌هایتان نمی‌تواند حرکت کند، پس باید نوبت را واگذار کنید.
yinsh-over-rings = { $rings ->
    [1] { yinsh-name } با اولین ردیف برنده شد.
   *[other] { yinsh-name } برنده شد: { $rings } حلقه از صفحه برداشته است.
}
yinsh-over-supply = { yinsh-name } برنده شد: نشان‌گذاری نمانده و { yinsh-name } حلقه‌ی بیشتری برداشته است.
yinsh-over-supply-draw = بازی مساوی شد: نشان‌گذاری نمانده و هر دو به یک اندازه حلقه برداشته‌اند.
yinsh-over-blocked = { yinsh-name } برنده شد: هیچ‌کس نمی‌تواند حرکت کند و { yinsh-name } حلقه‌ی بیشتری برداشته است.
yinsh-over-blocked-draw = بازی مساوی شد: هیچ‌کس نمی‌تواند حرکت کند و هر دو به یک اندازه حلقه برداشته‌اند.

yinsh-title = ینش
    .about = نشان‌گذارها را پشت و رو کنید. برای هر ردیف پنج‌تایی یک حلقه‌ی خود را برمی‌دارید؛ با برداشتن سومی برنده‌اید.
yinsh-offer-length = طول بازی
    .about = تعداد ردیف‌هایی که برای برد لازم است.
yinsh-offer-length-full = سه ردیف
    .about = بازی کامل: هرکس حلقه‌ی سومش را بردارد برنده است.
yinsh-offer-length-blitz = نسخه‌ی بلیتز
    .about = با اولین ردیف می‌برید. برای وقتی که بازی کوتاهی می‌خواهید.
yinsh-button-pass = واگذار کردن نوبت

# What is wrong with a text of this game; see wrong.ftl.
yinsh-wrong-point = روی صفحه‌ی ینش چنین نقطه‌ای نیست
yinsh-wrong-step = گام ینش چنین نوشته می‌شود: `d4`، `d4-d8`، `xc2-c6`، `*e5` یا `pass`
yinsh-wrong-row = ردیف چنین نوشته می‌شود: `xc2-c6`
yinsh-wrong-ends = اینجا باید دو سر ردیفی پنج‌تایی باشد، اول سر کوچک‌تر
yinsh-wrong-letter = هر نقطه با یکی از `R`، `r`، `M`، `m` یا `.` نوشته می‌شود
yinsh-wrong-stage = اینجا باید `place`، `move`، `moved`، `ring-move` یا `ring` باشد
yinsh-wrong-rings = هر بازیکن روی صفحه و بیرون از آن پنج حلقه دارد
yinsh-wrong-markers = روی صفحه و در مخزن فقط ۵۱ نشان‌گذار هست
yinsh-wrong-both-won = هر دو بازیکن همه‌ی حلقه‌های لازم را برداشته‌اند
yinsh-wrong-won = بازی برنده دارد، پس مرحله باید `move` باشد
yinsh-wrong-passed = واژه‌ی `passed` فقط با مرحله‌ی `move` می‌آید
yinsh-wrong-early-marker = تا وقتی حلقه‌ها چیده می‌شوند نشان‌گذاری روی صفحه نیست
yinsh-wrong-order = حلقه‌ها به نوبت گذاشته می‌شوند و سفید آغاز می‌کند
yinsh-wrong-no-row = بعد از این حرکت باید ردیفی برای برداشتن باشد
yinsh-wrong-no-ring = حلقه‌ای برای برداشتن نیست
