//! How much work reading was, for the tests that show it to be in proportion to the text: characters
//! looked at, and moves played or taken back. Only those tests count.

/// Counts some work.
#[cfg(not(test))]
pub(super) const fn count(_amount: usize) {}

#[cfg(test)]
pub(super) use tests::count;

#[cfg(test)]
mod tests {
    use crate::record::read_all;
    use std::cell::Cell;

    thread_local! {
        static COUNTED: Cell<usize> = const { Cell::new(0) };
    }

    pub(in crate::record) fn count(amount: usize) {
        COUNTED.set(COUNTED.get() + amount);
    }

    /// The work to read all games of a text.
    fn work(text: &str) -> usize {
        COUNTED.set(0);
        let games = read_all(text).count();
        assert!(games <= text.len());
        COUNTED.get()
    }

    /// Reading a character may take so much work, in the worst of all texts.
    const PER_CHARACTER: usize = 12;

    #[test]
    fn reading_takes_work_in_proportion_to_the_text() {
        const GAME: &str = "[Game \"avalam\"]\n";
        let after_a_move = |text: String| format!("{GAME}c9d8 {text}");
        type Text<'a> = &'a dyn Fn(usize) -> String;
        let many = |piece: &'static str| move |size: usize| piece.repeat(size / piece.len());
        let texts: [Text<'_>; 21] = [
            &|size| after_a_move(many("{a}")(size)),
            &|size| after_a_move(many("(){a}")(size)),
            &|size| after_a_move(format!("{{{}}}", many("[%clk ")(size))),
            &|size| after_a_move(format!("{{{}}}", many("]")(size))),
            &|size| after_a_move(format!("{{{}", many("\n\n")(size))),
            &|size| after_a_move(many("$1")(size)),
            &many("[Game \"avalam\"]\nc9d8 {\n\n"),
            &many("[Game \"avalam\"]\n{\n"),
            &|size| many("[Game \"avalam\"]\n{\n")(size) + "\n\n[Game \"avalam\"]",
            &many("[Game \"avalam\"]\nc9d8 (\n\n"),
            &many("[Game \"avalam\"]\nzz (\n\n"),
            &many("[A \"\"]"),
            &many("[A \"\"]\n\n"),
            &many("\""),
            &|size| format!("[Game \"{}", many("\" ")(size)),
            &many("{"),
            &many("1."),
            &many("9"),
            &many("\0"),
            &many("%\n"),
            &many("!"),
        ];
        for text in texts {
            let (short, long) = (text(100_000), text(200_000));
            let (less, more) = (work(&short), work(&long));
            let beginning: String = long.chars().take(40).collect();
            assert!(less >= short.len(), "{less} for {} of {beginning:?}…", short.len());
            assert!(less <= PER_CHARACTER * short.len(), "{less} for {beginning:?}…");
            assert!(more <= 2 * less + 1_000, "{less}, then {more} for {beginning:?}…");
        }
    }

    #[test]
    fn nested_variations_take_work_in_proportion_too() {
        let nested = |depth: usize| {
            let inner: String =
                (0..depth).map(|n| if n % 2 == 0 { "(d9c9" } else { "(c9d8" }).collect();
            format!("[Game \"avalam\"]\nc9d8{inner}{} *", ")".repeat(depth))
        };
        let (less, more) = (work(&nested(1_000)), work(&nested(2_000)));
        assert!(less <= 2 * PER_CHARACTER * 1_000 && more <= 2 * less + 1_000, "{less} {more}");
    }
}
