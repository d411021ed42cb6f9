//! Clocks: moments of a unit that are counted by round and activation. The first is Exhaustion.

use core::fmt;

/// What a clock is: its name, its causes, one sentence.
#[derive(Clone, Copy, Debug)]
pub struct ClockInfo {
    /// The name in the column `clock`.
    pub name: &'static str,
    /// The words of the column `what`, in order.
    pub causes: &'static [&'static str],
    /// One sentence for the designer.
    pub sentence: &'static str,
}

/// The clocks of a system. Made by [`clocks!`](crate::clocks!). A value is a clock with its cause.
pub trait ClockSet: Copy + fmt::Debug + Send + Sync + 'static {
    /// All clocks, in the order of their declaration; the first is Exhaustion.
    const ALL: &'static [ClockInfo];
    /// The place of the clock in [`ALL`](ClockSet::ALL) and of the cause among its causes.
    fn place(self) -> (usize, usize);
}

/// Declares the clocks of a system, each with its causes. The first is Exhaustion. A clock without a list of
/// its own has the causes of a type that `words!` declares and that several clocks share.
#[macro_export]
macro_rules! clocks {
    ($(#[$outer:meta])* $vis:vis enum $set:ident {
        $(#[doc = $sentence:literal] $clock:ident($causes:ident) = $name:literal $({
            $(#[doc = $why:literal] $cause:ident = $word:literal,)*
        })? $(;)?)*
    }) => {
        $($(
            #[doc = $sentence]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
            #[repr(u8)]
            $vis enum $causes {
                $(#[doc = $why] $cause,)*
            }

            impl $causes {
                const WORDS: [&'static str; [$($word),*].len()] = [$($word),*];
            }
        )?)*

        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $set {
            $(#[doc = $sentence] $clock($causes),)*
        }

        impl $crate::clocks::ClockSet for $set {
            const ALL: &'static [$crate::clocks::ClockInfo] = &[
                $($crate::clocks::ClockInfo {
                    name: $name,
                    causes: &$causes::WORDS,
                    sentence: $crate::trimmed($sentence),
                }),*
            ];

            #[inline(always)]
            fn place(self) -> (usize, usize) {
                // Numbered in the order of declaration, as `ALL` is.
                #[allow(non_camel_case_types)]
                #[repr(usize)]
                enum Order { $($clock),* }
                match self { $(Self::$clock(cause) => (Order::$clock as usize, cause as usize),)* }
            }
        }
    };
}
