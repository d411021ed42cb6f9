//! The guard of the server: which requests are answered. A request has to know the token in the address, name
//! this server as its host and, where a browser says so, come from its own page.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;

/// Lets requests of the page itself through. All others are told nothing.
pub(super) async fn guard(State(server): Shared, request: Request, next: Next) -> Response {
    let of_page = OfPage { token: &server.token, address: server.address };
    let is_known = of_page.has(request.method(), request.uri().path(), request.headers());
    let mut response = if is_known { next.run(request).await } else { StatusCode::NOT_FOUND.into_response() };
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    };
    set(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    set("x-content-type-options", "nosniff");
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("cross-origin-resource-policy", "same-origin");
    set("cache-control", "no-store");
    response
}

/// The token and the address by which a request of the page is recognized.
struct OfPage<'a> {
    token: &'a str,
    address: SocketAddr,
}

impl OfPage<'_> {
    /// Returns whether a request knows the token, names this server, and comes from its page.
    fn has(&self, method: &Method, path: &str, headers: &HeaderMap) -> bool {
        let token = path.split('/').nth(1).unwrap_or_default();
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) = text(header::HOST).filter(|host| self.is_host(host)) else { return false };
        let origin = headers.contains_key(header::ORIGIN).then(|| text(header::ORIGIN).unwrap_or_default());
        let is_own = match origin {
            Some(origin) => origin == format!("http://{host}"),
            None => true,
        };
        let site = headers.get("sec-fetch-site").map(|value| value.as_bytes());
        // An address that was typed or opened has no site; a script of another page has one.
        let is_near = match site {
            None | Some(b"same-origin") => true,
            Some(b"none") => *method == Method::GET,
            Some(_) => false,
        };
        is_equal(token, self.token) && is_own && is_near
    }

    fn is_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        if port != self.address.port().to_string() {
            return false;
        }
        let ip: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        let listens = self.address.ip();
        match ip {
            // No name that somebody may let point here: a number.
            Some(ip) if listens.is_unspecified() => !ip.is_unspecified(),
            Some(ip) => ip == listens,
            None => name == "localhost" && listens.is_loopback(),
        }
    }
}

/// Returns whether texts are equal, in a time that does not say where they differ.
fn is_equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |any, (a, b)| any | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef";

    /// Returns whether a request with these headers is answered at an address.
    fn is_answered(address: &str, method: &Method, path: &str, headers: &[(&str, &str)]) -> bool {
        let named = |(name, value): &(&str, &str)| {
            (name.parse::<HeaderName>().unwrap(), value.parse::<HeaderValue>().unwrap())
        };
        let of_page = OfPage { token: TOKEN, address: address.parse().unwrap() };
        of_page.has(method, path, &headers.iter().map(named).collect())
    }

    #[test]
    fn only_the_page_itself_is_answered() {
        let (page, own) = (format!("/{TOKEN}/"), ("host", "127.0.0.1:7878"));
        let get = |headers: &[(&str, &str)]| is_answered("127.0.0.1:7878", &Method::GET, &page, headers);
        assert!(get(&[own]));
        assert!(get(&[("host", "localhost:7878")]));
        assert!(get(&[own, ("origin", "http://127.0.0.1:7878"), ("sec-fetch-site", "same-origin")]));
        assert!(get(&[own, ("sec-fetch-site", "none")]), "an address that was typed");
        for headers in [
            &[][..],
            &[("host", "evil.example:7878")],
            &[("host", "127.0.0.1:80")],
            &[("host", "127.0.0.1")],
            &[own, ("origin", "http://evil.example")],
            &[own, ("origin", "https://127.0.0.1:7878")],
            &[own, ("origin", "null")],
            &[own, ("sec-fetch-site", "cross-site")],
            &[own, ("sec-fetch-site", "same-site")],
        ] {
            assert!(!get(headers), "{headers:?}");
        }
        let post = |headers: &[(&str, &str)]| is_answered("127.0.0.1:7878", &Method::POST, &page, headers);
        assert!(post(&[own, ("origin", "http://127.0.0.1:7878")]));
        assert!(!post(&[own, ("sec-fetch-site", "none")]), "nobody types a form");
        for path in ["/", "", "/0123456789abcde/", "/0123456789abcdeg/", "//", "/api/files"] {
            assert!(!is_answered("127.0.0.1:7878", &Method::GET, path, &[own]), "{path}");
        }
    }

    #[test]
    fn an_address_that_stands_for_all_is_called_by_its_number() {
        let page = format!("/{TOKEN}/");
        let get = |host: &str| is_answered("0.0.0.0:7878", &Method::GET, &page, &[("host", host)]);
        assert!(get("192.0.2.7:7878"));
        assert!(!get("localhost:7878") && !get("evil.example:7878") && !get("0.0.0.0:7878"));
    }
}
