# What the program says in the terminal. Notation and words to type stand in backticks.

cli-error = خطا: { $why }
cli-play-help =
    یک گام بنویسید، یا چند گام با فاصله میانشان؛ یا همه بازی می‌شوند یا هیچ‌کدام.
    این‌ها را هم می‌توانید بنویسید:
      `steps`         گام‌های مجاز این موقعیت
      `undo`          برگرداندن یک گام از حرکت آخر، و در بازی با کامپیوتر حرکت آخر خودتان
                    (تاس ریخته برنمی‌گردد)
      `show`          دوباره کشیدن صفحه، با معنی نشانه‌ها
      `position`      متن این موقعیت
      `save FILE`     نوشتن بازی در یک فایل تازه، و دوباره بعد از هر گام
      `help`          همین راهنما
      `quit`          پایان بازی
cli-so-far = بازی تا اینجا، در یک سطر (اگر در فایلی باشد، با `--from` ادامه می‌یابد):
cli-from-other = `--from`: این بازی { $found } است، نه { $kind }
cli-no-seat = `--seat`: این بازی { $count } بازیکن دارد
cli-several-games = در این فایل بیش از یک بازی هست
cli-which-game = کدام بازی؟ شماره یا نام لاتینش را بنویسید، یا `quit`.
cli-type-help = برای راهنما `help` را بنویسید.
cli-after-end = با `save FILE` بازی ذخیره می‌شود، با `undo` یک گام برمی‌گردد و با `quit` تمام می‌شود.
cli-kept = بازی در { $path } ذخیره شده است.
cli-dice-fall = تاس‌ها: { $dice }
cli-no-steps = هیچ: بازی تمام شده است.
cli-save-what = نام فایل را هم بنویسید، مانند `save game.txt`
cli-saved = ذخیره شد؛ بعد از هر گام هم دوباره ذخیره می‌شود.
cli-not-saved = ذخیره نشد: { $why }
cli-save-failed = بازی ذخیره نشد: { $why }
cli-computer = کامپیوتر، سطح { $level }
cli-computer-plays = بازیکن { $seat } ({ $who }): { $steps }
cli-see-dice = «{ $step }»: اول ببینید تاس‌ها چه می‌آیند.
cli-illegal = { $why }. { $asked } (با `steps` گام‌های مجاز را می‌بینید.)
cli-undo-touch-move = قرار بر «دست به مهره بازیه» است: هیچ گامی برنمی‌گردد.
cli-undo-nothing = چیزی برای برگرداندن نیست: فقط گام‌های حرکت آخر برمی‌گردند و تاس ریخته برنمی‌گردد.
cli-undo-not-yet = چیزی برای برگرداندن نیست: هنوز بازی نکرده‌اید.
cli-undo-dice = بعد از آن تاس ریخته شده است: آنچه دیده شد، دیده شد.

cli-game-number = { $name }: بازی { $number }
cli-result = نتیجه: { $result }
cli-replayed = { $name }: بازی { $number }، { $game }، { $turns } حرکت، { $steps } گام. { $end }
cli-no-record = در این فایل بازی‌ای نیست
cli-dice-wrong = درست درنمی‌آید: { $why }
cli-dice-headers = متن بازی { $words } را ندارد؛ سرور این‌ها را بعد از پایان بازی در متن آن می‌نویسد
cli-dice-fair = { $count ->
    [0] { $game }، میز { $table }: تاسی ریخته نشده است. عدد پنهان { $seed } همان است که سرور پیش از بازی تعیین کرده بود ({ $commitment })
    [1] { $game }، میز { $table }: نتیجه‌ی همان یک بار تاس ریختن از عدد پنهان { $seed } به دست می‌آید، که سرور پیش از بازی تعیین کرده بود ({ $commitment })
   *[other] { $game }، میز { $table }: نتیجه‌ی هر { $count } بار تاس ریختن از عدد پنهان { $seed } به دست می‌آید، که سرور پیش از بازی تعیین کرده بود ({ $commitment })
}
cli-serving = مهره در { $address } آماده است (پایان با `Ctrl+C`)
cli-serve-failed = سرور کار نمی‌کند. پیام آن به انگلیسی: { $why }

cli-not-utf8 = این متن با رمزگذاری `UTF-8` نیست
cli-not-utf8-line = سطر { $line }: این متن با رمزگذاری `UTF-8` نیست
cli-is-folder = این یک پوشه است؛ نام یک فایل را بدهید
cli-exists = این فایل از پیش هست؛ نام دیگری بدهید
cli-no-lot = `--draw`: در { $kind } چیزی به قید قرعه تعیین نمی‌شود
cli-board-large = این فایل برای یک زمینه بیش از اندازه بزرگ است
cli-board-rows = اینجا باید `rows` باشد: فهرستی از متن‌ها، یکی برای هر سطر زمینه
cli-board-key = واژه‌ی `{ $word }` شناخته‌شده نیست؛ تنها واژه `rows` است
cli-system = خطای سیستم: { $why }
cli-system-not-found = چنین فایل یا پوشه‌ای نیست
cli-system-denied = اجازه‌ی این کار را ندارید
cli-system-folder = این یک پوشه است
cli-system-full = روی دیسک جا نیست
cli-picture = تصویر: { $path }
cli-man = { $count } صفحه‌ی راهنما در { $folder }

# Beside a board
draw-supply = مخزن
draw-in-hand = در دست
draw-captured = تصاحب‌شده
draw-taken = برداشته‌شده
draw-lost = ازدست‌رفته
draw-on-board = روی صفحه
draw-points = امتیاز
draw-seat = بازیکن { $what }
draw-dice = تاس‌ها
draw-rolls-left = بارهای مانده
draw-vacant-ring = حلقه‌ی خالی
draw-empty-point = نقطه‌ی خالی
draw-full-house = ترکیبی
draw-straight = دنباله
draw-pair = دوتایی
draw-alike-3 = سه‌تایی
draw-alike-4 = چهارتایی
draw-alike-5 = پنج‌تایی
draw-on-cell = مهره‌های یک خانه، از پایین به بالا
draw-on-spot = آنچه روی { $what } است
draw-stack = ستون با ارتفاع { $what }
draw-decided = نتیجه‌ی بازی را تعیین کرد

# Import and export
cli-converted = بازی‌هایی که در { $name } نوشته شد: { $count }. خوانده نشد: { $failed }.

# Review
cli-number = { $n }
cli-percent = { $n }٪
cli-inaccuracy = بی‌دقتی
cli-mistake = اشتباه
cli-blunder = اشتباه بزرگ
cli-review-turn = { $turn }. { $steps }  { $before } ← { $after }
cli-review-fault = { $turn }. { $steps }  { $before } ← { $after }، بهتر بود: { $best }
cli-review-comment = { $fault }: { $before } ← { $after }، بهتر بود: { $best }
cli-review-player = { $name }: دقت { $accuracy }، بی‌دقتی { $inaccuracies }، اشتباه { $mistakes }، اشتباه بزرگ { $blunders }.
cli-review-luck = تاس‌ها { $luck } به احتمال برد افزودند و انتخاب‌ها { $lost } از آن کم کردند.
cli-review-bad-luck = تاس‌ها { $luck } و انتخاب‌ها { $lost } از احتمال برد کم کردند.
cli-graph-title = احتمال برد { $name }
cli-graph-title-all = احتمال برد بازیکنان
cli-graph-turns = حرکت
cli-graph-about = احتمال برد در { $turns } حرکت؛ { $faults } حرکت اشتباه علامت‌دار شده است.

# Explorer
cli-explored = تعداد بازی‌ها: { $count }.
cli-explored-turn = { $steps }  { $count } بار، { $result }
cli-explored-wins = برد بازیکن { $seat }: { $count }
cli-explored-rating = میانگین ریتینگ بازیکنان: { $n }
