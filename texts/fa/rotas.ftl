# RO-TAS: what is asked, and why the game ended. $seat is the player's number, $rolls the rolls left.

rotas-roll-all = بازیکن { $seat }: هر پنج تاس را بریزید.
rotas-dice-fall = بازیکن { $seat }: تاس‌ها در حال چرخیدن‌اند.
rotas-roll-or-place = بازیکن { $seat }: در یکی از خانه‌هایی که وضعیتش را ساخته‌اید مهره بگذارید، یا تاس‌هایی را که می‌خواهید دوباره بریزید انتخاب کنید ({ $rolls } بار مانده).
rotas-roll-on = بازیکن { $seat }: این تاس‌ها به هیچ‌یک از خانه‌های باز نمی‌خورند. تاس‌هایی را که می‌خواهید دوباره بریزید انتخاب کنید ({ $rolls } بار مانده).
rotas-must-place = بازیکن { $seat }: این آخرین بار تاس ریختن بود. در یکی از خانه‌هایی که وضعیتش را ساخته‌اید مهره بگذارید.
rotas-lose-piece = بازیکن { $seat }: تاس‌های بار آخر به هیچ‌یک از خانه‌های باز نمی‌خورند. یک مهره از دست می‌دهید.
rotas-lose-piece-early = بازیکن { $seat }: اگر باز هم تاس بریزید، هیچ خانه‌ای برایتان باز نخواهد بود. یک مهره از دست می‌دهید.
rotas-over-line = بازیکن { $seat } با دوز چهارتایی برنده شد.
rotas-over-fives = بازیکن { $seat } با داشتن مهره در سه خانه‌ی پنج‌تایی برنده شد.
rotas-over-points = همه‌ی مهره‌ها مصرف شدند. بازیکن { $seat } با { $points } امتیاز برنده شد.
rotas-over-points-shared = همه‌ی مهره‌ها مصرف شدند. برد مشترک است: هر برنده { $points } امتیاز دارد.
rotas-over-alone = بقیه بازی را ترک کردند. بازیکن { $seat } برنده شد.
rotas-note-reconstructed = این زمینه بازسازی شده است و شاید با زمینه‌ی چاپی فرق داشته باشد.

rotas-title = رو-تاس
    .about = تاس بریزید، انتخاب کنید و روی مهره‌های دیگران دوز چهارتایی بسازید.
rotas-offer-seats = بازیکنان
    .about = چند نفر بازی می‌کنند.
rotas-offer-seats-2 = دو نفر
rotas-offer-seats-3 = سه نفر
rotas-offer-seats-4 = چهار نفر
rotas-offer-board = زمینه
    .about = جای وضعیت‌ها روی زمینه. زمینه‌ی چاپی به دست ما نرسیده است، برای همین این‌ها بازسازی شده‌اند.
rotas-offer-board-six = شش در شش
    .about = در هر سطر و هر ستون، هر وضعیت یک بار آمده است.
rotas-offer-board-six-b = شش در شش، درهم
    .about = همان اندازه، ولی وضعیت‌ها نابرابر پخش شده‌اند.
rotas-offer-board-small = کوچک، پنج در پنج
    .about = خانه‌ها کمترند: دوزها زودتر ساخته می‌شوند و مهره‌ها بیشتر روی هم می‌نشینند.
rotas-offer-board-own = زمینه‌ی خودتان
    .about = آن را مثل زمینه‌ی جعبه‌ی خود بچینید، یا هر طور که دوست دارید.
rotas-offer-advanced = حالت پیشرفته
    .about = هرچه بیشتر تاس بریزید، روی مهره‌های کمتری می‌توانید مهره بگذارید.
rotas-offer-hard-pairs = دوتایی‌های سخت
    .about = هر خانه‌ی دوتایی فقط دوتایی عدد خودش را می‌پذیرد.
rotas-offer-strict-house = ترکیبی سخت‌گیرانه
    .about = پنج‌تایی، ترکیبی به حساب نمی‌آید.
rotas-button-roll = تاس بریزید
rotas-button-lose = از دست دادن مهره

# What is wrong with a text of this game; see wrong.ftl.
rotas-wrong-cell = اینجا باید خانه‌ای از `a1` تا `l12` باشد
rotas-wrong-step = گام رو-تاس چنین نوشته می‌شود: `r`، `r2,4`، `=13356`، `@c4`، `lose` یا `leave3`
rotas-wrong-roll = تاس‌ها از ۱ تا ۵ و به ترتیب نوشته می‌شوند، مانند `r2,4`؛ هر پنج تاس با `r`
rotas-wrong-fall = اینجا باید پنج تاس از ۱ تا ۶ باشد، مانند `=13356`
rotas-wrong-leave = اینجا باید شماره‌ی بازیکنی از ۱ تا ۴ باشد، مانند `leave3`
rotas-wrong-seats = تعداد بازیکنان باید ۲، ۳ یا ۴ باشد
rotas-wrong-pair = دوتایی باید عددش را داشته باشد، از `P1` تا `P6`
rotas-wrong-figure = هر خانه با `H`، `S`، `3`، `4`، `5`، `P1` تا `P6` یا `.` نوشته می‌شود
rotas-wrong-size = زمینه حداکثر ۱۲ سطر ۱۲ خانه‌ای دارد
rotas-wrong-row = هر سطر باید { $count } خانه داشته باشد
rotas-wrong-no-line = روی این زمینه هیچ دوز چهارتایی‌ای ساخته نمی‌شود
rotas-wrong-fives = زمینه دست‌کم سه خانه‌ی پنج‌تایی می‌خواهد، ولی { $count } تا دارد
rotas-wrong-room = زمینه برای { $room } مهره جا دارد، ولی { $seats } بازیکن { $pieces } مهره دارند
rotas-wrong-rows = اینجا باید { $count } سطر باشد که با `/` از هم جدا شده‌اند
rotas-wrong-cells = هر سطر باید { $count } خانه داشته باشد که با `,` از هم جدا شده‌اند
rotas-wrong-hands = اینجا باید تعداد مهره‌های { $count } بازیکن باشد که با `/` از هم جدا شده‌اند
rotas-wrong-no-hole = زمینه اینجا جای خالی ندارد
rotas-wrong-hole = اینجای زمینه خانه نیست
rotas-wrong-pieces = اینجا باید `-` یا حداکثر پنج مهره از بازیکن‌های ۱ تا { $seats } باشد
rotas-wrong-out-of-two = بازی دونفره را کسی ترک نمی‌کند: بازی تمام است و دیگری برده است
rotas-wrong-turn-of-leaver = نوبت بازیکنی که بازی را ترک کرده نمی‌شود
rotas-wrong-hand = مقدار `hand` درست نیست: هر نوبت یک مهره کم می‌کند، بازیکن به بازیکن
rotas-wrong-too-many = هر بازیکن روی زمینه و در دست ۱۵ مهره دارد
rotas-wrong-winners = بیش از یک بازیکن برده است
rotas-wrong-rolls-after-end = بازی تمام شده و تاسی برای ریختن نیست
rotas-wrong-rolls = در هر نوبت پنج بار تاس ریخته می‌شود
rotas-wrong-zero-rolls = پیش از اولین تاس ریختن این را ننویسید
rotas-wrong-no-dice = بعد از تاس ریختن باید `dice=…` آمده باشد
rotas-wrong-early-dice = پیش از اولین تاس ریختن هیچ تاسی عدد ندارد
rotas-wrong-out = اینجا باید بازیکن‌هایی از ۱ تا { $seats } به ترتیب باشند، مانند `2,3`
rotas-wrong-dice = اینجا باید پنج تاس باشد، هرکدام از ۱ تا ۶، یا `-` تا وقتی که می‌چرخد
