# دوره‌ها

say-learn-about = درس‌های کوتاه روی خود صفحه: خودتان انجام می‌دهید و یادتان می‌ماند. درس اول هر دوره یک بازی کامل پنج‌دقیقه‌ای است.
say-lesson-start = شروع
say-lesson-go-on = ادامه
say-lesson-again = مرور دوباره
say-lesson-list = همه‌ی درس‌ها
say-lesson-map = همه‌ی دوره‌ها
say-lesson-done-of = { $step } از { $all } انجام شد
say-lesson-count = { $step } از { $all }
say-lesson-before = گام قبلی
say-lesson-skip = گام بعدی
say-lesson-next = بعدی
say-lesson-next-lesson = { "درس بعدی: " }
say-lesson-watch = نشانم بده
say-lesson-watching = تماشا کنید: این‌طور انجام می‌شود.
say-lesson-from-start = از اول
say-lesson-other = این حرکت مجاز است، ولی اینجا چیز دیگری خواسته‌ایم. جمله‌ی بالا را یک بار دیگر بخوانید و دوباره امتحان کنید.
say-lesson-print = نسخه‌ی چاپی
say-lesson-forget = شروع دوره از اول
say-lesson-forget-sure = پیشرفتتان پاک شود؟
say-print = چاپ
