//! Where tests run: a server, a browser, and somebody who writes down how each of them went.

use std::cell::{Ref, RefCell, RefMut};
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::rc::Rc;

use crate::browser::{Chromium, Screen, Tab, now};
use crate::failure::{Failure, Result};
use crate::server::Server;

type Running<'a> = Pin<Box<dyn Future<Output = Result> + 'a>>;

pub struct Test {
    pub name: String,
    run: Box<dyn for<'a> Fn(&'a Stage) -> Running<'a>>,
}

impl Test {
    pub fn new(
        name: impl Into<String>,
        run: impl for<'a> Fn(&'a Stage) -> Running<'a> + 'static,
    ) -> Test {
        Test { name: name.into(), run: Box::new(run) }
    }
}

pub struct Stage {
    chromium: Chromium,
    server: RefCell<Server>,
    /// What the running test has opened.
    tabs: RefCell<Vec<Rc<Tab>>>,
    /// What it has measured.
    figures: RefCell<Vec<String>>,
}

impl Stage {
    pub async fn set(pages: Option<PathBuf>) -> Result<Stage> {
        let server = Server::start(pages).await?;
        let chromium = Chromium::start().await?;
        Ok(Stage {
            chromium,
            server: RefCell::new(server),
            tabs: RefCell::default(),
            figures: RefCell::default(),
        })
    }

    pub async fn end(self) {
        self.chromium.end().await;
    }

    /// A tab that nobody has used before.
    pub async fn open(&self, screen: Screen) -> Result<Rc<Tab>> {
        let origin = self.server().origin();
        let tab = Rc::new(self.chromium.open(origin, screen).await?);
        self.tabs.borrow_mut().push(tab.clone());
        Ok(tab)
    }

    pub fn server(&self) -> Ref<'_, Server> {
        self.server.borrow()
    }

    pub fn server_mut(&self) -> RefMut<'_, Server> {
        self.server.borrow_mut()
    }

    /// The server starts again where it was.
    #[expect(clippy::await_holding_refcell_ref, reason = "tests run one after the other")]
    pub async fn go_on(&self) -> Result {
        self.server.borrow_mut().go_on().await
    }

    /// Something measured, to be printed with the test.
    pub fn figure(&self, text: impl Into<String>) {
        self.figures.borrow_mut().push(text.into());
    }

    /// Runs tests, and tells whether all passed.
    pub async fn run(&mut self, tests: &[Test]) -> Result<bool> {
        let mut failed = Vec::new();
        let begun = now();
        for test in tests {
            let begun = now();
            let result = self.perform(test).await;
            let seconds = begun.elapsed().as_secs_f64();
            match &result {
                Ok(()) => println!("{:<44} passed {seconds:6.1} s", test.name),
                Err(why) => println!("{:<44} FAILED {seconds:6.1} s  {why}", test.name),
            }
            for figure in self.figures.take() {
                println!("    {figure}");
            }
            if result.is_err() {
                failed.push(test.name.as_str());
            }
            self.server().set_newer(false);
            self.server.get_mut().go_on().await?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("{} passed, {} failed, {seconds:.0} s", tests.len() - failed.len(), failed.len());
        for name in &failed {
            println!("    failed: {name}");
        }
        Ok(failed.is_empty())
    }

    /// One test: what it says itself, and what its tabs complained of.
    async fn perform(&self, test: &Test) -> Result {
        self.server().take_answers();
        let mut result = (test.run)(self).await;
        for tab in self.tabs.take() {
            let complaints = match self.chromium.close(&tab).await {
                Ok(complaints) => complaints,
                Err(error) => vec![error.to_string()],
            };
            if !complaints.is_empty() {
                let all = complaints.join(" | ");
                result = Err(match result {
                    Ok(()) => Failure::new(all),
                    Err(why) => Failure::new(format!("{why} | {all}")),
                });
            }
        }
        let lax = self.server().take_answers().into_iter().find(|answer| !answer.strict);
        match (&result, lax) {
            (Ok(()), Some(answer)) => {
                Err(Failure::new(format!("{} came without the policy", answer.path)))
            }
            _ => result,
        }
    }
}
