//! The prepared form of things that a scenario declares, as a fight needs it.

/// Declares what is prepared of things that scenarios declare: structs that hold the thing itself as `own`, and
/// what is known of it before the first roll. Each is read as the thing itself, too.
#[macro_export]
macro_rules! prepared {
    ($($(#[doc = $about:literal])+ $vis:vis struct $name:ident of $own:ident {
        $($(#[doc = $doc:literal])* $field:ident: $type:ty,)*
    })*) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Debug)]
        $vis struct $name {
            /// The thing itself.
            $vis own: $own,
            $($(#[doc = $doc])* $vis $field: $type,)*
        }

        impl core::ops::Deref for $name {
            type Target = $own;

            #[inline(always)]
            fn deref(&self) -> &$own {
                &self.own
            }
        }
    )*};
}
