//! Coordinate labels around a board: letters and numbers where the rows are straight, the first and last name of each
//! column where they bend.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::sort::insertion_sort;
use mohreh_games::show::Spot;

/// A label outside the board, next to a spot.
pub(crate) struct CoordinateLabel {
    pub(crate) text: String,
    /// Index of the adjacent spot.
    pub(crate) spot: usize,
    /// Unit vector from the spot to the label.
    pub(crate) toward: (f32, f32),
}

const DOWN: (f32, f32) = (0.0, 1.0);
const UP: (f32, f32) = (0.0, -1.0);

/// Tolerance for comparing coordinates.
pub(crate) const EPSILON: f32 = 0.01;

/// The labels around the board; `None` if the names are not coordinates in vertical columns, so that each spot needs
/// its own label.
pub(crate) fn coordinate_labels(spots: &[Spot]) -> Option<Vec<CoordinateLabel>> {
    let named: Vec<(&str, u32)> =
        spots.iter().map(|spot| column_and_row(&spot.name)).collect::<Option<_>>()?;
    let mut columns: Vec<&str> = named.iter().map(|(column, _)| *column).collect();
    insertion_sort(&mut columns, Ord::cmp);
    columns.dedup();
    let mut rows: Vec<u32> = named.iter().map(|(_, row)| *row).collect();
    insertion_sort(&mut rows, u32::cmp);
    rows.dedup();

    let row_direction = straight_rows(spots, &named, &rows);
    let mut labels = Vec::new();
    for column in columns {
        let mut members: Vec<usize> = (0..spots.len()).filter(|&i| named[i].0 == column).collect();
        insertion_sort(&mut members, |&a, &b| spots[a].y.total_cmp(&spots[b].y));
        let (&head, &foot) = (members.first()?, members.last()?);
        if members.iter().any(|&i| (spots[i].x - spots[foot].x).abs() > EPSILON) {
            return None;
        }
        if row_direction.is_some() {
            labels.push(CoordinateLabel { text: column.to_string(), spot: foot, toward: DOWN });
        } else {
            labels.push(CoordinateLabel {
                text: spots[foot].name.to_string(),
                spot: foot,
                toward: DOWN,
            });
            if head != foot {
                labels.push(CoordinateLabel {
                    text: spots[head].name.to_string(),
                    spot: head,
                    toward: UP,
                });
            }
        }
    }
    if let Some((dx, dy)) = row_direction {
        for row in rows {
            let first = leftmost(spots, (0..spots.len()).filter(|&i| named[i].1 == row))?;
            labels.push(CoordinateLabel { text: row.to_string(), spot: first, toward: (-dx, -dy) });
        }
    }
    Some(labels)
}

fn leftmost(spots: &[Spot], among: impl Iterator<Item = usize>) -> Option<usize> {
    among.min_by(|&a, &b| spots[a].x.total_cmp(&spots[b].x))
}

/// Common direction of all rows as a unit vector to the right; `None` if the rows are not parallel lines.
fn straight_rows(spots: &[Spot], named: &[(&str, u32)], rows: &[u32]) -> Option<(f32, f32)> {
    let members = |row: u32| (0..spots.len()).filter(move |&i| named[i].1 == row);
    // Neighbours are 1 apart, so the shortest vector within a row is a unit vector.
    let mut direction: Option<(f32, f32)> = None;
    for &row in rows {
        let first = leftmost(spots, members(row))?;
        for other in members(row).filter(|&other| other != first) {
            let way = (spots[other].x - spots[first].x, spots[other].y - spots[first].y);
            if direction.is_none_or(|(dx, _)| way.0 < dx) {
                direction = Some(way);
            }
        }
    }
    let (dx, dy) = direction.unwrap_or((1.0, 0.0));
    let straight = rows.iter().all(|&row| {
        leftmost(spots, members(row)).is_some_and(|first| {
            members(row).all(|other| {
                let (x, y) = (spots[other].x - spots[first].x, spots[other].y - spots[first].y);
                (x * dy - y * dx).abs() < EPSILON
            })
        })
    });
    (straight && dx > EPSILON).then_some((dx, dy))
}

/// Splits `d4` into column and row; `None` for other names.
fn column_and_row(name: &str) -> Option<(&str, u32)> {
    let digits = name.find(|c: char| c.is_ascii_digit()).filter(|&at| at > 0)?;
    let (column, row) = name.split_at(digits);
    column.bytes().all(|b| b.is_ascii_alphabetic()).then_some(())?;
    row.parse().ok().map(|row| (column, row))
}

/// Length of a vector. `core` has no square root.
pub(crate) fn hypot(x: f32, y: f32) -> f32 {
    let square = x * x + y * y;
    let mut root = square.max(1.0);
    // Newton's method; 16 iterations suffice for the size of a board.
    for _ in 0..16 {
        root = (root + square / root) / 2.0;
    }
    root
}
