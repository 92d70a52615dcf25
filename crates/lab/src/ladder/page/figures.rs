//! Names and figures as a page writes them.

use std::fmt::{self, Display, Write};

use crate::ladder::Rating;

/// A text that means only itself.
pub(super) struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            _ => f.write_char(letter),
        })
    }
}

/// A count with a gap at each thousand.
pub(super) struct Grouped(pub u64);

impl Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                f.write_char('\u{202f}')?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    }
}

/// A share in parts of a hundred.
pub(super) struct Percent(pub f64);

impl Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}\u{202f}%", 100.0 * self.0)
    }
}

/// A rating with its interval.
pub(super) struct Rated(pub Option<Rating>);

impl Display for Rated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(rating) = self.0 else { return f.write_str("–") };
        write!(f, "<b>{:.0}</b>", rating.elo)?;
        if let Some(letter) = rating.letter() {
            write!(f, "<sup>{letter}</sup>")?;
        }
        write!(f, " <small>±{:.0}</small>", (rating.high - rating.low) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_write_the_page() {
        assert_eq!(Escaped("<b> & \"c\"").to_string(), "&lt;b&gt; &amp; &quot;c&quot;");
    }

    #[test]
    fn thousands_are_set_apart() {
        let grouped = |count| Grouped(count).to_string();
        assert_eq!([grouped(12), grouped(123_456)], ["12", "123\u{202f}456"]);
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
    }
}
