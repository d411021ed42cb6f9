//! Enums of which a scenario file names a variant, with what that holds.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{DeriveInput, Error, Expr, Fields, LitStr, Result, Token, Type, Variant};

use crate::attributes::{Arguments, payload, sentence, snake_case, variants};
use crate::fields::{KeyField, info};

/// `"add_crit", "These totals become critical.", Totals => |numbers| ...`: a word that makes a variant.
struct MadeBy {
    word: LitStr,
    sentence: LitStr,
    reader: Type,
    make: Expr,
}

impl Parse for MadeBy {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let word = input.parse()?;
        input.parse::<Token![,]>()?;
        let sentence = input.parse()?;
        input.parse::<Token![,]>()?;
        let reader = input.parse()?;
        input.parse::<Token![=>]>()?;
        let make = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { word, sentence, reader, make })
    }
}

/// The code that is made of the words: their names, their shapes, and the reader of each.
#[derive(Default)]
struct Words {
    names: Vec<TokenStream>,
    shapes: Vec<TokenStream>,
    reads: Vec<TokenStream>,
}

impl Words {
    fn add(&mut self, word: TokenStream, shape: TokenStream, read: &TokenStream) {
        self.reads.push(quote!(if name == #word { #read }));
        self.names.push(word);
        self.shapes.push(shape);
    }
}

/// The items of an enum of choices.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let noun = Arguments::of(&input.attrs, "choices", &[])?.text;
    let noun = noun.ok_or_else(|| Error::new_spanned(name, "expected what it is called"))?;
    let (mut own, mut beside) = (Words::default(), Words::default());
    for variant in variants(input)? {
        let choice = Arguments::of(&variant.attrs, "choice", &["unread", "reads", "short"])?;
        let made_by = variant.attrs.iter().filter(|attribute| attribute.path().is_ident("made_by"));
        let made_by = made_by.map(|attribute| attribute.parse_args()).collect::<Result<Vec<MadeBy>>>()?;
        if made_by.is_empty() && !choice.has("unread") {
            let word = choice.text_or(|| snake_case(&variant.ident));
            let (shape, read) = variant_of_word(variant, &choice, &word)?;
            own.add(word, shape, &read);
        }
        for MadeBy { word, sentence, reader, make } in made_by {
            let shape = quote! {
                Variant { name: #word, sentence: #sentence, takes: Some(<#reader as Read>::shape()), bare: false }
            };
            let read = quote! {
                let argument =
                    ::fray_kit::sheet::record::held(argument, span, &path, <#reader as Read>::shape, problems)?;
                let make: fn(<#reader as Read>::Out) -> Self = #make;
                return <#reader as Read>::read(argument, &path, problems).map(make);
            };
            beside.add(word.into_token_stream(), shape, &read);
        }
    }
    let names = own.names.iter().chain(&beside.names);
    let shapes = own.shapes.iter().chain(&beside.shapes);
    let reads = own.reads.iter().chain(&beside.reads);
    Ok(quote! {
        impl ::fray_kit::sheet::declare::Read for #name {
            type Out = Self;

            fn shape() -> ::fray_kit::sheet::declare::Shape {
                #[allow(unused_imports)]
                use ::fray_kit::sheet::declare::{Read, Shape, SheetInfo, Variant};
                Shape::Variants(vec![#(#shapes),*])
            }

            fn read(
                node: &::fray_kit::sheet::node::Node,
                key: &str,
                problems: &mut ::fray_kit::sheet::problem::Problems,
            ) -> Option<Self> {
                #[allow(unused_imports)]
                use ::fray_kit::sheet::declare::{Read, Shape, SheetInfo};
                #[allow(unused_variables, reason = "a choice may hold nothing")]
                let (name, span, argument) =
                    ::fray_kit::sheet::variants::open(node, key, #noun, &[#(#names),*], problems)?;
                let path = ::fray_kit::sheet::declare::join(key, name);
                #(#reads)*
                None
            }
        }
    })
}

/// The shape of a variant that has a word, and the code that reads it.
fn variant_of_word(
    variant: &Variant,
    choice: &Arguments,
    word: &TokenStream,
) -> Result<(TokenStream, TokenStream)> {
    let (ident, text) = (&variant.ident, sentence(&variant.attrs));
    let takes = |takes: TokenStream| {
        let bare = takes.is_empty();
        let takes = if bare { quote!(None) } else { quote!(Some(#takes)) };
        quote!(Variant { name: #word, sentence: #text, takes: #takes, bare: #bare })
    };
    if let Fields::Named(fields) = &variant.fields {
        let fields = KeyField::all(&fields.named)?;
        let info = info(word, &text, &fields);
        let short = choice.value("short").map(|short| short.to_string());
        return Ok(with_fields(ident, &fields, &info, short.as_deref(), &takes));
    }
    Ok(match payload(variant)? {
        None => (
            takes(TokenStream::new()),
            quote!(return ::fray_kit::sheet::record::is_bare(argument, &path, problems).then_some(Self::#ident);),
        ),
        Some(ty) => {
            let reader = choice.value("reads").cloned().unwrap_or_else(|| ty.to_token_stream());
            (
                takes(quote!(<#reader as Read>::shape())),
                quote! {
                    let argument =
                        ::fray_kit::sheet::record::held(argument, span, &path, <#reader as Read>::shape, problems)?;
                    let read = <#reader as Read>::read(argument, &path, problems)?;
                    return Some(Self::#ident(::fray_kit::sheet::record::fill::<_, #ty>(read)));
                },
            )
        }
    })
}

/// The same of a variant with fields.
fn with_fields(
    ident: &Ident,
    fields: &[KeyField<'_>],
    info: &TokenStream,
    short: Option<&str>,
    takes: &impl Fn(TokenStream) -> TokenStream,
) -> (TokenStream, TokenStream) {
    let short_of_shape = short.map_or_else(|| quote!(None), |short| quote!(Some(#short)));
    let long = short.map(|short| {
        quote! {
            let argument = &::fray_kit::sheet::record::long(argument, #short);
        }
    });
    let variant = takes(quote!(::fray_kit::sheet::record::shape(&INFO, #short_of_shape)));
    let reads = fields.iter().map(KeyField::read);
    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    let shape = quote! {{
        const INFO: SheetInfo = #info;
        #variant
    }};
    let read = quote! {
        const INFO: SheetInfo = #info;
        let argument = ::fray_kit::sheet::record::held(argument, span, &path, || Shape::Table(&INFO), problems)?;
        #long
        #[allow(unused_variables, reason = "a variant may have no fields")]
        return ::fray_kit::sheet::record::read_value(argument, &path, &INFO, problems, |fields| {
            #(#reads)*
            Some(Self::#ident { #(#idents: #idents?),* })
        });
    };
    (shape, read)
}
