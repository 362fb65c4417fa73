//! A deserializer that fails at a field that the type does not have, for the many documents without any: to note the
//! path of each field costs an allocation for each.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
    forward_to_deserialize_any,
};

/// A part of serde's machinery, and the same with this property.
pub(super) struct Strict<T>(pub(super) T);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, D::Error> {
        Err(D::Error::custom("a field that is not known"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(Strict(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_option(Strict(visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, Strict(visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Strict<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_bool<E: Error>(self, it: bool) -> Result<V::Value, E> {
        self.0.visit_bool(it)
    }

    fn visit_i64<E: Error>(self, it: i64) -> Result<V::Value, E> {
        self.0.visit_i64(it)
    }

    fn visit_u64<E: Error>(self, it: u64) -> Result<V::Value, E> {
        self.0.visit_u64(it)
    }

    fn visit_f64<E: Error>(self, it: f64) -> Result<V::Value, E> {
        self.0.visit_f64(it)
    }

    fn visit_str<E: Error>(self, it: &str) -> Result<V::Value, E> {
        self.0.visit_str(it)
    }

    fn visit_borrowed_str<E: Error>(self, it: &'de str) -> Result<V::Value, E> {
        self.0.visit_borrowed_str(it)
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, it: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Strict(it))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, it: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Strict(it))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, it: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Strict(it))
    }

    fn visit_map<A: MapAccess<'de>>(self, it: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Strict(it))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, it: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Strict(it))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Strict(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Strict(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use tagbridge_api::hmi::push::Push;

    use super::Strict;

    fn read(json: &str) -> Option<Push> {
        Push::deserialize(Strict(&mut serde_json::Deserializer::from_str(json))).ok()
    }

    #[test]
    fn a_document_is_read_as_ever_unless_it_has_a_field_that_is_not_known() {
        let golden = include_str!("../../../api/golden/push.json");
        let push: Push = serde_json::from_str(golden).unwrap();
        assert_eq!(read(golden), Some(push.clone()));
        let json = serde_json::to_value(&push).unwrap();
        for place in ["", "/snapshots/0", "/snapshots/0/controller"] {
            let mut more = json.clone();
            more.pointer_mut(place).unwrap()["flavour"] = "sweet".into();
            assert_eq!(read(&more.to_string()), None, "{place}");
        }
    }

    #[test]
    fn what_a_value_is_made_of_is_no_field() {
        let golden = include_str!("../../../api/golden/push.json");
        let mut push: Push = serde_json::from_str(golden).unwrap();
        let snapshot = push.snapshots.first_mut().unwrap();
        let any = serde_json::json!({"a": [1, -2, 2.5, null, true, {"b": "c"}], "value": "d"});
        snapshot.tags.values_mut().next().unwrap().value = any;
        assert_eq!(read(&serde_json::to_string(&push).unwrap()), Some(push));
    }
}
