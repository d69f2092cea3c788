//! The Jalali calendar, as far as dates are chosen by it. Days are counted from 1 Farvardin 1400, which is 21 March 2021;
//! the browser knows the rest.

/// The year from which days are counted.
pub(crate) const EPOCH_YEAR: u32 = 1400;

/// Leap years follow a cycle of 33 years from 1244 to 1472.
fn is_leap(year: u32) -> bool {
    matches!(year % 33, 1 | 5 | 9 | 13 | 17 | 22 | 26 | 30)
}

fn year_days(year: u32) -> i32 {
    365 + i32::from(is_leap(year))
}

/// Days of a month; 31 before a month is chosen, and 30 in the last month before a year is.
pub(crate) fn month_days(year: u32, month: u32) -> u32 {
    match month {
        0..=6 => 31,
        12 if year > 0 && !is_leap(year) => 29,
        _ => 30,
    }
}

/// Days from the epoch to a date: year, month, day.
pub(crate) fn day_number([year, month, day]: [u32; 3]) -> i32 {
    let years: i32 = (EPOCH_YEAR..year).map(year_days).sum();
    let years_before: i32 = (year..EPOCH_YEAR).map(year_days).sum();
    let months: u32 = (1..month).map(|month| month_days(year, month)).sum();
    years - years_before + (months + day) as i32 - 1
}

/// The first day of a period, or the day after its last. A part that is 0 is not chosen: without a day it is the month,
/// without a month the year, without a year there is none. A day that the month does not have is its last.
pub(crate) fn bound([year, month, day]: [u32; 3], is_end: bool) -> Option<i32> {
    let last = month_days(year, month.max(1));
    let (first, days) = match (year, month, day) {
        (0, ..) => return None,
        (_, 0, _) => ([year, 1, 1], year_days(year)),
        (_, _, 0) => ([year, month, 1], last as i32),
        (..) => ([year, month, day.min(last)], 1),
    };
    Some(day_number(first) + if is_end { days } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::{bound, day_number, month_days};

    /// Days from 21 March 2021 to a Gregorian date.
    fn gregorian(year: i32, month: i32, day: i32) -> i32 {
        // Howard Hinnant's algorithm: years begin in March.
        let days = |year: i32, month: i32, day: i32| {
            let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
            365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day
        };
        days(year, month, day) - days(2021, 3, 21)
    }

    #[test]
    fn days_are_those_of_the_gregorian_calendar() {
        for (jalali, (year, month, day)) in [
            ([1400, 1, 1], (2021, 3, 21)),
            ([1357, 11, 22], (1979, 2, 11)),
            ([1399, 12, 30], (2021, 3, 20)),
            ([1403, 12, 30], (2025, 3, 20)),
            ([1404, 1, 1], (2025, 3, 21)),
            ([1405, 8, 26], (2026, 11, 17)),
            ([1408, 12, 30], (2030, 3, 20)),
            ([1450, 1, 1], (2071, 3, 21)),
        ] {
            assert_eq!(day_number(jalali), gregorian(year, month, day), "{jalali:?}");
        }
    }

    #[test]
    fn a_year_has_as_many_days_as_its_months() {
        for year in 1380..1450 {
            let months: u32 = (1..=12).map(|month| month_days(year, month)).sum();
            assert_eq!(day_number([year, 1, 1]) + months as i32, day_number([year + 1, 1, 1]));
        }
    }

    #[test]
    fn a_period_ends_where_the_next_begins() {
        assert_eq!(bound([0, 3, 1], true), None);
        assert_eq!(bound([1405, 0, 7], true), bound([1406, 0, 0], false));
        assert_eq!(bound([1405, 6, 0], true), bound([1405, 7, 0], false));
        assert_eq!(bound([1405, 6, 31], true), bound([1405, 7, 1], false));
        assert_eq!(bound([1404, 12, 30], false), bound([1404, 12, 29], false), "not a leap year");
    }
}
