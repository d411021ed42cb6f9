//! Reading of attributes: sentences, names, and the arguments of a declaration.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Field, Fields, GenericArgument, LitStr, Meta, PathArguments,
    Result, Token, Type, Variant,
};

/// Returns the doc comment as one line, as designers read it.
pub(crate) fn sentence(attributes: &[Attribute]) -> String {
    let mut lines = String::new();
    for attribute in attributes {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(line) = &literal.lit
        {
            lines.push_str(&line.value());
        }
    }
    lines.strip_prefix(' ').map(str::to_owned).unwrap_or(lines)
}

/// Returns the attribute of this name, if there is one.
pub(crate) fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes.iter().find(|attribute| attribute.path().is_ident(name))
}

/// Returns the name of a variant as files write it: `most_forward` for `MostForward`.
pub(crate) fn snake_case(name: &Ident) -> String {
    let mut snake = String::new();
    for (at, letter) in name.to_string().char_indices() {
        if letter.is_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The variants of an enum.
///
/// # Errors
/// If the declaration is none.
pub(crate) fn variants(input: &DeriveInput) -> Result<&Punctuated<Variant, Token![,]>> {
    match &input.data {
        Data::Enum(declared) => Ok(&declared.variants),
        _ => Err(Error::new_spanned(&input.ident, "expected an enum")),
    }
}

/// The named fields of a struct.
///
/// # Errors
/// If the declaration is none.
pub(crate) fn fields(input: &DeriveInput) -> Result<&Punctuated<Field, Token![,]>> {
    match &input.data {
        Data::Struct(syn::DataStruct { fields: Fields::Named(fields), .. }) => Ok(&fields.named),
        _ => Err(Error::new_spanned(&input.ident, "expected a struct with named fields")),
    }
}

/// The type of the one field of a variant; `None` for a variant without any.
///
/// # Errors
/// If it has several fields, or named ones.
pub(crate) fn payload(variant: &Variant) -> Result<Option<&Type>> {
    match &variant.fields {
        Fields::Unit => Ok(None),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            Ok(fields.unnamed.first().map(|field| &field.ty))
        }
        _ => Err(Error::new_spanned(variant, "expected a variant with one field or none")),
    }
}

/// The arguments of an attribute: a text, words and values, as in `("D-04", untargeted, of = Subject<'_>)`.
#[derive(Default)]
pub(crate) struct Arguments {
    /// The text that stands first.
    pub(crate) text: Option<LitStr>,
    words: Vec<Ident>,
    values: Vec<(Ident, TokenStream)>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut arguments = Self::default();
        while !input.is_empty() {
            if input.peek(LitStr) {
                arguments.text = Some(input.parse()?);
            } else {
                let name: Ident = input.parse()?;
                if input.peek(Token![=]) {
                    input.parse::<Token![=]>()?;
                    let is_type = ["of", "asking", "reads"].iter().any(|known| name == known);
                    let value = if is_type {
                        input.parse::<Type>()?.into_token_stream()
                    } else {
                        input.parse::<Expr>()?.into_token_stream()
                    };
                    arguments.values.push((name, value));
                } else {
                    arguments.words.push(name);
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(arguments)
    }
}

impl Arguments {
    /// Reads those of an attribute of a declaration, of which these words and keys are known; none if there is no
    /// such attribute.
    ///
    /// # Errors
    /// If they cannot be read, or one is not known.
    pub(crate) fn of(attributes: &[Attribute], name: &str, known: &[&str]) -> Result<Self> {
        match attribute(attributes, name) {
            None => Ok(Self::default()),
            Some(attribute) => attribute.parse_args::<Self>()?.checked(known),
        }
    }

    /// These arguments, if all are known.
    ///
    /// # Errors
    /// If one is not known.
    pub(crate) fn checked(self, known: &[&str]) -> Result<Self> {
        let names = self.words.iter().chain(self.values.iter().map(|(name, _)| name));
        match names.into_iter().find(|name| !known.iter().any(|known| name == known)) {
            Some(unknown) => {
                Err(Error::new_spanned(unknown, format!("expected one of {}", known.join(", "))))
            }
            None => Ok(self),
        }
    }

    /// Returns whether this word is among them.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|known| known == word)
    }

    /// The value behind this name.
    pub(crate) fn value(&self, name: &str) -> Option<&TokenStream> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The value behind this name, which must be there.
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn required(&self, name: &str, at: &impl ToTokens) -> Result<&TokenStream> {
        self.value(name)
            .ok_or_else(|| Error::new_spanned(at, format!("expected `{name} = ...` in its attribute")))
    }

    /// The text that stands first, or `default`.
    pub(crate) fn text_or(&self, default: impl FnOnce() -> String) -> TokenStream {
        self.text.as_ref().map_or_else(|| default().into_token_stream(), ToTokens::to_token_stream)
    }
}

/// A condition for something to matter or to be legal: its clause, and the closure that judges it.
pub(crate) struct Condition {
    /// The clause, as in "a unit has armour".
    pub(crate) clause: LitStr,
    /// The closure that judges it.
    pub(crate) holds: Expr,
}

impl Parse for Condition {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let clause = input.parse()?;
        input.parse::<Token![,]>()?;
        let holds = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { clause, holds })
    }
}

impl Condition {
    /// Reads the attribute `matters_if` or `legal_if`, and whether it is the latter.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn of(attributes: &[Attribute]) -> Result<Option<(Self, bool)>> {
        for (name, decides_legality) in [("matters_if", false), ("legal_if", true)] {
            if let Some(attribute) = attribute(attributes, name) {
                return Ok(Some((attribute.parse_args()?, decides_legality)));
            }
        }
        Ok(None)
    }
}

/// The `Need` of a decision or a choice, for its list.
pub(crate) fn need(condition: Option<&(Condition, bool)>) -> TokenStream {
    match condition {
        None => quote!(None),
        Some((Condition { clause, .. }, decides_legality)) => quote! {
            Some(::fray_kit::declare::tactics::Need { decides_legality: #decides_legality, what: #clause })
        },
    }
}

/// The type of which is asked whether a tactic can matter: what `of` names, otherwise the `Subject` in scope.
pub(crate) fn subject(arguments: &Arguments) -> TokenStream {
    arguments.value("of").cloned().unwrap_or_else(|| quote!(Subject<'_>))
}

/// The first argument of a generic type: of `Plan<Target>` the choices, of `Given<Line>` the reader.
///
/// # Errors
/// If it has none.
pub(crate) fn argument(ty: &Type) -> Result<&Type> {
    let expected = || Error::new_spanned(ty, "expected a type with an argument");
    let Type::Path(path) = ty else { return Err(expected()) };
    let last = path.path.segments.last().ok_or_else(expected)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return Err(expected()) };
    match arguments.args.first() {
        Some(GenericArgument::Type(argument)) => Ok(argument),
        _ => Err(expected()),
    }
}
