//! Rulings: the answers to the silences of a rules text.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Error, Path, Result};

use crate::attributes::{Arguments, Condition, attribute, fields, sentence};

/// The items of a struct of rulings.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let set = Arguments::of(&input.attrs, "rulings", &["of"])?;
    let setup = set.required("of", name)?;
    let (mut defaults, mut infos) = (Vec::new(), Vec::new());
    let (mut setters, mut shows, mut judges) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields(input)? {
        let Some(ident) = &field.ident else { continue };
        let ty = &field.ty;
        let ruling = Arguments::of(&field.attrs, "ruling", &["default", "key"])?;
        let rule = ruling.text.as_ref().ok_or_else(|| Error::new_spanned(field, "expected its rule"))?;
        let default = ruling.required("default", field)?;
        let key = ruling.value("key").cloned().unwrap_or_else(|| ident.to_string().into_token_stream());
        let sentence = sentence(&field.attrs);
        let matters = Condition::of(&field.attrs)?.map(|(condition, _)| condition);
        let needs = attribute(&field.attrs, "needs").map(|needs| needs.parse_args::<Path>()).transpose()?;
        let (need, judge) = match (&matters, &needs) {
            (Some(Condition { clause, holds }), None) => (
                quote!(Some(#clause)),
                quote! {{
                    let matters: fn(&#setup) -> bool = #holds;
                    matters(setup)
                }},
            ),
            (None, Some(needs)) => (quote!(Some(#needs.what)), quote!((#needs.holds)(setup))),
            (None, None) => (quote!(None), quote!(true)),
            (Some(_), Some(needs)) => return Err(Error::new_spanned(needs, "it has a condition of its own")),
        };
        defaults.push(quote!(#ident: #default));
        infos.push(quote! {
            ::fray_kit::declare::rulings::RulingInfo {
                default: || {
                    let default: #ty = #default;
                    ::fray_kit::declare::rulings::RulingType::show(default)
                },
                need: #need,
                ..::fray_kit::declare::rulings::RulingInfo::of::<#ty>(#key, #rule, #sentence)
            }
        });
        setters.push(quote!(#key => Some(::fray_kit::declare::rulings::set(&mut self.#ident, value))));
        shows.push(quote!(#key => Some(::fray_kit::declare::rulings::RulingType::show(self.#ident))));
        judges.push(quote!(#key => #judge));
    }
    Ok(quote! {
        impl Default for #name {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }

        impl #name {
            /// All keys, sorted by name within their rules, as declared.
            pub const ALL: &'static [::fray_kit::declare::rulings::RulingInfo] = &[#(#infos),*];

            /// Sets one key. `None` if there is no such key; `Some(false)` if the value is not legal, which leaves
            /// the ruling as it was.
            pub fn set(&mut self, key: &str, value: ::fray_kit::declare::rulings::RulingValue<'_>) -> Option<bool> {
                match key {
                    #(#setters,)*
                    _ => None,
                }
            }

            /// The value of one key as it would stand in a file.
            #[must_use]
            pub fn show(&self, key: &str) -> Option<String> {
                match key {
                    #(#shows,)*
                    _ => None,
                }
            }

            /// Returns whether another answer to this key can change a fight of the scenario.
            #[must_use]
            pub fn can_matter(key: &str, setup: &#setup) -> bool {
                let _ = setup;
                match key {
                    #(#judges,)*
                    _ => true,
                }
            }
        }
    })
}
