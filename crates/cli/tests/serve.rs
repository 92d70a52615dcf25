//! `sandtable serve` as an operator meets it: it says where it is, what is in its way, and stops when told.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

fn sandtable(arguments: &[&str], home: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .env("XDG_DATA_HOME", home)
        .env_remove("RUST_LOG")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// Where it says that it is.
fn address(server: &mut Child) -> (String, BufReader<ChildStdout>) {
    let mut out = BufReader::new(server.stdout.take().expect("its output is ours"));
    let mut line = String::new();
    out.read_line(&mut line).expect("it says something");
    let address = line.trim().strip_prefix("Sandtable is at http://");
    (address.unwrap_or_else(|| panic!("{line}")).to_owned(), out)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

fn signal(server: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &server.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
}

#[test]
fn it_says_where_it_is_keeps_its_data_at_home_and_stops_in_order() {
    let home = tempfile::tempdir().expect("a folder can be made");
    for (stop, log) in [("-TERM", "pretty"), ("-INT", "json")] {
        let mut server = sandtable(&["serve", "--listen", "127.0.0.1:0", "--log", log], home.path());
        let (address, _out) = address(&mut server);
        assert!(!address.ends_with(":0"), "the real port: {address}");
        assert!(get(&address, "/healthz").contains("\"status\":\"ok\""));
        assert!(get(&address, "/").contains("<title>"));
        signal(&server, stop);
        let output = server.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{stop}: {output:?}");
        let log_text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(log_text.contains("stopped"), "{log_text}");
        if log == "json" {
            for line in log_text.lines() {
                serde_json::from_str::<serde_json::Value>(line)
                    .unwrap_or_else(|error| panic!("{error}: {line}"));
            }
        }
    }
    assert!(home.path().join("sandtable/sandtable.db").is_file());
}

#[test]
fn a_taken_port_is_named_with_the_way_out() {
    let home = tempfile::tempdir().expect("a folder can be made");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it has an address").port();
    let server = sandtable(&["serve", "--listen", &format!("127.0.0.1:{port}")], home.path());
    let output = server.wait_with_output().expect("it ends");
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains(&port.to_string()) && text.contains("--listen"), "{text}");
    assert!(!home.path().join("sandtable").exists(), "nothing was touched");
}

#[test]
fn two_servers_do_not_share_their_data() {
    let home = tempfile::tempdir().expect("a folder can be made");
    let data = home.path().join("here.db");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().expect("a plain path")];
    let mut first = sandtable(&arguments, home.path());
    let (_, _out) = address(&mut first);
    let second = sandtable(&arguments, home.path()).wait_with_output().expect("it ends");
    assert!(!second.status.success());
    let text = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(text.contains("another server uses it") && text.contains("--data"), "{text}");
    // However it ends, the file is free again.
    signal(&first, "-KILL");
    first.wait().expect("it ends");
    let mut third = sandtable(&arguments, home.path());
    let (address, _out) = address(&mut third);
    assert!(get(&address, "/healthz").contains("ok"));
    signal(&third, "-TERM");
    third.wait().expect("it ends");
}

#[test]
fn secrets_are_not_in_the_log() {
    let home = tempfile::tempdir().expect("a folder can be made");
    let mut server = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--data",
            home.path().join("x.db").to_str().expect("plain"),
        ])
        .env("RUST_LOG", "debug")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let (address, _out) = address(&mut server);
    let body = r#"{"name":"Ann","password":"hush-hush-hush"}"#;
    let mut stream = TcpStream::connect(&address).expect("it listens");
    write!(
        stream,
        "POST /api/accounts HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let cookie = answer.split("sandtable=").nth(1).and_then(|rest| rest.split(';').next()).expect("a cookie");
    get(&address, "/join/0123456789abcdef/sesame000000");
    get(&address, "/api/matches/0123456789abcdef?invitation=sesame000000");
    signal(&server, "-TERM");
    let output = server.wait_with_output().expect("it ends");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(log.contains("/api/accounts"), "requests are logged: {log}");
    for secret in [cookie, "hush-hush-hush", "sesame000000", "argon2id"] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}
