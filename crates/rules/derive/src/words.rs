//! Enums whose values are words of scenario files.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Result};

use crate::attributes::{Arguments, snake_case, variants};

/// The items of an enum of words.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let (name, vis) = (&input.ident, &input.vis);
    let (mut values, mut words) = (Vec::new(), Vec::new());
    for variant in variants(input)? {
        let ident = &variant.ident;
        let word = Arguments::of(&variant.attrs, "word", &[])?.text_or(|| snake_case(ident));
        values.push(quote!(Self::#ident));
        words.push(word);
    }
    let n = words.len();
    Ok(quote! {
        impl #name {
            /// Every value, at the place of its word.
            #vis const ALL: [Self; #n] = [#(#values),*];
            /// The words of the file, at the places of their values.
            #vis const WORDS: [&'static str; #n] = [#(#words),*];
        }

        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(Self::WORDS[*self as usize])
            }
        }

        impl ::fray_kit::declare::rulings::RulingType for #name {
            const WORDS: &'static [&'static str] = &Self::WORDS;
            const RANGE: Option<(i64, i64)> = None;

            fn read(value: ::fray_kit::declare::rulings::RulingValue<'_>) -> Option<Self> {
                let ::fray_kit::declare::rulings::RulingValue::Word(word) = value else { return None };
                let place = Self::WORDS.iter().position(|known| *known == word)?;
                Some(Self::ALL[place])
            }

            fn show(self) -> String {
                Self::WORDS[self as usize].to_owned()
            }
        }

        impl ::fray_kit::declare::facts::AskedAbout for #name {
            const SHOWN: &'static [&'static str] = &Self::WORDS;

            fn named() -> Vec<(&'static str, Self)> {
                Self::WORDS.into_iter().zip(Self::ALL).collect()
            }
        }

        impl ::fray_kit::sheet::declare::Read for #name {
            type Out = Self;

            fn shape() -> ::fray_kit::sheet::declare::Shape {
                ::fray_kit::sheet::declare::Shape::Word(Self::WORDS.to_vec())
            }

            fn read(
                node: &::fray_kit::sheet::node::Node,
                key: &str,
                problems: &mut ::fray_kit::sheet::problem::Problems,
            ) -> Option<Self> {
                ::fray_kit::sheet::types::word(node, key, &Self::WORDS, problems).map(|place| Self::ALL[place])
            }
        }
    })
}
