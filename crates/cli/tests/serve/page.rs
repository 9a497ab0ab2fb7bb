//! What docs/serving.md shows of a file is the file.

const FILES: [&str; 3] = ["galet-nats.conf", "galet-worker.service", "galet-nginx.conf"];

#[test]
fn the_page_shows_files_as_they_are() {
    let page = std::fs::read_to_string("../../docs/serving.md").expect("the page");
    for file in FILES {
        let text = std::fs::read_to_string(format!("../../packaging/{file}")).expect("a file");
        assert!(page.contains(&format!("\n{text}```")), "{file} has changed: show it anew");
    }
}
