//! The part of an address behind its question mark, read in the same way by whoever answers.

/// The names and values of a query, in order. What is not UTF-8 after decoding is replaced.
pub fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    query.split('&').filter(|part| !part.is_empty()).map(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let text = |text: &str| decode(&text.replace('+', " "));
        (text(name), text(value))
    })
}

/// A text of an address without its percent signs.
pub fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = |byte: &u8| char::from(*byte).to_digit(16);
        rest = match (first, after) {
            (b'%', [high, low, ..]) => match (hex(high), hex(low)) {
                (Some(high), Some(low)) => {
                    bytes.push((16 * high + low) as u8);
                    &after[2..]
                }
                _ => {
                    bytes.push(first);
                    after
                }
            },
            _ => {
                bytes.push(first);
                after
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Puts a value where it belongs, once.
pub fn set<T>(place: &mut Option<T>, name: &str, value: T) -> Result<(), String> {
    if place.replace(value).is_some() {
        return Err(format!("{name} is said twice"));
    }
    Ok(())
}

/// `true` or `false`.
pub fn yes_or_no(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| format!("{name} is true or false"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_read_whatever_they_are() {
        let read = |query: &str| pairs(query).collect::<Vec<_>>();
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            read("a=1&b=&c&&d=x=y"),
            [pair("a", "1"), pair("b", ""), pair("c", ""), pair("d", "x=y")]
        );
        assert_eq!(read("%c3%a9+%2B=%"), [pair("é +", "%")]);
        assert_eq!(read("a=%zz%f"), [pair("a", "%zz%f")]);
        assert_eq!(read("a=%ff"), [pair("a", "\u{fffd}")]);
        assert_eq!(read(""), []);
    }
}
