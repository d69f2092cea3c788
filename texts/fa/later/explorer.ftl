# Explorer: turns that were played from a position.
say-explorer = حرکت‌های دیگران از اینجا
say-explorer-source = بازی‌ها
say-explorer-server = بایگانی
say-explorer-device = همین دستگاه
say-explorer-file = فایل
say-explorer-loading = در حال شمردن…
say-explorer-games = { $count ->
    [one] یک بازی به اینجا رسیده است.
   *[other] { $count } بازی به اینجا رسیده است.
}
say-explorer-none = هنوز هیچ بازی‌ای به اینجا نرسیده است.
say-explorer-empty = هنوز بازی‌ای از این نوع نیست.
say-explorer-offline = الان به بایگانی دسترسی نیست. بازی‌های همین دستگاه در دسترس‌اند.
say-explorer-deep = بایگانی فقط { $count } حرکت اول هر بازی را می‌شمارد.
say-explorer-over = بازی در اینجا تمام شده است.
say-explorer-roll = تاس بریزید تا ببینید دیگران چه کرده‌اند.
say-explorer-middle = این حرکت هنوز کامل نیست. حرکت‌ها از آغازشان شمرده می‌شوند.
say-explorer-count = { $count ->
    [one] یک بازی، { $percent }٪
   *[other] { $count } بازی، { $percent }٪
}
say-explorer-open = بی‌نتیجه
say-explorer-shared = مشترک { $percent }٪
say-explorer-rating = میانگین امتیاز { $n }
say-explorer-all = نمایش { $count } حرکت

say-server-review = بررسی با سرور
say-server-review-waits = سرور اول بازی‌های دیگر را بررسی می‌کند.
say-server-reviewed = { $step } موقعیت از { $all }
