//! Finds case files and runs them.

use std::path::{Path, PathBuf};

use sandtable_engine::Problem;
use sandtable_engine::erased::AnyRules;

use crate::report::{Ran, Report};
use crate::{Case, play, read};

/// Reads and runs every case in these files and folders, in a fixed order.
///
/// A case that names no game is one of the only game given.
pub fn run(paths: &[impl AsRef<Path>], games: &[&dyn AnyRules]) -> Report {
    let (cases, problems) = collect(paths);
    Report::new(problems, ran(&cases, games))
}

/// Runs cases that have been read.
pub fn run_cases(cases: &[Case], games: &[&dyn AnyRules]) -> Report {
    Report::new(Vec::new(), ran(cases, games))
}

/// Every case in these files and folders, and what is wrong with files that cannot be read.
///
/// Folders are walked in the order of names. Those called `scenarios` hold what cases are set up with, no cases.
pub fn collect(paths: &[impl AsRef<Path>]) -> (Vec<Case>, Vec<Problem>) {
    let (mut files, mut cases, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        let path = path.as_ref();
        if path.is_dir() {
            walk(path, &mut files, &mut problems);
        } else {
            files.push(path.to_owned());
        }
    }
    for file in files {
        match read(&file) {
            Ok(found) => cases.extend(found),
            Err(found) => problems.extend(found),
        }
    }
    (cases, problems)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>, problems: &mut Vec<Problem>) {
    let entries = std::fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<Result<Vec<PathBuf>, _>>()
    });
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            let what = format!("the folder cannot be read: {error}");
            return problems.push(Problem::new(&folder.display().to_string(), "", &what));
        }
    };
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "scenarios") {
                walk(&path, files, problems);
            }
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
}

fn ran(cases: &[Case], games: &[&dyn AnyRules]) -> Vec<Ran> {
    let ran = cases.iter().map(|case| Ran {
        file: case.file.clone(),
        line: case.line,
        title: case.title.clone(),
        rules: case.rules.clone(),
        failures: play::play(case, games),
    });
    ran.collect()
}
