//! Values as numbers.

use open62541_sys::{
    UA_DataTypeKind, UA_DataValue, UA_STATUSCODE_BADTYPEMISMATCH,
    UA_STATUSCODE_BADWAITINGFORINITIALDATA,
};

use crate::Error;

const DOING: &str = "give a number";
/// Behind these bits of a status is its severity, 0 being good.
const SEVERITY: u32 = 30;

/// A scalar as a number, TRUE being 1.
pub(crate) fn number(value: &UA_DataValue) -> Result<f64, Error> {
    if value.hasStatus() && value.status >> SEVERITY != 0 {
        return Err(Error::new(DOING, value.status));
    }
    let data = value.value.data;
    if !value.hasValue()
        || value.value.type_.is_null()
        || value.value.arrayLength != 0
        || data.is_null()
    {
        return Err(Error::new(DOING, UA_STATUSCODE_BADWAITINGFORINITIALDATA));
    }
    // SAFETY: the type of a variant that is not empty is one of the library's table.
    let kind = unsafe { (*value.value.type_).typeKind() };
    // SAFETY: the data of a scalar is one value of the variant's type.
    unsafe {
        match UA_DataTypeKind(kind) {
            UA_DataTypeKind::UA_DATATYPEKIND_BOOLEAN => {
                Ok(f64::from(u8::from(*data.cast::<bool>())))
            }
            UA_DataTypeKind::UA_DATATYPEKIND_INT16 => Ok(f64::from(*data.cast::<i16>())),
            UA_DataTypeKind::UA_DATATYPEKIND_INT32 => Ok(f64::from(*data.cast::<i32>())),
            UA_DataTypeKind::UA_DATATYPEKIND_FLOAT => Ok(f64::from(*data.cast::<f32>())),
            _ => Err(Error::new(DOING, UA_STATUSCODE_BADTYPEMISMATCH)),
        }
    }
}
