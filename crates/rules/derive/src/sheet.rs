//! Structs of what a table of a scenario file gives, key by key.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Error, Result};

use crate::attributes::{Arguments, argument, fields, sentence};
use crate::fields::{KeyField, info};

/// The items of a struct of given values.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let (name, vis) = (&input.ident, &input.vis);
    let sheet = Arguments::of(&input.attrs, "sheet", &["not_played"])?;
    let noun = sheet.text.as_ref().ok_or_else(|| Error::new_spanned(name, "expected what it is called"))?;
    let fields = fields(input)?;
    let read_by = fields.iter().map(|field| argument(&field.ty)).collect::<Result<Vec<_>>>()?;
    let mut keys = KeyField::all(fields)?;
    for (key, reader) in keys.iter_mut().zip(read_by) {
        key.reader = reader.to_token_stream();
    }
    let info = info(&noun.to_token_stream(), &sentence(&input.attrs), &keys);
    let not_played = sheet.value("not_played").cloned().unwrap_or_else(|| quote!(&[]));
    let reads = keys.iter().map(|field| {
        let KeyField { ident, key, reader, .. } = field;
        let default = field.default_of_file();
        quote! {
            sheet.#ident = ::fray_kit::sheet::table::field::<#reader>(
                table, node.span, #key, #default, extent, place, problems,
            );
        }
    });
    Ok(quote! {
        impl #name {
            /// Its declaration.
            #vis const INFO: ::fray_kit::sheet::declare::SheetInfo =
                ::fray_kit::sheet::declare::SheetInfo { not_played: #not_played, ..#info };

            /// Reads a table that stands behind the key at the end of this path.
            #[allow(dead_code)]
            #vis fn of_value(
                node: &::fray_kit::sheet::node::Node,
                key: &str,
                problems: &mut ::fray_kit::sheet::problem::Problems,
            ) -> Option<Self> {
                use ::fray_kit::sheet::declare::{Extent, Place};
                let owner = ::fray_kit::sheet::table::owner_of(node, key, &Self::INFO, problems)?;
                Some(Self::read(node, Extent::Whole, None, Place { path: key, owner: &owner }, problems))
            }

            /// Reads a table. Problems are noted; what is legal is read all the same. Keys of `frame` are known but
            /// read elsewhere.
            #vis fn read(
                node: &::fray_kit::sheet::node::Node,
                extent: ::fray_kit::sheet::declare::Extent,
                frame: Option<&::fray_kit::sheet::declare::SheetInfo>,
                place: ::fray_kit::sheet::declare::Place<'_>,
                problems: &mut ::fray_kit::sheet::problem::Problems,
            ) -> Self {
                let mut sheet = Self::default();
                if let Some(table) =
                    ::fray_kit::sheet::table::open(node, &Self::INFO, extent, frame, place, problems)
                {
                    #(#reads)*
                }
                sheet
            }
        }
    })
}
