//! Clocks: moments of a unit that are counted by round and activation.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error, Result};

use crate::attributes::{Arguments, payload, sentence, snake_case, variants};

/// The items of an enum of clocks.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let (mut infos, mut places) = (Vec::new(), Vec::new());
    for (at, variant) in variants(input)?.iter().enumerate() {
        let ident = &variant.ident;
        let word = Arguments::of(&variant.attrs, "clock", &[])?.text_or(|| snake_case(ident));
        let causes = payload(variant)?
            .ok_or_else(|| Error::new_spanned(variant, "expected the type of its causes"))?;
        let sentence = sentence(&variant.attrs);
        infos.push(quote! {
            ::fray_engine::clocks::ClockInfo { name: #word, causes: &#causes::WORDS, sentence: #sentence }
        });
        places.push(quote!(Self::#ident(cause) => (#at, cause as usize)));
    }
    Ok(quote! {
        impl ::fray_engine::clocks::ClockSet for #name {
            const ALL: &'static [::fray_engine::clocks::ClockInfo] = &[#(#infos),*];

            #[inline(always)]
            fn place(self) -> (usize, usize) {
                match self { #(#places,)* }
            }
        }
    })
}
