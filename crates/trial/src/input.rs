//! User input over CDP (touch, mouse, keyboard), and `TableView`: the state of a table as shown.

use futures_util::future::try_join_all;
use mohreh_games::{AnyGame, Record};
use serde_json::{Value, json};

use crate::browser::{Tab, js_string};
use crate::failure::{Context, Failure, Result, ensure};

/// State of a table, as shown and as stored; see `trial.table()` in helpers.js.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TableView {
    pub lit: Vec<String>,
    pub picked: Vec<String>,
    pub prompt: String,
    pub over: bool,
    pub notices: Vec<String>,
    /// Spot with keyboard focus.
    pub focus: Option<String>,
    /// No element has focus.
    pub lost: bool,
    /// Record in localStorage.
    pub stored: String,
}

impl TableView {
    pub(crate) fn read(value: &Value) -> TableView {
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        let list = |key: &str| {
            let items = value[key].as_array().cloned().unwrap_or_default();
            items.iter().filter_map(|item| item.as_str().map(ToString::to_string)).collect()
        };
        TableView {
            lit: list("lit"),
            picked: list("picked"),
            prompt: text("prompt"),
            over: value["over"] == true,
            notices: list("notices"),
            focus: value["focus"].as_str().map(ToString::to_string),
            lost: value["lost"] == true,
            stored: text("stored"),
        }
    }

    /// Parses the stored record, which must be legal.
    pub(crate) fn record(&self) -> Result<Record> {
        let records = Record::read(&self.stored).during("reading the stored game")?;
        records.into_iter().next().during("reading the stored game")
    }

    pub(crate) fn game(&self) -> Result<AnyGame> {
        Ok(self.record()?.game().clone())
    }
}

/// Keys that the page handles: `key`, `code`, virtual key code, and text.
const KEYS: [(&str, &str, i64, Option<&str>); 21] = [
    ("Tab", "Tab", 9, None),
    ("Enter", "Enter", 13, Some("\r")),
    (" ", "Space", 32, Some(" ")),
    ("Escape", "Escape", 27, None),
    ("Backspace", "Backspace", 8, None),
    ("ArrowLeft", "ArrowLeft", 37, None),
    ("ArrowUp", "ArrowUp", 38, None),
    ("ArrowRight", "ArrowRight", 39, None),
    ("ArrowDown", "ArrowDown", 40, None),
    ("PageDown", "PageDown", 34, None),
    ("End", "End", 35, None),
    ("Home", "Home", 36, None),
    ("u", "KeyU", 85, Some("u")),
    ("Delete", "Delete", 46, None),
    ("1", "Digit1", 49, Some("1")),
    ("2", "Digit2", 50, Some("2")),
    ("3", "Digit3", 51, Some("3")),
    ("4", "Digit4", 52, Some("4")),
    ("5", "Digit5", 53, Some("5")),
    ("6", "Digit6", 54, Some("6")),
    ("7", "Digit7", 55, Some("7")),
];

impl Tab {
    /// Centre of an element, once hit testing succeeds there.
    async fn middle(&self, selector: &str) -> Result<(f64, f64)> {
        let at = format!("trial.hitPoint({})", js_string(selector));
        // Wait: an element that covers it may be about to disappear.
        let free = format!("(() => {{ const at = {at}; return at.wrong ? null : at; }})()");
        let place = match self.wait(&format!("{selector} can be touched"), &free).await {
            Ok(place) => place,
            Err(why) => {
                let at = self.eval(&at).await?;
                return Err(Failure::new(format!("{why}; {}", at["wrong"])));
            }
        };
        let coordinate = |axis: &str| place[axis].as_f64().during(format!("finding {selector}"));
        Ok((coordinate("x")?, coordinate("y")?))
    }

    /// Taps an element by touch.
    pub(crate) async fn tap(&self, selector: &str) -> Result {
        let (x, y) = self.middle(selector).await?;
        let events = [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))]
            .map(|(kind, points)| json!({ "type": kind, "touchPoints": points }));
        self.at_once("Input.dispatchTouchEvent", events).await.during(format!("tapping {selector}"))
    }

    /// Clicks an element with the mouse.
    pub(crate) async fn click(&self, selector: &str) -> Result {
        let (x, y) = self.middle(selector).await?;
        let events = [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")];
        let events = events.map(|(kind, button)| {
            json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 })
        });
        self.at_once("Input.dispatchMouseEvent", events)
            .await
            .during(format!("clicking {selector}"))
    }

    /// Sends input events without waiting for each response, because on a slow browser a delayed touchEnd would turn
    /// the tap into a long press.
    async fn at_once<const N: usize>(&self, method: &'static str, events: [Value; N]) -> Result {
        try_join_all(events.map(|event| self.command(method, event))).await.map(|_| ())
    }

    /// Drags an element to another by touch or mouse.
    pub(crate) async fn drag(&self, from: &str, to: &str, finger: bool) -> Result {
        // Hit testing scrolls, so test the target first and read its position after the last scroll.
        self.middle(to).await?;
        let a = self.middle(from).await?;
        let b = self.eval(&format!("trial.centre({})", js_string(to))).await?;
        let b = (
            b["x"].as_f64().during("looking where to drag")?,
            b["y"].as_f64().during("looking where to drag")?,
        );
        let between = |part: f64| (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
        let way = [0.0, 0.1, 0.4, 0.8, 1.0].map(between);
        for (n, (x, y)) in way.into_iter().enumerate() {
            let (method, event) = match (finger, n) {
                (true, n) => {
                    let kind = if n == 0 { "touchStart" } else { "touchMove" };
                    (
                        "Input.dispatchTouchEvent",
                        json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] }),
                    )
                }
                (false, n) => {
                    let kind = if n == 0 { "mousePressed" } else { "mouseMoved" };
                    let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
                    ("Input.dispatchMouseEvent", event)
                }
            };
            self.command(method, event).await.during(format!("dragging {from}"))?;
        }
        let (method, event) = match finger {
            true => ("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })),
            false => (
                "Input.dispatchMouseEvent",
                json!({ "type": "mouseReleased", "x": b.0, "y": b.1, "button": "left", "clickCount": 1 }),
            ),
        };
        self.command(method, event).await.during(format!("dragging {from}")).map(|_| ())
    }

    /// Presses and releases a key.
    pub(crate) async fn key(&self, name: &str) -> Result {
        let known = KEYS.iter().find(|(known, ..)| *known == name);
        let &(key, code, number, sign) = known.during(format!("looking for the key {name}"))?;
        let down = if sign.is_some() { "keyDown" } else { "rawKeyDown" };
        for (kind, text) in [(down, sign), ("keyUp", None)] {
            let mut event = json!({
                "type": kind,
                "key": key,
                "code": code,
                "windowsVirtualKeyCode": number,
                "nativeVirtualKeyCode": number,
            });
            if let Some(text) = text {
                event["text"] = text.into();
            }
            let sent = self.command("Input.dispatchKeyEvent", event).await;
            sent.during(format!("pressing {name}"))?;
        }
        Ok(())
    }

    /// Inserts text into the focused element.
    pub(crate) async fn insert(&self, text: &str) -> Result {
        self.command("Input.insertText", json!({ "text": text })).await.map(|_| ())
    }

    /// Reads the current state of the table.
    pub(crate) async fn table(&self) -> Result<TableView> {
        let value = self.eval("trial.table()").await?;
        ensure!(!value.is_null(), "there is no table here");
        Ok(TableView::read(&value))
    }

    /// Fingerprint of the state; changes with every effective touch.
    pub(crate) async fn fingerprint(&self) -> Result<String> {
        Ok(self.eval("trial.fingerprint()").await?.as_str().unwrap_or_default().to_string())
    }

    /// Waits until the state differs from the fingerprint and a person is to move or the game is over.
    pub(crate) async fn wait_for_turn(&self, fingerprint: &str) -> Result<TableView> {
        let value = self
            .wait(
                "a person is asked or the game is over",
                &format!("trial.ready({})", js_string(fingerprint)),
            )
            .await?;
        Ok(TableView::read(&value))
    }

    /// Taps a spot and waits for its effect.
    pub(crate) async fn tap_spot(&self, name: &str) -> Result<TableView> {
        let fingerprint = self.fingerprint().await?;
        self.tap(&spot(name)).await?;
        self.wait_for_turn(&fingerprint).await.during(format!("after a tap on {name}"))
    }

    /// Plays a step by clicking its spots in order.
    pub(crate) async fn play(&self, step: &str) -> Result<TableView> {
        let table = self.table().await?;
        let touches = table.game()?.touches(step).during(format!("looking how to play {step}"))?;
        let mut after = table;
        for name in &touches.path {
            ensure!(
                after.lit.iter().any(|lit| **lit == **name),
                "{name} is not lit, but {step} needs it; lit are {:?}",
                after.lit
            );
            let fingerprint = self.fingerprint().await?;
            self.click(&spot(name)).await?;
            after = self
                .wait_for_turn(&fingerprint)
                .await
                .during(format!("after a click on {name}"))?;
        }
        Ok(after)
    }
}

/// Selector of a spot at the table.
pub(crate) fn spot(name: &str) -> String {
    format!(".table [data-spot=\"{name}\"]")
}
