//! `Fixture`: what a test runs with, a server of its own and tabs of the shared browser.

use std::cell::{Ref, RefCell, RefMut};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use crate::browser::{Chromium, Device, Tab};
use crate::failure::{Failure, Result};
use crate::server::Server;

type Running<'a> = Pin<Box<dyn Future<Output = Result> + 'a>>;

pub(crate) struct Test {
    pub name: String,
    /// Runs without other tests in parallel, because it measures time.
    pub alone: bool,
    run: Box<dyn for<'a> Fn(&'a Fixture) -> Running<'a> + Send + Sync>,
}

impl Test {
    pub(crate) fn new(
        name: impl Into<String>,
        run: impl for<'a> Fn(&'a Fixture) -> Running<'a> + Send + Sync + 'static,
    ) -> Test {
        Test { name: name.into(), alone: false, run: Box::new(run) }
    }

    pub(crate) fn alone(self) -> Test {
        Test { alone: true, ..self }
    }
}

pub(crate) struct Fixture {
    chromium: Arc<Chromium>,
    server: RefCell<Server>,
    /// Where pictures are written.
    pictures: PathBuf,
    /// Tabs opened by the test.
    tabs: RefCell<Vec<Rc<Tab>>>,
    /// Measurements, printed with the result.
    measurements: RefCell<Vec<String>>,
}

impl Fixture {
    pub(crate) async fn new(
        chromium: Arc<Chromium>,
        pages: PathBuf,
        pictures: PathBuf,
    ) -> Result<Fixture> {
        let server = RefCell::new(Server::start(pages).await?);
        let (tabs, measurements) = (RefCell::default(), RefCell::default());
        Ok(Fixture { chromium, server, pictures, tabs, measurements })
    }

    /// Folder for pictures of failures and of other browsers.
    pub(crate) fn pictures(&self) -> &Path {
        &self.pictures
    }

    /// Opens a tab in a fresh browser context: no cookies, storage or cache.
    pub(crate) async fn open(&self, device: Device) -> Result<Rc<Tab>> {
        let origin = self.server().origin();
        let tab = Rc::new(self.chromium.open(origin, device).await?);
        self.tabs.borrow_mut().push(tab.clone());
        Ok(tab)
    }

    /// Opens a second tab of the same person.
    pub(crate) async fn open_beside(&self, first: &Tab, device: Device) -> Result<Rc<Tab>> {
        let tab = Rc::new(self.chromium.open_beside(first, device).await?);
        self.tabs.borrow_mut().push(tab.clone());
        Ok(tab)
    }

    pub(crate) fn server(&self) -> Ref<'_, Server> {
        self.server.borrow()
    }

    pub(crate) fn server_mut(&self) -> RefMut<'_, Server> {
        self.server.borrow_mut()
    }

    /// Restarts the server on the same port and database.
    #[expect(clippy::await_holding_refcell_ref, reason = "a test does one thing after the other")]
    pub(crate) async fn restart(&self) -> Result {
        self.server.borrow_mut().restart().await
    }

    /// Adds a measurement to the report.
    pub(crate) fn report(&self, text: impl Into<String>) {
        self.measurements.borrow_mut().push(text.into());
    }

    pub(crate) fn measurements(&self) -> Vec<String> {
        self.measurements.take()
    }

    /// Runs the test. Page errors and responses without the CSP fail it too.
    pub(crate) async fn run(&self, test: &Test) -> Result {
        let mut result = (test.run)(self).await;
        // The last first: a context is closed after the tabs that share it.
        for tab in self.tabs.take().into_iter().rev() {
            let errors = match self.chromium.close(&tab).await {
                Ok(errors) => errors,
                Err(error) => vec![error.to_string()],
            };
            if !errors.is_empty() {
                let all = errors.join(" | ");
                result = Err(match result {
                    Ok(()) => Failure::new(all),
                    Err(why) => Failure::new(format!("{why} | {all}")),
                });
            }
        }
        let without_csp =
            self.server().take_responses().into_iter().find(|response| !response.has_csp);
        match (&result, without_csp) {
            (Ok(()), Some(response)) => {
                Err(Failure::new(format!("{} came without the policy", response.path)))
            }
            _ => result,
        }
    }
}
