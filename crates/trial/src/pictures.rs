//! `Easel`: reads and compares pictures on a canvas of Chromium, so that no image library is needed.

use std::path::Path;
use std::rc::Rc;

use serde_json::{Value, json};

use crate::browser::{Device, Tab};
use crate::failure::{Context, Result, ensure};
use crate::fixture::Fixture;

/// A tab that works on pictures.
pub(crate) struct Easel(Rc<Tab>);

impl Easel {
    pub(crate) async fn new(fixture: &Fixture) -> Result<Easel> {
        let tab = fixture.open(Device::DESKTOP).await?;
        tab.set_local_storage(&[]).await?;
        tab.eval(include_str!("pictures.js")).await?;
        Ok(Easel(tab))
    }

    /// Calls a function of pictures.js.
    pub(crate) async fn call(&self, function: &str, args: &Value) -> Result<Value> {
        self.0.eval(&format!("pictures.{function}(...{args})")).await
    }

    /// Scales a picture; returns WebP.
    pub(crate) async fn shrink(&self, png: &str, scale: f64) -> Result<Vec<u8>> {
        let made = self.call("shrink", &json!([data_url("png", png), scale])).await?;
        bytes_of(made.as_str().during("scaling a picture")?)
    }
}

pub(crate) fn data_url(kind: &str, base64: &str) -> String {
    format!("data:image/{kind};base64,{base64}")
}

/// Contents of a data URL.
pub(crate) fn bytes_of(url: &str) -> Result<Vec<u8>> {
    let (_, base64) = url.split_once(',').during("reading a picture")?;
    decode(base64)
}

/// Writes a picture in Base64 to a file.
pub(crate) fn write(folder: &Path, name: &str, base64: &str) -> Result {
    write_bytes(folder, name, &decode(base64)?)
}

pub(crate) fn write_bytes(folder: &Path, name: &str, bytes: &[u8]) -> Result {
    std::fs::create_dir_all(folder).during(format!("making {}", folder.display()))?;
    let file = folder.join(name);
    std::fs::write(&file, bytes).during(format!("writing {}", file.display()))
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - group.len()));
        for n in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * n) & 63) as usize];
            text.push(if n > group.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

fn decode(base64: &str) -> Result<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for sign in base64.bytes().filter(|sign| !b"=\r\n".contains(sign)) {
        let digit = DIGITS.iter().position(|digit| *digit == sign);
        ensure!(digit.is_some(), "no Base64: {sign}");
        bits = bits << 6 | digit.unwrap_or_default() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}
