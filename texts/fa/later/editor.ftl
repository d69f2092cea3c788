# چیدن موقعیت‌ها با دست.
say-edit-about = یک مهره انتخاب کنید و روی صفحه بزنید. با کشیدن، مهره جابه‌جا می‌شود و اگر کنار صفحه رهایش کنید برداشته می‌شود.
say-edit-this = ویرایش این موقعیت
say-edit-tools = آنچه روی صفحه گذاشته می‌شود
say-edit-erase = برداشتن
say-edit-undo = برگرداندن
say-edit-redo = انجام دوباره
say-edit-clear = خالی کردن
say-edit-start = چیدمان آغازین
say-edit-turn = نوبت
say-edit-die = تاس { $number }: عدد { $face }
say-edit-more = یکی بیشتر: { $piece }
say-edit-less = یکی کمتر: { $piece }
say-edit-count = { $piece }: { $count }
say-edit-setup = صفحه و شیوه‌ی بازی
say-edit-text = موقعیت به صورت متن
say-edit-text-about = متن یا پیوند یک موقعیت را اینجا بچسبانید.
say-edit-open = چیدن روی صفحه
say-edit-good = این موقعیت را می‌شود بازی کرد.
say-edit-puzzle = موقعیتی برای معما: در هیچ بازی‌ای پیش نمی‌آید، ولی می‌شود بازی‌اش کرد.
say-edit-over = در این موقعیت، بازی تمام شده است.
say-edit-wrong = این هنوز موقعیتی از این بازی نیست.
say-edit-too-many = { $piece }: { $count } تا زیاد است؛ بازی { $all } تا دارد.
say-edit-missing = { $count ->
    [one] { $piece }: { $count } تا از { $all } تا کم است.
   *[other] { $piece }: { $count } تا از { $all } تا کم است.
}
say-edit-absent = { $piece }: هیچ‌کدام روی صفحه نیست.
say-edit-play = بازی از همین‌جا
say-edit-side = جای شما
say-edit-analyse = تحلیل
say-edit-link-copied = پیوند کپی شد. با آن همین موقعیت باز می‌شود.
say-no-ring = بدون حلقه
