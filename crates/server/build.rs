//! Sees to it that the page is embedded anew when it was built anew, and that its absence stops nothing.

use std::fs;

fn main() {
    let page = "../../web/dist";
    println!("cargo::rerun-if-changed=build.rs");
    // A folder that is not there counts as changed for ever, and the server would be built again each time.
    // Where it cannot be made, that is all that happens.
    let _ = fs::create_dir_all(page);
    println!("cargo::rerun-if-changed={page}");
    if !fs::exists(format!("{page}/index.html")).unwrap_or(false) {
        println!(
            "cargo::warning=the page is not built, so the server will only say how to build it: run `npm ci && npm run build` in web/"
        );
    }
}
