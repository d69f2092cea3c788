# معماها
puzzle-about = موقعیت‌هایی از بازی‌های واقعی که در هرکدام فقط یک حرکت درست است و درستی‌اش ثابت شده. همه‌چیز بدون اینترنت هم کار می‌کند.
puzzle-all = همه‌ی معماها
puzzle-today = معمای امروز
puzzle-of-day = معمای { $date }
puzzle-run = تمرین
puzzle-storm = مسابقه با زمان
puzzle-storm-about = سه دقیقه وقت دارید؛ هر معما یک نوبت است و معماها کم‌کم سخت‌تر می‌شوند. هر اشتباه ده ثانیه کم می‌کند.
puzzle-storm-begin = شروع
puzzle-storm-again = یک بار دیگر
puzzle-storm-over = وقت تمام شد
puzzle-storm-score = { $count } معما حل شد، { $mistakes ->
    [0] بدون اشتباه
   *[other] { $mistakes } اشتباه
}
puzzle-storm-best = بهترین نتیجه‌ی شما: { $count }
puzzle-choose = انتخاب معما
puzzle-theme = موضوع
puzzle-difficulty = سختی
puzzle-any = همه
puzzle-easy = آسان
puzzle-medium = متوسط
puzzle-hard = سخت
puzzle-expert = خیلی سخت
puzzle-more = نمایش بیشتر
puzzle-solved-of = { $count } از { $all } معما حل شده
puzzle-is-solved = حل شده
puzzle-sheet = برگه‌ی چاپی
puzzle-print = چاپ
puzzle-solutions = پاسخ‌ها

puzzle-goal-win-in-one = برد در همین نوبت
puzzle-goal-win-in-two = برد در دو نوبت
puzzle-goal-win-in-three = برد در سه نوبت
puzzle-goal-only-defence = تنها دفاع
puzzle-goal-win-chance = بیشترین شانس برد
puzzle-goal-block-chance = بستن راه حریف
puzzle-goal-last-chance = دور آخر
puzzle-asked-win-in-one = نوبت { $name } است: در همین نوبت ببرید.
puzzle-asked-win-in-two = نوبت { $name } است: هر کاری که حریف بکند، با نوبت دومتان ببرید.
puzzle-asked-win-in-three = نوبت { $name } است: هر کاری که حریف بکند، با نوبت سومتان ببرید.
puzzle-asked-only-defence = نوبت { $name } است: حریف در آستانه‌ی برد است. تنها حرکتی را پیدا کنید که جلوی او را می‌گیرد.
puzzle-asked-win-chance = نوبت { $name } است: با کدام انتخاب شانس برد در همین نوبت از همه بیشتر است؟
puzzle-asked-block-chance = نوبت { $name } است: با کدام انتخاب شانس برد حریف در نوبت بعدی از همه کمتر است؟
puzzle-asked-last-chance = دور آخر، نوبت { $name } است: با کدام انتخاب شانس بردن بازی از همه بیشتر است؟

puzzle-idea-capture = تصاحب گوی‌ها
puzzle-idea-isolation = ایزوله کردن حلقه‌ها
puzzle-idea-sacrifice = قربانی کردن گوی
puzzle-idea-last-of-a-type = آخرین مهره از یک نوع
puzzle-idea-no-capture = حریف نتواند بزند
puzzle-idea-double-row = دو ردیف هم‌زمان
puzzle-idea-given-row = ردیفی که حریف می‌سازد
puzzle-idea-rows-of-both = ردیف هر دو رنگ
puzzle-idea-row = ردیفی در میانه‌ی راه
puzzle-idea-keep = نگه داشتن تاس‌ها
puzzle-idea-place = جای گذاشتن مهره

puzzle-judging = داریم این حرکت را بررسی می‌کنیم…
puzzle-nothing = { "" }
puzzle-right-so-far = درست است. حالا حریف جواب می‌دهد…
puzzle-solved = آفرین! جواب همین است.
puzzle-solved-late = جواب همین است.
puzzle-shown = جواب این است.
puzzle-wrong = این حرکت نه.
puzzle-wrong-one = با این حرکت نمی‌برید. بازی این‌طور ادامه پیدا می‌کند:
puzzle-wrong-win = حریف با این حرکت از مخمصه بیرون می‌آید:
puzzle-wrong-defence = حریف با این حرکت می‌برد:
puzzle-wrong-end = بازی تمام شد و شما نبردید.
puzzle-worse-chance = انتخاب بهتری هم بود: این‌ها شانس‌های دقیق‌اند.
puzzle-unknown = بررسی این حرکت خیلی طول می‌کشد. حرکت دیگری را امتحان کنید.
puzzle-show-solution = نمایش پاسخ
puzzle-show-again = نمایش دوباره
puzzle-next = معمای بعدی
puzzle-go-on-run = ادامه‌ی تمرین
puzzle-analyse = تحلیل این موقعیت
puzzle-link-copied = پیوند این معما کپی شد.
puzzle-rating-of = امتیاز معما { $number }
puzzle-your-rating = امتیاز شما: { $number }
puzzle-gained = +{ $count }
puzzle-lost = −{ $count }
puzzle-graph-words = امتیاز شما از { $first } به { $last } رسید.

puzzle-chances = شانس‌های دقیق
puzzle-percent = { $percent }٫{ $number }٪
puzzle-roll = دوباره ریختن: { $dice }
puzzle-place = گذاشتن در { $spot }
puzzle-and-more = و { $count } انتخاب دیگر
puzzle-your-choice = انتخاب شما

puzzle-no-bank = معماها بارگذاری نشدند
puzzle-missing = چنین معمایی نداریم
puzzle-missing-why = شاید پیوند کامل نباشد، یا معمای بهتری جای این یکی را گرفته باشد.
