//! Arguments: checked against the types of the function, and turned into values.

use crate::error::{Run, fault};
use crate::machine::{Machine, Object};
use crate::program::Slot;
use crate::view::{View, layout_of, name};
use tilec_ir::data::byte_size;
use tilec_ir::{DYNAMIC, Data, Type};

/// Refuses data that is not of the type.
pub(crate) fn check(number: usize, ty: &Type, data: &Data) -> Run {
    let shape: &[i64] = match ty {
        Type::Scalar(_) => &[],
        Type::Tensor(t) => &t.shape,
        Type::MemRef(t) => &t.shape,
        Type::Vector(t) => &t.shape,
        _ => return fault(format!("argument {number} has the unsupported type {ty}")),
    };
    let fits = |(&known, &found): (&i64, &usize)| known == DYNAMIC || i64::try_from(found) == Ok(known);
    let shape_fits = shape.len() == data.shape.len() && shape.iter().zip(&data.shape).all(fits);
    if ty.elem() != Some(data.elem) || !shape_fits {
        return fault(format!("argument {number} expects {ty} but got shape {:?} of {}", data.shape, name(data.elem)));
    }
    match byte_size(data.elem, &data.shape) {
        Some(bytes) if bytes == data.bytes.len() => Ok(()),
        Some(bytes) => fault(format!("argument {number} has {} bytes but its shape needs {bytes}", data.bytes.len())),
        None => fault(format!("argument {number} is too large")),
    }
}

/// Puts an argument that was checked into its register.
pub(crate) fn bind(machine: &mut Machine, slot: Slot, ty: &Type, data: &Data) -> Run {
    match (slot, ty) {
        (Slot::Scalar(reg), _) => machine.set(reg, data.get(0).bits),
        (Slot::Object(reg), Type::Vector(_)) => {
            machine.objects[reg as usize] = Object::Lanes((0..data.len()).map(|i| data.get(i).bits).collect());
        }
        (Slot::Object(reg), _) => {
            let mut view = View::from_data(&machine.budget, data)?;
            if let Some(memref) = ty.as_memref() {
                let (strides, offset) = layout_of(memref, &view.shape, std::iter::empty())?;
                if (&strides, offset) != (&view.strides, 0) {
                    let laid_out = View::fresh(&machine.budget, view.elem, view.shape.clone(), strides, offset)?;
                    view.copy_to(&laid_out)?;
                    view = laid_out;
                }
            }
            machine.put_view(reg, view);
        }
    }
    Ok(())
}
