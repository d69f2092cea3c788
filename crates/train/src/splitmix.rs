//! The engine's generator, for the tools of this crate.

pub(crate) use mohreh_engine::SplitMix64;
