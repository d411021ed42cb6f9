//! Whether a page is well-formed and of one piece.

/// The elements that a page may have.
const TAGS: &str = "fieldset legend label input strong tfoot !doctype html head meta title style body header main footer nav section h1 h2 h3 p a \
                    figure figcaption div span ul li i details summary table caption thead tbody tr th td \
                    svg rect line polyline polygon circle text path g defs use pattern code wbr";

/// Elements without an end.
const VOID: [&str; 4] = ["input", "meta", "wbr", "!doctype"];

/// Reads a page as a parser would that forgives nothing: known elements alone, each closed in its order,
/// every attribute quoted, no handler, no link out of the page.
#[track_caller]
pub(crate) fn assert_page(html: &str) {
    assert!(html.starts_with("<!doctype html>"));
    let style = html.find("<style>").unwrap()..html.find("</style>").unwrap();
    assert!(!html[style.clone()].contains("url("), "a style that loads something");
    let html = html[..style.start + "<style>".len()].to_owned() + &html[style.end..];
    let known: Vec<&str> = TAGS.split_whitespace().collect();
    let mut open: Vec<&str> = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("an element ends");
        assert!(!text.contains('>'), "a sign that is not escaped: {text}");
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        assert!(known.contains(&name), "<{tag}>");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}> closes another element");
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
            let bare: String = tag.split('"').step_by(2).collect();
            assert!(!bare.contains(" on") && !bare.contains("src=") && !bare.contains('\''), "<{tag}>");
            let is_within = ["href=\"#", "href=\"./"].iter().any(|link| tag.contains(link));
            assert!(!tag.contains("href=\"") || is_within, "a link out of these results: <{tag}>");
            if !tag.ends_with('/') && !VOID.contains(&name) {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    assert!(!html.contains("NaN") && !html.contains("inf,"), "a number that is none");
}
