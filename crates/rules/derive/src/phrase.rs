//! Enums whose values are phrases of lines.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Result};

use crate::attributes::{Arguments, snake_case, variants};

/// The items of an enum of phrases.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let mut arms = Vec::new();
    for variant in variants(input)? {
        let ident = &variant.ident;
        let phrase =
            Arguments::of(&variant.attrs, "phrase", &[])?.text_or(|| snake_case(ident).replace('_', " "));
        arms.push(quote!(Self::#ident => #phrase));
    }
    Ok(quote! {
        impl<G> ::fray_kit::declare::events::Show<G> for #name {
            fn show(&self, _: &G, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(match self { #(#arms),* })
            }
        }
    })
}
