# What the commands that measure say: think, bench, perft, random and match.

cli-took = { $seconds } ثانیه
cli-took-processor = { $seconds } ثانیه (زمان پردازنده: { $processor } ثانیه)
cli-no-random = سیستم عدد تصادفی نمی‌دهد ({ $why })؛ از `--seed` استفاده کنید
cli-weights-large = این فایل برای وزن‌های ارزیابی بیش از اندازه بزرگ است
cli-unreadable = این فایل خوانده نمی‌شود

cli-think-line = عمق { $depth }، { $nodes } موقعیت، { $seconds } ثانیه، احتمال برد { $win }٪: { $steps }
cli-think-best = بهترین حرکت: { $steps }
cli-think-speed = { $nodes } موقعیت در { $took }، { $rate } میلیون در ثانیه
cli-think-roll = اینجا نوبت حرکت کسی نیست: اول تاس‌ها باید بیفتند (نتیجه‌ی آن‌ها را هم در `--played` بنویسید)
cli-think-over = اینجا نوبت حرکت کسی نیست: بازی تمام شده است

cli-bench = { $kind }: { $nodes } موقعیت، { $rate } میلیون در ثانیه
cli-perft-speed = زمان: { $took }، { $rate } میلیون موقعیت در ثانیه

cli-random-games = { $games } بازی { $kind }، با `--seed { $seed }`
cli-random-speed = زمان: { $took }؛ { $games } بازی و { $steps } گام در ثانیه
cli-random-lengths = تعداد گام‌های هر بازی: کمترین { $least }، میانه { $median }، میانگین { $mean }، بیشترین { $most }
cli-random-outcomes = نتیجه‌ها (رتبه‌ی هر بازیکن به ترتیب):
cli-random-outcome = { $outcome }: { $count } بار، { $part }٪  { $bar }

# Numbers and players
cli-whole-number = «`{ $text }`»: اینجا باید یک عدد صحیح باشد
cli-count = «`{ $text }`»: اینجا باید عددی از ۱ به بالا باشد، مانند `500` یا `20k`
cli-sprt = اینجا باید دو عدد باشد، اول عدد کوچک‌تر، مانند `0,20`
cli-quote-open = نشانه‌ی نقل‌قول `{ $quote }` بسته نشده است
cli-level = «`{ $text }`»: اینجا باید سطحی از ۱ تا ۸ باشد
cli-feature = «`{ $text }`»: چنین بخشی در جست‌وجوی موتور نیست؛ این‌ها هست: { $known }
cli-player-line = بازیکن را در یک سطر بنویسید
cli-player-random = «`{ $option }`»: بازیکن تصادفی فقط `seed=N` را می‌شناسد
cli-player-options = «`{ $option }`»: اینجا باید یکی از این‌ها باشد: `weights=FILE`، `network=FILE`، `without=FEATURE`، `threads=N`، `table=MB` یا `seed=N`
cli-player-unknown = «`{ $player }`»: اینجا باید یکی از این‌ها باشد: `level:1` تا `level:8`، `nodes:20k`، `time:MS`، `depth:3`، `random` یا `program:COMMAND`
cli-player-command = دستور برنامه جا افتاده است؛ نمونه: `program:./other --fast,nodes=20k`
cli-player-weights = این وزن‌ها برای { $found } است، نه برای { $kind }
cli-player-network = این شبکه برای { $found } است، نه برای { $kind }
cli-no-start = برنامه‌ی «`{ $command }`» اجرا نمی‌شود: { $why }

# The match
cli-match-side = { $side ->
    [A] بازیکن اول
   *[B] بازیکن دوم
}
cli-match-player = { $side }: { $player }
cli-match-terms = { $kind }، { $setup }، { $turns } حرکت تصادفی در آغاز، `--seed { $seed }`
cli-match-drawn = چیدمان به قید قرعه
cli-match-usual = شیوه‌ی معمول
cli-match-setup = شیوه‌ی `{ $setup }`
cli-match-go = { $side } با `go { $go }`
cli-match-before = { $count } جفت‌بازی پیش از این انجام شده است
cli-match-interrupted = مسابقه نیمه‌کاره ماند؛ همین دستور با `--resume` آن را ادامه می‌دهد ({ $path })
cli-match-not-kept = مسابقه نیمه‌کاره ماند؛ اگر با `--out FILE` شروع شود، می‌شود ادامه‌اش داد
cli-match-dice = `--opening-turns`: در این بازی، تاس‌ها خودشان بازی‌ها را متفاوت می‌کنند
cli-match-seats = `--sprt`: معیار `Elo` برای بازی دونفره است
cli-match-no-opening = از { $tries } آغاز با { $turns } حرکت تصادفی هیچ‌کدام برابر نبود؛ عدد دیگری برای `--opening-turns` بدهید
cli-match-exists = این فایل از پیش هست؛ با `--resume` مسابقه‌ای که در آن است ادامه می‌یابد
cli-match-other = این فایل مال این مسابقه نیست. سطر اولش این است:
      { $found }
    و باید این باشد:
      { $wanted }
cli-match-game = بازی { $number }
cli-match-misplaced = بازی { $number } سر جای خودش نیست
cli-match-torn = بازی { $number } کامل نیست
cli-match-malformed = متن یکی از بازی‌ها کامل نیست
cli-match-no-dice = تاس‌ها نمی‌افتند
cli-match-progress = { $pairs } جفت‌بازی: { $brief }
cli-match-fault = جفت‌بازی { $pair }، بازی { $game }: { $side } باخت. { $fault }

# Why a player forfeits. The English is kept in records.
cli-fault-crash = از کار افتاد: { $why }
cli-fault-illegal = حرکت نادرست: { $why }
cli-fault-timeout = دیر جواب داد: { $why }
cli-fault-crashes = { $count } بار از کار افتادن
cli-fault-illegals = { $count } حرکت نادرست
cli-fault-timeouts = { $count } بار دیر جواب دادن
cli-fault-answered = جواب برنامه این بود: { $line }
cli-fault-late = تا { $seconds } ثانیه جوابی به `go { $go }` نیامد
cli-fault-ended = برنامه تمام شد ({ $status })
cli-fault-closed = برنامه خروجی‌اش را بست
cli-fault-said = { $end }: { $said }
cli-fault-turn-over = «`{ $step }`»: حرکت تمام شده بود
cli-fault-leaves = «`{ $step }`»: در مسابقه کسی از بازی بیرون نمی‌رود
cli-fault-part = «`{ $steps }`» یک حرکت کامل نیست

# The report of a match
cli-match-none = هیچ جفت‌بازی‌ای به پایان نرسید
cli-match-total = { $seats ->
    [2] { $pairs } جفت‌بازی، { $games } بازی. بازیکن اول: { $won } برد، { $shared } مساوی، { $lost } باخت
   *[other] { $pairs } دور، { $games } بازی. بازیکن اول: { $won } برد، { $shared } برد مشترک، { $lost } باخت
}
cli-match-share = سهم از برد: { $percent }؛ اگر همه یکسان بازی کنند { $expected }٪
cli-match-score = امتیاز: { $percent }، { $elo }
cli-match-percent = { $mean }٪ (خطا: { $error }٪)
cli-match-elo = برتری به `Elo`: { $elo } (خطا: { $error })
cli-match-pairs = امتیاز بازیکن اول در جفت‌بازی‌ها: صفر { $none } بار، نیم { $half } بار، یک { $one } بار، یک‌ونیم { $more } بار، دو { $two } بار
cli-match-sprt = آزمون `SPRT`: مقدار `LLR` برابر { $llr }، حد تصمیم { $bound }؛ { $verdict }
cli-match-high = بازیکن اول قوی‌تر است: برتری { $high } محتمل‌تر از { $low } است
cli-match-low = بازیکن اول قوی‌تر نیست: برتری { $low } محتمل‌تر از { $high } است
cli-match-few = هنوز { $count } جفت‌بازی انجام نشده است
cli-match-open = میان برتری { $low } و { $high } هنوز معلوم نیست
cli-match-seat = { $seats ->
    [2] بازیکن اول در جای { $seat }: { $won } برد، { $shared } مساوی، { $lost } باخت
   *[other] بازیکن اول در جای { $seat }: { $won } برد، { $shared } برد مشترک، { $lost } باخت
}
cli-match-length = طول بازی‌ها: به طور میانگین { $turns } حرکت
cli-match-spent = { $side }: { $nodes } موقعیت و { $time } میلی‌ثانیه برای هر حرکت
cli-match-faults = { $spent }؛ باخت به خاطر خطا: { $faults }
