# زرتز هنگام چیدن موقعیت.
zertz-edit-ground = حلقه
zertz-edit-stage = مرحله‌ی نوبت
zertz-edit-stage-is = { $value ->
    [none] آغاز نوبت
    [remove] باید حلقه‌ای جدا شود
    [capture] اعتراض به تصاحب ازقلم‌افتاده
   *[other] همان که بود: { $text }
}
