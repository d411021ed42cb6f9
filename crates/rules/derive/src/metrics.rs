//! Metrics: what a game counts, and what every game counts alike.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ItemEnum, Result, Variant, parse_quote};

use crate::attributes::{Arguments, sentence, snake_case};

/// The words and keys of the attribute of a metric.
const KNOWN: &[&str] = &["ratio", "value", "kind", "of_side", "of_fight", "sampled_only"];

/// The enum with the metrics of every game, and its items.
pub(crate) fn expand(arguments: TokenStream, mut input: ItemEnum) -> Result<TokenStream> {
    let units_die = syn::parse2::<Arguments>(arguments)?.checked(&["units_die"])?.has("units_die");
    let name = input.ident.clone();
    let own = core::mem::take(&mut input.variants);
    input.variants = shared_before().into_iter().chain(own).chain(shared_behind(&name)).collect();
    let (mut infos, mut values, mut sampled_only) = (Vec::new(), Vec::new(), Vec::new());
    for variant in &mut input.variants {
        let metric = Arguments::of(&variant.attrs, "metric", KNOWN)?;
        let is_of_deaths = variant.attrs.iter().any(|attribute| attribute.path().is_ident("of_deaths"));
        let (ident, text) = (&variant.ident, sentence(&variant.attrs));
        let word = metric.text_or(|| snake_case(ident));
        let mut kind = kind(&metric, variant)?;
        if is_of_deaths {
            kind = quote!(::fray_engine::metrics::of_deaths(#units_die, #kind));
        }
        let scope = match (metric.has("of_side"), metric.has("of_fight")) {
            (true, _) => quote!(Side),
            (_, true) => quote!(Fight),
            _ => quote!(Unit),
        };
        infos.push(quote! {
            ::fray_engine::metrics::MetricInfo {
                name: #word, kind: #kind, scope: ::fray_engine::metrics::Scope::#scope, sentence: #text,
            }
        });
        values.push(quote!(Self::#ident));
        sampled_only.push(metric.has("sampled_only"));
        variant.attrs.retain(|it| !it.path().is_ident("metric") && !it.path().is_ident("of_deaths"));
    }
    let n = values.len();
    Ok(quote! {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #input

        impl ::fray_engine::metrics::MetricSet for #name {
            const FELLED: Self = Self::Felled;
            const ALLY_DAMAGE: Self = Self::AllyDamage;
            const HEALING_GIVEN: Self = Self::HealingGiven;
            const HEALING_RECEIVED: Self = Self::HealingReceived;
            const IDLE: Self = Self::Idle;
            const STANDING: Self = Self::Standing;
            const SURVIVED: Self = Self::Survived;
            const DROPPED: Self = Self::Dropped;
            const DIED: Self = Self::Died;

            const ALL: &'static [::fray_engine::metrics::MetricInfo] = {
                #[allow(unused_imports)]
                use ::fray_engine::metrics::Kind;
                &[#(#infos),*]
            };

            const VALUES: &'static [Self] = &[#(#values),*];

            const SAMPLED_ONLY: &'static [bool] = &[#(#sampled_only),*];

            type Each<T: Clone + ::core::fmt::Debug + Send> = [T; #n];

            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }

            fn each<T: Clone + ::core::fmt::Debug + Send>(make: impl FnMut(usize) -> T) -> Self::Each<T> {
                ::core::array::from_fn(make)
            }
        }
    })
}

/// The code for the kind of a metric.
fn kind(metric: &Arguments, variant: &Variant) -> Result<TokenStream> {
    match (metric.has("ratio"), metric.has("value"), metric.value("kind")) {
        (false, false, None) => Ok(quote!(::fray_engine::metrics::Kind::Count)),
        (true, false, None) => Ok(quote!(::fray_engine::metrics::Kind::Ratio)),
        (false, true, None) => Ok(quote!(::fray_engine::metrics::Kind::Value)),
        (false, false, Some(kind)) => Ok(kind.clone()),
        _ => Err(Error::new_spanned(variant, "a metric has one kind")),
    }
}

/// The counts of every game, which stand before its own.
fn shared_before() -> Vec<Variant> {
    vec![
        parse_quote! {
            /// Units of other sides that it put out of the fight.
            Felled
        },
        parse_quote! {
            /// Health that it took off units of its own side, itself included; part of no share of damage.
            AllyDamage
        },
        parse_quote! {
            /// Health that it gave back to units.
            HealingGiven
        },
        parse_quote! {
            /// Health that was given back to it.
            HealingReceived
        },
    ]
}

/// The metrics that every game has behind its own.
fn shared_behind(set: &syn::Ident) -> Vec<Variant> {
    vec![
        parse_quote! {
            /// Turns in which it could act and achieved nothing, of those it had.
            #[metric(ratio)]
            Idle
        },
        parse_quote! {
            /// Fights at whose end it takes part.
            #[metric(kind = Kind::Flag)]
            Standing
        },
        parse_quote! {
            /// Fights at whose end it is not dead.
            #[metric(kind = Kind::Flag)]
            #[of_deaths]
            Survived
        },
        parse_quote! {
            /// Fights in which it was put out of the fight at least once.
            #[metric(kind = Kind::Flag)]
            Dropped
        },
        parse_quote! {
            /// Fights at whose end it is dead.
            #[metric(kind = Kind::Flag)]
            #[of_deaths]
            Died
        },
        parse_quote! {
            /// Fights in which at least one unit of the side was put out of the fight.
            #[metric(kind = Kind::Any { of: #set::Dropped as usize })]
            AnyDropped
        },
        parse_quote! {
            /// Fights at whose end at least one unit of the side is dead.
            #[metric(kind = Kind::Any { of: #set::Died as usize })]
            #[of_deaths]
            AnyDied
        },
        parse_quote! {
            /// Units of the side that were put out of the fight, each once.
            #[metric(kind = Kind::Number { of: #set::Dropped as usize })]
            NDropped
        },
        parse_quote! {
            /// Units of the side that are dead at the end of the fight.
            #[metric(kind = Kind::Number { of: #set::Died as usize })]
            #[of_deaths]
            NDied
        },
        parse_quote! {
            /// Fights in whose last whole round nobody acted to effect.
            #[metric(kind = Kind::Stalled)]
            Stalled
        },
        parse_quote! {
            /// Fights that the side won, of those in which it acted first.
            #[metric(kind = Kind::WonFirst)]
            WonFirst
        },
    ]
}
