//! Faults in the rules or in a bot, told by whoever knows which game they happened in.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work; a panic becomes its message.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| message(payload.as_ref()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given").into()
}
