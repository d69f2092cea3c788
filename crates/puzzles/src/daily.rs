//! The puzzle of a day: the same for everybody who has the same bank.

/// The index of a day's puzzle among `count`. Days that follow each other have puzzles of different difficulty, and none
/// comes again before all have been.
#[must_use]
pub fn of_day(day: u32, count: usize) -> Option<usize> {
    let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
    // The step is about the golden section of the bank, and has no common divisor with its size.
    let golden = (u64::from(count) * 618 / 1000) as u32;
    let step = (golden..=golden + count).find(|step| divisor(*step, count) == 1).unwrap_or(1);
    Some((u64::from(day) * u64::from(step) % u64::from(count)) as usize)
}

/// Greatest common divisor.
fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::of_day;

    #[test]
    fn every_puzzle_comes_once_in_a_round() {
        for count in [1, 2, 3, 10, 499, 500, 512, 600, 601] {
            let days = 20_000..20_000 + count as u32;
            let seen: HashSet<_> = days.filter_map(|day| of_day(day, count)).collect();
            assert_eq!(seen.len(), count);
            assert!(seen.iter().all(|index| *index < count));
        }
        assert_eq!(of_day(1, 0), None);
    }

    #[test]
    fn neighbouring_days_differ_in_difficulty() {
        for day in 20_000..21_000 {
            let (one, next) = (of_day(day, 500).unwrap(), of_day(day + 1, 500).unwrap());
            assert!(one.abs_diff(next) > 100, "{one} {next}");
        }
    }
}
