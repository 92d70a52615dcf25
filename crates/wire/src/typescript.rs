//! The TypeScript of all that the page is sent, in `web/src/wire`, generated and checked in.
//!
//! The test fails when the files differ from the types. To write them anew:
//! `SANDTABLE_WRITE_TYPES=1 cargo test -p sandtable-wire typescript`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use sandtable_engine::odds::Forecast;
use sandtable_engine::scene::Scene;

use crate::{
    Credentials, Decide, Fault, Film, FromClient, FromServer, GameCard, GiveSeat, Join, ListKind, MatchList,
    Me, NewMatch, NewToken, Question, Refusals, ReviewState, Say, TakeBack, TokenList, TokenMade,
};

/// Files by their names, with all types that a type needs.
#[derive(Default)]
struct Files(BTreeMap<String, String>);

impl Files {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        let config = Config::new().with_large_int("number");
        // Only our own types have a path; strings and numbers need no file.
        let Some(path) = T::output_path() else { return };
        let name = path.to_string_lossy().into_owned();
        if self.0.contains_key(&name) {
            return;
        }
        let text = T::export_to_string(&config).expect("our types have TypeScript");
        self.0.insert(name, tidy(&text));
        T::visit_dependencies(self);
    }

    /// One file that exports all types, so that the page imports from one place.
    fn index(&self) -> String {
        let mut index = String::from("// Generated together with the files it names. Do not edit.\n\n");
        for file in self.0.keys() {
            let name = file.trim_end_matches(".ts");
            writeln!(index, "export type {{ {name} }} from \"./{name}\";").expect("strings take all");
        }
        index
    }
}

impl TypeVisitor for Files {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

/// Short comments on one line, fields one below the other and indented.
fn tidy(text: &str) -> String {
    let text = text.replace("/**\n * ", "/** ").replace("\n */", " */").replace(", }", ",\n}");
    let mut tidy = String::new();
    let mut depth = 0_usize;
    for line in text.lines().map(str::trim) {
        let comment = line.starts_with('/');
        let closes = if comment { 0 } else { line.matches('}').count() };
        let opens = if comment { 0 } else { line.matches('{').count() };
        // A line that begins with a brace closes before it is written.
        let indent = depth.saturating_sub(usize::from(line.starts_with('}')));
        writeln!(tidy, "{:1$}{line}", "", 2 * indent).expect("strings take all");
        depth = depth + opens - closes;
    }
    tidy.replace("\n\n\n", "\n\n")
}

fn generated() -> BTreeMap<String, String> {
    let mut files = Files::default();
    files.add::<Scene>();
    files.add::<Forecast>();
    files.add::<FromClient>();
    files.add::<FromServer>();
    files.add::<GameCard>();
    files.add::<MatchList>();
    files.add::<Film>();
    files.add::<Me>();
    files.add::<Credentials>();
    files.add::<NewToken>();
    files.add::<TokenMade>();
    files.add::<TokenList>();
    files.add::<NewMatch>();
    files.add::<Join>();
    files.add::<GiveSeat>();
    files.add::<Say>();
    files.add::<Decide>();
    files.add::<TakeBack>();
    files.add::<Question>();
    files.add::<Refusals>();
    files.add::<ReviewState>();
    files.add::<ListKind>();
    files.add::<Fault>();
    let index = files.index();
    files.0.insert("index.ts".into(), index);
    files.0
}

fn checked_in(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let files = entries.map(|entry| entry.expect("the folder can be read").path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("the file can be read"))
    };
    files.map(read).collect()
}

#[test]
fn typescript_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire");
    let wanted = generated();
    if std::env::var_os("SANDTABLE_WRITE_TYPES").is_some() {
        fs::create_dir_all(&folder).expect("the folder can be made");
        for old in checked_in(&folder).keys().filter(|name| !wanted.contains_key(*name)) {
            fs::remove_file(folder.join(old)).expect("an old file can be removed");
        }
        for (name, text) in &wanted {
            fs::write(folder.join(name), text).expect("the file can be written");
        }
    }
    let found = checked_in(&folder);
    let differing: BTreeSet<_> =
        wanted.keys().chain(found.keys()).filter(|name| wanted.get(*name) != found.get(*name)).collect();
    assert!(
        differing.is_empty(),
        "web/src/wire is out of date in {differing:?}; write it anew with SANDTABLE_WRITE_TYPES=1"
    );
}
