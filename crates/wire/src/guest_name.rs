//! Names that people give themselves: free, but visible and tame.

/// The longest name, in characters.
const LONGEST: usize = 40;
/// Marks over and under one letter: as many as any language writes, and no towers of them.
const MOST_MARKS: usize = 3;

/// Why a name is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// It has too many characters.
    TooLong,
    /// Nobody would see anything of it.
    Invisible,
    /// Too many marks stand on one letter.
    TooManyMarks,
}

/// A name as it is kept: without characters that nobody sees and without runs of spaces. An empty
/// one is no name, which is allowed; one that only looks empty is not.
pub fn clean(name: &str) -> Result<String, NameError> {
    let tame: String = name
        .chars()
        .filter(|&c| !is_blank(c) || is_style(c))
        .map(|c| if turns(c) { ' ' } else { c })
        .collect();
    let kept = tame.split_whitespace().collect::<Vec<_>>().join(" ");
    if kept.chars().count() > LONGEST {
        return Err(NameError::TooLong);
    }
    let (mut seen, mut marks) = (false, 0);
    for c in kept.chars() {
        if is_mark(c) {
            marks += 1;
        } else if !is_style(c) {
            seen |= !c.is_whitespace();
            marks = 0;
        }
        if marks > MOST_MARKS {
            return Err(NameError::TooManyMarks);
        }
    }
    let typed = name.chars().any(|c| !c.is_whitespace());
    if typed && !seen { Err(NameError::Invisible) } else { Ok(kept) }
}

/// Characters that can turn the text around them upside down, or join and part it unseen.
fn turns(c: char) -> bool {
    let joins = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    c.is_control() || joins || matches!(c, '\u{61c}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Characters that are drawn as nothing, or as an empty place.
fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' // soft hyphen
            | '\u{34f}' // combining grapheme joiner
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
            | '\u{17b4}' | '\u{17b5}' // Khmer vowels that are not written
            | '\u{180b}'..='\u{180f}' // Mongolian selectors and separator
            | '\u{2800}' // the empty Braille pattern
            | '\u{fe00}'..='\u{fe0f}' // variation selectors
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' // shorthand controls
            | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' // musical controls
            | '\u{e0000}'..='\u{e0fff}' // tags, more variation selectors
    )
}

/// Chooses between the plain and the coloured picture of the sign before it.
fn is_style(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

/// Marks that stand over, under or around the letter before them, in the scripts where they can be
/// heaped up.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}' | '\u{5c4}'..='\u{5c5}'
            | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}'
            | '\u{6df}'..='\u{6e4}' | '\u{6e7}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}'
            | '\u{711}' | '\u{730}'..='\u{74a}' | '\u{7eb}'..='\u{7f3}'
            | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
            | '\u{eb1}' | '\u{eb4}'..='\u{ebc}' | '\u{ec8}'..='\u{ece}'
            | '\u{f71}'..='\u{f84}' | '\u{f86}'..='\u{f87}'
            | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
            | '\u{3099}'..='\u{309a}' | '\u{a66f}'..='\u{a672}' | '\u{a674}'..='\u{a67d}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str) -> Result<String, NameError> {
        clean(name)
    }

    #[test]
    fn names_are_free_but_tame() {
        let same = |name: &str| assert_eq!(kept(name).as_deref(), Ok(name));
        assert_eq!(kept("  Zoé \n <b>\t1 ").as_deref(), Ok("Zoé <b> 1"));
        assert_eq!(kept("a\u{202e}b").as_deref(), Ok("a b"));
        assert_eq!(kept("").as_deref(), Ok(""));
        assert_eq!(kept(" \u{3000}\n").as_deref(), Ok(""));
        same(&"é".repeat(40));
        assert_eq!(kept(&"é".repeat(41)), Err(NameError::TooLong));
        for name in ["Trần Hưng Đạo", "שָׁלוֹם", "مُحَمَّد", "สวัสดี", "한글", "❤\u{fe0f}", "🇫🇷", "王"]
        {
            same(name);
        }
        same("Tra\u{302}\u{300}n");
    }

    #[test]
    fn a_name_with_nothing_visible_in_it_is_refused() {
        for unseen in [
            "\u{ad}",
            "\u{34f}",
            "\u{115f}",
            "\u{1160}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{180e}",
            "\u{2800}",
            "\u{fe0f}",
            "\u{e0041}",
            "\u{e007f}",
            "\u{200b}",
            "\u{2060}",
            "\u{feff}",
            "\u{202e}",
            "\u{0}",
            "\u{e0101}",
            "\u{3164} \u{3164}",
            "\u{301}",
            "\u{17b4}",
        ] {
            assert_eq!(kept(unseen), Err(NameError::Invisible), "{}", unseen.escape_unicode());
        }
        // Beside letters they go, so that two names that look the same are the same.
        assert_eq!(kept("A\u{ad}da\u{e0041}\u{3164}").as_deref(), Ok("Ada"));
    }

    #[test]
    fn marks_do_not_pile_up() {
        assert_eq!(kept("a\u{301}\u{302}\u{303}b").as_deref(), Ok("a\u{301}\u{302}\u{303}b"));
        let tower = format!("a{}", "\u{301}".repeat(4));
        assert_eq!(kept(&tower), Err(NameError::TooManyMarks));
        let styled = format!("a{}", "\u{301}\u{fe0f}".repeat(4));
        assert_eq!(kept(&styled), Err(NameError::TooManyMarks));
    }
}
