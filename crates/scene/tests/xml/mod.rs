//! A small, strict reader of XML: enough to prove that a picture is well formed.

/// An element with its attributes and the text directly and indirectly inside it.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// All elements of a document in the order in which they begin, or where it is not well formed.
pub(crate) fn parse(text: &str) -> Result<Vec<Element>, String> {
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = text;
    let fault = |rest: &str, what: &str| {
        let line = text[..text.len() - rest.len()].lines().count();
        Err(format!("line {line}: {what}"))
    };
    while !rest.is_empty() {
        let Some(tag_at) = rest.find('<') else {
            return if rest.trim().is_empty() && open.is_empty() {
                finish(elements)
            } else {
                fault(rest, "text after the end, or an element without end")
            };
        };
        let content = decoded(&rest[..tag_at]).map_err(|e| fault(rest, &e).unwrap_err())?;
        if open.is_empty() && !content.trim().is_empty() {
            return fault(rest, "text outside the document");
        }
        for &element in &open {
            elements[element].text.push_str(&content);
        }
        rest = &rest[tag_at + 1..];
        let Some(end) = rest.find('>') else { return fault(rest, "a tag without end") };
        let (tag, after) = (&rest[..end], &rest[end + 1..]);
        if let Some(name) = tag.strip_prefix('/') {
            match open.pop() {
                Some(element) if elements[element].name == name => {}
                _ => return fault(rest, &format!("</{name}> ends nothing")),
            }
        } else {
            if open.is_empty() && !elements.is_empty() {
                return fault(rest, "a second root");
            }
            let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let element = begin(tag).map_err(|e| fault(rest, &e).unwrap_err())?;
            elements.push(element);
            if !empty {
                open.push(elements.len() - 1);
            }
        }
        rest = after;
    }
    if open.is_empty() { finish(elements) } else { Err("an element without end".into()) }
}

fn finish(elements: Vec<Element>) -> Result<Vec<Element>, String> {
    if elements.is_empty() { Err("no element".into()) } else { Ok(elements) }
}

/// An element from what stands between `<` and `>`.
fn begin(tag: &str) -> Result<Element, String> {
    let name_end = tag.find(char::is_whitespace).unwrap_or(tag.len());
    let name = named(&tag[..name_end])?;
    let mut attributes: Vec<(String, String)> = Vec::new();
    let mut rest = &tag[name_end..];
    loop {
        let trimmed = rest.trim_start();
        if trimmed.is_empty() {
            return Ok(Element { name, attributes, text: String::new() });
        }
        if trimmed.len() == rest.len() {
            return Err(format!("no space before {trimmed}"));
        }
        let (attribute, value) =
            trimmed.split_once("=\"").ok_or_else(|| format!("no value: {trimmed}"))?;
        let attribute = named(attribute)?;
        let (value, after) = value.split_once('"').ok_or("a value without end")?;
        if value.contains('<') {
            return Err(format!("< in {attribute}"));
        }
        if attributes.iter().any(|(other, _)| *other == attribute) {
            return Err(format!("{attribute} twice"));
        }
        attributes.push((attribute, decoded(value)?));
        rest = after;
    }
}

fn named(name: &str) -> Result<String, String> {
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '_');
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(fine) {
        Ok(name.to_owned())
    } else {
        Err(format!("{name:?} is no name"))
    }
}

/// Text with its references resolved.
fn decoded(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let (reference, after) =
            rest[at + 1..].split_once(';').ok_or("& without the end of a reference")?;
        out.push(match reference {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            other => other
                .strip_prefix('#')
                .and_then(|n| n.parse().ok())
                .and_then(char::from_u32)
                .ok_or_else(|| format!("&{other}; is unknown"))?,
        });
        rest = after;
    }
    out.push_str(rest);
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r') || !c.is_control();
    if out.contains("]]>") && text.contains("]]>") {
        return Err("]]> in text".into());
    }
    if out.chars().all(allowed) { Ok(out) } else { Err("a character that XML cannot hold".into()) }
}
