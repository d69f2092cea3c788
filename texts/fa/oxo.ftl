# toy
# Noughts and crosses: what is asked, and why the game ended. $seat is 1 for crosses, 2 for noughts; $who selects whom the
# sentence speaks to (see say-to), $name is the player's name.

oxo-name = { $seat ->
    [1] ضربدر
   *[other] دایره
}
oxo-place = { $who ->
    [other] { $name } دارد نقطه‌ای انتخاب می‌کند.
   *[you] { say-to }: یک نقطه‌ی خالی را بگیرید.
}
oxo-over-row = { $who ->
    [you] شما با سه‌تا در یک ردیف بردید.
    [lost] شما باختید: { $name } سه‌تا در یک ردیف دارد.
   *[named] { $name } با سه‌تا در یک ردیف برنده شد.
}
oxo-over-misere = { $who ->
    [you] شما بردید، چون حریف سه‌تا در یک ردیف چید.
    [lost] شما به { $name } باختید، چون سه‌تا در یک ردیف چیدید.
   *[named] { $name } برنده شد، چون حریف سه‌تا در یک ردیف چید.
}
oxo-over-draw = بازی مساوی شد: صفحه پر است.

# چرا لمسی یا گامی پذیرفته نمی‌شود؛ هر جمله در یک سطر.
oxo-no-over = بازی تمام شده است.
oxo-no-vacant = { $at } گرفته شده است. نقطه‌ای خالی انتخاب کنید.

oxo-title = دوز
    .about = سه‌تا در یک ردیف، روی نُه نقطه.
oxo-offer-misere = وارونه
    .about = هرکس سه‌تا در یک ردیف بچیند می‌بازد.
oxo-piece-cross = ضربدر
oxo-piece-nought = دایره
    .of = دایره‌ی

# What is wrong with a text of this game; see wrong.ftl.
oxo-wrong-step = اینجا باید نقطه‌ای از `a1` تا `c3` باشد
oxo-wrong-letter = هر نقطه با `X`، `O` یا `.` نوشته می‌شود
oxo-wrong-order = ضربدر و دایره به نوبت گذاشته می‌شوند و ضربدر آغاز می‌کند
oxo-wrong-end = بازی باید پیش از این تمام شده باشد
