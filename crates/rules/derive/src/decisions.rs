//! The decisions of a unit or a side: a plan for each.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Error, Field, Result};

use crate::attributes::{Arguments, argument, attribute, fields, sentence, subject};

/// The items of a struct of plans.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let (name, vis) = (&input.ident, &input.vis);
    let set = Arguments::of(&input.attrs, "decisions", &["of", "asking"])?;
    let (subject, fact) = (subject(&set), set.required("asking", name)?);
    let (mut infos, mut defaults, mut reads) = (Vec::new(), Vec::new(), Vec::new());
    let (mut plans, mut types, mut untargeted) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields(input)? {
        let Some(ident) = &field.ident else { continue };
        if attribute(&field.attrs, "number").is_some() {
            let Number { key, id, sentence, default, takes } = Number::of(field)?;
            let ty = &field.ty;
            infos.push(quote! {
                ::fray_kit::declare::tactics::DecisionInfo {
                    key: #key,
                    id: #id,
                    sentence: #sentence,
                    need: None,
                    choices: &[::fray_kit::declare::tactics::ChoiceInfo {
                        name: "a number", takes: #takes, sentence: "This much.", need: None,
                    }],
                }
            });
            defaults.push(quote!(#ident: #default));
            reads.push(quote! {
                #ident: reader
                    .number(#key, #takes)
                    .map_or(#default, <#ty as ::fray_kit::declare::tactics::Argument>::of)
            });
            continue;
        }
        let choice = argument(&field.ty)?;
        let key = quote!(<#choice as ::fray_kit::declare::tactics::Decision>::INFO.key);
        infos.push(quote!(<#choice as ::fray_kit::declare::tactics::Decision>::INFO));
        defaults.push(quote!(#ident: Default::default()));
        reads.push(quote!(#ident: reader.plan::<#choice, #fact>()));
        if attribute(&field.attrs, "untargeted").is_some() {
            untargeted.push(key.clone());
        }
        types.push(key);
        plans.push(ident);
    }
    let n = infos.len();
    Ok(quote! {
        impl Default for #name {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }

        impl #name {
            /// Its decisions, in the order of their declaration.
            #vis const DECISIONS: [::fray_kit::declare::tactics::DecisionInfo; #n] = [#(#infos),*];

            /// The keys of its decisions.
            #vis const KEYS: &[&str] = &[#(#types),*];

            /// The keys of the decisions that are made before a target is known.
            #vis const UNTARGETED: &[&str] = &[#(#untargeted),*];

            /// Reads its decisions in a table `tactics`.
            #vis fn read(
                table: &::fray_kit::sheet::node::Table,
                chooser: ::fray_kit::sheet::plan::Chooser<'_>,
                problems: &mut ::fray_kit::sheet::problem::Problems,
            ) -> Self {
                let mut reader = ::fray_kit::sheet::plan::PlanReader { table, chooser, problems };
                Self { #(#reads),* }
            }

            /// The terms of all conditions.
            #vis fn terms(&self) -> Vec<&::fray_kit::tactics::when::Term<#fact>> {
                let mut terms = Vec::new();
                #(terms.extend(self.#plans.terms());)*
                terms
            }

            /// The tactics whose needs are not met.
            #vis fn unmet(&self, of: &#subject) -> Vec<::fray_kit::declare::tactics::Unmet> {
                let mut unmet = Vec::new();
                #(unmet.extend(self.#plans.entries.iter().filter_map(|entry| entry.what.unmet(of)));)*
                unmet
            }
        }
    })
}

/// A number that no condition chooses.
struct Number {
    key: TokenStream,
    id: TokenStream,
    sentence: String,
    default: TokenStream,
    takes: TokenStream,
}

impl Number {
    fn of(field: &Field) -> Result<Self> {
        let number = Arguments::of(&field.attrs, "number", &["default", "takes", "key"])?;
        let named = || field.ident.as_ref().map(ToString::to_string).unwrap_or_default().into_token_stream();
        let id =
            number.text.as_ref().ok_or_else(|| Error::new_spanned(field, "expected the ledger's name"))?;
        Ok(Self {
            key: number.value("key").cloned().unwrap_or_else(named),
            id: id.into_token_stream(),
            sentence: sentence(&field.attrs),
            default: number.required("default", field)?.clone(),
            takes: number.required("takes", field)?.clone(),
        })
    }
}
