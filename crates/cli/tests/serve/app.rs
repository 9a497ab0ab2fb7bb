//! The web app inside the program: the build that works in any folder, as a server has it.

use crate::command;
use galet_test_client::Served;

/// What a page refers to.
fn addresses(page: &str) -> Vec<&str> {
    ["src=\"", "href=\""]
        .iter()
        .flat_map(|name| page.split(name).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[tokio::test]
async fn the_page_is_that_of_every_address_and_its_files_are_where_it_says() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(command(data.path())).await.unwrap();
    let mut client = served.client();
    let page = client.get("/").await.unwrap();
    for address in ["/index.html", "/learn/x/3", "/t/abcdefghijkm"] {
        assert_eq!(client.get(address).await.unwrap().text(), page.text(), "{address}");
    }
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert!(page.text().contains("<meta name=\"galet-server\" content=\"1\">"), "{}", page.text());
    let text = page.text();
    let addresses = addresses(&text);
    assert!(addresses.len() >= 3, "{text}");
    for address in addresses {
        assert!(address.starts_with('/'), "{address} depends on where the page is");
        let file = client.get(address).await.unwrap();
        assert_eq!(file.status, 200, "{address}");
        let kept = file.header("cache-control").is_some_and(|cache| cache.contains("immutable"));
        assert_eq!(kept, address.starts_with("/assets/"), "{address}");
    }
    // The service worker rules over the whole app from the root, and is asked for anew each time.
    for (file, kind) in [
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/door/manifest.json", "application/json"),
    ] {
        let reply = client.get(file).await.unwrap();
        let found = (reply.status, reply.header("content-type"), reply.header("cache-control"));
        assert_eq!(found, (200, Some(kind), Some("no-cache")), "{file}");
    }
    assert_eq!(client.get("/door/none").await.unwrap().status, 404);
    served.kill().await.unwrap();
}
