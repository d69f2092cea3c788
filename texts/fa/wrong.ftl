# What is wrong with a text or a step. Each sentence follows what it is about; notation stands in backticks.

wrong-quote = «{ $text }»
wrong-line = سطر { $line }
wrong-step = گام { $step }
list-or = { $list } یا { $last }
list-another = یکی دیگر

wrong-illegal = گام `{ $step }` در این موقعیت مجاز نیست
wrong-over = بازی پیش از این با نتیجه‌ی `{ $result }` تمام شده است
wrong-ended = بازی پیش از این تمام شده است
wrong-no-step = این را به صورت گام نمی‌شود بازی کرد
wrong-place-missing = نام یک جای صفحه از این گام جا افتاده است
wrong-number = اینجا باید عددی از ۰ تا { $max } باشد
wrong-numbers = اینجا باید { $count } عدد باشد که با `{ $separator }` از هم جدا شده‌اند
wrong-word = این واژه شناخته‌شده نیست. واژه‌های شناخته‌شده: `{ $known }`
wrong-word-twice = این واژه دو بار آمده است
wrong-flag = واژه‌ی `{ $word }` تنها می‌آید و مقدار ندارد
wrong-no-value = این واژه باید مقدار داشته باشد، مانند `{ $word }=…`
wrong-missing = بخش `{ $word }=…` جا افتاده است
wrong-columns = اینجا باید { $count } ستون باشد که با `/` از هم جدا شده‌اند
wrong-column = این ستون باید { $count } جا داشته باشد
wrong-seat = اینجا باید شماره‌ی یک بازیکن باشد، از ۱ تا { $seats }
wrong-game = چنین بازی‌ای نداریم. بازی‌هایی که داریم: `{ $known }`

# Records
wrong-no-record = در این متن بازی‌ای نیست. متن هر بازی با سطری مانند `game: yinsh` آغاز می‌شود
wrong-begin = متن هر بازی با سطری مانند `game: yinsh` آغاز می‌شود
wrong-one-line = بازی یک‌سطری باید سه بخش داشته باشد: نام بازی، چیدمان و گام‌ها، مانند `yinsh||e5 f6`
wrong-header-key = نام این سطر باید از حروف کوچک لاتین و رقم باشد؛ فاصله و خط تیره هم فقط میان آن‌ها می‌آید
wrong-header-lines = هر مشخصه فقط یک سطر دارد
wrong-header-twice = مشخصه‌ی `{ $word }` دو بار آمده است
wrong-headers = تعداد سطرهای مشخصات بیش از اندازه است
wrong-late-header = سطرهای مشخصات بالای حرکت‌ها می‌آیند و نامشان فقط حروف کوچک لاتین دارد
wrong-turn-incomplete = حرکت شماره‌ی { $turn } هنوز کامل نشده است
wrong-turn = این حرکت شماره‌ی { $turn } است
wrong-result = این گام‌ها به نتیجه‌ی `{ $result }` می‌رسند
wrong-places = اینجا باید `unfinished` یا رتبه‌ی { $count } بازیکن باشد

# Links and pasted text
wrong-link = در این پیوند نه بازی‌ای هست و نه موقعیتی؛ شاید بخشی از آن جا افتاده باشد
wrong-position = متن هر موقعیت با نام بازی آغاز می‌شود، مانند `yinsh|…`

# Dice
wrong-dice-record = متن این بازی خوانده نمی‌شود
wrong-dice-header = متن بازی سطر `{ $word }` را ندارد
wrong-dice-seed = عدد پنهان باید ۶۴ رقم در مبنای ۱۶ باشد
wrong-dice-commitment = این عدد پنهان همان نیست که پیش از بازی تعیین شده بود
wrong-dice-plies = فهرست `dice` همه‌ی تاس ریختن‌ها را ندارد
wrong-dice-fall = تاس‌ها `{ $step }` آمده‌اند، ولی از عدد پنهان `{ $fall }` به دست می‌آید

# What the server refuses: whole sentences, by the reason that it gives
refused-waiting-tables = { $count } میز شما منتظر حریف‌اند. اول چند میز را ببندید.
refused-bot-games = { $count } بازی با کامپیوتر در جریان است. اول چند بازی را تمام کنید یا تسلیم شوید.
refused-tokens = حداکثر { $count } توکن می‌توانید داشته باشید. اول چند توکن را باطل کنید.
refused-setup = این زمینه برای میزهای سرور بیش از اندازه بزرگ است.
refused-rematch = بازی دوباره فقط برای کسانی است که بازی کرده‌اند.
refused-long-game = این بازی خیلی طولانی شده است: فقط می‌شود ادامه داد یا تسلیم شد.
refused-asked-before = این را قبلاً خواسته‌اید. بعد از گام بعدی می‌توانید دوباره بخواهید.
refused-no-offer = دیگر چیزی برای پاسخ دادن نیست: پیشنهاد پس گرفته شده است.
refused-not-now = الان نمی‌شود این را خواست.
refused-abort = دو حرکت انجام شده و بازی را دیگر نمی‌شود لغو کرد. می‌توانید تسلیم شوید.
refused-claim = هنوز زود است: غیبت کسی آن‌قدر طول نکشیده است.
refused-name = این نام پذیرفته نمی‌شود. نام دیگری انتخاب کنید.
refused-line = این پیام فرستاده نمی‌شود: خالی است، خیلی بلند است یا نویسه‌ای دارد که دیده نمی‌شود.
refused-chat-closed = گفت‌وگوی این میز بسته است.
refused-chat-of-players = اینجا فقط بازیکنان می‌نویسند.
refused-searches = الان خیلی‌ها در حال جست‌وجو هستند. کمی بعد دوباره امتحان کنید.
refused-exports = الان خیلی‌ها در حال ذخیره‌ی بازی‌ها هستند. یک دقیقه‌ی دیگر دوباره امتحان کنید.
refused-review = گرداننده‌ی این سرور بررسی را برای شما فعال نکرده است. کامپیوترِ همین دستگاه می‌تواند بازی را بررسی کند.
refused-review-unfinished = فقط بازیِ تمام‌شده را می‌شود بررسی کرد.
refused-reviews = سرور الان به اندازه‌ی کافی بازی برای بررسی دارد. کمی بعد دوباره امتحان کنید.

# Variations, comments and marks of a record
wrong-variation-first = شاخه بعد از گامی می‌آید که جایگزین آن می‌شود
wrong-variation-note = در هر شاخه، یادداشت‌ها و نشانه‌ها بعد از نخستین گام آن می‌آیند
wrong-variation-open = شاخه‌ای که اینجا آغاز می‌شود بسته نشده است و `)` ندارد
wrong-variation-close = اینجا هیچ شاخه‌ای باز نیست که بسته شود
wrong-variation-empty = هر شاخه دست‌کم یک گام دارد
wrong-variation-same = این گام از پیش هست: بازی یا شاخه‌ی دیگری با آن ادامه می‌یابد
wrong-variation-deep = شاخه‌ها حداکثر تا { $max } لایه درون هم می‌آیند
wrong-variation-many = بازی شاخه‌دار حداکثر { $max } گام دارد
wrong-comment-open = این یادداشت تمام نشده است و `'` پایانی ندارد
wrong-mark = اینجا باید نشانه‌ای مانند `!d4`، `!d4>e5` یا `!d4/red` باشد
wrong-marks = هر موقعیت حداکثر { $max } نشانه دارد

# Records of other sites
wrong-foreign-server-log = این گزارش سرور است، نه متن بازی
wrong-foreign-long = این فایل برای متن بازی بیش از اندازه بزرگ است
wrong-foreign-empty = در این فایل بازی‌ای نیست
wrong-foreign-sgf = این فایل از اینجا به بعد خوانا نیست: کروشه یا پرانتزی جا افتاده است
wrong-foreign-json = این فایل خوانا نیست؛ شاید بخشی از آن جا افتاده باشد
wrong-foreign-game = این بازی را نداریم
wrong-foreign-variant = این شیوه‌ی بازی را نداریم
wrong-foreign-arrangement = چیدمان مهره‌ها کامل نیست
wrong-foreign-handicap = پیش از آغاز بازی گویی به یک بازیکن داده شده است که اینجا ممکن نیست
wrong-foreign-edit = این موقعیت با دست چیده شده و فایل همه‌ی آن را ندارد
wrong-foreign-gesture = این بخش خوانده نمی‌شود
wrong-foreign-two-marbles = در یک حرکت دو گوی گذاشته شده است
wrong-foreign-illegal = این یعنی گام `{ $step }` که در آن موقعیت مجاز نیست
wrong-foreign-after-end = طبق قوانین، بازی در همین‌جا با نتیجه‌ی `{ $result }` تمام شده است و بقیه‌ی آن کنار گذاشته شد
