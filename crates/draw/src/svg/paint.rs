//! The colours of a picture: warm paper, quiet ink, one accent, and what pieces are painted with.

use mohreh_games::Seat;
use mohreh_games::show::Colour;

pub(super) const PAPER: &str = "#f5f0e6";
/// Where something lay on the paper.
pub(super) const IMPRINT: &str = "#ece4d5";
pub(super) const LINE: &str = "#c6baa3";
/// Coordinates and the signs beside the board.
pub(super) const QUIET: &str = "#8a806f";
pub(super) const TEXT: &str = "#423d35";
/// Rings that make up the board.
pub(super) const SLATE: &str = "#4b5662";
pub(super) const SLATE_EDGE: &str = "#343d47";
/// Cells and what is drawn on them.
pub(super) const CELL: &str = "#ebe3d3";
pub(super) const FIGURE: &str = "#6d6558";
pub(super) const IVORY: &str = "#fffcf5";
/// Turquoise.
pub(super) const ACCENT: &str = "#0d9f97";

/// What one colour of pieces is painted with.
pub(super) struct Paint {
    /// For ids.
    pub(super) name: &'static str,
    /// The side that looks up.
    pub(super) face: &'static str,
    /// What is seen of the rim, below the face.
    pub(super) side: &'static str,
    /// The thin outline that keeps equal pieces apart.
    pub(super) outline: &'static str,
    /// Signs on the face.
    pub(super) sign: &'static str,
    /// Highlight, body and shadow of a ball.
    pub(super) ball: [&'static str; 3],
}

const WHITE: Paint = Paint {
    name: "white",
    face: "#fdfbf5",
    side: "#d3cab8",
    outline: "#7c7364",
    sign: "#9a6420",
    ball: ["#ffffff", "#f1ebdf", "#a89e8c"],
};

const GREY: Paint = Paint {
    name: "grey",
    face: "#a4a8ac",
    side: "#7c8186",
    outline: "#5b5f64",
    sign: "#2c2c2c",
    ball: ["#c9cccf", "#8e9399", "#5a5f65"],
};

const BLACK: Paint = Paint {
    name: "black",
    face: "#2e3034",
    side: "#131416",
    outline: "#75797f",
    sign: "#ecb650",
    ball: ["#73767b", "#26272a", "#08090a"],
};

/// Two dark and two light ones, blue and lilac against ochre and brick: apart for every eye.
const SEATS: [Paint; Seat::MOST] = [
    Paint {
        name: "1",
        face: "#34679e",
        side: "#234a75",
        outline: "#16314f",
        sign: "#ffffff",
        ball: ["#8db4dc", "#34679e", "#1b3a5c"],
    },
    Paint {
        name: "2",
        face: "#e4b148",
        side: "#b98826",
        outline: "#7d5a14",
        sign: "#3a2b0c",
        ball: ["#fae3ae", "#e4b148", "#94701f"],
    },
    Paint {
        name: "3",
        face: "#ae4a32",
        side: "#7f3322",
        outline: "#561f13",
        sign: "#ffffff",
        ball: ["#e09b89", "#ae4a32", "#682b1c"],
    },
    Paint {
        name: "4",
        face: "#cdb9dc",
        side: "#a189b4",
        outline: "#685377",
        sign: "#33243f",
        ball: ["#f0e7f6", "#cdb9dc", "#826b95"],
    },
];

/// What pieces of this colour are painted with.
pub(super) fn paint(colour: Colour) -> &'static Paint {
    match colour {
        Colour::White => &WHITE,
        Colour::Grey => &GREY,
        Colour::Black => &BLACK,
        Colour::Of(seat) => &SEATS[seat.index()],
    }
}

/// The other side of a piece with two sides.
pub(super) fn other_side(colour: Colour) -> &'static str {
    match colour {
        Colour::White => BLACK.face,
        Colour::Black => WHITE.face,
        Colour::Grey | Colour::Of(_) => paint(colour).side,
    }
}
