//! Events of the play-by-play, with the lines that describe them.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{DeriveInput, Error, Expr, LitStr, Result, Token, Type};

use crate::attributes::{attribute, variants};

/// `of = Juso, juso`: the game, and what its lines call it.
struct Game {
    ty: Type,
    name: Ident,
}

impl Parse for Game {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let of: Ident = input.parse()?;
        if of != "of" {
            return Err(Error::new_spanned(of, "expected `of = ...`"));
        }
        input.parse::<Token![=]>()?;
        let ty = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(Self { ty, name: input.parse()? })
    }
}

/// A line: its condition, its format string, and what that needs beside the fields.
struct Line {
    condition: Option<Expr>,
    format: LitStr,
    names: Vec<Ident>,
    values: Vec<Expr>,
}

impl Parse for Line {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut condition = None;
        if input.peek(Token![if]) {
            input.parse::<Token![if]>()?;
            condition = Some(input.parse()?);
            input.parse::<Token![=>]>()?;
        }
        let format = input.parse()?;
        let (mut names, mut values) = (Vec::new(), Vec::new());
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            names.push(input.parse()?);
            input.parse::<Token![=]>()?;
            values.push(input.parse()?);
        }
        Ok(Self { condition, format, names, values })
    }
}

/// The items of an enum of events.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let (name, vis) = (&input.ident, &input.vis);
    let game = attribute(&input.attrs, "event")
        .ok_or_else(|| Error::new_spanned(name, "expected `#[event(...)]`"))?;
    let Game { ty, name: game } = game.parse_args()?;
    let mut arms = Vec::new();
    for variant in variants(input)? {
        let ident = &variant.ident;
        let fields: Vec<_> = variant.fields.iter().filter_map(|field| field.ident.as_ref()).collect();
        let pattern =
            if fields.is_empty() { quote!(Self::#ident) } else { quote!(Self::#ident { #(#fields),* }) };
        let mut lines = Vec::new();
        for line in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("line")) {
            let Line { condition, format, names, values } = line.parse_args()?;
            let beside = (!names.is_empty()).then(|| quote!(let beside = (#(#values,)*);));
            let named = (!names.is_empty()).then(|| quote!(let (#(#names,)*) = beside;));
            let write = quote! {
                #beside
                #(let #fields = ::fray_kit::declare::events::Shown { game: #game, value: #fields };)*
                #named
                return write!(line, #format);
            };
            lines.push(match condition {
                None => write,
                Some(condition) => quote!(if #condition { #write }),
            });
        }
        if lines.is_empty() {
            return Err(Error::new_spanned(variant, "expected its `#[line(...)]`"));
        }
        arms.push(quote!(#pattern => { #(#lines)* }));
    }
    Ok(quote! {
        impl #name {
            /// Writes the line of the event.
            ///
            /// # Errors
            /// Those of `line`.
            #[allow(unused_variables, clippy::needless_return, reason = "a line does not name every field")]
            #vis fn describe(&self, #game: &#ty, line: &mut dyn ::core::fmt::Write) -> ::core::fmt::Result {
                match *self {
                    #(#arms)*
                }
            }
        }
    })
}
