//! `Runner`: runs tests in parallel and prints the results.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::browser::{Chromium, now};
use crate::failure::{Context, Failure, Result};
use crate::fixture::{Fixture, Test};

/// Number of slowest tests listed at the end.
const SLOWEST: usize = 10;

pub(crate) struct Runner {
    pub chromium: Arc<Chromium>,
    /// The built page.
    pub pages: PathBuf,
    /// Where pictures are written.
    pub pictures: PathBuf,
    /// Number of worker threads.
    pub lanes: usize,
}

/// Result of one test.
struct Report {
    /// Index of the test.
    test: usize,
    seconds: f64,
    passed: bool,
}

impl Runner {
    /// Runs all tests, those marked `alone` last and one at a time; returns whether all passed.
    pub(crate) fn run(&self, tests: &[Test]) -> Result<bool> {
        let begun = now();
        let (alone, together): (Vec<usize>, Vec<usize>) =
            (0..tests.len()).partition(|test| tests[*test].alone);
        let mut reports = self.run_lanes(tests, &together, self.lanes)?;
        reports.extend(self.run_lanes(tests, &alone, 1)?);
        let failed = reports.iter().filter(|report| !report.passed).count();
        let seconds = begun.elapsed().as_secs_f64();
        println!("{} passed, {failed} failed, {seconds:.0} s", tests.len() - failed);
        for report in reports.iter().filter(|report| !report.passed) {
            println!("    failed: {}", tests[report.test].name);
        }
        if tests.len() > SLOWEST {
            println!("the slowest:");
            reports.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
            for Report { test, seconds, .. } in reports.iter().take(SLOWEST) {
                println!("    {seconds:6.1} s  {}", tests[*test].name);
            }
        }
        Ok(failed == 0)
    }

    /// Runs the chosen tests on worker threads that share a queue.
    fn run_lanes(&self, tests: &[Test], chosen: &[usize], lanes: usize) -> Result<Vec<Report>> {
        let (next, reports) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let lane = || -> Result {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .during("starting a thread for tests")?;
            while let Some(&test) = chosen.get(next.fetch_add(1, Relaxed)) {
                let begun = now();
                let (result, measurements) = runtime.block_on(self.run_one(&tests[test]));
                let seconds = begun.elapsed().as_secs_f64();
                print(&tests[test], &result, seconds, &measurements);
                let report = Report { test, seconds, passed: result.is_ok() };
                reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
            lanes.into_iter().try_for_each(|lane| {
                lane.join().unwrap_or_else(|_| Err(Failure::new("a test panicked")))
            })
        })?;
        Ok(reports.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    async fn run_one(&self, test: &Test) -> (Result, Vec<String>) {
        let (pages, pictures) = (self.pages.clone(), self.pictures.clone());
        match Fixture::new(self.chromium.clone(), pages, pictures).await {
            Ok(fixture) => (fixture.run(test).await, fixture.measurements()),
            Err(why) => (Err(why), Vec::new()),
        }
    }
}

/// Prints in one call, so that output of parallel tests does not interleave.
fn print(test: &Test, result: &Result, seconds: f64, measurements: &[String]) {
    let mut lines = match result {
        Ok(()) => format!("{:<44} passed {seconds:6.1} s", test.name),
        Err(why) => format!("{:<44} FAILED {seconds:6.1} s  {why}", test.name),
    };
    for measurement in measurements {
        lines.push_str("\n    ");
        lines.push_str(measurement);
    }
    println!("{lines}");
}
