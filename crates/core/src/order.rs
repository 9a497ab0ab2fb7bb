//! Sorting where lists are short.

/// Sorts a short list, stably: whatever is before something else goes before it. The standard library's sorts are
/// faster on long lists; each place that uses one is some kilobytes of program, which browsers fetch.
///
/// ```
/// let mut words = ["pear", "fig", "plum", "apple"];
/// galet_core::sort_few(&mut words, |a, b| a.len() < b.len());
/// assert_eq!(words, ["fig", "pear", "plum", "apple"]);
/// ```
pub fn sort_few<T>(items: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && is_before(&items[place], &items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}
