//! `live`: what the server gives to its page, and that it gives nothing to anybody else. The page itself is tested in
//! a browser, by `contrib/browser-tests`.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::shell::{Running, Shell, configs, wait_until};

/// A server with its address.
struct Live {
    running: Running,
    host: String,
    /// The path of the page, with its token.
    page: String,
}

/// An answer of the server.
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Live {
    fn start(shell: &Shell, args: &[&str]) -> Self {
        let all = [&["live", "--no-open", "--port", "0", "--threads", "1"], args].concat();
        let mut command = shell.command(&all);
        let out = File::create(shell.path("address")).expect("a file");
        let running = Running(command.stdout(out).stderr(Stdio::piped()).spawn().expect("it starts"));
        wait_until("the address", || shell.text("address").ends_with('\n'));
        let address = shell.text("address").trim().to_owned();
        let rest = address.strip_prefix("http://").expect("an address");
        let (host, page) = rest.split_at(rest.find('/').expect("a path"));
        Self { running, host: host.to_owned(), page: page.to_owned() }
    }

    /// A request with these lines of a head; `body` is sent as JSON.
    fn raw(&self, path: &str, head: &[(&str, &str)], body: Option<&str>) -> Response {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        let method = if body.is_some() { "POST" } else { "GET" };
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !head.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.host);
        }
        head.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
        if let Some(body) = body {
            text +=
                &format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        } else {
            text += "\r\n";
        }
        // A server that refuses a long body may close the connection in its midst.
        let _ = stream.write_all(text.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
        let head = head.to_ascii_lowercase();
        let body = if head.contains("transfer-encoding: chunked") { whole(body) } else { body.to_owned() };
        Response { status, head, body }
    }

    fn get(&self, path: &str) -> Response {
        self.raw(&format!("{}{path}", self.page), &[], None)
    }

    fn post(&self, path: &str, body: &Value) -> Response {
        self.raw(&format!("{}{path}", self.page), &[], Some(&body.to_string()))
    }

    /// Returns what is played of a version, once so many fights are known.
    fn played(&self, page: &str, least: u64) -> Response {
        let path = format!("api/{page}/json");
        let fights = |told: &Response| {
            let told: Value = serde_json::from_str(&told.body).unwrap_or_default();
            told["scenarios"][0]["fights"].as_u64().unwrap_or(0)
        };
        wait_until("fights", || fights(&self.get(&path)) >= least);
        self.get(&path)
    }

    /// The answers of a page as they come.
    fn answers(&self, page: &str) -> impl Iterator<Item = Value> + use<> {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        write!(stream, "GET {}api/{page}/events HTTP/1.1\r\nHost: {}\r\n\r\n", self.page, self.host)
            .expect("it hears");
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        let data = lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok());
        data.filter(|it: &Value| it["older_ms"].is_number())
    }

    fn interrupt(mut self) -> String {
        let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", self.running.0.id())]).status();
        assert!(kill.expect("a shell").success());
        assert_eq!(self.running.0.wait().expect("it ends").code(), Some(130), "as every verb");
        let mut said = String::new();
        self.running.0.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        said
    }
}

/// The chunks of a body.
fn whole(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 {
            break;
        }
        body += &after[..length];
        rest = &after[length + 2..];
    }
    body
}

fn shell_with_duel() -> Shell {
    let shell = Shell::new();
    shell.write("duel.toml", &std::fs::read_to_string(configs("juso/duel.toml")).expect("the duel"));
    shell
}

fn state(number: u64, version: Value) -> Value {
    json!({"number": number, "version": version, "pins": [["as it was", {"file": "file:duel.toml"}]], "seed": 5, "sharp": 0.02})
}

/// A field of the form of a page.
struct Field<'a> {
    path: &'a str,
    html: &'a str,
}

/// The first number of a form whose path ends so.
fn number<'a>(form: &'a str, ending: &str) -> Option<Field<'a>> {
    form.split("data-path=\"").skip(1).find_map(|html| {
        let (path, html) = html.split_once('"')?;
        (path.ends_with(ending) && html.contains("type=\"number\"")).then_some(Field { path, html })
    })
}

#[test]
fn a_change_gives_the_bytes_of_run_and_what_is_not_saved_is_said() {
    let shell = shell_with_duel();
    let live = Live::start(&shell, &["duel.toml"]);
    let told = live.post("api/a/state", &state(1, json!({"file": "file:duel.toml"}))).json();
    let form = told["parts"]["form"].as_str().expect("the form");
    let number = number(form, ".life").expect("its life");
    for part in ["<input type=\"range\" min=\"", "<input type=\"number\"", " max=\"", "class=\"hint\""] {
        assert!(number.html.contains(part), "{}", number.html);
    }
    let path = number.path.to_owned();
    live.played("a", 1);
    let sets = json!([[path, "40"]]);
    let told = live.post("api/a/state", &state(2, json!({"file": "file:duel.toml", "sets": sets}))).json();
    assert_ne!(told["hash"], Value::Null, "{told}");
    // Its rows have a column for the changed value.
    let column = format!("\"{path}\":");
    wait_until("the change", || live.get("api/a/json").body.contains(&column));
    let behind = live.played("a", 1024);
    let fights = behind.json()["scenarios"][0]["fights"].to_string();
    let set = format!("{path}=40");
    let run = [
        "run",
        "duel.toml",
        "--set",
        &set,
        "--seed",
        "5",
        "--fights",
        &fights,
        "--json",
        "--no-hints",
        "--no-out",
    ];
    assert_eq!(behind.body, shell.fray(&run).ends_with(0).out, "byte for byte");
    // A page of its own has its own version; the first answer of an event stream is what is known.
    live.post("api/b/state", &state(1, json!({"file": "file:duel.toml"})));
    live.played("b", 1024);
    assert_ne!(
        live.get("api/b/json").json()["scenarios"][0]["signature"],
        behind.json()["scenarios"][0]["signature"]
    );
    assert!(live.get("api/a/report").body.contains("<h2>Who wins"), "the page of the report");
    let said = live.interrupt();
    assert!(said.contains("not saved: 1 change of duel.toml") && said.contains("--set"), "{said}");
}

#[test]
fn a_newer_change_ends_an_older_question_within_20_ms() {
    let shell = shell_with_duel();
    let live = Live::start(&shell, &["duel.toml"]);
    let mut answers = live.answers("a");
    let mut waited: Vec<f64> = (1..=12)
        .map(|number| {
            // So sharp that each of them goes on until the next comes.
            let mut asked = state(
                number,
                json!({"file": "file:duel.toml", "sets": [["run.max_rounds", number.to_string()]]}),
            );
            asked["sharp"] = json!(0.001);
            live.post("api/a/state", &asked);
            let answer = answers.find(|it| it["number"] == number).expect("its answer");
            answer["older_ms"].as_f64().expect("a time")
        })
        .collect();
    waited.remove(0);
    assert!(waited.iter().any(|it| *it > 0.0), "an older one was played: {waited:?}");
    // A quarter of them: a machine that does other things, too, may keep the others waiting.
    waited.sort_by(f64::total_cmp);
    assert!(waited[waited.len() / 4] <= 20.0, "{waited:?}");
    live.interrupt();
}

#[test]
fn what_is_taken_along_is_the_command_and_a_link_that_is_read_again() {
    let shell = shell_with_duel();
    let live = Live::start(&shell, &["duel.toml"]);
    let version = json!({"file": "file:duel.toml", "text": null, "sets": [["run.max_rounds", "7"]]});
    let sent = json!({"version": version, "seed": 5, "sharp": 0.02, "address": "http://here/"});
    let html = live.post("api/a/along", &sent).json()["html"].as_str().expect("a page").to_owned();
    assert!(html.contains("duel.toml --set run.max_rounds=7 --seed 5 --fights 0"), "{html}");
    assert!(html.contains("value=\"duel-2.toml\""), "{html}");
    let code = html.split_once("http://here/#").and_then(|(_, it)| it.split_once('<')).expect("a link").0;
    assert_eq!(
        live.post("api/a/link", &json!(code)).json(),
        json!({"version": version, "seed": 5, "sharp": 0.02})
    );
    assert_eq!(live.post("api/a/link", &json!("nonsense")).json(), Value::Null);
    live.interrupt();
}

#[test]
fn who_does_not_belong_to_the_page_gets_nothing() {
    let shell = shell_with_duel();
    let live = Live::start(&shell, &["duel.toml"]);
    let index = live.get("");
    assert_eq!(index.status, 200);
    for line in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(index.head.contains(line), "{}", index.head);
    }
    assert!(
        !index.body.contains("<script>") && !index.body.contains(" onclick"),
        "no script stands in the page"
    );
    let files = format!("{}api/files", live.page);
    assert_eq!(live.raw(&files, &[], None).status, 200);
    let own = format!("http://{}", live.host);
    assert_eq!(live.raw(&files, &[("Origin", &own)], None).status, 200);
    let port = live.host.rsplit(':').next().expect("a port").to_owned();
    let evil = format!("evil.example:{port}");
    let wrong = files.replace(&live.page[1..live.page.len() - 1], &"0".repeat(32));
    let heads: [(&str, &[(&str, &str)]); 8] = [
        ("/", &[]),
        ("/api/files", &[]),
        (&wrong, &[]),
        (&files, &[("Origin", "http://evil.example")]),
        (&files, &[("Origin", "null")]),
        (&files, &[("Host", &evil)]),
        (&files, &[("Sec-Fetch-Site", "cross-site")]),
        (&files, &[("Sec-Fetch-Site", "same-site")]),
    ];
    for (path, head) in heads {
        let told = live.raw(path, head, None);
        assert_eq!((told.status, told.body.as_str()), (404, ""), "{path} {head:?}");
    }
    let told =
        live.raw(&format!("{}api/a/save", live.page), &[("Origin", "http://evil.example")], Some("{}"));
    assert_eq!((told.status, told.body.as_str()), (404, ""));
    live.interrupt();
}

#[test]
fn nothing_outside_the_folder_is_read_or_written_and_limits_hold() {
    let shell = shell_with_duel();
    shell.write("secret/secret.toml", "# hush\nsystem = \"juso\"\n");
    shell.write("served/duel.toml", &shell.text("duel.toml"));
    let live = Live::start(&shell, &["served"]);
    let absolute = format!("file:{}", shell.path("secret/secret.toml").display());
    for file in
        ["file:../secret/secret.toml", &absolute, "file:../duel.toml", "shipped:../../Cargo.toml", "nothing"]
    {
        let told = live.post("api/a/state", &state(1, json!({"file": file}))).body;
        assert!(told.contains("\"wrong\":true") && !told.contains("hush"), "{file}: {told}");
        let version = json!({"file": "file:duel.toml"});
        let told =
            live.post("api/a/save", &json!({"version": version, "to": file.replace(".toml", "-2.toml")}));
        assert!(told.status != 200 || file.starts_with("nothing"), "{file}: {}", told.body);
    }
    // An include that the text of the page asks for.
    let text = format!("include = [\"../secret/secret.toml\"]\n{}", shell.text("duel.toml"));
    let told = live.post("api/a/state", &state(1, json!({"file": "file:duel.toml", "text": text}))).body;
    assert!(told.contains("not below the folder") && !told.contains("hush"), "{told}");
    // Another file is not replaced; that of the version is, if nobody changed it meanwhile.
    shell.write("served/other.toml", "# mine\n");
    let version = json!({"file": "file:duel.toml", "sets": [["run.max_rounds", "7"]]});
    let told = live.post("api/a/save", &json!({"version": version, "to": "other.toml"}));
    assert!(told.status == 422 && shell.text("served/other.toml") == "# mine\n", "{}", told.body);
    let told = live.post("api/a/save", &json!({"version": version, "read": "something else"}));
    assert!(told.status == 422 && told.body.contains("meanwhile"), "{}", told.body);
    let told = live.post("api/a/save", &json!({"version": version}));
    assert!(told.status == 200 && shell.text("served/duel.toml").contains("max_rounds = 7"), "{}", told.body);
    // Too long a body, too many pages, a number that is none.
    let long = "x".repeat(3 << 20);
    let told = live.post("api/a/state", &state(1, json!({"file": "file:duel.toml", "text": long})));
    assert!(told.status == 413 || told.status == 0, "{}", told.status);
    let told = live.post("api/../a/state", &state(1, json!({"file": "file:duel.toml"})));
    assert_eq!(told.status, 404);
    assert_eq!(live.post("api/a/state", &json!({"number": "one"})).status, 422);
    for n in 0..40 {
        let told = live.post(&format!("api/page{n}/state"), &state(1, json!({"file": "file:duel.toml"})));
        assert!([200, 503].contains(&told.status), "{}", told.body);
    }
    live.interrupt();
}

#[test]
fn units_are_copied_and_a_hostile_title_is_text() {
    let shell = shell_with_duel();
    let title = "</script><img src=x onerror=alert(1)>";
    let text = shell.text("duel.toml");
    let (head, rest) = text.split_once("system = ").expect("a system");
    let text =
        format!("{head}title = \"{title}\"\nsystem = {rest}").lines().fold(String::new(), |all, line| {
            if line.starts_with("title = ") && !line.contains("onerror") { all } else { all + line + "\n" }
        });
    shell.write("duel.toml", &text);
    let live = Live::start(&shell, &["duel.toml"]);
    let version = json!({"file": "file:duel.toml"});
    let told = live.post("api/a/state", &state(1, version.clone())).json();
    assert_eq!(told["parts"]["title"], title.replace('<', "&#60;").replace('>', "&#62;"));
    let units = |told: &Value| {
        let form = told["parts"]["form"].as_str().expect("the form").to_owned();
        let paths = form.split("<article ").skip(1).filter_map(|it| it.split_once("data-key=\""));
        paths.filter_map(|(_, it)| Some(it.split_once('"')?.0.to_owned())).collect::<Vec<_>>()
    };
    let all = units(&told);
    let path = all.last().expect("a unit").clone();
    live.played("a", 1);
    let page = live.get("api/a/report").body;
    assert!(page.contains("&#60;img") && !page.contains("<img"), "escaped");
    let told = live
        .post("api/a/unit", &json!({"version": version, "what": "copy", "path": path, "from": null}))
        .json();
    let version = json!({"file": "file:duel.toml", "text": told["text"]});
    let told = live.post("api/a/state", &state(2, version.clone())).json();
    assert_eq!(units(&told).len(), all.len() + 1, "{told}");
    // A unit of a bestiary that the file does not include yet.
    shell.write("beasts.toml", &std::fs::read_to_string(configs("juso/bestiary.toml")).expect("it"));
    shell.write("other.toml", "[unit.nobody]\nno_such_key = 1\n");
    let told = live.post("api/a/blocks", &version).json()["html"].as_str().expect("a list").to_owned();
    assert!(told.contains("From beasts.toml") && !told.contains("nobody"), "{told}");
    let chosen = told.split("data-choose=\"").nth(1).and_then(|it| it.split_once('"')).expect("a choice").0;
    let from: Value = serde_json::from_str(&chosen.replace("&#34;", "\"")).expect("what the page sends");
    let side = path.split('/').next();
    let add = json!({"version": version, "what": "add", "path": side, "from": from});
    let text = live.post("api/a/unit", &add).json()["text"].clone();
    let added = live.post("api/a/state", &state(3, json!({"file": "file:duel.toml", "text": text}))).json();
    assert_eq!(units(&added).len(), all.len() + 2, "{added}");
    // A fight of it, turn by turn.
    let fight = |what: &str| live.post("api/a/fight", &json!({"version": version, "seed": 5, "find": what}));
    assert!(
        fight("7").json()["html"].as_str().is_some_and(|it| it.contains("Fight 7 of seed 5")),
        "by number"
    );
    let html = fight("shortest").json()["html"].as_str().expect("a fight").to_owned();
    assert!(html.contains("data-place=\"Turn 1 of ") && html.contains("of seed 5"), "{html}");
    let told = fight("nonsense(");
    assert_eq!(told.status, 422, "{}", told.body);
    live.interrupt();
}
