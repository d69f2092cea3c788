//! SVG icons. Hidden from screen readers: each button also has a label.

use crate::view::{View, view};

/// An icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Icon {
    Undo,
    Redo,
    Plus,
    Minus,
    TakeBack,
    Hint,
    Flag,
    Turn,
    Sound,
    Silence,
    Settings,
    Again,
    First,
    Before,
    After,
    Last,
    Play,
    Pause,
    Share,
    Close,
    Computer,
    Person,
    Stop,
    Hands,
    Done,
}

impl Icon {
    /// Path data, in a 24 × 24 view box.
    fn path(self) -> &'static str {
        match self {
            Icon::Undo => "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
            Icon::Redo => "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
            Icon::Plus => "M5 12h14M12 5v14",
            Icon::Minus => "M5 12h14",
            Icon::TakeBack => "M11 17l-5-5 5-5M18 17l-5-5 5-5",
            Icon::Hint => {
                "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.5 1.1 1.3 1.1 2.2h5c0-.9.4-1.7 1.1-2.2A6 6 0 0 0 12 3z"
            }
            Icon::Flag => "M5 21V4M5 4c4-2 7 2 14 0v9c-7 2-10-2-14 0",
            Icon::Turn => {
                "M4 12a8 8 0 0 1 13.7-5.6L20 8M20 4v4h-4M20 12a8 8 0 0 1-13.7 5.6L4 16M4 20v-4h4"
            }
            Icon::Sound => "M4 10v4h3l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
            Icon::Silence => "M4 10v4h3l5 4V6l-5 4zM16 10l5 5M21 10l-5 5",
            Icon::Settings => {
                "M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
            }
            Icon::Again => "M20 12a8 8 0 1 1-2.3-5.6L20 8M20 4v4h-4",
            Icon::First => "M18 6l-6 6 6 6M7 6v12",
            Icon::Before => "M15 6l-6 6 6 6",
            Icon::After => "M9 6l6 6-6 6",
            Icon::Last => "M6 6l6 6-6 6M17 6v12",
            Icon::Play => "M8 5l11 7-11 7z",
            Icon::Pause => "M8 5v14M16 5v14",
            Icon::Share => "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
            Icon::Close => "M6 6l12 12M18 6L6 18",
            Icon::Computer => "M5 6h14v9H5zM9 19h6M12 15v4",
            Icon::Person => "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20a7 7 0 0 1 14 0",
            Icon::Stop => "M7 7h10v10H7z",
            Icon::Hands => "M5 9h14M5 15h14",
            Icon::Done => "M5 13l4 4 10-10",
        }
    }

    /// Whether the icon is mirrored in right-to-left languages.
    fn is_mirrored_in_rtl(self) -> bool {
        matches!(self, Icon::Undo | Icon::Redo | Icon::TakeBack)
    }
}

pub(crate) fn icon(icon: Icon) -> View {
    view! {
        <svg class="icon" class:reading=icon.is_mirrored_in_rtl() viewBox="0 0 24 24" aria-hidden="true">
            <path d=icon.path() />
        </svg>
    }
}
