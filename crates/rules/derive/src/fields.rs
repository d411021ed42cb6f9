//! The fields of a table of a scenario file: their keys, how they are read, and their part of the list.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Error, Field, LitStr, Result, Token, Type};

use crate::attributes::{Arguments, sentence};

/// A field that a key of the file fills.
pub(crate) struct KeyField<'a> {
    /// Its name.
    pub(crate) ident: &'a Ident,
    ty: &'a Type,
    /// Its key, as a literal.
    pub(crate) key: TokenStream,
    rule: LitStr,
    sentence: String,
    /// The type that reads it.
    pub(crate) reader: TokenStream,
    default: Option<TokenStream>,
    computed: Option<TokenStream>,
    required: bool,
}

impl<'a> KeyField<'a> {
    /// The fields of a struct or a variant.
    ///
    /// # Errors
    /// If one has no `#[key("rule")]`, or one that cannot be read.
    pub(crate) fn all(fields: &'a Punctuated<Field, Token![,]>) -> Result<Vec<Self>> {
        fields.iter().map(Self::of).collect()
    }

    fn of(field: &'a Field) -> Result<Self> {
        let expected = || Error::new_spanned(field, "expected a named field with `#[key(\"its rule\")]`");
        let ident = field.ident.as_ref().ok_or_else(expected)?;
        let known = ["reads", "default", "computed", "required", "key"];
        let key = Arguments::of(&field.attrs, "key", &known)?;
        Ok(Self {
            ident,
            ty: &field.ty,
            key: key.value("key").cloned().unwrap_or_else(|| ident.to_string().into_token_stream()),
            rule: key.text.clone().ok_or_else(expected)?,
            sentence: sentence(&field.attrs),
            reader: key.value("reads").cloned().unwrap_or_else(|| field.ty.to_token_stream()),
            default: key.value("default").cloned(),
            computed: key.value("computed").cloned(),
            required: key.has("required"),
        })
    }

    /// Its entry in the list of keys.
    fn info(&self) -> TokenStream {
        let Self { key, rule, sentence, reader, required, .. } = self;
        let default = self.default_of_file();
        quote! {
            ::fray_kit::sheet::declare::KeyInfo {
                key: #key,
                rule: #rule,
                sentence: #sentence,
                shape: <#reader as ::fray_kit::sheet::declare::Read>::shape,
                default: #default,
                required: #required,
            }
        }
    }

    /// Its default as it would stand in a file, as an `Option`.
    pub(crate) fn default_of_file(&self) -> TokenStream {
        self.default.as_ref().map_or_else(|| quote!(None), |default| quote!(Some(#default)))
    }

    /// A statement that reads it from `fields` into an `Option` of its name.
    pub(crate) fn read(&self) -> TokenStream {
        let Self { ident, ty, key, reader, .. } = self;
        let default = self.default_of_file();
        let value = if let Some(computed) = &self.computed {
            quote! {
                match fields.may::<#reader>(#key) {
                    Some(Some(given)) => Some(::fray_kit::sheet::record::fill::<_, #ty>(given)),
                    Some(None) => #computed,
                    None => None,
                }
            }
        } else if self.default.is_some() || self.required {
            quote! {
                fields.need::<#reader>(#key, #default).map(
                    <#ty as ::fray_kit::sheet::record::Fill<<#reader as ::fray_kit::sheet::declare::Read>::Out>>::fill,
                )
            }
        } else {
            quote!(fields.may::<#reader>(#key).map(|read| read.map(::fray_kit::sheet::record::fill)))
        };
        quote!(let #ident = #value;)
    }
}

/// The declaration of a table with these fields.
pub(crate) fn info(noun: &TokenStream, sentence: &str, fields: &[KeyField<'_>]) -> TokenStream {
    let keys = fields.iter().map(KeyField::info);
    quote! {
        ::fray_kit::sheet::declare::SheetInfo {
            noun: #noun,
            sentence: #sentence,
            keys: &[#(#keys),*],
            not_played: &[],
        }
    }
}
