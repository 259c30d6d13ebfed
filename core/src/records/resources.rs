//! Lists of entities, for code that runs for each of them.

use super::Resource;

/// A list of entities.
pub trait Resources: Send + Sync + 'static {
    /// Passes each entity to the visitor, in the order of the list.
    fn each(visitor: &mut impl ResourceVisitor);
}

/// Code that runs for each entity of a list.
pub trait ResourceVisitor {
    /// Runs for one entity.
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
            fn each(visitor: &mut impl $crate::records::ResourceVisitor) {
                $(visitor.visit::<$entity>();)+
            }
        }
    };
}

impl<A: Resources, B: Resources> Resources for (A, B) {
    fn each(visitor: &mut impl ResourceVisitor) {
        A::each(visitor);
        B::each(visitor);
    }
}
