//! What time it is: the only place where the server looks at a clock, so that everything else can be tried
//! at any time.

use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "time comes into the server here and nowhere else")]
pub fn now() -> u64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

/// A moment as records tell it: `2026-11-16T08:00:00Z`. None for moments that no calendar has.
pub fn written(moment: u64) -> Option<String> {
    let seconds = i64::try_from(moment / 1000).ok()?;
    OffsetDateTime::from_unix_timestamp(seconds).ok()?.format(&Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn moments_are_written_as_records_tell_them() {
        assert_eq!(written(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(written(1_794_816_000_999).as_deref(), Some("2026-11-16T08:00:00Z"));
        assert_eq!(written(u64::MAX), None);
    }
}
