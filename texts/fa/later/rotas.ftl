# رو-تاس هنگام چیدن موقعیت.
rotas-edit-rolls = تاس‌های این نوبت
rotas-edit-rolls-is = { $value ->
    [none] هنوز ریخته نشده
    [1] بعد از بار اول
    [5] بعد از بار آخر
   *[other] بعد از { $text } بار
}
rotas-edit-out = بازی را ترک کرده
rotas-edit-out-is = { $value ->
    [none] هیچ‌کس
   *[other] بازیکن { $text }
}
rotas-edit-wrong-hand = تعداد مهره‌های در دست با هم جور نیست: هر نوبت یک مهره کم می‌کند، پس کسی که در این دور بازی کرده یکی کمتر دارد.
