//! The names that a page calls the module by, and those that the module calls the page by.
#![allow(unsafe_code)]

use crate::module::{Host, Kind, Module};
use std::cell::RefCell;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn chance() -> f64;
}

/// What a module is: it has one thread.
struct State {
    module: Module,
    question: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        module: Module::new(Host { now: || now(), chance: || chance() }),
        question: Vec::new(),
        answer: Vec::new(),
    });
}

/// Makes room for a question, and says where it goes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.question.clear();
        state.question.resize(length, 0);
        state.question.as_mut_ptr()
    })
}

/// Answers the question, and says how long the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call(kind: u32) -> usize {
    STATE.with_borrow_mut(|state| {
        // A network is large, and is of no use here any more once it was taken.
        let question = std::mem::take(&mut state.question);
        state.answer = match Kind::from_number(kind) {
            Some(kind) => state.module.call(kind, &question),
            None => Vec::new(),
        };
        state.answer.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

/// Thinks for a moment; gives 0 if there is nothing to think about.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn slice() -> u32 {
    STATE.with_borrow_mut(|state| state.module.slice().into())
}
