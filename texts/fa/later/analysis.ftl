# Analysis: the tree of turns, marks, the engine.
say-tree = نوبت‌ها
say-turn-by = { $turn }، { $name }: { $steps }
say-variation = شاخه‌ی دیگر در نوبت { $turn }
say-comment = یادداشت
say-promote = اصلی کردن این شاخه
say-delete-from-here = حذف از اینجا به بعد
say-mark-circle = دایره دور { $spot }
say-mark-arrow = پیکان از { $from } به { $to }
say-clear-marks = پاک کردن علامت‌ها
say-arrow-from = پیکان از { $spot }. در خانه‌ی مقصد دوباره کلید A را بزنید.
say-roll = تاس بریزید

say-engine = تحلیل کامپیوتر
say-engine-speed = عمق { $depth }، { $nodes } هزار موقعیت در ثانیه
say-thinking-short = در حال فکر…
say-chance = { $name } { $percent }٪
say-percent = { $percent }٪
say-wins-surely = برد
say-loses-surely = باخت
say-best-lines = بهترین ادامه‌ها
say-lines = تعداد ادامه‌ها
say-threat = تهدید
say-threat-about = اگر نوبت طرف مقابل بود، چه می‌کرد
say-odds = شانس خانه‌ها
say-odds-about = شانس دقیق رسیدن به هر خانه در همین نوبت، برای کسی که فقط همان خانه را می‌خواهد.
