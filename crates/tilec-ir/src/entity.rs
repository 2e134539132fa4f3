//! Typed ids in arenas.
//!
//! An entity is a `u32` newtype; its table owns the data. Ids are never reused, so an erased op's id stays dead.

use std::marker::PhantomData;

/// An index into an [`Arena`].
pub trait Entity: Copy + Eq {
    /// The id with this index.
    fn from_index(index: usize) -> Self;
    /// The position in the arena.
    fn index(self) -> usize;
}

macro_rules! entity {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);
        impl Entity for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 entities"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

entity! {
    /// An operation.
    Op;
    /// A list of operations with arguments.
    Block;
    /// A list of blocks owned by an operation.
    Region;
    /// A result of an operation or an argument of a block.
    Value;
}

/// Owns the data of one kind of entity.
#[derive(Clone, Debug)]
pub struct Arena<K, T> {
    items: Vec<T>,
    key: PhantomData<K>,
}

impl<K, T> Default for Arena<K, T> {
    fn default() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }
}

impl<K: Entity, T> Arena<K, T> {
    /// Adds an item and returns its id.
    pub fn push(&mut self, item: T) -> K {
        self.items.push(item);
        K::from_index(self.items.len() - 1)
    }

    /// How many ids were ever given out.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if nothing was ever added.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl<K: Entity, T> std::ops::Index<K> for Arena<K, T> {
    type Output = T;
    fn index(&self, key: K) -> &T {
        &self.items[key.index()]
    }
}

impl<K: Entity, T> std::ops::IndexMut<K> for Arena<K, T> {
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.items[key.index()]
    }
}

/// Annotates entities of an arena owned by someone else; unset entries read as the default.
#[derive(Clone, Debug)]
pub struct SecondaryMap<K, T> {
    items: Vec<T>,
    default: T,
    key: PhantomData<K>,
}

impl<K: Entity, T: Clone> SecondaryMap<K, T> {
    /// An empty map that reads `default` everywhere.
    pub fn new(default: T) -> Self {
        Self { items: Vec::new(), default, key: PhantomData }
    }
}

impl<K: Entity, T: Clone> std::ops::Index<K> for SecondaryMap<K, T> {
    type Output = T;
    fn index(&self, key: K) -> &T {
        self.items.get(key.index()).unwrap_or(&self.default)
    }
}

impl<K: Entity, T: Clone> std::ops::IndexMut<K> for SecondaryMap<K, T> {
    fn index_mut(&mut self, key: K) -> &mut T {
        if key.index() >= self.items.len() {
            self.items.resize(key.index() + 1, self.default.clone());
        }
        &mut self.items[key.index()]
    }
}
