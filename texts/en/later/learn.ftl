# Courses

say-learn-about = Short lessons on the board: you do it, and it stays with you. The first lesson of each course is a whole game, in five minutes.
say-lesson-start = Start
say-lesson-go-on = Go on
say-lesson-again = Look through it again
say-lesson-list = All lessons
say-lesson-map = All courses
say-lesson-done-of = { $step } of { $all } done
say-lesson-count = { $step } of { $all }
say-lesson-before = Step before
say-lesson-skip = Next step
say-lesson-next = Next
say-lesson-next-lesson = { "Next lesson: " }
say-lesson-watch = Show me
say-lesson-watching = Watch: this is how it is done.
say-lesson-from-start = Start over
say-lesson-other = That is a legal turn, but not what is asked here. Read the sentence again and try once more.
say-lesson-print = To print
say-lesson-forget = Begin the course anew
say-lesson-forget-sure = Forget what is done?
say-print = Print
