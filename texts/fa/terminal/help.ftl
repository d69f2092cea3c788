# Help of the commands and their arguments. The English is in the definitions of the arguments.

help-usage = شکل دستور:
help-commands = دستورها
help-arguments = ورودی‌ها
help-options = گزینه‌ها
help-long = نمایش راهنما
help-subcommand = نمایش این راهنما یا راهنمای یک دستور
help-version = نمایش نسخه
help-default = [پیش‌فرض: { $what }]
help-values = [مقدارها: { $what }]
help-env = [متغیر محیطی: { $what }]
help-examples =
    نمونه‌ها:
      `mohreh serve`                 صفحه‌ی بازی، در `http://127.0.0.1:7373`
      `mohreh play yinsh`            دو نفر پای یک ترمینال
      `mohreh rules yinsh`           قوانین کامل بازی
      `mohreh replay game.txt`       بررسی متن یک بازی
      `mohreh verify-dice game.txt`  بررسی تاس‌های یک بازی روی سرور

    با `mohreh help COMMAND` راهنمای هر دستور را می‌بینید.

help-wrong = این دستور خوانده نمی‌شود؛ راهنما: `mohreh help`
help-wrong-command = دستور «{ $what }» نداریم؛ راهنما: `mohreh help`
help-wrong-unknown = گزینه یا ورودی «{ $what }» شناخته‌شده نیست؛ راهنما: `mohreh help`
help-wrong-missing = این‌ها جا افتاده‌اند: { $what }
help-wrong-conflict = «{ $what }» با گزینه‌ی دیگری که داده‌اید جمع نمی‌شود
help-wrong-value = مقدار «{ $value }» برای «{ $what }» پذیرفته نیست{ $known }
help-wrong-values = { "؛" } مقدارها: { $known }

help-mohreh = زرتز، تزار، ینش و رو-تاس: بازی کنید، موقعیت‌ها را ببینید، متن بازی‌ها را بررسی کنید.
help-lang = زبان: `fa` یا `en`؛ وگرنه زبان سیستم
help-bidi = ترتیب حروف فارسی: `auto` خودکار، `logical` منطقی (ترمینال خودش راست‌به‌چپ می‌نویسد)، `visual` دیداری
help-serve = صفحه‌ی بازی برای مرورگر، و میزهای آنلاین.
help-bot-examples =
    نمونه‌ها:
      `mohreh bot --server https://mohreh.example --token TOKEN --accept-open`
      `mohreh bot --server http://127.0.0.1:7373 --table k3x7abcd#m4n5p6q7r8s9t2u3 --level 5 --games 1`
      `mohreh bot --server http://127.0.0.1:7373 --engine "./other --fast,time=500" --kind yinsh`

    تا با `Ctrl+C` متوقف نشود، هر جا صاحب توکن نشسته باشد بازی می‌کند. پیشنهاد تساوی را رد می‌کند و با پس گرفتن حرکت موافقت می‌کند.
    توکن را در متغیر محیطی `MOHREH_TOKEN` هم می‌توانید بگذارید؛ آنجا کاربران دیگر این دستگاه آن را نمی‌بینند.
    توکن را با `POST /api/tokens` از سرور می‌گیرید (شرح در `/api/openapi.json`). آنچه برنامه باید بداند در `mohreh help engine` است.
help-bot = بازی سر میزهای یک سرور، با موتور یا با هر برنامه‌ای که زبان آن را بداند.
help-backup = نسخه‌ی پشتیبان از همه‌ی آنچه سرور نگه می‌دارد، بی‌آنکه بازی‌ها متوقف شوند.
help-restore = برگرداندن نسخه‌ی پشتیبان.
help-check = بررسی همه‌ی آنچه سرور نگه داشته است، بی‌آنکه بازی‌ها متوقف شوند.
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
help-match-examples =
    بازیکنان:
      `level:4`                   موتور، در سطحی از ۱ تا ۸
      `nodes:20k  20k  20000`     موتور، با این تعداد موقعیت برای هر حرکت
      `time:1000`                 موتور، با این تعداد میلی‌ثانیه برای هر حرکت
      `depth:3`                   موتور، با دیدن این تعداد گام جلوتر
      `random`                    هر گام مجاز، به تصادف
      `program:COMMAND ARGS`      برنامه‌ای دیگر که زبان موتور را بداند

    گزینه‌ها با ویرگول لاتین بعد از آن می‌آیند. برای موتور: `weights=FILE`، `network=FILE`، `without=FEATURE` (می‌شود چند بار نوشت)، `threads=N`، `table=MB` (بدون آن ۱۶) و `seed=N`. برای بازیکن تصادفی: `seed=N`. برای برنامه: `nodes=N` یا `time=MS`. در دستور برنامه، نشانه‌های نقل‌قول همان کاری را می‌کنند که در پوسته.

    بازی‌ها جفت‌جفت‌اند: یک آغاز برابر یا تاس‌های یکسان، و بار دوم با جای عوض‌شده.

    نمونه‌ها:
      `mohreh match nodes:20k nodes:20k,without=reductions zertz --pairs 200 --sprt 0,20`
      `mohreh match level:4 "program:./other --fast,time=500" yinsh --pairs 50 --out match.txt`
      `mohreh match time:200 "program:'my engines/old' --name 'a b'" tzaar --time 200`
help-match = بازی‌های بسیار میان دو بازیکن، برای سنجش اینکه کدام قوی‌تر است.
help-perft = شمردن رشته‌های گام‌های مجاز، برای آزمودن قوانین.
help-completions-examples =
    نمونه‌ها:
      `mohreh completions bash > ~/.local/share/bash-completion/completions/mohreh`
      `mohreh completions zsh > ~/.zfunc/_mohreh`   (پوشه‌ای که در `$fpath` باشد)
      `mohreh completions fish > ~/.config/fish/completions/mohreh.fish`
help-completions = آنچه پوسته برای کامل کردن دستورها لازم دارد.
help-man = نوشتن صفحه‌های راهنمای این برنامه در یک پوشه.

help-kind = کدام بازی
help-setup = شیوه و گزینه‌های بازی، مانند `rings=48 overlook`، `blitz` یا `seats=3 advanced`
help-board = فایلی با زمینه‌ی خودتان برای رو-تاس: `rows = ["H 3 5 S P1 4", …]`، سطر بالا اول
help-played = گام‌هایی که بازی شده‌اند، مانند `Wd4 -a1`
help-position = موقعیت با متن آن، به جای شیوه‌ی بازی
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
help-serve-reviews = چه کسانی می‌توانند بررسی بازی‌های تمام‌شده را از سرور بخواهند: `nobody` (هیچ‌کس)، `everybody` (همه)، یا شناسه‌ی افراد با `,` در میان [پیش‌فرض: `nobody`]
help-serve-review_nodes = تعداد گره برای هر وضعیت در بررسی [پیش‌فرض: ۱۰۰۰۰۰]
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

# Import and export
help-import = خواندن متن بازی‌های سایت‌های دیگر و نوشتن آن‌ها به شکل خودمان.
help-import-files = فایل‌هایی که خوانده می‌شوند
help-import-out = فایلی که نوشته می‌شود و نباید از پیش باشد؛ بدون آن، متن بازی‌ها نمایش داده می‌شود
help-export = نوشتن بازی‌ها به شکل `SGF` برای برنامه‌هایی که آن را می‌خوانند.
help-export-files = فایل‌هایی با متن بازی‌ها
help-export-out = فایلی که نوشته می‌شود و نباید از پیش باشد؛ بدون آن، متن نمایش داده می‌شود

# Review
help-review = داوری موتور درباره‌ی همه‌ی حرکت‌های یک بازی، با یادداشت و نمودار.
help-review-file = فایلی با متن یک یا چند بازی
help-review-nodes = تعداد موقعیت‌هایی که برای هر حرکت بررسی می‌شود
help-review-out = نوشتن بازی در این فایل تازه، با بهترین حرکت‌ها به صورت شاخه و داوری‌ها به صورت یادداشت
help-review-svg = کشیدن نمودار احتمال برد در این فایل تازه، به صورت تصویر `SVG`

# Explorer
help-explore = حرکت‌هایی که در فایل‌های بازی از یک موقعیت بازی شده‌اند، با تعداد و نتیجه‌ی آن‌ها.
help-explore-games = فایل‌هایی با متن بازی‌ها
help-explore-lines = حداکثر تعداد حرکت‌هایی که نمایش داده می‌شود

# A program at a server
help-bot-server = نشانی سرور، مانند `https://mohreh.example` یا `http://127.0.0.1:7373`
help-ca = به گواهی‌های این فایل `PEM` هم اعتماد شود، علاوه بر گواهی‌های همین دستگاه
help-bot-token = توکن کسی که به نام او بازی می‌شود
help-bot-engine = بازی با برنامه‌ای دیگر و ورودی‌هایش، مانند `./other --fast,time=500`؛ `time` یا `nodes` می‌گوید چقدر فکر کند [پیش‌فرض: `time=1000`]
help-bot-level = بازی با موتور خودمان، در سطحی از ۱ تا ۸ [پیش‌فرض: ۳]
help-bot-kinds = فقط این بازی؛ می‌شود چند بار نوشت
help-bot-accept_open = نشستن سر میزهای باز و قبول بازی دوباره
help-bot-at_once = وقتی این تعداد بازی در جریان است، سر میز باز دیگری ننشیند
help-bot-table = اول نشستن سر این میز؛ با کلید آن یا با پیوندی که فرستاده شده است
help-bot-games = پایان کار بعد از این تعداد بازی

# Backups and shells
help-backup-file = فایل نسخه‌ی پشتیبان، که نباید از پیش باشد
help-restore-file = فایلی که `mohreh backup` ساخته است
help-completions-shell = برای کدام پوسته
help-man-folder = پوشه‌ی صفحه‌ها، مانند `~/.local/share/man/man1`؛ اگر نباشد ساخته می‌شود

# The engine and its measurements
help-table = حافظه برای به خاطر سپردن موقعیت‌ها، به مگابایت
help-threads = تعداد رشته‌های پردازش؛ با بیش از یکی، شاید جواب هر بار فرق کند
help-weights = ارزیابی موقعیت‌ها با وزن‌های این فایل
help-think-time = چند میلی‌ثانیه فکر کند (بدون هیچ محدودیتی: ۵۰۰۰)
help-think-nodes = چند موقعیت را بررسی کند؛ جواب روی هر دستگاه یکی است
help-think-depth = چند گام جلوتر را ببیند
help-think-lines = چند حرکت از بهترین حرکت‌ها را نشان دهد
help-random-games = تعداد بازی‌ها
help-random-seed = عدد یکسان، بازی‌های یکسان
help-random-draw = چیدمان تازه به قید قرعه برای هر بازی (چیدمان تزار)
help-random-records = نوشتن بازی‌ها در این فایل تازه، هرکدام در یک سطر
help-perft-depth = تعداد گام‌های هر رشته
help-perft-divide = تعداد رشته‌ها را بعد از هر گام اول هم می‌نویسد
help-match-a = بازیکن اول؛ همه‌ی نتیجه‌ها از نگاه او گفته می‌شود
help-match-b = بازیکن دوم؛ در بازی سه‌نفره و چهارنفره به جای همه‌ی حریفان بازی می‌کند
help-match-pairs = تعداد جفت‌بازی‌ها
help-match-seed = شروع بازی‌ها، تاس‌ها و بخت بازیکنان از این عدد به دست می‌آید
help-match-opening_turns = تعداد حرکت‌های تصادفی در آغاز [پیش‌فرض: ۴، و در بازی با تاس هیچ]
help-match-sprt = پایان مسابقه، همین که یکی از این دو برتری بازیکن اول (به `Elo`) محتمل‌تر شود
help-match-jobs = تعداد جفت‌بازی‌های هم‌زمان [پیش‌فرض: به تعداد هسته‌ها]
help-match-nodes = تعداد موقعیت‌هایی که برنامه‌ها در هر حرکت بررسی می‌کنند
help-match-time = زمان فکر کردن برنامه‌ها برای هر حرکت، به میلی‌ثانیه
help-match-patience = حداکثر انتظار برای جواب یک برنامه، به میلی‌ثانیه [پیش‌فرض: ۶۰ ثانیه؛ با زمان معین، یک‌پنجم و ۱ ثانیه بیشتر از آن]
help-match-out = نوشتن بازی‌ها در این فایل تازه
help-match-resume = ادامه‌ی مسابقه‌ای که در فایل `--out` است، اگر باشد
help-load-server = نشانی سرور؛ محدودیت‌هایش باید برداشته شده باشد (`mohreh serve --no-limits`)
help-load-node = گره‌های دیگر: بازیکن دوم هر بازی روی یکی از آن‌هاست
help-load-games = تعداد بازی‌های هم‌زمان، هرکدام با دو اتصال
help-load-every = فاصله‌ی دو حرکت هر بازی به میلی‌ثانیه؛ `0` یعنی هرچه سریع‌تر
help-load-seconds = چند ثانیه بازی کنند
help-load-watchers = تعداد تماشاگران بازی اول
help-load-patient = سرورها می‌توانند بروند و بیایند: هرکس ارتباطش قطع شود دوباره وصل می‌شود و ادامه می‌دهد
help-load-attack = حمله به سرور در همان حال، از نشانی‌های دیگر همین دستگاه
help-load-attackers = تعداد نشانی‌هایی که حمله می‌کنند
