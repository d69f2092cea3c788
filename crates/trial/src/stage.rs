//! Where a test runs: a server of its own, and tabs of the browser that all tests share.

use std::cell::{Ref, RefCell, RefMut};
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use crate::browser::{Chromium, Screen, Tab};
use crate::failure::{Failure, Result};
use crate::server::Server;

type Running<'a> = Pin<Box<dyn Future<Output = Result> + 'a>>;

pub struct Test {
    pub name: String,
    /// It measures time, so nothing else may run.
    pub alone: bool,
    run: Box<dyn for<'a> Fn(&'a Stage) -> Running<'a> + Send + Sync>,
}

impl Test {
    pub fn new(
        name: impl Into<String>,
        run: impl for<'a> Fn(&'a Stage) -> Running<'a> + Send + Sync + 'static,
    ) -> Test {
        Test { name: name.into(), alone: false, run: Box::new(run) }
    }

    pub fn alone(self) -> Test {
        Test { alone: true, ..self }
    }
}

pub struct Stage {
    chromium: Arc<Chromium>,
    server: RefCell<Server>,
    /// What the test has opened.
    tabs: RefCell<Vec<Rc<Tab>>>,
    /// What it has measured.
    figures: RefCell<Vec<String>>,
}

impl Stage {
    pub async fn set(chromium: Arc<Chromium>, pages: PathBuf) -> Result<Stage> {
        let server = RefCell::new(Server::start(pages).await?);
        Ok(Stage { chromium, server, tabs: RefCell::default(), figures: RefCell::default() })
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
    #[expect(clippy::await_holding_refcell_ref, reason = "a test does one thing after the other")]
    pub async fn go_on(&self) -> Result {
        self.server.borrow_mut().go_on().await
    }

    /// Something measured, to be printed with the test.
    pub fn figure(&self, text: impl Into<String>) {
        self.figures.borrow_mut().push(text.into());
    }

    pub fn figures(&self) -> Vec<String> {
        self.figures.take()
    }

    /// The test: what it says itself, and what its tabs complained of.
    pub async fn perform(&self, test: &Test) -> Result {
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
