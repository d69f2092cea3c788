//! [`Refusal`]: why a touch or a step is against the rules, as data. Each game has an enum of its reasons, its `Why`,
//! declared by `refusals!` with the message and the rules of each.

use alloc::vec::Vec;
use core::fmt::Display;

use crate::show::{Arg, Name, Prompt};

/// Why a touch or a step is against the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The sentence. The spots in its arguments are those that it points at.
    pub said: Prompt,
    /// The rules that say so: ids of `docs/rules`, separated by blanks.
    pub rules: &'static str,
}

impl Refusal {
    // Out of line, as the page has to be small.
    #[inline(never)]
    pub(crate) fn new(
        key: &'static str,
        rules: &'static str,
        args: Vec<(&'static str, Arg)>,
    ) -> Refusal {
        Refusal { said: Prompt { args, ..Prompt::new(key) }, rules }
    }

    /// The spots of a list that a sentence names, and whether there are more.
    #[must_use]
    pub fn listed(spots: &[Name]) -> (&[Name], bool) {
        if spots.len() > 4 { (&spots[..3], true) } else { (spots, false) }
    }

    /// What has to be done instead: the spots that the sentence lists.
    #[must_use]
    pub fn instead(&self) -> Vec<Name> {
        let lists = self.said.args.iter().filter_map(|(_, arg)| match arg {
            Arg::OneOf(spots) => Some(spots.as_slice()),
            _ => None,
        });
        lists.flatten().copied().collect()
    }

    /// What is in the way, if it is one thing: the spot `$by` of the sentence.
    #[must_use]
    pub fn cause(&self) -> Option<Name> {
        self.said.args.iter().find_map(|(name, arg)| match arg {
            Arg::Spot(spot) if *name == "by" => Some(*spot),
            _ => None,
        })
    }
}

impl<P: Display> From<Vec<P>> for Arg {
    fn from(points: Vec<P>) -> Arg {
        Arg::OneOf(points.into_iter().map(Name::of).collect())
    }
}

/// Declares the enum of the reasons of a game: for each its fields, which are the arguments of the message, the key of
/// the message, and the ids of the rules.
macro_rules! refusals {
    (
        $(#[$about:meta])*
        pub enum $Why:ident {
            $(
                $(#[$doc:meta])*
                $Variant:ident $({ $($field:ident: $Type:ty),* })? = $key:literal, $rules:literal;
            )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $Why {
            $(
                $(#[$doc])*
                $Variant $({ $(#[doc = concat!("`$", stringify!($field), "` of the message.")] $field: $Type),* })?,
            )*
        }

        impl $Why {
            /// Key and rules of every reason.
            pub(super) const ALL: &'static [(&'static str, &'static str)] = &[$(($key, $rules)),*];
        }

        impl From<$Why> for $crate::refusal::Refusal {
            fn from(why: $Why) -> $crate::refusal::Refusal {
                let (key, rules, args) = match why {
                    $(
                        $Why::$Variant $({ $($field),* })? => {
                            ($key, $rules, alloc::vec![$($((stringify!($field), $field.into())),*)?])
                        }
                    )*
                };
                $crate::refusal::Refusal::new(key, rules, args)
            }
        }
    };
}
pub(crate) use refusals;
