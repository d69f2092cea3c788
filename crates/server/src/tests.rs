//! Static files over HTTP: routing, negotiation, path traversal.

use std::fs;
use std::path::PathBuf;

use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode};
use tower::ServiceExt;

use crate::{Pages, router};

/// Small page in a temporary folder, removed on drop.
struct Site(PathBuf);

impl Site {
    fn new(name: &str) -> Site {
        let folder = std::env::temp_dir().join(format!("mohreh-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for (path, text) in [
            ("sw.js", "keep"),
            ("assets/page-1.js", "plain"),
            ("assets/page-1.js.br", "br"),
            ("assets/page-1.js.gz", "gz"),
            ("fa/index.html", "home"),
            ("fa/404.html", "lost"),
            ("en/404.html", "lost in English"),
            ("fa/table/app.html", "app"),
            ("fa/rules/index.html", "rules"),
        ] {
            let to = folder.join(path);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, text).unwrap();
        }
        fs::write(folder.with_extension("secret"), "secret").unwrap();
        Site(folder)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_file(self.0.with_extension("secret"));
    }
}

async fn ask(site: &Site, request: Request<Body>) -> Response<Body> {
    router(Pages::folder(site.0.clone())).oneshot(request).await.unwrap()
}

async fn get(site: &Site, path: &str, headers: &[(&str, &str)]) -> (Response<()>, String) {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = ask(site, request.body(Body::empty()).unwrap()).await;
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, 1 << 20).await.unwrap();
    (Response::from_parts(parts, ()), String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test]
async fn url_paths_resolve_to_pages() {
    let site = Site::new("addresses");
    for (path, status, text) in [
        ("/fa/", 200, "home"),
        ("/fa", 200, "home"),
        ("/fa/table/abc", 200, "app"),
        ("/fa/table", 200, "app"),
        ("/fa/rules/", 200, "rules"),
        ("/fa/rules/chess", 404, "lost"),
        ("/fa/table/a/b", 404, "lost"),
        ("/fa/xyz", 404, "lost"),
        ("/xyz", 404, "lost in English"),
        ("/assets/page-1.js.br", 404, "lost in English"),
    ] {
        let (response, body) = get(&site, path, &[]).await;
        assert_eq!((response.status().as_u16(), body.as_str()), (status, text), "{path}");
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{path}");
    }
}

#[tokio::test]
async fn the_root_redirects_to_the_preferred_language() {
    let site = Site::new("language");
    for (wanted, to) in [("fa-IR,en;q=0.5", "/fa/"), ("de", "/en/"), ("\u{fffd}", "/en/")] {
        let (response, _) = get(&site, "/", &[("accept-language", wanted)]).await;
        assert_eq!(response.status(), StatusCode::FOUND);
        assert_eq!(response.headers()["location"], to);
    }
}

#[tokio::test]
async fn the_smallest_accepted_encoding_is_served() {
    let site = Site::new("forms");
    for (accepted, form, text) in [
        ("gzip, deflate, br", Some("br"), "br"),
        ("gzip", Some("gzip"), "gz"),
        ("br;q=0, gzip", Some("gzip"), "gz"),
        ("br;q=0.0, gzip", Some("gzip"), "gz"),
        ("br; q=0.000, GZIP; q=0.5", Some("gzip"), "gz"),
        ("br;q=0.001", Some("br"), "br"),
        ("br;q=high, brotli", None, "plain"),
        ("", None, "plain"),
    ] {
        let (response, body) =
            get(&site, "/assets/page-1.js", &[("accept-encoding", accepted)]).await;
        let encoding =
            response.headers().get("content-encoding").map(|form| form.to_str().unwrap());
        assert_eq!((encoding, body.as_str()), (form, text));
        assert!(response.headers()["cache-control"].to_str().unwrap().contains("immutable"));
        let tag = response.headers()["etag"].to_str().unwrap().to_string();
        let again = [("accept-encoding", accepted), ("if-none-match", &tag)];
        let (response, body) = get(&site, "/assets/page-1.js", &again).await;
        assert_eq!((response.status(), body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    }
}

#[tokio::test]
async fn files_outside_the_page_are_not_served() {
    let site = Site::new("outside");
    let secret = site.0.with_extension("secret");
    let secret = secret.file_name().unwrap().to_str().unwrap();
    for path in [
        format!("/../{secret}"),
        format!("/fa/../../{secret}"),
        format!("/..%2f{secret}"),
        format!("//{secret}"),
        "/./sw.js".to_string(),
        "/%00".to_string(),
    ] {
        let (response, body) = get(&site, &path, &[]).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(!body.contains("secret"), "{path}");
    }
    let post = Request::builder().method("POST").uri("/fa/").body(Body::from("x")).unwrap();
    assert_eq!(ask(&site, post).await.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn embedded_files_are_neither_copied_nor_hashed_again() {
    static CONTENTS: [u8; 64] = [b'x'; 64];
    let pages = Pages::embedded(|path| (path == "assets/a.js").then_some(CONTENTS[..].into()));
    let files = [(); 2].map(|()| pages.read("assets/a.js").unwrap());
    for file in &files {
        assert_eq!(file.bytes.as_ptr(), CONTENTS.as_ptr(), "the same memory");
    }
    let tags = files.map(|file| file.tag);
    assert_eq!(tags[0].as_bytes().as_ptr(), tags[1].as_bytes().as_ptr(), "the same tag");
}
