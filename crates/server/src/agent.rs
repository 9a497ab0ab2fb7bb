//! What a browser says about itself, in a few words for the list of devices.

use axum::http::HeaderValue;

/// The longest name of a program that is not known.
const LONGEST: usize = 24;

/// What to look for, and what people call it; the first that is there counts. Most browsers name
/// all those before them, too.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
    ("BSD", "BSD"),
];

/// "Firefox · Linux"; empty when nothing can be said.
pub(crate) fn about(agent: Option<&HeaderValue>) -> String {
    let agent = agent.and_then(|value| value.to_str().ok());
    agent.map_or_else(String::new, describe)
}

fn describe(agent: &str) -> String {
    let named = |list: &[(&str, &'static str)]| {
        list.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| (*name).to_owned())
    };
    let parts = [named(&BROWSERS).or_else(|| program(agent)), named(&SYSTEMS)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The name of a program that is no browser: the letters and digits before its version.
fn program(agent: &str) -> Option<String> {
    let name = agent.split(['/', ' ']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (!name.is_empty() && name.len() <= LONGEST && name.chars().all(plain)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn browsers_are_called_what_people_call_them() {
        for (agent, words) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                "Firefox · Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/126.0.0.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
                "Edge · Windows",
            ),
            ("curl/8.5.0", "curl"),
            ("", ""),
            ("<script>alert(1)</script>", ""),
            (&"x".repeat(5_000), ""),
        ] {
            assert_eq!(describe(agent), words, "{agent}");
        }
    }
}
