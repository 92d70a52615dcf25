#![doc = include_str!("../README.md")]

mod area;
mod area_error;
mod area_map;
mod corner;
mod cube;
mod edge;
mod grid;
mod hex;
mod line;
mod line_book;
mod numbering;
mod printed;
mod reach;
mod side;
mod sight;
mod sixth;
mod touch;

pub use area::{AreaId, Neighbour};
pub use area_error::AreaError;
pub use area_map::AreaMap;
pub use corner::Corner;
pub use cube::Cube;
pub use edge::Edge;
pub use grid::Grid;
pub use hex::Hex;
pub use line::{Line, LineCell, line};
pub use line_book::LineBook;
pub use numbering::{
    Digits, FlatEvenLow, FlatOddLow, Numbering, PointyEvenRight, PointyOddRight, Rows, Shoved, Top,
};
pub use printed::NotAHexNumber;
pub use reach::{Reach, Reached};
pub use side::Side;
pub use sight::{Ends, Sight, sight};
pub use touch::{Touch, touch};
