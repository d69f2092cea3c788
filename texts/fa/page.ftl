# صفحه: هر چه دور و بر بازی‌ها گفته می‌شود.

say-name = مهره
say-description = چهار بازی رومیزی برای دو تا چهار نفر: با کامپیوتر یا با هم، با اینترنت یا بی‌اینترنت.
say-credits = زرتز، تزار و ینش ساخته‌ی کریس بورم است. رو-تاس از آنِ طراحان و ناشر آن است.
say-unofficial = این صفحه رسمی نیست و هیچ طراح یا ناشری در آن سهمی ندارد.
say-comma = { "، " }
say-full-stop = { ". " }

# خانه
say-welcome = بنشینید و بازی کنید
say-welcome-about = چهار بازی فکری، یکی هم با تاس. نه نصب می‌خواهد نه حساب کاربری، و وقتی یک بار باز شد به اینترنت هم نیازی ندارد.
say-going-on = بازی‌های نیمه‌کاره
say-finished = بازی‌های تمام‌شده
say-play = بازی
say-play-computer = بازی با کامپیوتر
say-play-here = روی همین صفحه
say-rules = قانون‌ها
say-home = صفحه‌ی اول
say-games = بازی‌های من
say-no-games = هنوز هیچ بازی‌ای روی این دستگاه نیست.
say-bring = باز کردن یک بازی یا موقعیت
say-save-all = ذخیره‌ی همه‌ی بازی‌ها در یک فایل
say-learn = یاد گرفتن بازی‌ها
say-skip = رفتن به متن صفحه
say-card-won = شما بردید
say-card-lost = شما باختید

# نشانی‌هایی که به جایی نمی‌رسند
say-lost = چنین صفحه‌ای نداریم
say-lost-why = این نشانی به جایی نمی‌رسد. شاید بخشی از آن جا افتاده باشد.
say-no-game = این بازی اینجا نیست
say-no-game-why = هر بازی روی همان دستگاهی می‌ماند که بازی شده است. این یکی یا پاک شده یا روی دستگاه دیگری بوده.
say-broken-game = این بازی خوانده نمی‌شود
say-broken-game-why = آنچه از این بازی مانده آسیب دیده است. تا خودتان پاکش نکنید همین‌طور می‌ماند؛ اگر در فایل ذخیره‌اش کنید شاید بشود با دست درستش کرد.
say-without-wasm = برای بازی به مرورگر تازه‌تری نیاز است که WebAssembly را اجرا کند. قانون‌ها را با هر مرورگری می‌شود خواند.
say-without-script = برای بازی باید JavaScript روشن باشد. قانون‌ها بدون آن هم خوانده می‌شوند.
say-no-store = این مرورگر چیزی برای ما نگه نمی‌دارد، پس با بستن صفحه بازی از دست می‌رود.
say-store-full = مرورگر دیگر برای بازی‌ها جا ندارد. چند بازی قدیمی را پاک کنید؛ تا آن وقت چیز تازه‌ای ذخیره نمی‌شود.
say-update = نسخه‌ی تازه‌ای از این صفحه آماده است.
say-update-now = همین حالا
say-close = بستن
say-elsewhere = این بازی در زبانه‌ی دیگری باز است
say-elsewhere-why = برای اینکه نوبتی از دست نرود، بازی فقط در آخرین جایی ادامه دارد که باز شده است.
say-play-on-here = ادامه در همین زبانه

# بازی تازه
say-who = چه کسانی بازی می‌کنند
say-who-computer = شما و کامپیوتر
say-who-people = چند نفر روی همین صفحه
say-who-mixed = جداگانه برای هر نفر
say-level = سطح
say-level-1 = خیلی چیزها را نمی‌بیند. برای اولین بازی‌هایتان.
say-level-2 = نزدیک را می‌بیند و گاهی چیزی از چشمش می‌افتد.
say-level-4 = بازی را بلد است.
say-level-6 = سخت غافلگیر می‌شود.
say-level-8 = هر چه در توان دارد.
say-first = چه کسی شروع می‌کند
say-first-lot = به قید قرعه
say-first-me = شما
say-first-other = کامپیوتر
say-person = آدم
say-player = بازیکن { $seat }
say-you = شما
say-computer-level = کامپیوتر، سطح { $level }
say-clock = ساعت
say-clock-none = بدون ساعت
say-begin = شروع
say-setup-wrong = این‌ها با هم جور در نمی‌آیند:
say-grid-about = اول انتخاب کنید چه می‌گذارید، بعد روی خانه‌ها بزنید.
say-row-more = یک سطر بیشتر
say-row-less = یک سطر کمتر
say-column-more = یک ستون بیشتر
say-column-less = یک ستون کمتر
say-no-board-file = در این فایل زمینه‌ای نیست. باید خطی مثل rows = ["H 3 5 S P1 4", …] داشته باشد.
say-swap-about = روی دو مهره بزنید تا جایشان عوض شود.
say-mix = بُر زدن مهره‌ها

# میز
say-undo = برگرداندن
say-take-back = پس گرفتن نوبت
say-hint = راهنمایی
say-hint-is = یک نوبت خوب: { $steps }.
say-resign = تسلیم
say-really-resign = واقعاً تسلیم؟
say-resigned = بازیکن { $seat } تسلیم شد.
say-out-of-time = وقت بازیکن { $seat } تمام شد.
say-has-won = بازیکن { $seat } برنده شد.
say-rematch = یک بار دیگر
say-review = مرور بازی
say-turns = نوبت‌ها
say-looking-back = موقعیت قبلی را می‌بینید.
say-back-to-now = برگشت به بازی
say-notation = با نوشتن
say-play-step = بازی کن
say-not-legal = این را نمی‌شود بازی کرد:
say-thinking = کامپیوتر فکر می‌کند …
say-thinking-deep = کامپیوتر فکر می‌کند: عمق { $depth }، { $nodes } موقعیت
say-interrupt = بس است
say-halted = کامپیوتر منتظر است.
say-go-on = ادامه
say-engine-failed = کامپیوتر الان نمی‌تواند بازی کند.
say-turn-board = چرخاندن صفحه
say-copy-link = کپی پیوند
say-link-copied = پیوند کپی شد. همه‌ی بازی در آن است.
say-copy-position = کپی موقعیت
say-position-copied = موقعیت به صورت متن کپی شد.
say-save-file = ذخیره در فایل
say-load-file = باز کردن فایل
say-delete = پاک کردن
say-really-delete = واقعاً پاک شود؟
say-against-level = با کامپیوتر، سطح { $level }
say-at-this-screen = روی همین صفحه
say-turns-played = { $turns ->
    [one] { $turns } نوبت
   *[other] { $turns } نوبت
}

# مرور
say-bring-about = متن یک بازی، یک موقعیت یا یک پیوند را بچسبانید، یا فایلی را باز کنید.
say-show = نشان بده
say-cannot-read = این خوانده نمی‌شود:
say-to-start = به آغاز
say-step-back = یک گام عقب
say-step-on = یک گام جلو
say-to-end = به پایان
say-play-through = پخش بازی
say-step = گام
say-step-of = گام { $step } از { $all }
say-try-from-here = ادامه از همین‌جا
say-film-percent = GIF: { $percent }٪
say-picture-failed = تصویر ساخته نشد.

# از راه شبکه
say-online = آنلاین
say-lobby = بازی آنلاین
say-play-online = بازی آنلاین با دوستان یا هر کسی
say-my-online-games = بازی‌های آنلاین من
say-who-online = یک دوست یا هر کسی، آنلاین
say-how-they-come = حریف از کجا بیاید
say-by-link = با پیوندی که می‌فرستید
say-by-lobby = هر کسی، از میزهای باز
say-private-about = بازی خصوصی: در هیچ فهرستی نمی‌آید و فقط کسانی که پیوندش را دارند آن را می‌بینند.
say-public-about = بازی عمومی: هر کسی می‌تواند تماشایش کند و بعداً در بایگانی پیدایش کند.
say-chat-players = بازیکن‌ها
say-chat-everybody = هر کسی که تماشا می‌کند
say-chat-nobody = هیچ‌کس
say-first-them = حریف
say-computers = جاهای کامپیوتر
say-clock-live = { $all ->
    [one] { $all } دقیقه، هر نوبت { $count } ثانیه
   *[other] { $all } دقیقه، هر نوبت { $count } ثانیه
}
say-clock-days = { $count ->
    [one] هر نوبت { $count } روز
   *[other] هر نوبت { $count } روز
}
say-days-hours = { $count } روز و { $number } ساعت
say-open-table = باز کردن میز
say-your-name = شما را چه صدا کنیم؟
say-your-name-about = بقیه این نام را می‌بینند. حساب کاربری لازم نیست؛ همین دستگاه شما را به یاد می‌آورد.
say-guest = مهمان { $number }
say-name-empty = در نام باید دست‌کم یک حرف یا رقم باشد.
say-name-long = نام حداکثر { $count } حرف دارد.
say-name-invisible = در این نام نویسه‌ای هست که دیده نمی‌شود.
say-name-marks = یکی از حرف‌ها بیش از اندازه نشانه دارد.
say-name-mixed = در یک کلمه حرف‌هایی از الفباهای مختلف آمده است.
say-not-now = فعلاً نه
say-you-are = شما { $name } هستید.
say-change-name = نام دیگر
say-my-tables = میزهای من
say-open-tables = در انتظار حریف
say-no-open-tables = الان کسی منتظر نیست. میزی باز کنید، شاید کسی بیاید.
say-open-a-table = باز کردن یک میز
say-live-tables = در حال بازی
say-no-live-tables = الان بازی‌ای در جریان نیست.
say-sit-down = می‌نشینم
say-watch = تماشا
say-your-turn = نوبت شماست
say-their-turn = در جریان
say-over = تمام‌شده
say-waits = در انتظار
say-waiting = منتظریم کسی بنشیند …
say-invited = یک جا برای شما خالی است.
say-free-seat = خالی
say-reserved = این جاها برای بازیکن‌های بازی قبل است. بازی که شروع شود، آن را می‌بینید.
say-in-lobby = این میز در فهرست میزهای باز هم هست و هر کسی می‌تواند بنشیند.
say-invite = این پیوند را بفرستید یا بگذارید اسکنش کنند. هر کس بازش کند می‌تواند بنشیند.
say-share = هم‌رسانی
say-qr = پیوند به شکل کد QR
say-table-link-copied = پیوند کپی شد.
say-close-table = بستن میز
say-closed = این میز بسته شده است
say-closed-why = کسی که بازش کرده بود پیش از شروع بازی آن را بست.
say-connecting = در حال اتصال …
say-connected = وصل
say-trying-again = { $count ->
    [one] ارتباط قطع است، تلاش دوباره تا { $count } ثانیه‌ی دیگر
   *[other] ارتباط قطع است، تلاش دوباره تا { $count } ثانیه‌ی دیگر
}
say-saved = ذخیره شد
say-not-sent = نوبت شما هنوز فرستاده نشده
say-sending = در حال فرستادن …
say-watching = { $count ->
    [one] { $count } تماشاگر
   *[other] { $count } تماشاگر
}
say-no-network = برای این کار اینترنت لازم است
say-no-network-why = میزهای چندنفره روی سرور می‌مانند و الان به آن دسترسی نیست. بازی‌های همین دستگاه بی‌اینترنت هم بازی می‌شوند.
say-no-table = چنین میزی نداریم
say-no-table-why = این نشانی به میزی نمی‌رسد. شاید بخشی از آن جا افتاده باشد: بازی خصوصی فقط با پیوند کاملش باز می‌شود.
say-table-full = کس دیگری زودتر نشست؛ اینجا جای خالی نمانده.
say-not-allowed = اجازه‌ی این کار را ندارید.
say-too-fast = خیلی تند بود. کمی صبر کنید.
say-not-kept = سرور الان نمی‌تواند چیزی ذخیره کند. دوباره تلاش می‌کنیم.
say-too-late = چیز دیگری زودتر رسید.
say-refused = سرور این را نمی‌پذیرد:
say-that-is-you = شما
say-away = نیست
say-lag-short = { $count } میلی‌ثانیه
say-lag = رفت‌وبرگشت تا سرور: { $count } میلی‌ثانیه
say-stuck = کامپیوتر این‌جا نمی‌تواند ادامه دهد. نوبتی را پس بگیرید یا تسلیم شوید.
say-you-watch = شما تماشاگرید.
say-their-move = نوبت { $name } است.
say-draw = تساوی
say-abort = لغو بازی
say-really-abort = واقعاً لغو شود؟
say-offers-draw = { $name } پیشنهاد تساوی داده است.
say-you-offer-draw = پیشنهاد تساوی داده‌اید.
say-asks-back = { $name } می‌خواهد نوبت آخر را پس بگیرد.
say-you-ask-back = خواسته‌اید نوبت آخرتان را پس بگیرید.
say-agree = قبول
say-decline = رد
say-declined = خواسته‌ی شما رد شد.
say-away-claim-soon = { $name } نیست. تا { $count } ثانیه‌ی دیگر می‌توانید برد را به نام خود ثبت کنید.
say-away-claim = { $name } برنگشت. می‌توانید برد را به نام خود ثبت کنید.
say-claim = ثبت برد
say-gone = بازیکن { $seat } رفت و برنگشت و بازی را باخت.
say-draw-agreed = با توافق، مساوی شد.
say-aborted = بازی پیش از آنکه درست شروع شود لغو شد.
say-next-game = به بازی بعدی
say-they-wait = منتظرند: دوباره بازی
say-asked-again = بقیه می‌بینند که می‌خواهید دوباره بازی کنید.
say-chat = گفت‌وگو
say-chat-line = چیزی بنویسید
say-send = بفرست
say-mute = بی‌صدا
say-unmute = { $count ->
    [one] { $count } نفر بی‌صدا شده: شنیدن همه
   *[other] { $count } نفر بی‌صدا شده‌اند: شنیدن همه
}
say-chat-closed = گفت‌وگوی این میز بسته است.
say-chat-of-players = اینجا فقط بازیکن‌ها می‌نویسند.
say-close-chat = بستن گفت‌وگو برای تماشاگرها
say-dice-fairness = تاس‌ها درست‌اند؟
say-dice-fairness-about = سرور پیش از بازی عددی پنهان تعیین کرده و فقط اثر انگشت آن را نشان داده است. همه‌ی تاس‌ها از آن عدد و از چیزی به دست می‌آیند که هر بازیکن به آن افزوده. بعد از بازی عدد آشکار می‌شود و همین صفحه می‌تواند تک‌تک تاس‌ها را بررسی کند.
say-dice-commitment = اثر انگشت (SHA-256):
say-dice-seed = عدد پنهان:
say-check-dice = بررسی تاس‌ها
say-dice-fair = { $count ->
    [one] بررسی شد: هر { $count } بار تاس ریختن از عدد پنهان به دست آمده است.
   *[other] بررسی شد: هر { $count } بار تاس ریختن از عدد پنهان به دست آمده است.
}
say-dice-unfair = این جور در نمی‌آید:
say-players = { $count ->
    [one] { $count } نفره
   *[other] { $count } نفره
}
say-no-clock = بدون ساعت
say-read-rules = قانون‌ها را بخوانید

# بایگانی
say-archive = بایگانی
say-game = بازی
say-variant = نسخه
say-result = نتیجه
say-any = هر چه باشد
say-first-won = برد نفر اول
say-second-won = برد نفر دوم
say-drawn = تساوی
say-player-name = نام یک بازیکن
say-whose-games = بازی‌های چه کسی
say-date-from = از تاریخ
say-date-to = تا تاریخ
say-search = جست‌وجو
say-nothing-found = بازی‌ای پیدا نشد.
say-more = بیشتر
say-stop-search = توقف
say-searched-to = تا { $date } جست‌وجو شد.
say-download-all = ذخیره‌ی همه‌ی این‌ها در یک فایل

# قانون‌ها
say-rules-about = قانون‌های کامل هر چهار بازی، به زبان خودمان و با شکل.
say-contents = فهرست

# تنظیمات
say-settings = تنظیمات
say-settings-kept = تنظیمات روی همین دستگاه می‌ماند.
say-theme = رنگ‌ها
say-theme-machine = مثل دستگاه
say-theme-light = روشن
say-theme-dark = تیره
say-theme-contrast = پرتضاد
say-board = صفحه
say-setting-lit = نشان دادن جاهای مجاز
    .about = جاهایی که الان می‌توانید بازی کنید روشن می‌شوند.
say-setting-names = نام خانه‌ها
    .about = نام خانه‌ها دور صفحه یا روی آن نوشته می‌شود.
say-setting-signs = نشانه روی مهره‌ها
    .about = مهره‌ها علاوه بر رنگ با نشانه هم از هم جدا می‌شوند.
say-setting-turned = چرخاندن صفحه
    .about = صفحه را از آن سو ببینید.
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
say-marker = نشان‌گذار
say-disc = مهره
say-empty = خالی
say-height = ارتفاع { $height }
say-decided = بازی را تمام کرد
say-can-be-touched = قابل انتخاب
say-full-house = ترکیبی
say-straight = پشت‌سرهم
say-alike = { $count }تایی
say-pair = دوتایی { $number }
say-dice = تاس‌ها
say-die = تاس { $face }
say-die-waiting = تاسِ نریخته
say-die-chosen = برای دوباره ریختن
say-moved = { $piece } از { $from } به { $to }
say-placed = { $piece } روی { $to }
say-taken = { $piece } از { $from } برداشته شد
say-turned = { $spot } حالا { $piece } است
say-ring-gone = حلقه‌ی { $spot } جدا شد
say-role-supply = مخزن
say-role-hand = در دست
say-role-captured = تصاحب‌شده
say-role-taken = حلقه‌های برداشته‌شده
say-role-lost = ازدست‌رفته
say-role-on-board = روی صفحه
say-role-points = امتیاز
