//! Reads TOML key by key, so that every complaint names file, line, field and what is allowed.

use std::cell::RefCell;

use sandtable_engine::{OptionValue, Problem};
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A file with the complaints about it.
pub struct Source<'a> {
    file: &'a str,
    text: &'a str,
    problems: RefCell<Vec<Problem>>,
}

impl<'a> Source<'a> {
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, problems: RefCell::default() }
    }

    /// The line of a byte, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
    }

    pub fn complain(&self, at: usize, field: &str, what: &str, allowed: &[&str]) {
        let allowed = allowed.iter().map(|value| (*value).to_owned());
        let problem = Problem::new(self.file, field, what).at_line(self.line(at)).allowed(allowed);
        self.problems.borrow_mut().push(problem);
    }

    /// All complaints, in the order of the file.
    pub fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems.into_inner();
        problems.sort_by_key(|problem| problem.line);
        problems
    }
}

/// A table, read key by key. What nobody asked for is complained about at the end.
pub struct Fields<'a> {
    source: &'a Source<'a>,
    table: &'a DeTable<'a>,
    path: String,
    at: usize,
    asked: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    pub fn new(source: &'a Source<'a>, table: &'a DeTable<'a>) -> Self {
        Self { source, table, path: String::new(), at: 0, asked: Vec::new() }
    }

    pub fn line(&self) -> usize {
        self.source.line(self.at)
    }

    /// The value of a key, if it is there.
    pub fn get(&mut self, key: &'static str) -> Option<Value<'a>> {
        self.asked.push(key);
        let inner = self.table.get(key)?;
        Some(Value { source: self.source, path: self.below(key), inner })
    }

    /// The value of a key that must be there.
    pub fn need(&mut self, key: &'static str) -> Option<Value<'a>> {
        let value = self.get(key);
        if value.is_none() {
            self.complain(key, "is missing", &[]);
        }
        value
    }

    /// The items of a list; none where the key is not there.
    pub fn list(&mut self, key: &'static str) -> Vec<Value<'a>> {
        self.get(key).map(|value| value.list()).unwrap_or_default()
    }

    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// A complaint about a key, or about the whole table where the key is empty.
    pub fn complain(&self, key: &str, what: &str, allowed: &[&str]) {
        let at = self.table.get(key).map_or(self.at, |value| value.span().start);
        self.source.complain(at, &self.below(key), what, allowed);
    }

    /// Whatever keys there are, with their values.
    pub fn rest(&mut self) -> Vec<(String, Value<'a>)> {
        let rest = self.table.iter().filter(|(key, _)| !self.asked.contains(&key.get_ref().as_ref()));
        let rest = rest.map(|(key, inner)| {
            let key = key.get_ref().to_string();
            let path = self.below(&key);
            (key, Value { source: self.source, path, inner })
        });
        rest.collect()
    }

    /// Complains about keys that nobody asked for.
    pub fn finish(self) {
        for key in self.table.keys() {
            let name = key.get_ref().as_ref();
            if !self.asked.contains(&name) {
                self.source.complain(
                    key.span().start,
                    &self.below(name),
                    "there is no such key here",
                    &self.asked,
                );
            }
        }
    }

    fn below(&self, key: &str) -> String {
        match (self.path.as_str(), key) {
            ("", key) => key.to_owned(),
            (path, "") => path.to_owned(),
            (path, key) => format!("{path}.{key}"),
        }
    }
}

/// One value of a file.
pub struct Value<'a> {
    source: &'a Source<'a>,
    path: String,
    inner: &'a Spanned<DeValue<'a>>,
}

impl<'a> Value<'a> {
    pub fn line(&self) -> usize {
        self.source.line(self.inner.span().start)
    }

    pub fn complain(&self, what: &str, allowed: &[&str]) {
        self.source.complain(self.inner.span().start, &self.path, what, allowed);
    }

    fn must_be<T>(&self, found: Option<T>, wanted: &str) -> Option<T> {
        if found.is_none() {
            self.complain(&format!("must be {wanted}, not {}", kind(self.inner.get_ref())), &[]);
        }
        found
    }

    pub fn is_text(&self) -> bool {
        self.inner.get_ref().is_str()
    }

    pub fn text(&self) -> Option<String> {
        let text = self.inner.get_ref().as_str().map(str::to_owned);
        self.must_be(text, "a text")
    }

    /// One of several words.
    pub fn word(&self, words: &[&str]) -> Option<String> {
        let text = self.text()?;
        if words.contains(&text.as_str()) {
            return Some(text);
        }
        self.complain(&format!("`{text}` is not allowed"), words);
        None
    }

    pub fn switch(&self) -> Option<bool> {
        self.must_be(self.inner.get_ref().as_bool(), "true or false")
    }

    /// A key that is either there, as `true`, or not there.
    pub fn yes(&self) -> bool {
        match self.switch() {
            Some(false) => {
                self.complain("is `true` or is left out", &["true"]);
                false
            }
            Some(true) => true,
            None => false,
        }
    }

    /// A whole number that fits.
    pub fn number<N: TryFrom<i64>>(&self, wanted: &str) -> Option<N> {
        let number = whole(self.inner.get_ref()).and_then(|number| N::try_from(number).ok());
        self.must_be(number, wanted)
    }

    pub fn fraction(&self) -> Option<f64> {
        let value = self.inner.get_ref();
        let number = match value {
            DeValue::Float(float) => float.as_str().parse().ok().filter(|number: &f64| number.is_finite()),
            #[expect(clippy::cast_precision_loss, reason = "figures of games are small")]
            _ => whole(value).map(|number| number as f64),
        };
        self.must_be(number, "a number")
    }

    pub fn list(&self) -> Vec<Value<'a>> {
        let items = self.must_be(self.inner.get_ref().as_array(), "a list").into_iter().flatten();
        let items = items.enumerate().map(|(number, inner)| {
            let path = format!("{}[{}]", self.path, number + 1);
            Value { source: self.source, path, inner }
        });
        items.collect()
    }

    pub fn fields(&self) -> Option<Fields<'a>> {
        let table = self.must_be(self.inner.get_ref().as_table(), "a table")?;
        let at = self.inner.span().start;
        Some(Fields { source: self.source, table, path: self.path.clone(), at, asked: Vec::new() })
    }

    /// Dice as they are read off, from 1.
    pub fn faces(&self) -> Vec<u32> {
        self.list().iter().filter_map(|face| face.number("a face of a die, from 1")).collect()
    }

    /// The value of a switch of the game.
    pub fn option(&self) -> Option<OptionValue> {
        let value = match self.inner.get_ref() {
            DeValue::Boolean(on) => Some(OptionValue::Switch(*on)),
            DeValue::String(word) => Some(OptionValue::Word(word.to_string())),
            value => whole(value).map(OptionValue::Number),
        };
        self.must_be(value, "true, false, a word or a whole number")
    }

    /// The same value as JSON, as records write choices and events.
    pub fn json(&self) -> Option<Json> {
        let json = json(self.inner.get_ref());
        if json.is_none() {
            self.complain("holds a date or a number that JSON cannot write", &[]);
        }
        json
    }

    /// The same table as a file of its own.
    pub fn document(&self) -> Option<String> {
        let table = self.must_be(self.inner.get_ref().as_table(), "a table")?;
        let text = own_table(table).and_then(|table| toml::to_string(&table).ok());
        self.must_be(text, "a table of plain values")
    }
}

fn kind(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "this whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn whole(value: &DeValue) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

fn json(value: &DeValue) -> Option<Json> {
    Some(match value {
        DeValue::String(text) => Json::from(text.as_ref()),
        DeValue::Integer(_) => Json::from(whole(value)?),
        DeValue::Float(float) => Json::Number(serde_json::Number::from_f64(float.as_str().parse().ok()?)?),
        DeValue::Boolean(on) => Json::from(*on),
        DeValue::Datetime(_) => return None,
        DeValue::Array(items) => {
            items.iter().map(|item| json(item.get_ref())).collect::<Option<Vec<_>>>()?.into()
        }
        DeValue::Table(table) => {
            let entries =
                table.iter().map(|(key, value)| Some((key.get_ref().to_string(), json(value.get_ref())?)));
            Json::Object(entries.collect::<Option<_>>()?)
        }
    })
}

fn own_table(table: &DeTable) -> Option<toml::Table> {
    table.iter().map(|(key, value)| Some((key.get_ref().to_string(), own(value.get_ref())?))).collect()
}

fn own(value: &DeValue) -> Option<toml::Value> {
    Some(match value {
        DeValue::String(text) => text.to_string().into(),
        DeValue::Integer(_) => whole(value)?.into(),
        DeValue::Float(float) => float.as_str().parse::<f64>().ok()?.into(),
        DeValue::Boolean(on) => (*on).into(),
        DeValue::Datetime(date) => (*date).into(),
        DeValue::Array(items) => {
            toml::Value::Array(items.iter().map(|item| own(item.get_ref())).collect::<Option<_>>()?)
        }
        DeValue::Table(table) => toml::Value::Table(own_table(table)?),
    })
}
