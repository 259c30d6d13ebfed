//! Lists of entities, for what is done for each of them.

use super::Resource;

/// A list of entities.
pub trait Resources: Send + Sync + 'static {
    /// Shows each entity to the visitor, in the order of the list.
    fn each(visitor: &mut impl Visitor);
}

/// Who does something for each entity of a list.
pub trait Visitor {
    /// Does it for one.
    fn visit<R: Resource>(&mut self);
}

/// Declares a list of entities: `resources!(Name: Entity, Entity, …)`.
#[macro_export]
macro_rules! resources {
    ($(#[$about:meta])* $list:ident: $($entity:ty),+ $(,)?) => {
        $(#[$about])*
        #[derive(Debug)]
        pub enum $list {}

        impl $crate::records::Resources for $list {
            fn each(visitor: &mut impl $crate::records::Visitor) {
                $(visitor.visit::<$entity>();)+
            }
        }
    };
}

impl<A: Resources, B: Resources> Resources for (A, B) {
    fn each(visitor: &mut impl Visitor) {
        A::each(visitor);
        B::each(visitor);
    }
}
