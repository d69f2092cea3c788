//! What stands around a board so that its spots can be named: letters and numbers where the rows
//! are straight, the first and last name of each column where they bend.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::order::arrange;
use mohreh_games::show::Spot;

/// A text beside a spot, outside the board.
pub(crate) struct Edge {
    pub(crate) text: String,
    /// Index of the spot that it stands beside.
    pub(crate) spot: usize,
    /// From the spot towards the text, 1 long.
    pub(crate) toward: (f32, f32),
}

const DOWN: (f32, f32) = (0.0, 1.0);
const UP: (f32, f32) = (0.0, -1.0);

/// Coordinates are made of few additions and products, so equal ones differ by less.
pub(crate) const NEARLY: f32 = 0.01;

/// The texts around the board; none if the names are no coordinates in upright columns, so that
/// each spot must carry its own.
pub(crate) fn edges(spots: &[Spot]) -> Option<Vec<Edge>> {
    let named: Vec<(&str, u32)> =
        spots.iter().map(|spot| column_and_row(&spot.name)).collect::<Option<_>>()?;
    let mut columns: Vec<&str> = named.iter().map(|(column, _)| *column).collect();
    arrange(&mut columns, Ord::cmp);
    columns.dedup();
    let mut rows: Vec<u32> = named.iter().map(|(_, row)| *row).collect();
    arrange(&mut rows, u32::cmp);
    rows.dedup();

    let row_direction = straight_rows(spots, &named, &rows);
    let mut edges = Vec::new();
    for column in columns {
        let mut members: Vec<usize> = (0..spots.len()).filter(|&i| named[i].0 == column).collect();
        arrange(&mut members, |&a, &b| spots[a].y.total_cmp(&spots[b].y));
        let (&head, &foot) = (members.first()?, members.last()?);
        if members.iter().any(|&i| (spots[i].x - spots[foot].x).abs() > NEARLY) {
            return None;
        }
        if row_direction.is_some() {
            edges.push(Edge { text: column.to_string(), spot: foot, toward: DOWN });
        } else {
            edges.push(Edge { text: spots[foot].name.to_string(), spot: foot, toward: DOWN });
            if head != foot {
                edges.push(Edge { text: spots[head].name.to_string(), spot: head, toward: UP });
            }
        }
    }
    if let Some((dx, dy)) = row_direction {
        for row in rows {
            let first = leftmost(spots, (0..spots.len()).filter(|&i| named[i].1 == row))?;
            edges.push(Edge { text: row.to_string(), spot: first, toward: (-dx, -dy) });
        }
    }
    Some(edges)
}

fn leftmost(spots: &[Spot], among: impl Iterator<Item = usize>) -> Option<usize> {
    among.min_by(|&a, &b| spots[a].x.total_cmp(&spots[b].x))
}

/// The one direction of all rows, 1 long, to the right; none if there is no such direction.
fn straight_rows(spots: &[Spot], named: &[(&str, u32)], rows: &[u32]) -> Option<(f32, f32)> {
    let members = |row: u32| (0..spots.len()).filter(move |&i| named[i].1 == row);
    // Neighbours are 1 apart, so the shortest way within a row has the length that is wanted.
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
                (x * dy - y * dx).abs() < NEARLY
            })
        })
    });
    (straight && dx > NEARLY).then_some((dx, dy))
}

/// `d4` as its letter and number; none if it is no such name.
fn column_and_row(name: &str) -> Option<(&str, u32)> {
    let digits = name.find(|c: char| c.is_ascii_digit()).filter(|&at| at > 0)?;
    let (column, row) = name.split_at(digits);
    column.bytes().all(|b| b.is_ascii_alphabetic()).then_some(())?;
    row.parse().ok().map(|row| (column, row))
}

/// The length of a way; `core` has no square roots.
pub(crate) fn length(x: f32, y: f32) -> f32 {
    let square = x * x + y * y;
    let mut root = square.max(1.0);
    // Halves at first and then doubles its digits; boards are small.
    for _ in 0..16 {
        root = (root + square / root) / 2.0;
    }
    root
}
