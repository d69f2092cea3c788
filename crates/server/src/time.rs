//! The server's only access to the system clock; everything else takes the time as an argument.

use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Unix time in milliseconds.
#[expect(clippy::disallowed_methods, reason = "time comes into the server here and nowhere else")]
pub fn now() -> u64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

/// RFC 3339 form of a Unix time in milliseconds; `None` beyond the calendar's range.
pub fn rfc3339(moment: u64) -> Option<String> {
    let seconds = i64::try_from(moment / 1000).ok()?;
    OffsetDateTime::from_unix_timestamp(seconds).ok()?.format(&Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn timestamps_are_rfc3339() {
        assert_eq!(rfc3339(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(rfc3339(1_794_816_000_999).as_deref(), Some("2026-11-16T08:00:00Z"));
        assert_eq!(rfc3339(u64::MAX), None);
    }
}
