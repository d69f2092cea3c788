# صفحه: هرچه دور و بر بازی‌ها گفته می‌شود.

say-name = مهره
say-description = چهار بازی رومیزی برای دو تا چهار نفر: با کامپیوتر یا با هم، با اینترنت یا بدون آن.
say-credits = زرتز، تزار و ینش را کریس بورم طراحی کرده است. رو-تاس از آنِ طراحان و ناشر خودش است.
say-unofficial = این صفحه رسمی نیست و با هیچ طراح یا ناشری ارتباط ندارد.
say-comma = { "، " }
say-full-stop = { ". " }

# خانه
say-welcome = بنشینید و بازی کنید
say-welcome-about = چهار بازی فکری که یکی‌شان تاس هم دارد. نه نصب می‌خواهد نه حساب کاربری؛ یک بار که باز شود، بدون اینترنت هم کار می‌کند.
say-going-on = بازی‌های نیمه‌کاره
say-finished = بازی‌های تمام‌شده
say-play = شروع بازی
say-play-computer = بازی با کامپیوتر
say-play-here = روی همین دستگاه
say-rules = قوانین
say-home = صفحه‌ی اول
say-games = بازی‌های من
say-no-games = هنوز هیچ بازی‌ای روی این دستگاه نیست.
say-bring = باز کردن یک بازی یا موقعیت
say-editor = چیدن یک موقعیت
say-save-all = ذخیره‌ی همه‌ی بازی‌ها در یک فایل
say-puzzles = معماها
say-learn = یاد گرفتن بازی‌ها
say-learn-this = یادش بگیرید
say-skip = رفتن به متن صفحه
say-card-won = شما بردید
say-card-lost = شما باختید

# نشانی‌هایی که به جایی نمی‌رسند
say-lost = چنین صفحه‌ای نداریم
say-lost-why = این نشانی به جایی نمی‌رسد. شاید بخشی از آن جا افتاده باشد.
say-no-game = این بازی اینجا نیست
say-no-game-why = هر بازی روی همان دستگاهی می‌ماند که با آن بازی شده است. این یکی یا پاک شده یا روی دستگاه دیگری بوده.
say-broken-game = خواندن این بازی ممکن نیست
say-broken-game-why = آنچه از این بازی ذخیره شده آسیب دیده است. تا خودتان پاکش نکنید همین‌طور می‌ماند؛ اگر در فایل ذخیره‌اش کنید، شاید بشود با دست درستش کرد.
say-without-wasm = برای بازی به مرورگر تازه‌تری نیاز است که وب‌اسمبلی را اجرا کند. قوانین را با هر مرورگری می‌شود خواند.
say-without-script = برای بازی باید جاوااسکریپت روشن باشد. قوانین را بدون آن هم می‌شود خواند.
say-no-store = این مرورگر چیزی ذخیره نمی‌کند؛ با بستن صفحه، بازی از دست می‌رود.
say-store-full = مرورگر دیگر برای بازی‌ها جا ندارد. چند بازی را که دیگر لازم ندارید پاک کنید؛ تا آن‌وقت چیز تازه‌ای ذخیره نمی‌شود.
say-update = نسخه‌ی تازه‌ای از این صفحه آماده است.
say-update-now = به‌روزرسانی
say-close = بستن
say-elsewhere = این بازی در زبانه‌ی دیگری باز است
say-elsewhere-why = برای اینکه نوبتی از دست نرود، بازی فقط در آخرین جایی ادامه دارد که باز شده است.
say-play-on-here = ادامه در همین زبانه

# بازی تازه
say-who = چه کسانی بازی می‌کنند؟
say-who-computer = شما و کامپیوتر
say-who-people = چندنفره، روی همین دستگاه
say-who-mixed = تعیین جداگانه‌ی هر بازیکن
say-level = سطح
say-level-1 = خیلی چیزها را نمی‌بیند. برای اولین بازی‌هایتان.
say-level-2 = نزدیک را می‌بیند، ولی گاهی چیزی از چشمش پنهان می‌ماند.
say-level-4 = بازی را بلد است.
say-level-6 = به این راحتی‌ها غافلگیر نمی‌شود.
say-level-8 = با تمام توان بازی می‌کند.
say-first = چه کسی شروع می‌کند؟
say-first-lot = به قید قرعه
say-first-me = شما
say-first-other = کامپیوتر
say-person = انسان
say-player = بازیکن { $seat }
say-you = شما
say-computer-level = کامپیوتر، سطح { $level }
say-clock = زمان
say-clock-none = بدون محدودیت زمان
say-begin = شروع
say-setup-wrong = این انتخاب‌ها با هم جور درنمی‌آیند:
say-grid-about = اول یک نشانه انتخاب کنید، بعد روی خانه‌ها بزنید.
say-no-cell = حفره
say-row-more = افزودن سطر
say-row-less = حذف سطر
say-column-more = افزودن ستون
say-column-less = حذف ستون
say-no-board-file = در این فایل زمینه‌ای نیست. باید سطری مثل ⁦rows = ["H 3 5 S P1 4", …]⁩ داشته باشد.
say-swap-about = روی دو مهره بزنید تا جایشان عوض شود.
say-mix = چیدن تصادفی مهره‌ها

# میز
say-undo = برگرداندن گام
say-take-back = پس گرفتن حرکت
say-hint = راهنمایی
say-hint-is = حرکت پیشنهادی: { $steps }.
say-resign = تسلیم
say-really-resign = واقعاً تسلیم می‌شوید؟
say-resigned = { $who ->
    [you] شما تسلیم شدید.
   *[other] { $name } تسلیم شد.
}
say-out-of-time = { $who ->
    [you] وقت شما تمام شد.
   *[other] وقت { $name } تمام شد.
}
say-has-won = { $who ->
    [you] شما بردید.
   *[other] { $name } برنده شد.
}
say-rematch = بازی دوباره
say-review = مرور بازی
say-turns = حرکت‌ها
say-looking-back = یکی از موقعیت‌های قبلی را می‌بینید.
say-back-to-now = برگشت به بازی
say-notation = نوشتن حرکت
say-play-step = انجام حرکت
say-not-legal = این حرکت ممکن نیست:
say-thinking = کامپیوتر دارد فکر می‌کند…
say-thinking-deep = کامپیوتر دارد فکر می‌کند: عمق { $depth }، { $nodes } موقعیت
say-interrupt = توقف
say-halted = کامپیوتر متوقف شده است.
say-go-on = ادامه
say-engine-failed = کامپیوتر الان نمی‌تواند بازی کند.
say-engine-weak = بخشی از آنچه کامپیوتر لازم دارد دریافت نشد. فعلاً کمی ضعیف‌تر بازی می‌کند و در نوبت بعدی‌اش دوباره تلاش می‌کند.
say-turn-board = چرخاندن صفحه
say-copy-link = کپی پیوند
say-link-copied = پیوند کپی شد. همه‌ی بازی در خود پیوند است.
say-copy-position = کپی موقعیت
say-position-copied = موقعیت به صورت متن کپی شد.
say-save-file = ذخیره در فایل
say-load-file = باز کردن فایل
say-delete = پاک کردن
say-really-delete = واقعاً پاک شود؟
say-against-level = با کامپیوتر، سطح { $level }
say-at-this-screen = چندنفره، روی همین دستگاه
say-turns-played = { $turns ->
    [one] { $turns } حرکت
   *[other] { $turns } حرکت
}
say-to = { $who ->
    [you] نوبت شماست
   *[named] { $name }
}
say-the-computer = کامپیوتر
say-not-your-turn = کمی صبر کنید: نوبت { $name } است.

# مرور
say-bring-about = متن یا پیوند یک بازی یا موقعیت را اینجا بچسبانید، یا فایلی را باز کنید.
say-show = نمایش
say-cannot-read = خواندن این متن ممکن نشد:
say-to-start = رفتن به آغاز
say-step-back = یک گام عقب
say-step-on = یک گام جلو
say-to-end = رفتن به پایان
say-play-through = پخش بازی
say-step = گام
say-step-of = گام { $step } از { $all }
say-try-from-here = ادامه از همین‌جا
say-film-percent = GIF: { $percent }٪
say-picture-failed = تصویر ساخته نشد.

# از راه شبکه
say-online = آنلاین
say-lobby = بازی آنلاین
say-play-online = بازی آنلاین، با دوستان یا هرکس دیگری
say-my-online-games = بازی‌های آنلاین من
say-who-online = آنلاین، با دوست یا هرکس دیگری
say-how-they-come = حریف چطور پیدا شود؟
say-by-link = با پیوندی که می‌فرستید
say-by-lobby = هرکسی، از فهرست میزهای باز
say-private-about = بازی خصوصی: در هیچ فهرستی نمی‌آید و فقط کسانی که پیوندش را دارند آن را می‌بینند.
say-public-about = بازی عمومی: هرکسی می‌تواند تماشایش کند و بعداً در بایگانی پیدایش کند.
say-chat-players = بازیکنان
say-chat-everybody = بازیکنان و تماشاگران
say-chat-nobody = هیچ‌کس
say-first-them = حریف
say-computers = تعداد بازیکنان کامپیوتری
say-clock-live = { $all ->
    [one] { $all } دقیقه، به‌علاوه‌ی { $count } ثانیه در هر نوبت
   *[other] { $all } دقیقه، به‌علاوه‌ی { $count } ثانیه در هر نوبت
}
say-clock-days = { $count ->
    [one] { $count } روز برای هر نوبت
   *[other] { $count } روز برای هر نوبت
}
say-days-hours = { $count } روز و { $number } ساعت
say-open-table = باز کردن میز
say-your-name = شما را به چه نامی صدا کنیم؟
say-your-name-about = بقیه این نام را می‌بینند. حساب کاربری لازم نیست؛ شما را از روی همین دستگاه می‌شناسیم.
say-guest = مهمان { $number }
say-name-empty = در نام باید دست‌کم یک حرف یا رقم باشد.
say-name-long = نام حداکثر می‌تواند { $count } حرف داشته باشد.
say-name-invisible = در این نام نویسه‌ای هست که دیده نمی‌شود.
say-name-marks = یکی از حرف‌ها بیش از اندازه نشانه دارد.
say-name-mixed = در یک کلمه حرف‌هایی از الفباهای مختلف آمده است.
say-not-now = فعلاً نه
say-you-are = شما { $name } هستید.
say-change-name = تغییر نام
say-my-tables = میزهای من
say-open-tables = در انتظار حریف
say-no-open-tables = الان کسی منتظر نیست. میزی باز کنید، شاید کسی بیاید.
say-open-a-table = باز کردن یک میز
say-live-tables = بازی‌های در جریان
say-no-live-tables = الان بازی‌ای در جریان نیست.
say-sit-down = نشستن سر میز
say-watch = تماشا
say-your-turn = نوبت شماست
say-their-turn = در جریان
say-over = تمام‌شده
say-waits = در انتظار
say-waiting = منتظریم کسی بنشیند…
say-invited = یک جا برای شما خالی است.
say-free-seat = خالی
say-reserved = این جاها برای بازیکنان بازی قبلی نگه داشته شده است. وقتی بازی شروع شود، آن را می‌بینید.
say-in-lobby = این میز در فهرست میزهای باز هم هست و هرکسی می‌تواند بنشیند.
say-invite = این پیوند را بفرستید یا بگذارید اسکنش کنند. هرکس بازش کند می‌تواند بنشیند.
say-share = هم‌رسانی
say-qr = پیوند به شکل کد QR
say-table-link-copied = پیوند کپی شد.
say-close-table = بستن میز
say-closed = این میز بسته شده است
say-closed-why = کسی که بازش کرده بود، پیش از شروع بازی آن را بست.
say-connecting = در حال اتصال…
say-loading = در حال بارگیری…
say-part-missing = این صفحه بارگیری نشد
say-part-missing-why = اتصال اینترنت را بررسی کنید. پس از یک بار بارگیری، بدون اینترنت هم کار می‌کند.
say-try-again = تلاش دوباره
say-connected = متصل
say-trying-again = { $count ->
    [one] ارتباط قطع است؛ { $count } ثانیه‌ی دیگر دوباره تلاش می‌کنیم
   *[other] ارتباط قطع است؛ { $count } ثانیه‌ی دیگر دوباره تلاش می‌کنیم
}
say-saved = ذخیره شد
say-not-sent = حرکت شما هنوز فرستاده نشده
say-sending = در حال ارسال…
say-watching = { $count ->
    [one] { $count } تماشاگر
   *[other] { $count } تماشاگر
}
say-no-network = برای این کار اینترنت لازم است
say-no-network-why = میزهای آنلاین روی سرور نگه داشته می‌شوند و الان به آن دسترسی نیست. بازی‌های همین دستگاه را بدون اینترنت هم می‌توانید ادامه دهید.
say-no-table = چنین میزی نداریم
say-no-table-why = این نشانی به میزی نمی‌رسد. شاید بخشی از آن جا افتاده باشد: بازی خصوصی فقط با پیوند کاملش باز می‌شود.
say-table-full = کس دیگری زودتر نشست؛ اینجا جای خالی نمانده.
say-not-allowed = اجازه‌ی این کار را ندارید.
say-too-fast = خیلی تند بود؛ کمی صبر کنید.
say-not-kept = سرور الان نمی‌تواند چیزی ذخیره کند. دوباره تلاش می‌کنیم.
say-too-late = دیر شد: بازی در این فاصله جلو رفته است.
say-refused = سرور این را نپذیرفت.
say-that-is-you = شما
say-away = غایب
say-lag-short = { $count } میلی‌ثانیه
say-lag = رفت‌وبرگشت تا سرور: { $count } میلی‌ثانیه
say-stuck = کامپیوتر اینجا نمی‌تواند ادامه دهد. حرکتی را پس بگیرید یا تسلیم شوید.
say-you-watch = شما تماشاگرید.
say-draw = پیشنهاد تساوی
say-abort = لغو بازی
say-really-abort = واقعاً لغو شود؟
say-offers-draw = { $name } پیشنهاد تساوی داده است.
say-you-offer-draw = پیشنهاد تساوی داده‌اید.
say-asks-back = { $name } می‌خواهد حرکت آخرش را پس بگیرد.
say-you-ask-back = خواسته‌اید حرکت آخرتان را پس بگیرید.
say-agree = قبول
say-decline = رد
say-declined = درخواست شما رد شد.
say-away-claim-soon = { $name } غایب است. { $count } ثانیه‌ی دیگر می‌توانید برد را به نام خود ثبت کنید.
say-away-claim = { $name } برنگشت. می‌توانید برد را به نام خود ثبت کنید.
say-claim = ثبت برد
say-gone = { $who ->
    [you] شما رفتید و برنگشتید و بازی را باختید.
   *[other] { $name } رفت و برنگشت و بازی را باخت.
}
say-draw-agreed = بازی با توافق بازیکنان مساوی شد.
say-aborted = بازی پیش از آنکه درست شروع شود لغو شد.
say-next-game = رفتن به بازی بعدی
say-they-wait = منتظر شما هستند: بازی دوباره
say-asked-again = بقیه می‌بینند که می‌خواهید دوباره بازی کنید.
say-chat = گفت‌وگو
say-chat-line = چیزی بنویسید
say-send = ارسال
say-mute = پنهان کردن پیام‌ها
say-unmute = { $count ->
    [one] پیام‌های { $count } نفر پنهان است: نمایش پیام‌های همه
   *[other] پیام‌های { $count } نفر پنهان است: نمایش پیام‌های همه
}
say-chat-closed = گفت‌وگوی این میز بسته است.
say-chat-of-players = اینجا فقط بازیکنان می‌نویسند.
say-close-chat = بستن گفت‌وگو به روی تماشاگران
say-dice-fairness = می‌شود به تاس‌ها اعتماد کرد؟
say-dice-fairness-about = سرور پیش از بازی عددی پنهان تعیین کرده و فقط اثر انگشت آن را نشان داده است. همه‌ی تاس‌ها از آن عدد و از چیزی به دست می‌آیند که هر بازیکن به آن افزوده است. بعد از بازی، آن عدد آشکار می‌شود و همین صفحه می‌تواند تک‌تک تاس‌ها را بررسی کند.
say-dice-commitment = اثر انگشت (SHA-256):
say-dice-seed = عدد پنهان:
say-check-dice = بررسی تاس‌ها
say-dice-fair = { $count ->
    [one] بررسی شد: نتیجه‌ی همان یک بار تاس ریختن از عدد پنهان به دست آمده است.
   *[other] بررسی شد: نتیجه‌ی هر { $count } بار تاس ریختن از عدد پنهان به دست آمده است.
}
say-dice-unfair = تاس‌ها با عدد پنهان جور درنمی‌آیند:
say-players = { $count ->
    [one] { $count } نفره
   *[other] { $count } نفره
}
say-read-rules = خواندن قوانین

# بایگانی
say-archive = بایگانی
say-game = بازی
say-variant = شیوه‌ی بازی
say-result = نتیجه
say-any = همه
say-first-won = برد نفر اول
say-second-won = برد نفر دوم
say-drawn = تساوی
say-player-name = نام یک بازیکن
say-whose-games = بازی‌های چه کسی؟
say-date-from = از تاریخ
say-date-to = تا تاریخ
say-search = جست‌وجو
say-nothing-found = بازی‌ای پیدا نشد.
say-more = بیشتر
say-stop-search = توقف
say-searched-to = رو به عقب تا { $date } جست‌وجو شد.
say-download-all = ذخیره‌ی همه‌ی این‌ها در یک فایل
say-year = سال
say-month = ماه
say-day = روز

# قوانین
say-rules-about = قوانین کامل هر چهار بازی، با بیان خودمان و با شکل.
say-contents = فهرست

# تنظیمات
say-settings = تنظیمات
say-settings-kept = تنظیمات روی همین دستگاه می‌ماند.
say-theme = رنگ‌ها
say-theme-machine = مطابق دستگاه
say-theme-light = روشن
say-theme-dark = تیره
say-theme-contrast = کنتراست بالا
say-board = صفحه‌ی بازی
say-setting-lit = نشان دادن جاهای مجاز
    .about = جاهایی که الان می‌توانید بازی کنید روشن می‌شوند.
say-setting-names = نام خانه‌ها
    .about = نام خانه‌ها دور صفحه یا روی آن نوشته می‌شود.
say-setting-signs = نشانه روی مهره‌ها
    .about = مهره‌ها علاوه بر رنگ با نشانه هم از هم تشخیص داده می‌شوند.
say-setting-turned = چرخاندن صفحه
    .about = صفحه را از سوی دیگر ببینید.
say-setting-sound = صدا
    .about = صدایی آرام هنگام حرکت مهره‌ها.
say-tokens = برنامه‌هایی که به جای شما بازی می‌کنند
say-tokens-about = با یک توکن، برنامه‌ای مثل ربات خودتان می‌تواند به نام شما بازی کند. توکن را به کسی ندهید و وقتی دیگر لازمش ندارید همین‌جا باطلش کنید.
say-token-label = توکن برای چیست
say-token-make = ساختن توکن
say-token-once = توکن را همین حالا کپی کنید: فقط همین یک بار نشان داده می‌شود.
say-token-copied = توکن کپی شد.
say-token-revoke = باطل کردن
say-token-really-revoke = واقعاً باطل شود؟
say-copy = کپی

# برای کسانی که گوش می‌دهند
say-white-piece = { $piece } سفید
say-grey-piece = { $piece } خاکستری
say-black-piece = { $piece } سیاه
say-piece-of-seat = { $piece } بازیکن { $seat }
say-marble = گوی
say-ring = حلقه
    .of = حلقه‌ی
say-marker = نشان‌گذار
say-disc = مهره
    .of = مهره‌ی
say-empty = خالی
say-height = ارتفاع { $height }
say-decided = تعیین‌کننده‌ی نتیجه
say-can-be-touched = قابل انتخاب
say-can-be-captured = قابل زدن
say-comes-first = اول این
say-in-the-way = سر راه است
say-later = بعداً در همین نوبت
say-later-in-turn = بعداً در همین نوبت می‌توانید آن را انتخاب کنید.
say-rule = قانون { $rule }
say-full-house = ترکیبی
say-straight = دنباله
say-alike = { $count ->
    [3] سه‌تایی
    [4] چهارتایی
   *[other] پنج‌تایی
}
say-pair = دوتایی { $number }
say-dice = تاس‌ها
say-die = تاس با عدد { $face }
say-die-waiting = تاسی که هنوز ریخته نشده
say-die-chosen = برای دوباره ریختن
say-moved = { $piece } از { $from } به { $to }
say-placed = { $piece } روی { $to }
say-taken = { $piece } از { $from } برداشته شد
say-turned = { $spot } حالا { $piece } است
say-ring-gone = جدا کردن حلقه‌ی { $spot }
say-role-supply = مخزن
say-role-hand = در دست
say-role-captured = تصاحب‌شده
say-role-taken = حلقه‌های برداشته‌شده
say-role-lost = ازدست‌رفته
say-role-on-board = روی صفحه
say-role-points = امتیاز
