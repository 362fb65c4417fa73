//! `#[derive(Coded)]`: a code with arguments for each variant of an enum, or for a struct.
//!
//! The code is the crate's prefix and the variant's name in kebab case. The arguments are the
//! fields under their names; a single field without a name is `why`. `Display` returns the English
//! sentence.
//!
//! - `#[coded(prefix = "link")]` on the type; for a struct it is the whole code.
//! - `#[coded(transparent)]` on a variant with one field: uses the field's own code.
//! - `#[coded(skip)]` on a field: it is not an argument.
//! - `#[coded(text)]` on a field: the argument is its `Display` text.
//! - `#[coded(with = path)]` on a field: the argument is the result of that function.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Fields, LitStr, Path, parse_macro_input};

/// See the crate's documentation.
#[proc_macro_derive(Coded, attributes(coded))]
pub fn coded(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

#[derive(Default)]
struct Options {
    prefix: Option<String>,
    transparent: bool,
    skip: bool,
    text: bool,
    with: Option<Path>,
}

impl Options {
    fn of(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|it| it.path().is_ident("coded")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("prefix") {
                    options.prefix = Some(meta.value()?.parse::<LitStr>()?.value());
                } else if meta.path.is_ident("transparent") {
                    options.transparent = true;
                } else if meta.path.is_ident("skip") {
                    options.skip = true;
                } else if meta.path.is_ident("text") {
                    options.text = true;
                } else if meta.path.is_ident("with") {
                    options.with = Some(meta.value()?.parse()?);
                } else {
                    return Err(meta.error("there are prefix, transparent, skip, text and with"));
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

/// One variant, or the struct.
struct Case {
    pattern: TokenStream,
    message: TokenStream,
    code: Option<TokenStream>,
}

fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let (generics, of, bounds) = input.generics.split_for_impl();
    let prefix = Options::of(&input.attrs)?
        .prefix
        .ok_or_else(|| Error::new_spanned(name, "say #[coded(prefix = \"…\")]"))?;
    let cases = match &input.data {
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|it| {
                let code = format!("{prefix}-{}", kebab(&it.ident.to_string()));
                let options = Options::of(&it.attrs)?;
                let path = &it.ident;
                case(&quote!(Self::#path), &code, &it.fields, &options)
            })
            .collect::<syn::Result<Vec<_>>>()?,
        Data::Struct(data) => {
            vec![case(&quote!(Self), &prefix, &data.fields, &Options::default())?]
        }
        Data::Union(_) => return Err(Error::new_spanned(name, "a union has no codes")),
    };
    let arms = cases.iter().map(|Case { pattern, message, .. }| quote!(#pattern => #message,));
    let codes = cases.iter().filter_map(|it| it.code.as_ref());
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::tagbridge_texts::Coded for #name #of #bounds {
            const CODES: &'static [::tagbridge_texts::Code] = &[#(#codes),*];

            fn message(&self) -> ::tagbridge_texts::Message {
                match self { #(#arms)* }
            }
        }

        #[automatically_derived]
        impl #generics ::std::fmt::Display for #name #of #bounds {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&::tagbridge_texts::Coded::message(self), f)
            }
        }
    })
}

fn case(path: &TokenStream, code: &str, fields: &Fields, options: &Options) -> syn::Result<Case> {
    if options.transparent {
        let (Fields::Unnamed(_), 1) = (fields, fields.len()) else {
            return Err(Error::new_spanned(path, "a transparent variant has one field, unnamed"));
        };
        return Ok(Case {
            pattern: quote!(#path(it)),
            message: quote!(::tagbridge_texts::Coded::message(it)),
            code: None,
        });
    }
    let (mut bound, mut arguments, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (at, field) in fields.iter().enumerate() {
        let options = Options::of(&field.attrs)?;
        let (variable, name) = match &field.ident {
            Some(name) => (name.clone(), name.to_string()),
            None => (format_ident!("field_{at}"), unnamed(fields, at)),
        };
        if options.skip {
            bound.push(field.ident.as_ref().map_or_else(|| quote!(_), |it| quote!(#it: _)));
            continue;
        }
        bound.push(quote!(#variable));
        let value: Ident = variable;
        arguments.push(match options {
            Options { with: Some(path), .. } => quote!(.with(#name, &#path(#value))),
            Options { text: true, .. } => {
                quote!(.with(#name, &::std::string::ToString::to_string(#value)))
            }
            _ => quote!(.with(#name, #value)),
        });
        names.push(name);
    }
    let pattern = match fields {
        Fields::Named(_) => quote!(#path { #(#bound),* }),
        Fields::Unnamed(_) => quote!(#path( #(#bound),* )),
        Fields::Unit => path.clone(),
    };
    Ok(Case {
        pattern,
        message: quote!(::tagbridge_texts::Message::new(#code)#(#arguments)*),
        code: Some(quote!(::tagbridge_texts::Code { code: #code, arguments: &[#(#names),*] })),
    })
}

fn unnamed(fields: &Fields, at: usize) -> String {
    if fields.len() == 1 { "why".to_owned() } else { format!("why{}", at + 1) }
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    kebab
}
