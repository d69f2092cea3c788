# What the commands around a server say: serve, backup, restore, check, load and bot.

cli-english = پیام به انگلیسی: { $why }

cli-serve-password = هشدار: همه‌ی کاربران این دستگاه گذرواژه‌ی `--database` را می‌بینند؛ نشانی را در فایلی بنویسید و نام آن را با `--database-file` بدهید
cli-location-empty = سطر اول این فایل باید جای پایگاه داده را بگوید
cli-no-home = معلوم نیست فایل‌های شما کجاست، چون `HOME` تعیین نشده است؛ جای پایگاه داده را با `--database FILE` بگویید
cli-address = اینجا باید نشانی عددی با درگاه باشد، مانند `127.0.0.1:7373` یا `[::1]:7373`
cli-no-config = چنین فایل تنظیماتی نیست؛ نام آن را با `--config` بدهید
cli-config-line = { $path }، سطر { $line }
cli-setting = `{ $name } = { $value }`: { $why }
cli-public = نشانی باید با `http://` یا `https://` شروع شود

cli-backup-done = { $path }: کپی شد: { $counts }
cli-restore-done = { $path }: برگردانده شد: { $counts }
cli-counts = { $people } نفر، { $tokens } توکن، { $tables } میز، { $plies } گام ثبت‌شده و { $chat } پیام گفت‌وگو
cli-no-database = چنین پایگاه داده‌ای نیست
cli-memory-empty = هنوز چیزی در حافظه نیست
cli-no-file = چنین فایلی نیست

cli-check-problem = مشکل: { $what }
cli-checked = { $problems ->
    [0] { $tables } میز بررسی شد: هیچ مشکلی نیست
    [1] { $tables } میز بررسی شد: ۱ مشکل
   *[other] { $tables } میز بررسی شد: { $problems } مشکل
}
cli-check-interrupted = { $problems ->
    [0] بررسی بعد از { $tables } میز متوقف شد: تا اینجا هیچ مشکلی نیست
    [1] بررسی بعد از { $tables } میز متوقف شد: ۱ مشکل
   *[other] بررسی بعد از { $tables } میز متوقف شد: { $problems } مشکل
}

# Load tests
cli-load-opening = باز کردن { $count } میز…
cli-load-playing = بازی به مدت { $seconds } ثانیه…
cli-load-interrupted = متوقف شد؛ آنچه بازی شده است بررسی می‌شود
cli-load-checking = بررسی { $count } بازی…
cli-load-checked = { $count } گام ثبت‌شده بررسی شد
cli-load-fault = خطا: { $why }
cli-load-good = هرچه سرور تأیید کرده بود سر جایش هست، یک بار و به ترتیب
cli-load-bad = { $count } بازی آن‌طور که باید پیش نرفت
cli-load-memory-players = { $count } اتصال، با یک میز برای هر دو اتصال: { $bytes } بایت بیشتر برای هرکدام
cli-load-memory-watchers = { $count } اتصال تماشاگران: { $bytes } بایت بیشتر برای هرکدام
cli-load-speed = { $turns } حرکت با { $steps } گام در { $seconds } ثانیه: { $rate } گام در ثانیه
cli-load-latency = { $what }، به میلی‌ثانیه: نیمی تا { $half }، ۹۰٪ تا { $most }، ۹۹٪ تا { $nearly }، بدترین { $worst }
cli-load-acknowledged = از فرستادن تا تأیید
cli-load-newcomer = سطح ۱، از درخواست میز تا جواب کامپیوتر
cli-load-again = { $count } بار دوباره وصل شدند
cli-load-watched = { $count } پیام به { $watchers } تماشاگر رسید
cli-load-table = میز { $table }
cli-load-lost = چیزی گم شده است: { $kept } تأیید شده بود و { $found } هست
cli-load-doubled = بیش از آنچه بازی شده ثبت شده است
cli-load-refused = پذیرفته نشد: { $why }
cli-load-nobody = تا یک دقیقه کسی برنگشت
cli-load-no-entries = میزی که گام‌هایش نرسیده است
cli-load-attack = حمله: { $counts }
cli-load-times = { $what }: { $count } بار
cli-load-no-answer = بی‌جواب
cli-load-no-status = جواب بی‌نتیجه
cli-load-closed = بسته شد
cli-load-opened = باز شد
cli-load-closed-by-server = سرور بست
cli-load-table-opened = میز باز شد
cli-load-table-refused = میز پذیرفته نشد ({ $why })
cli-load-strongest = جواب قوی‌ترین سطح
cli-load-newcomer-refused = تازه‌وارد پذیرفته نشد ({ $why })
cli-load-attack-server = حمله به سروری ممکن است که در `http://HOST:PORT` باشد: { $why }
cli-load-no-address = `{ $url }` به نشانی‌ای نمی‌رسد

# A program at the tables of a server
cli-link = اینجا باید `ID#KEY` باشد، یا پیوند یک میز
cli-bot-token = این توکن را هیچ سروری نمی‌دهد
cli-bot-status = { $request }: جواب سرور { $status } بود
cli-bot-lost = ارتباط برقرار نیست ({ $why })؛ تلاش دوباره { $seconds } ثانیه‌ی دیگر
cli-bot-unknown = سرور نمی‌داند این توکن مال کیست
cli-bot-server = سرور
cli-bot-table = میز { $table }
cli-bot-again = دوباره وصل شد
cli-bot-plays = { $name } در { $server } بازی می‌کند، با { $engine } (پایان با `Ctrl+C`)
cli-bot-level = موتور خودمان در سطح { $level }
cli-bot-done = { $count ->
    [1] ۱ بازی به پایان رسید، { $open } بازی نیمه‌کاره ماند
   *[other] { $count } بازی به پایان رسید، { $open } بازی نیمه‌کاره ماند
}
cli-bot-server-refuses = سرور نمی‌پذیرد: { $why }
cli-bot-cannot = این بازی ممکن نیست: { $why }
cli-bot-waits = { $game }: در انتظار حریف
cli-bot-begins = { $game }: { $names }؛ ما بازیکن { $seat } هستیم؛ { $url }
cli-bot-whole = { $why }؛ کل بازی دوباره درخواست می‌شود
cli-bot-no-turn = حرکتی پیدا نشد: { $why }
cli-bot-no-table = دیگر چنین میزی نیست
cli-bot-refused = پذیرفته نشد: { $why }
cli-bot-given-up = رها شد: دیگر اینجا بازی نمی‌شود
cli-bot-no-seat = بازیکن { $seat } نداریم
cli-bot-no-beginning = آغاز بازی نرسیده است
cli-bot-no-step = هیچ گامی در جواب نبود
cli-bot-turn-over = جواب «`{ $step }`» بود، ولی حرکت تمام شده بود
cli-bot-turn = { $turn }. { $who }: { $steps }
cli-bot-dice = تاس‌ها
cli-bot-draws = { $name } پیشنهاد مساوی می‌دهد
cli-bot-back = { $name } می‌خواهد به گام { $step } برگردد
cli-bot-agrees = { $name } موافق است
cli-bot-declines = { $name } نمی‌پذیرد
cli-bot-resigns = { $name } تسلیم می‌شود
cli-bot-flag = وقت { $name } تمام شد
cli-bot-gone = غیبت { $name } بیش از اندازه طول کشید
cli-bot-aborts = { $name } بازی را پیش از شروع لغو می‌کند
cli-bot-computer = کامپیوتر، سطح { $level }
cli-bot-nobody = هیچ‌کس
cli-bot-over = پایان بازی
cli-bot-won = برد
cli-bot-drawn = مساوی
cli-bot-won-together = برد مشترک
cli-bot-lost-game = باخت
cli-bot-place = رتبه‌ی { $place } از { $count }
cli-bot-result = { $word } (رتبه‌ها: { $places }) بعد از { $turns } حرکت
cli-bot-result-by = { $word } (رتبه‌ها: { $places }) بعد از { $turns } حرکت. { $end }
cli-end-agreed = توافق بر تساوی
cli-end-resigned = بازیکن { $seat } تسلیم شد
cli-end-time = وقت بازیکن { $seat } تمام شد
cli-end-gone = بازیکن { $seat } برنگشت
cli-end-aborted = بازی لغو شد
