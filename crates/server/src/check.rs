//! Verification of a whole database, for `mohreh check`.

use crate::store::{Checker, StoreError};
use crate::table::check_table;

/// Tables whose ids are read at once.
const BATCH: u32 = 500;

/// News of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckEvent {
    /// Tables that were checked, of how many.
    Progress {
        /// Checked so far.
        done: u64,
        /// All tables when the check began.
        total: u64,
    },
    /// A sentence that says what is wrong, and where.
    Problem(String),
}

/// Checks a database. Stops early when `report` returns false. Errors are messages for the operator.
pub(crate) async fn check(
    url: &str,
    report: &mut dyn FnMut(CheckEvent) -> bool,
) -> Result<(), StoreError> {
    let mut checker = Checker::open(url).await?;
    let mut goes_on = true;
    for damage in checker.damaged_pages().await? {
        goes_on &= report(CheckEvent::Problem(format!("the file: {damage}")));
    }
    let total = checker.count().await?;
    let (mut done, mut last) = (0, String::new());
    while goes_on {
        let ids = checker.ids(&last, BATCH).await?;
        for id in &ids {
            for problem in check_one(&mut checker, id).await? {
                goes_on &= report(CheckEvent::Problem(problem));
            }
            done += 1;
            goes_on &= report(CheckEvent::Progress { done, total });
            if !goes_on {
                break;
            }
        }
        match ids.into_iter().next_back() {
            Some(id) => last = id,
            None => break,
        }
    }
    if goes_on {
        for orphan in checker.orphans().await? {
            report(CheckEvent::Problem(orphan));
        }
    }
    checker.close().await;
    Ok(())
}

/// Problems of a table. What a server changed while it was read is no problem: it is read again, at one moment.
async fn check_one(checker: &mut Checker, id: &str) -> Result<Vec<String>, StoreError> {
    for at_once in [false, true] {
        let read = match at_once {
            false => checker.read(id).await,
            true => checker.read_at_once(id).await,
        };
        let problems = match read {
            Ok(None) => Vec::new(),
            Ok(Some(table)) => check_table(&table.row, &table.log),
            Err(StoreError::Broken(why)) => vec![why],
            Err(error) => return Err(error),
        };
        if problems.is_empty() || at_once {
            return Ok(problems);
        }
    }
    Ok(Vec::new())
}
