//! A person's hands: taps, clicks and keys, sent to the browser as a touch screen, a mouse and a
//! keyboard would send them; and eyes that read the table.

use futures_util::future::try_join_all;
use mohreh_games::{AnyGame, Record};
use serde_json::{Value, json};

use crate::browser::{Tab, quoted};
use crate::failure::{Failure, Result, While, ensure};

/// A table as it is seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub lit: Vec<String>,
    pub picked: Vec<String>,
    pub prompt: String,
    pub over: bool,
    pub notices: Vec<String>,
    /// The spot that has the keyboard's focus.
    pub focus: Option<String>,
    /// Whether nothing has it.
    pub lost: bool,
    /// What the device keeps.
    pub stored: String,
}

impl Table {
    fn read(value: &Value) -> Table {
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        let list = |key: &str| {
            let items = value[key].as_array().cloned().unwrap_or_default();
            items.iter().filter_map(|item| item.as_str().map(ToString::to_string)).collect()
        };
        Table {
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

    /// The game that the device keeps, which must be a legal one.
    pub fn record(&self) -> Result<Record> {
        let records = Record::read(&self.stored).during("reading the stored game")?;
        records.into_iter().next().during("reading the stored game")
    }

    pub fn game(&self) -> Result<AnyGame> {
        self.record()?.at(usize::MAX).during("playing the stored game")
    }
}

/// Keys that the page hears, as a keyboard sends them: name, code, number, and the sign they type.
const KEYS: [(&str, &str, i64, Option<&str>); 13] = [
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
];

impl Tab {
    /// The middle of an element, where it can be touched.
    async fn middle(&self, selector: &str) -> Result<(f64, f64)> {
        let at = format!("trial.at({})", quoted(selector));
        // What is in the way may be about to go.
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

    /// Touches an element with a finger.
    pub async fn tap(&self, selector: &str) -> Result {
        let (x, y) = self.middle(selector).await?;
        let events = [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))]
            .map(|(kind, points)| json!({ "type": kind, "touchPoints": points }));
        self.at_once("Input.dispatchTouchEvent", events).await.during(format!("tapping {selector}"))
    }

    /// Clicks an element with a mouse.
    pub async fn click(&self, selector: &str) -> Result {
        let (x, y) = self.middle(selector).await?;
        let events = [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")];
        let events = events.map(|(kind, button)| {
            json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 })
        });
        self.at_once("Input.dispatchMouseEvent", events)
            .await
            .during(format!("clicking {selector}"))
    }

    /// Sends events one right after the other. Whoever waited for the answer to the first before the finger is
    /// lifted would press for long where the browser is slow to answer, and that is no tap.
    async fn at_once<const N: usize>(&self, method: &'static str, events: [Value; N]) -> Result {
        try_join_all(events.map(|event| self.command(method, event))).await.map(|_| ())
    }

    /// Takes an element with a finger or with the mouse, and lets it go over another.
    pub async fn drag(&self, from: &str, to: &str, finger: bool) -> Result {
        // The page must not scroll in between, so the second place is looked up first.
        self.middle(to).await?;
        let a = self.middle(from).await?;
        let b = self.eval(&format!("trial.here({})", quoted(to))).await?;
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

    /// Presses a key and lets it go.
    pub async fn key(&self, name: &str) -> Result {
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

    /// Types a text where the focus is.
    pub async fn insert(&self, text: &str) -> Result {
        self.command("Input.insertText", json!({ "text": text })).await.map(|_| ())
    }

    /// The table as it is now.
    pub async fn table(&self) -> Result<Table> {
        let value = self.eval("trial.table()").await?;
        ensure!(!value.is_null(), "there is no table here");
        Ok(Table::read(&value))
    }

    /// What changes with every touch that counts.
    pub async fn mark(&self) -> Result<String> {
        Ok(self.eval("trial.mark()").await?.as_str().unwrap_or_default().to_string())
    }

    /// The table once somebody is asked or the game is over, and not as it was at `mark`.
    pub async fn next(&self, mark: &str) -> Result<Table> {
        let value = self
            .wait("a person is asked or the game is over", &format!("trial.next({})", quoted(mark)))
            .await?;
        Ok(Table::read(&value))
    }

    /// Touches something of the table with a finger, and waits for what comes of it.
    pub async fn tap_spot(&self, name: &str) -> Result<Table> {
        let mark = self.mark().await?;
        self.tap(&spot(name)).await?;
        self.next(&mark).await.during(format!("after a tap on {name}"))
    }

    /// Clicks what a step needs, one after the other.
    pub async fn play(&self, step: &str) -> Result<Table> {
        let table = self.table().await?;
        let touches = table.game()?.touches(step).during(format!("looking how to play {step}"))?;
        let mut after = table;
        for name in &touches.path {
            ensure!(
                after.lit.iter().any(|lit| **lit == **name),
                "{name} is not lit, but {step} needs it; lit are {:?}",
                after.lit
            );
            let mark = self.mark().await?;
            self.click(&spot(name)).await?;
            after = self.next(&mark).await.during(format!("after a click on {name}"))?;
        }
        Ok(after)
    }
}

/// Where something of the table is found.
pub fn spot(name: &str) -> String {
    format!(".table [data-spot=\"{name}\"]")
}
