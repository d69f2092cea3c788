//! The engine's generator, for the tools of this crate.

pub use mohreh_engine::SplitMix64;
