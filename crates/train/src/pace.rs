//! [`Pace`]: how fast long work goes, for its progress lines.

use std::time::Instant;

/// Measures from its creation.
pub(crate) struct Pace(Instant);

impl Pace {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place of this program that reads the clock"
    )]
    pub(crate) fn start() -> Pace {
        Pace(Instant::now())
    }

    /// So many, per second since the start.
    pub(crate) fn per_second(&self, count: usize) -> f64 {
        count as f64 / self.0.elapsed().as_secs_f64().max(1e-9)
    }
}
