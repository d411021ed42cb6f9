//! Structs that a table of a scenario file means.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Error, Result};

use crate::attributes::{Arguments, fields, sentence};
use crate::fields::{KeyField, info};

/// The items of a struct of keys.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let (name, vis) = (&input.ident, &input.vis);
    let noun = Arguments::of(&input.attrs, "record", &[])?.text;
    let noun =
        noun.ok_or_else(|| Error::new_spanned(name, "expected what it is called"))?.into_token_stream();
    let fields = KeyField::all(fields(input)?)?;
    let info = info(&noun, &sentence(&input.attrs), &fields);
    let reads = fields.iter().map(KeyField::read);
    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    Ok(quote! {
        impl #name {
            /// Its declaration.
            #vis const INFO: ::fray_kit::sheet::declare::SheetInfo = #info;

            /// Reads a table, or the part of one that a block has. `None` if a field is wrong, which was noted,
            /// or is missing and has no default.
            #vis fn read_table(
                node: &::fray_kit::sheet::node::Node,
                extent: ::fray_kit::sheet::declare::Extent,
                place: ::fray_kit::sheet::declare::Place<'_>,
                problems: &mut ::fray_kit::sheet::problem::Problems,
            ) -> Option<Self> {
                #[allow(unused_mut, reason = "a table may have no fields")]
                let mut fields =
                    ::fray_kit::sheet::record::Fields::open(node, &Self::INFO, extent, place, problems)?;
                #(#reads)*
                Some(Self { #(#idents: #idents?),* })
            }
        }

        impl ::fray_kit::sheet::declare::Read for #name {
            type Out = Self;

            fn shape() -> ::fray_kit::sheet::declare::Shape {
                ::fray_kit::sheet::declare::Shape::Table(&Self::INFO)
            }

            fn read(
                node: &::fray_kit::sheet::node::Node,
                key: &str,
                problems: &mut ::fray_kit::sheet::problem::Problems,
            ) -> Option<Self> {
                use ::fray_kit::sheet::declare::{Extent, Place};
                let owner = ::fray_kit::sheet::table::owner_of(node, key, &Self::INFO, problems)?;
                Self::read_table(node, Extent::Whole, Place { path: key, owner: &owner }, problems)
            }
        }
    })
}
