# toy
# How steps are typed, and what the pieces are called in the legend.

oxo-help =
    دوز: سه‌تا در یک ردیف.
      `b2`            گرفتن نقطه‌ی `b2`
    قوانین کامل: `mohreh rules oxo`
oxo-look-cross = ضربدر
oxo-look-nought = دایره
