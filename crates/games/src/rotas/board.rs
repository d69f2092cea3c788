//! The board (R2–R4): a grid of cells, each with a combination of dice. Built-in boards, and the
//! parser for custom ones.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::reason::Reason;
use crate::show::Figure;
use crate::text::{ParseError, column_and_row, write_point};

/// Maximum width and height (R4).
pub(super) const MAX_SIDE: usize = 12;
/// Cells of the largest board.
pub(super) const CELLS: usize = MAX_SIDE * MAX_SIDE;
/// Maximum height of a stack (R1).
pub(super) const CELL_CAPACITY: u8 = 5;
/// Pieces per player (R1).
pub(super) const PIECES: u8 = 15;
/// Length of a winning line of top pieces (R19).
pub(super) const LINE_LEN: usize = 4;
/// Number of five-alike cells that wins (R20).
pub(super) const FIVES_TO_WIN: usize = 3;

/// Built-in boards by name (R3), all of them reconstructions.
const NAMED: [(&str, &str); 3] = [
    ("six", "H,3,5,S,P1,4/S,H,P2,3,4,5/P3,5,4,H,S,3/3,S,H,4,5,P4/5,4,3,P5,H,S/4,P6,S,5,3,H"),
    ("six-b", "4,H,3,S,5,3/P1,S,5,P2,H,4/5,3,H,4,S,P3/P4,S,4,H,3,5/4,H,P5,5,S,P6/3,5,S,3,H,4"),
    ("small", "P1,5,P2,S,3/3,H,4,H,4/S,P3,5,P4,S/4,H,4,H,3/3,S,P5,5,P6"),
];

/// A cell by its name, such as `c4`. Not every board has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_point(f, self.column, self.row)
    }
}

impl FromStr for Cell {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Cell, ParseError> {
        column_and_row(text)
            .filter(|(column, row)| usize::from(*column.max(row)) < MAX_SIDE)
            .map(|(column, row)| Cell { column, row })
            .ok_or_else(|| ParseError::new(text, "rotas-wrong-cell"))
    }
}

/// A rectangular grid of cells, with holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    width: usize,
    /// Row-major, bottom row first; `None` is a hole.
    cells: Vec<Option<Figure>>,
}

impl Board {
    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Whether it is a built-in board; all of these are reconstructions (R3).
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.name().is_some()
    }

    fn name(&self) -> Option<&'static str> {
        let grid = self.grid();
        NAMED.iter().find(|(_, named)| *named == grid).map(|(name, _)| *name)
    }

    /// The grid as text, also of a built-in board.
    fn grid(&self) -> String {
        let row = |cells: &[Option<Figure>]| {
            cells.iter().map(|cell| token(*cell)).collect::<Vec<_>>().join(",")
        };
        self.cells.chunks(self.width).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// The combination of the cell with this index, row-major from the lower left; `None` for a
    /// hole.
    #[must_use]
    pub fn figure(&self, index: usize) -> Option<Figure> {
        self.cells.get(index).copied().flatten()
    }

    /// Indices of all cells except holes.
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|index| self.cells[*index].is_some())
    }

    /// The name of the cell with this index.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        Cell { column: (index % self.width) as u8, row: (index / self.width) as u8 }
    }

    /// The index of a cell; `None` off the board and for holes.
    #[must_use]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let (column, row) = (usize::from(cell.column), usize::from(cell.row));
        let index = row * self.width + column;
        (column < self.width && self.figure(index).is_some()).then_some(index)
    }

    /// Every line of four cells without a hole (R19).
    pub fn lines(&self) -> impl Iterator<Item = [usize; LINE_LEN]> {
        self.indices().flat_map(move |from| {
            [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().filter_map(move |by| self.line(from, by))
        })
    }

    fn line(&self, from: usize, (right, up): (isize, isize)) -> Option<[usize; LINE_LEN]> {
        let mut line = [from; LINE_LEN];
        let (column, row) = ((from % self.width) as isize, (from / self.width) as isize);
        for (n, place) in line.iter_mut().enumerate() {
            let column = column.checked_add(n as isize * right).filter(|c| *c >= 0)? as usize;
            *place = (row + n as isize * up) as usize * self.width + column;
            let on_board = column < self.width && self.figure(*place).is_some();
            on_board.then_some(())?;
        }
        Some(line)
    }

    /// The reason why `seats` players cannot use this board, if there is one (R4).
    pub(super) fn unfit_reason(&self, seats: usize) -> Option<Reason> {
        let fives = self.indices().filter(|n| self.figure(*n) == Some(Figure::Alike(5))).count();
        let room = self.indices().count() * usize::from(CELL_CAPACITY);
        let pieces = seats * usize::from(PIECES);
        if self.lines().next().is_none() {
            Some(Reason::new("rotas-wrong-no-line"))
        } else if fives < FIVES_TO_WIN {
            Some(Reason::new("rotas-wrong-fives").with("count", fives))
        } else if room < pieces {
            Some(
                Reason::new("rotas-wrong-room")
                    .with("room", room)
                    .with("seats", seats)
                    .with("pieces", pieces),
            )
        } else {
            None
        }
    }
}

fn token(cell: Option<Figure>) -> String {
    cell.map_or_else(|| ".".to_string(), |figure| figure.to_string())
}

fn read_token(text: &str) -> Result<Option<Figure>, ParseError> {
    Ok(Some(match text.as_bytes() {
        b"." => return Ok(None),
        b"H" => Figure::FullHouse,
        b"S" => Figure::Straight,
        [n @ b'3'..=b'5'] => Figure::Alike(n - b'0'),
        [b'P', n @ b'1'..=b'6'] => Figure::Pair(n - b'0'),
        [b'P', ..] => return Err(ParseError::new(text, "rotas-wrong-pair")),
        _ => return Err(ParseError::new(text, "rotas-wrong-figure")),
    }))
}

impl Default for Board {
    fn default() -> Board {
        // Parsing cannot fail: the text is a constant, and tests parse all three.
        read_grid(NAMED[0].1).unwrap_or(Board { width: 1, cells: Vec::new() })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => f.write_str(&self.grid()),
        }
    }
}

impl FromStr for Board {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Board, ParseError> {
        read_grid(NAMED.iter().find(|(name, _)| *name == text).map_or(text, |(_, grid)| grid))
    }
}

fn read_grid(text: &str) -> Result<Board, ParseError> {
    let too_large = || ParseError::new(text, "rotas-wrong-size");
    let mut rows: Vec<Vec<Option<Figure>>> = Vec::new();
    for row in text.split('/') {
        if rows.len() == MAX_SIDE {
            return Err(too_large());
        }
        let mut cells = Vec::new();
        for cell in row.split(',') {
            if cells.len() == MAX_SIDE {
                return Err(too_large());
            }
            cells.push(read_token(cell)?);
        }
        if let Some(first) = rows.first()
            && first.len() != cells.len()
        {
            let why = Reason::new("rotas-wrong-row").with("count", first.len());
            return Err(ParseError::new(row, why));
        }
        rows.push(cells);
    }
    let width = rows.first().map_or(1, Vec::len);
    Ok(Board { width, cells: rows.into_iter().rev().flatten().collect() })
}
