//! Decisions: what the rules leave open, with the choices that answer it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Error, Result};

use crate::attributes::{Arguments, Condition, need, payload, sentence, snake_case, subject, variants};

/// The items of an enum of choices.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let (name, vis) = (&input.ident, &input.vis);
    let decision = Arguments::of(&input.attrs, "decision", &["of", "key"])?;
    let id = decision.text.as_ref().ok_or_else(|| Error::new_spanned(name, "expected the ledger's name"))?;
    let subject = subject(&decision);
    let key = decision.value("key").cloned().unwrap_or_else(|| snake_case(name).into_token_stream());
    let text = sentence(&input.attrs);
    let law = Condition::of(&input.attrs)?;
    let decision_need = need(law.as_ref());
    let is_unmet = law.map(|(Condition { holds, .. }, _)| {
        quote! {
            let is_met: fn(&#subject) -> bool = #holds;
            if place > 0 && !is_met(of) {
                return Self::INFO.need.and_then(unmet);
            }
        }
    });
    let (mut infos, mut makes, mut places, mut lacks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (at, variant) in variants(input)?.iter().enumerate() {
        let ident = &variant.ident;
        let choice = Arguments::of(&variant.attrs, "choice", &["takes"])?;
        let word = choice.text_or(|| snake_case(ident));
        let takes = choice.value("takes").cloned();
        let takes = takes.unwrap_or_else(|| quote!(::fray_kit::declare::tactics::Takes::Nothing));
        let sentence = sentence(&variant.attrs);
        let law = Condition::of(&variant.attrs)?;
        let need = need(law.as_ref());
        infos.push(quote! {
            ::fray_kit::declare::tactics::ChoiceInfo {
                name: #word, takes: #takes, sentence: #sentence, need: #need,
            }
        });
        makes.push(match payload(variant)? {
            None => quote!(|_| Self::#ident),
            Some(argument) => {
                quote!(|argument| Self::#ident(<#argument as ::fray_kit::declare::tactics::Argument>::of(argument)))
            }
        });
        places.push(quote!(Self::#ident { .. } => #at));
        lacks.extend(law.map(|(Condition { holds, .. }, _)| {
            quote! {
                Self::#ident { .. } => {
                    let is_met: fn(&#subject, Self) -> bool = #holds;
                    if is_met(of, self) { None } else { choice.need.and_then(unmet) }
                }
            }
        }));
    }
    Ok(quote! {
        impl Default for #name {
            #[inline(always)]
            fn default() -> Self {
                <Self as ::fray_kit::declare::tactics::Decision>::make(0, 0)
            }
        }

        impl ::fray_kit::declare::tactics::Decision for #name {
            const INFO: ::fray_kit::declare::tactics::DecisionInfo = ::fray_kit::declare::tactics::DecisionInfo {
                key: #key,
                id: #id,
                sentence: #text,
                need: #decision_need,
                choices: &[#(#infos),*],
            };

            #[inline(always)]
            fn make(choice: usize, argument: i32) -> Self {
                let all: &[fn(i32) -> Self] = &[#(#makes),*];
                all[choice](argument)
            }
        }

        impl #name {
            /// Returns what this choice lacks.
            #vis fn unmet(self, of: &#subject) -> Option<::fray_kit::declare::tactics::Unmet> {
                use ::fray_kit::declare::tactics::{Decision as _, Unmet};
                let place: usize = match self { #(#places,)* };
                let choice = &Self::INFO.choices[place];
                let unmet = |need| Some(Unmet { key: Self::INFO.key, choice: choice.name, need });
                let _ = (of, &unmet);
                #is_unmet
                #[allow(unreachable_patterns)]
                match self {
                    #(#lacks)*
                    _ => None,
                }
            }
        }
    })
}
