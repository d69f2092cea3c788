//! QR codes for links.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

/// Larger codes are hard to scan from a screen.
const MAX_VERSION: u8 = 10;

/// The side in modules, and the dark modules as an SVG path, one unit per module; `None` if the text is too long.
pub(crate) fn path(text: &str) -> Option<(usize, String)> {
    // Byte mode and a fixed level: choosing them would only make codes of links smaller by chance.
    let segments = [QrSegment::make_bytes(text.as_bytes())];
    let (level, min, max) = (QrCodeEcc::Medium, Version::MIN, Version::new(MAX_VERSION));
    let code = QrCode::encode_segments_advanced(&segments, level, min, max, None, false).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Some((code.size() as usize, path))
}

#[cfg(test)]
mod tests {
    use super::path;

    /// Whether a module of a path is dark.
    fn is_dark(path: &str, x: usize, y: usize) -> bool {
        path.contains(&format!("M{x} {y}h1v1h-1z"))
    }

    #[test]
    fn paths_have_finder_patterns_in_three_corners_and_none_in_the_fourth() {
        let link = "https://mohreh.example/fa/online/k3x7abcd#m4n5p6q7r8s9t2u3";
        for text in ["", link, "مهره", &"x".repeat(213)] {
            let (size, path) = path(text).unwrap();
            let is_finder = |left: usize, top: usize| {
                (0..7).all(|y: usize| {
                    (0..7).all(|x: usize| {
                        let ring = x.abs_diff(3).max(y.abs_diff(3));
                        is_dark(&path, left + x, top + y) == (ring != 2)
                    })
                })
            };
            assert!(is_finder(0, 0) && is_finder(size - 7, 0) && is_finder(0, size - 7), "{text}");
            assert!(!is_finder(size - 7, size - 7), "{text}");
        }
    }

    #[test]
    fn the_size_grows_with_the_text_up_to_version_10() {
        let size = |length: usize| path(&"x".repeat(length)).map(|(size, _)| size);
        assert_eq!([0, 14, 15, 213, 214].map(size), [Some(21), Some(21), Some(25), Some(57), None]);
    }
}
