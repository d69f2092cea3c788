# Help of the commands and their arguments. The English is in the definitions of the arguments.

help-usage = شکل دستور:
help-commands = دستورها
help-arguments = ورودی‌ها
help-options = گزینه‌ها
help-long = نمایش راهنما
help-subcommand = نمایش این راهنما یا راهنمای یک دستور
help-version = نمایش نسخه
help-default = [پیش‌فرض:{ " " }
help-values = [مقدارها:{ " " }
help-env = [متغیر محیطی:{ " " }
help-examples =
    نمونه‌ها:
      `mohreh serve`                 صفحه‌ی بازی، در `http://127.0.0.1:7373`
      `mohreh play yinsh`            دو نفر پشت یک ترمینال
      `mohreh rules yinsh`           قوانین کامل بازی
      `mohreh replay game.txt`       بررسی متن یک بازی
      `mohreh verify-dice game.txt`  بررسی تاس‌های یک بازی روی سرور

    با `mohreh help COMMAND` راهنمای هر دستور را می‌بینید.

help-wrong = این دستور خوانده نمی‌شود؛ راهنما: `mohreh help`
help-wrong-command = دستور «{ $what }» نداریم؛ راهنما: `mohreh help`
help-wrong-unknown = گزینه یا ورودی «{ $what }» شناخته‌شده نیست؛ راهنما: `mohreh help`
help-wrong-missing = این‌ها جا افتاده‌اند: { $what }
help-wrong-conflict = «{ $what }» با گزینه‌ی دیگری که داده‌اید جمع نمی‌شود
help-wrong-value = مقدار «{ $value }» برای «{ $what }» پذیرفته نیست { $known }

help-mohreh = زرتز، تزار، ینش و رو-تاس: بازی کنید، موقعیت‌ها را ببینید، متن بازی‌ها را بررسی کنید.
help-lang = زبان: `fa` یا `en`؛ وگرنه زبان سیستم
help-bidi = ترتیب حروف فارسی: `auto` خودکار، `logical` منطقی (ترمینال خودش راست‌به‌چپ می‌نویسد)، `visual` دیداری
help-serve = صفحه‌ای که در مرورگر روی آن بازی می‌کنند.
help-bot = بازی سر میزهای یک سرور، با موتور یا با هر برنامه‌ای که زبان آن را بداند.
help-backup = نسخه‌ی پشتیبان از همه‌ی آنچه سرور نگه می‌دارد، در حین بازی.
help-restore = برگرداندن نسخه‌ی پشتیبان.
help-check = بررسی همه‌ی آنچه سرور نگه داشته است، در حین بازی.
help-verify-dice = بررسی اینکه تاس‌های بازی‌های سرور از عدد پنهانشان به دست می‌آیند.
help-load = بازی‌های بسیار به طور هم‌زمان روی یک سرور، برای سنجش سرعت و درستی آن.
help-play = بازی در ترمینال، دو تا چهار نفر به نوبت یا با کامپیوتر.
help-rules = قوانین کامل یک بازی.
help-show = کشیدن یک موقعیت، با متن آن و آنچه خواسته شده است.
help-steps = گام‌های مجاز یک موقعیت، هرکدام در یک سطر.
help-replay = بررسی متن بازی‌ها و نمایش پایان آن‌ها.
help-random = بازی‌های تصادفی، با گزارش سرعت، طول و برنده.
help-think = تماشای فکر کردن موتور روی یک موقعیت.
help-engine = موتور برای برنامه‌ای دیگر، سطر به سطر.
help-bench = سنجش سرعت موتور؛ تعداد موقعیت‌ها روی هر دستگاه یکی است.
help-match = بازی‌های بسیار میان دو بازیکن، برای سنجش اینکه کدام قوی‌تر است.
help-perft = شمردن دنباله‌های گام‌های مجاز، برای آزمودن قوانین.
help-completions = آنچه پوسته برای کامل کردن دستورها لازم دارد.
help-man = نوشتن صفحه‌های راهنمای این برنامه در یک پوشه.

help-kind = کدام بازی
help-setup = گونه و گزینه‌های بازی، مانند `rings=48 overlook`، `blitz` یا `seats=3 advanced`
help-board = فایلی با زمینه‌ی خودتان برای رو-تاس: `rows = ["H 3 5 S P1 4", …]`، سطر بالا اول
help-played = گام‌هایی که بازی شده‌اند، مانند `Wd4 -a1`
help-position = موقعیت با متن آن، به جای گونه‌ی بازی
help-show-svg = کشیدن موقعیت در این فایل، به صورت تصویر `SVG`
help-play-kind = کدام بازی. اگر ننویسید، پرسیده می‌شود.
help-play-draw = چیدمان به قید قرعه (چیدمان تزار)
help-play-from = ادامه‌ی بازی این فایل؛ در همان فایل هم ذخیره می‌شود
help-play-save = ذخیره‌ی بازی در این فایل تازه، بعد از هر گام
help-play-against = بازی با کامپیوتر، از سطح ۱ (برای تازه‌کارها) تا ۸ (با تمام توان)
help-play-seat = جای شما در بازی با کامپیوتر؛ بازیکن ۱ شروع می‌کند
help-play-seed = تاس و قرعه از این عدد به دست می‌آید؛ عدد یکسان، بازی یکسان
help-replay-files = فایل‌هایی با متن بازی‌ها، یا `-` برای بازی‌های یک‌سطری از ورودی
help-verify-dice-files = فایل‌هایی با متن بازی‌ها، یا `-` برای ورودی
help-serve-address = نشانی‌ای که سرور روی آن گوش می‌دهد؛ با درگاه `0` هر درگاه آزادی [پیش‌فرض: `127.0.0.1:7373`]
help-database = یک فایل، یا `postgres://USER:PASSWORD@HOST/NAME` [پیش‌فرض: `mohreh.sqlite` در پوشه‌ی داده‌های کاربر]
help-database_file = فایلی که سطر اولش جای پایگاه داده را می‌گوید: گذرواژه در خط فرمان را همه می‌بینند
help-serve-nats = گره‌های دیگر با همین پایگاه داده از اینجا پیدا می‌شوند، مانند `nats://HOST:4222`
help-serve-public = نشانی‌ای که مردم می‌نویسند، مانند `https://mohreh.example`؛ پشت پروکسی با `TLS` لازم است
help-serve-behind_proxy = پروکسی جلوی سرور در `x-forwarded-for` می‌گوید چه کسی درخواست می‌کند
help-serve-trusted_proxies = فقط حرف این پروکسی‌ها پذیرفته است: نشانی یا شبکه، مانند `127.0.0.1,10.0.0.0/8`
help-serve-thinkers = چند کامپیوتر هم‌زمان فکر کنند [پیش‌فرض: ۱]
help-serve-requests = تعداد تغییر در ثانیه از هر نشانی؛ `0` یعنی بی‌محدودیت [پیش‌فرض: ۲۰]
help-serve-reads = تعداد پرسش در ثانیه از هر نشانی؛ `0` یعنی بی‌محدودیت [پیش‌فرض: ۵۰]
help-serve-connections = اتصال‌های باز از هر نشانی؛ `0` یعنی بی‌محدودیت [پیش‌فرض: ۲۰۰]
help-serve-sockets = تعداد `WebSocket` از هر نشانی؛ `0` یعنی بی‌محدودیت [پیش‌فرض: ۱۰۰]
help-serve-messages = تعداد پیام در ثانیه روی هر اتصال؛ `0` یعنی بی‌محدودیت [پیش‌فرض: ۲۰]
help-serve-no_limits = بدون هیچ محدودیت، برای آزمون بار و شبکه‌های خصوصی
help-serve-metrics = صفحه‌های `/metrics`، `/ready` و `/health` فقط در این نشانی، مانند `127.0.0.1:9373`
help-serve-log = آنچه ثبت می‌شود: `error`، `warn`، `info`، `debug` یا بخش‌ها مانند `warn,mohreh_server=debug` [پیش‌فرض: `info`]
help-serve-log_json = ثبت رویدادها به صورت `JSON`، هرکدام در یک سطر
help-serve-pages = صفحه‌ها از این پوشه، به جای آنچه در برنامه است
help-serve-config = فایلی با تنظیمات: سطرهایی مانند `address = "0.0.0.0:80"`، با نام گزینه‌ها
