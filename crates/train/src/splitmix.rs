//! The engine's generator, for the tools of this crate.

pub(crate) use mohreh_engine::SplitMix64;
pub(crate) use mohreh_engine::splitmix::splitmix64;
