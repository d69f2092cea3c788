# toy
# دوز: چه خواسته شده و بازی چرا تمام شد. $seat برای ضربدر 1 و برای دایره 2 است.

oxo-name = { $seat ->
    [1] ضربدر
   *[other] دایره
}
oxo-place = { oxo-name }: یک نقطه‌ی خالی را بگیرید.
oxo-over-row = { oxo-name }: سه‌تا در یک ردیف، بازی را برد.
oxo-over-misere = { oxo-name }: برنده است، چون حریف سه‌تا در یک ردیف چید.
oxo-over-draw = بازی مساوی شد: صفحه پر است.

oxo-title = دوز
    .about = سه‌تا در یک ردیف، روی نُه نقطه.
oxo-offer-misere = وارونه
    .about = هرکس سه‌تا در یک ردیف بچیند می‌بازد.
oxo-piece-cross = ضربدر
oxo-piece-nought = دایره
    .of = دایره‌ی
