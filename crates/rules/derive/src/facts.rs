//! Facts: what a condition may ask.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Result};

use crate::attributes::{Arguments, payload, sentence, snake_case, variants};

/// The items of an enum of facts.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let (name, vis) = (&input.ident, &input.vis);
    let (mut names, mut infos, mut measures, mut ranges) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut given, mut firsts) = (Vec::new(), Vec::new());
    for variant in variants(input)? {
        let ident = &variant.ident;
        let fact = Arguments::of(&variant.attrs, "fact", &["of_maximum", "flag", "range"])?;
        let word = fact.text_or(|| snake_case(ident));
        let measure = match (fact.has("of_maximum"), fact.has("flag")) {
            (true, _) => quote!(::fray_kit::tactics::when::Measure::OfMaximum),
            (_, true) => quote!(::fray_kit::tactics::when::Measure::Flag),
            _ => quote!(::fray_kit::tactics::when::Measure::Number),
        };
        let range = match fact.value("range") {
            Some(range) => quote!(::fray_kit::tactics::range::Range::from(#range)),
            None => quote!(::fray_kit::declare::facts::default_range(#measure)),
        };
        let sentence = sentence(&variant.attrs);
        let about = payload(variant)?;
        let pattern = about.map_or_else(|| quote!(Self::#ident), |_| quote!(Self::#ident(_)));
        let words = about.map_or_else(
            || quote!(&[]),
            |about| quote!(<#about as ::fray_kit::declare::facts::AskedAbout>::SHOWN),
        );
        given.extend(about.map(|about| {
            quote! {
                #word => <#about as ::fray_kit::declare::facts::AskedAbout>::given(name).map(Self::#ident)
            }
        }));
        names.push(match about {
            None => quote!(all.push((#word, #name::#ident))),
            Some(_) => quote!(all.extend(::fray_kit::declare::facts::asked_about(#word, #name::#ident))),
        });
        infos.push(quote! {
            ::fray_kit::declare::facts::FactInfo {
                name: #word, words: #words, measure: #measure, sentence: #sentence,
            }
        });
        firsts.push(quote!(#pattern => #word));
        measures.push(quote!(#pattern => #measure));
        ranges.push(quote!(#pattern => #range));
    }
    Ok(quote! {
        impl #name {
            /// The list for designers.
            #vis const INFO: &'static [::fray_kit::declare::facts::FactInfo] = &[#(#infos),*];

            /// Every fact with its name in a condition.
            #[must_use]
            #vis fn all() -> &'static [(&'static str, Self)] {
                static ALL: ::std::sync::LazyLock<Vec<(&'static str, #name)>> = ::std::sync::LazyLock::new(|| {
                    let mut all = Vec::new();
                    #(#names;)*
                    all
                });
                &ALL
            }

            /// How it is compared.
            #[must_use]
            #vis fn measure(self) -> ::fray_kit::tactics::when::Measure {
                match self { #(#measures,)* }
            }

            /// The values that it can have, whatever the scenario and wherever the condition stands.
            #[must_use]
            #vis fn range(self) -> ::fray_kit::tactics::range::Range {
                match self { #(#ranges,)* }
            }
        }

        impl ::fray_kit::declare::facts::FactList for #name {
            const INFO: &'static [::fray_kit::declare::facts::FactInfo] = Self::INFO;

            fn all() -> &'static [(&'static str, Self)] {
                Self::all()
            }

            fn word(self) -> &'static str {
                match self { #(#firsts,)* }
            }

            fn given(fact: &str, name: ::fray_kit::declare::facts::GivenName) -> Option<Self> {
                let _ = name;
                match fact {
                    #(#given,)*
                    _ => None,
                }
            }

            fn measure(self) -> ::fray_kit::tactics::when::Measure {
                Self::measure(self)
            }

            fn range(self) -> ::fray_kit::tactics::range::Range {
                Self::range(self)
            }
        }
    })
}
